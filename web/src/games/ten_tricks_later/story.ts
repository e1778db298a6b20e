// How a match of 10 Tricks Later is told: causes, beats, chapters. Only what was told is shown; no rule is reckoned here.

import type { Event, Update } from "../../protocol";
import type { Beat, Chapter, Reason, SceneRow, Told, View } from "../game";

const of = (story: Event[], ...keys: string[]): Event[] => story.filter((event) => keys.includes(event.key));
const seatOf = (event: Event): number => Number(event.facts.seat);
const AT_ONCE = 2; // tracks: more sentences have no room in the caption of a phone

/** The cards of the trick that this story ends, by seat: those that were told, and those that lay there when the page came. */
function trickCards(story: Event[], earlier: Event[], before: View | null): Map<number, string> {
  const all = [...earlier, ...story];
  const end = all.findLastIndex((event) => event.key === "trick_won");
  const start = all.slice(0, end).findLastIndex((event) => event.key === "trick_won" || event.key === "round_starts");
  const told = of(all.slice(start + 1, end), "played").map((event): [number, string] => [seatOf(event), String(event.facts.card)]);
  const lay = ((before?.seats ?? []) as View[]).flatMap((seat): [number, string][] => (seat.played ? [[seat.seat, seat.played]] : []));
  return new Map([...told, ...lay]);
}

/** Once nobody is asked for wishes any more: whether the 8 comes in, and who leads. What another puts aside is not told. */
function opening(story: Event[], { earlier, before, after }: Told): Event[] {
  const asked = before ? before.phase !== "play" : of(story, "answered").length > 0;
  if (!asked || after?.phase !== "play") return story;
  const round = [...earlier, ...story];
  const wished = of(round.slice(round.findLastIndex((event) => event.key === "round_starts")), "wished").length;
  const out: Event[] = wished ? [] : [{ key: "kept_out", facts: {} }];
  return [...story, ...out, { key: "leads", facts: { seat: after.lead, round: after.round } }];
}

/** Before the scores: what counts. */
function withScoring(story: Event[]): Event[] {
  const first = story.findIndex((event) => event.key === "round_score");
  return first < 0 ? story : story.toSpliced(first, 0, { key: "round_over", facts: {} });
}

/** With what a trick was won, what attacks, who is taken in, and which card moved a track. */
export function tell(story: Event[], known: Told): Event[] {
  const { earlier, before } = known;
  const won = of(story, "trick_won")[0];
  if (!won) return opening(story, known);
  const cards = trickCards(story, earlier, before);
  const infected = [...cards.values()].filter((card) => card.startsWith("P"));
  const survivors = [...cards.values()].filter((card) => !card.startsWith("P"));
  const more: Record<string, (event: Event) => Record<string, unknown> | false> = {
    trick_won: (event) => (cards.has(seatOf(event)) ? { card: cards.get(seatOf(event)), led: cards.get(seatOf(event))![0] } : {}),
    attack: () => infected.length > 0 && ({ cards: infected, count: infected.length, losses: of(story, "lost").length, stood: before?.seats?.[seatOf(won)]?.upper?.length ?? 1, fallen: of(story, "lost").map((event) => event.facts.card) }),
    track: (event) => (seatOf(event) === seatOf(won) ? { falls: true } : cards.has(seatOf(event)) && { card: cards.get(seatOf(event)) }),
    overflow: (event) => ({ card: cards.get(seatOf(event)) ?? "" }),
    lost: () => ({ level: of(story, "attack")[0]?.facts.level ?? "" }),
    rescued: (event) => ({ value: String(event.facts.card)[1] ?? "" }),
  };
  const told = withScoring(story).map((event) => (more[event.key] ? { ...event, facts: { ...event.facts, ...more[event.key]!(event) } } : event));
  if (!survivors.length) return told;
  const hit = told.findLastIndex((event) => ["trick_won", "attack", "lost"].includes(event.key) || (event.key === "track" && seatOf(event) === seatOf(won)));
  return told.toSpliced(hit + 1, 0, { key: "gathered", facts: { seat: seatOf(won), count: survivors.length } });
}

export function variant({ key, facts }: Event): string {
  if (key === "track") return facts.falls ? "falls" : "";
  if (key === "round_starts" || key === "leads") return Number(facts.round) === 1 ? "first" : "";
  if (key === "attack") return facts.losses === 0 ? (facts.stood === 0 ? "empty" : "harmless") : Number(facts.losses) > 3 ? "many" : "";
  return "";
}

const byValue = (a: string, b: string): number => Number(a[1]) - Number(b[1]) || "RGYBP".indexOf(a[0]!) - "RGYBP".indexOf(b[0]!);

