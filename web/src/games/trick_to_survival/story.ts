// How a match of The Trick To Survival is told: causes, beats, chapters.

import type { Event, Result, Update } from "../../protocol";
import type { Beat, Chapter, Told, View } from "../game";

const of = (story: Event[], ...keys: string[]): Event[] => story.filter((event) => keys.includes(event.key));
const seatOf = (event: Event): number => Number(event.facts.seat);
const SUITS = ["F", "W", "A", "M", "H", "S"];

/** What an ending gave one seat. */
export interface Row {
  seat: number;
  paid?: string[]; // of the upkeep
  missing?: string[];
  wounds?: number;
  trait?: string;
  met?: boolean; // whether the secret held
  won?: boolean;
  word?: string; // what became of the seat, a key of the game's words
}

/** What is trump, to whom a card is worth more, what a placed card does; what happens to many is one line. */
export function tell(story: Event[], { earlier, before }: Told): Event[] {
  const roles = of([...earlier, ...story], "role");
  const told = story.map((event) => {
    const { key, facts } = event;
    const more = (found: Record<string, unknown>): Event => ({ ...event, facts: { ...facts, ...found } });
    if (key === "challenge") return more({ suit: String(facts.card)[0] });
    if (key === "played") return more({ role: roles.find((one) => one.facts.seat === facts.seat)?.facts.role ?? "" });
    if (key === "placed" && before) return more({ cause: `${before.seats[Number(facts.seat)].alive ? "" : "dead."}${String(facts.card)[0]}` });
    if (key === "leader") return more({ cause: of(story, "died").length ? "death" : of(story, "success").length ? "won" : "none" });
    return event;
  });
  return together(together(upkeep(provisions(told)), "taken", isOwnToken), "all_wounded", isOfFailure);
}

const isOwnToken = ({ key, facts }: Event): boolean => key === "gained" && facts.why === "outcome" && facts.count === 1;
const isOfFailure = ({ key, facts }: Event): boolean => key === "wounded" && facts.why === "wounds";

/** Neighbours of a kind as one line with all their seats, if there are several. */
function together(story: Event[], key: string, isOne: (event: Event) => boolean): Event[] {
  const first = story.findIndex(isOne);
  const end = story.findIndex((event, i) => i > first && !isOne(event));
  const run = first < 0 ? [] : story.slice(first, end < 0 ? undefined : end);
  const facts = { seats: run.map(seatOf), why: run[0]?.facts.why };
  return run.length > 1 ? story.toSpliced(first, run.length, { key, facts }) : story;
}

/** What everybody gains at the beginning of a week is one line. */
function provisions(story: Event[]): Event[] {
  const isOne = ({ key, facts }: Event) => key === "gained" && facts.why === "day_end";
  const first = story.findIndex(isOne);
  return first < 0 ? story : story.flatMap((event, i) => (i === first ? [{ key: "provisioned", facts: {} }] : isOne(event) ? [] : [event]));
}

/** The payments and wounds of a seat's upkeep, joined where they are its whole upkeep: six kinds, paid or missing. */
function upkeep(story: Event[]): Event[] {
  if (!of(story, "paid").length && !of(story, "wounded").length) return story;
  const joined: Event[] = [];
  for (let i = 0; i < story.length; i++) {
    const run = runOf(story, i);
    const paid = of(run, "paid").map((event) => String(event.facts.suit));
    if (run.length !== SUITS.length) joined.push(story[i]!);
    else {
      const missing = SUITS.filter((suit) => !paid.includes(suit));
      const wounds = of(run, "wounded").at(-1)?.facts.wounds ?? 0;
      joined.push({ key: "upkeep", facts: { seat: story[i]!.facts.seat, paid, missing, count: missing.length, wounds } });
      i += run.length - 1;
    }
  }
  const first = joined.findIndex((event) => event.key === "upkeep");
  const short = of(joined, "upkeep").filter((event) => Number(event.facts.count));
  return first < 0 ? joined : joined.toSpliced(first, 0, { key: "evening", facts: { seats: short.map(seatOf), cause: short.length ? "none" : "whole" } });
}

function runOf(story: Event[], from: number): Event[] {
  const first = story[from]!;
  const rest = story.slice(from);
  const isOther = ({ key, facts }: Event) => facts.seat !== first.facts.seat || !(key === "paid" || (key === "wounded" && facts.why === "upkeep"));
  const end = rest.findIndex(isOther);
  return end < 0 ? rest : rest.slice(0, end);
}

const REASONS: Record<string, string> = { outcome: "trick", noon: "placed", event: "event", wounds: "failed", upkeep: "upkeep", day_end: "week" };

export function variant({ key, facts }: Event): string {
  if (key === "played") {
    const worth = !facts.special ? "plain" : facts.role ? "more" : "worth";
    return facts.trump ? `${worth}.trump` : worth;
  }
  if (key === "raised") return Number(facts.extras) > 0 ? "extras" : "";
  if (key === "gained" || key === "wounded") return REASONS[String(facts.why)] ?? "";
  if (key === "offered" || key === "trade") return Number(facts.wanted) === 0 ? "gift" : "";
  if (key === "upkeep") return Number(facts.count) === 0 ? "whole" : (facts.paid as string[]).length ? "" : "nothing";
  if (["assigned", "named", "spared"].includes(key) && facts.other === facts.seat) return "self";
  return "";
}

