// Short sounds, made here; heard after the first touch, unless this person has muted them.

import { settings } from "./settings.svelte";
import { OWN, sing, type Tone } from "./tones";

let sounds: Record<string, Tone[]> = OWN;
let context: AudioContext | undefined;

/** The sounds of the game that is on the table now. */
export function addSounds(own: Record<string, Tone[]> = {}): void {
  sounds = { ...OWN, ...own };
}

export function play(name: string): void {
  const tones = sounds[name];
  if (!settings.sound || !tones || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const tone of tones) sing(context, tone);
}
