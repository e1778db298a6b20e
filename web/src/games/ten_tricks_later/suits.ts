// How the colours of 10 Tricks Later look: a tone, a letter, a shape and somebody who wears it.

import cook from "virtual:icons/cook";
import miner from "virtual:icons/miner";
import nurse from "virtual:icons/nurse-female";
import police from "virtual:icons/police-officer-head";
import zombie from "virtual:icons/shambling-zombie";

export interface Suit {
  letter: string;
  tone: string;
  ink: string;
  shape: string; // in a box of 20 × 20
  icon: string;
}

export const SUITS: Record<string, Suit> = {
  R: { letter: "R", tone: "#b3261e", ink: "#fff8e8", shape: "M10 1L19 18H1z", icon: cook },
  G: { letter: "G", tone: "#1c6b46", ink: "#fff8e8", shape: "M2 2h16v16H2z", icon: nurse },
  Y: { letter: "Y", tone: "#e9b62b", ink: "#231703", shape: "M10 1a9 9 0 1 0 .1 0z", icon: miner },
  B: { letter: "B", tone: "#1f4f9e", ink: "#fff8e8", shape: "M10 0L20 10 10 20 0 10z", icon: police },
  P: { letter: "P", tone: "#4a2674", ink: "#f2e3ff", shape: "M10 1l2.600 6 6.400.6-4.900 4.300 1.500 6.300L10 14.800l-5.600 3.400 1.500-6.300L1 7.600 7.400 7z", icon: zombie },
};

export const suitOf = (code: string): Suit => SUITS[code[0] ?? ""] ?? SUITS.P!;
export const valueOf = (code: string): string => code.slice(1);
