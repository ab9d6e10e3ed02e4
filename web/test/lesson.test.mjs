// A learner goes through every fifteenth lesson, and through the first ones in both languages; with THOROUGH=1 through all.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cell, cells, ended, enter, langs, online, output, run, stage, thorough } from './harness.mjs';
import { goThrough } from './walk.mjs';

let world;
before(async () => { world = await stage(); });
after(() => world.close());

// The lessons of the course, as the map of the course lists them.
async function course() {
  const { context, open } = await world.learner();
  const page = await open('/en/');
  const ids = await page.$$eval('.card[data-lesson]', (all) => all.map((c) => c.dataset.lesson));
  await context.close();
  return ids;
}

// Goes through a lesson; solving fails and solves its exercises too.
async function walk(lang, lesson, solving) {
  const { context, open } = await world.learner();
  const page = await open(`/${lang}/lessons/${lesson}`);
  await online(page);
  await goThrough(page, (n) => solving && (whole(lesson) || n === 0));
  const home = await open(`/${lang}/`);
  if (solving && whole(lesson)) assert.equal(await home.locator(`.card[data-lesson="${lesson}"] .bar > i`).evaluate((bar) => bar.style.width), '100%', 'not all of the lesson counts as done');
  await page.locator('#toolbar [data-act="restart"]').click(); // what the lesson made is dropped
  await page.waitForFunction(() => [...document.querySelectorAll('section.cell .prompt')].every((p) => p.textContent === '[ ]'));
  await context.close();
}

// Cells are the same in both languages, and gputour test runs them in both. So the first
// language alone goes through the course and solves, unless everything is asked for.
// gputour test fails and solves each exercise, too, so that here one a lesson shows that the page does its part.
const solves = (lang) => thorough || lang === langs[0];
const inBoth = ['placement'];
const whole = (lesson) => thorough || inBoth.includes(lesson);

test('lessons, cell by cell', { concurrency: 2 }, async (t) => {
  const some = (await course()).filter((lesson, i) => thorough || i % 15 === 0 || inBoth.includes(lesson));
  const walks = some.flatMap((lesson) => langs.filter((lang) => solves(lang) || inBoth.includes(lesson)).map((lang) =>
    t.test(`${lesson} in ${lang}${solves(lang) ? `, ${whole(lesson) ? 'each' : 'the first'} exercise failed and then solved` : ''}`, () => walk(lang, lesson, solves(lang)))));
  await Promise.all(walks);
});

describe('the cross-device error', () => {
  test('is explained, and its fix can be put into the cell', async () => {
    const { context, open } = await world.learner();
    const page = await open('/en/scratch');
    await online(page);
    const [id] = await cells(page);
    await enter(page, id);
    await page.keyboard.insertText('import torch\nX = torch.ones(2, 3, device="cuda:0")\nz = torch.ones(2, 3)\nX + z');
    await run(page, id, 'error');
    const why = cell(page, id).locator('.why');
    assert.match(await why.innerText(), /X[\s\S]*cuda:0[\s\S]*z[\s\S]*cpu/);
    await why.locator('[data-act="fix"]').click();
    await run(page, id, 'done');
    assert.match(await output(page, id), /tensor\(\[\[2., 2., 2.\]/);
    assert.deepEqual(page.faults, []);
    await context.close();
  });

  test('a page can be read before and without its scripts', async () => {
    const { context } = await world.learner({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${world.origin}/zh/lessons/placement`);
    assert.ok(await page.locator('.cell pre .tok-string, .cell pre .tok-number').count() > 0, 'code is not coloured');
    assert.match(await page.locator('#toolbar').innerText(), /加载|WebAssembly/);
    await context.close();
  });
});

test('run all runs everything in order, restart forgets it', async () => {
  const { context, open } = await world.learner();
  const page = await open('/zh/lessons/placement');
  await online(page);
  const ids = await cells(page);
  await page.locator('#toolbar [data-act="run-all"]').click();
  await ended(page, ids.at(-1));
  const prompts = await page.$$eval('section.cell .prompt', (all) => all.map((p) => p.textContent));
  assert.deepEqual(prompts, ids.map((_, i) => `[${i + 1}]`));
  await page.locator('#toolbar [data-act="restart"]').click();
  await page.waitForFunction(() => [...document.querySelectorAll('section.cell .prompt')].every((p) => p.textContent === '[ ]'));
  await context.close();
});

test('progress shows in the map of the course', async () => {
  const { context, open } = await world.learner();
  const page = await open('/en/lessons/placement');
  await online(page);
  await page.locator('#toolbar [data-act="run-all"]').click();
  await ended(page, (await cells(page)).at(-1));
  const home = await open('/en/');
  const words = home.locator('.card[data-lesson="placement"] [data-words]');
  assert.match(await words.innerText(), /(Done|Under way) · \d+\/\d+/);
  await context.close();
});