/** The picture after one more event. */
export function after(before: View, event: Event): View {
  const view = structuredClone(before);
  const seat = view.seats[seatOf(event)];
  const card = String(event.facts.card);
  if (event.key === "played") {
    seat.played = card;
    view.ahead = view.attack = null; // nobody has said yet who is, and how strong an attack
    seat.cards -= 1;
    seat.hand = seat.hand?.filter((code: string) => code !== card) ?? null;
  } else if (event.key === "lost") {
    seat.upper = seat.upper.filter((code: string) => code !== card);
    seat.lost = [...seat.lost, card].sort(byValue);
  } else if (event.key === "track") seat.track = Number(event.facts.after);
  else if (event.key === "rescued") {
    seat.upper = seat.upper.filter((code: string) => code !== card);
    seat.lower = [...seat.lower, card];
    seat.track = Number(event.facts.track);
  } else if (event.key === "ban_ends") view.ban = false;
  return view;
}

/** The winner has taken the trick: the Survivors stand outside, the Infected are gone. */
export function taken(before: View, winner: number): View {
  const view = structuredClone(before);
  const cards = view.seats.map((seat: View) => seat.played as string | null).filter((card: string | null) => card && !card.startsWith("P"));
  view.seats[winner].upper = [...view.seats[winner].upper, ...cards].sort(byValue);
  for (const seat of view.seats) seat.played = null;
  view.ahead = view.attack = null;
  view.lead = winner;
  view.tricks += 1;
  return view;
}

export function beats(before: View, { story }: Update): Beat[] {
  const played = of(story, "played")[0];
  const won = of(story, "trick_won")[0];
  if (!played || !won) return [];
  const winner = seatOf(won);
  const attack = of(story, "attack")[0];
  let view = after(before, played);
  view.attack = attack?.facts.level ?? null;
  const shown: Beat[] = [{ view, note: null, events: [played], ms: 650 }];
  const add = (events: Event[], note: Beat["note"], more: Partial<Beat> = {}) => {
    if (events.length) shown.push({ view, note, events, ...more });
  };
  const nines = of(story, "one_is_nine");
  for (const nine of nines) add([nine], { kind: "nine", facts: nine.facts });
  add([won], { kind: "trick", facts: { winner, nines: nines.map((event) => event.facts.card) } });
  const lost = of(story, "lost");
  const falls = of(story, "track").filter((event) => seatOf(event) === winner); // only an attack moves a winner's track
  if (attack) {
    const facts = { ...attack.facts, winner, lost: lost.map((event) => event.facts.card) };
    add([attack, ...lost], { kind: "attack", facts }, { sound: lost.length ? "attack" : "repelled" });
    view = [...lost, ...falls].reduce(after, view);
    add(falls, { kind: "tracks", facts: { winner, seats: [winner] } });
  }
  view = taken(view, winner);
  add(of(story, "gathered"), null);
  const tracks = of(story, "track", "overflow").filter((event) => seatOf(event) !== winner);
  for (let from = 0; from < tracks.length; from += AT_ONCE) {
    const some = tracks.slice(from, from + AT_ONCE);
    view = some.reduce(after, view);
    add(some, { kind: "tracks", facts: { seats: some.map(seatOf) } });
  }
  for (const rescue of of(story, "rescued")) {
    view = after(view, rescue);
    add([rescue], { kind: "rescue", facts: rescue.facts });
  }
  const ban = of(story, "ban_ends");
  view = ban.reduce(after, view);
  add(ban, { kind: "ban", facts: {} });
  const scores = of(story, "round_score");
  add(of(story, "round_over", "round_score"), { kind: "round", facts: {} }, { sound: "round", ms: 5200, scene: { kind: "round", key: "scene.round", facts: { round: view.round }, rows: scores.map(row) } });
  return shown;
}

/** What the round gave a seat, by its reasons. */
function row({ facts }: Event): SceneRow {
  const [inside, bonus, lost, score] = [facts.inside, facts.bonus, facts.lost, facts.score].map(Number) as [number, number, number, number];
  const reasons: Reason[] = [
    { key: "reason.inside", points: inside },
    { key: "reason.track", points: bonus },
    { key: "reason.lost", points: -lost },
    { key: "reason.floor", points: score - (inside + bonus - lost) },
  ];
  return { seat: Number(facts.seat), points: score, total: Number(facts.total), reasons: reasons.filter((one) => one.points) };
}

export function chapter(event: Event, open: { chapter: Chapter | null; events: Event[] }): Chapter | null {
  if (event.key === "round_starts") return { key: "chapter.round", facts: event.facts, part: true };
  if (event.key !== "played") return null;
  const number = open.chapter?.key === "chapter.trick" ? Number(open.chapter.facts.trick) : 0;
  if (number && !of(open.events, "trick_won").length) return null;
  return { key: "chapter.trick", facts: { trick: number + 1 } };
}
