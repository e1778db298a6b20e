// The six suits of The Trick To Survival, which are also the six kinds of tokens.

import brain from "virtual:icons/brain";
import bullets from "virtual:icons/bullets";
import can from "virtual:icons/opened-food-can";
import drop from "virtual:icons/water-drop";
import medicines from "virtual:icons/medicines";
import tent from "virtual:icons/camping-tent";

import type { View } from "../game";

export interface Suit {
  letter: string;
  tone: string;
  icon: string;
}

export const SUITS: Record<string, Suit> = {
  F: { letter: "F", tone: "#4b6a12", icon: can },
  W: { letter: "W", tone: "#175e8c", icon: drop },
  A: { letter: "A", tone: "#9c3a1c", icon: bullets },
  M: { letter: "M", tone: "#93255f", icon: medicines },
  H: { letter: "H", tone: "#7a5410", icon: tent },
  S: { letter: "S", tone: "#4c3d94", icon: brain },
};

export const LETTERS = ["F", "W", "A", "M", "H", "S"];
export const suitOf = (code: string): Suit => SUITS[code[0] ?? ""] ?? SUITS.F!;

const HOURS: Record<string, "noon" | "camp"> = { noon: "noon", camp: "camp", upkeep: "camp", day_end: "camp", over: "camp" };

/** The part of the day, and so its light. */
export const hourOf = (view: View): "morning" | "noon" | "night" | "camp" => HOURS[view.step as string] ?? (view.time === "night" ? "night" : "morning");
