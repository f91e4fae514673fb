// What makes a noise on a battlefield and around a table, built from oscillators and noise: nothing is fetched.

/** Where a sound is made: `out` is near, `air` comes back from the hills. */
export interface Stage {
  audio: BaseAudioContext;
  out: AudioNode;
  air: AudioNode;
}

/** A sound's course: it rises within `attack`, and has died away after `seconds`. */
export interface Stroke {
  at: number;
  loud: number;
  seconds: number;
  attack?: number;
  /** From -1, left, to 1, right. */
  pan?: number;
  /** How much of it goes into the air. */
  echo?: number;
}

const SILENCE = 0.0001;
const ATTACK = 0.002;

/** Chance that falls the same every time: a sound is the same whenever it is heard. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function course(
  { audio, out, air }: Stage,
  { at, loud, seconds, attack = ATTACK, pan = 0, echo = 0 }: Stroke,
): GainNode {
  const gain = audio.createGain();
  // Silent from the beginning: a source may start a sample before the first event of its gain.
  gain.gain.value = 0;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + attack);
  gain.gain.exponentialRampToValueAtTime(SILENCE, at + Math.max(seconds, attack + 0.005));
  const place = audio.createStereoPanner();
  place.pan.value = pan;
  gain.connect(place).connect(out);
  if (echo > 0) {
    const far = audio.createGain();
    far.gain.value = echo;
    place.connect(far).connect(air);
  }
  return gain;
}

interface Voice {
  from: number;
  to?: number;
  /** How long the pitch glides. */
  glide?: number;
  shape?: OscillatorType;
}

export function tone(
  stage: Stage,
  stroke: Stroke,
  { from, to = from, glide = stroke.seconds, shape = 'sine' }: Voice,
): void {
  const source = stage.audio.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(from, stroke.at);
  if (to !== from) source.frequency.exponentialRampToValueAtTime(to, stroke.at + glide);
  source.connect(course(stage, stroke));
  source.start(stroke.at);
  source.stop(stroke.at + stroke.seconds + 0.01);
}

interface Sieve {
  kind: BiquadFilterType;
  from: number;
  to?: number;
  q?: number;
}

export function noise(stage: Stage, stroke: Stroke, ...sieves: Sieve[]): void {
  const { audio } = stage;
  const source = audio.createBufferSource();
  source.buffer = hiss(audio);
  source.loop = true;
  let last: AudioNode = source;
  for (const { kind, from, to = from, q = 0.7 } of sieves) {
    const filter = audio.createBiquadFilter();
    filter.type = kind;
    filter.Q.value = q;
    filter.frequency.setValueAtTime(from, stroke.at);
    if (to !== from) filter.frequency.exponentialRampToValueAtTime(to, stroke.at + stroke.seconds);
    last = last.connect(filter);
  }
  last.connect(course(stage, stroke));
  // Another piece of the noise for each stroke, so that no two are the same.
  source.start(stroke.at, ((stroke.at * 7.31 + stroke.loud * 3.7) % 1) * 1.5);
  source.stop(stroke.at + stroke.seconds + 0.01);
}

const hisses = new WeakMap<BaseAudioContext, AudioBuffer>();

function hiss(audio: BaseAudioContext): AudioBuffer {
  const known = hisses.get(audio);
  if (known) return known;
  const buffer = audio.createBuffer(1, audio.sampleRate * 2, audio.sampleRate);
  const [samples, next] = [buffer.getChannelData(0), chance(1642)];
  for (let index = 0; index < samples.length; index++) samples[index] = 2 * next() - 1;
  hisses.set(audio, buffer);
  return buffer;
}

