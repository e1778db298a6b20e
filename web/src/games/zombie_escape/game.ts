// Zombie Escape on the page.

import { g, gw } from "../../words/words.svelte";
import type { BoardState, GameModule } from "../game";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import { MARKS, readCard, toneOf } from "./marks";
import { cardName, placeName } from "./say";
import { sounds } from "./sounds";
import { beats, chapter, tell, variant } from "./story";
import Vista from "./Vista.svelte";
import { words } from "./words";

const CARD = /^\d+[A-Z]+[a-z]?$/;

function fact(name: string, value: unknown): string {
  const text = String(value);
  if (name === "kind" || g(`damage.${text}`)) return g(`damage.${text}`) ?? text;
  if (CARD.test(text)) return cardName(text);
  const herd = name === "herd" ? text.split("x") : null;
  if (herd) return herdName(Number(herd[0]), herd[1]!);
  return /^[SHMZ]$/.test(text) ? placeName(text) : text;
}

function herdName(count: number, number: string): string {
  return g(`herd.${count === 1 ? "one" : count}`, { number }) ?? gw("herd.many", { count, number });
}

function mark(_: string, value: unknown) {
  const text = String(value);
  if (CARD.test(text)) return { tone: toneOf(readCard(text).marks), ink: "#fff9e8" };
  return /^[SHMZ]$/.test(text) ? { tone: MARKS[text]!.tone, ink: "#fff9e8", icon: MARKS[text]!.icon } : null;
}

/** What the case is, not what the rule says: whoever holds nothing of the place is told so. */
function phrase({ view, seat, legal }: BoardState): string {
  const place = view.location ? placeName(view.location) : "";
  if (view.phase !== "follow" || !view.location) return gw(`phrase.${view.phase}`);
  if (view.location === "Z") return gw("phrase.free");
  const hand = (view.seats[seat]?.hand ?? []) as string[];
  const follows = !hand.length || legal.length < hand.length || hand.some((code) => readCard(code).marks.some((mark) => mark.letter === view.location));
  return gw(follows ? "phrase.follow" : "phrase.none", { place });
}

const CLAUSES: Record<string, string> = { lead: "ZMB-27", follow: "ZMB-29", flip: "ZMB-53", over: "ZMB-60" };
const SOUNDS: Record<string, string> = { led: "card", followed: "card", returned: "rise", moved: "rise", caught: "caught", recovered: "won", revealed: "reveal", day_starts: "deal" };

export const game: GameModule = {
  Board,
  Card,
  Vista,
  words,
  beats,
  tell,
  variant,
  chapter,
  asides: ["day_damage"],
  mark,
  fact,
  phrase,
  tip: ({ view, seat, acting }) => (acting.includes(seat) ? (view.phase as string) : "wait"),
  clause: (view) => CLAUSES[view.phase as string] ?? "",
  trick: { plays: ["led", "followed"], ends: ["caught"] },
  deals: ["day_starts"],
  sound: (event) => SOUNDS[event.key] ?? null,
  sounds,
  clauses: { en: () => import("virtual:rules/zombie_escape"), ja: () => import("virtual:rules/ja/zombie_escape") },
};
