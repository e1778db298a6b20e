// How a match of Zombie Escape is told: causes, beats, chapters. A danger is told, never reckoned.

import type { Event, Result, Update } from "../../protocol";
import type { Beat, Chapter, Reason, Scene, SceneRow, Told, View } from "../game";
import { numberOf } from "./codes.ts";

const of = (story: Event[], ...keys: string[]): Event[] => story.filter((event) => keys.includes(event.key));
const seatOf = (event: Event): number => Number(event.facts.seat);
const byNumber = (a: string, b: string): number => numberOf(a) - numberOf(b);

const AT_A_PLACE = ["followed", "returned", "moved", "caught"];

/** Which number calls how many of which, and where somebody plays or is caught. */
export function tell(story: Event[], { earlier, before }: Told): Event[] {
  return story.flatMap((event, i) => {
    const led = of([...earlier, ...story.slice(0, i)], "led").at(-1); // several turns may be told at once
    const place = led?.facts.location ?? before?.location;
    const facts: Record<string, unknown> = place && AT_A_PLACE.includes(event.key) ? { ...event.facts, location: place } : event.facts;
    if (before && event.key === "day_damage" && story[i - 1]?.key !== "day_damage") return [...nightOf(story, before), event];
    if (event.key === "took") return { ...event, facts: { ...facts, cause: fateOf(event, story, before) } };
    if (event.key !== "returned" && event.key !== "moved") return { ...event, facts };
    const cards = facts.cards as string[];
    const caller = of([...earlier, ...story.slice(0, i)], "led", "followed").at(-1);
    const number = caller && { number: numberOf(String(caller.facts.card)) };
    return { ...event, facts: { ...facts, ...number, herd: `${cards.length}x${numberOf(cards[0] ?? "")}`, count: cards.length } };
  });
}

/** That a day is over, and who did not live to see the next. */
function nightOf(story: Event[], { day, end_damage: end }: View): Event[] {
  const seats = of(story, "day_damage").filter(({ facts }) => facts.dead).map(seatOf);
  return [{ key: "day_over", facts: { day } }, ...(seats.length ? [{ key: "torn", facts: { seats, end } }] : [])];
}

export function variant({ key, facts }: Event): string {
  if (key === "over" && facts.reversal) return "reversal";
  return (key === "returned" || key === "moved") && facts.danger === 1000 ? "thousand" : "";
}

/** What else is to be said of a damage card: nobody leads after the last, and a rescue may come too early. */
function fateOf({ facts }: Event, story: Event[], before: View | null): string {
  if (of(story, "over").length) return "last";
  return before?.damage_kinds?.[String(facts.kind)]?.recovery === "last_turn" && !of(story, "recovered").length ? "early" : "none";
}

/** Whether the zombie bears the location, as far as the rules have said. */
const isHere = ({ facts }: Event): boolean => facts.cause !== "away";

/** The herd in front of whoever has just played, before and after others join it. */
function laid(before: View, played: Event): View {
  const view = structuredClone(before);
  const seat = view.seats[seatOf(played)];
  const card = String(played.facts.card);
  Object.assign(seat, { played: card, zombie: [card], danger: numberOf(card), size: 1, cards: seat.cards - 1, takes_part: isHere(played) });
  seat.hand = seat.hand?.filter((code: string) => code !== card) ?? null;
  if (played.key === "led") view.location = played.facts.location;
  view.if_played = null;
  return view;
}

function gathered(before: View, joins: Event[]): View {
  const view = structuredClone(before);
  for (const { key, facts } of joins) {
    const cards = facts.cards as string[];
    const seat = view.seats[Number(facts.seat)];
    if (key === "moved") Object.assign(view.seats[Number(facts.other)], { zombie: [], danger: 0, size: 0 });
    view.graveyard = view.graveyard.filter((code: string) => !cards.includes(code));
    seat.zombie = [...seat.zombie, ...cards].sort(byNumber);
    Object.assign(seat, { size: seat.zombie.length, danger: facts.danger, takes_part: isHere({ key, facts }) });
  }
  return view;
}

export function beats(before: View, { story, result }: Update): Beat[] {
  const played = of(story, "led", "followed")[0];
  const joins = of(story, "returned", "moved");
  const caught = of(story, "caught")[0];
  if (!played || (!joins.length && !caught)) return afterwards(before, story, result);
  let view = laid(before, played);
  const shown: Beat[] = [{ view, note: null, events: [played], ms: 700 }];
  for (const join of joins) {
    view = gathered(view, [join]);
    const note = { kind: join.key, facts: join.facts };
    if (caught || join !== joins.at(-1)) shown.push({ view, note, events: [join], sound: "rise" });
  }
  if (!caught) return shown;
  view = structuredClone(view);
  Object.assign(view.seats[seatOf(caught)], { danger: caught.facts.danger, takes_part: true });
  shown.push({ view, note: { kind: "caught", facts: caught.facts }, events: [caught], ms: 1900 });
  return [...shown, ...afterwards(view, story, result)];
}

