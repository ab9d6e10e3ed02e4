// Writing in cells, and working on several of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cell, cells, code, enter, findings, online, run, stage, write } from './harness.mjs';

let world;
before(async () => { world = await stage(); });
after(() => world.close());

test('a call explains itself while it is written, and a name while it is pointed at', async () => {
  const { open, context } = await world.learner();
  const page = await open('/en/scratch');
  await online(page);
  const [id] = await cells(page);
  await enter(page, id);
  await page.keyboard.insertText('import torch\ndef scale(x, by=2.0):\n    """Multiplies."""\n');
  await page.keyboard.press('Home');
  await page.keyboard.type('scale(3, ');
  const brief = page.locator('.cm-brief');
  await brief.locator('b', { hasText: 'by=2.0' }).waitFor();
  assert.match(await brief.innerText(), /Multiplies\.[\s\S]*not run yet/);
  await page.keyboard.press('Escape');
  await brief.waitFor({ state: 'detached' });
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains('cm-content')));
  await page.keyboard.type('4)');
  await page.keyboard.insertText('\n'); // Enter would take a completion that comes late
  await page.keyboard.type('torch.zeros(');
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

test('a press into code writes there, whether its editor was made before or not', async () => {
  const { open, context } = await world.learner();
  await context.addInitScript(() => { window.requestIdleCallback = () => 0; }); // no editor is made before somebody wants it
  const page = await open('/en/lessons/placement');
  await online(page);
  for (const id of (await cells(page)).slice(0, 2)) { // with the first one editors are loaded
    assert.equal(await cell(page, id).locator('.cm-editor').count(), 0);
    await cell(page, id).locator('.cell-code').click({ position: { x: 12, y: 10 } }); // on letters
    await cell(page, id).locator('.cm-focused').waitFor();
    await cell(page, id).and(page.locator('[data-mode="edit"]')).waitFor(); // the page hears of the focus a moment later
    await page.keyboard.type('# here ');
    assert.match(await code(page, id), /# here /);
  }
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

test('several cells are selected, copied and deleted by keys, and the outline leads through them', async () => {
  const { open, context } = await world.learner();
  const page = await open('/en/lessons/devices');
  await online(page);
  const ids = await cells(page);
  await cell(page, ids[0]).locator('.prompt').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('3 cells are selected').waitFor();
  assert.equal(await page.locator('[data-picked]').count(), 3);
  assert.deepEqual(await findings(page), []);
  await page.keyboard.press('c');
  await page.keyboard.press('v');
  await page.waitForFunction((n) => document.querySelectorAll('section.cell').length === n, ids.length + 3);
  await page.keyboard.press('z');
  await cell(page, ids[0]).locator('.prompt').click();
  await cell(page, ids[1]).locator('.prompt').click({ modifiers: ['Shift'] });
  await page.getByText('2 cells are selected').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-picked]').first().waitFor({ state: 'detached' });
  await run(page, ids[0]);
  await page.keyboard.press('t');
  const rows = page.getByRole('dialog').getByRole('option');
  await rows.locator('b').first().waitFor();
  await rows.getByText('✓ done').first().waitFor();
  assert.deepEqual(await findings(page), []);
  await page.keyboard.type('torch');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.ok(await page.evaluate(() => document.activeElement.matches('section[data-selected]')));
  assert.deepEqual(page.faults, []);
  await context.close();
});
