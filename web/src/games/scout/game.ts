// SCOUT on the page.

import { inHand, ownButton } from "../../lib/places";
import { g, gw } from "../../words/words.svelte";
import type { BoardState, GameModule } from "../game";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import { numbers, toneOf } from "./numbers";
import { sounds } from "./sounds";
import { beats, chapter, tell, variant } from "./story";
import { words } from "./words";

const ENDS: Record<string, string> = { L: "left", R: "right" };

function fact(name: string, value: unknown): string {
  const text = String(value);
  if (name === "rotated") return g(`rotated.${text}`) ?? text;
  if (name === "why") return g(`beats.${text}`) ?? text;
  if (name === "kind") return g(`kind.${text}`) ?? text;
  if (name === "position" || name === "start") return String(Number(value) + 1); // people count from one
  if (typeof value === "number" && value < 0) return `−${-value}`;
  if (name === "block" || name === "table") return text.split(" ").map((face) => face.split("/")[0]).join("-");
  return g(`end.${ENDS[text] ?? text}`) ?? g(`word.${text}`) ?? text;
}

const CARD = /^\d+\/\d+$/;

function mark(_: string, value: unknown) {
  const text = String(value);
  return CARD.test(text) ? { tone: toneOf(numbers(text)[0]), ink: "#fff8e6" } : null;
}

function phraseKey({ view, legal }: BoardState): string {
  if (view.phase !== "turn") return view.phase as string;
  if (!view.table.length) return "free";
  return legal.length && !legal.some((choice) => choice.text.startsWith("play")) ? "onlyScout" : "turn";
}

/** An action in words: the cards it plays, or the card it takes and where that goes. */
function sayAction(text: string, { view, eyes }: BoardState): string {
  const [verb, ...words] = text.split(" ");
  if (verb === "rotate") return gw(`rotate.${words[0]}`);
  if (verb === "play") {
    const [start, length] = words.map(Number) as [number, number];
    const cards = ((view.seats[eyes]?.hand ?? []) as string[]).slice(start, start + length);
    return gw("action.play", { word: gw(`word.${view.words.play}`), cards: cards.map((face) => face.split("/")[0]).join("-") });
  }
  const [end, way, place] = words;
  const card = (view.table as string[]).at(end === "L" ? 0 : -1) ?? "";
  return gw(`action.${verb}`, { card, word: gw(`word.${view.words.double}`), way: gw(`word.${way}`), at: Number(place) + 1 });
}

function tip(table: BoardState): string {
  if (!table.acting.includes(table.seat)) return "wait";
  const key = phraseKey(table);
  return key === "onlyScout" ? "turn" : key;
}

const CLAUSES: Record<string, string> = { rotate: "SCT-11", double: "SCT-28", over: "SCT-42" };
const SOUNDS: Record<string, string> = { played: "card", captured: "won", scouted: "scout", token: "token", marker_paid: "double", round_starts: "deal" };

/** A Play names its first card by its place and how many follow; a Scout the end of the set that is taken and the place it goes to. */
function advised(text: string, { view, seat }: BoardState): string[] {
  const [verb, first, length] = text.split(" ");
  if (verb === "rotate") return [ownButton(text)];
  if (verb !== "play") return [`[data-end="${first}"]`, `[data-${verb}]`, `[data-into="${text.split(" ").at(-1)}"]`];
  const hand: string[] = view.seats?.[seat]?.hand ?? [];
  return hand.slice(Number(first), Number(first) + Number(length)).map(inHand);
}

export const game: GameModule = {
  Board,
  Card,
  words,
  beats,
  tell,
  variant,
  chapter,
  asides: ["played_from", "round_score", "answered", "hand_shown", "inserted"],
  unsaid: ["played_from"],
  mark,
  fact,
  sayAction,
  advised,
  tip,
  phrase: (table) => gw(`phrase.${phraseKey(table)}`),
  clause: (view) => CLAUSES[view.phase as string] ?? (view.table?.length ? "SCT-17" : "SCT-16"),
  trick: { plays: ["played"], ends: ["played"] },
  deals: ["round_starts"],
  sound: (event) => SOUNDS[event.key] ?? null,
  sounds,
  clauses: { en: () => import("virtual:rules/scout"), ja: () => import("virtual:rules/ja/scout") },
};
