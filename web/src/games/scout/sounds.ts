// What the ring sounds like: drums, brass, applause.

import type { Tone } from "../../lib/tones";

const clap = (at: number, gain = 0.4): Tone => ({ voice: "noise", from: 1900, to: 1100, at, length: 0.05, gain });

export const sounds: Record<string, Tone[]> = {
  card: [
    { voice: "noise", from: 900, to: 300, length: 0.06, gain: 0.7 },
    { voice: "triangle", from: 196, at: 0.01, length: 0.12, gain: 0.5 },
  ],
  scout: [{ voice: "sine", from: 480, to: 880, length: 0.16, gain: 0.4 }],
  won: [0, 0.05, 0.1, 0.16, 0.21].map((at) => clap(at)),
  double: [
    { voice: "square", from: 392, length: 0.1, gain: 0.25 },
    { voice: "square", from: 523, at: 0.1, length: 0.1, gain: 0.25 },
    { voice: "square", from: 659, at: 0.2, length: 0.22, gain: 0.25 },
  ],
  round: [
    { voice: "sawtooth", from: 392, length: 0.16, gain: 0.25 },
    { voice: "sawtooth", from: 523, at: 0.14, length: 0.16, gain: 0.25 },
    { voice: "sawtooth", from: 784, at: 0.28, length: 0.45, gain: 0.25 },
    ...[0.3, 0.36, 0.42, 0.48, 0.54, 0.6].map((at) => clap(at, 0.3)),
  ],
};
