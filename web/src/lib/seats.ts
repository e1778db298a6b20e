// Who sits where, in words.

import type { Seat, Table } from "../protocol";
import { t, type Key } from "../words/words.svelte";

export const LETTERS = "ABCDEFGH";

export function seatName(seat: Seat): string {
  if (seat.kind === "person") return seat.name || t("seat.somebody");
  if (seat.kind === "bot") return t(`bot.name.${seat.seat % 8}` as Key);
  return t(seat.kind === "open" ? "seat.open" : "seat.closed");
}

export function seatNames(table: Table): string[] {
  return table.seats.map(seatName);
}

/** Levels of bots, as the server offers them to people. */
export const LEVELS = ["easy", "normal", "hard", "merciless"] as const;

export function botLevel(name: string): string {
  const known: string[] = [...LEVELS, "random", "strong"];
  return known.includes(name) ? t(`bot.level.${name}` as Key) : name;
}

export const REACTIONS = ["well", "wow", "ohno", "haha", "thanks", "sorry", "luck", "hurry"] as const;

/** What was said: a quick reaction, sent as its name, in this reader's language; anything else as it is. */
export function saidWords(text: string): string {
  const name = /^:(\w+):$/.exec(text)?.[1];
  return name && (REACTIONS as readonly string[]).includes(name) ? t(`react.${name}` as Key) : text;
}
