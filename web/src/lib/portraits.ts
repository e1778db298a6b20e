// Drawn faces for whoever sits at a table: chosen by this browser's person, given by the name to others, by the seat to bots.

import type { Seat } from "../protocol";

export interface Face {
  ground: string;
  skin: string;
  hair: string;
  coat: string;
  style: keyof typeof HAIR;
  extra: "" | "glasses" | "beard" | "cap" | "band" | "patch" | "freckles" | "phones";
}

/** Hair in a box of 48 × 48 round a face at its middle: what lies behind the face, and what lies over it. */
export const HAIR = {
  short: ["", "M12 25C11 13 17 8 24 8s13 5 12 17c-2-6-5-8-12-8s-10 2-12 8z"],
  long: ["M10 43V24C10 13 16 7 24 7s14 6 14 17v19z", "M13 24c1-9 6-12 11-12s10 3 11 12c-5-7-17-7-22 0z"],
  bun: ["M24 1a5 5 0 1 0 .1 0z", "M12 25C11 13 17 8 24 8s13 5 12 17c-3-7-6-9-12-9s-9 2-12 9z"],
  spikes: ["", "M12 25l1-11 4 3 2-9 5 6 5-6 2 9 4-3 1 11c-3-6-21-6-24 0z"],
  bald: ["", ""],
  curls: ["M12 30a6 6 0 0 1-1-11 6 6 0 0 1 5-8 8 8 0 0 1 16 0 6 6 0 0 1 5 8 6 6 0 0 1-1 11z", "M14 21a5 5 0 0 1 6-5 5 5 0 0 1 8 0 5 5 0 0 1 6 5c-5-3-15-3-20 0z"],
  crest: ["", "M20 19V5q4-3 8 0v14q-4-3-8 0z"],
  parted: ["", "M12 26C10 13 17 7 25 7c8 0 13 6 11 19-2-4-3-7-4-9-6 2-12 1-15-1-3 3-4 6-5 10z"],
} as const;

const face = (ground: string, skin: string, hair: string, coat: string, style: Face["style"], extra: Face["extra"] = ""): Face => ({ ground, skin, hair, coat, style, extra });

export const PEOPLE: Face[] = [
  face("#2f5d73", "#f0c9a4", "#4a2c1a", "#b5472f", "short"),
  face("#6b4a7d", "#d9a27a", "#1d1512", "#e0b13a", "long"),
  face("#7a3b2e", "#8d5a3c", "#120d0b", "#3f7d6b", "curls", "glasses"),
  face("#3f6b45", "#f3d3b4", "#c4702b", "#2c4a66", "bun", "freckles"),
  face("#8a6a2c", "#c98f66", "#2b1b14", "#7b2f45", "spikes"),
  face("#34507d", "#6f4530", "#0e0b0a", "#c8553d", "short", "beard"),
  face("#5a5a3a", "#f0c9a4", "#d9c9a0", "#4a6b8a", "parted", "glasses"),
  face("#7d3350", "#e5b48c", "#5b1f2e", "#2f6b5a", "long", "band"),
  face("#2b6660", "#b07a54", "#1b1412", "#d08a2e", "bald", "beard"),
  face("#4d4a86", "#f5dcc4", "#8f8f96", "#6b3f2a", "parted", "patch"),
  face("#7d5a33", "#9c6744", "#241610", "#39588a", "crest"),
  face("#3a5f3a", "#e9c09a", "#7a4a22", "#8a2f3a", "short", "cap"),
];

export const BOTS: Face[] = [
  face("#43505c", "#d8dde0", "#7c8a94", "#e07a3f", "crest", "phones"),
  face("#5c3f4f", "#e2d3c6", "#3a2230", "#4f8a7a", "long", "phones"),
  face("#3f4f5c", "#cfd6c8", "#586b3f", "#b8a23a", "spikes", "phones"),
  face("#4f4a36", "#dccfb4", "#9a5a2a", "#3f6b9a", "bun", "phones"),
  face("#2f3a3a", "#b9c4c4", "#15191c", "#9a3f4f", "parted", "phones"),
  face("#5c4a3a", "#d2c0ae", "#4a2a16", "#5a7a3a", "bald", "phones"),
  face("#3a5c46", "#d6e0d2", "#2c5a34", "#8a5aa0", "curls", "phones"),
  face("#3a3f5c", "#c8cce0", "#20243a", "#c0863a", "short", "phones"),
];

function hash(text: string): number {
  let value = 7;
  for (const letter of text) value = (value * 31 + letter.codePointAt(0)!) >>> 0;
  return value;
}

/** The face of a seat; `chosen` is this person's own choice, -1 for the one the name gives. */
export function faceOf(seat: Pick<Seat, "seat" | "kind" | "name">, chosen = -1): Face {
  if (seat.kind === "bot") return BOTS[seat.seat % BOTS.length]!;
  return PEOPLE[chosen >= 0 ? chosen % PEOPLE.length : hash(seat.name) % PEOPLE.length]!;
}
