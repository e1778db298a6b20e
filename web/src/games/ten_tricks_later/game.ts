// 10 Tricks Later on the page.

import type { Choice } from "../../protocol";
import { g, gw } from "../../words/words.svelte";
import type { BoardState, GameModule, View } from "../game";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import Chip from "./Chip.svelte";
import { cardName } from "./say";
import { sounds } from "./sounds";
import { beats, chapter, tell, variant } from "./story";
import { suitOf } from "./suits";
import { words } from "./words";

const CARD = /^[RGYBP]\d$/;

function fact(_: string, value: unknown): string {
  const text = String(value);
  if (CARD.test(text)) return cardName(text);
  return g(`colour.${text}`) ?? text;
}

function mark(_: string, value: unknown) {
  const text = String(value);
  const suit = CARD.test(text) ? suitOf(text) : null;
  return suit && { tone: suit.tone, ink: suit.ink };
}

function phraseKey({ view, seat, legal }: BoardState): string {
  if (view.phase === "over") return "over";
  if (view.phase === "wish") return legal.length === 1 ? "noWish" : "wish";
  if (view.phase === "give") return "give";
  if (view.lead === seat) return view.ban ? "leadBan" : "leadAny";
  const led = view.seats[view.lead]?.played as string | null;
  if (!led || led.startsWith("P")) return led ? "infectedLed" : "leadAny";
  return { 20: "follow", 21: "followOne", 22: "followNone" }[following(view, led)];
}

/** Which of the clauses about following is the case, by the hand in sight. */
function following(view: View, led: string): 20 | 21 | 22 {
  const hand = (view.seats as { hand: string[] | null; played: string | null }[]).find((seat) => seat.hand)?.hand ?? [];
  const held = hand.filter((code) => code[0] === led[0]).length;
  return held > 1 ? 20 : held ? 21 : 22;
}

function phrase(table: BoardState): string {
  const led = table.view.seats[table.view.lead]?.played as string | null | undefined;
  const said = gw(`phrase.${phraseKey(table)}`, { colour: led ? gw(`colour.${led[0]}`) : "" });
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Whoever was dealt an Infected cannot wish. To people that silence would tell; bots do not listen. */
function obvious(view: View, _: number, legal: Choice[], alone: boolean): Choice | null {
  return alone && view.phase === "wish" && legal.length === 1 ? legal[0]! : null;
}

function sayAction(text: string): string | null {
  return text.startsWith("wish") ? gw(`choice.${text.replace(" ", "_")}`) : null;
}

function tip({ view, seat, acting }: BoardState): string {
  if (!acting.includes(seat)) return "wait";
  if (view.phase === "wish" || view.phase === "give") return view.phase;
  if (view.lead === seat) return view.ban ? "leadBan" : "lead";
  const infected = (view.seats as { played: string | null }[]).some((s) => s.played?.startsWith("P"));
  return infected ? "danger" : "follow";
}

function clause(view: View): string {
  if (view.phase === "wish") return "TTL-57";
  if (view.phase === "give") return "TTL-58";
  const led = view.seats?.[view.lead]?.played as string | null | undefined;
  if (!led) return view.ban ? "TTL-16" : "TTL-17";
  if (led.startsWith("P")) return "TTL-23";
  return { 20: "TTL-20", 21: "TTL-21", 22: "TTL-22" }[following(view, led)];
}

const SOUNDS: Record<string, string> = { played: "card", one_is_nine: "nine", trick_won: "won", lost: "hurt", gathered: "gather", rescued: "rescue", track: "track", round_starts: "deal" };

export const game: GameModule = {
  Board,
  Card,
  Mini: Chip,
  words,
  beats,
  tell,
  variant,
  chapter,
  asides: ["round_score", "lost", "answered"],
  mark,
  fact,
  phrase,
  obvious,
  sayAction,
  tip,
  clause,
  trick: { plays: ["played"], ends: ["trick_won"] },
  deals: ["round_starts"],
  sound: (event) => SOUNDS[event.key] ?? null,
  sounds,
  clauses: { en: () => import("virtual:rules/ten_tricks_later"), ja: () => import("virtual:rules/ja/ten_tricks_later") },
};
