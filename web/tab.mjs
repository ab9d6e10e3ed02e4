// Builds the engine for a browser's tab into web/tab: tab-HASH.wasm with brotli and gzip twins, tab-PART-HASH.part for each
// part that it fetches when it is needed, and tab.json, which names it. Of these the program carries tab.json, the smallest
// twin and the parts, in web/dist. --fast compresses lightly.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { fileURLToPath } from 'node:url';

const web = path.dirname(fileURLToPath(import.meta.url));
const out = path.join(web, 'tab'), dist = path.join(web, 'dist');
const fast = process.argv.includes('--fast');
fs.mkdirSync(out, { recursive: true });
fs.mkdirSync(dist, { recursive: true });

const root = path.dirname(web), work = path.join(web, 'node_modules', '.cache', 'gputour');
const go = (args, env = {}) => execFileSync('go', args, { cwd: root, encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit'], env: { ...process.env, ...env } }).trim();

// The file system that sessions have can also be one of net/http's, which brings servers and cryptography along that
// nothing in a tab calls and the linker cannot drop. So the tab is built with a copy that cannot.
function withoutHTTP() {
  const afero = 'github.com/spf13/afero', copy = path.join(work, 'afero'), modfile = path.join(work, 'tab.mod');
  fs.rmSync(copy, { recursive: true, force: true });
  fs.cpSync(go(['list', '-m', '-f', '{{.Dir}}', afero]), copy, { recursive: true, filter: (f) => !/(_test|[/\\]httpFs)\.go$/.test(f) });
  fs.copyFileSync(path.join(root, 'go.mod'), modfile);
  fs.copyFileSync(path.join(root, 'go.sum'), path.join(work, 'tab.sum'));
  // By a path that is the same wherever this folder lies: it stands in what is built.
  go(['mod', 'edit', '-replace', `${afero}=./${path.relative(root, copy).split(path.sep).join('/')}`, modfile]);
  return modfile;
}

fs.mkdirSync(work, { recursive: true });
const linked = path.join(work, 'tab-linked.wasm'), slim = path.join(work, 'tab.wasm'), cut = path.join(work, 'parts');
fs.mkdirSync(cut, { recursive: true });
go(['build', '-modfile', withoutHTTP(), '-trimpath', '-ldflags', '-s -w', '-o', linked, './wasm/tab'], { GOOS: 'js', GOARCH: 'wasm', CGO_ENABLED: '0' });
go(['run', './engine/parts/slim', linked, slim, cut]);
const data = fs.readFileSync(slim);
const hash = createHash('sha256').update(data).digest('hex').slice(0, 10);
const name = `tab-${hash}.wasm`;
fs.copyFileSync(slim, path.join(out, name));
const parts = fs.readdirSync(cut).map((f) => [path.join(cut, f), f.replace(/^(.*)\.part$/, `tab-$1-${hash}.part`)]);
for (const folder of [out, dist]) for (const [from, to] of parts) fs.copyFileSync(from, path.join(folder, to));

// A twin of an unchanged engine is not made again, unless a lightly compressed one is not enough.
const quality = fast ? 9 : 11, level = fast ? 6 : 9;
const note = path.join(out, `${name}.quality`);
if (!fs.existsSync(note) || Number(fs.readFileSync(note, 'utf8')) < quality) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  const [br, gz] = await Promise.all([
    promisify(zlib.brotliCompress)(data, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: data.length } }),
    promisify(zlib.gzip)(data, { level }),
  ]);
  fs.writeFileSync(path.join(out, `${name}.br`), br);
  fs.writeFileSync(path.join(out, `${name}.gz`), gz);
  fs.writeFileSync(note, String(quality));
}
const about = JSON.stringify({ name, size: data.length }) + '\n';
for (const folder of [out, dist]) fs.writeFileSync(path.join(folder, 'tab.json'), about);
fs.copyFileSync(path.join(out, `${name}.br`), path.join(dist, `${name}.br`));
const old = (folder) => fs.readdirSync(folder).filter((f) => /^tab-.*\.(wasm|part)/.test(f) && !f.includes(hash));
for (const folder of [out, dist]) for (const f of old(folder)) fs.rmSync(path.join(folder, f));
for (const end of ['', '.br', '.gz']) console.log(String(fs.statSync(path.join(out, name + end)).size).padStart(9), name + end);
for (const [from, to] of parts) console.log(String(fs.statSync(from).size).padStart(9), to);
