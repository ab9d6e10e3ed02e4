// The course without a server: a static site whose engine runs in the reader's tab.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { cell, cells, code, ended, findings, online, output, run, running, write } from './harness.mjs';
import { kinds } from './kinds.mjs';
import { exported, files, launch, reader } from './site.mjs';

let browser, dir, site;
before(async () => {
  dir = exported();
  [browser, site] = await Promise.all([launch(), files(dir)]);
});
after(async () => {
  await browser.close();
  await site.stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

async function notebook(where, code, options, at = site) {
  const { context, open } = await reader(browser, at, options);
  const page = await open(where);
  await online(page);
  const [id] = await cells(page);
  if (code !== undefined) await write(page, id, code);
  return { context, open, page, id };
}

// Runs a cell and waits for what it prints: the number of a run is no news where an engine has begun anew.
async function prints(page, id, text) {
  await cell(page, id).locator('.cell-actions button').click();
  await page.waitForFunction(([id, text]) => document.querySelector(`section[data-cell="${id}"] .outputs`)?.innerText.includes(text), [id, text]);
  await ended(page, id, 'done');
}

test('the start leads to the reader\'s language, and a lesson can be read while the engine comes', async () => {
  const { context, open } = await reader(browser, site, { locale: 'zh-CN' });
  const page = await open('');
  await page.waitForURL('**/zh/index.html');
  await page.locator('.card a').nth(1).click();
  assert.match(await page.locator('h1').innerText(), /\S/);
  await page.waitForSelector('#top progress');
  assert.match(await page.locator('.status').innerText(), /正在加载引擎：[\d.]+ \/ [\d.]+ MB/);
  await online(page);
  assert.equal(await page.locator('#top progress').count(), 0);
  assert.deepEqual(page.faults, []);
  await context.close();
});

test('cells, outputs and files outlast a reload; names come back by one click', async () => {
  const { context, page, id } = await notebook('en/scratch.html', 'x = 6 * 7\nopen("note.txt", "w").write("kept")\nprint("first", x)');
  await run(page, id, 'done');
  await page.waitForSelector('.wide:has-text("Saved in this browser")');
  await page.reload();
  await online(page);
  await page.waitForFunction((id) => /first 42/.test(document.querySelector(`section[data-cell="${id}"] .outputs`)?.innerText ?? ''), id);
  const again = page.locator('.toast', { hasText: 'names are gone' }).locator('button').first();
  await again.click();
  await ended(page, id, 'done');
  await page.locator(`section[data-cell="${id}"]`).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await page.waitForFunction(() => document.querySelectorAll('section.cell').length === 2);
  const second = (await cells(page))[1];
  await write(page, second, 'print(open("note.txt").read(), x)');
  await prints(page, second, 'kept 42');
  assert.deepEqual(page.faults, []);
  await context.close();
});

test('a run stops, and an engine that does not hear is ended and says what is lost', async () => {
  const deafen = () => {
    const Native = window.Worker;
    window.Worker = class extends Native {
      set onmessage(f) { super.onmessage = (e) => { if (!(window.deaf && e.data.is === 'pong')) f(e); }; }
    };
  };
  const { context, open } = await reader(browser, site);
  await context.addInitScript(deafen);
  const page = await open('en/scratch.html');
  await online(page);
  const [id] = await cells(page);
  await write(page, id, 'print("begun")\nwhile True: pass');
  const stop = async () => {
    await cell(page, id).locator('.cell-actions button').click();
    await running(page, id);
    await cell(page, id).locator('[data-act="stop"]').click();
  };
  await stop();
  await ended(page, id);
  assert.match(await output(page, id), /begun/);
  await page.evaluate(() => { window.deaf = true; });
  await write(page, id, 'print("again")\nwhile True: pass');
  await stop();
  await page.locator('.toast', { hasText: 'the engine was ended' }).waitFor();
  await online(page);
  assert.match(await output(page, id), /again/);
  await write(page, id, '6 * 7');
  await prints(page, id, '42');
  assert.deepEqual(page.faults, []);
  await context.close();
});

test('two tabs share one engine, and when the first one goes the second goes on', async () => {
  const { context, open, page, id } = await notebook('en/scratch.html', 'import time\nfor i in range(8):\n    print("step", i)\n    time.sleep(0.1)');
  const other = await open('en/scratch.html');
  await online(other);
  await cell(page, id).locator('.cell-actions button').click();
  await ended(other, id, 'done');
  assert.equal((await output(other, id)).match(/step \d/g).length, 8);
  assert.match(await page.locator('#top').innerText(), /Ready/);
  await page.close();
  await other.waitForSelector('.status:not([data-state="online"])');
  await online(other);
  assert.match(await output(other, id), /step 7/);
  await write(other, id, 'print("on", 1 + 1)');
  await prints(other, id, 'on 2');
  await context.close();
});

test('input, devices, kernels, profiles and plots work, and exercises are checked with the tests that can be seen', async () => {
  const { context, open, page, id } = await notebook('en/scratch.html', 'print("hello", input("Who? "))');
  await cell(page, id).locator('.cell-actions button').click();
  await page.locator(`#ask-${id}`).fill('Ada');
  await page.keyboard.press('Enter');
  await ended(page, id, 'done');
  assert.match(await output(page, id), /hello Ada/);
  await page.locator('#panel [data-act="devices sim:4"], #panel button', { hasText: /^4$/ }).first().click();
  await page.waitForFunction(() => document.querySelectorAll('#panel .device').length === 5);
  await write(page, id, 'import torch, matplotlib.pyplot as plt\nplt.plot([1, 2, 3])\nplt.show()\ntorch.ones(2, device="cuda:3")');
  await run(page, id, 'done');
  assert.match(await output(page, id), /device='cuda:3'/);
  assert.equal(await cell(page, id).locator('.outputs img').count(), 1);
  const lesson = await open('en/lessons/kernels.html');
  await online(lesson);
  assert.match(await lesson.locator('.site-note').innerText(), /tests that you can see/);
  await lesson.locator('[data-act="check"]').first().click();
  await lesson.locator('.checks').first().waitFor();
  assert.equal(await lesson.locator('[data-act="solve"]').count(), 0);
  assert.deepEqual([...page.faults, ...lesson.faults], []);
  await context.close();
});

test('once it was installed it runs with the network gone, and a new version is offered', async () => {
  const own = exported('--lang', 'en');
  const at = await files(own);
  const { context, open, page, id } = await notebook('en/scratch.html', 'print("online")', {}, at);
  await run(page, id, 'done');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.setOffline(true);
  await page.reload();
  await online(page);
  assert.match(await output(page, id), /online/);
  await write(page, id, 'from IPython.display import HTML\nHTML("<table><tr><td>offline</td></tr></table>")');
  await cell(page, id).locator('.cell-actions button').click();
  await page.frameLocator('.outputs iframe').locator('td').waitFor();
  const lesson = await open('en/lessons/placement.html');
  await online(lesson);
  await run(lesson, (await cells(lesson))[0], 'done');
  await lesson.close();
  await context.setOffline(false);
  fs.appendFileSync(path.join(own, 'some/course/sw.js'), '\n// another version\n');
  const script = path.join(own, 'some/course/sw.js');
  fs.writeFileSync(script, fs.readFileSync(script, 'utf8').replace(/"version":"(\w+)"/, '"version":"another"'));
  await page.reload();
  await page.locator('.toast button', { hasText: 'Change to it now' }).click();
  await page.waitForFunction(async () => (await caches.keys()).some((n) => n.endsWith(':another')));
  await online(page);
  assert.match(await code(page, id), /offline/); // what was written and shown outlasts the change
  await page.frameLocator('.outputs iframe').locator('td').waitFor();
  await context.close();
  await at.stop();
  fs.rmSync(own, { recursive: true, force: true });
});

// In the worker: no row has room while the page says so.
function filling() {
  let full = false;
  new BroadcastChannel('full').onmessage = (e) => { full = e.data; };
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...row) {
    if (full) throw new DOMException('no room', 'QuotaExceededError');
    return put.apply(this, row);
  };
}

test('a browser without room for more says so and goes on, and keeps all when it has room again', async () => {
  const { context, open } = await reader(browser, site, { serviceWorkers: 'block' });
  await context.route(/worker-.*\.js$/, async (route) => { // whose storage can be made full
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `(${filling})();${await answer.text()}` });
  });
  const page = await open('en/scratch.html');
  const full = (is) => page.evaluate((is) => new BroadcastChannel('full').postMessage(is), is);
  await online(page);
  const [id] = await cells(page);
  await write(page, id, 'x = 1\nprint("before", x)');
  await run(page, id, 'done');
  await full(true);
  await write(page, id, 'open("big", "wb").write(bytes(5_000_000))\nprint("more", x)');
  await prints(page, id, 'more 1');
  await page.locator('.toast', { hasText: 'storage cannot be written' }).waitFor();
  await full(false);
  await page.locator('.toast', { hasText: 'can be written again' }).waitFor();
  await page.reload();
  await online(page);
  await page.waitForFunction((id) => /more 1/.test(document.querySelector(`section[data-cell="${id}"] .outputs`)?.innerText ?? ''), id);
  await context.close();
});

