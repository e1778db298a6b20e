// Names and values of a game that the page does not know, in its own words as far as it has them.

import { g } from "../../words/words.svelte";
import type { BoardState } from "../game";
import { inWords } from "./reading";

const SEATS = new Set(["seat", "other", "lead", "leader", "owner", "holder", "turn", "to_act"]);

export function sayField(name: string): string {
  return g(`field.${name}`) ?? name.replaceAll("_", " ");
}

/** A fact of an event or a value of the view: a seat by its name, a word in the game's own, anything else as it is. */
export function sayValue(table: BoardState, name: string, value: unknown): string {
  return inWords(name, value, (key, one) => {
    if (typeof one === "number" && SEATS.has(key)) return table.names[one] ?? "–";
    return g(`${key}.${String(one)}`) ?? String(one);
  });
}
