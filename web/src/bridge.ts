// The object `gputour`, through which the Go client and the page's scripts reach
// each other. Only plain values cross: strings, numbers, booleans, elements.
import * as editors from './editors';
import * as controls from './controls';
import * as gestures from './gestures';
import * as lines from './lines';
import * as terms from './terms';
import * as hooks from './hooks';
import * as places from './place';
import { chord, place } from './keys';
import { change } from './tab/install';
import { dial } from './tab/pipe';

type Callback = (...args: any[]) => any;
export const client: Record<string, Callback> = {};

const byId = (id: string) => document.getElementById(id);

// In a class each member has a part of the browser's storage: a computer that two share keeps their work apart. Only the
// theme, which the page needs before all else, is the browser's.
// A static site shares its storage with others of its origin, and keeps to its own part.
const page = JSON.parse(byId('boot')?.textContent || '{}');
const common = page.root ? `gputour.${new URL(page.root, location.href).pathname}.` : 'gputour.';
const prefix = (() => {
  const member = page.class?.id;
  return member ? `${common}@${member}.` : common;
})();
const inStorage = (key: string) => (key === 'theme' ? common : prefix) + key;

// The client's key of one in the storage; '' when it is not this reader's.
function ownKey(key: string) {
  if (key === inStorage('theme')) return 'theme';
  return key.startsWith(prefix) && key[prefix.length] !== '@' ? key.slice(prefix.length) : '';
}

function listen(callbacks: Record<string, Callback>) {
  Object.assign(client, callbacks);
  document.addEventListener('click', onClick);
  document.addEventListener('mousedown', (e) => { if (reaches(e)) e.preventDefault(); });
  controls.listen();
  gestures.listen();
  lines.listen();
  terms.listen();
  if (byId('banner')) places.listen(); // in a class
  document.addEventListener('keydown', onKey);
  document.addEventListener('input', (e) => {
    const field = (e.target as HTMLElement).dataset?.input;
    if (field) client.typed(field, (e.target as HTMLInputElement).value);
  });
  document.addEventListener('submit', onSubmit);
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerover', onPoint);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) client.woke(); });
  addEventListener('pagehide', () => client.flush());
  addEventListener('online', () => client.woke());
  addEventListener('storage', (e) => {
    const key = ownKey(e.key ?? '');
    if (key) client.elsewhere(key, e.newValue ?? '');
  });
}

// A click with Shift selects the cells up to there, and neither text nor that cell alone.
const reaches = (e: MouseEvent) => e.shiftKey && !!(e.target as Element).closest('[data-cell]')
  && !(e.target as Element).closest('a, button, input, textarea, select, summary, label, .cm-editor');

function onClick(e: MouseEvent) {
  const target = e.target as Element;
  const actor = target.closest<HTMLElement>('[data-act]');
  const cell = target.closest<HTMLElement>('[data-cell]')?.dataset.cell ?? '';
  if (actor) {
    if (actor instanceof HTMLButtonElement && actor.disabled) return;
    client.act(actor.dataset.act, cell);
    return;
  }
  const row = target.closest<HTMLElement>('[data-point]');
  if (row?.dataset.point) client.act(`point ${row.dataset.point}`, '');
  if (reaches(e)) return void client.act('pick-to', '', cell);
  if (cell && !target.closest('a, button, input, summary, .cm-editor, .outputs')) client.act('select', cell);
}

function onKey(e: KeyboardEvent) {
  if (e.isComposing || e.keyCode === 229 || e.defaultPrevented) return;
  const target = e.target as HTMLElement;
  const where = place(target);
  if (where === 'editor') return; // the editor's own key map asks
  if (e.key === 'Enter' && where === 'page' && target.closest('a, button, summary')) return;
  if (client.key(chord(e), where, '')) e.preventDefault();
}

function onSubmit(e: SubmitEvent) {
  const form = e.target as HTMLFormElement;
  const act = form.dataset.submit;
  if (!act) return;
  e.preventDefault();
  const cell = form.closest<HTMLElement>('[data-cell]')?.dataset.cell ?? '';
  client.act(act, cell, (form.elements.namedItem('value') as HTMLInputElement).value);
}

function onFocus(e: FocusEvent) {
  const target = e.target as HTMLElement;
  if (target.matches('section[data-cell]')) client.act('select', target.dataset.cell);
}

// What is pointed at, here or in an editor.
let pointed = '';
export function point(name: string) {
  if (name !== pointed) client.pointed!((pointed = name));
}

function onPoint(e: PointerEvent) {
  if (e.pointerType === 'touch' || (e.target as Element).closest('.cm-editor')) return;
  point((e.target as Element).closest<HTMLElement>('[data-point]')?.dataset.point ?? '');
}

// What the storage has of this reader.
function stored() {
  const all: Record<string, string> = {};
  try {
    for (const key of Object.keys(localStorage)) if (ownKey(key)) all[ownKey(key)] = localStorage.getItem(key)!;
  } catch {
    // No storage: nothing is remembered.
  }
  return all;
}