// What may have happened to a store, by the reader's language.
const damages = {
  'a row that cannot be read': ['en', (db, done) => {
    const tx = db.transaction('sessions', 'readwrite'), rows = tx.objectStore('sessions');
    rows.openCursor().onsuccess = ({ target: { result: at } }) => { if (at) { at.update({ ...at.value, row: '{"ID' }); at.continue(); } };
    tx.oncomplete = done;
  }],
  'another make': ['zh', (db, done) => {
    db.close();
    indexedDB.deleteDatabase(db.name).onsuccess = () => {
      indexedDB.open(db.name, 1).onsuccess = (e) => { e.target.result.close(); done(); };
    };
  }],
};

for (const [what, [lang, damage]] of Object.entries(damages)) test(`a store with ${what} is told of and begun anew`, async () => {
  const { context, page, id } = await notebook(`${lang}/scratch.html`, 'print("before")');
  await run(page, id, 'done');
  await page.waitForFunction(() => document.querySelector('#top .wide')?.innerText.match(/Saved|已保存/));
  await page.goto(`${site.root}${lang}/index.html`); // where no engine runs
  await page.evaluate(`(async () => {
    const [{ name }] = await indexedDB.databases();
    const db = await new Promise((done) => { indexedDB.open(name, 1).onsuccess = (e) => done(e.target.result); });
    await new Promise((done) => (${damage})(db, done));
    db.close();
  })()`);
  await page.goto(`${site.root}${lang}/scratch.html`);
  await page.locator('.toast', { hasText: lang === 'zh' ? '已损坏' : 'is damaged' }).waitFor();
  await online(page);
  assert.equal(await code(page, id), 'print("before")');
  await write(page, id, 'print("after", 6 * 7)');
  await prints(page, id, 'after 42');
  await page.reload();
  await online(page);
  await page.waitForFunction((id) => /after 42/.test(document.querySelector(`section[data-cell="${id}"] .outputs`)?.innerText ?? ''), id);
  assert.equal(await page.locator('.toast', { hasText: /damaged|损坏/ }).count(), 0);
  await context.close();
});

