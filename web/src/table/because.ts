// What a bot says of two choices, in the words of the game.

import type { TableStore } from "../lib/table.svelte";
import type { Because } from "../protocol";
import { g, t, termText } from "../words/words.svelte";

/** The weightiest term of the judgement. */
export function judged(table: TableStore, because: Because | null): string {
  const term = because?.terms[0];
  return term ? termText(term, table.names, table.module, table.seat) : "";
}

/** What happens more often with one choice than with the other; `key` is the sentence it is told in. */
export function often(because: Because | null, key: "coach.likely" | "coach.wrong", action: string): string {
  const told = because?.likely[0];
  const fact = told ? g(`likely.${told.key}`) : null;
  return told && fact ? t(key, { fact, here: told.here, there: told.there, worlds: told.worlds, action }) : "";
}