/** The table with every card of the trick on it, before it is judged. */
function fullTrick(before: View, story: Event[]): View {
  const view = structuredClone(before);
  for (const { facts } of of(story, "played")) {
    const seat = view.seats[Number(facts.seat)];
    Object.assign(seat, { played: facts.card, suit: String(facts.card)[0], value: facts.value, chosen: null });
    seat.hand = seat.hand?.filter((code: string) => code !== facts.card) ?? null;
  }
  return view;
}

export function beats(before: View, { story, result, view: after }: Update): Beat[] {
  const judged = of(story, "success", "failure")[0];
  const event = of(story, "event")[0];
  const shown: Beat[] = [];
  const view = fullTrick(before, story);
  const add = (events: Event[], kind: string, facts: Record<string, unknown> = {}, more: Partial<Beat> = {}) => {
    if (events.length) shown.push({ view, note: kind ? { kind, facts } : null, events, ...more });
  };
  if (event || judged) add(of(story, "chose", "played"), "");
  if (event) add([event], "event", { event: event.facts.event_id, event_name: event.facts.event_name }, { ms: 2800, sound: "event" });
  if (judged) {
    const won = of(story, "trick_won");
    const facts = { ...judged.facts, success: judged.key === "success", harmless: before.no_wounds || of(story, "no_wounds").length > 0, winner: won[0]?.facts.seat ?? null };
    add([judged, ...won], "outcome", facts, { ms: 3000 });
    add(of(story, "leader", "taken", "gained").filter((one) => one.key === "leader" || one.facts.why === "outcome"), "tokens");
  }
  const kept = of(story, "upkeep");
  add(of(story, "no_upkeep", "evening", "upkeep"), "upkeep", { day: before.day, rows: kept.map(rowOf) }, { ms: kept.length ? 2000 + 700 * kept.length : 1600, sound: kept.some((one) => Number(one.facts.count)) ? "hurt" : "token" });
  for (const death of of(story, "died")) add([death], "death", deathOf(story, death), { sound: "death", ms: 4200 });
  const week = of(story, "week_starts");
  const day = of(story, "day_starts");
  if (result) add(of(story, "trait_shown", "over"), "end", endOf(after, result, story), { view: after, sound: result.winners.length ? "success" : "death", ms: 6500 });
  else if (week.length) add(week, "week", { ...week[0]!.facts, rows: weekOf(before) }, { sound: "day", ms: 3600 });
  else if (day.length) add(day, "dawn", day[0]!.facts, { view: morning(view, after), sound: "day", ms: 1500 });
  const night = of(story, "challenge").filter((one) => one.facts.time === "night");
  if (!result) add(night, "dusk", {}, { view: { ...after }, sound: "challenge", ms: 1500 });
  return shown;
}

/** The light of the new day over the table as it was. */
const morning = (view: View, after: View): View => ({ ...view, step: "challenge", time: "morning", day: after.day, challenge: null, event: null });

const rowOf = ({ facts }: Event): Row => ({ seat: Number(facts.seat), paid: facts.paid as string[], missing: facts.missing as string[], wounds: Number(facts.wounds) });

/** Who dies, of what, and who leads instead. */
function deathOf(story: Event[], death: Event): Record<string, unknown> {
  const until = story.slice(0, story.indexOf(death));
  const last = until.findLast(({ key, facts }) => (key === "all_wounded" && (facts.seats as number[]).includes(seatOf(death))) || ((key === "wounded" || key === "upkeep") && facts.seat === death.facts.seat));
  const leader = of(story.slice(story.indexOf(death)), "leader")[0];
  return { ...death.facts, why: last?.key === "upkeep" ? "upkeep" : (last?.facts.why ?? "wounds"), leader: leader?.facts.seat };
}

const weekOf = (before: View): Row[] => before.seats.map(({ seat, alive, wounds }: View) => ({ seat, wounds, word: alive ? (wounds ? "fate.heals" : "fate.walks") : "fate.dead" }));

/** Who arrived, who did not, and whose secret was met. */
function endOf(after: View, { winners, ending }: Result, story: Event[]): Record<string, unknown> {
  const shown = of(story, "trait_shown");
  const rows = (after.seats as View[]).map(({ seat, alive, trait }): Row => {
    const won = winners.includes(seat);
    const secret = trait ?? shown.find((event) => seatOf(event) === seat)?.facts.trait;
    return { seat, trait: String(secret ?? ""), won, met: alive ? won : undefined, word: `fate.${alive ? "safe" : "dead"}.${won ? "won" : "lost"}` };
  });
  return { ending, arrived: rows.some((row) => row.met !== undefined), rows };
}

const NOON = ["took", "placed", "passed", "salvaged"];
const CAMP = ["offered", "crafted", "no_upkeep"];

export function chapter(event: Event, open: { chapter: Chapter | null; events: Event[] }): Chapter | null {
  const now = open.chapter?.key ?? "";
  if (event.key === "day_starts") return { key: "chapter.day", facts: event.facts, part: true };
  if (event.key === "challenge") return { key: "chapter.challenge", facts: event.facts };
  if (NOON.includes(event.key) && now === "chapter.challenge") return { key: "chapter.noon", facts: {} };
  if (CAMP.includes(event.key) && now !== "chapter.camp") return { key: "chapter.camp", facts: {} };
  if (event.key === "evening" && now !== "chapter.upkeep") return { key: "chapter.upkeep", facts: {} };
  return null;
}
