// Predictions, exercises, hints and quizzes, in a folder of lessons of our own; and
// that what must stay secret never reaches the browser.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { cell, online, output, run, stage, write } from './harness.mjs';
import { kinds } from './kinds.mjs';

let world, folder;
before(async () => {
  folder = kinds();
  world = await stage('--lessons', folder);
});
after(async () => {
  await world.close();
  fs.rmSync(folder, { recursive: true });
});

async function lesson() {
  const learner = await world.learner();
  const page = await learner.open('/en/lessons/kinds');
  await online(page);
  return { ...learner, page };
}

test('a prediction is judged when its cell has run', async () => {
  const { context, page } = await lesson();
  const card = page.locator('.ask-card[data-cell="guess"]');
  await card.getByRole('button', { name: '3' }).click();
  await card.getByText('Now run it').waitFor();
  assert.equal(await card.locator('[data-verdict]').count(), 0);
  await run(page, 'guess', 'done');
  assert.match(await card.innerText(), /Not so/);
  assert.match(await cell(page, 'guess').locator('.reason').innerText(), /Texts are joined/);
  await context.close();
});

test('an exercise is checked, and says which test failed', async () => {
  const { context, page } = await lesson();
  await cell(page, 'double').locator('[data-act="check"]').click();
  const checks = cell(page, 'double').locator('.checks');
  await checks.locator('[data-status="fail"], [data-status="error"]').first().waitFor();
  assert.ok(!(await page.content()).includes('SECRET'), 'a hidden test is in the page');
  await write(page, 'double', 'def double(x):\n    return x + x');
  await cell(page, 'double').locator('[data-act="check"]').click();
  await checks.getByText('Passed').first().waitFor();
  await context.close();
});

test('lines are put in order with keys, and what they do is checked', async () => {
  const { context, page } = await lesson();
  const lines = cell(page, 'steps').locator('.lines button');
  const text = (n) => lines.nth(n).locator('code').innerText();
  await lines.first().focus();
  const press = async (key, times, line) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
    await page.waitForSelector(`#line-steps-${line}:focus`);
  };
  await press('ArrowDown', 3, 3); // def add(xs):
  await press('Alt+ArrowUp', 3, 0);
  await press('ArrowDown', 1, 1); // return total
  await press('ArrowRight', 1, 1);
  await press('Alt+ArrowDown', 3, 4);
  await press('ArrowUp', 3, 1); // total = 0
  await press('ArrowRight', 1, 1);
  await press('ArrowDown', 1, 2); // total += x
  await press('ArrowRight', 2, 2);
  await press('Alt+ArrowDown', 1, 3);
  await press('ArrowUp', 1, 2); // for x in xs:
  await press('ArrowRight', 1, 2);
  await press('ArrowDown', 3, 5); // total = x
  assert.equal(await text(2), '    for x in xs:');
  const check = cell(page, 'steps').locator('[data-act="check"]'), checks = cell(page, 'steps').locator('.checks');
  await check.click();
  await checks.locator('[data-status="fail"], [data-status="error"]').first().waitFor(); // a line too many
  await lines.nth(5).focus();
  await press('Delete', 1, 5);
  await check.click();
  await checks.getByText('Passed').first().waitFor();
  assert.match(await cell(page, 'steps').locator('[role="status"]').first().innerText(), /line 6 of 6, indent 0.*left out/);
  await context.close();
});

test('hints come one by one and stay after a reload', async () => {
  const { context, page } = await lesson();
  const more = cell(page, 'double').locator('[data-act="hint"]');
  await more.click();
  assert.match(await cell(page, 'double').locator('.hint').innerText(), /x \+ x/);
  await more.click();
  await more.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.querySelector('#top').innerText.includes('Saved'));
  await page.reload();
  await online(page);
  assert.equal(await cell(page, 'double').locator('.hint').count(), 2);
  await context.close();
});

test('a solution comes line by line after the hints, and can be put into the cell', async () => {
  const { context, page } = await lesson();
  const double = cell(page, 'double');
  const more = double.locator('[data-act="solve"]');
  assert.equal(await more.count(), 0);
  for (let i = 0; i < 2; i++) await double.locator('[data-act="hint"]').click();
  await more.click();
  await page.getByText('Try it first').waitFor();
  await double.locator('[data-act="check"]').click();
  await double.locator('.checks').waitFor();
  await more.click();
  const shown = double.locator('.solution');
  await shown.getByText('def double(x):').waitFor();
  assert.ok(!(await page.content()).includes('ANSWER'), 'a line that was not asked for is in the page');
  assert.equal(await shown.locator('.veil').count(), 2);
  await more.click();
  await shown.getByText('ANSWER').waitFor();
  await more.click();
  await double.locator('[data-act="use-solution"]').click();
  await double.locator('[data-act="check"]').click();
  await double.locator('.checks').getByText('Passed').first().waitFor();
  assert.deepEqual(page.faults, []);
  await context.close();
});

test('a mistake is marked while typing, without a run', async () => {
  const { context, page } = await lesson();
  await write(page, 'guess', 'x = (1,\ny = 2');
  await cell(page, 'guess').locator('.cm-lintRange-error').first().waitFor();
  await write(page, 'guess', 'x = 1');
  await cell(page, 'guess').locator('.cm-lintRange-error').first().waitFor({ state: 'detached' });
  await context.close();
});

test('a quiz can be tried again, and counts when it is right', async () => {
  const { context, page, open } = await lesson();
  const card = page.locator('.ask-card[data-cell="think"]');
  await card.getByRole('button', { name: 'no' }).click();
  await card.getByText('Not so').waitFor();
  assert.equal(await card.locator('[data-verdict="right"]').count(), 0);
  await card.getByRole('button', { name: 'yes' }).click();
  await card.getByText('It does.').waitFor();
  const home = await open('/en/');
  assert.match(await home.locator('.card [data-words]').innerText(), /Under way · 1\/4/);
  await context.close();
});

test('an edited cell says so, and leaves later ones alone that read nothing of it', async () => {
  const { context, page } = await lesson();
  await run(page, 'guess', 'done');
  await run(page, 'double', 'done');
  await write(page, 'guess', "'1' + '3'");
  await cell(page, 'guess').getByText('Code changed').waitFor();
  await run(page, 'guess', 'done');
  assert.match(await output(page, 'guess'), /13/);
  assert.equal(await cell(page, 'double').getByText(/changed/).count(), 0);
  await context.close();
});

test('diagrams are drawn, figures shown, and a word leads to its page', async () => {
  const { context, page } = await lesson();
  const frame = page.frameLocator('iframe.diagram-frame');
  await frame.locator('svg').waitFor();
  assert.match(await frame.locator('svg').textContent(), /host[\s\S]*device/);
  assert.equal(await page.locator('iframe.diagram-frame').getAttribute('title'), 'From host to device');
  assert.equal(await page.locator('.figure img').evaluate((img) => img.naturalWidth), 40);
  await page.getByRole('link', { name: 'A word' }).click();
  await page.getByText('Thirty-two threads.').waitFor();
  assert.match(page.url(), /\/en\/pages\/words#s-warp$/);
  assert.deepEqual(page.faults, []);
  await context.close();
});