// Counts what the engine has said to a page.
function listening() {
  window.heard = 0;
  const Native = window.Worker;
  window.Worker = class extends Native {
    set onmessage(f) { super.onmessage = (e) => { window.heard += e.data.texts?.length ?? 0; f(e); }; }
  };
}

// What goes on and on, or takes very long.
const endless = {
  'print': 'while True: print(1)',
  'sys.stderr': 'import sys\nwhile True: print("x" * 50, file=sys.stderr)',
  'display': 'while True: display(kept)',
  'loop': 'while True: pass',
  'sleep': 'import time\ntime.sleep(1000)',
  'input': 'input("Who? ")',
  'product': 'torch.ones(6000, 6000) @ torch.ones(6000, 6000)',
  'exp': 'a = torch.rand(10_000_000)\nwhile True: a.exp()',
  'sort': 'a = torch.rand(5_000_000)\nwhile True: a.sort()',
  'kernel': 'spin[1, 32](torch.zeros(32, device="cuda"))\ntorch.cuda.synchronize()',
};
const floods = new Set(['print', 'sys.stderr', 'display']);

for (const isolated of [false, true]) test(`what never ends is stopped and nothing is lost, ${isolated ? 'where pages may share memory' : 'without shared memory'}`, async () => {
  const at = await files(dir, { isolated });
  const { context, open } = await reader(browser, at);
  await context.addInitScript(listening);
  const page = await open('en/scratch.html');
  await online(page);
  const [id] = await cells(page);
  await write(page, id, '%%cuda\n__global__ void spin(float* a) { while (true) a[threadIdx.x] += 1; }');
  await run(page, id, 'done');
  await write(page, id, 'import torch\nkept = object()');
  await run(page, id, 'done');
  for (const [name, code] of Object.entries(endless)) {
    await write(page, id, code);
    const silent = await page.evaluate(() => window.heard); // before: what a cell may print is bounded, and it may be at its end already
    await cell(page, id).locator('.cell-actions button').click();
    await running(page, id);
    if (floods.has(name)) await page.waitForFunction((from) => window.heard > from + 10, silent);
    const before = await page.evaluate((id) => {
      document.querySelector(`section[data-cell="${id}"] [data-act="stop"]`).click();
      return window.heard;
    }, id);
    await ended(page, id, 'stopped');
    const after = await page.evaluate(() => window.heard) - before;
    assert.ok(after < 200, `${name}: ${after} messages came after the stop`);
  }
  await write(page, id, 'kept is not None and "kept"');
  await prints(page, id, 'kept');
  assert.equal(await page.locator('.toast').count(), 0); // the engine was not ended
  assert.deepEqual(page.faults, []);
  await context.close();
  await at.stop();
});

