// A learner goes through every lesson in both languages.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cell, cells, ended, langs, lessons, online, output, run, stage } from './harness.mjs';

let world;
before(async () => { world = await stage(); });
after(() => world.close());

for (const lang of langs) {
  for (const lesson of lessons) {
    test(`every cell of ${lesson} runs in ${lang}`, async () => {
      const { context, open } = await world.learner();
      const page = await open(`/${lang}/lessons/${lesson}`);
      await online(page);
      const boot = JSON.parse(await page.locator('#boot').textContent());
      const raises = new Set(boot.blocks.filter((b) => b.cell?.raises).map((b) => b.cell.id));
      const exercises = new Set(boot.blocks.filter((b) => ['exercise', 'kernel'].includes(b.cell?.kind)).map((b) => b.cell.id));
      let all = '', errors = '';
      for (const id of await cells(page)) {
        await run(page, id);
        const state = await cell(page, id).getAttribute('data-state');
        const text = await cell(page, id).locator('.outputs').count() ? await output(page, id) : '';
        if (raises.has(id)) { assert.equal(state, 'error', `${id} should raise: ${text}`); errors += text; }
        else if (!exercises.has(id)) assert.equal(state, 'done', `${id} ends with ${state}: ${text}`);
        all += text;
      }
      if (lesson === 'placement') {
        assert.match(all, /device='cuda:0'/);
        assert.match(errors, /Expected all tensors to be on the same device/);
        assert.ok(await page.locator('.chip[data-device="cuda:0"]').count() > 0, 'no device chip');
      }
      assert.deepEqual(page.faults, []);
      await context.close();
    });
  }
}

describe('the cross-device error', () => {
  test('is explained, and its fix can be put into the cell', async () => {
    const { context, open } = await world.learner();
    const page = await open('/en/scratch');
    await online(page);
    const [id] = await cells(page);
    await cell(page, id).locator('.cell-code').click();
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
