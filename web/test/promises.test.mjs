// With THOROUGH=1 lessons run whole in a browser's worker and keep what they promise, as `gputour test lessons` has it
// natively. LESSONS names some of them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { after, before, test } from 'node:test';
import { root, thorough } from './harness.mjs';
import { files, launch } from './site.mjs';

const skip = !thorough && !process.env.LESSONS && 'a build of its own and minutes: THOROUGH=1';
let browser, dir, site, lessons;

before(async () => {
  if (skip) return;
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-promises-'));
  execFileSync('go', ['build', '-tags', 'promises', '-trimpath', '-ldflags', '-s -w', '-o', path.join(dir, 'promises.wasm'), './wasm/tab'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, GOFLAGS: '', GOOS: 'js', GOARCH: 'wasm', CGO_ENABLED: '0' } });
  const from = path.join(root, 'lessons'), course = {};
  for (const name of fs.readdirSync(from)) if (name.endsWith('.md')) course[name] = fs.readFileSync(path.join(from, name), 'utf8');
  for (const name of fs.readdirSync(path.join(from, 'testdata'))) {
    if (name.endsWith('.golden')) course[`testdata/${name}`] = fs.readFileSync(path.join(from, 'testdata', name), 'utf8');
  }
  const all = Object.keys(course).flatMap((name) => /^(\w+)\.en\.md$/.exec(name)?.[1] ?? []);
  lessons = process.env.LESSONS?.split(' ') ?? all;
  for (const only of lessons) fs.writeFileSync(path.join(dir, `${only}.json`), JSON.stringify({ ...course, only }));
  const dist = path.join(root, 'web/dist');
  const { 'worker.js': worker } = JSON.parse(fs.readFileSync(path.join(dist, 'manifest.json'), 'utf8'));
  fs.writeFileSync(path.join(dir, 'worker.js'), zlib.brotliDecompressSync(fs.readFileSync(path.join(dist, `${worker}.br`))));
  fs.writeFileSync(path.join(dir, 'index.html'), '<!doctype html><title>promises</title>');
  [browser, site] = await Promise.all([launch(), files(dir)]);
});

after(async () => {
  await browser?.close();
  await site?.stop();
  if (dir) fs.rmSync(dir, { recursive: true, force: true });
});

test('lessons keep in a tab what they promise', { skip }, async () => {
  const page = await browser.newPage();
  await page.exposeFunction('heard', (text) => { console.log(text); said.push(text); });
  const said = [];
  await page.goto(site.origin + '/');
  const size = fs.statSync(path.join(dir, 'promises.wasm')).size;
  for (const lesson of lessons) { // each in a worker of its own: memory that a worker has had it keeps
    const end = await page.evaluate(([size, lesson]) => new Promise((resolve) => {
      const worker = new Worker('worker.js');
      const done = (why) => { worker.terminate(); resolve(why); };
      worker.onmessage = ({ data }) => {
        if (data.is === 'say') window.heard(data.texts[0]);
        if (data.is === 'hung' || data.is === 'failed') done(data.why ?? '');
      };
      const at = (name) => new URL(name, location.href).href;
      worker.postMessage({ do: 'start', engine: { url: at('promises.wasm'), size }, lesson: at(`${lesson}.json`), store: 'promises' });
    }), [size, lesson]);
    assert.equal(end, '', lesson);
  }
  assert.equal(said.length, lessons.length);
  for (const text of said) assert.match(text, / 0 broken promises$/);
});
