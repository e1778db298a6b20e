// How the locations and cards of Zombie Escape look.

import cart from "virtual:icons/shopping-cart";
import cross from "virtual:icons/hospital-cross";
import mountains from "virtual:icons/mountains";
import zombie from "virtual:icons/raise-zombie";
import { hasSeam, lettersOf, numberOf } from "./codes.ts";

export interface Mark {
  letter: string;
  tone: string;
  icon: string;
}

export const MARKS: Record<string, Mark> = {
  S: { letter: "S", tone: "#8a5200", icon: cart },
  H: { letter: "H", tone: "#a1182a", icon: cross },
  M: { letter: "M", tone: "#22603d", icon: mountains },
  Z: { letter: "Z", tone: "#4a2a78", icon: zombie },
};

export interface Zombie {
  number: string;
  marks: Mark[];
  seam: boolean;
}

export function readCard(code: string): Zombie {
  return { number: String(numberOf(code) || "?"), marks: [...lettersOf(code)].map((letter) => MARKS[letter]!).filter(Boolean), seam: hasSeam(code) };
}

export function toneOf(marks: Mark[]): string {
  return marks.length === 1 ? marks[0]!.tone : marks.length ? "#2c4a66" : "#444";
}

const HOUSE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 999];

export interface Grave {
  number: number;
  cards: string[];
  held: boolean; // the viewer holds a card that one of these would join
}

/** The graveyard by number: every number of the house deck, and those that another deck brings. */
export function byGrave(codes: string[], joining: Set<string>): Grave[] {
  const numbers = new Set([...HOUSE, ...codes.map(numberOf)]);
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => {
      const cards = codes.filter((code) => numberOf(code) === number);
      return { number, cards, held: cards.some((code) => joining.has(code)) };
    });
}
