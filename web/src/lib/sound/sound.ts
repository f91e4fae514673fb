// Sounds made on the spot. Nothing is fetched, and nothing plays before the first touch, nor when sounds are off.
import { settings } from '../settings/settings.svelte';
import { openAir, type Stage } from './instruments';
import { SCORE, type Sound } from './score';

export type { Sound };

interface House {
  audio: AudioContext;
  stage: Stage;
  loudness: GainNode;
}

let house: House | null = null;

function opened(): House {
  const audio = new AudioContext();
  const loudness = audio.createGain();
  loudness.connect(audio.destination);
  const air = openAir(audio);
  air.connect(loudness);
  return { audio, loudness, stage: { audio, out: loudness, air } };
}

function ready(): House | null {
  if (!settings.likes.sound || settings.likes.volume <= 0) return null;
  if (typeof AudioContext === 'undefined' || globalThis.navigator?.userActivation?.hasBeenActive === false) return null;
  house ??= opened();
  if (house.audio.state === 'suspended') void house.audio.resume().catch(() => undefined);
  return house;
}

/** Plays a sound, `after` so many seconds. */
export function play(sound: Sound, after = 0): void {
  const here = ready();
  if (!here) return;
  here.loudness.gain.value = settings.likes.volume;
  SCORE[sound].perform(here.stage, here.audio.currentTime + 0.01 + after);
}
