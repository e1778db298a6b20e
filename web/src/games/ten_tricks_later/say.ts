import { gw } from "../../words/words.svelte";

/** A card in words: `red 4`, `Infected 7`. */
export function cardName(code: string): string {
  return gw(`card.${code[0]}`, { value: code.slice(1) });
}
