import { gw, listed } from "../../words/words.svelte";
import type { View } from "../game";
import type { Tonight } from "./facts";

export const suitName = (letter: string): string => gw(`suit.${letter}`);

/** A card in words: `Food 7`. */
export function cardName(code: string): string {
  return gw("cardName", { suit: suitName(code[0] ?? ""), value: code.slice(1) });
}

/** `F2`: two Food; `-`: nothing. */
export function countName(text: string): string {
  return text === "-" ? gw("nothing") : gw("count", { count: text.slice(1), suit: suitName(text[0] ?? "") });
}

/** What placing a card of this suit does at noon, for the living and for the dead. */
export function deedOf(suit: string, alive: boolean): string {
  return `${suitName(suit)} · ${gw(`${alive ? "deed" : "deadDeed"}.${suit}`)}`;
}

const SEAT = new Set(["spare", "name", "target"]);

/** An action in words. */
export function actionName(text: string, names: string[]): string {
  const [verb, a = "", b = "", c = ""] = text.split(" ");
  const who = (seat: string) => names[Number(seat)] ?? seat;
  if (verb === "assign" && b === "-") return gw("act.giveUp", { suit: suitName(a) });
  if (SEAT.has(verb!) && a === "-") return gw(`nobody.${verb}`);
  if (verb === "raise") return gw("act.raise", { m: a });
  if (SEAT.has(verb!)) return gw(`act.${verb}`, { who: who(a) });
  if (verb === "assign") return gw("act.assign", { suit: suitName(a), who: who(b) });
  if (verb === "steal" || verb === "boost" || verb === "change") return gw(`act.${verb}`, { who: who(a), suit: suitName(b) });
  if (verb === "swap") return gw("act.swap", { card: cardName(a), who: who(b) });
  if (verb === "switch") return gw("act.switch", { card: cardName(a), day: b });
  if (verb === "play" || verb === "place") return gw(`act.${verb}`, { card: cardName(a) });
  if (verb === "gain" || verb === "give") return gw(`act.${verb}`, { suit: suitName(a) });
  if (verb === "offer") return gw("act.offer", { who: who(a), give: countName(b), want: countName(c) });
  return gw(`act.${text.replace(" ", "_")}`);
}

/** An open offer in words, with whoever makes it. */
export function offerName(text: string, from: string, names: string[]): string {
  const [, to = "", give = "", want = ""] = text.split(" ");
  const facts = { from, who: names[Number(to)] ?? to, give: countName(give), want: countName(want) };
  return gw(want === "-" ? "offerGift" : "offerFrom", facts);
}

/** What a role is good for: what it crafts, and whose cards count more. */
export function roleText(seat: View): string {
  return gw("roleText", { input: suitName(seat.input), output: suitName(seat.output), specialty: suitName(seat.specialty) });
}

/** What the evening will take from somebody, if nothing changes. */
export function tonightText({ missing, dies }: Tonight, short = false): string {
  if (!missing.length) return gw("tonight.well");
  if (short) return gw(dies ? "tonight.shortDeath" : "tonight.short", { count: missing.length });
  return gw(dies ? "tonight.dies" : "tonight.lacks", { missing: listed(missing.map(suitName)), count: missing.length });
}
