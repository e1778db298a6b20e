// A table that is none: a lesson, or a question of a drill. Everybody is there by letter, and nothing runs out.

import { LETTERS } from "../lib/seats";
import type { Table } from "../protocol";

export function openFace(game: string, id: string, players: number): Table {
  const seats = Array.from({ length: players }, (_, seat) => ({
    seat,
    kind: "person" as const,
    name: LETTERS[seat]!,
    bot: "",
    present: true,
    away: false,
    word: false,
  }));
  return {
    id: `${game}/${id}`,
    game,
    rules: 0,
    players,
    options: {},
    pace: { kind: "none", amount: 0 },
    public: false,
    hints: false,
    phase: "playing",
    host: 0,
    seats,
    deal: { commitment: "", words: null, secret: null },
    version: 0,
    watching: 0,
    rematch: null,
    before: null,
    muted: true,
    fork: null,
    daily: null,
    data: [],
  };
}
