// What the coach says, from facts alone: what is certain to follow from two choices, and what they cost by the appraisal.

import type { Advice, Fact, Reason } from "../protocol";

export type Look = "trick" | "track" | "points" | "sets" | "herds" | "needs" | "all";

/** Where to look for each kind of fact; the first kind that tells two choices apart is the nudge. */
const LOOKS: [Look, string[]][] = [
  ["herds", ["returned", "moved", "herd", "safe", "caught", "halves_join", "damage", "flipped"]],
  ["sets", ["makes", "makes_stronger", "breaks", "strongest", "beats", "leaves", "table_empty"]],
  ["trick", ["trick_won", "attack", "attack_coming", "lost", "one_is_nine", "success", "failure", "trick", "leader", "event_comes"]],
  ["track", ["track", "overflow", "rescued"]],
  ["needs", ["gained", "paid", "assigned", "upkeep", "upkeep_kills", "wounded", "healed", "trade", "ward_taken", "spared", "crafted"]],
  ["points", ["points", "change", "round_score", "captured", "token"]],
];

const MOST_FACTS = 3;
const AS_GOOD = 0.03; // at the upper end of the interval: what a review calls as good as the best known
const FEW = 100; // a loss of less than one match in so many is not worth a word

/** The certain facts of one choice that the other does not share. */
export function apart(facts: Fact[], others: Fact[]): Fact[] {
  const known = new Set(others.filter((fact) => fact.certain).map((fact) => JSON.stringify([fact.key, fact.facts])));
  return facts.filter((fact) => fact.certain && !known.has(JSON.stringify([fact.key, fact.facts]))).slice(0, MOST_FACTS);
}

export function lookAt(facts: Fact[]): Look {
  return LOOKS.find(([, keys]) => facts.some((fact) => keys.includes(fact.key)))?.[0] ?? "all";
}

/** The one of the other actions that costs least. */
export function nextBest(advice: Advice): Reason | null {
  const others = advice.reasons.filter((reason) => reason.action !== advice.action && reason.cost !== null);
  return others.reduce<Reason | null>((best, one) => (best === null || one.cost! < best.cost! ? one : best), null);
}

/** How much of a match an action costs for certain: the lower end of the interval. */
export function surelyLost(advice: Advice, action: number): number {
  const other = advice.reasons.find((reason) => reason.action === action);
  return other?.cost == null || other.reach === null ? 0 : Math.max(0, other.cost - other.reach);
}

/** So many matches in which one is lost by it; null where nothing is proved. */
export function oneIn(advice: Advice, action: number): number | null {
  if (surelyLost(advice, action) <= 0) return null;
  const count = Math.round(1 / advice.reasons.find((reason) => reason.action === action)!.cost!);
  return count > FEW ? null : Math.max(2, count);
}

/** What can be said of an action that is not proved to cost anything: as good, or at most one match in so many (0: nothing). */
export function unproved(advice: Advice, action: number): { isEven: boolean; count: number } {
  const other = advice.reasons.find((reason) => reason.action === action);
  const most = other?.cost == null || other.reach === null ? 1 : other.cost + other.reach;
  return { isEven: most < AS_GOOD, count: most > 0.5 ? 0 : Math.floor(1 / most) };
}
