// Where a move is made on the board, as selectors.

const quoted = (text: string): string => text.replace(/["\\]/g, "\\$&");

export const inHand = (card: string): string => `[data-hand] [data-card="${quoted(card)}"]`;
export const ownButton = (text: string): string => `[data-action="${quoted(text)}"]`;

/** The cards that an action names, and the button that is the action. */
export function placesOf(text: string): string[] {
  return [...text.split(" ").slice(1).map(inHand), ownButton(text)];
}
