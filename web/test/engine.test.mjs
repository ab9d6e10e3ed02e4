// The engine of a browser's tab alone: what it fetches when it needs it, its vectors, and stops.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { engine } from '../engine.mjs';

const built = fs.existsSync(path.join(path.dirname(fileURLToPath(import.meta.url)), '../tab/tab.json'));
let tab;
before(async () => { if (built) tab = await engine(); });
after(() => tab?.close());
const it = (name, f) => test(name, { skip: built ? false : 'make tab builds the engine' }, f);

const parts = {
  zones: ['import datetime, zoneinfo\nprint(datetime.datetime(2026, 7, 1, tzinfo=zoneinfo.ZoneInfo("Europe/Paris")).utcoffset())', '2:00:00\n'],
  codecs: ['print("中文".encode("gbk"), b"\\xa4\\xa4".decode("big5"), "カ".encode("shift-jis"), b"\\xb0\\xa1".decode("euc-kr"))', "b'\\xd6\\xd0\\xce\\xc4' 中 b'\\x83J' 가\n"],
  names: ['import unicodedata\nprint("\\N{GREEK SMALL LETTER PI}", unicodedata.name("é"))', 'π LATIN SMALL LETTER E WITH ACUTE\n'],
  modules: ['import statistics, unittest\nprint(statistics.median([3, 1, 2]), unittest.TestCase.__name__)', '2 TestCase\n'],
  fonts: ['import io\nimport matplotlib.pyplot as plt\nplt.title("text")\nf = io.BytesIO()\nplt.savefig(f, format="png")\nplt.close()\nprint(f.getvalue()[1:4])', "b'PNG'\n"],
};
const fetched = () => tab.page.workers()[0].evaluate(() => performance.getEntriesByType('resource').map((e) => e.name).filter((n) => n.endsWith('.part')));
it('fetches no part for the first cells', async () => {
  for (const code of ['print(1)', 'import torch\nx = torch.ones(3, device="cuda")', 'x', 'import numpy as np\nnp.ones(3)', 'x + 1 / 0']) await tab.run(code);
  assert.deepEqual(await fetched(), []);
});

it('fetches its parts when they are needed', async (t) => {
  for (const [part, [code, want]] of Object.entries(parts)) {
    await t.test(part, async () => assert.equal((await tab.run(code)).text, want));
    assert.ok((await fetched()).some((url) => url.includes(`tab-${part}-`)), part);
  }
});

it('computes as PyTorch does', async () => { // whose numbers these are
  const { text } = await tab.run('import torch\ntorch.manual_seed(0)\na = torch.randn(20, 30)\n' +
    'print(a.exp().sum().item(), a.tanh().sum().item(), a.softmax(1)[3, 4].item())');
  assert.equal(text, '1161.85546875 19.370298385620117 0.030501388013362885\n');
});

it('stops what runs, and goes on', async () => {
  for (const code of ['while True: pass', 'import torch\nwhile True: torch.rand(2000, 2000) @ torch.rand(2000, 2000)']) {
    const { reply } = await tab.page.evaluate(async (c) => {
      const before = window.said.length, run = window.tab.run(c);
      while (!window.said.slice(before).includes('execute_input')) await new Promise((done) => setTimeout(done, 10));
      window.tab.stop();
      return run;
    }, code);
    assert.notEqual(reply.body.state, 'done');
  }
  assert.equal((await tab.run('print(6 * 7)')).text, '42\n');
});
