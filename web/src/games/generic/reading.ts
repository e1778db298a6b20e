// What a described view of any game says: its cards, its numbers, and the beats of its tricks. Plain TypeScript.

import type { Event, Update } from "../../protocol";
import type { Beat, View } from "../game";

export interface SeatView {
  [name: string]: unknown;
  hand?: string[] | null;
  played?: string | null;
}

export const seatsOf = (view: View): SeatView[] => (view.seats ?? []) as SeatView[];

/** What the board shows in a way of its own, so that no list repeats it. */
const SHOWN = new Set(["seats", "seat", "hand", "played", "phase"]);

/** The rest of what is described, as names and values; what is empty is left out. */
export function rest(described: Record<string, unknown>): [string, unknown][] {
  return Object.entries(described).filter(([name, value]) => !SHOWN.has(name) && value !== null && !(Array.isArray(value) && !value.length));
}

/** A value in words, however it is nested; `say` knows single ones. */
export function inWords(name: string, value: unknown, say: (name: string, value: unknown) => string): string {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.map((one) => inWords(name, one, say)).join(" ");
  if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${key} ${inWords(key, one, say)}`).join(", ");
  return say(name, value);
}

/** The cards of a trick as they come: one that is gone in the new view is laid, and seen, before the trick is. */
export function beats(before: View, update: Update): Beat[] {
  const found: Beat[] = [];
  let view = before;
  update.story.forEach((event, at) => {
    const { seat, card } = event.facts as { seat?: number; card?: string };
    if (event.key !== "played" || seat === undefined || !card || !("played" in (seatsOf(view)[seat] ?? {}))) return;
    view = withCard(view, seat, card);
    if (seatsOf(update.view)[seat]?.played === card) return;
    const won = update.story.slice(at).find((later) => later.key === "trick_won");
    const events = won ? [event, won] : [event];
    found.push({ view, note: won ? { kind: "trick", facts: { winner: won.facts.seat } } : null, events });
  });
  return found;
}

function withCard(view: View, seat: number, card: string): View {
  const seats = seatsOf(view).map((one, i) => {
    if (i !== seat) return one;
    const hand = one.hand?.filter((code) => code !== card) ?? null;
    const cards = typeof one.cards === "number" ? { cards: one.cards - 1 } : {};
    return { ...one, ...cards, played: card, hand };
  });
  return { ...view, seats };
}

/** A round opens a part of the log, the first card after a finished trick a group. */
export function chapter(event: Event, open: { events: Event[] }): { key: string; facts: Record<string, unknown>; part?: boolean } | null {
  if (event.key === "round_starts" && "round" in event.facts) return { key: "chapter.round", facts: event.facts, part: true };
  const first = event.key === "played" && !open.events.some((one) => one.key === "played");
  const next = event.key === "played" && open.events.some((one) => one.key === "trick_won");
  return first || next ? { key: "chapter.trick", facts: {} } : null;
}
