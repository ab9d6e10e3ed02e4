// An assignment from its making to its points: three clicks, handed in from the lesson, judged, marked by hand with the keyboard.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { code, launch, online, write } from './harness.mjs';

const binary = path.resolve(process.env.GPUTOUR ?? path.join(path.dirname(fileURLToPath(import.meta.url)), '../../bin/gputour'));
const data = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-assign-'));
let child, browser, login, origin, join;

before(async () => {
  child = spawn(binary, ['classroom', '--addr', '127.0.0.1:0', '--data', data, '--code', 'K7P4MQ', '--join', 'open', '--title', 'GPUs'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  login = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no address in 20 s: ${text}`)), 20_000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (d) => {
        text += d;
        const found = text.match(/http:\/\/\S+\/login\?token=\S+/);
        if (found) { clearTimeout(timer); resolve(found[0]); }
      });
    }
    child.on('exit', (status) => reject(new Error(`it ended with ${status}: ${text}`)));
  });
  origin = new URL(login).origin;
  join = `${origin}/join/K7P4MQ`;
  browser = await launch();
});
after(async () => { await browser?.close(); child?.kill(); fs.rmSync(data, { recursive: true, force: true }); });

const visitor = async (options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 }, locale: 'en-US', ...options });
  context.setDefaultTimeout(30_000);
  return context.newPage();
};

async function student(name) {
  const page = await visitor();
  await page.goto(join);
  await page.fill('input[name=name]', name);
  await page.click('button[type=submit]');
  await page.goto(`${origin}/en/lessons/devices`);
  await online(page);
  return page;
}

const handIn = async (page) => {
  await page.click('.assigned .button[data-kind="main"]');
  await page.click('.assigned-buttons .button[data-kind="main"]');
};

test('an assignment from its making to its points', async () => {
  const teacher = await visitor({ javaScriptEnabled: false }); // these pages need no script
  await teacher.goto(login);
  await teacher.goto(`${origin}/class/assignments`);
  for (const next of ['a[href="/class/assignments/new"]', 'a[href$="lesson=devices"]', 'button[name="open"]']) await teacher.click(next);
  const assignment = teacher.url();
  assert.match(assignment, /\/class\/assignments\/[a-z0-9]+$/, 'three clicks do not make one');

  const [ann, bob] = await Promise.all([student('Ann'), student('Bob')]);
  await ann.waitForSelector('.assigned');
  await write(ann, 'all-gpus', 'import torch\n\ndef try_all_gpus():\n    found = [torch.device("cuda", i) for i in range(torch.cuda.device_count())]\n    return found or [torch.device("cpu")]\n');
  assert.match(await code(ann, 'all-gpus'), /found or/);
  await Promise.all([handIn(ann), handIn(bob)]);
  const points = async (page) => {
    await page.waitForSelector('.assigned-last b');
    return parseFloat(await page.textContent('.assigned-last b'));
  };
  assert.equal(await points(ann), 2);
  assert.equal(await points(bob), 0, 'what the lesson gives earns points');
  const [receipt] = await Promise.all([ann.waitForEvent('download'), ann.click('.assigned-last a')]);
  const signed = JSON.parse(fs.readFileSync(await receipt.path(), 'utf8'));
  assert.equal(signed.name, 'Ann');
  assert.deepEqual(signed.cells, ['all-gpus']);

  const marking = await visitor();
  await marking.context().addCookies(await teacher.context().cookies());
  await marking.goto(assignment);
  await marking.click('tbody a >> nth=0');
  assert.match(await marking.textContent('h1'), /Ann/);
  await marking.keyboard.press('n');
  await marking.waitForFunction(() => document.querySelector('h1').textContent.includes('Bob'));
  await marking.fill('.gb-points', '1.5');
  await marking.fill('textarea >> nth=0', 'Nearly <b>there</b>.');
  await marking.keyboard.press('Control+Enter');
  await bob.waitForFunction(() => document.querySelector('.assigned-last b').textContent.startsWith('1.5'));
  await bob.click('.assigned summary');
  assert.equal(await bob.textContent('.assigned blockquote'), 'Nearly <b>there</b>.');

  await teacher.goto(`${origin}/class/grades`);
  assert.match(await teacher.textContent('tbody'), /Ann[^]*2[^]*Bob[^]*1\.5/);
});
