// Makes the README's pictures from the running program: node test/picture.mjs (or make picture).
import path from 'node:path';
import { cells, online, root, run, stage, write } from './harness.mjs';

const code = `import torch
x = torch.randn(512, 512)
y = x.to("cuda:0")          # a copy over PCI Express
z = torch.relu(y @ y)
w = z.to("cuda:1") @ x.to("cuda:1")
w.sum()`;

const world = await stage('--devices', 'sim:2');
for (const colorScheme of ['light', 'dark']) {
  const { context, open } = await world.learner({ viewport: { width: 1440, height: 900 }, colorScheme, reducedMotion: 'reduce' });
  const page = await open('/en/lessons/placement');
  await online(page);
  const [id] = await cells(page);
  await write(page, id, code);
  await run(page, id, 'done');
  await page.locator('#panel g.bar').last().waitFor();
  await page.locator('#panel .block[data-block="w"]').waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.move(700, 880);
  await page.evaluate(() => scrollBy(0, 150 - scrollY));
  await page.evaluate(() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))));
  await page.screenshot({ path: path.join(root, `web/screenshot-${colorScheme}.png`) });
  await context.close();
}
await world.close();
