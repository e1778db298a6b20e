// How far a secret is: the figures it looks at, in words. Whether it is met, the server says.

import { gw } from "../../words/words.svelte";
import type { View } from "../game";
import { suitName } from "./say";

const total = (seat: View): number => Object.values(seat.tokens as Record<string, number>).reduce((sum, count) => sum + count, 0);
const othersAlive = (view: View, seat: number): View[] => view.seats.filter((one: View) => one.alive && one.seat !== seat);

const TOKEN: Record<string, string> = { T02: "F", T03: "W", T04: "A", T05: "M", T06: "H", T07: "S" };
type Figure = (me: View, view: View) => [key: string, have: number, most?: number];
const FIGURES: Record<string, Figure> = {
  T08: (me) => ["tokens", total(me)],
  T09: (me) => ["types", Object.values(me.tokens as Record<string, number>).filter(Boolean).length],
  T10: (me) => ["tokens", total(me)],
  T11: (me) => ["wounds", me.wounds],
  T12: (me) => ["wounds", me.wounds],
  T15: (me) => ["led", me.lead_days],
  T16: (me, view) => ["against", total(me), Math.max(0, ...othersAlive(view, me.seat).map(total))],
  T17: (me, view) => ["woundsAgainst", me.wounds, Math.min(...othersAlive(view, me.seat).map((one) => one.wounds), 99)],
  T18: (_, view) => ["dead", view.seats.filter((one: View) => !one.alive).length],
  T19: (me, view) => ["alive", othersAlive(view, me.seat).length],
  T20: (me, view) => ["against", total(me), Math.max(0, ...othersAlive(view, me.seat).map(total))],
  T21: (me, view) => ["most", Math.max(0, ...view.seats.filter((one: View) => one.seat !== me.seat).map((one: View) => one.wounds))],
  T22: (me) => ["trades", me.trades],
  T23: (me) => ["trades", me.trades],
  T24: (me) => ["ammunition", me.ammo_acts, me.tokens.A],
  T25: (me) => ["acts", me.acts],
};

/** `Food: 1`; nothing for a secret without figures. */
export function figureOf(trait: string | null, view: View, seat: number): string {
  const me = view.seats[seat];
  if (!trait || !me) return "";
  if (TOKEN[trait]) return gw("have.token", { suit: suitName(TOKEN[trait]), have: me.tokens[TOKEN[trait]] });
  const figure = FIGURES[trait]?.(me, view);
  if (!figure || figure[2] === 99) return "";
  return gw(`have.${figure[0]}`, { have: figure[1], other: figure[2] ?? 0 });
}
