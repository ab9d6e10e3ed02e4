// One exported site on the servers that people have, as it is: each gets the same reader. And the same site in Firefox.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { cell, cells, ended, online, thorough, write } from './harness.mjs';
import { firefox, installed } from './firefox.mjs';
import { exported, files, launch, reader } from './site.mjs';

let browser, dir;
before(async () => {
  dir = exported('--base', '/some/course/');
  browser = await launch();
});
after(async () => {
  await browser.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

const found = (...programs) => programs.find((p) => fs.existsSync(p));
const nginx = found('/usr/sbin/nginx', '/usr/bin/nginx'), python = found('/usr/bin/python3', '/usr/local/bin/python3');

// A port below those that the system gives to outgoing connections, which other tests make in the meantime.
const port = () => new Promise((resolve) => {
  const wanted = 20_000 + Math.floor(Math.random() * 12_000);
  const server = net.createServer().listen(wanted, '127.0.0.1', () => server.close(() => resolve(wanted)));
  server.on('error', () => resolve(port()));
});

const answers = (port) => new Promise((resolve) => {
  const socket = net.connect(port, '127.0.0.1', () => { socket.destroy(); resolve(true); }).on('error', () => resolve(false));
});

// Starts a server of files as a program of its own.
async function program(at, file, args) {
  const child = spawn(file, args, { stdio: 'ignore' });
  const ended = new Promise((done) => child.on('exit', done));
  while (!await answers(at)) await new Promise((done) => setTimeout(done, 20));
  return { root: `http://127.0.0.1:${at}/some/course/`, stop: () => { child.kill(); return ended; } };
}

const configuration = (at, home) => `
daemon off; pid ${home}/pid; error_log ${home}/error.log; worker_processes 1;
events {}
http {
  include /etc/nginx/mime.types; default_type application/octet-stream; access_log off; gzip_static on; gzip on; gzip_types text/css application/json;
  client_body_temp_path ${home}/a; proxy_temp_path ${home}/b; fastcgi_temp_path ${home}/c; uwsgi_temp_path ${home}/d; scgi_temp_path ${home}/e;
  server { listen 127.0.0.1:${at}; root ${dir}; }
}`;

const servers = {
  'nginx': {
    skip: !nginx && 'there is no nginx',
    async start() {
      const at = await port(), home = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-nginx-'));
      fs.chmodSync(dir, 0o755); // its workers may be somebody else
      fs.writeFileSync(path.join(home, 'nginx.conf'), configuration(at, home));
      const server = await program(at, nginx, ['-c', path.join(home, 'nginx.conf'), '-e', path.join(home, 'error.log')]);
      return { ...server, async stop() { await server.stop(); fs.rmSync(home, { recursive: true, force: true }); } };
    },
  },
  'python3 -m http.server': {
    skip: !python && 'there is no python3',
    async start() {
      const at = await port();
      return program(at, python, ['-m', 'http.server', '--bind', '127.0.0.1', '-d', dir, String(at)]);
    },
  },
  // GitHub Pages packs some answers, has 404.html say what is not there, and gives no page headers of its own.
  'a server as that of GitHub Pages': { start: () => files(dir, { pages: true }) },
};

for (const [name, { skip, start }] of Object.entries(servers).slice(thorough ? 0 : -1)) test(`served as it is by ${name}`, { skip }, async () => {
  const at = await start();
  const { context, open } = await reader(browser, at);
  const page = await open('');
  await page.waitForURL('**/en/index.html');
  await page.goto(`${at.root}en/scratch.html`);
  await online(page);
  const [id] = await cells(page);
  await write(page, id, 'import torch, matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\ntorch.arange(3., device="cuda").sum()'); // fonts are a part of their own
  await cell(page, id).locator('.cell-actions button').click();
  await ended(page, id, 'done');
  assert.match(await cell(page, id).locator('.outputs').innerText(), /tensor\(3\., device='cuda:0'\)/);
  assert.equal(await cell(page, id).locator('.outputs img').count(), 1);
  await page.evaluate(() => navigator.serviceWorker.ready);
  assert.deepEqual(page.faults, []);
  if (at.lost) { // what is not there is answered in the words of the course
    await page.goto(`${at.root}en/lessons/nothing.html`);
    assert.match(await page.locator('main').innerText(), /\S/);
    await page.locator('main a[href]').first().click();
    await page.waitForURL(`${at.root}**`);
  }
  await context.close();
  await at.stop();
});

test('in Firefox lessons run and what was done outlasts a reload', { skip: !installed() && 'there is no Firefox' }, async () => {
  const at = await files(dir);
  const page = await firefox();
  const first = 'document.querySelector("section.cell")';
  const state = (of) => `document.querySelector('.status[data-state="${of}"]')`;
  await page.open(`${at.root}zh/lessons/placement.html`);
  await page.until(state('online'));
  await page.evaluate(`${first}.querySelector('.cell-actions button').click()`);
  await page.until(`${first}.dataset.state === 'done'`);
  const text = await page.evaluate(`${first}.querySelector('.outputs').innerText`);
  assert.match(text, /\S/);
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.reload();
  await page.until(state('online'));
  await page.until(`${first}.querySelector('.outputs')?.innerText.trim()`);
  assert.equal(await page.evaluate(`${first}.querySelector('.outputs').innerText`), text);
  assert.deepEqual(page.errors, []);
  await page.close();
  await at.stop();
});
