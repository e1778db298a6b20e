// Every sentence on the screen comes from here: a key, its English and its Japanese, side by side.

import type { Chapter, GameModule } from "../games/game";
import { settings } from "../lib/settings.svelte";
import type { Event, Fact } from "../protocol";
import { fill, places, plain, type Piece, type Word, type Words } from "./fill";
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

const isJapanese = (): boolean => settings.language === "ja";

function pieces(pair: Pair, words: Words): Piece[] {
  return fill(pair[isJapanese() ? 1 : 0], words, t("seat.your"));
}

function inPieces(facts: Facts): Words {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { pieces: [{ text: String(value) }], value }]));
}

export function t(key: Key, facts: Facts = {}): string {
  return plain(fill(shell[key][isJapanese() ? 1 : 0], inPieces(facts), "", false));
}

/** A word of a game; null if the game has none by this key. */
export function g(key: string, facts: Facts = {}): string | null {
  const pair = added[key];
  return pair ? plain(fill(pair[isJapanese() ? 1 : 0], inPieces(facts), "", false)) : null;
}

/** A word of a game that must be there. */
export function gw(key: string, facts: Facts = {}): string {
  return g(key, facts) ?? key;
}

const SEATS = new Set(["seat", "other", "turn", "leader", "owner", "partner", "target", "from", "to", "to_act", "asked"]);

function inWords(facts: Record<string, unknown>, names: string[], module: GameModule | null, you = -1): Words {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, word(name, value, names, module, you)]));
}

function word(name: string, value: unknown, names: string[], module: GameModule | null, you: number): Word {
  if (typeof value === "number" && SEATS.has(name) && !module?.words[`number.${name}`]) {
    const mine = value >= 0 && value === you;
    return { pieces: [{ text: mine ? t("seat.you") : (names[value] ?? "–") }], you: mine, named: names[value] ?? "–" };
  }
  if (Array.isArray(value)) return { pieces: joined(value.map((item) => word(name.replace(/s$/, ""), item, names, module, you).pieces)) };
  const text = module?.fact(name, value) ?? String(value);
  const mark = module?.mark?.(name, value);
  return { pieces: [mark ? { text, mark } : { text }], value };
}

function joined(items: Piece[][]): Piece[] {
  const between = (i: number) => (isJapanese() ? "、" : i === items.length - 1 ? " and " : ", ");
  return items.flatMap((item, i) => (i ? [{ text: between(i) }, ...item] : item));
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: string[]): string {
  if (settings.language === "ja") return items.join("、");
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** The cause that the rules tell with an event, in a word of theirs; of the end of a match it is how it ended. */
const causeOf = ({ key, facts: { cause, ending } }: Event): string => (key === "over" ? String(ending) : cause && cause !== "none" ? String(cause) : "");

/** One line of the story, in pieces; none for events that are not worth a line. `you` is the reader's seat. */
export function tellPieces(event: Event, names: string[], module: GameModule | null, you = -1): Piece[] {
  if (you >= 0 && event.facts.seat === you && module?.unsaid?.includes(event.key)) return [];
  const words = inWords(event.facts, names, module, you);
  const key = `event.${event.key}`;
  const variant = module?.variant?.(event) || causeOf(event) || (Number(event.facts.other) < 0 ? "nobody" : "");
  const pair = (variant && added[`${key}.${variant}`]) || added[key];
  if (!pair) return [];
  const known = places(pair[0]).every((name) => name in words);
  return pieces(known ? pair : (added[`${key}.bare`] ?? pair), words);
}

export function sentence(event: Event, names: string[], module: GameModule | null, you = -1): string {
  return plain(tellPieces(event, names, module, you));
}

/** What would follow, in pieces: the words `fact.KEY`. */
export function factPieces(fact: Fact, names: string[], module: GameModule | null, you = -1): Piece[] {
  const variant = module?.variant?.(fact) || (Number(fact.facts.other) < 0 ? "nobody" : "");
  const pair = (variant && added[`fact.${fact.key}.${variant}`]) || added[`fact.${fact.key}`];
  return pair ? pieces(pair, inWords(fact.facts, names, module, you)) : [];
}

/** A term of a judgement: the words `term.KEY`, inside a sentence. */
export function termText(term: { key: string; facts: Record<string, unknown> }, names: string[], module: GameModule | null, you = -1): string {
  const pair = added[`term.${term.key}`];
  return pair ? plain(fill(pair[isJapanese() ? 1 : 0], inWords(term.facts, names, module, you), t("seat.your"), false)) : "";
}

/** A question that came with its own words, by language. */
export function question(text: Record<string, string>, facts: Record<string, unknown>, names: string[], module: GameModule | null, you: number): string {
  return plain(fill(text[settings.language] ?? text.en ?? "", inWords(facts, names, module, you), t("seat.your")));
}

/** The heading of a group of the log. */
export function heading(chapter: Chapter, names: string[], module: GameModule | null, you = -1): string {
  const pair = added[chapter.key];
  return pair ? plain(pieces(pair, inWords(chapter.facts, names, module, you))) : "";
}

function flat(words: Words): Facts {
  return Object.fromEntries(Object.entries(words).map(([name, one]) => [name, plain(one.pieces)]));
}

/** Why something is not allowed: by clause and facts; by the server's English if we have no words for the clause. */
export function whyNot(
  module: GameModule | null,
  clause: string,
  english: string,
  facts: Record<string, unknown>,
  names: string[],
): string {
  const words = flat(inWords(facts, names, module));
  const known = clause && (facts.why ? g(`why.${clause}.${String(facts.why)}`, words) : null);
  return known || (clause && g(`why.${clause}`, words)) || english || t("error.illegal");
}

export function errorWords(key: string): string {
  const known = `error.${key}`;
  return known in shell ? t(known as Key) : t("error.unknown");
}
