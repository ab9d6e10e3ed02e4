// Every kind of output, and hostile output, which must stay inert.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cell, cells, enter, findings, frames, online, output, run, stage, write } from './harness.mjs';

let world;
before(async () => { world = await stage(); });
after(() => world.close());

async function show(code, state = 'done') {
  const learner = await world.learner();
  const page = await learner.open('/en/scratch');
  await online(page);
  const [id] = await cells(page);
  await write(page, id, code);
  await run(page, id, state);
  return { ...learner, page, id, out: cell(page, id).locator('.outputs') };
}

// An object that shows itself as one MIME type.
const shows = (method, value) => `class Shown:\n    def ${method}(self):\n        return ${JSON.stringify(value)}\nShown()`;

test('colours', async () => {
  const { context, out } = await show('print("\\x1b[31mred\\x1b[0m and \\x1b[1;32mbold green\\x1b[0m")');
  assert.equal(await out.locator('.f1').innerText(), 'red');
  assert.equal(await out.locator('.a1.f2').innerText(), 'bold green');
  await context.close();
});

test('a bar that returns to the start of its line', async () => {
  const { context, out } = await show('for i in range(5): print(f"\\r{i} of 4", end="")');
  assert.equal((await out.innerText()).trim(), '4 of 4');
  await context.close();
});

test('standard error stands apart', async () => {
  const { context, out } = await show('import sys\nprint("out")\nprint("warn", file=sys.stderr)');
  assert.equal((await out.locator('.stream[data-name="stderr"]').innerText()).trim(), 'warn');
  await context.close();
});

test('HTML is shown in a frame that can do nothing to the page', async () => {
  const evil = `<p id="seen">shown</p><script>
    let log = [];
    try { log.push('cookie ' + document.cookie); } catch (e) { log.push('no cookie'); }
    try { log.push('storage ' + localStorage.length); } catch (e) { log.push('no storage'); }
    try { log.push('parent ' + parent.document.title); } catch (e) { log.push('no parent'); }
    try { top.location = 'https://example.com/'; log.push('navigated'); } catch (e) { log.push('no navigation'); }
    fetch('/healthz').then(() => log.push('fetched'), () => log.push('no network')).then(() => { document.body.dataset.log = log.join(', '); });
  </script>`;
  const { context, page, out } = await show(shows('_repr_html_', evil));
  const frame = out.locator('iframe');
  assert.equal(await frame.getAttribute('sandbox'), 'allow-scripts');
  const body = page.frameLocator('.outputs iframe').locator('body[data-log]');
  assert.equal(await body.getAttribute('data-log'), 'no cookie, no storage, no parent, no navigation, no network');
  assert.equal(await page.frameLocator('.outputs iframe').locator('#seen').innerText(), 'shown');
  assert.ok(page.url().endsWith('/en/scratch'));
  await context.close();
});

test('a frame that navigates itself gets nowhere', async () => {
  const { context, page, id } = await show('1');
  await page.evaluate(() => addEventListener('securitypolicyviolation', (e) => { window.refused = e.blockedURI; }));
  await write(page, id, shows('_repr_html_', `<script>location = 'https://example.com/?leak'</script>`));
  await run(page, id, 'done');
  await page.waitForFunction(() => /example\.com/.test(window.refused));
  assert.deepEqual(page.faults.filter((f) => f.startsWith('request')), []);
  assert.ok(page.frames().every((f) => !f.url().includes('example.com')));
  await context.close();
});

test('SVG is an image, and its scripts sleep', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" onload="top.hacked=1"><script>top.hacked = 1</script><rect width="40" height="20" fill="#00856a"/></svg>`;
  const { context, page, out } = await show(shows('_repr_svg_', svg));
  const img = out.locator('img');
  await img.waitFor();
  assert.equal(await img.evaluate((el) => el.complete && el.naturalWidth), 40);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await out.locator('svg script').count(), 0);
  await context.close();
});

