// Ten fresh worlds in a row from one decision, and how they ended; kept in this browser.

import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import { t } from "../words/words.svelte";

export const ALL = 10;
const KEY = "lasttrick.worlds";
const MOST = 20;

/** What the appraisal had said of the best known action. */
export interface Said {
  chance: number;
  reach: number;
}

export interface Worlds {
  match: string;
  step: number;
  seat: number;
  said: Said | null;
  tables: string[];
  shares: Record<string, number>; // of the win, by table that is over
}

function load(): Worlds[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

const state = $state({ rows: load() });

export function worldsOf(table: string): Worlds | undefined {
  return state.rows.find((row) => row.tables.includes(table));
}

function keep(row: Worlds, old?: Worlds): void {
  state.rows = [row, ...state.rows.filter((one) => one !== old)].slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(state.rows));
}

/** The first of ten worlds, or the next one: its table. */
export async function nextWorld(row: Worlds, old?: Worlds): Promise<string> {
  const { table } = await api.fork(row.match, { step: row.step, seat: row.seat, fresh: true, name: settings.name || t("seat.you") });
  keep({ ...row, tables: [...row.tables, table.id] }, old);
  return table.id;
}

export function noteEnd(table: string, share: number): void {
  const row = worldsOf(table);
  if (row && !(table in row.shares)) keep({ ...row, shares: { ...row.shares, [table]: share } }, row);
}

/** A decision was taken back: the world goes on at another table, and counts once. */
export function noteMoved(from: string, to: string): void {
  const row = worldsOf(from);
  if (!row) return;
  const { [from]: _, ...shares } = row.shares;
  keep({ ...row, shares, tables: row.tables.map((id) => (id === from ? to : id)) }, row);
}
