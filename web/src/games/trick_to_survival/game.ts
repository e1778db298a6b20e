// The Trick To Survival on the page.

import { g, gw } from "../../words/words.svelte";
import type { Choice } from "../../protocol";
import type { BoardState, GameModule, View } from "../game";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import { markOf } from "./facts";
import { actionName, cardName, countName, suitName } from "./say";
import { figureOf } from "./secrets";
import { sounds } from "./sounds";
import { beats, chapter, tell, variant } from "./story";
import { suitOf } from "./suits";
import { words } from "./words";

const CARD = /^[FWAMHS]\d+$/;
const NAMED: Record<string, string> = { role: "role", trait: "trait", event_id: "event_name", time: "time", question: "question", wins: "trait_text", does: "way" };

function fact(name: string, value: unknown): string {
  const text = String(value);
  if (NAMED[name]) return g(`${NAMED[name]}.${text}`) ?? text;
  if (name === "way") return text;
  if (name === "token") return countName(text);
  if (CARD.test(text)) return cardName(text);
  return /^[FWAMHS]$/.test(text) || text === "nothing" ? suitName(text) : text;
}

function mark(name: string, value: unknown) {
  const text = String(value);
  const suit = (CARD.test(text) || /^[FWAMHS]$/.test(text)) && !NAMED[name] && name !== "way" ? suitOf(text) : null;
  return suit && { tone: suit.tone, ink: "#fffbe9", icon: suit.icon };
}

function tip({ view, seat, acting }: BoardState): string {
  if (!acting.includes(seat)) return "wait";
  if (["raise", "pool", "extra", "spare", "food"].includes(view.question)) return "leader";
  if (view.step === "noon") return "noon";
  if (view.step === "camp") return view.day === 1 ? "campFirst" : "camp";
  return "challenge";
}

/** What is asked, in the words of the case: what was led, whether one holds it, what the action does. */
function phrase(table: BoardState): string {
  const { view } = table;
  const me = table.seat >= 0 ? view.seats[table.seat] : null;
  if (view.question === "play" && me) {
    if (!me.alive) return gw("phrase.play.dead");
    if (!view.led) return gw("phrase.play.lead");
    const facts = { led: suitName(view.led), trump: suitName(view.challenge?.[0] ?? "") };
    const holds = (me.hand ?? []).some((code: string) => code[0] === view.led);
    return gw(holds ? (view.led === view.challenge?.[0] ? "phrase.play.trump" : "phrase.play.follow") : "phrase.play.void", facts);
  }
  if (view.question === "target" && table.legal.length) return gw(`phrase.target.${markOf(table, table.legal[0]!) || "look"}`);
  if (view.question === "modify" && table.standing.some((fact) => fact.key === "trick" && fact.facts.enough)) return gw("phrase.modify.enough");
  return gw(`phrase.${view.question}`);
}

/** One answer only, and no card of the hand is the reason: everybody sees that there is nothing to decide. */
function obvious(view: View, seat: number, legal: Choice[]): Choice | null {
  const only = legal.length === 1 ? legal[0]! : null;
  if (!only || /^(play|place|swap|switch|decline)/.test(only.text)) return null;
  return only.text === "pass" && view.seats[seat].cards > 0 ? null : only;
}

function fate(view: View, seat: number) {
  const { alive, trait, trait_name } = view.seats[seat];
  return { word: gw(alive ? "fate.safe" : "fate.dead"), secret: g(`trait.${trait}`) ?? trait_name ?? "", text: `${g(`trait_text.${trait}`) ?? ""} ${figureOf(trait, view, seat)}`.trim() };
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
const SOUNDS: Record<string, string> = {
  played: "card",
  placed: "card",
  took: "river",
  switched: "river",
  boosted: "token",
  changed: "token",
  gained: "token",
  taken: "token",
  given: "token",
  provisioned: "token",
  assigned: "token",
  offered: "offer",
  accepted: "token",
  success: "success",
  failure: "failure",
  wounded: "hurt",
  all_wounded: "hurt",
  lacks: "hurt",
  healed: "heal",
  all_healed: "heal",
  ward_taken: "ward",
  ward_used: "ward",
  crafted: "craft",
  camp_comes: "fire",
  challenge: "challenge",
  week_starts: "deal",
};

export const game: GameModule = {
  Board,
  Card,
  words,
  beats,
  tell,
  variant,
  chapter,
  asides: ["dealt", "turned_up", "leads_first", "role", "trait", "chose", "upkeep"],
  mark,
  fact,
  fate,
  tip,
  phrase,
  obvious,
  sayAction: (text, table) => actionName(text, table.names),
  clause: (view) => CLAUSES[view.question as string] ?? "TTS-88",
  trick: { plays: ["played"], ends: ["success", "failure"] },
  deals: ["week_starts"],
  sound: (event) => SOUNDS[event.key] ?? null,
  sounds,
  clauses: { en: () => import("virtual:rules/trick_to_survival"), ja: () => import("virtual:rules/ja/trick_to_survival") },
};
