// Builds the engine for a browser's tab into web/tab: tab-HASH.wasm with brotli and gzip twins, and tab.json, which names
// it. Of these the program carries tab.json and the smallest twin, in web/dist. --fast compresses lightly.
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

const built = path.join(out, 'tab.wasm');
execFileSync('go', ['build', '-trimpath', '-ldflags', '-s -w', '-o', built, './wasm/tab'],
  { cwd: path.dirname(web), stdio: 'inherit', env: { ...process.env, GOOS: 'js', GOARCH: 'wasm', CGO_ENABLED: '0' } });
const data = fs.readFileSync(built);
const name = `tab-${createHash('sha256').update(data).digest('hex').slice(0, 10)}.wasm`;
fs.renameSync(built, path.join(out, name));

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
const old = (folder) => fs.readdirSync(folder).filter((f) => /^tab-.*\.wasm/.test(f) && !f.startsWith(name));
for (const folder of [out, dist]) for (const f of old(folder)) fs.rmSync(path.join(folder, f));
for (const end of ['', '.br', '.gz']) console.log(String(fs.statSync(path.join(out, name + end)).size).padStart(9), name + end);
