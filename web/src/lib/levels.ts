// A bot's level as something to pick, with its picture.

import brain from "virtual:icons/brain";
import robot from "virtual:icons/vintage-robot";
import skull from "virtual:icons/death-skull";
import sprout from "virtual:icons/sprout";
import type { Offer } from "./Pick.svelte";
import { botLevel } from "./seats";

const ICONS: Record<string, string> = { easy: sprout, hard: brain, merciless: skull };

export const levelOffer = (name: string): Offer => ({ value: name, label: botLevel(name), icon: ICONS[name] ?? robot });
