// The worker in which Go's tests of the driver run (wasm/tab/webgpu_test.go): it gives them what the engine's worker gives
// the engine, and takes a GPU away when it is asked to.
import 'wasm_exec';
import { simd } from '../../engine/device/cpu/vec/simd/simd.js';
import kernels from '../../engine/device/cpu/vec/simd/kernels.wasm';
import kernelsFMA from '../../engine/device/cpu/vec/simd/kernels_fma.wasm';
import { gpu, type GPU } from '../src/tab/webgpu';

declare const Go: new () => any;
let last: GPU;
(globalThis as any).gputourTab = { gpu: async () => (last = await gpu()), lose: () => last.close() };
console.log = (...words: unknown[]) => postMessage({ text: words.join(' ') });

async function run(args: string[]) {
  const go = new Go();
  go.argv = ['tab.test', ...args];
  go.exit = (code: number) => postMessage({ code });
  const vectors = await simd((name: string) => ({ 'kernels.wasm': kernels, 'kernels_fma.wasm': kernelsFMA })[name]);
  const tests = await (await fetch('tests.wasm')).arrayBuffer();
  const { instance } = await WebAssembly.instantiate(tests, { ...go.importObject, simd: vectors.imports });
  vectors.attach(instance.exports.mem);
  await go.run(instance);
}

addEventListener('message', ({ data }: MessageEvent<string[]>) => run(data).catch((error) => {
  postMessage({ text: String(error) });
  postMessage({ code: -1 });
}));
