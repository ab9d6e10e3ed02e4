// A learner's way through a lesson: every cell, as the lesson promises, and its exercises.
import assert from 'node:assert/strict';
import { cell, output, run } from './harness.mjs';

// What the page was told of each cell, by id.
export const told = (page) => page.evaluate(() => Object.fromEntries(JSON.parse(document.getElementById('boot').textContent).blocks.filter((b) => b.cell).map((b) => [b.cell.id, b.cell])));

// Runs a cell and judges how it ended by what the lesson promises.
async function runAsPromised(page, id, { kind, raises }) {
  await run(page, id);
  const state = await cell(page, id).getAttribute('data-state');
  const text = await cell(page, id).locator('.outputs').count() ? await output(page, id) : '';
  if (raises) assert.equal(state, 'error', `${id} should raise: ${text}`);
  else if (!['exercise', 'kernel', 'order'].includes(kind)) assert.equal(state, 'done', `${id} ends with ${state}: ${text}`);
}

// Checks an exercise whose code has changed since it was last checked, if ever.
async function checked(page, id) {
  await cell(page, id).locator('[data-act="check"]').click();
  const result = cell(page, id).locator('.checks:not([data-stale]) > li').first();
  await result.waitFor();
  return result.getAttribute('data-status');
}

// Fails an exercise with what it begins with, reads the hints and the solution to
// their end, and passes with that.
async function failAndSolve(page, id) {
  assert.notEqual(await checked(page, id), 'pass', `${id} passes as it stands`);
  for (const act of ['hint', 'solve']) {
    const more = cell(page, id).locator(`[data-act="${act}"]:not([disabled])`);
    while (await more.count()) {
      const before = await cell(page, id).locator('.task').innerHTML();
      await more.click();
      await page.waitForFunction(([id, before]) => document.querySelector(`section[data-cell="${id}"] .task`).innerHTML !== before
        && !document.querySelector(`section[data-cell="${id}"] [data-act="solve"][disabled]`), [id, before]);
    }
  }
  await cell(page, id).locator('[data-act="use-solution"]').click();
  assert.equal(await checked(page, id), 'pass', `${id} fails with its solution: ${await cell(page, id).locator('.checks').innerText()}`);
  await run(page, id, 'done');
}

// Runs every cell of a lesson's page; the n-th exercise is failed and solved, too, if solves(n).
export async function goThrough(page, solves) {
  let exercise = 0;
  for (const [id, told1] of Object.entries(await told(page))) {
    if (told1.answers) await page.locator(`.ask-card[data-cell="${id}"] .options button`).nth(told1.answers[0] - 1).click();
    if (told1.kind === 'quiz') continue;
    await runAsPromised(page, id, told1);
    if (told1.checked && solves(exercise++)) await failAndSolve(page, id);
  }
  assert.equal(await page.locator('.ask-card .verdict[data-verdict="wrong"]').count(), 0, 'a right answer counts as wrong');
  assert.deepEqual(page.faults, []);
}