test('where pages are isolated all works the same, frames and diagrams too', async () => {
  const at = await files(dir, { isolated: true });
  const { context, open, page, id } = await notebook('en/scratch.html', 'from IPython.display import HTML\nHTML("<b id=x>bold</b>")', {}, at);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await run(page, id, 'done');
  await page.frameLocator('.outputs iframe').locator('#x').waitFor();
  assert.deepEqual(page.faults, []);
  await context.close();
  await at.stop();
});

test('a course of one\'s own works, with its solutions if it says so', async () => {
  const folder = kinds();
  const own = exported('--lessons', folder, '--practice', '--lang', 'en');
  const at = await files(own);
  const { context, page } = await notebook('en/lessons/kinds.html', undefined, {}, at);
  assert.match(await page.locator('.site-note').innerText(), /Solutions come with the site/);
  await page.frameLocator('.diagram-frame').locator('svg').waitFor();
  const double = cell(page, 'double');
  for (let i = 0; i < 2; i++) await double.locator('[data-act="hint"]').click();
  await double.locator('[data-act="check"]').click();
  await double.locator('.checks').waitFor();
  for (let i = 0; i < 3; i++) {
    await double.locator('[data-act="solve"]').click();
    await page.waitForFunction((left) => document.querySelectorAll('.solution .veil').length === left, 2 - i);
  }
  await double.locator('[data-act="use-solution"]').click();
  await double.locator('[data-act="check"]').click();
  await double.locator('.checks').getByText('Passed').first().waitFor();
  assert.ok(at.served.some((name) => name.endsWith('.gz') || name.endsWith('.br')));
  assert.deepEqual(page.faults, []);
  await context.close();
  await at.stop();
  for (const dir of [own, folder]) fs.rmSync(dir, { recursive: true, force: true });
});

test('on a phone it fits, and says what it is', async () => {
  const { context, page } = await notebook('zh/lessons/placement.html', undefined, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const [first] = await cells(page);
  await run(page, first, 'done');
  assert.match(await page.locator('.status').innerText(), /就绪/);
  assert.deepEqual(await findings(page), []);
  await context.close();
});
