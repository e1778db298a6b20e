// A game the page has no folder for: its board from what it describes, its words from the server.

import { api } from "../../lib/api";
import { LETTERS } from "../../lib/seats";
import { g, t, type Pair } from "../../words/words.svelte";
import { shell } from "../../words/shell";
import type { BoardState, GameModule } from "../game";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import { addStyles, toneOf } from "./look.svelte";
import { beats, chapter } from "./reading";

const HEADINGS: Record<string, Pair> = { "chapter.round": shell["table.round"], "chapter.trick": shell["table.trick"] };

let own: Record<string, Pair> = {}; // the words of the game on the table

const SOUNDS: Record<string, string> = { played: "card", trick_won: "won", round_starts: "deal" };

/** A place that is not followed by other words for the reader says everybody by name: "Mara plays", never "you plays". */
const byName = (pair: Pair): Pair => (/\{\w+(~|'s)/.test(pair[0]) ? pair : [named(pair[0]), named(pair[1])]);
const named = (template: string) => template.replace(/\{(seat|other)\}/g, "{$1!}");

function phrase({ view }: BoardState): string {
  return g(`phrase.${String(view.phase)}`) ?? (view.phase === "over" ? "" : t("table.generic"));
}

/** Where the words of a verb speak of a seat, the letter after the verb is one. */
function sayAction(text: string, table: BoardState): string | null {
  const [verb, letter] = text.split(" ");
  return letter && own[`action.${verb}`]?.[0].includes("{seat}") ? g(`action.${verb}`, { seat: table.names[LETTERS.indexOf(letter)] ?? letter }) : null;
}

export async function load(name: string): Promise<GameModule> {
  const told = await api.words(name);
  addStyles(told.styles);
  own = Object.fromEntries(Object.entries(told.words).map(([key, pair]) => [key, key.startsWith("action.") ? (pair as unknown as Pair) : byName(pair as unknown as Pair)]));
  const clauses = (language: "en" | "ja") => async () => ({ default: told.rules[language] ?? told.rules.en ?? [] });
  return {
    Board,
    Card,
    words: { ...HEADINGS, [`title.${name}`]: own.title ?? [told.title, told.title], ...own },
    beats,
    chapter,
    asides: ["round_score"],
    fact: (key, value) => g(`${key}.${String(value)}`) ?? String(value),
    mark: (_, value) => {
      const tone = typeof value === "string" ? toneOf(value) : null;
      return tone ? { tone } : null;
    },
    phrase,
    sayAction,
    clause: () => "",
    trick: { plays: ["played"], ends: ["trick_won"] },
    sound: (event) => SOUNDS[event.key] ?? null,
    clauses: { en: clauses("en"), ja: clauses("ja") },
  };
}
