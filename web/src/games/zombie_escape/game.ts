// Zombie Escape on the page.

import type { Event, Update } from "../../protocol";
import { g, gw } from "../../words/words.svelte";
import { happened, type BoardState, type Frame, type GameModule, type View } from "../game";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import { numberOf } from "./marks";
import { cardName, placeName } from "./say";
import { words } from "./words";

const CARD = /^\d+[A-Z]+[a-z]?$/;

function fact(name: string, value: unknown): string {
  const text = String(value);
  if (name === "kind" || g(`damage.${text}`)) return g(`damage.${text}`) ?? text;
  if (CARD.test(text)) return cardName(text);
  return /^[SHMZ]$/.test(text) ? placeName(text) : text;
}

/** The table with the turn's last card on it, herds gathered, before the damage is taken. A danger is told, never reckoned. */
function lastCard(before: View, story: Event[], caught: Event): View {
  const view = structuredClone(before);
  const played = happened(story, "followed")[0] ?? happened(story, "led")[0]!;
  const seat = view.seats[Number(played.facts.seat)];
  const gathered = [...happened(story, "returned"), ...happened(story, "moved")];
  const joined = gathered.flatMap((event) => event.facts.cards as string[]);
  for (const { facts } of happened(story, "moved")) Object.assign(view.seats[Number(facts.other)], { zombie: [], danger: 0 });
  view.graveyard = view.graveyard.filter((code: string) => !joined.includes(code));
  seat.zombie = [...joined, String(played.facts.card)].sort((a, b) => numberOf(a) - numberOf(b));
  const own = before.if_played?.[String(played.facts.card)]?.danger ?? null;
  seat.danger = caught.facts.seat === played.facts.seat ? caught.facts.danger : own;
  seat.takes_part = true;
  seat.hand = seat.hand?.filter((code: string) => code !== played.facts.card) ?? null;
  return view;
}

function frames(before: View, update: Update): Frame[] {
  const caught = happened(update.story, "caught")[0];
  if (!caught) return [];
  const view = lastCard(before, update.story, caught);
  const shown: Frame[] = [
    { view, note: null, ms: 700 },
    { view, note: { kind: "caught", facts: caught.facts }, ms: 1400 },
  ];
  if (happened(update.story, "day_damage").length) shown.push({ view, note: { kind: "day", facts: {} }, ms: 1800 });
  return shown;
}

function phrase({ view }: BoardState): string {
  const key = view.phase === "follow" && view.location === "Z" ? "free" : view.phase;
  return gw(`phrase.${key}`, { place: view.location ? placeName(view.location) : "" });
}

const CLAUSES: Record<string, string> = { lead: "ZMB-27", follow: "ZMB-29", flip: "ZMB-53", over: "ZMB-60" };
const SOUNDS: Record<string, string> = { led: "card", followed: "card", caught: "hurt", recovered: "won" };

export const game: GameModule = {
  Board,
  Card,
  words,
  frames,
  fact,
  phrase,
  tip: ({ view, seat, acting }) => (acting.includes(seat) ? (view.phase as string) : "wait"),
  clause: (view) => CLAUSES[view.phase as string] ?? "",
  trick: { plays: ["led", "followed"], ends: ["caught"] },
  sound: (event) => SOUNDS[event.key] ?? null,
  clauses: { en: () => import("virtual:rules/zombie_escape"), ja: () => import("virtual:rules/ja/zombie_escape") },
  lessons: [
    { cards: ["5Ha", "17S", "8M", "6X"] },
    { cards: ["5Ha", "3Ha", "9H"] },
    { cards: ["2Ha", "2Mb", "2Sa"] },
    { cards: ["9H", "7M", "4Ha"] },
    { cards: ["1X", "999Z"] },
  ],
};
