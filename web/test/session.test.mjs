// What may go wrong while cells run: endless loops, floods, a lost connection, two
// tabs; and what a learner types.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cell, cells, code, ended, enter, online, output, run, running, serve, stage, write } from './harness.mjs';

let world;
before(async () => { world = await stage(); });
after(() => world.close());

async function scratch(code, options) {
  const learner = await world.learner(options);
  const page = await learner.open('/en/scratch');
  await online(page);
  const [id] = await cells(page);
  if (code) await write(page, id, code);
  return { ...learner, page, id };
}

// Waits until the notebook has n cells.
async function count(page, n) {
  await page.waitForFunction((n) => document.querySelectorAll('section.cell').length === n, n);
  return cells(page);
}

test('an endless loop is stopped and the session lives', async () => {
  const { context, page, id } = await scratch('while True: pass');
  await cell(page, id).locator('.cell-actions button').click();
  await running(page, id);
  assert.equal(await cell(page, id).locator('.prompt').textContent(), '[*]');
  await cell(page, id).locator('[data-act="stop"]').click();
  await ended(page, id);
  await write(page, id, '6 * 7');
  await run(page, id, 'done');
  assert.match(await output(page, id), /42/);
  await context.close();
});

test('a lost connection loses no output', async () => {
  const { context, page, id } = await scratch('import time\nfor i in range(30):\n    print("step", i)\n    time.sleep(0.05)');
  await cell(page, id).locator('.cell-actions button').click();
  await page.waitForFunction((id) => document.querySelector(`section[data-cell="${id}"] .outputs`)?.innerText.includes('step 3'), id);
  await page.evaluate(() => { window.cut = true; window.sockets.at(-1).close(4000); });
  await page.waitForSelector('.status:not([data-state="online"])');
  assert.match(await page.locator('#top').innerText(), /lost|Reconnecting/);
  const tries = await page.evaluate(() => window.sockets.length);
  await page.waitForFunction((n) => window.sockets.length > n, tries); // the run goes on without us
  await page.evaluate(() => { window.cut = false; });
  await online(page);
  await ended(page, id, 'done');
  await cell(page, id).locator('[data-act="full-output"]').click();
  const steps = (await output(page, id)).match(/step \d+/g);
  assert.deepEqual(steps, Array.from({ length: 30 }, (_, i) => `step ${i}`));
  await context.close();
});

test('a server that was started anew says how to come back', async () => {
  const old = await serve();
  const context = await world.browser.newContext();
  const page = await context.newPage();
  await page.goto(old.address);
  await page.goto(`${old.origin}/en/scratch`);
  await online(page);
  old.stop();
  await page.waitForSelector('.status[data-state="offline"]');
  await page.locator('.notice', { hasText: 'The server does not answer' }).waitFor();
  const fresh = await serve('--addr', new URL(old.origin).host);
  await page.locator('.status', { hasText: 'Signed out' }).waitFor();
  assert.match(await page.locator('.notice').innerText(), /Your code is kept in this browser/);
  fresh.stop();
  await context.close();
});

test('without scripts, without the client and without a login the page says so', async () => {
  const look = async (options, prepare = () => {}) => {
    const { context } = await world.learner(options);
    await prepare(context);
    const page = await context.newPage();
    await page.goto(`${world.origin}/en/lessons/placement`);
    return { context, page };
  };
  const plain = await look({ javaScriptEnabled: false });
  assert.match(await plain.page.locator('#toolbar').innerText(), /needs JavaScript/);
  assert.equal(await plain.page.locator('.status').isVisible(), false);
  assert.equal(await plain.page.locator('.loading-note').isVisible(), false);
  await plain.context.close();
  const cut = await look({}, (context) => context.route('**/*.wasm*', (r) => r.abort()));
  await cut.page.getByText('could not be loaded').waitFor();
  assert.equal(await cut.page.locator('.status').innerText(), 'Not loaded');
  await cut.context.close();
  const stranger = await look({}, (context) => context.clearCookies());
  assert.equal(await stranger.page.locator('h1').innerText(), 'Not signed in');
  assert.equal(await stranger.page.locator('main a').count(), 0);
  await stranger.context.close();
});

test('a reload in mid-run shows the run and its whole output', async () => {
  const { context, page, id } = await scratch('import time\nfor i in range(12):\n    print("tick", i)\n    time.sleep(0.1)');
  await cell(page, id).locator('.cell-actions button').click();
  await running(page, id);
  await page.waitForFunction(() => document.querySelector('#top').innerText.includes('Saved'));
  await page.reload();
  await ended(page, id, 'done');
  assert.equal((await output(page, id)).match(/tick \d+/g).length, 12);
  await context.close();
});

