// How a short sound is made from oscillators and noise, and the sounds that every table has.

/** One part of a sound: a voice that glides from one pitch to another, or noise through a filter of that pitch. */
export interface Tone {
  voice: OscillatorType | "noise";
  from: number; // hertz
  to?: number;
  at?: number; // seconds after the sound begins
  length: number;
  gain?: number; // 1 is the loudest
}

const bell = (from: number, at: number, length: number, gain = 0.5): Tone => ({ voice: "sine", from, at, length, gain });

/** What every table has; a game brings its own by the same names. */
export const OWN: Record<string, Tone[]> = {
  turn: [bell(523, 0, 0.14), bell(784, 0.11, 0.26)],
  card: [{ voice: "noise", from: 2600, to: 900, length: 0.07, gain: 0.5 }],
  deal: [0, 0.06, 0.12, 0.18].map((at) => ({ voice: "noise" as const, from: 3000, to: 1200, at, length: 0.05, gain: 0.35 })),
  won: [bell(392, 0, 0.12), bell(523, 0.09, 0.12), bell(659, 0.18, 0.26)],
  token: [bell(1175, 0, 0.09, 0.35), bell(1568, 0.05, 0.16, 0.3)],
  hurt: [{ voice: "sawtooth", from: 150, to: 70, length: 0.3, gain: 0.5 }],
  round: [bell(523, 0, 0.2), bell(659, 0.12, 0.2), bell(784, 0.24, 0.4)],
  end: [bell(523, 0, 0.2), bell(659, 0.14, 0.2), bell(784, 0.28, 0.2), bell(1046, 0.42, 0.6)],
  message: [bell(880, 0, 0.08, 0.4), bell(1320, 0.08, 0.14, 0.35)],
  count: [bell(988, 0, 0.06, 0.25)],
  no: [{ voice: "triangle", from: 130, to: 105, length: 0.14, gain: 0.6 }],
};

const LOUDEST = 0.3;
const FILTERED = 0.7; // a filter takes most of the noise away
let hiss: AudioBuffer | undefined;

export function sing(context: BaseAudioContext, { voice, from, to = from, at = 0, length, gain = 0.5 }: Tone): void {
  const start = context.currentTime + at;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime((voice === "noise" ? FILTERED : LOUDEST) * gain, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  const source = voice === "noise" ? noise(context) : context.createOscillator();
  const pitch = voice === "noise" ? filter(context, source, volume) : tuned(source as OscillatorNode, voice, volume);
  pitch.setValueAtTime(from, start);
  pitch.exponentialRampToValueAtTime(Math.max(1, to), start + length);
  volume.connect(context.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}

function tuned(source: OscillatorNode, voice: OscillatorType, volume: GainNode): AudioParam {
  source.type = voice;
  source.connect(volume);
  return source.frequency;
}

function filter(context: BaseAudioContext, source: AudioNode, volume: GainNode): AudioParam {
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  source.connect(band).connect(volume);
  return band.frequency;
}

function noise(context: BaseAudioContext): AudioBufferSourceNode {
  hiss ??= whiteNoise(context);
  const source = context.createBufferSource();
  source.buffer = hiss;
  return source;
}

function whiteNoise(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return buffer;
}
