// The face of each game on the home page.

import type { Component } from "svelte";
import Scout from "../games/scout/Art.svelte";
import TenTricksLater from "../games/ten_tricks_later/Art.svelte";
import TrickToSurvival from "../games/trick_to_survival/Art.svelte";
import ZombieEscape from "../games/zombie_escape/Art.svelte";
import type { GameFace } from "../protocol";
import { settings } from "../lib/settings.svelte";
import { shell } from "../words/shell";
import { g, t, type Key } from "../words/words.svelte";

export const art: Record<string, Component> = {
  ten_tricks_later: TenTricksLater,
  scout: Scout,
  zombie_escape: ZombieEscape,
  trick_to_survival: TrickToSurvival,
};

export function gameTitle(name: string, face?: GameFace): string {
  const key = `game.${name}.title`;
  return key in shell ? t(key as Key) : (g(`title.${name}`) ?? face?.title ?? name.replaceAll("_", " "));
}

export function gamePitch(face: GameFace): string {
  const key = `game.${face.name}.pitch`;
  return key in shell && (settings.language === "ja" || !face.pitch) ? t(key as Key) : face.pitch;
}
