// The score sheet, from the story: one row a round, as the game's own events tell it.

import type { LogLine } from "./table.svelte";

export interface ScoreRow {
  points: (number | null)[];
  totals: (number | null)[];
}

const EVENTS: Record<string, [points: string, total: string]> = {
  round_score: ["score", "total"],
  day_damage: ["damage", "record"],
};

export function scoreRows(log: LogLine[], players: number): ScoreRow[] {
  const rows = new Map<number, ScoreRow>();
  for (const { version, event } of log) {
    const names = EVENTS[event.key];
    if (!names) continue;
    const row = rows.get(version) ?? { points: Array(players).fill(null), totals: Array(players).fill(null) };
    const seat = Number(event.facts.seat);
    row.points[seat] = Number(event.facts[names[0]]);
    row.totals[seat] = Number(event.facts[names[1]]);
    rows.set(version, row);
  }
  return [...rows.values()];
}