test('Markdown is rendered without raw HTML, ids or dangerous links', async () => {
  const md = '**bold** <b id="layer">x</b> [go](javascript:alert(1)) ![p](https://example.com/x.png)';
  const { context, page, out } = await show(shows('_repr_markdown_', md));
  await out.locator('strong').waitFor();
  assert.equal(await out.locator('b, [id="layer"], img').count(), 0);
  assert.equal(await out.locator('a[href^="javascript"]').count(), 0);
  assert.deepEqual(page.faults, []);
  await context.close();
});

test('LaTeX is typeset', async () => {
  const { context, page, out } = await show(shows('_repr_latex_', '$\\frac{a}{b}$'));
  await out.locator('math mfrac').waitFor();
  await page.waitForFunction(() => [...document.fonts].some((f) => f.family.includes('Noto Sans Math') && f.status === 'loaded')); // the system may have none
  await context.close();
});

test('JSON is shown indented', async () => {
  const { context, out } = await show('from IPython.display import JSON\nJSON({"a": [1, None]})');
  assert.equal(await out.innerText(), '{\n  "a": [\n    1,\n    null\n  ]\n}');
  await context.close();
});

test('what an error says keeps its lines, and long ones wrap', async () => {
  const { context, out } = await show('raise ValueError("one\\n    two\\n" + "three " * 60)', 'error');
  const head = out.locator('.failure-head').first();
  const [first, second, third] = (await head.innerText()).split('\n');
  assert.equal(first, 'ValueError: one');
  assert.equal(second, '    two');
  assert.match(third, /^three three/);
  const { rows, beyond } = await head.evaluate((el) => ({ rows: el.getBoundingClientRect().height / parseFloat(getComputedStyle(el).lineHeight), beyond: el.scrollWidth - el.clientWidth }));
  assert.ok(rows > 5 && rows < 12, `${rows} rows`);
  assert.ok(beyond <= 0, `${beyond} px too wide`);
  await context.close();
});

test('a cell that is no Python says where', async () => {
  const { context, out } = await show('x = 1\ndef f(x)\n    return x', 'error');
  assert.match(await out.locator('.failure-place').innerText(), /cell 1, line 2: def f\(x\)/);
  await context.close();
});

test('long output scrolls: printed text to its end, a value to its beginning', async () => {
  const { context, page, id, out } = await show('for i in range(200): print(i, "line " * (i % 30))');
  const list = out.locator('.output-list.scroll');
  const place = () => list.evaluate((el) => ({ above: el.scrollTop, below: el.scrollHeight - el.clientHeight - el.scrollTop }));
  await page.waitForFunction((id) => { const el = document.querySelector(`section[data-cell="${id}"] .scroll`); return el.scrollTop > 1000 && el.scrollHeight - el.clientHeight - el.scrollTop < 2; }, id);
  await write(page, id, '[[i] * 20 for i in range(60)]');
  await run(page, id, 'done');
  await frames(page, 8); // in which it goes on to where what came last stands
  assert.equal((await place()).above, 0);
  await write(page, id, 'print("x" * 100_000)');
  await run(page, id, 'done');
  assert.ok((await out.boundingBox()).height < 700, 'one endless line fills the page');
  await context.close();
});

test('hostile text in every place where text is shown', async () => {
  const evil = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;
  const { context, page, id } = await show(`print(${JSON.stringify(evil)})\nclass E(Exception): pass\nE.__name__ = ${JSON.stringify(evil)}\nraise E(${JSON.stringify(evil)})`, 'error');
  await cell(page, id).locator('.trace summary').click();
  assert.match(await output(page, id), /<img src=x/);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await cell(page, id).locator('.outputs img, .outputs script').count(), 0);
  await context.close();
});

