// How a match of SCOUT is told: causes, beats, chapters.

import type { Event, Update } from "../../protocol";
import type { Beat, Chapter, Told, View } from "../game";

const of = (story: Event[], ...keys: string[]): Event[] => story.filter((event) => keys.includes(event.key));
const seatOf = (event: Event): number => Number(event.facts.seat);
const top = (face: string): string => face.split("/")[0] ?? "";

/** What a played set beats and by what, and who is paid for a scouted card. */
export function tell(story: Event[], { before }: Told): Event[] {
  return story.map((event, at) => {
    const token = next(story, at, "token");
    const captured = next(story, at, "captured");
    if (event.key === "played" && (captured || before)) return { ...event, facts: { ...event.facts, ...beaten(event, captured) } };
    if (event.key === "scouted" && token) return { ...event, facts: { ...event.facts, owner: seatOf(token) } };
    return event;
  });
}

/** What follows from the event at a place of the story, before the next card is played or scouted. */
function next(story: Event[], at: number, key: string): Event | undefined {
  const later = story.slice(at + 1);
  const end = later.findIndex((event) => event.key === "played" || event.key === "scouted");
  return of(end < 0 ? later : later.slice(0, end), key)[0];
}

function beaten({ facts }: Event, captured: Event | undefined): Record<string, unknown> {
  if (!captured) return { by: "free" };
  const { owner, why, cards } = captured.facts;
  return { by: why, owner, table: (cards as string[]).map(top).join(" "), count: (facts.cards as string[]).length };
}

export const variant = ({ key, facts }: Event): string =>
  key === "played" ? String(facts.by ?? "") : key === "scouted" && facts.owner !== undefined ? "paid" : key === "round_ends" ? String(facts.ending ?? "") : "";

export function beats(before: View, { story }: Update): Beat[] {
  const ends = of(story, "round_ends")[0];
  if (!ends) return announced(before, story);
  const spared = (seat: number) => ["scouted", "stuck"].includes(String(ends.facts.ending)) && seat === Number(ends.facts.seat);
  const rows = of(story, "round_score").map(({ facts }) => ({
    seat: Number(facts.seat),
    reasons: [
      { key: "reason.captured", points: Number(facts.captured) },
      { key: "reason.tokens", points: Number(facts.tokens) },
      { key: "reason.against", points: -Number(facts.against) },
      ...(spared(Number(facts.seat)) ? [{ key: "reason.spared", points: 0 }] : []),
    ].filter((reason) => reason.points || reason.key === "reason.spared"),
    points: Number(facts.score),
    total: Number(facts.total),
  }));
  const last = lastTurn(before, story);
  const told = story.slice(0, story.indexOf(ends)).filter((event) => event.key !== "played_from");
  const scene = { kind: "round" as const, key: `roundEnd.${String(ends.facts.ending)}`, facts: ends.facts, rows };
  return [
    { view: last, note: null, events: told, ms: 1400 },
    { view: last, note: { kind: "round", facts: { ...ends.facts } }, events: [ends, ...of(story, "hand_shown", "round_score")], sound: "round", ms: 5600, scene },
  ];
}

/** A Double Action is said before its card is taken: on a phone there is no room for both at once. */
function announced(before: View, story: Event[]): Beat[] {
  const paid = of(story, "marker_paid");
  return paid.length ? [{ view: before, note: null, events: paid }] : [];
}

/** The ring with what was played or taken last, before the next deal. */
function lastTurn(before: View, story: Event[]): View {
  const view = structuredClone(before);
  for (const { key, facts } of story) {
    const seat = view.seats?.[Number(facts.seat)];
    if (key === "played") {
      const cards = facts.cards as string[];
      Object.assign(view, { table: cards, owner: facts.seat });
      seat.cards -= cards.length;
      seat.hand = seat.hand?.filter((face: string) => !cards.includes(face)) ?? null;
    } else if (key === "scouted") {
      view.table = facts.end === "left" ? view.table.slice(1) : view.table.slice(0, -1);
      seat.cards += 1;
    } else if (key === "captured") seat.captured += Number(facts.count);
    else if (key === "token") seat.tokens = Number(facts.tokens);
  }
  return view;
}

export function chapter(event: Event): Chapter | null {
  if (event.key === "round_starts") return { key: "chapter.round", facts: event.facts, part: true };
  return event.key === "played" ? { key: "chapter.set", facts: event.facts } : null;
}
