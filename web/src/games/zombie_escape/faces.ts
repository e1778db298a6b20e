// Who walks on a card: each number has its own zombie.

import one from "virtual:icons/baby-face";
import two from "virtual:icons/half-body-crawling";
import three from "virtual:icons/shambling-zombie";
import four from "virtual:icons/mummy-head";
import five from "virtual:icons/dead-head";
import six from "virtual:icons/despair";
import seven from "virtual:icons/skeleton";
import eight from "virtual:icons/frankenstein-creature";
import nine from "virtual:icons/brute";
import seventeen from "virtual:icons/shambling-mound";
import last from "virtual:icons/raise-zombie";

const FACES: Record<string, string> = { 1: one, 2: two, 3: three, 4: four, 5: five, 6: six, 7: seven, 8: eight, 9: nine, 17: seventeen, 999: last };

export const faceOf = (number: string): string => FACES[number] ?? three;
