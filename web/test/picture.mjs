// Makes the README's pictures, which move, from the running program: node test/picture.mjs (or make picture).
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cells, frames, online, root, run, stage, write } from './harness.mjs';

const code = `import torch
x = torch.randn(512, 512)
y = x.to("cuda:0")          # a copy over PCI Express
z = torch.relu(y @ y)
w = z.to("cuda:1") @ x.to("cuda:1")
w.sum()`;
const wrong = 'z + w                       # they live on two GPUs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-picture-'));
const world = await stage('--devices', 'sim:2');
for (const colorScheme of ['light', 'dark']) {
  const { context, open } = await world.learner({ viewport: { width: 1240, height: 780 }, colorScheme, reducedMotion: 'reduce' });
  const page = await open('/en/lessons/placement');
  const shots = [];
  // Shows what there is for a while.
  const show = async (ms) => {
    await frames(page);
    const file = path.join(folder, `${colorScheme}-${shots.length / 2}.png`);
    await page.screenshot({ path: file });
    shots.push(String(ms), file);
  };
  const place = async (id) => {
    await page.evaluate((id) => scrollBy(0, document.querySelector(`section[data-cell="${id}"]`).getBoundingClientRect().top - 96), id);
  };
  await online(page);
  const [first, second] = await cells(page);
  await write(page, first, '');
  await place(first);
  await show(900);
  const lines = code.split('\n');
  for (let n = 1; n <= lines.length; n++) {
    await write(page, first, lines.slice(0, n).join('\n'));
    await place(first);
    await show(n === lines.length ? 900 : 420);
  }
  await run(page, first, 'done');
  await page.locator('#panel g.bar').last().waitFor();
  await page.locator('#panel .block[data-block="w"]').waitFor();
  await page.mouse.move(620, 770);
  await place(first);
  await show(3200);
  await page.locator('#panel .block[data-block="w"]').hover();
  await show(2200);
  await write(page, second, wrong);
  await place(second);
  await show(1100);
  await run(page, second, 'error');
  await page.mouse.move(620, 770);
  await place(second);
  await show(4200);
  execFileSync('go', ['run', './web/moving', path.join('web', `moving-${colorScheme}.gif`), ...shots], { cwd: root, stdio: 'inherit' });
  await context.close();
}
await world.close();
fs.rmSync(folder, { recursive: true });
