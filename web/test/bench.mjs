// Measures the page: bytes over the wire, first paint, client ready, the time
// from a click on Run to the output of 1+1 being in the page (100 runs), the longest
// task while output floods the page, and the frames that scrolling a long notebook drops.
// Prints each figure with its bar, and asserts nothing: it is for a quiet machine. What of a figure is
// the processor's can be compared on a busy one, too.
// Run: node test/bench.mjs [visit|click|flood|scroll]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bytes, cells, ended, fetched, online, run, stage, write } from './harness.mjs';

const say = (what, value, unit, bar) => console.log(`${what}: ${value} ${unit}${bar === undefined ? '' : `; bar ${bar} ${unit}, ${Number(value) <= bar ? 'held' : 'MISSED'}`}`);
const world = await stage();
const { open, context } = await world.learner();

async function visit() {
  const page = await context.newPage();
  const files = await fetched(context, page);
  const arrived = async () => {
    await page.waitForSelector('html[data-client="ready"]');
    await online(page);
    return page.evaluate(() => [performance.getEntriesByName('first-contentful-paint')[0]?.startTime, performance.getEntriesByName('gputour-ready')[0]?.startTime].map(Math.round));
  };
  await page.goto(`${world.origin}/en/lessons/placement`);
  const [paint, ready] = await arrived();
  say('first visit, over the wire', (bytes(files) / 1e6).toFixed(3), 'MB', 1);
  say('first visit, first paint', paint, 'ms');
  say('first visit, client ready', ready, 'ms', 1000);
  const again = await fetched(context, page);
  await page.reload();
  const [, second] = await arrived();
  say('second visit, over the wire', (bytes(again) / 1e3).toFixed(1), 'kB');
  say('second visit, client ready', second, 'ms');
}

// A program that keeps nothing, and one that keeps what happens, as people have it: there a run's beginning is on the disk before
// its output is seen.
async function click() {
  await clicks(open, context, 'click to the output of 1+1', 15);
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-bench-'));
  const keeping = await stage('--data', data);
  const learner = await keeping.learner();
  await clicks(learner.open, learner.context, 'the same where it is kept');
  await keeping.close();
  fs.rmSync(data, { recursive: true, force: true });
}

async function clicks(open, context, what, bar) {
  const page = await open('/en/scratch');
  await online(page);
  const [id] = await cells(page);
  await write(page, id, '1+1');
  await run(page, id, 'done');
  const work = await working(context, page);
  const times = await page.evaluate(async (id) => {
    const section = () => document.querySelector(`section[data-cell="${id}"]`);
    const times = [];
    for (let i = 0; i < 100; i++) {
      const before = section().querySelector('.prompt').textContent;
      const button = section().querySelector('.cell-actions button');
      const start = performance.now();
      const done = new Promise((resolve) => {
        const seen = new MutationObserver(() => {
          const { textContent } = section().querySelector('.prompt');
          if (/\[\d+\]/.test(textContent) && textContent !== before && section().querySelector('.result')) { seen.disconnect(); resolve(performance.now() - start); }
        });
        seen.observe(section(), { subtree: true, childList: true, characterData: true, attributes: true });
      });
      button.click();
      times.push(await done);
      await new Promise((r) => setTimeout(r, 60));
    }
    return times.sort((a, b) => a - b);
  }, id);
  say(`${what}, median`, times[49].toFixed(1), 'ms');
  say(`${what}, p95`, times[94].toFixed(1), 'ms', bar);
  say(`${what}, worst`, times[99].toFixed(1), 'ms');
  say('work of the page for it', (await work() / times.length).toFixed(1), 'ms');
  await page.close();
}

