// Loads the client (Go, as WebAssembly) and gives it its bridge to the page.
import 'wasm_exec';
import { bridge } from './bridge';
import { install } from './tab/install';
import { load } from './tab/load';

declare const Go: new () => { env: Record<string, string>; importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };

const script = document.getElementById('main-script') as HTMLScriptElement;

function client() {
  const { wasm, br, gz } = script.dataset;
  if (br) return load({ url: wasm!, size: 0, packed: { br: Number(br), gz: Number(gz) } }, () => {});
  return WebAssembly.compileStreaming(fetch(wasm!));
}

async function start() {
  (window as any).gputour = bridge;
  const go = new Go();
  go.env = { GOGC: '400' }; // what is alive is less than a megabyte: who clicks shall seldom wait for a collection
  void go.run(await WebAssembly.instantiate(await client(), go.importObject));
  document.documentElement.dataset.client = 'ready';
  performance.mark('gputour-ready');
  install();
}

start().catch((error) => bridge.failed(String(error)));