test('a flood of output keeps the page responsive', async () => {
  const { context, page, id } = await scratch('for i in range(20000): print(i, "x" * 45)');
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => { for (const e of list.getEntries()) window.longest = Math.max(window.longest, e.duration); }).observe({ type: 'longtask', buffered: false });
  });
  await run(page, id, 'done');
  const text = await cell(page, id).locator('.outputs').textContent();
  assert.match(text, /^0 x/);
  assert.match(text, /19999 x/);
  assert.ok(text.length < 300_000, `${text.length} characters are in the page`);
  console.log(`longest task during a flood: ${Math.round(await page.evaluate(() => window.longest))} ms`);
  await context.close();
});

test('input() asks, and takes the answer', async () => {
  const { context, page, id } = await scratch('print("before")');
  await run(page, id, 'done');
  await write(page, id, 'name = input("Who? ")\nprint("hello", name)');
  await cell(page, id).locator('.cell-actions button').click();
  await page.locator(`#ask-${id}`).fill('Ada');
  assert.doesNotMatch(await output(page, id), /before/);
  await page.keyboard.press('Enter');
  await ended(page, id, 'done');
  assert.match(await output(page, id), /hello Ada/);
  await context.close();
});

test('Chinese is typed through an input method, and Enter in it runs nothing', async () => {
  const { context, page, id } = await scratch('');
  await enter(page, id);
  await page.keyboard.type('s = "');
  const cdp = await context.newCDPSession(page);
  for (const text of ['n', 'ni', 'nih', 'niha', 'nihao']) await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 229, key: 'Process', modifiers: 8 });
  await cdp.send('Input.insertText', { text: '你好' });
  assert.equal(await cell(page, id).locator('.prompt').textContent(), '[ ]');
  await page.keyboard.press('End');
  await page.keyboard.type('\nprint(len(s), s)');
  await page.keyboard.press('Control+Enter');
  await ended(page, id, 'done');
  assert.match(await output(page, id), /2 你好/);
  await context.close();
});

test('edits survive a reload, and reset brings the lesson back', async () => {
  const { context, open } = await world.learner();
  const page = await open('/en/lessons/placement');
  await online(page);
  const [id] = await cells(page);
  const original = await code(page, id);
  await write(page, id, 'print("mine")');
  await page.waitForFunction(() => document.querySelector('#top').innerText.includes('Saved'));
  await page.reload();
  await online(page);
  assert.match(await code(page, id), /mine/);
  await cell(page, id).locator('[data-act="reset-cell"]').click();
  assert.equal(await code(page, id), original);
  await context.close();
});

test('two tabs see the same session, and the one that runs holds the pen', async () => {
  const { context, open } = await world.learner();
  const one = await open('/en/lessons/placement');
  await online(one);
  const two = await open('/en/lessons/placement');
  await online(two);
  const [id] = await cells(one);
  await run(one, id, 'done');
  await ended(two, id, 'done');
  assert.equal(await output(two, id), await output(one, id));
  await run(two, id, 'done');
  await one.waitForFunction((id) => document.querySelector(`section[data-cell="${id}"] .prompt`).textContent === '[2]', id);
  await one.waitForSelector('[data-act="take-pen"]');
  await context.close();
});

test('a notebook can be driven by the keyboard alone', async () => {
  const { context, page } = await scratch('');
  const [id] = await cells(page);
  await cell(page, id).focus();
  await page.keyboard.press('Enter');
  await cell(page, id).locator('.cm-focused').waitFor();
  await page.keyboard.type('a = 20');
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.type('a + 1');
  await page.keyboard.press('Control+Enter');
  const ids = await count(page, 2);
  await ended(page, ids[1], 'done');
  assert.match(await output(page, ids[1]), /21/);
  await page.keyboard.press('d');
  await page.keyboard.press('d');
  await count(page, 1);
  await page.keyboard.press('z');
  await count(page, 2);
  await page.keyboard.press('h');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await context.close();
});

test('completion and help come from the engine', async () => {
  const { context, page, id } = await scratch('import torch');
  await run(page, id, 'done');
  await write(page, id, 'torch.one');
  await page.keyboard.press('Control+Space');
  await page.locator('.cm-tooltip-autocomplete', { hasText: 'ones' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.type('s');
  await page.keyboard.press('Shift+Tab');
  await page.locator('.cm-help').waitFor();
  await context.close();
});

test('devices can be switched', async () => {
  const { context, page, id } = await scratch('import torch\ntorch.cuda.device_count()');
  await run(page, id, 'done');
  assert.match(await output(page, id), /2/);
  await page.locator('#panel [data-act="devices sim:4"]').click();
  await page.locator('#panel .device[data-device="cuda:3"]').waitFor();
  await run(page, id, 'done');
  assert.match(await output(page, id), /4/);
  await context.close();
});
