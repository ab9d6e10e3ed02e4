// The engine for a browser's tab, as `make tab` built it, alone in a page of Chromium: for measuring and testing it without
// the rest of the page.
//
//	const tab = await engine();
//	const { text, ms } = await tab.run('print(1)');
//	await tab.close();
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { executable } from './chromium.mjs';

const web = path.dirname(fileURLToPath(import.meta.url));
const types = { '.wasm': 'application/wasm', '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html', '.json': 'application/json' };

// serve answers with the files that stand in a table of addresses and folders.
function serve(table) {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost').pathname;
    const [prefix, what] = Object.entries(table).find(([p]) => url.startsWith(p)) ?? [];
    const file = prefix && typeof what === 'string' ? path.join(what, url.slice(prefix.length)) : null;
    const data = file ? (fs.existsSync(file) ? fs.readFileSync(file) : null) : what;
    response.writeHead(data ? 200 : 404, { 'Content-Type': types[path.extname(url)] ?? 'text/html' });
    response.end(data ?? 'not found');
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

// watch runs in the worker: it keeps the engine's memory where it can be measured.
function watch() {
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...args) => {
    const instance = await instantiate(...args);
    if (instance.exports?.mem) self.engineMemory = instance.exports.mem;
    return instance;
  };
}

async function worker() {
  const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  const result = await build({
    absWorkingDir: web, entryPoints: ['src/tab/worker.ts'], bundle: true, format: 'iife', target: 'es2022', write: false, logLevel: 'warning',
    alias: { 'wasm_exec': path.join(goroot, 'lib/wasm/wasm_exec.js') }, loader: { '.wasm': 'binary' },
    banner: { js: `(${watch})();` },
  });
  return Buffer.from(result.outputFiles[0].contents);
}

// start runs in the page: it starts the worker and says hello.
function start({ url, size }) {
  const w = new Worker('/worker.js');
  const began = performance.now(), waiting = new Map();
  let text = '', loaded = 0;
  const marks = {};
  return new Promise((done, failed) => {
    w.onerror = (e) => failed(new Error(e.message));
    const say = (t, body, more = {}) => w.postMessage({ do: 'say', pipe: 1, text: JSON.stringify({ v: 1, t, body, ...more }) });
    w.onmessage = ({ data }) => {
      if (data.is === 'progress') { loaded = data.loaded; marks.loaded = performance.now() - began; }
      if (data.is === 'failed') failed(new Error(data.why));
      if (data.is === 'ready') {
        marks.ready = performance.now() - began;
        say('hello', { lang: 'en' });
      }
      if (data.is !== 'say') return;
      for (const text of data.texts) heard(JSON.parse(text));
      w.postMessage({ do: 'taken', pipe: data.pipe });
    };
    const heard = (m) => {
      if (m.t === 'welcome') {
        marks.welcome = performance.now() - began;
        let runs = 0;
        window.tab = {
          marks, loaded,
          run(code) {
            const rid = `run${++runs}`;
            text = '';
            const from = performance.now();
            say('execute_request', { code }, { sid: m.sid, rid, cell: 'c1' });
            return new Promise((ended) => waiting.set(rid, (reply) => ended({ text, reply, ms: performance.now() - from })));
          },
          stop() { say('interrupt_request', {}, { sid: m.sid }); },
          devices(spec) {
            say('devices_request', { spec }, { sid: m.sid, rid: spec });
            return new Promise((ended) => waiting.set('devices', ended));
          },
        };
        done(marks);
      }
      if (m.seq) say('ack', { seq: m.seq }, { sid: m.sid });
      if (m.t === 'stream') text += m.body.text;
      if (m.body?.data?.['text/plain']) text += m.body.data['text/plain'];
      if (m.body?.parts) text += JSON.stringify(m.body.parts);
      if (/reply/.test(m.t) && waiting.has(m.rid)) { waiting.get(m.rid)(m); waiting.delete(m.rid); }
      if (m.body?.devices) waiting.get('devices')?.(m);
      (window.said ??= []).push(m.t);
    };
    w.postMessage({ do: 'start', engine: { url, size }, lesson: '', store: 'bench' + Math.random() });
  });
}

// With these Chromium offers WebGPU everywhere: SwiftShader computes on the processor.
export const webgpu = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

// engine opens the engine; more are addresses to serve beside it, each a folder or a file's content.
export async function engine(more = {}) {
  const about = JSON.parse(fs.readFileSync(path.join(web, 'tab', 'tab.json'), 'utf8'));
  const server = await serve({ '/worker.js': await worker(), '/tab/': path.join(web, 'tab'), ...more, '/': Buffer.from('<!doctype html><title>tab</title>') });
  const browser = await chromium.launch({ executablePath: executable(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--enable-precise-memory-info', ...webgpu] });
  const page = await browser.newPage();
  page.on('console', (m) => { if (m.type() === 'error') console.error(m.text()); });
  const address = `http://127.0.0.1:${server.address().port}`;
  await page.goto(`${address}/`);
  const marks = await page.evaluate(`(${start})(${JSON.stringify({ url: `/tab/${about.name}`, size: about.size })})`);
  return {
    page, address, marks, about,
    run: (code) => page.evaluate((c) => window.tab.run(c), code),
    devices: (spec) => page.evaluate((s) => window.tab.devices(s), spec),
    memory: () => page.workers()[0].evaluate(() => self.engineMemory.buffer.byteLength),
    async close() { await browser.close(); server.close(); },
  };
}
