// Writing in cells, and working on several of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cell, cells, findings, online, run, stage, write } from './harness.mjs';

let world;
before(async () => { world = await stage(); });
after(() => world.close());

test('a call explains itself while it is written, and a name while it is pointed at', async () => {
  const { open, context } = await world.learner();
  const page = await open('/en/scratch');
  await online(page);
  const [id] = await cells(page);
  await cell(page, id).locator('.cell-code').click();
  await page.keyboard.insertText('import torch\ndef scale(x, by=2.0):\n    """Multiplies."""\n');
  await page.keyboard.press('Home');
  await page.keyboard.type('scale(3, ');
  const brief = page.locator('.cm-brief');
  await brief.locator('b', { hasText: 'by=2.0' }).waitFor();
  assert.match(await brief.innerText(), /Multiplies\.[\s\S]*not run yet/);
  await page.keyboard.press('Escape');
  await brief.waitFor({ state: 'detached' });
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains('cm-content')));
  await page.keyboard.type('4)\ntorch.zeros(');
  await brief.getByText('A tensor of that size').waitFor();
  await page.keyboard.type('2)');
  await brief.waitFor({ state: 'detached' });
  await run(page, id);
  const line = await cell(page, id).locator('.cm-line', { hasText: 'torch.zeros' }).boundingBox();
  await page.mouse.move(line.x + 12, line.y + line.height / 2);
  await brief.getByText('torch', { exact: false }).first().waitFor();
  assert.deepEqual(await findings(page), []);
  await context.close();
});

test('a changed cell marks those that read its names, and one click runs them', async () => {
  const { open, context } = await world.learner();
  const page = await open('/en/scratch');
  await online(page);
  await page.keyboard.press('b');
  await page.keyboard.press('Escape');
  const [first, second] = await cells(page);
  await write(page, first, 'width = 3');
  await write(page, second, 'print(width * 2)');
  await run(page, first);
  await run(page, second);
  await write(page, first, 'width = 5');
  await run(page, first);
  const foot = cell(page, second).locator('.cell-foot');
  await foot.getByText('width was changed by [3] since').waitFor();
  await foot.getByRole('button', { name: 'Run the 1 out of date' }).click();
  await cell(page, second).locator('.outputs').getByText('10').waitFor();
  await foot.getByText('width was changed').waitFor({ state: 'detached' });
  assert.deepEqual(await findings(page), []);
  await context.close();
});
