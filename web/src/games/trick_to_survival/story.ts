// How a match of The Trick To Survival is told: causes, beats, chapters.

import type { Event, Result, Update } from "../../protocol";
import type { Beat, Chapter, Scene, Told, View } from "../game";

const of = (story: Event[], ...keys: string[]): Event[] => story.filter((event) => keys.includes(event.key));
const seatOf = (event: Event): number => Number(event.facts.seat);
const SUITS = ["F", "W", "A", "M", "H", "S"];

/** Why a card is worth more, why a challenge failed, what a token or a wound is for; one line of upkeep a seat. */
export function tell(story: Event[], { earlier, before, after }: Told): Event[] {
  const all = [...earlier, ...story];
  const judged = of(story, "success", "failure")[0];
  const spared = of(story, "spared").length > 0;
  const placed = of(story, "placed")[0];
  const need = after?.trumps_needed ?? before?.trumps_needed;
  const told = story.map((event) => {
    const { key, facts } = event;
    if (key === "played") return withFacts(event, { role: of(all, "role").find((one) => one.facts.seat === facts.seat)?.facts.role ?? "" });
    if (event === judged && before?.trumps_needed !== undefined) return withFacts(event, { need: before.trumps_needed ?? need });
    if (key === "gained" && judged) return withFacts(event, { why: "trick" });
    if (key === "gained" && placed && placed.facts.seat === facts.seat) return withFacts(event, { why: "placed" });
    if (key === "wounded" && (spared || judged)) return withFacts(event, { why: "failed" });
    return event;
  });
  return upkeep(told);
}

const withFacts = (event: Event, more: Record<string, unknown>): Event => ({ ...event, facts: { ...event.facts, ...more } });

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
  return joined;
}

function runOf(story: Event[], from: number): Event[] {
  const first = story[from]!;
  const rest = story.slice(from);
  const end = rest.findIndex((event) => !["paid", "wounded"].includes(event.key) || event.facts.seat !== first.facts.seat || event.facts.why);
  return end < 0 ? rest : rest.slice(0, end);
}

export function variant({ key, facts }: Event): string {
  if (key === "played") return facts.value === Number(String(facts.card).slice(1)) ? "plain" : facts.role ? "" : "worth";
  if (key === "failure" && facts.need !== undefined) {
    const few = Number(facts.trumps) < Number(facts.need);
    return few && Number(facts.sum) < Number(facts.needed) ? "both" : few ? "trumps" : "sum";
  }
  if (key === "gained" || key === "wounded") return String(facts.why ?? "");
  if (key === "offered") return Number(facts.wanted) === 0 ? "gift" : "";
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
  const add = (events: Event[], note: Beat["note"], more: Partial<Beat> = {}) => {
    if (events.length) shown.push({ view, note, events, ...more });
  };
  if (event || judged) add(of(story, "chose", "played"), null);
  if (event) add([event], { kind: "event", facts: { event: event.facts.event_id, event_name: event.facts.event_name } }, { ms: 2800, sound: "event" });
  if (judged) {
    const won = of(story, "trick_won");
    const facts = { ...judged.facts, success: judged.key === "success", winner: won[0]?.facts.seat ?? null };
    add([judged, ...won], { kind: "outcome", facts }, { ms: 2400 });
  }
  if (judged) add(of(story, "leader", "gained"), { kind: "tokens", facts: {} });
  add(of(story, "no_upkeep"), { kind: "upkeep", facts: {} });
  for (const paid of of(story, "upkeep")) add([paid], { kind: "upkeep", facts: paid.facts }, { sound: Number(paid.facts.count) ? "hurt" : "token" });
  for (const death of of(story, "died")) add([death], { kind: "death", facts: death.facts }, { sound: "death", ms: 3200, scene: deathOf(death) });
  if (result) add(of(story, "trait_shown", "over"), { kind: "end", facts: {} }, { sound: "success", ms: 6000, scene: endOf(after, result, of(story, "trait_shown")) });
  if (of(story, "week_starts").length && !result) add(of(story, "week_starts"), { kind: "week", facts: {} }, { sound: "day", ms: 2600, scene: weekOf(story, before) });
  return shown;
}

const deathOf = (death: Event): Scene => ({ kind: "death", key: "scene.death", facts: death.facts, rows: [{ seat: seatOf(death), reasons: [], points: null, total: null, word: "fate.dead" }] });

function weekOf(story: Event[], before: View): Scene {
  const rows = before.seats.map((seat: View) => ({ seat: seat.seat, reasons: [], points: null, total: null, word: seat.alive ? "fate.walks" : "fate.dead" }));
  return { kind: "week", key: "scene.week", facts: of(story, "week_starts")[0]!.facts, rows };
}

/** Who arrived, who did not, and whose secret was met. */
function endOf(after: View, { winners, ending }: Result, shown: Event[]): Scene {
  const secret = (seat: number) => shown.find((event) => seatOf(event) === seat)?.facts.trait;
  const rows = (after.seats as View[]).map(({ seat, alive }) => ({
    seat,
    reasons: secret(seat) ? [{ key: `trait.${secret(seat)}`, points: 0 }] : [],
    points: null,
    total: null,
    won: winners.includes(seat),
    word: `fate.${alive ? "safe" : "dead"}.${winners.includes(seat) ? "won" : "lost"}`,
  }));
  return { kind: winners.length ? "haven" : "match", key: `ending.${ending}`, rows };
}

const NOON = ["took", "placed", "passed", "salvaged"];
const CAMP = ["offered", "crafted", "no_upkeep"];

export function chapter(event: Event, open: { chapter: Chapter | null; events: Event[] }): Chapter | null {
  const now = open.chapter?.key ?? "";
  if (event.key === "day_starts") return { key: "chapter.day", facts: event.facts, part: true };
  if (event.key === "challenge") return { key: "chapter.challenge", facts: event.facts };
  if (NOON.includes(event.key) && now === "chapter.challenge") return { key: "chapter.noon", facts: {} };
  if (CAMP.includes(event.key) && now !== "chapter.camp") return { key: "chapter.camp", facts: {} };
  if (event.key === "upkeep" && now !== "chapter.upkeep") return { key: "chapter.upkeep", facts: {} };
  return null;
}
