// The Trick To Survival on the page.

import type { Event, Update } from "../../protocol";
import { g, gw } from "../../words/words.svelte";
import { happened, type BoardState, type Frame, type GameModule, type View } from "../game";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import { actionName, cardName, suitName } from "./say";
import { words } from "./words";

const CARD = /^[FWAMHS]\d+$/;
const NAMED: Record<string, string> = { role: "role", trait: "trait", event_id: "event_name", time: "time" };

function fact(name: string, value: unknown): string {
  const text = String(value);
  if (NAMED[name]) return g(`${NAMED[name]}.${text}`) ?? text;
  if (CARD.test(text)) return cardName(text);
  return /^[FWAMHS]$/.test(text) || text === "nothing" ? suitName(text) : text;
}

/** The table with every card of the trick on it, before it is judged. */
function fullTrick(before: View, story: Event[]): View {
  const view = structuredClone(before);
  for (const { facts } of happened(story, "played")) {
    const seat = view.seats[Number(facts.seat)];
    Object.assign(seat, { played: facts.card, suit: String(facts.card)[0], value: facts.value, chosen: null });
    seat.hand = seat.hand?.filter((code: string) => code !== facts.card) ?? null;
  }
  return view;
}

function frames(before: View, update: Update): Frame[] {
  const shown: Frame[] = [];
  const event = happened(update.story, "event")[0];
  const outcome = happened(update.story, "success")[0] ?? happened(update.story, "failure")[0];
  if (!event && !outcome) return [];
  const view = fullTrick(before, update.story);
  if (event) {
    const facts = { event: event.facts.event_id, event_name: event.facts.event_name };
    shown.push({ view, note: { kind: "event", facts }, ms: 2600 });
  }
  if (outcome) {
    const winner = happened(update.story, "trick_won")[0]?.facts.seat ?? null;
    const facts = { ...outcome.facts, success: outcome.key === "success", winner };
    shown.push({ view, note: { kind: "outcome", facts }, ms: 1600 });
  }
  return shown;
}

function tip({ view, seat, acting }: BoardState): string {
  if (!acting.includes(seat)) return "wait";
  if (["raise", "pool", "extra", "spare", "food"].includes(view.question)) return "leader";
  if (view.step === "noon") return "noon";
  return view.step === "camp" ? "camp" : "challenge";
}

function fate(view: View, seat: number) {
  const { alive, trait, trait_name } = view.seats[seat];
  return { word: gw(alive ? "fate.safe" : "fate.dead"), secret: g(`trait.${trait}`) ?? trait_name ?? "", text: g(`trait_text.${trait}`) ?? "" };
}

const CLAUSES: Record<string, string> = {
  raise: "TTS-22",
  play: "TTS-24",
  night: "TTS-39",
  modify: "TTS-28",
  pool: "TTS-34",
  extra: "TTS-34",
  spare: "TTS-36",
  noon: "TTS-40",
  camp: "TTS-63",
  offer: "TTS-64",
  ward: "TTS-70",
  reveal: "TTS-72",
};
const SOUNDS: Record<string, string> = { played: "card", success: "won", failure: "hurt", wounded: "hurt", died: "hurt" };

export const game: GameModule = {
  Board,
  Card,
  words,
  frames,
  fact,
  fate,
  tip,
  phrase: ({ view }) => gw(`phrase.${view.question}`),
  sayAction: (text, table) => actionName(text, table.names),
  clause: (view) => CLAUSES[view.question as string] ?? "TTS-88",
  trick: { plays: ["played"], ends: ["success", "failure"] },
  sound: (event) => SOUNDS[event.key] ?? null,
  clauses: { en: () => import("virtual:rules/trick_to_survival"), ja: () => import("virtual:rules/ja/trick_to_survival") },
  lessons: [
    { cards: ["F4", "W7", "A2", "M9", "H5", "S8"] },
    { cards: ["W6"] },
    { cards: ["F8", "F3", "W5"] },
    { cards: ["M7", "H4", "W9"] },
    { cards: ["S3", "A6"] },
  ],
};
