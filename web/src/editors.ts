// The places of the cells' editors. Until an editor is made, the served, coloured code stands in its place, in the same
// type. What makes them, a tenth of the page, is loaded with the reader's first gesture: who reads does not need it.
import { client } from './bridge';
import { coded } from './hooks';

type Editor = typeof import('./editor');

export const places = new Map<string, { el: HTMLElement; note: boolean }>();
let editor: Editor | null = null;
let loading: Promise<Editor> | null = null;
let closed = false; // nothing may be written now

// Loads them; what could not be loaded is tried again at the next gesture.
export function load() {
  return loading ??= import('./editor').then((m) => {
    m.readOnly(closed);
    return (editor = m);
  }, (lost) => {
    loading = null;
    listen();
    throw lost;
  });
}

// Does something with the editors, now if they are loaded.
function use(what: (m: Editor) => void) {
  if (editor) what(editor);
  else load().then(what, () => {});
}

const gestures = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];

function awake() {
  for (const g of gestures) removeEventListener(g, awake, true);
  use(() => { if (wanted.length) idle(openNext); });
}

function listen() {
  for (const g of gestures) addEventListener(g, awake, { capture: true, passive: true });
}

listen();

const near = new IntersectionObserver((entries) => {
  for (const e of entries) {
    if (!e.isIntersecting) continue;
    near.unobserve(e.target);
    for (const [cell, place] of places) if (place.el === e.target) openSoon(cell);
  }
}, { rootMargin: '600px 0px' });

// Editors are made one at a time when the page is idle and has not been scrolled for a moment, so that scrolling past many
// cells drops no frames: one takes longer than a frame has. The coloured code that stands there looks the same.
const still = 150; // ms
let scrolled = 0;
addEventListener('scroll', () => { scrolled = performance.now(); }, { capture: true, passive: true });
const idle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 50));
const wanted: string[] = [];

function openSoon(cell: string) {
  if (wanted.push(cell) === 1 && editor) idle(openNext);
}

function openNext() {
  const early = scrolled + still - performance.now();
  if (early > 0) return void setTimeout(() => idle(openNext), early);
  const cell = wanted.shift();
  if (cell !== undefined) editor!.open(cell);
  if (wanted.length) idle(openNext);
}

export function mount(el: HTMLElement, cell: string, note: boolean) {
  places.set(cell, { el, note });
  showStatic(el, cell);
  // A press on what stands in an editor's place is one into the editor. What was pressed is gone then, and the browser would give the
  // focus to the cell.
  el.addEventListener('mousedown', (e) => {
    if (e.button || e.shiftKey || (e.target as Element).closest('.cm-editor')) return;
    e.preventDefault();
    use((m) => m.openAt(cell, { x: e.clientX, y: e.clientY }));
  });
  near.observe(el);
}

// The code as served if it is still the lesson's, else plain.
function showStatic(el: HTMLElement, cell: string) {
  const code = client.code(cell);
  const was = coded.get(cell);
  if (was && was.textContent === code) el.replaceChildren(was);
  else el.replaceChildren(Object.assign(document.createElement('pre'), { textContent: code || '\n' }));
}

export function unmount(cell: string, el: HTMLElement) {
  if (places.get(cell)?.el !== el) return; // already mounted elsewhere
  near.unobserve(el);
  places.delete(cell);
  editor?.close(cell);
}

export function setCode(cell: string, code: string) {
  const place = places.get(cell);
  if (editor?.has(cell)) editor.setCode(cell, code);
  else if (place) showStatic(place.el, cell);
}

export function readOnly(on: boolean) {
  closed = on;
  editor?.readOnly(on);
}

// openAll makes all editors before something is done.
export function openAll(then: () => void) {
  use((m) => {
    for (const cell of places.keys()) m.open(cell);
    then();
  });
}

// Declared as functions, which are there before this module has run: it and the bridge import each other.
export function focus(cell: string) { use((m) => m.open(cell)?.focus()); }
export function marks(cell: string, json: string) { if (editor || json !== 'null') use((m) => m.marks(cell, json)); }
export function light(name: string, device: string) { editor?.light(name, device); }
export function lightLine(cell: string, line: number) { if (editor || line > 0) use((m) => m.lightLine(cell, line)); }
export function numbers(cell: string, on: boolean) { if (editor || on) use((m) => m.numbers(cell, on)); }
export function answer(ticket: number, json: string) { editor?.answer(ticket, json); }
