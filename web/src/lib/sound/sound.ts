// Sounds made on the spot: a drum, muskets, dice, a knock. Nothing is fetched, nothing plays before the first touch.
import { settings } from '../settings/settings.svelte';

export type Sound = 'drum' | 'roll' | 'musket' | 'dice' | 'knock';

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.likes.sound || settings.likes.volume <= 0) return null;
  if (typeof AudioContext === 'undefined' || globalThis.navigator?.userActivation?.hasBeenActive === false) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  return context;
}

/** Noise from a fixed sequence: the same every time, as a sound should be. */
function noise(audio: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 1642;
  for (let index = 0; index < samples.length; index++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    samples[index] = seed / 2 ** 31 - 1;
  }
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}

interface Stroke {
  at: number;
  loud: number;
  seconds: number;
}

function fading(audio: AudioContext, { at, loud, seconds }: Stroke): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(Math.max(loud * settings.likes.volume, 0.0001), at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

function hiss(audio: AudioContext, stroke: Stroke, kind: BiquadFilterType, frequency: number): void {
  const source = noise(audio, stroke.seconds);
  const filter = audio.createBiquadFilter();
  filter.type = kind;
  filter.frequency.value = frequency;
  source.connect(filter).connect(fading(audio, stroke));
  source.start(stroke.at);
}

function thump(audio: AudioContext, stroke: Stroke, from: number, to: number): void {
  const tone = audio.createOscillator();
  tone.frequency.setValueAtTime(from, stroke.at);
  tone.frequency.exponentialRampToValueAtTime(to, stroke.at + stroke.seconds);
  tone.connect(fading(audio, stroke));
  tone.start(stroke.at);
  tone.stop(stroke.at + stroke.seconds);
}

function beat(audio: AudioContext, at: number, loud: number): void {
  thump(audio, { at, loud: loud * 0.7, seconds: 0.22 }, 150, 62);
  hiss(audio, { at, loud: loud * 0.25, seconds: 0.12 }, 'bandpass', 900);
}

const PLAY: Record<Sound, (audio: AudioContext, now: number) => void> = {
  drum: (audio, now) => [0, 0.16, 0.32].forEach((after, index) => beat(audio, now + after, index === 2 ? 0.7 : 0.45)),
  roll: (audio, now) => {
    for (let index = 0; index < 18; index++) beat(audio, now + index * 0.055, 0.16 + index * 0.02);
    beat(audio, now + 1.05, 0.8);
  },
  musket: (audio, now) =>
    [0, 0.07, 0.11, 0.2].forEach((after, index) => {
      hiss(audio, { at: now + after, loud: 0.5 - index * 0.08, seconds: 0.28 }, 'lowpass', 1500 + index * 300);
      thump(audio, { at: now + after, loud: 0.3, seconds: 0.12 }, 120, 45);
    }),
  dice: (audio, now) =>
    [0, 0.06, 0.1, 0.19, 0.25, 0.36].forEach((after, index) =>
      hiss(audio, { at: now + after, loud: 0.3 - index * 0.035, seconds: 0.03 }, 'bandpass', 2100 + (index % 3) * 500),
    ),
  knock: (audio, now) => thump(audio, { at: now, loud: 0.25, seconds: 0.09 }, 210, 150),
};

export function play(sound: Sound): void {
  const audio = ready();
  if (audio) PLAY[sound](audio, audio.currentTime + 0.01);
}
