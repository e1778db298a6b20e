// What the server foresees, as the scene shows it: the trick, tonight, the secret. Nothing is computed here.

import type { Choice, Fact } from "../../protocol";
import type { BoardState } from "../game";

export interface Trick {
  sum: number;
  needed: number;
  trumps: number;
  trumps_needed: number;
  enough: boolean;
}

/** What one seat lacks this evening. */
export interface Tonight {
  missing: string[];
  dies: boolean;
  certain: boolean;
}

/** Facts that have a place of their own in the scene; all others are said in words. */
export const IN_PLACE = new Set(["trick", "reward", "upkeep", "upkeep_paid", "upkeep_kills", "no_upkeep", "secret_met", "secret_not_met"]);

const find = (facts: Fact[], key: string): Fact | undefined => facts.find((fact) => fact.key === key);

export const trickOf = (facts: Fact[]): Trick | null => (find(facts, "trick")?.facts as unknown as Trick | undefined) ?? null;

/** Who wins the trick as it lies, or would lie. */
export function winnerOf(facts: Fact[]): { seat: number; certain: boolean } | null {
  const won = find(facts, "trick_won");
  return won ? { seat: Number(won.facts.seat), certain: won.certain } : null;
}

export const rewardOf = (facts: Fact[]): number => Number(find(facts, "reward")?.facts.extras ?? 0);

export const isUpkeepDue = (facts: Fact[]): boolean => facts.some((fact) => fact.key === "upkeep" || fact.key === "upkeep_paid");

/** What a seat lacks tonight; null if these facts do not say. */
export function tonightOf(facts: Fact[], seat: number): Tonight | null {
  const said = facts.find((fact) => (fact.key === "upkeep" || fact.key === "upkeep_paid") && fact.facts.seat === seat);
  const dies = facts.some((fact) => fact.key === "upkeep_kills" && fact.facts.seat === seat);
  if (!said) return null;
  return { missing: (said.facts.missing as string[] | undefined) ?? [], dies, certain: said.certain };
}

/** Whether the secret of a seat is met; null if these facts do not say. */
export function secretOf(facts: Fact[], seat: number): boolean | null {
  const said = facts.find((fact) => fact.key.startsWith("secret_") && fact.facts.seat === seat);
  return said ? said.key === "secret_met" : null;
}

const MARKS: Record<string, string> = { healed: "healed", wounded: "wounded", ward_taken: "ward" };

/** What choosing somebody does to just this one: a wound more or less, a ward. */
export function markOf(table: BoardState, choice: Choice): string {
  const seat = Number(choice.text.split(" ").at(-1));
  const told = table.follows(choice).find((fact) => MARKS[fact.key] && fact.facts.seat === seat);
  return told ? MARKS[told.key]! : "";
}