/** What follows the catch: the damage taken, a recovery, the end of the day. */
function afterwards(before: View, story: Event[], result: Result | null): Beat[] {
  const shown: Beat[] = [];
  const hurt = of(story, "took", "recovered", "flipped");
  let view = before;
  if (hurt.length && (of(story, "took").length || of(story, "day_damage").length)) {
    view = structuredClone(before);
    for (const { key, facts } of hurt) move(view.seats[Number(facts.seat)], key, String(facts.kind));
    shown.push({ view, note: { kind: "damage", facts: hurt[0]!.facts }, events: hurt });
  }
  const day = of(story, "day_damage");
  if (!day.length) return shown;
  shown.push({ view, note: { kind: "day", facts: {} }, events: [...of(story, "day_over"), ...day], sound: "day", ms: 5200, scene: dayOf(view, day) });
  view = nightfall(view, day);
  const over = of(story, "over");
  if (!over.length) return shown;
  const dead = day.filter(({ facts }) => facts.dead);
  if (dead.length) shown.push({ view, note: { kind: "death", facts: {} }, events: of(story, "torn"), sound: "caught", ms: 3600, scene: deathOf(dead) });
  shown.push({ view, note: { kind: "end", facts: {} }, events: over, sound: "won", ms: 5200, scene: endOf(day, over[0]!, result?.winners ?? []) });
  return shown;
}

const rowOf = ({ facts }: Event): SceneRow => ({ seat: Number(facts.seat), reasons: [], points: Number(facts.damage), total: Number(facts.record) });

/** Every seat's damage by the cards that lie face up, two halves to a whole. */
function dayOf(view: View, day: Event[]): Scene {
  const rows = day.map((event) => ({ ...rowOf(event), reasons: reasonsOf(view, view.seats[seatOf(event)].face_up as string[], event) }));
  return { kind: "day", key: "scene.day", facts: { day: view.day }, rows, lowest: true };
}

function reasonsOf(view: View, kinds: string[], { facts }: Event): Reason[] {
  const counts = new Map<string, number>();
  for (const kind of kinds) if (view.damage_kinds[kind].wholes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const found: Reason[] = [...counts].map(([kind, count]) => ({ key: count > 1 ? "reason.cards" : "reason.card", points: count * view.damage_kinds[kind].wholes, facts: { kind, count } }));
  if (facts.pairs) found.push({ key: "reason.halves", points: Number(facts.pairs) });
  if (facts.odd) found.push({ key: "reason.half", points: 0 });
  return found;
}

function deathOf(dead: Event[]): Scene {
  const rows = dead.map((event) => ({ ...rowOf(event), points: null, word: "fate.torn" }));
  return { kind: "death", key: "scene.death", facts: {}, rows, lowest: true };
}

function endOf(day: Event[], { facts }: Event, winners: number[]): Scene {
  const rows = day.map((event) => {
    const row = { ...rowOf(event), points: null, won: winners.includes(seatOf(event)) };
    return { ...row, word: row.won && facts.reversal ? "fate.reversed" : event.facts.dead ? "fate.dead" : row.won ? "fate.escaped" : "fate.hurt" };
  });
  return { kind: "match", key: facts.reversal ? "scene.reversal" : "scene.match", facts: {}, rows, lowest: !facts.reversal };
}

/** The day's damage is in the records, and today has none any more. */
function nightfall(before: View, day: Event[]): View {
  const view = structuredClone(before);
  for (const { facts } of day) Object.assign(view.seats[Number(facts.seat)], { record: facts.record, day_damage: 0, half: false, face_up: [], face_down: [] });
  return view;
}

function move(seat: View, key: string, kind: string): void {
  if (key === "took") seat.face_up = [...seat.face_up, kind];
  else {
    const at = seat.face_up.indexOf(kind);
    if (at >= 0) seat.face_up = seat.face_up.toSpliced(at, 1);
    seat.face_down = [...seat.face_down, kind];
  }
}

export function chapter(event: Event): Chapter | null {
  if (event.key === "day_starts") return { key: "chapter.day", facts: event.facts, part: true };
  return event.key === "revealed" ? { key: "chapter.turn", facts: event.facts } : null;
}
