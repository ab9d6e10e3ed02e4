// Measures the page: bytes over the wire, first paint, client ready, the time
// from a click on Run to the output of 1+1 being in the page (100 runs), and the
// frames that scrolling a long notebook drops. Prints, and asserts nothing.
// Run: node test/bench.mjs
import { cells, ended, online, run, stage, write } from './harness.mjs';

const world = await stage();
const { open, context } = await world.learner();
const warm = await context.newPage();
let bytes = 0;
const cdp = await context.newCDPSession(warm);
await cdp.send('Network.enable');
cdp.on('Network.loadingFinished', (e) => { bytes += e.encodedDataLength; });
await warm.goto(`${world.origin}/en/lessons/placement`);
await warm.waitForSelector('html[data-client="ready"]');
await online(warm);
const paint = await warm.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
const ready = await warm.evaluate(() => performance.getEntriesByName('gputour-ready')[0]?.startTime);
console.log(`first visit: ${(bytes / 1e6).toFixed(3)} MB over the wire, first paint ${Math.round(paint)} ms, client ready ${Math.round(ready)} ms`);
bytes = 0;
await warm.reload();
await warm.waitForSelector('html[data-client="ready"]');
await online(warm);
console.log(`second visit: ${(bytes / 1e3).toFixed(1)} kB over the wire, client ready ${Math.round(await warm.evaluate(() => performance.getEntriesByName('gputour-ready')[0]?.startTime))} ms`);

const page = await open('/en/scratch');
await online(page);
const [id] = await cells(page);
await write(page, id, '1+1');
await run(page, id, 'done');
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
console.log(`click to output of 1+1: p50 ${times[49].toFixed(1)} ms, p95 ${times[94].toFixed(1)} ms, worst ${times[99].toFixed(1)} ms`);

// A notebook of 40 cells with 200 kB of output, scrolled from end to end: frames
// that took longer than two of 60 per second, of all.
const long = await open('/en/scratch');
await online(long);
const chooser = long.waitForEvent('filechooser');
await long.locator('#toolbar [data-act="open-file"]').click();
const code = Array.from({ length: 40 }, (_, i) => `# %%\nfor j in range(100): print(${i}, j, "x" * 42)`).join('\n');
await (await chooser).setFiles({ name: 'long.py', mimeType: 'text/x-python', buffer: Buffer.from(code) });
await long.waitForFunction(() => document.querySelectorAll('section.cell').length >= 40);
await long.locator('#toolbar [data-act="run-all"]').click();
await ended(long, (await cells(long)).at(-1));
const frames = await long.evaluate(async () => {
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
  return { count: times.length, late: times.filter((t) => t > 34).length, worst: Math.max(...times), text: document.querySelector('#notebook').textContent.length };
});
console.log(`scrolling 40 cells with ${Math.round(frames.text / 1000)} kB: ${frames.late} of ${frames.count} frames late, worst ${Math.round(frames.worst)} ms`);
await world.close();