// From now on: the time that a page's main thread had the processor, ms.
async function working(context, page) {
  const wire = await context.newCDPSession(page);
  await wire.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => (await wire.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value * 1000;
  const before = await busy();
  return async () => await busy() - before;
}

// What floods: each makes more output than anybody reads.
const floods = {
  'lines': 'for i in range(40000): print(i, "x" * 45)',
  'one line without an end': 'for i in range(40000): print("x" * 45, end="")',
  'displays': 'for i in range(600): display({"i": i, "list": list(range(40))})',
  'tables': 'from IPython.display import Markdown\nfor i in range(150): display(Markdown(f"run **{i}**\\n\\n| a | b |\\n|---|---|\\n" + "| 1 | 2 |\\n" * 8))',
  'a bar with prints': 'from tqdm.auto import tqdm\nfor i in tqdm(range(4000), mininterval=0):\n    if i % 10 == 0: print("loss", 1 / (i + 1))',
  'kernels': 'import torch\nx = torch.ones(64, 64, device="cuda")\nfor i in range(4000): x = torch.relu(x @ x)',
  'tensors': 'import torch\nfor i in range(1000): globals()[f"t{i}"] = torch.ones(i + 1, device=f"cuda:{i % 2}")',
};

// The longest task of a page's main thread, and the longest by the time that it had the processor, ms: they differ where
// others want it, too.
function longestTask(events) {
  const main = new Set(events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid} ${e.tid}`));
  const tasks = events.filter((e) => e.name === 'RunTask' && main.has(`${e.pid} ${e.tid}`));
  return ['dur', 'tdur'].map((field) => Math.round(tasks.reduce((most, e) => Math.max(most, e[field] ?? 0), 0) / 1000));
}

async function traced(page, what) {
  await world.browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  const got = await what();
  return [got, ...longestTask(JSON.parse(await world.browser.stopTracing()).traceEvents)];
}

async function flood() {
  for (const [name, code] of Object.entries(floods)) {
    const page = await open('/en/scratch');
    await online(page);
    const [id] = await cells(page);
    await write(page, id, code);
    await page.waitForTimeout(1000); // the editor has looked for mistakes
    const [took, longest, work] = await traced(page, async () => {
      const start = Date.now();
      await run(page, id, 'done');
      const took = ((Date.now() - start) / 1000).toFixed(1);
      await page.waitForTimeout(600); // the panel has asked where tensors are
      return took;
    });
    say(`a flood of ${name}, ${took} s, longest task (${work} ms of it the processor's)`, longest, 'ms', 50);
    await page.close();
  }
}

// A notebook of 40 cells with 200 kB of output, scrolled from end to end: frames
// that took longer than two of 60 per second, of all.
async function scroll() {
  const page = await open('/en/scratch');
  await online(page);
  const chooser = page.waitForEvent('filechooser');
  await page.locator('#toolbar [data-act="open-file"]').click();
  const code = Array.from({ length: 40 }, (_, i) => `# %%\nfor j in range(100): print(${i}, j, "x" * 42)`).join('\n');
  await (await chooser).setFiles({ name: 'long.py', mimeType: 'text/x-python', buffer: Buffer.from(code) });
  await page.waitForFunction(() => document.querySelectorAll('section.cell').length >= 40);
  await page.locator('#toolbar [data-act="run-all"]').click();
  await ended(page, (await cells(page)).at(-1));
  await page.waitForTimeout(1000); // what the last run changes is drawn
  const [frames, , work] = await traced(page, () => page.evaluate(async () => {
    const times = [];
    const end = document.documentElement.scrollHeight;
    let last = performance.now();
    for (let y = 0; y < end; y += 120) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    return { count: times.length, late: times.filter((t) => t > 34).length, worst: Math.round(Math.max(...times)), text: document.querySelector('#notebook').textContent.length };
  }));
  say(`scrolling 40 cells with ${Math.round(frames.text / 1000)} kB, late frames of ${frames.count}`, frames.late, 'frames', 0);
  say('scrolling 40 cells, worst frame', frames.worst, 'ms');
  say('scrolling 40 cells, most work of the page for one task', work, 'ms', 16);
}

for (const part of [visit, click, flood, scroll]) if (!process.argv[2] || process.argv[2] === part.name) await part();
await world.close();
