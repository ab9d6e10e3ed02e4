// The worker in which the engine lives. It gives the engine (wasm/tab) an object gputourTab, and carries what pages say
// to it and what it says to them.
import 'wasm_exec';
import { load, type Engine } from './load';
import { simd } from '../../../engine/device/cpu/vec/simd/simd.js';
import kernels from '../../../engine/device/cpu/vec/simd/kernels.wasm';
import kernelsFMA from '../../../engine/device/cpu/vec/simd/kernels_fma.wasm';
import { open } from './store';
import { gpu } from './webgpu';

declare const Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };

// What the engine begins with.
export type Start = {
  engine: Engine;
  lesson: string; // address of the page's lesson: its files by name, as JSON; '' for none
  store: string; // name of the database
  said?: Int32Array; // how many messages to the worker are on their way; where pages share memory
};

// From the page.
export type Asked =
  | ({ do: 'start' } & Start)
  | { do: 'say'; pipe: number; text: string }
  | { do: 'hang'; pipe: number }
  | { do: 'taken'; pipe: number } // what was said last was taken in
  | { do: 'ping' };

// To the page.
export type Told =
  | { is: 'progress'; loaded: number; total: number }
  | { is: 'ready' }
  | { is: 'unkept'; kind: 'damaged' | 'none' } // as in store.ts
  | { is: 'say'; pipe: number; texts: string[] }
  | { is: 'hung'; pipe: number; code: number; reason: string }
  | { is: 'pong' }
  | { is: 'failed'; why: string };

const tell = (told: Told) => postMessage(told);

// A message to ourselves goes round the event loop without a timer's delay.
const loop = new MessageChannel();
loop.port1.onmessage = () => tab.wake();

const tab: Record<string, any> = {
  ready: () => tell({ is: 'ready' }),
  send: (pipe: number, texts: string[]) => tell({ is: 'say', pipe, texts }),
  close: (pipe: number, code: number, reason: string) => tell({ is: 'hung', pipe, code, reason }),
  damaged: () => tell({ is: 'unkept', kind: 'damaged' }),
  round: () => loop.port2.postMessage(0),
  gpu,
};

async function filesOf(lesson: string) {
  if (!lesson) return {};
  const answer = await fetch(lesson);
  if (!answer.ok) throw new Error(`${lesson}: ${answer.status} ${answer.statusText}`);
  return answer.json();
}

// A part of the engine that it does without at first: one is called NAME.part, and stands beside its module.
const partOf = (engine: string) => async (name: string) => {
  const url = engine.replace(/tab-(\w+)\.wasm$/, (_, hash) => `tab-${name.replace('.part', '')}-${hash}.part`);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
};

let said: Int32Array | undefined;

async function start({ engine, lesson, store, ...shared }: Start) {
  (globalThis as any).gputourTab = tab;
  said = shared.said;
  if (said) tab.asked = () => Atomics.load(said!, 0) > 0;
  const [module, files, kept] = await Promise.all([
    load(engine, (loaded, total) => tell({ is: 'progress', loaded, total })), filesOf(lesson), open(store, (kind) => tell({ is: 'unkept', kind }))]);
  [tab.files, tab.store, tab.part] = [files, kept, partOf(engine.url)];
  const go = new Go();
  const vectors = await simd((name) => ({ 'kernels.wasm': kernels, 'kernels_fma.wasm': kernelsFMA })[name]);
  const instance = await WebAssembly.instantiate(module, { ...go.importObject, simd: vectors.imports });
  vectors.attach(instance.exports.mem);
  await go.run(instance);
  throw new Error('the engine has ended');
}

addEventListener('message', (e: MessageEvent<Asked>) => {
  const asked = e.data;
  if (said) Atomics.sub(said, 0, 1);
  switch (asked.do) {
    case 'start': start(asked).catch((error) => tell({ is: 'failed', why: String(error) })); break;
    case 'say': tab.receive?.(asked.pipe, asked.text); break;
    case 'hang': tab.hung?.(asked.pipe); break;
    case 'taken': tab.taken?.(asked.pipe); break;
    case 'ping': tell({ is: 'pong' }); break;
  }
});