test('controls call back, are told of changes, and are there again after a reload', async () => {
  const { context, page, out } = await show(`import ipywidgets as w
@w.interact(n=(0, 10), kind=['relu', 'gelu'])
def f(n, kind):
    print(kind * n)
go = w.Button(description='Go')
go.on_click(lambda b: print('pressed'))
w.HBox([go, w.Text(description='name')])`);
  const slider = out.getByRole('slider', { name: 'n' });
  await slider.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await out.getByRole('combobox', { name: 'kind' }).selectOption('gelu');
  await page.waitForFunction(() => document.querySelector('.control-output').textContent.trim() === 'gelugelu');
  assert.equal(await out.locator('.control-value').first().innerText(), '2');
  await out.getByRole('button', { name: 'Go' }).click();
  await out.getByText('pressed').waitFor();
  assert.equal(await page.locator('section.cell .prompt').innerText(), '[1]');
  assert.deepEqual(await findings(page), []);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('.control-output')?.textContent.trim() === 'gelugelu');
  assert.equal(await page.getByRole('slider', { name: 'n' }).inputValue(), '2');
  assert.deepEqual(page.faults, []);
  await context.close();
});

test('a long table in Markdown is sorted and paged as one in HTML is', async () => {
  const code = 'from IPython.display import Markdown\nMarkdown("| name | loss |\\n|---|---|\\n" + "\\n".join(f"| run {i} | {(i * 7) % 60} |" for i in range(60)))';
  const { context, page, out } = await show(code);
  const shown = () => out.locator('tbody tr:visible').evaluateAll((all) => all.map((tr) => tr.cells[1].textContent));
  await out.locator('nav.pages').waitFor();
  assert.equal((await shown()).length, 20);
  await out.locator('th button', { hasText: 'loss' }).click();
  assert.deepEqual(await shown(), Array.from({ length: 20 }, (_, i) => String(i)));
  await out.locator('nav.pages button').last().click();
  assert.equal((await shown())[0], '20');
  assert.match(await out.locator('nav.pages').innerText(), /rows 21.40 of 60/);
  await page.evaluate(() => scrollTo(0, 0));
  assert.deepEqual(await findings(page), []);
  await context.close();
});

test('a long table is sorted by its heads and comes in pages', async () => {
  const rows = Array.from({ length: 45 }, (_, i) => `<tr><td>n${i}</td><td>${(i * 7) % 45}</td></tr>`).join('');
  const { context, page } = await show(shows('_repr_html_', `<table><tr><th>name</th><th>loss</th></tr>${rows}</table>`));
  const frame = page.frameLocator('.outputs iframe');
  await frame.getByText('rows 1–20 of 45').waitFor();
  assert.equal(await frame.locator('tr:visible').count(), 21);
  const loss = frame.getByRole('button', { name: 'loss' });
  await loss.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  assert.equal(await frame.locator('th[aria-sort="descending"]').innerText(), 'loss');
  assert.equal(await frame.locator('tr:visible').nth(1).locator('td').nth(1).innerText(), '44');
  await frame.getByRole('button', { name: 'On' }).focus();
  await page.keyboard.press('Enter');
  await frame.getByText('rows 21–40 of 45').waitFor();
  assert.deepEqual(page.faults, []);
  await context.close();
});

test('a value as a table: sorted by its heads, in pages, and back to its text', async () => {
  const { context, page, out } = await show('import torch\ntorch.arange(120.0).reshape(40, 3).flip(0)');
  const press = async (name, key = 'Enter') => { await out.getByRole('button', { name, exact: true }).focus(); await page.keyboard.press(key); };
  const column = (n) => out.locator(`.values tbody td:nth-of-type(${n})`).allInnerTexts();
  await press('As a table');
  await out.locator('.values tbody tr').nth(19).waitFor();
  assert.equal(await out.locator('pre').count(), 0, 'the table stands in the place of the text');
  assert.deepEqual((await column(1)).slice(0, 3), ['117', '114', '111']);
  await press('On');
  assert.deepEqual((await column(1)).slice(-1), ['0']);
  await press('0');
  assert.deepEqual((await column(1)).slice(0, 3), ['0', '3', '6'], 'by number, from the first page on');
  assert.equal(await out.locator('.values th[aria-sort]').getAttribute('aria-sort'), 'ascending');
  assert.equal(await out.locator('.values tbody th').first().innerText(), '39', 'a row keeps its index');
  await press('0');
  assert.deepEqual((await column(1)).slice(0, 2), ['117', '114']);
  assert.deepEqual(await findings(page), []);
  await press('As text');
  await out.locator('pre').waitFor();
  await context.close();
});