/** Open country: what comes back is dull, spread out, and soon gone. */
export function openAir(audio: BaseAudioContext, seconds = 1.3): AudioNode {
  const air = audio.createConvolver();
  const buffer = audio.createBuffer(2, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  for (const channel of [0, 1]) {
    const [samples, next] = [buffer.getChannelData(channel), chance(7 + channel)];
    let dull = 0;
    for (let index = 0; index < samples.length; index++) {
      const time = index / samples.length;
      dull += (2 * next() - 1 - dull) * (0.5 - 0.42 * time);
      samples[index] = dull * Math.min(1, time * 24) * (1 - time) * Math.exp(-4.2 * time);
    }
  }
  air.buffer = buffer;
  return air;
}

/** A field drum: skin, shell and snares. */
export function drum(stage: Stage, at: number, loud: number): void {
  const skin = { at, loud: loud * 0.62, seconds: 0.26, echo: 0.3 };
  tone(stage, skin, { from: 196, to: 122, glide: 0.05 });
  tone(stage, { ...skin, loud: loud * 0.3, seconds: 0.16 }, { from: 318, to: 238, glide: 0.05 });
  tone(stage, { ...skin, loud: loud * 0.14, seconds: 0.1 }, { from: 437 });
  noise(
    stage,
    { at, loud: loud * 0.34, seconds: 0.15, echo: 0.25 },
    { kind: 'bandpass', from: 3200, to: 2100, q: 0.6 },
  );
  noise(stage, { at, loud: loud * 0.4, seconds: 0.018, attack: 0.001 }, { kind: 'highpass', from: 1800 });
}

/** One musket: the crack, the bang, and the blow of it. */
export function shot(stage: Stage, at: number, loud: number, pan: number): void {
  noise(
    stage,
    { at, loud: loud * 0.8, seconds: 0.05, attack: 0.001, pan, echo: 0.4 },
    { kind: 'highpass', from: 1400 },
  );
  noise(stage, { at, loud: loud * 1.2, seconds: 0.55, pan, echo: 1.2 }, { kind: 'lowpass', from: 4200, to: 260 });
  tone(stage, { at, loud: loud * 0.7, seconds: 0.22, pan }, { from: 160, to: 50 });
}

/** A piece of ordnance, and its thunder rolling away. */
export function ordnance(stage: Stage, at: number, loud: number): void {
  noise(stage, { at, loud: loud * 0.5, seconds: 0.05, attack: 0.001, echo: 0.5 }, { kind: 'highpass', from: 900 });
  noise(stage, { at, loud: loud * 1.1, seconds: 1.1, echo: 1.6 }, { kind: 'lowpass', from: 1900, to: 110 });
  noise(
    stage,
    { at: at + 0.05, loud: loud * 0.9, seconds: 2.6, attack: 0.14, echo: 0.8 },
    { kind: 'lowpass', from: 320, to: 70 },
  );
  tone(stage, { at, loud: loud * 0.8, seconds: 1.1, attack: 0.004 }, { from: 92, to: 34, glide: 0.6 });
}

/** A bone die on a wooden board: the clack of the one, the knock of the other. */
export function die(stage: Stage, at: number, loud: number, pitch: number, pan: number): void {
  const clack = { at, loud: loud * 0.4, seconds: 0.028, attack: 0.0008, pan };
  tone(stage, clack, { from: 2650 * pitch });
  tone(stage, { ...clack, loud: loud * 0.22, seconds: 0.02 }, { from: 4320 * pitch });
  noise(stage, { ...clack, loud: loud * 0.8, seconds: 0.022 }, { kind: 'bandpass', from: 3400 * pitch, q: 1.4 });
  tone(stage, { at, loud: loud * 0.55, seconds: 0.075, pan }, { from: 270 * pitch, to: 215 * pitch });
  noise(stage, { at, loud: loud * 0.4, seconds: 0.045, pan }, { kind: 'lowpass', from: 700 });
}

/** Knuckles on the table. */
export function knuckles(stage: Stage, at: number, loud: number): void {
  tone(stage, { at, loud: loud * 0.6, seconds: 0.11 }, { from: 235, to: 188 });
  tone(stage, { at, loud: loud * 0.28, seconds: 0.06 }, { from: 562 });
  noise(stage, { at, loud: loud * 0.6, seconds: 0.04, attack: 0.001 }, { kind: 'bandpass', from: 950, q: 0.9 });
}

/** The parts of a blade's ring: no chord, as steel has none. */
const STEEL = [1, 1.62, 2.41, 3.36, 4.73];

/** Steel on steel. */
export function steel(stage: Stage, at: number, loud: number, pitch: number, pan: number): void {
  STEEL.forEach((part, index) =>
    tone(
      stage,
      { at, loud: (loud * 0.36) / (1 + index * 0.45), seconds: 0.62 - index * 0.09, attack: 0.001, pan, echo: 0.3 },
      { from: pitch * part },
    ),
  );
  noise(
    stage,
    { at, loud: loud * 0.6, seconds: 0.05, attack: 0.001, pan, echo: 0.2 },
    { kind: 'bandpass', from: 4200, q: 0.7 },
  );
}

/** A natural trumpet: brass that opens with its loudness, and a lip that finds the note. */
export function trumpet(stage: Stage, at: number, loud: number, pitch: number, seconds: number): void {
  const { audio } = stage;
  const gain = audio.createGain();
  // Silent from the beginning: a source may start a sample before the first event of its gain.
  gain.gain.value = 0;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.035);
  gain.gain.linearRampToValueAtTime(loud * 0.72, at + seconds * 0.75);
  gain.gain.exponentialRampToValueAtTime(SILENCE, at + seconds);
  const bell = audio.createBiquadFilter();
  bell.type = 'lowpass';
  bell.Q.value = 1.1;
  bell.frequency.setValueAtTime(pitch * 1.5, at);
  bell.frequency.exponentialRampToValueAtTime(pitch * 7, at + 0.06);
  bell.frequency.exponentialRampToValueAtTime(pitch * 3.2, at + seconds);
  const far = audio.createGain();
  far.gain.value = 0.5;
  for (const beside of [-3, 3]) {
    const source = audio.createOscillator();
    source.type = 'sawtooth';
    source.detune.value = beside;
    source.frequency.setValueAtTime(pitch * 0.97, at);
    source.frequency.exponentialRampToValueAtTime(pitch, at + 0.05);
    source.connect(bell);
    source.start(at);
    source.stop(at + seconds + 0.01);
  }
  bell.connect(gain).connect(stage.out);
  gain.connect(far).connect(stage.air);
}
