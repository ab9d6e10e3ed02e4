// What the browser tests share: the program, a browser, and a learner's moves.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { executable } from '../chromium.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(here, '../..');
export const binary = process.env.GPUTOUR ? path.resolve(process.env.GPUTOUR) : path.join(root, 'bin/gputour');
export const artifacts = path.join(root, 'artifacts');

// THOROUGH=1 repeats in the second language what the first has shown, and on every lesson what is shown on some.
export const thorough = process.env.THOROUGH === '1';
export const langs = ['zh', 'en'];

// Starts the program on a free port; resolves to the address that it prints.
export async function serve(...flags) {
  const child = spawn(binary, ['serve', '--addr', '127.0.0.1:0', ...(flags.includes('--data') ? [] : ['--data', 'none']), ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const address = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${binary} printed no address in 20 s: ${text}`)), 20_000);
    const read = (data) => {
      text += data;
      const found = text.match(/http:\/\/\S+/);
      if (found) { clearTimeout(timer); resolve(found[0]); }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal !== 'SIGTERM') console.error(`${binary} ended with ${code ?? signal}:\n${text.slice(-4000)}`);
      reject(new Error(`${binary} ended with ${code}: ${text}`));
    });
  });
  return { address, origin: new URL(address).origin, stop: () => child.kill() };
}

function program(flags = []) {
  return { executablePath: executable(), args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', ...flags] }; // what a GPU would draw is drawn by the processor alone
}

export const launch = async (...flags) => chromium.launch(program(flags));

// A browser with a profile in a folder.
export const persistent = async (folder) => chromium.launchPersistentContext(folder, { ...program(), locale: 'en-US' });

// One program and one browser for a file of tests.
export async function stage(...flags) {
  const [server, browser] = await Promise.all([serve(...flags), launch()]);
  const visitor = await browser.newContext();
  await (await visitor.newPage()).goto(server.address); // spends the one-time token
  const cookies = await visitor.cookies();
  await visitor.close();
  return {
    ...server, browser,
    // A learner of one's own: a fresh browser profile that is logged in.
    async learner(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1366, height: 900 }, ...options });
      await context.addCookies(cookies);
      context.setDefaultTimeout(30_000);
      await context.addInitScript(keepSockets);
      return { context, open: (where) => open(context, server.origin + where) };
    },
    async close() { await browser.close(); server.stop(); },
  };
}

// In the page: keeps every socket, so that a test can cut them; while window.cut is set,
// new ones find no server.
function keepSockets() {
  window.sockets = [];
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(url, ...rest) { super(window.cut ? new URL('/nowhere', url).href : url, ...rest); window.sockets.push(this); }
  };
}

// A classroom on a port of its own, kept in a folder that goes with it; it can be killed and
// started again. A boss and students have a browser profile and a page each.
export async function classroom(...flags) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-class-'));
  let child, origin = 'http://127.0.0.1:0', text = '';
  const start = () => new Promise((resolve, reject) => {
    text = '';
    child = spawn(binary, ['classroom', '--addr', new URL(origin).host, '--data', dir, '--title', 'GPU 101', '--isolate', 'off', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => reject(new Error(`the classroom printed no address in 30 s: ${text}`)), 30_000);
    const read = (data) => {
      text += data;
      const found = text.match(/(http:\S+)\/login\?token=\S+/);
      if (found) origin = found[1];
      if (found || text.includes('gputour class owner')) { clearTimeout(timer); resolve(found?.[0]); } // who leads is let in once
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the classroom ended with ${code}: ${text}`)));
  });
  const [login, browser] = await Promise.all([start(), launch()]);
  const code = text.match(/type the code\s+(\S+)/)[1];
  const enter = async (name, address, own) => {
    const context = own ?? await browser.newContext({ viewport: { width: 1366, height: 900 }, locale: 'en-US' });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    watch(page, origin);
    await page.goto(address);
    await page.locator('main input[name="name"]').fill(name);
    await page.locator('main form button[type="submit"], main form .button').first().click();
    await page.waitForURL((url) => !/join|login|start/.test(url.pathname));
    return { name, context, page };
  };
  return {
    get origin() { return origin; },
    browser, start,
    boss: (name) => enter(name, login),
    student: (name, own) => enter(name, `${origin}/join/${code}`, own), // in a browser of their own, perhaps
    kill: () => new Promise((resolve) => { child.removeAllListeners('exit'); child.on('exit', resolve); child.kill('SIGKILL'); }),
    async close() {
      await browser.close();
      child.removeAllListeners('exit');
      await new Promise((resolve) => { child.on('exit', resolve); child.kill('SIGKILL'); });
      fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}

// Opens a page and waits for the client. What goes wrong in it fails the test that
// asks `page.faults`.
async function open(context, url) {
  const page = await context.newPage();
  watch(page, url);
  await page.goto(url);
  await page.waitForSelector('html[data-client="ready"]');
  return page;
}

export function watch(page, url) {
  page.faults = [];
  page.on('pageerror', (e) => page.faults.push(`error: ${e.message}`));
  page.on('console', (m) => { if (m.type() === 'error') page.faults.push(`console: ${m.text()} (${m.location().url}:${m.location().lineNumber})`); });
  page.on('request', (r) => { if (!/^(data|blob):/.test(r.url()) && new URL(r.url()).origin !== new URL(url).origin) page.faults.push(`request to ${r.url()}`); });
}

export const online = (page) => page.waitForSelector('.status[data-state="online"]');
// What a page fetches from now on: [bytes over the wire, path] of each file, up to where it begins, being idle, to fetch what it needs
// for when it loses its server.
export async function fetched(context, page) {
  const wire = await context.newCDPSession(page);
  const urls = new Map(), files = [];
  let idle = false;
  await wire.send('Network.enable');
  wire.on('Network.requestWillBeSent', (e) => {
    idle ||= /\/assets\/worker-/.test(e.request.url);
    if (!idle) urls.set(e.requestId, e.request.url);
  });
  wire.on('Network.loadingFinished', (e) => urls.has(e.requestId) && files.push([e.encodedDataLength, new URL(urls.get(e.requestId)).pathname]));
  return files;
}

export const bytes = (files) => files.reduce((sum, [n]) => sum + n, 0);

export const cell = (page, id) => page.locator(`section[data-cell="${id}"]`);
export const cells = (page) => page.$$eval('section.cell', (all) => all.map((c) => c.dataset.cell));

export const running = (page, id) => page.waitForSelector(`section[data-cell="${id}"][data-state="running"]`);
export const ended = (page, id, state = '') => page.waitForSelector(
  state ? `section[data-cell="${id}"][data-state="${state}"]` : ['done', 'error', 'stopped'].map((s) => `section[data-cell="${id}"][data-state="${s}"]`).join(','));

export async function run(page, id, state = '') {
  const before = await cell(page, id).locator('.prompt').textContent();
  await cell(page, id).locator('.cell-actions button').click();
  await page.waitForFunction(([id, before]) => {
    const el = document.querySelector(`section[data-cell="${id}"]`);
    const prompt = el.querySelector('.prompt').textContent;
    return prompt !== before && /\[\d+\]/.test(prompt);
  }, [id, before]);
  await ended(page, id, state);
}

// Clicks into a cell's code, and waits for its editor, which the first gesture loads.
export async function enter(page, id) {
  await cell(page, id).locator('.cell-code').click();
  await cell(page, id).locator('.cell-code .cm-focused').waitFor();
}

// Types a whole new text into a cell's editor.
export async function write(page, id, code) {
  await enter(page, id);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(code);
}

// A cell's code, from its editor or from the text that stands in an editor's place.
export const code = (page, id) => cell(page, id).locator('.cell-code').evaluate((el) => {
  const lines = el.querySelectorAll('.cm-line');
  return (lines.length ? Array.from(lines, (l) => l.textContent).join('\n') : el.textContent).trim();
});

// Waits until the page has been painted so many times.
export const frames = (page, n = 2) => page.evaluate(async (n) => { while (n-- > 0) await new Promise(requestAnimationFrame); }, n);

export const output = (page, id) => cell(page, id).locator('.outputs').innerText();

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// What axe finds wrong in a page.
export async function findings(page) {
  await page.evaluate(axe);
  await frames(page);
  return page.evaluate(async (tags) => {
    const moving = document.getAnimations().filter((a) => a.effect?.getComputedTiming().endTime < Infinity);
    await Promise.all(moving.map((a) => a.finished.catch(() => {}))); // what fades in is not as dark as it will be
    const result = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(' | ')}`);
  }, rules);
}
