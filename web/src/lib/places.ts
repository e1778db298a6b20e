// Where a move is made on the board, as selectors.

import type { TableStore } from "./table.svelte";

const quoted = (text: string): string => text.replace(/["\\]/g, "\\$&");

export const inHand = (card: string): string => `[data-hand] [data-card="${quoted(card)}"]`;
export const ownButton = (text: string): string => `[data-action="${quoted(text)}"]`;

/** The cards that an action names, and the button that is the action. */
export function placesOf(text: string): string[] {
  return [...text.split(" ").slice(1).map(inHand), ownButton(text)];
}

/** Mark what these actions are made with, until the given function is called; `as` says for what: nothing for the best. */
export function mark(texts: string[], table: TableStore, as = ""): () => void {
  const places = texts.flatMap((text) => table.module?.advised?.(text, table) ?? placesOf(text));
  const found = places.flatMap((place) => [...document.querySelectorAll(place)]);
  found.filter((place) => !place.hasAttribute("data-advised")).forEach((place) => place.setAttribute("data-advised", as));
  return () => found.forEach((place) => place.removeAttribute("data-advised"));
}
