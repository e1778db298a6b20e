// 10 Tricks Later on the page.

import type { Event, Update } from "../../protocol";
import { g, gw } from "../../words/words.svelte";
import { happened, type BoardState, type Frame, type GameModule, type View } from "../game";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import { cardName } from "./say";
import { words } from "./words";

const CARD = /^[RGYBP]\d$/;

function fact(_: string, value: unknown): string {
  const text = String(value);
  if (CARD.test(text)) return cardName(text);
  return g(`colour.${text}`) ?? text;
}

/** The position with the last card of the trick on the table, before anything is taken. */
function withCard(before: View, played: Event): View {
  const view = structuredClone(before);
  const seat = view.seats[Number(played.facts.seat)];
  seat.played = played.facts.card;
  seat.hand = seat.hand?.filter((code: string) => code !== played.facts.card) ?? null;
  return view;
}

/** The final position with the rescues from number `from` on not yet made. */
function beforeRescue(after: View, rescues: Event[], from: number): View {
  const view = structuredClone(after);
  for (const { facts } of rescues.slice(from).reverse()) {
    const seat = view.seats[Number(facts.seat)];
    const card = String(facts.card);
    seat.lower = seat.lower.filter((code: string) => code !== card);
    seat.upper = [...seat.upper, card].sort((a: string, b: string) => Number(a[1]) - Number(b[1]));
    seat.track = Number(facts.track) + Number(card[1]);
  }
  return view;
}

function frames(before: View, update: Update): Frame[] {
  const played = happened(update.story, "played")[0];
  const won = happened(update.story, "trick_won")[0];
  if (!played || !won) return [];
  const winner = Number(won.facts.seat);
  const full = withCard(before, played);
  const shown: Frame[] = [{ view: full, note: { kind: "trick", facts: { winner } }, ms: 950 }];
  const attack = happened(update.story, "attack")[0];
  const lost = happened(update.story, "lost").map((event) => event.facts.card);
  if (attack)
    shown.push({ view: full, note: { kind: "attack", facts: { ...attack.facts, winner, lost } }, ms: lost.length ? 1400 : 900 });
  if (happened(update.story, "round_score").length)
    return [...shown, { view: full, note: { kind: "round", facts: {} }, ms: 1800 }];
  const rescues = happened(update.story, "rescued");
  rescues.forEach((event, i) =>
    shown.push({ view: beforeRescue(update.view, rescues, i), note: { kind: "rescue", facts: event.facts }, ms: 420 }),
  );
  return shown;
}

function phraseKey({ view, seat, legal }: BoardState): string {
  if (view.phase === "over") return "over";
  if (view.phase === "wish") return legal.length === 1 ? "noWish" : "wish";
  if (view.phase === "give") return "give";
  if (view.lead === seat) return view.ban ? "leadBan" : "leadAny";
  const led = view.seats[view.lead]?.played as string | null;
  return led?.startsWith("P") ? "infectedLed" : led ? "follow" : "leadAny";
}

function phrase(table: BoardState): string {
  const led = table.view.seats[table.view.lead]?.played as string | null | undefined;
  return gw(`phrase.${phraseKey(table)}`, { colour: led ? gw(`colour.${led[0]}`) : "" });
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
  return view.seats?.[view.lead]?.played ? "TTL-20" : "TTL-16";
}

const SOUNDS: Record<string, string> = { played: "card", trick_won: "won", lost: "hurt", rescued: "card" };

export const game: GameModule = {
  Board,
  Card,
  words,
  frames,
  fact,
  phrase,
  sayAction,
  tip,
  clause,
  trick: { plays: ["played"], ends: ["trick_won"] },
  sound: (event) => SOUNDS[event.key] ?? null,
  clauses: { en: () => import("virtual:rules/ten_tricks_later"), ja: () => import("virtual:rules/ja/ten_tricks_later") },
  lessons: [
    { cards: ["R4", "G2", "Y7", "B5", "P3"] },
    { cards: ["R8", "R2", "R5"] },
    { cards: ["R8", "P6", "R3"] },
    { cards: ["G5", "B2", "Y3"] },
    { cards: ["Y8", "Y1"] },
  ],
};
