// What every game brings to the page, and where to load it from. No rule lives here: views come in, choices go out.

import type { Component } from "svelte";
import type { Language } from "../lib/settings.svelte";
import type { Choice, Event, Update } from "../protocol";
import type { Pair } from "../words/words.svelte";

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type View = Record<string, any>;

/** Something that happens between two positions and is worth a look: an attack, a rescue, a finished trick. */
export interface Note {
  kind: string;
  facts: Record<string, unknown>;
}

/** One picture of the match: a view, what is happening in it, and how long it rests. */
export interface Frame {
  view: View;
  note: Note | null;
  ms: number;
}

/** What a board may ask of the table it lies on; the same for a live match, a replay and a lesson. */
export interface BoardState {
  readonly game: string;
  readonly view: View;
  readonly before: View | null;
  readonly note: Note | null;
  readonly seat: number;
  readonly eyes: number;
  readonly acting: number[];
  readonly legal: Choice[];
  readonly names: string[];
  readonly busy: boolean;
  act(choice: Choice): void;
  ask(text: string): void;
  clock(seat: number): number | null;
}

export interface GameModule {
  Board: Component<{ table: BoardState }>;
  words: Record<string, Pair>;
  /** The pictures between the view before and the update's own. */
  frames?(before: View, update: Update): Frame[];
  /** A fact of an event or an explanation in words: a card, a location, a suit. */
  fact(name: string, value: unknown): string;
  /** What you can do now, in words. */
  phrase(table: BoardState): string;
  /** The clause that governs this moment, for the rules drawer. */
  clause(view: View): string;
  /** An action in words, where its verb and words are not enough. */
  sayAction?(text: string, table: BoardState): string | null;
  /** The face of a card, for the last trick and the lessons. */
  Card?: Component<{ code: string }>;
  /** Which events lay a card into a trick, and which end it. */
  trick?: { plays: string[]; ends: string[] };
  /** What a guide says at this moment: the key of a tip among the words. */
  tip?(table: BoardState): string;
  /** What became of a seat, where no score tells it: in a word, and what its secret card says. */
  fate?(view: View, seat: number): { word: string; secret: string; text: string };
  /** Which sound an event makes, if any. */
  sound?(event: Event): string | null;
  /** The cards of each page of the introduction; its words are learn.1, learn.2 … */
  lessons?: { cards: string[] }[];
  /** The clauses of the rules page, in each language of the page. */
  clauses: Record<Language, () => Promise<{ default: { id: string; text: string }[] }>>;
}

export const loaders: Record<string, () => Promise<GameModule>> = {
  ten_tricks_later: () => import("./ten_tricks_later/game").then((m) => m.game),
  scout: () => import("./scout/game").then((m) => m.game),
  zombie_escape: () => import("./zombie_escape/game").then((m) => m.game),
  trick_to_survival: () => import("./trick_to_survival/game").then((m) => m.game),
};

export async function loadGame(name: string): Promise<GameModule> {
  const load = loaders[name] ?? (() => import("./generic/game").then((m) => m.game));
  return load();
}

/** The choices by their text in the game's notation. */
export function byText(legal: Choice[]): Map<string, Choice> {
  return new Map(legal.map((choice) => [choice.text, choice]));
}

/** The choices whose text begins with a verb, with the words after it. */
export function withVerb(legal: Choice[], verb: string): { choice: Choice; words: string[] }[] {
  return legal
    .filter((choice) => choice.text.split(" ")[0] === verb)
    .map((choice) => ({ choice, words: choice.text.split(" ").slice(1) }));
}

/** Seats clockwise, beginning after the one whose eyes we have, that one last. */
export function around(players: number, eyes: number): number[] {
  const first = Math.max(eyes, 0);
  return Array.from({ length: players }, (_, i) => (first + 1 + i) % players);
}

export function happened(story: Event[], key: string): Event[] {
  return story.filter((event) => event.key === key);
}
