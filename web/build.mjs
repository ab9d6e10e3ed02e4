// Builds the page into web/dist: the scripts and styles bundled by esbuild, the Go
// client as WebAssembly, fonts and static files, all under fingerprinted names with
// brotli twins in place of what brotli packs (packed.go makes the other forms), and manifest.json from plain names to fingerprinted ones.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { fileURLToPath } from 'node:url';

const web = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(web);
const dist = path.join(web, 'dist');
const work = path.join(web, 'node_modules', '.cache', 'gputour');
const dev = process.argv.includes('--dev'); // fast: no minification, light compression
const compressible = /\.(js|css|wasm|svg|html|json)$/;

fs.mkdirSync(work, { recursive: true });

function buildClient() {
  const linked = path.join(work, 'client-linked.wasm'), out = path.join(work, 'client.wasm');
  // Calls that are not inlined make the client a tenth smaller over the wire, and it is no slower to be seen.
  // The tag leaves out what of the wire only a server needs, and with it encoding/json, fmt and reflect.
  execFileSync('go', ['build', '-tags', 'client', '-trimpath', '-ldflags', '-s -w', '-gcflags=all=-l', '-o', linked, './wasm'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, GOOS: 'js', GOARCH: 'wasm', CGO_ENABLED: '0' } });
  if (dev) return linked; // with the names of functions for tracebacks
  execFileSync('go', ['run', './engine/parts/slim', linked, out], { cwd: root, stdio: 'inherit' });
  return out;
}

function goRuntime() {
  const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  return path.join(goroot, 'lib', 'wasm', 'wasm_exec.js');
}

async function bundle() {
  const out = path.join(work, 'bundle');
  fs.rmSync(out, { recursive: true, force: true });
  const result = await build({
    absWorkingDir: web,
    entryPoints: { main: 'src/main.ts', early: 'src/early.ts', start: 'src/start.ts', marking: 'src/marking.ts', style: 'src/style.css' },
    inject: [], bundle: true, splitting: true, format: 'esm', target: 'es2022',
    minify: !dev, legalComments: 'none', outdir: out, logLevel: 'warning',
    alias: { 'wasm_exec': goRuntime() },
    entryNames: '[name]', chunkNames: 'chunk-[hash]', assetNames: '[name]',
    loader: { '.woff2': 'file' }, metafile: true,
  });
  // A frame of an opaque origin cannot load modules, so its script is a plain one.
  await build({ absWorkingDir: web, entryPoints: ['src/diagram.ts'], bundle: true, format: 'iife', target: 'es2022', minify: !dev, legalComments: 'none', outdir: out, logLevel: 'warning' });
  // A worker that is no module runs everywhere.
  await build({ absWorkingDir: web, entryPoints: { worker: 'src/tab/worker.ts', sw: 'src/sw.ts' }, bundle: true, format: 'iife', target: 'es2022', minify: !dev, legalComments: 'none', outdir: out, logLevel: 'warning', alias: { 'wasm_exec': goRuntime() }, loader: { '.wasm': 'binary' } });
  const main = Object.entries(result.metafile.outputs).find(([name]) => name.endsWith('/main.js'))[1];
  const chunk = main.imports.find((i) => i.kind === 'import-statement');
  return { files: fs.readdirSync(out).map((name) => path.join(out, name)), chunk: chunk && path.basename(chunk.path) };
}

// The engine for a tab is built by tab.mjs.
const isEngine = (name) => /^tab[-.]/.test(name);

// Fingerprints a file's name unless it already carries a hash (esbuild's chunks do).
function fingerprint(name, data) {
  if (name.startsWith('chunk-')) return name;
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 10);
  const ext = path.extname(name);
  return `${path.basename(name, ext)}-${hash}${ext}`;
}

function compress(data) {
  const quality = dev ? 5 : 11;
  return zlib.brotliCompressSync(data, { params: {
    [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
    [zlib.constants.BROTLI_PARAM_LGWIN]: 24,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: data.length } });
}

// Written files, so that a file of an unchanged fingerprint is not compressed again.
// `chunk` is what main.js imports at once, named so that the page can preload it.
function emit(files, chunk) {
  fs.mkdirSync(dist, { recursive: true });
  const manifest = chunk ? { 'main-chunk.js': chunk } : {}, keep = new Set(['.gitkeep', 'manifest.json']), sizes = [];
  for (const [name, read] of files) {
    const data = read(manifest);
    const printed = fingerprint(name, data), packs = compressible.test(name);
    const file = printed + (packs ? '.br' : '');
    manifest[name] = printed;
    keep.add(file);
    if (!fs.existsSync(path.join(dist, file))) fs.writeFileSync(path.join(dist, file), packs ? compress(data) : data);
    sizes.push([printed, data.length, fs.statSync(path.join(dist, file)).size]);
  }
  for (const name of fs.readdirSync(dist)) if (!keep.has(name) && !isEngine(name)) fs.rmSync(path.join(dist, name));
  fs.writeFileSync(path.join(dist, 'manifest.json'), JSON.stringify(manifest, null, 1) + '\n');
  return sizes;
}

const client = buildClient();
const { files: bundled, chunk } = await bundle();
const isFont = (f) => f.endsWith('.woff2');
const plain = (f) => [path.basename(f), () => fs.readFileSync(f)];
// The document of frames has no second request to make: what it shares with the page stands in it.
const shared = (source) => source.replace('/* table.js */', () => fs.readFileSync(path.join(web, 'src/table.js'), 'utf8').replace('export function', 'function'));
const page = (name) => [name, (manifest) => Buffer.from(
  shared(fs.readFileSync(path.join(web, 'static', name), 'utf8')).replace(/src="([\w.-]+)"/g, (all, n) => `src="${manifest[n] ?? n}"`))];
const statics = fs.readdirSync(path.join(web, 'static'));
// Fonts first: the style sheet names them by their fingerprinted names.
const files = [
  ...bundled.filter(isFont).map(plain),
  ...statics.filter((n) => !n.endsWith('.html')).map((n) => plain(path.join(web, 'static', n))),
  ['client.wasm', () => fs.readFileSync(client)],
  ['mermaid.js', () => fs.readFileSync(path.join(web, 'node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js'))],
  ...bundled.filter((f) => !isFont(f)).map((f) => [path.basename(f), (manifest) => {
    if (!f.endsWith('.css')) return fs.readFileSync(f);
    return Buffer.from(fs.readFileSync(f, 'utf8').replace(/url\("?\.\/([\w.-]+)"?\)/g, (all, n) => `url(./${manifest[n] ?? n})`));
  }]),
  ...statics.filter((n) => n.endsWith('.html')).map(page), // they name scripts by their fingerprinted names
];
const sizes = emit(files, chunk);
if (process.argv.includes('--sizes')) {
  for (const [name, raw, wire] of sizes) console.log(String(raw).padStart(9), String(wire).padStart(9), name);
  console.log('over the wire, all files:', sizes.reduce((sum, s) => sum + s[2], 0));
}
