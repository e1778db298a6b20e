// An action in words: by the game's own phrase for its verb, else in the game's notation.

import type { BoardState, GameModule } from "../games/game";
import { g } from "./words.svelte";

interface Speaking extends BoardState {
  module?: GameModule | null;
}

export function actionText(table: Speaking, text: string): string {
  const [verb, ...words] = text.split(" ");
  const said = table.module?.sayAction?.(text, table);
  if (said) return said;
  const facts = Object.fromEntries(words.map((word, i) => [`w${i + 1}`, table.module?.fact("card", word) ?? word]));
  return g(`action.${verb}`, { ...facts, rest: words.map((word) => table.module?.fact("card", word) ?? word).join(" ") }) ?? text;
}
