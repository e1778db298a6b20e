// What every game brings to the page, and where to load it from. No rule lives here: views come in, choices go out.

import type { Component } from "svelte";
import type { Language } from "../lib/settings.svelte";
import type { Choice, Event, Fact, Update } from "../protocol";
import type { Tone } from "../lib/tones";
import type { Mark } from "../words/fill";
import type { Pair } from "../words/words.svelte";

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type View = Record<string, any>;

/** Something that happens between two positions and is worth a look: an attack, a rescue, a finished trick. */
export interface Note {
  kind: string;
  facts: Record<string, unknown>;
}

/**
 * One beat of the story: a picture, and the events it tells. Their sentences are the caption on the table, the lines of
 * the log and what a screen reader hears; the director shows all of them at the same time.
 */
export interface Beat {
  view: View;
  note: Note | null;
  events: Event[];
  ms?: number; // how long it rests at normal pace; else as long as its caption takes to read
  sound?: string | null; // else that of its events; null is silence
  scene?: Scene; // an ending that is counted up in front of everybody
}

/** What a game may look at to find the cause of an event: everything told so far, and the pictures before and after it if they are known. */
export interface Told {
  earlier: Event[];
  before: View | null;
  after?: View; // the picture it leads to
}

/** The heading of a group of the log: a key of the game's words with its facts; a part is a round, a day, a week. */
export interface Chapter {
  key: string;
  facts: Record<string, unknown>;
  part?: boolean;
}

/** Why somebody got points: a key of the game's words, how many, and what they add up from if that is worth a number. */
export interface Reason {
  key: string;
  points: number;
  facts?: Record<string, unknown>;
}

export interface SceneRow {
  seat: number;
  reasons: Reason[];
  points: number | null;
  total: number | null;
  won?: boolean;
  word?: string; // what became of this seat, as a key of the game's words, where no points tell it
}

/** The end of something: what it was, and for every seat what it gave and why. */
export interface Scene {
  kind: "trick" | "round" | "day" | "week" | "death" | "haven" | "match";
  key: string; // its title among the game's words
  facts?: Record<string, unknown>;
  rows: SceneRow[];
  lowest?: boolean; // the lowest total leads
}

/** What a board may ask of the table it lies on; the same for a live match, a replay and a lesson. */
export interface BoardState {
  readonly game: string;
  readonly view: View;
  readonly before: View | null;
  readonly note: Note | null;
  /** What the picture on the table tells. */
  readonly events: Event[];
  /** How things stand: facts that need no choice, such as who wins the trick as it lies. */
  readonly standing: Fact[];
  readonly seat: number;
  readonly eyes: number;
  readonly acting: number[];
  readonly legal: Choice[];
  readonly names: string[];
  readonly busy: boolean;
  act(choice: Choice): void;
  ask(text: string): void;
  clock(seat: number): number | null;
  /** What would follow from a choice; nothing while the server has not said. */
  follows(choice: Choice): Fact[];
  /** Somebody looks at a choice, or no longer: its facts come as `foreseen`. */
  consider(choice: Choice | null): void;
}

export interface GameModule {
  Board: Component<{ table: BoardState; foreseen: Fact[] }>;
  words: Record<string, Pair>;
  /** The beats between the view before and the update's own picture, which tells whatever they have not told. */
  beats?(before: View, update: Update): Beat[];
  /** The story with facts its sentences need to name a cause, taken from what was told; lines may be joined. */
  tell?(story: Event[], told: Told): Event[];
  /** Which of an event's sentences fits: `event.KEY.VARIANT`; else the one of its `cause`, else the plain one. */
  variant?(event: Event): string;
  /** Events that are worth a line of the log but no caption. */
  asides?: string[];
  /** Events that a seat is not told of itself: it has just done them. */
  unsaid?: string[];
  /** The group of the log that an event opens, if it opens one; `open` is the group it would else join. */
  chapter?(event: Event, open: { chapter: Chapter | null; events: Event[] }): Chapter | null;
  /** How a fact is marked inside a sentence: a card in the colour of its suit. */
  mark?(name: string, value: unknown): Mark | null;
  /** A fact of an event or an explanation in words: a card, a location, a suit. */
  fact(name: string, value: unknown): string;
  /** What you can do now, in words. */
  phrase(table: BoardState): string;
  /** The answer that is given without asking: the only one, where everybody can see that it is or nobody is there to see (`alone`). */
  obvious?(view: View, seat: number, legal: Choice[], alone: boolean): Choice | null;
  /** The clause that governs this moment, for the rules drawer. */
  clause(view: View): string;
  /** An action in words, where its verb and words are not enough. */
  sayAction?(text: string, table: BoardState): string | null;
  /** Where an action is made on the board, as selectors, where that is neither a card its text names nor its own button. */
  advised?(text: string, table: BoardState): string[];
  /** The face of a card, for the last trick and the lessons. */
  Card?: Component<{ code: string }>;
  Mini?: Component<{ code: string }>; // the same in little room
  /** What is seen behind an ending that is counted up. */
  Vista?: Component<{ kind: string }>;
  /** Which events lay a card into a trick, and which end it. */
  trick?: { plays: string[]; ends: string[] };
  /** What a guide says at this moment: the key of a tip among the words. */
  tip?(table: BoardState): string;
  /** What became of a seat, where no score tells it: in a word, and what its secret card says. */
  fate?(view: View, seat: number): { word: string; secret: string; text: string };
  /** Events with which everybody is dealt a hand. */
  deals?: string[];
  /** Which sound an event makes, if any. */
  sound?(event: Event): string | null;
  /** The sounds of this game by name; those it does not bring are the table's own. */
  sounds?: Record<string, Tone[]>;
  /** The board shows the caption at a place of its own. */
  placesCaption?: boolean;
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
  const load = loaders[name] ?? (() => import("./generic/game").then((m) => m.load(name)));
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
