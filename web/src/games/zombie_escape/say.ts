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

/** What a damage card will do to whoever is caught. */
export function stakeText({ wholes, halves, recovery }: { wholes: number; halves: number; recovery: string | null }): string {
  const keys = [wholes ? "damage" : "", halves ? "half" : "", recovery ?? ""].filter(Boolean);
  return keys.map((key) => gw(`stake.${key}`, { wholes })).join(" ");
}

/** A damage card by its name alone, where its stains are drawn beside it. */
export const damageName = (kind: string): string => (g(`damage.${kind}`) ?? kind).split(/\s*[(（]/)[0]!;
