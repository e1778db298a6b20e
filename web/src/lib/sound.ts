// A few short sounds, made here; silent unless this person switched them on.

import { settings } from "./settings.svelte";

type Tone = [frequency: number, start: number, length: number];

const TONES: Record<string, Tone[]> = {
  turn: [
    [523, 0, 0.12],
    [784, 0.11, 0.2],
  ],
  card: [[180, 0, 0.07]],
  won: [
    [392, 0, 0.1],
    [523, 0.09, 0.1],
    [659, 0.18, 0.22],
  ],
  hurt: [
    [150, 0, 0.18],
    [98, 0.12, 0.3],
  ],
  end: [
    [523, 0, 0.15],
    [659, 0.14, 0.15],
    [784, 0.28, 0.15],
    [1046, 0.42, 0.4],
  ],
  no: [[120, 0, 0.12]],
};

export type Sound = keyof typeof TONES;

let context: AudioContext | undefined;

export function play(name: Sound): void {
  if (!settings.sound || !TONES[name]) return;
  context ??= new AudioContext();
  for (const [frequency, start, length] of TONES[name]) tone(context, frequency, context.currentTime + start, length);
}

function tone(context: AudioContext, frequency: number, at: number, length: number): void {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.18, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}
