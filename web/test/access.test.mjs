// Whom the page serves besides: 200 % zoom, colours that the system chooses, the keyboard alone, a screen reader.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { artifacts, cell, cells, ended, findings, online, run, stage, write } from './harness.mjs';

let world;
before(async () => {
  fs.mkdirSync(artifacts, { recursive: true });
  world = await stage();
});
after(() => world.close());

const failing = 'import torch\nx = torch.ones(2, 3)\ny = torch.ones(4, 5)\nx @ y';

// A lesson with a guess, a wrong answer, outputs and an error.
async function lesson(open, where = '/en/lessons/placement') {
  const page = await open(where);
  await online(page);
  const [first] = await cells(page);
  await write(page, first, failing);
  await run(page, first, 'error');
  await page.keyboard.press('Escape');
  await page.locator('.ask-card[data-cell="quiz-move"] .options button').first().click();
  await page.locator('#panel .block').first().waitFor({ state: 'attached' });
  return page;
}

test('at 200 % nothing is cut off and nothing scrolls sideways', async () => {
  // 1440 × 900 at 200 %: half as many CSS pixels, each twice as large
  const { context, open } = await world.learner({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2, reducedMotion: 'reduce', bypassCSP: true });
  for (const where of ['/en/', '/zh/lessons/placement', '/en/scratch', '/en/pages/glossary']) {
    const page = where.includes('lessons') ? await lesson(open, where) : await open(where);
    const cut = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      beyond: [...document.querySelectorAll('.top *, main button, .why *, .verdict *')].filter((el) => el.checkVisibility() && !el.closest('[data-scrolls], .scroll, pre, .cm-editor') && el.getBoundingClientRect().right > innerWidth + 1).map((el) => el.outerHTML.slice(0, 90)),
    }));
    assert.deepEqual(cut, { wide: 0, beyond: [] }, where);
    await page.screenshot({ path: path.join(artifacts, `zoom${where.replaceAll('/', '-')}.png`) });
    assert.deepEqual(await findings(page), [], where);
    await page.close();
  }
  await context.close();
});

test('in forced colours what is chosen, right or wrong can be told', async () => {
  const { context, open } = await world.learner({ forcedColors: 'active', reducedMotion: 'reduce', bypassCSP: true });
  const page = await lesson(open);
  const look = (locator) => locator.evaluate((el) => {
    const s = getComputedStyle(el);
    return [s.backgroundColor, s.color, s.borderTopColor, s.borderTopWidth, s.outlineStyle, s.outlineWidth].join(' ');
  });
  const pairs = {
    devices: ['#panel .switch [aria-pressed="true"]', '#panel .switch [aria-pressed="false"]'],
    option: ['.ask-card[data-cell="quiz-move"] [aria-pressed="true"]', '.ask-card[data-cell="quiz-move"] [aria-pressed="false"]'],
    language: ['.top .switch [aria-current]', '.top .switch :not([aria-current])'],
    dimension: ['.dim[data-clash]', '.dim:not([data-clash])'],
  };
  for (const [name, [on, off]] of Object.entries(pairs)) {
    assert.notEqual(await look(page.locator(on).first()), await look(page.locator(off).first()), name);
  }
  await page.locator('.why').first().scrollIntoViewIfNeeded();
  await page.screenshot({ path: path.join(artifacts, 'forced.png') });
  await context.close();
});

test('every stop of Tab is seen, and they go down the page', async () => {
  const { context, open } = await world.learner({ reducedMotion: 'reduce' });
  const page = await open('/en/lessons/placement');
  await online(page);
  const stops = [];
  for (let i = 0; i < 45; i++) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(async () => {
      await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))); // the link that skips has gone
      const el = document.activeElement, box = el.getBoundingClientRect(), s = getComputedStyle(el);
      const [x, y] = [box.left + Math.min(box.width / 2, 30), box.top + Math.min(box.height / 2, 10)];
      const on = document.elementFromPoint(x, y);
      return {
        what: el.outerHTML.slice(0, 80), region: el.closest('.top') ? 0 : el.closest('.side, #course') ? 1 : el.closest('main') ? 2 : 3,
        marked: s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0 || s.boxShadow !== 'none' || !!el.closest('.cm-editor'),
        seen: box.width > 0 && box.height > 0 && !!on && (el.contains(on) || on.contains(el)),
      };
    }));
  }
  assert.match(stops[0].what, /skip/, 'the first stop leads to the text');
  assert.deepEqual(stops.filter((s) => !s.marked || !s.seen), []);
  const regions = stops.slice(1).map((s) => s.region);
  assert.deepEqual(regions, regions.toSorted(), 'regions follow each other');
  await context.close();
});

test('what is announced is announced once', async () => {
  const { context, open } = await world.learner({ reducedMotion: 'reduce' });
  const page = await lesson(open);
  await page.locator('#toolbar [data-act="run-all"]').click();
  await page.locator('.failure').first().waitFor(); // where it stops
  const nested = await page.evaluate(() => [...document.querySelectorAll('[role="alert"], [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"]')]
    .filter((el) => el.parentElement.closest('[role="alert"], [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"]')).map((el) => el.outerHTML.slice(0, 120)));
  assert.deepEqual(nested, []);
  const [id] = await cells(page);
  await write(page, id, 'for i in range(3000): print(i)');
  await run(page, id, 'done');
  assert.equal(await cell(page, id).locator('[role="log"]').getAttribute('aria-live'), 'off', 'a flood is not read out');
  await context.close();
});

test('where one is stands in view in the list of lessons', async () => {
  const { context, open } = await world.learner({ viewport: { width: 1366, height: 700 } });
  for (const [id, moved] of [['devices', false], ['sizing', true]]) {
    const page = await open(`/en/lessons/${id}`);
    const seen = await page.locator('.side a[aria-current="page"]').evaluate((a) => ({ in: a.getBoundingClientRect().bottom <= innerHeight && a.getBoundingClientRect().top >= 0, page: scrollY, moved: a.closest('.side').scrollTop > 0 }));
    assert.deepEqual(seen, { in: true, page: 0, moved }, id);
  }
  await context.close();
});
