// What the wild sounds like: wood, water, a bell far away.

import type { Tone } from "../../lib/tones";

export const sounds: Record<string, Tone[]> = {
  card: [{ voice: "noise", from: 1200, to: 400, length: 0.09, gain: 0.6 }],
  challenge: [
    { voice: "sine", from: 220, length: 0.5, gain: 0.6 },
    { voice: "sine", from: 331, at: 0.02, length: 0.6, gain: 0.3 },
  ],
  token: [{ voice: "sine", from: 1318, to: 1290, length: 0.12, gain: 0.35 }],
  offer: [{ voice: "triangle", from: 440, to: 523, length: 0.14, gain: 0.45 }],
  success: [
    { voice: "triangle", from: 330, length: 0.16, gain: 0.6 },
    { voice: "triangle", from: 415, at: 0.12, length: 0.16, gain: 0.6 },
    { voice: "triangle", from: 494, at: 0.24, length: 0.4, gain: 0.6 },
  ],
  failure: [
    { voice: "triangle", from: 294, to: 277, length: 0.25, gain: 0.6 },
    { voice: "triangle", from: 220, to: 196, at: 0.22, length: 0.5, gain: 0.6 },
  ],
  event: [
    { voice: "noise", from: 300, to: 2200, length: 0.5, gain: 0.6 },
    { voice: "sine", from: 740, at: 0.35, length: 0.3, gain: 0.4 },
  ],
  death: [
    { voice: "sine", from: 165, length: 1.2, gain: 0.7 },
    { voice: "sine", from: 82, at: 0.05, length: 1.4, gain: 0.7 },
  ],
  river: [
    { voice: "noise", from: 500, to: 1500, length: 0.22, gain: 0.5 },
    { voice: "sine", from: 620, to: 980, at: 0.06, length: 0.1, gain: 0.2 },
  ],
  heal: [
    { voice: "sine", from: 392, length: 0.2, gain: 0.45 },
    { voice: "sine", from: 587, at: 0.14, length: 0.34, gain: 0.4 },
  ],
  ward: [
    { voice: "sine", from: 1174, length: 0.4, gain: 0.35 },
    { voice: "triangle", from: 587, at: 0.02, length: 0.3, gain: 0.3 },
  ],
  craft: [
    { voice: "noise", from: 900, to: 300, length: 0.06, gain: 0.9 },
    { voice: "noise", from: 1000, to: 320, at: 0.16, length: 0.06, gain: 0.9 },
    { voice: "triangle", from: 196, at: 0.16, length: 0.1, gain: 0.4 },
  ],
  fire: [
    { voice: "noise", from: 2600, to: 1400, length: 0.05, gain: 0.5 },
    { voice: "noise", from: 1800, to: 900, at: 0.11, length: 0.07, gain: 0.6 },
    { voice: "noise", from: 3000, to: 1600, at: 0.27, length: 0.04, gain: 0.5 },
    { voice: "noise", from: 400, to: 260, at: 0.05, length: 0.5, gain: 0.35 },
  ],
  day: [
    { voice: "sine", from: 523, length: 0.3, gain: 0.3 },
    { voice: "sine", from: 659, at: 0.2, length: 0.5, gain: 0.3 },
  ],
};
