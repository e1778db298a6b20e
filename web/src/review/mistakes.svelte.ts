// Mistakes of this browser's matches, coming back at growing intervals. They are kept here and nowhere else.

import type { ReviewDecision } from "../protocol";
import { isAtLeast } from "./reviewed";

export interface Mistake {
  match: string;
  number: number;
  level: number; // how often in a row it was right
  due: number;
}

const KEY = "lasttrick.mistakes";
const MOST = 500;
const DAY = 86_400_000;
const DAYS = [1, 3, 7, 14, 30, 60];

function load(): Mistake[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

const state = $state({ all: load() });

function keep(all: Mistake[]): void {
  state.all = all.slice(-MOST);
  localStorage.setItem(KEY, JSON.stringify(state.all));
}

const isSame = (one: Mistake, match: string, number: number) => one.match === match && one.number === number;

/** The mistakes of one's own seat are remembered; those that are known already stay as they are. */
export function noteMistakes(match: string, seat: number, decisions: ReviewDecision[]): void {
  const found = decisions.filter((one) => one.seat === seat && isAtLeast(one, "slip"));
  const fresh = found.filter(({ number }) => !state.all.some((one) => isSame(one, match, number)));
  if (fresh.length) keep([...state.all, ...fresh.map(({ number }) => ({ match, number, level: 0, due: Date.now() }))]);
}

/** Those whose time has come, the longest due first. */
export function dueMistakes(now = Date.now()): Mistake[] {
  return state.all.filter((one) => one.due <= now).sort((a, b) => a.due - b.due);
}

export function mistakesOf(match: string): Mistake[] {
  return state.all.filter((one) => one.match === match).sort((a, b) => a.number - b.number);
}

/** Right at once, and it comes back later than the last time; otherwise tomorrow. */
export function noteAnswer(mistake: Mistake, wasRight: boolean): void {
  const level = wasRight ? mistake.level + 1 : 0;
  const days = DAYS[Math.min(level, DAYS.length) - 1] ?? 1;
  keep(state.all.map((one) => (isSame(one, mistake.match, mistake.number) ? { ...one, level, due: Date.now() + days * DAY } : one)));
}

/** A match that is gone takes its mistakes with it. */
export function forgetMistakes(match: string): void {
  keep(state.all.filter((one) => one.match !== match));
}