test('HTML has the theme of the page, but for what was made for paper', async () => {
  const { context, page, out } = await show('from IPython.display import HTML, display\ndisplay(HTML("<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"), HTML("<p style=\'color: black\'>x</p>"))');
  const grounds = async () => Promise.all([0, 1].map((n) => out.locator('iframe').nth(n).contentFrame().locator('html[data-theme]').evaluate((el) => getComputedStyle(el).backgroundColor)));
  for (const [colorScheme, want] of [['light', ['rgb(252, 251, 249)', 'rgb(252, 251, 249)']], ['dark', ['rgb(28, 31, 39)', 'rgb(255, 255, 255)']]]) {
    await page.emulateMedia({ colorScheme });
    await out.locator('iframe').first().contentFrame().locator(`html[data-theme="${colorScheme}"]`).waitFor();
    await out.locator('iframe').nth(1).contentFrame().locator(colorScheme === 'dark' ? 'html[data-paper]' : 'html[data-theme="light"]').waitFor();
    assert.deepEqual(await grounds(), want);
  }
  await context.close();
});

// A run on two devices, looked at by keys and by fingers: what is lit goes both ways, and all of it is as long as the footer says.
test('the timeline zooms and pans by keys and fingers, and lights lines and tensors', async () => {
  const { context, page, id } = await show('import torch\nx = torch.ones(64, 64, device="cuda:0")\ny = x @ x\nz = y.to("cuda:1")');
  const panel = page.locator('#panel'), drawing = panel.locator('.timeline[data-keys]');
  await drawing.waitFor();
  const total = /device ([\d.]+ \S+)/.exec(await cell(page, id).innerText())[1];
  const end = () => drawing.locator(':scope > text').last().textContent();
  const changed = (before) => page.waitForFunction((was) => [...document.querySelectorAll('#panel .timeline[data-keys] > text')].at(-1).textContent !== was, before);
  assert.equal(await end(), total, 'as long as the footer says');
  assert.ok((await drawing.locator('g.bar title').allTextContents()).some((t) => t.startsWith('fill')), 'torch.ones fills');
  await drawing.focus();
  for (const key of ['+', 'ArrowRight', '-']) {
    const before = await end();
    await page.keyboard.press(key);
    await changed(before);
  }
  await page.keyboard.press('0');
  await page.waitForFunction((t) => [...document.querySelectorAll('#panel .timeline[data-keys] > text')].at(-1).textContent === t, total);
  const fingers = (...moves) => drawing.evaluate((el, all) => {
    for (const [type, pointerId, clientX] of all) el.dispatchEvent(new PointerEvent(type, { pointerId, clientX, pointerType: 'touch', bubbles: true }));
  }, moves);
  await fingers(['pointerdown', 1, 100], ['pointerdown', 2, 140], ['pointermove', 2, 260]);
  await changed(total);
  const zoomed = await end();
  await fingers(['pointerup', 2, 260], ['pointerup', 1, 100], ['pointerdown', 3, 300], ['pointermove', 3, 100], ['pointerup', 3, 100]);
  await changed(zoomed);
  await drawing.focus();
  await page.keyboard.press('0');
  const lit = () => panel.locator('.block[data-lit]').evaluateAll((all) => all.map((b) => b.dataset.block).sort().join(' '));
  await page.keyboard.press('ArrowDown'); // the first call
  await panel.locator('.bar-detail', { hasText: 'line 2' }).waitFor();
  await page.locator('.cm-lit-line', { hasText: 'torch.ones' }).waitFor();
  assert.equal(await lit(), 'x');
  await enter(page, id);
  await page.keyboard.press('Control+End'); // the last line
  await panel.locator('.bar-detail', { hasText: 'line 4' }).waitFor();
  assert.equal(await lit(), 'y z');
  await panel.locator('.block[data-block="x"]').hover();
  await panel.locator('g.bar[data-lit]', { hasText: 'fill' }).first().waitFor({ state: 'attached' });
  await context.close();
});
