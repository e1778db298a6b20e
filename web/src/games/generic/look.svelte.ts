// How the cards of the game on the table look: coloured as the game colours their codes.

import type { GameWords } from "../../protocol";

const TONES: Record<string, string> = {
  red: "#a3323a",
  green: "#2f7a4c",
  yellow: "#a8791c",
  blue: "#2f5f9e",
  magenta: "#8a3f8f",
  cyan: "#26808c",
  white: "#6d6a63",
};

let styles = $state.raw<[RegExp, string][]>([]);

export function addStyles(given: GameWords["styles"]): void {
  styles = given.flatMap(([pattern, colour]) => {
    const tone = TONES[(colour ?? "").split(" ").at(-1)!.replace("bright_", "")];
    return tone ? [[new RegExp(pattern!, "u"), tone] as [RegExp, string]] : [];
  });
}

/** The colour of a card; none for what is no card. */
export function toneOf(code: string): string | null {
  return styles.find(([pattern]) => pattern.exec(code)?.[0] === code)?.[1] ?? null;
}
