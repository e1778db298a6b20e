// A game the page does not know by name: its view as it is described, its choices as buttons.

import type { GameModule } from "../game";
import Board from "./Board.svelte";
import { t } from "../../words/words.svelte";

const none = async () => ({ default: [] });

export const game: GameModule = {
  Board,
  words: {},
  fact: (_, value) => String(value),
  phrase: () => t("table.generic"),
  clause: () => "",
  clauses: { en: none, ja: none },
};
