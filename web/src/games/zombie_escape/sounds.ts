// What the streets sound like: steps, groans, a catch.

import type { Tone } from "../../lib/tones";

export const sounds: Record<string, Tone[]> = {
  card: [
    { voice: "noise", from: 260, to: 120, length: 0.12, gain: 0.9 },
    { voice: "noise", from: 240, to: 110, at: 0.16, length: 0.1, gain: 0.6 },
  ],
  rise: [
    { voice: "sawtooth", from: 62, to: 118, length: 0.55, gain: 0.45 },
    { voice: "noise", from: 160, to: 420, length: 0.5, gain: 0.5 },
  ],
  caught: [
    { voice: "sawtooth", from: 420, to: 90, length: 0.4, gain: 0.5 },
    { voice: "noise", from: 1400, to: 200, length: 0.3, gain: 0.9 },
  ],
  won: [
    { voice: "sine", from: 440, length: 0.14, gain: 0.5 },
    { voice: "sine", from: 660, at: 0.12, length: 0.3, gain: 0.5 },
  ],
  reveal: [{ voice: "triangle", from: 110, to: 98, length: 0.35, gain: 0.6 }],
  day: [
    { voice: "sine", from: 196, length: 0.5, gain: 0.6 },
    { voice: "sine", from: 294, at: 0.3, length: 0.8, gain: 0.5 },
  ],
};
