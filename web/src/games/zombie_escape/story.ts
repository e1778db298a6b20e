// How a match of Zombie Escape is told: causes, beats, chapters. A danger is told, never reckoned.

import type { Event, Update } from "../../protocol";
import type { Beat, Chapter, Told, View } from "../game";

const of = (story: Event[], ...keys: string[]): Event[] => story.filter((event) => keys.includes(event.key));
const seatOf = (event: Event): number => Number(event.facts.seat);
const numberOf = (code: string): number => Number.parseInt(code, 10);
const byNumber = (a: string, b: string): number => numberOf(a) - numberOf(b);

/** How many of which number come, how dangerous the herd is now, and where somebody is caught. */
export function tell(story: Event[], { earlier, before, after }: Told): Event[] {
  const caught = of(story, "caught")[0];
  const led = of([...earlier, ...story], "led").at(-1);
  const card = of(story, "led", "followed")[0]?.facts.card as string | undefined;
  const danger = (seat: number): number | undefined => {
    if (caught && seatOf(caught) === seat) return Number(caught.facts.danger);
    return (caught ? before?.if_played?.[card ?? ""]?.danger : after?.seats?.[seat]?.danger) ?? undefined;
  };
  const joins = of(story, "returned", "moved");
  return story.map((event) => {
    if (event.key === "caught" && led) return { ...event, facts: { ...event.facts, location: led.facts.location } };
    if (!joins.includes(event)) return event;
    const cards = event.facts.cards as string[];
    const now = event === joins.at(-1) ? danger(seatOf(event)) : undefined;
    return { ...event, facts: { ...event.facts, herd: `${cards.length}x${numberOf(cards[0] ?? "")}`, count: cards.length, ...(now ? { danger: now } : {}) } };
  });
}

/** The herd in front of whoever has just played, before and after others join it. */
function laid(before: View, played: Event): View {
  const view = structuredClone(before);
  const seat = view.seats[seatOf(played)];
  const card = String(played.facts.card);
  Object.assign(seat, { played: card, zombie: [card], danger: numberOf(card), size: 1, cards: seat.cards - 1 });
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
    Object.assign(seat, { size: seat.zombie.length, danger: facts.danger ?? null });
  }
  return view;
}

export function beats(before: View, { story }: Update): Beat[] {
  const played = of(story, "led", "followed")[0];
  const joins = of(story, "returned", "moved");
  const caught = of(story, "caught")[0];
  if (!played || (!joins.length && !caught)) return afterwards(before, story);
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
  return [...shown, ...afterwards(view, story)];
}

/** What follows the catch: the damage taken, a recovery, the end of the day. */
function afterwards(before: View, story: Event[]): Beat[] {
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
  const rows = day.map(({ facts }) => ({ seat: Number(facts.seat), reasons: [], points: Number(facts.damage), total: Number(facts.record) }));
  shown.push({ view, note: { kind: "day", facts: {} }, events: day, sound: "day", ms: 4800, scene: { kind: "day", key: "scene.day", facts: { day: view.day }, rows, lowest: true } });
  return shown;
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
