// What this person prefers, kept by this browser.

import { FACTORS, type Pace } from "../director/director";

export type Language = "en" | "ja";

export interface Settings {
  language: Language;
  theme: "system" | "dark" | "light";
  speed: Pace;
  sound: boolean;
  confirm: boolean;
  stopMe: boolean; // at tables with bots alone, before a clear mistake
  name: string;
  face: number; // which drawn face is mine; -1: the one my name gives me
}

const KEY = "lasttrick.settings";

function firstLanguage(): Language {
  return navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en";
}

function load(): Settings {
  const defaults: Settings = {
    language: firstLanguage(),
    theme: "system",
    speed: "normal",
    sound: true,
    confirm: true,
    stopMe: false,
    name: "",
    face: -1,
  };
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return defaults;
  }
}

export const settings: Settings = $state(load());

const lightSystem = matchMedia("(prefers-color-scheme: light)");
const calmSystem = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ light: lightSystem.matches, calm: calmSystem.matches });
lightSystem.addEventListener("change", (e) => (system.light = e.matches));
calmSystem.addEventListener("change", (e) => (system.calm = e.matches));

/** Whether things may move across the screen. */
export function mayMove(): boolean {
  return !system.calm && settings.speed !== "none";
}

/** Milliseconds of rest, as this person wants them. */
export function rest(ms: number): number {
  return ms * FACTORS[settings.speed];
}

/** Keep settings and put language and theme on the page; called once, inside an effect root. */
export function applySettings(): void {
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
    document.documentElement.lang = settings.language;
    const light = settings.theme === "light" || (settings.theme === "system" && system.light);
    document.documentElement.dataset.theme = light ? "light" : "dark";
    document.documentElement.dataset.motion = mayMove() ? "full" : "calm";
  });
}
