// How pages look and whom they serve: no finding of axe, no sideways scroll on a
// phone, nothing that jumps. The screenshots are kept in artifacts/.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { artifacts, cell, cells, ended, findings, frames, langs, online, run, stage, thorough, write } from './harness.mjs';

const themes = ['light', 'dark'];
const sizes = { desktop: { width: 1440, height: 1000 }, phone: { width: 390, height: 844 } };

let world;
before(async () => {
  fs.mkdirSync(artifacts, { recursive: true });
  world = await stage();
});
after(() => world.close());

async function examine(page, name) {
  await page.screenshot({ path: path.join(artifacts, `${name}.png`) });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${name} scrolls sideways by ${wide} px`);
  assert.deepEqual(await findings(page), [], name);
}

for (const [l, lang] of langs.entries()) {
  for (const [t, theme] of themes.entries()) {
    for (const [z, [size, viewport]] of Object.entries(sizes).entries()) {
      if (!thorough && (l + t + z) % 2) continue; // each language, theme and size is looked at with either of the others
      test(`pages in ${lang}, ${theme}, ${size}`, async () => {
        const { context, open } = await world.learner({ viewport, colorScheme: theme, bypassCSP: true, reducedMotion: 'reduce' });
        const name = `${lang}-${theme}-${size}`;
        await examine(await open(`/${lang}/`), `home-${name}`);
        const page = await open(`/${lang}/lessons/placement`);
        await online(page);
        await page.locator('#toolbar [data-act="run-all"]').click();
        await ended(page, (await cells(page)).at(-1));
        await page.locator('#panel .block').first().waitFor({ state: 'attached' });
        await page.mouse.move(0, 0);
        await examine(page, `lesson-${name}`);
        await page.locator('.failure').first().scrollIntoViewIfNeeded();
        await examine(page, `error-${name}`);
        if (size === 'phone') {
          await page.locator('.dock-main').click();
          await page.waitForFunction(() => getComputedStyle(document.querySelector('#panel')).opacity === '1' && document.getAnimations().length === 0);
          await examine(page, `panel-${name}`);
          await page.keyboard.press('Escape');
        } else {
          await page.locator('#top-more [data-act="shortcuts"]').click();
          await examine(page, `shortcuts-${name}`);
        }
        await context.close();
      });
    }
  }
}

// Every page there is, as it is served: all lessons, the pages beside them, the scratchpad.
async function addresses(lang) {
  const { context, open } = await world.learner();
  const page = await open(`/${lang}/`);
  const found = await page.$$eval('a[href]', (all) => all.map((a) => a.getAttribute('href')));
  await context.close();
  return [...new Set(found.filter((href) => href.startsWith(`/${lang}/`)))];
}

for (const [l, lang] of langs.entries()) {
  // Colours know no language, and lessons are the same elements in other words; so a page is looked at in one theme in the
  // first language and in the other in the second, and one lesson stands for all, unless everything is asked for.
  test(`axe finds nothing on ${thorough ? 'any page' : 'each kind of page'} in ${lang}`, async () => {
    const { context, open } = await world.learner({ bypassCSP: true, reducedMotion: 'reduce' });
    const found = await addresses(lang);
    assert.ok(found.length > 14, `only ${found.length} pages`);
    for (const [i, where] of found.filter((where, i) => thorough || !where.includes('/lessons/') || where.endsWith('kernels')).entries()) {
      const page = await open(where);
      for (const colorScheme of thorough ? themes : [themes[(i + l) % 2]]) {
        await page.emulateMedia({ colorScheme });
        await page.waitForFunction((dark) => matchMedia('(prefers-color-scheme: dark)').matches === dark, colorScheme === 'dark');
        await frames(page);
        assert.deepEqual(await findings(page), [], `${where}, ${colorScheme}`);
      }
      assert.deepEqual(page.faults, [], where);
      await page.close();
    }
    await context.close();
  });
}

test('320 pixels are enough', async () => {
  const { context, open } = await world.learner({ viewport: { width: 320, height: 640 } });
  for (const where of ['/zh/', '/en/lessons/placement', '/en/scratch']) {
    const page = await open(where);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${where} scrolls sideways by ${wide} px`);
  }
  await context.close();
});

test('the bar on top has room for a lost connection on a phone', async () => {
  for (const lang of langs) {
    const { context, open } = await world.learner({ viewport: { width: 360, height: 640 } });
    const page = await open(`/${lang}/lessons/placement`);
    await online(page);
    await page.evaluate(() => { window.cut = true; window.sockets.at(-1).close(4000); });
    await page.locator('[data-act="retry"]').waitFor();
    const beyond = await page.$$eval('.top *', (all) => all.map((el) => el.getBoundingClientRect().right).filter((right) => right > innerWidth));
    assert.deepEqual(beyond, [], lang);
    await context.close();
  }
});

test('nothing jumps when the client takes over and outputs arrive', async () => {
  const { context, open } = await world.learner();
  await context.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.shift += e.value; }).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await open('/en/lessons/placement');
  await online(page);
  await page.evaluate(() => document.fonts.ready);
  await frames(page, 4);
  const shift = await page.evaluate(() => window.shift);
  assert.ok(shift < 0.05, `layout shift ${shift}`);
  await context.close();
});

test('one theme button goes round system, light and dark, and is remembered', async () => {
  const { context, open } = await world.learner();
  const page = await open('/en/');
  for (const theme of ['light', 'dark']) {
    await page.locator('[data-act="theme"]').click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
  }
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await context.close();
});

test('a page prints as a handout', async () => {
  const { context, open } = await world.learner();
  const page = await open('/en/lessons/placement');
  await online(page);
  await run(page, (await cells(page))[0]);
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['.top', '.side', '.panel', '.cell-actions', '#toolbar']) assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
  assert.ok(await cell(page, (await cells(page))[0]).locator('.outputs').isVisible());
  await page.screenshot({ path: path.join(artifacts, 'print.png'), fullPage: true });
  await context.close();
});

test('a thousand tensors in the panel', async () => {
  const { context, open } = await world.learner();
  const page = await open('/en/scratch');
  await online(page);
  const [id] = await cells(page);
  await write(page, id, 'import torch\nfor i in range(1000): globals()[f"t{i}"] = torch.ones(i + 1, device=f"cuda:{i % 2}")');
  await run(page, id, 'done');
  await page.locator('#panel .aside', { hasText: '1000' }).waitFor();
  const took = await page.evaluate(async () => {
    const start = performance.now();
    for (let rows = 0; rows < 1000 && performance.now() - start < 10_000; await new Promise(requestAnimationFrame)) {
      const now = document.querySelectorAll('#panel tbody tr').length;
      if (now > rows) document.querySelector('#panel table ~ [data-act="all-tensors"]')?.click();
      rows = now;
    }
    return performance.now() - start;
  });
  console.log(`listing 1000 tensors in five steps took ${Math.round(took)} ms`);
  assert.equal(await page.locator('#panel tbody tr').count(), 1000);
  await page.screenshot({ path: path.join(artifacts, 'thousand.png') });
  await context.close();
});
