// The worker in which the engine lives. It gives the engine (wasm/tab) an object gputourTab, and carries what pages say
// to it and what it says to them.
import 'wasm_exec';
import { load, type Engine } from './load';
import { simd } from '../../../engine/device/cpu/vec/simd/simd.js';
import kernels from '../../../engine/device/cpu/vec/simd/kernels.wasm';
import kernelsFMA from '../../../engine/device/cpu/vec/simd/kernels_fma.wasm';

declare const Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };

// From the page.
export type Asked =
  | { do: 'start'; engine: Engine }
  | { do: 'say'; pipe: number; text: string }
  | { do: 'hang'; pipe: number }
  | { do: 'ping' };

// To the page.
export type Told =
  | { is: 'progress'; loaded: number; total: number }
  | { is: 'ready' }
  | { is: 'say'; pipe: number; text: string }
  | { is: 'hung'; pipe: number; code: number; reason: string }
  | { is: 'pong' }
  | { is: 'failed'; why: string };

const tell = (told: Told) => postMessage(told);

const tab: Record<string, any> = {
  ready: () => tell({ is: 'ready' }),
  send: (pipe: number, text: string) => tell({ is: 'say', pipe, text }),
  close: (pipe: number, code: number, reason: string) => tell({ is: 'hung', pipe, code, reason }),
};

async function start(engine: Engine) {
  (globalThis as any).gputourTab = tab;
  const module = await load(engine, (loaded, total) => tell({ is: 'progress', loaded, total }));
  const go = new Go();
  const vectors = await simd((name) => ({ 'kernels.wasm': kernels, 'kernels_fma.wasm': kernelsFMA })[name]);
  const instance = await WebAssembly.instantiate(module, { ...go.importObject, simd: vectors.imports });
  vectors.attach(instance.exports.mem);
  await go.run(instance);
  throw new Error('the engine has ended');
}

addEventListener('message', (e: MessageEvent<Asked>) => {
  const asked = e.data;
  switch (asked.do) {
    case 'start': start(asked.engine).catch((error) => tell({ is: 'failed', why: String(error) })); break;
    case 'say': tab.receive?.(asked.pipe, asked.text); break;
    case 'hang': tab.hung?.(asked.pipe); break;
    case 'ping': tell({ is: 'pong' }); break;
  }
});
