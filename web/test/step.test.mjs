// What can be stepped through and dragged: a kernel's launch by keys, a cell of Python by
// its command, a lesson's number by its slider; no finding of axe, forced colours too.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cell, cells, code, ended, findings, online, output, run, stage, write } from './harness.mjs';

let world;
before(async () => { world = await stage('--devices', 'sim:1'); });
after(() => world.close());

const kernel = `%%cuda
__global__ void scale(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}`;

test('a launch is stepped through with keys', async () => {
  const { context, open } = await world.learner({ bypassCSP: true });
  const page = await open('/en/scratch');
  await online(page);
  const [first] = await cells(page);
  await write(page, first, kernel);
  await page.keyboard.press('Escape');
  await run(page, first, 'done');
  await page.keyboard.press('b');
  const last = (await cells(page)).at(-1);
  await write(page, last, 'import torch, gputour.cuda\nx = torch.arange(40.0, device="cuda")\nscale[2, 32](x, 40)\ngputour.cuda.step(scale, block=1)');
  await page.keyboard.press('Escape');
  await run(page, last, 'done');
  const stepper = cell(page, last).locator('.stepper');
  await stepper.focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
  await stepper.getByText('8 active, 24 not').waitFor();
  await stepper.getByText('8 lanes read 1 sectors').waitFor();
  await stepper.locator('.lane').nth(3).click();
  await stepper.getByText('x[35] → 35').waitFor();
  await page.keyboard.press('ArrowLeft');
  await stepper.getByText('32 active, 0 not').waitFor();
  for (const forcedColors of ['none', 'active']) {
    await page.emulateMedia({ forcedColors });
    assert.deepEqual(await findings(page), [], forcedColors);
  }
  assert.deepEqual(page.faults, []);
  await context.close();
});

test('a cell of Python is stepped through', async () => {
  const { context, open } = await world.learner({ bypassCSP: true });
  const page = await open('/en/scratch');
  await online(page);
  const [id] = await cells(page);
  await write(page, id, 'total = 0\nfor i in range(2):\n    total += i\nprint(total)');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+S');
  await ended(page, id, 'done');
  const stepper = cell(page, id).locator('.stepper');
  await stepper.focus();
  await page.keyboard.press('End');
  await stepper.getByText('The cell has ended').waitFor();
  assert.match(await stepper.innerText(), /total\s+1/);
  assert.equal(await code(page, id), 'total = 0\nfor i in range(2):\n    total += i\nprint(total)');
  assert.deepEqual(await findings(page), []);
  await context.close();
});

test('a number is dragged and the cell runs', async () => {
  const { context, open } = await world.learner();
  const page = await open('/en/lessons/patterns');
  await online(page);
  for (const id of ['setup', 'stride-kernel']) await run(page, id, 'done');
  await write(page, 'strides', 'line, out1 = torch.arange(2048.0, device="cuda"), torch.zeros(64, device="cuda")');
  await page.keyboard.press('Control+Enter');
  await ended(page, 'strides', 'done');
  await cell(page, 'drag-stride').locator('.explore input').focus();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('section[data-cell="drag-stride"] .outputs')?.textContent.includes('32.0'));
  assert.match(await code(page, 'drag-stride'), /^stride = 32\n/);
  assert.match(await output(page, 'drag-stride'), /one request moves 32 sectors, 4 would do/);
  assert.deepEqual(page.faults, []);
  await context.close();
});
