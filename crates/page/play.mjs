// Plays battles with the rules inside, in Node: the file that was built, and what `caracole-page` plays natively to compare with.
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const bytes = await readFile(process.argv[2]);
const { instance } = await WebAssembly.instantiate(bytes, {});
const { play_shipped: play } = instance.exports;
const mib = (size) => `${(size / (1 << 20)).toFixed(2)} MiB`;
console.log(`${mib(bytes.length)}, ${mib(gzipSync(bytes, { level: 9 }).length)} as gzip, ${mib(brotliCompressSync(bytes).length)} as brotli`);
for (const [battle, name] of [[0, 'first-blood'], [4, 'wing-against-wing'], [7, 'naseby'], [8, 'first-volley'], [14, 'first-meeting']]) {
  const begun = performance.now();
  const decisions = play(battle, 3, 0);
  const time = performance.now() - begun;
  if (decisions === 0n) throw new Error(`${name} could not be played`);
  const [letters, digest] = [play(battle, 3, 1), BigInt.asUintN(64, play(battle, 3, 2))];
  const views = `${letters} letters of views, digest ${digest.toString(16)}`;
  console.log(`${name}: ${decisions} decisions in ${time.toFixed(0)} ms, ${views}`);
}
