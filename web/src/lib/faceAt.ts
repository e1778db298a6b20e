// The face of whoever sits at a seat of a table or of a replay.

import type { Table } from "../protocol";
import { faceOf, type Face } from "./portraits";
import { settings } from "./settings.svelte";

export interface Seated {
  table?: Table | null;
  names: string[];
  seat: number; // the reader's own, -1 for nobody's
  bots?: boolean[]; // which seats bots had, in a replay
}

export function faceAt(table: Seated, seat: number): Face {
  const sitting = table.table?.seats[seat] ?? { seat, kind: table.bots?.[seat] ? ("bot" as const) : ("person" as const), name: table.names[seat] ?? "" };
  return faceOf(sitting, seat === table.seat ? settings.face : -1);
}
