// Every sentence on the screen comes from here: a key, its English and its Japanese, side by side.

import type { GameModule } from "../games/game";
import { settings } from "../lib/settings.svelte";
import type { Event } from "../protocol";
import { shell } from "./shell";

/** English and Japanese. */
export type Pair = readonly [string, string];
export type Key = keyof typeof shell;
export type Facts = Record<string, string | number>;

let added = $state.raw<Record<string, Pair>>({});

/** The words of the game that is on the table now. */
export function addWords(words: Record<string, Pair>): void {
  added = words;
}

/** `{count}` is a fact; `{count:card|cards}` is the first word for one and the second for more. */
function fill(pair: Pair, facts: Facts): string {
  const text = pair[settings.language === "ja" ? 1 : 0];
  const counted = text.replace(/\{(\w+):(\w*)\|(\w*)\}/g, (_, name: string, one: string, many: string) => (Number(facts[name]) === 1 ? one : many));
  return counted.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));
}

export function t(key: Key, facts: Facts = {}): string {
  return fill(shell[key], facts);
}

/** A word of a game; null if the game has none by this key. */
export function g(key: string, facts: Facts = {}): string | null {
  const pair = added[key];
  return pair ? fill(pair, facts) : null;
}

/** A word of a game that must be there. */
export function gw(key: string, facts: Facts = {}): string {
  return g(key, facts) ?? key;
}

const SEATS = new Set(["seat", "other", "turn", "leader", "owner", "partner", "target", "from", "to", "to_act", "asked"]);

function inWords(facts: Record<string, unknown>, names: string[], module: GameModule | null): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, factInWords(name, value, names, module)]),
  );
}

function factInWords(name: string, value: unknown, names: string[], module: GameModule | null): string {
  if (typeof value === "number" && SEATS.has(name) && !module?.words[`number.${name}`]) return names[value] ?? "–";
  if (Array.isArray(value)) return listed(value.map((item) => factInWords(name.replace(/s$/, ""), item, names, module)));
  return module?.fact(name, value) ?? String(value);
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: string[]): string {
  if (settings.language === "ja") return items.join("、");
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** One line of the story; empty for events that are not worth a line. */
export function sentence(event: Event, names: string[], module: GameModule | null): string {
  const words = inWords(event.facts, names, module);
  const nobody = Number(event.facts.other) < 0 ? g(`event.${event.key}.nobody`, words) : null;
  return nobody ?? g(`event.${event.key}`, words) ?? "";
}

/** Why something is not allowed: by clause and facts; by the server's English if we have no words for the clause. */
export function whyNot(
  module: GameModule | null,
  clause: string,
  english: string,
  facts: Record<string, unknown>,
  names: string[],
): string {
  const words = inWords(facts, names, module);
  const known = clause && (facts.why ? g(`why.${clause}.${String(facts.why)}`, words) : null);
  return known || (clause && g(`why.${clause}`, words)) || english || t("error.illegal");
}

export function errorWords(key: string): string {
  const known = `error.${key}`;
  return known in shell ? t(known as Key) : t("error.unknown");
}
