// What happens to many is one line: the tokens of an event, the wounds of a failure, everybody's upkeep.

import type { Event } from "../../protocol";
import type { Told } from "../game";

export const of = (story: Event[], ...keys: string[]): Event[] => story.filter((event) => keys.includes(event.key));
export const seatOf = (event: Event): number => Number(event.facts.seat);
const SUITS = ["F", "W", "A", "M", "H", "S"];

/** What an ending gave one seat. */
export interface Row {
  seat: number;
  paid?: string[]; // of the upkeep
  missing?: string[];
  saved?: number; // wounds that a ward took
  wounds?: number;
  trait?: string;
  met?: boolean; // whether the secret held
  won?: boolean;
  word?: string; // what became of the seat, a key of the game's words
}

const byWhy = (key: string, why: string) => (event: Event) => event.key === key && event.facts.why === why;

/** Neighbours of a kind become one line with all their seats, if there are several; `same` facts are equal in all of them. */
function together(story: Event[], key: string, isOne: (event: Event) => boolean, same: string[] = []): Event[] {
  const joined: Event[] = [];
  for (let i = 0; i < story.length; ) {
    const first = story[i]!;
    const isOther = (event: Event) => !isOne(event) || same.some((name) => event.facts[name] !== first.facts[name]);
    const end = story.findIndex((event, at) => at > i && isOther(event));
    const run = isOne(first) ? story.slice(i, end < 0 ? undefined : end) : [first];
    const seats = [...new Set(run.map(seatOf))];
    const facts = Object.fromEntries(["why", ...same].filter((name) => name in first.facts).map((name) => [name, first.facts[name]]));
    if (seats.length > 1 && seats.length === run.length) joined.push({ key, facts: { ...facts, seats } });
    else joined.push(...run);
    i += run.length;
  }
  return joined;
}

/** What an event gives, seats that get the same in one line. */
function gifts(story: Event[]): Event[] {
  const isOne = byWhy("gained", "event");
  const found = story.filter(isOne);
  const bySeat = new Map(found.map((event) => [seatOf(event), found.filter((one) => seatOf(one) === seatOf(event)).map(({ facts }) => `${facts.suit}${facts.count}`)]));
  if (bySeat.size < 2) return story;
  const lots = [...new Set([...bySeat.values()].map(String))];
  const lines = lots.map((lot) => ({ key: "given", facts: { tokens: lot.split(","), seats: [...bySeat.keys()].filter((seat) => String(bySeat.get(seat)) === lot) } }));
  const first = story.findIndex(isOne);
  return story.flatMap((event, i) => (i === first ? lines : isOne(event) ? [] : [event]));
}

/** What everybody gains at the beginning of a week is one line. */
function provisions(story: Event[]): Event[] {
  const isOne = byWhy("gained", "day_end");
  const first = story.findIndex(isOne);
  return first < 0 ? story : story.flatMap((event, i) => (i === first ? [{ key: "provisioned", facts: {} }] : isOne(event) ? [] : [event]));
}

/** The payments and wounds of a seat's upkeep in one line; a ward that may be used parts them. */
function upkeep(story: Event[], { earlier, before, after }: Told): Event[] {
  if (!of(story, "paid").length && !story.some(byWhy("wounded", "upkeep"))) return story;
  const evening = before?.step === "camp" || before?.step === "upkeep";
  const joined: Event[] = [];
  for (let i = 0; i < story.length; ) {
    const run = runOf(story, i);
    const begun = of([...earlier, ...joined], "upkeep", "lacks", "day_starts").at(-1);
    const goesOn = begun?.facts.seat === story[i]!.facts.seat; // a new day has no seat
    const whole = run.length === SUITS.length || (evening && of(run, "paid").length > 0);
    if (!whole || goesOn) joined.push(...(run.length ? run : [story[i]!]));
    else joined.push(paidBy(run, before?.seats[seatOf(story[i]!)].alive === false, i + run.length === story.length && after?.question === "ward"));
    i += run.length || 1;
  }
  const first = joined.findIndex(({ key }) => key === "upkeep" || key === "lacks");
  const told = of(earlier, "evening", "day_starts").at(-1)?.key === "evening";
  if (first < 0 || told) return joined;
  const short = of(joined, "upkeep").filter((event) => Number(event.facts.count));
  const cause = of(joined, "lacks").length ? "begins" : short.length ? "none" : "whole";
  return joined.toSpliced(first, 0, { key: "evening", facts: { seats: short.map(seatOf), cause } });
}

function paidBy(run: Event[], dead: boolean, asked: boolean): Event {
  const paid = of(run, "paid").map((event) => String(event.facts.suit));
  const missing = dead ? [] : SUITS.filter((suit) => !paid.includes(suit));
  const wounds = of(run, "wounded").at(-1)?.facts.wounds ?? 0;
  return { key: asked && missing.length > of(run, "wounded").length ? "lacks" : "upkeep", facts: { seat: run[0]!.facts.seat, paid, missing, dead, count: missing.length, wounds } };
}

function runOf(story: Event[], from: number): Event[] {
  const first = story[from]!;
  const rest = story.slice(from);
  const isOther = (event: Event) => event.facts.seat !== first.facts.seat || !(event.key === "paid" || byWhy("wounded", "upkeep")(event));
  const end = rest.findIndex(isOther);
  return end < 0 ? rest : rest.slice(0, end);
}

/** Everybody's evening, as far as it was told, for its scene. */
export function eveningOf(earlier: Event[], lines: Event[]): Row[] {
  const tonight = [...earlier.slice(earlier.findLastIndex(({ key }) => key === "day_starts") + 1), ...lines];
  const each = new Map(of(tonight, "upkeep", "lacks").map((event) => [seatOf(event), event])); // once, whatever was told again
  return [...each.values()].map(({ facts }): Row => {
    const mine = tonight.filter((event) => event.facts.seat === facts.seat);
    const wounds = Number(mine.findLast(byWhy("wounded", "upkeep"))?.facts.wounds ?? facts.wounds);
    return { seat: Number(facts.seat), paid: facts.paid as string[], missing: facts.missing as string[], saved: of(mine, "ward_used").length, wounds };
  });
}

export function joined(story: Event[], told: Told): Event[] {
  let lines = gifts(provisions(upkeep(story, told)));
  lines = together(lines, "taken", (event) => byWhy("gained", "outcome")(event) && event.facts.count === 1);
  lines = together(lines, "all_wounded", byWhy("wounded", "wounds"));
  lines = together(lines, "all_wounded", byWhy("wounded", "event"));
  lines = together(lines, "all_paid", ({ key }) => key === "paid", ["suit", "count"]);
  return together(lines, "all_healed", ({ key }) => key === "healed", ["count"]);
}
