// A learner goes through lessons on a site that no server runs: one, and with THOROUGH=1 all of them in both languages.
// LESSONS names others.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { langs, online, thorough } from './harness.mjs';
import { exported, files, launch, reader } from './site.mjs';
import { goThrough } from './walk.mjs';

let browser, dir, site;
before(async () => {
  dir = exported('--practice');
  [browser, site] = await Promise.all([launch(), files(dir)]);
});
after(async () => {
  await browser.close();
  await site.stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

test('lessons in a tab, cell by cell', async (t) => {
  const all = fs.readdirSync(path.join(dir, 'some/course/en/lessons')).flatMap((name) => /^(\w+)\.html$/.exec(name)?.[1] ?? []);
  assert.ok(all.length > 20);
  const lessons = process.env.LESSONS?.split(' ') ?? (thorough ? all : ['to']);
  for (const lesson of lessons) for (const lang of thorough ? langs : ['zh']) await t.test(`${lesson} in ${lang}`, async () => {
    const { context, open } = await reader(browser, site); // whose engine goes with it
    context.setDefaultTimeout(240_000);
    const page = await open(`${lang}/lessons/${lesson}.html`);
    await online(page);
    await goThrough(page, (n) => thorough || n === 0);
    await context.close();
  });
});
