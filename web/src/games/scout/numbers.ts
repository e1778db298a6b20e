// How the numbers of SCOUT look: a tone and an act of the show each.

import acrobat from "virtual:icons/acrobatic";
import cannonball from "virtual:icons/human-cannonball";
import cartwheel from "virtual:icons/cartwheel";
import clown from "virtual:icons/clown";
import elephant from "virtual:icons/elephant";
import hat from "virtual:icons/top-hat";
import juggler from "virtual:icons/juggler";
import lion from "virtual:icons/lion";
import seal from "virtual:icons/juggling-seal";
import trumpet from "virtual:icons/trumpet-flag";

const TONES = ["#8a1c2b", "#a83a17", "#865400", "#576300", "#1f6b3a", "#0d6466", "#1e5a94", "#3f3f9e", "#6b2f91", "#8f2368"];
const ACTS = [acrobat, juggler, clown, hat, lion, elephant, seal, cannonball, cartwheel, trumpet];

export const toneOf = (number: number): string => TONES[number - 1] ?? "#444";
export const actOf = (number: number): string => ACTS[number - 1] ?? acrobat;

export function numbers(face: string): [number, number] {
  const [top, bottom] = face.split("/").map(Number);
  return [top ?? 0, bottom ?? 0];
}

export function turned(face: string): string {
  return face.split("/").reverse().join("/");
}

/** A card whichever way up it is: the key under which it travels. */
export function cardKey(face: string): string {
  return numbers(face)
    .sort((a, b) => a - b)
    .join("-");
}
