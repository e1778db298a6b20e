// What the mall at night sounds like.

import type { Tone } from "../../lib/tones";

export const sounds: Record<string, Tone[]> = {
  card: [{ voice: "noise", from: 1800, to: 500, length: 0.08, gain: 0.6 }],
  nine: [
    { voice: "square", from: 330, to: 990, length: 0.22, gain: 0.25 },
    { voice: "sine", from: 990, at: 0.2, length: 0.2, gain: 0.4 },
  ],
  won: [
    { voice: "triangle", from: 294, length: 0.14, gain: 0.6 },
    { voice: "triangle", from: 440, at: 0.1, length: 0.24, gain: 0.6 },
  ],
  attack: [
    { voice: "sawtooth", from: 95, to: 55, length: 0.6, gain: 0.7 },
    { voice: "noise", from: 300, to: 120, at: 0.05, length: 0.5, gain: 0.9 },
  ],
  repelled: [
    { voice: "noise", from: 240, to: 120, length: 0.25, gain: 0.8 },
    { voice: "triangle", from: 180, to: 140, at: 0.05, length: 0.2, gain: 0.4 },
  ],
  gather: [0, 0.07, 0.14].map((at) => ({ voice: "noise" as const, from: 500, to: 900, at, length: 0.06, gain: 0.85 })), // steps on the asphalt
  track: [{ voice: "triangle", from: 520, to: 620, length: 0.09, gain: 0.35 }],
  rescue: [
    { voice: "noise", from: 400, to: 180, length: 0.12, gain: 0.7 },
    { voice: "sine", from: 659, at: 0.08, length: 0.2, gain: 0.4 },
  ],
};
