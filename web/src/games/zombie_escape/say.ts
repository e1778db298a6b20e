import { g, gw, listed } from "../../words/words.svelte";
import { readCard } from "./marks";

export const placeName = (letter: string): string => gw(`place.${letter}`);

/** A card in words: `5 of the Hospital`. */
export function cardName(code: string): string {
  const card = readCard(code);
  const letters = card.marks.map((mark) => mark.letter).join("");
  if (letters === "SHM" || letters === "Z") return gw(letters === "Z" ? "cardName.Z" : "cardName.all", { number: card.number });
  return gw("cardName", { number: card.number, places: listed(card.marks.map((mark) => placeName(mark.letter))) });
}

/** A damage card by its name alone, where its stains are drawn beside it. */
export const damageName = (kind: string): string => (g(`damage.${kind}`) ?? kind).split(/\s*[(（]/)[0]!;
