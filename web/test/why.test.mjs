// What the page draws for real errors, and that it is said, too.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { artifacts, cell, cells, findings, langs, online, run, stage, write } from './harness.mjs';

let world;
before(async () => {
  fs.mkdirSync(artifacts, { recursive: true });
  world = await stage();
});
after(() => world.close());

// Each error with the labels that its drawing has in both languages, and what stands beside it.
const errors = {
  shapes: {
    code: 'import torch\nimages = torch.ones(64, 28, 28)\nlayer = torch.nn.Linear(784, 10)\nlayer(images)',
    label: { en: 'images has the shape 1792×28, its dimension 1 has 28; layer.weight has the shape 784×10, its dimension 0 has 784', zh: 'images 的形状是 1792×28，第 1 维是 28；layer.weight 的形状是 784×10，第 0 维是 784' },
    beside: { en: 'A matrix product pairs', zh: '矩阵乘法把' },
  },
  memory: {
    code: 'import torch\nweights = torch.empty(9 * 2**30, dtype=torch.uint8, device="cuda")\nbatch = torch.empty(4 * 2**30, dtype=torch.uint8, device="cuda")\ntorch.empty(8 * 2**30, dtype=torch.uint8, device="cuda")',
    label: { en: 'The memory, 15.8 GiB in all', zh: '内存，一共 15.8 GiB' },
    beside: { en: 'this line asks for', zh: '这一行要' },
  },
  race: {
    code: '%%cuda\n__global__ void total(const int *a, int *sum) {\n    __shared__ int part[64];\n    part[threadIdx.x] = a[threadIdx.x];\n    if (threadIdx.x == 0)\n        for (int i = 0; i < 64; i++)\n            sum[0] += part[i];\n}',
    then: 'import torch\na = torch.arange(64, dtype=torch.int32, device="cuda")\ntotal[1, 64](a, torch.zeros(1, dtype=torch.int32, device="cuda"))',
    label: { en: 'the array part has 64 elements, 0 to 63; element', zh: '数组 part 有 64 个元素，从 0 到 63；访问的是第' },
    beside: { en: 'of block 0 writes part[', zh: '写 part[' },
  },
  bounds: {
    code: '%%cuda\n__global__ void fill(float *x) {\n    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}',
    then: 'import torch\nfill[4, 256](torch.zeros(1000, device="cuda"))',
    label: { en: 'the array x has 1000 elements, 0 to 999; element 1000 is asked for', zh: '数组 x 有 1000 个元素，从 0 到 999；访问的是第 1000 个' },
    beside: { en: 'thread 232 of block 3 writes x[1000]', zh: '块 3 的线程 232 写 x[1000]' },
  },
};

for (const lang of langs) {
  for (const [name, e] of Object.entries(errors)) {
    test(`${name} in ${lang}`, async () => {
      const { context, open } = await world.learner({ bypassCSP: true, reducedMotion: 'reduce' });
      const page = await open(`/${lang}/scratch`);
      await online(page);
      let id = (await cells(page)).at(-1);
      await write(page, id, e.code);
      if (e.then) {
        await run(page, id, 'done');
        await page.keyboard.press('Escape');
        await page.keyboard.press('b');
        await page.waitForFunction((n) => document.querySelectorAll('section.cell').length > n, 1);
        id = (await cells(page)).at(-1);
        await write(page, id, e.then);
      }
      await run(page, id, 'error');
      const why = cell(page, id).locator('.why');
      const labels = await why.locator('[aria-label]').evaluateAll((all) => all.map((el) => el.getAttribute('aria-label')));
      assert.ok(labels.some((l) => l.startsWith(e.label[lang])), `labels: ${labels.join(' | ')}`);
      assert.ok((await why.innerText()).replace(/\s+/g, ' ').includes(e.beside[lang]), await why.innerText());
      for (const [kind, media] of Object.entries({ light: { colorScheme: 'light' }, dark: { colorScheme: 'dark' }, forced: { forcedColors: 'active' } })) {
        await page.emulateMedia(media);
        await page.setViewportSize(kind === 'dark' ? { width: 390, height: 844 } : { width: 1366, height: 900 });
        await why.scrollIntoViewIfNeeded();
        await page.screenshot({ path: path.join(artifacts, `why-${name}-${lang}-${kind}.png`) });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${kind} scrolls sideways by ${wide} px`);
        await page.evaluate(() => scrollTo(0, 0)); // under the bar on top a button is smaller than it is
        if (kind !== 'forced') assert.deepEqual(await findings(page), [], kind);
      }
      assert.deepEqual(page.faults, []);
      await context.close();
    });
  }
}
