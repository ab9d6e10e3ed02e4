// What a page costs before it can be used, and that nothing is ever said in the browser's console.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bytes, cell, cells, enter, fetched, online, run, stage, write } from './harness.mjs';

let world;
before(async () => { world = await stage('--devices', 'sim:2'); });
after(() => world.close());

const budget = 1_000_000; // bytes over the wire

test('a first visit stays in its budget', async () => {
  const { context } = await world.learner();
  const page = await context.newPage();
  const files = await fetched(context, page);
  await page.goto(`${world.origin}/en/lessons/placement`);
  await page.waitForSelector('html[data-client="ready"]');
  await online(page);
  await page.waitForLoadState('networkidle');
  const all = bytes(files);
  const largest = files.sort(([a], [b]) => b - a).slice(0, 6).map(([n, file]) => `${n} ${file}`).join('\n');
  console.log(`a first visit: ${(all / 1e6).toFixed(3)} MB of ${budget / 1e6} MB`);
  assert.ok(files.some(([, file]) => file.endsWith('.wasm')), 'the client was not seen');
  assert.ok(all <= budget, `${all} bytes, ${all - budget} too many; the largest:\n${largest}`);
  await context.close();
});

const shown = `import torch, ipywidgets
from IPython.display import HTML, Markdown, Math, SVG, display
import matplotlib.pyplot as plt
display(Math(r"\\boxed{\\frac{a}{b}} \\pmb{x} \\textcolor{red}{y}"), Math(r"\\frac{1}{"), Markdown("**x** $x^2$ and $\\\\frac$\\n\\n| a | b |\\n|--|:-:|\\n| 1 | 2 |"))
display(HTML("<p style='color: red'>x</p>"), SVG('<svg xmlns="http://www.w3.org/2000/svg" style="color:red" width="9" height="9"/>'))
plt.plot([1, 2, 3]); plt.show()
display(ipywidgets.IntSlider(), ipywidgets.HTML("<b style='color: red'>b</b>"))
print("\\x1b[31mred", end="")
torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:1")`;

// A session of typing, replacing, running, failing and looking. Every message counts, of whatever kind.
test('the console says nothing', async () => {
  const { context, open } = await world.learner();
  const said = [];
  context.on('console', (m) => said.push(`${m.type()}: ${m.text()}`));
  context.on('weberror', (e) => said.push(`error: ${e.error().message}`));
  const page = await open('/en/scratch');
  await online(page);
  const [id] = await cells(page);
  await enter(page, id);
  await page.keyboard.type('def scale(x, by=2):\nreturn x * by\n"scale');
  await page.keyboard.press('Escape');
  await run(page, id);
  for (const text of ['for', '(', 'x = 1']) { // over selected, coloured code
    await write(page, id, 'import torch\nfor i in range(3): print("three", i)  # thrice');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await write(page, id, shown);
  await run(page, id, 'error');
  await cell(page, id).locator('.why').waitFor();
  await cell(page, id).locator('math').first().waitFor();
  await cell(page, id).locator('.math-fault').first().waitFor();
  await page.locator('#panel .timeline[data-keys]').focus();
  await page.keyboard.press('+');
  await page.keyboard.press('Escape');
  for (const dialog of ['/', 't', 'h']) {
    await cell(page, id).locator('.prompt').click();
    await page.keyboard.press(dialog);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  }
  await page.locator('[data-act="theme"]').click();
  const lesson = await open('/zh/lessons/kernels');
  await online(lesson);
  await lesson.locator('.prose a[href*="/pages/glossary#"]').first().hover();
  await lesson.locator('.term').waitFor();
  for (const where of ['/zh/', '/en/pages/glossary']) await open(where);
  assert.deepEqual(said, []);
  await context.close();
});
