// Loads the client (Go, as WebAssembly) and gives it its bridge to the page.
import 'wasm_exec';
import { bridge } from './bridge';

declare const Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };

const script = document.getElementById('main-script') as HTMLScriptElement;

async function start() {
  (window as any).gputour = bridge;
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch(script.dataset.wasm!), go.importObject);
  void go.run(instance);
  document.documentElement.dataset.client = 'ready';
  performance.mark('gputour-ready');
}

start().catch((error) => bridge.failed(String(error)));
