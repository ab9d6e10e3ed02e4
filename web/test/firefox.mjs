// Firefox as it is installed, spoken to by WebDriver BiDi. Playwright's own driver asks for commands that a Firefox of
// long-term support may not know.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

const { ws: WebSocket } = createRequire(import.meta.url)('playwright-core/lib/utilsBundle');
const programs = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'];

// Where Firefox is; '' where it is not.
export const installed = () => programs.find((p) => p && fs.existsSync(p)) ?? '';

const deadline = (ms, what, promise) => {
  let timer;
  return Promise.race([promise, new Promise((_, failed) => { timer = setTimeout(() => failed(new Error(`${what} took more than ${ms} ms`)), ms); })])
    .finally(() => clearTimeout(timer));
};

// Opens Firefox with a profile of its own, and one page in it.
export async function firefox() {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-firefox-'));
  const child = spawn(installed(), ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } });
  const ended = new Promise((done) => child.on('exit', done));
  let said = '';
  const address = await deadline(60_000, 'the start of Firefox', new Promise((found, failed) => {
    child.stderr.on('data', (data) => {
      said += data;
      const at = said.match(/BiDi listening on (ws:\S+)/);
      if (at) found(at[1]);
    });
    child.on('error', failed);
    child.on('exit', (code) => failed(new Error(`Firefox ended with ${code}: ${said}`)));
  }));
  const socket = new WebSocket(`${address}/session`);
  await new Promise((done, failed) => { socket.on('open', done); socket.on('error', failed); });
  const asked = new Map(), errors = [];
  socket.on('message', (text) => {
    const m = JSON.parse(text);
    if (m.method === 'log.entryAdded' && m.params.level === 'error') errors.push(m.params.text);
    const there = asked.get(m.id);
    asked.delete(m.id);
    if (m.type === 'error') there?.failed(new Error(`${m.error}: ${m.message}`));
    else there?.done(m.result);
  });
  let last = 0;
  const ask = (method, params = {}) => deadline(120_000, method, new Promise((done, failed) => {
    asked.set(++last, { done, failed });
    socket.send(JSON.stringify({ id: last, method, params }));
  }));
  await ask('session.new', { capabilities: {} });
  await ask('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts: [{ context }] } = await ask('browsingContext.getTree');
  const evaluate = async (expression) => {
    const { type, result, exceptionDetails } = await ask('script.evaluate', { expression, awaitPromise: true, target: { context } });
    if (type === 'exception') throw new Error(exceptionDetails.text);
    return result.value;
  };
  return {
    errors, evaluate,
    open: (url) => ask('browsingContext.navigate', { context, url, wait: 'complete' }),
    reload: () => ask('browsingContext.reload', { context, wait: 'complete' }),
    // Waits until an expression is true.
    until: (expression) => evaluate(`new Promise((done) => { const look = () => (${expression}) ? done(true) : setTimeout(look, 50); look(); })`),
    async close() {
      await ask('browser.close').catch(() => child.kill());
      await ended;
      fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