function store(key: string, value: string) {
  try {
    if (value === '') localStorage.removeItem(inStorage(key));
    else localStorage.setItem(inStorage(key), value);
    return true;
  } catch {
    return false;
  }
}

function download(name: string, type: string, text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function pick() {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.md,.py,.ipynb';
  input.onchange = async () => {
    const file = input.files?.[0];
    if (file) client.file(file.name, await file.text());
  };
  input.click();
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

function focusBlock(key: string) {
  const el = byId(key) ?? document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (!el) return;
  el.focus({ preventScroll: true });
  requestAnimationFrame(() => { // where the page is laid out anyway
    const box = el.getBoundingClientRect();
    if (box.top < 64 || box.bottom > innerHeight) el.scrollIntoView({ block: box.height > innerHeight * 0.7 ? 'start' : 'nearest' });
  });
}

// Marks progress where the served page names a lesson.
function progress(lesson: string, words: string, action: string, done: boolean, percent: number) {
  for (const el of document.querySelectorAll<HTMLElement>(`[data-lesson="${CSS.escape(lesson)}"]`)) {
    const step = el.querySelector<HTMLElement>('.step');
    step?.toggleAttribute('data-done', done);
    if (step && percent > 0 && !done) step.style.setProperty('--part', `${percent}%`);
    else step?.removeAttribute('style');
    const bar = el.querySelector<HTMLElement>('.bar > i');
    if (bar) bar.style.width = `${percent}%`;
    const said = el.querySelector('[data-words]');
    if (said && words) said.textContent = words;
    const button = el.querySelector('[data-action]');
    if (button && action) button.textContent = action;
  }
}

function goOn(url: string, words: string, days: string) {
  const link = byId('continue') as HTMLAnchorElement | null;
  if (!link) return;
  [link.href, link.textContent] = [url, words];
  const note = byId('days') ?? Object.assign(document.createElement('p'), { id: 'days' });
  note.textContent = days;
  if (days) link.after(note);
}

function failed(why: string) {
  const note = document.querySelector('.loading-note');
  const status = document.querySelector<HTMLElement>('#top .status');
  const words = document.getElementById('main-script')!.dataset;
  if (note) note.textContent = words.failed!.replace('{0}', () => why);
  if (status) [status.textContent, status.dataset.state] = [words.unloaded!, 'offline'];
}

async function fetchFile(what: string, url: string) {
  try {
    const got = await fetch(url, { cache: 'no-store' });
    client.fetched(what, got.ok ? await got.text() : '', got.ok);
  } catch {
    client.fetched(what, '', false);
  }
}

// A socket of the page: to the server, or to the engine in this tab.
function connect(path: string, protocol: string) {
  if (page.tab && !path.startsWith('/ws/')) return dial(page.tab, page.root ?? '/', page.class?.id ?? '', page.lesson ?? 'scratch', (loaded, total) => client.loading(loaded, total), (kind) => client.unkept(kind));
  return new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`, protocol);
}

// Fetches what the page needs to go on without its server, into the browser's cache. It is much, and who only passes by needs none of it.
const passing = 3000; // ms
function fetchSpare() {
  const { worker, engine, lesson } = page.spare;
  const idle = window.requestIdleCallback ?? ((f: () => void) => f());
  setTimeout(() => idle(async () => {
    try {
      const answers = await Promise.all([worker, engine.url, lesson].filter(Boolean).map((url) => fetch(url, { priority: 'low' } as RequestInit)));
      await Promise.all([editors.load(), ...answers.map((a) => a.body?.pipeTo(new WritableStream()))]);
      if (answers.every((a) => a.ok)) client.spare();
    } catch {
      // No spare: the page waits for its server.
    }
  }), passing);
}

// Asks for this page by HTTP, to learn why a socket cannot be opened.
async function probe() {
  try {
    client.probed((await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })).status);
  } catch {
    client.probed(0);
  }
}

export const bridge = {
  connect, fetchSpare, alone: () => { page.tab = page.spare; }, change, probe, fetchFile, readProse: () => client.prose(hooks.proseTexts(), hooks.proseHeadings()),
  listen, stored, store, download, pick, copy, focusBlock, progress, goOn, failed,
  random: () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, '0')).join(''),
  touch: () => matchMedia('(pointer: coarse)').matches,
  focusNode: (id: string) => byId(id)?.focus(),
  root: (name: string, value: string) => value ? document.documentElement.setAttribute(name, value) : document.documentElement.removeAttribute(name),
  visit: (url: string) => { if (url) location.href = url; else location.reload(); },
  print: () => editors.openAll(print),
  look: places.look, showCell: places.showCell, readOnly: editors.readOnly,
  adopt: hooks.adopt, served: hooks.served, mount: hooks.mount, update: hooks.update, unmount: hooks.unmount, drawn: hooks.drawn,
  setCode: editors.setCode, focusEditor: editors.focus, marks: editors.marks, light: editors.light, lightLine: editors.lightLine, answer: editors.answer, numbers: editors.numbers,
};
