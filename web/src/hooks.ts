// Pieces of the page that are not drawn from the client's trees: served text that
// is kept, editors, frames, typeset text, arrows between blocks.
import * as editors from './editors';
import * as controls from './controls';
import * as frames from './frames';
import { client } from './bridge';

type Hook = {
  mount(el: HTMLElement, arg: string): void;
  update?(el: HTMLElement, arg: string): void;
  unmount?(el: HTMLElement, arg: string): void;
};

const kept = new Map<string, HTMLElement>(); // served blocks by key
export const coded = new Map<string, HTMLElement>(); // served, coloured code by cell

// Takes over a region of the served page: its text blocks are kept for `served`,
// everything else makes room for what the client draws.
export function adopt(region: HTMLElement) {
  for (const child of [...region.children] as HTMLElement[]) {
    const key = child.dataset.key;
    if (key && child.classList.contains('prose')) kept.set(key, child);
    const cell = key?.startsWith('c-') ? key.slice(2) : '';
    const code = child.querySelector<HTMLElement>('.cell-code > pre, .static-code');
    if (cell && code) coded.set(cell, code);
  }
  region.replaceChildren();
}

export function served(key: string): HTMLElement {
  const el = kept.get(key) ?? document.createElement('div');
  el.querySelectorAll<HTMLElement>('.math[data-tex]').forEach((math) => typeset(math, math.dataset.tex!));
  frames.drawDiagrams(el);
  return el;
}

// The texts of the kept blocks, as key, text, key, text.
export const proseTexts = () => [...kept].flatMap(([key, el]) => [key, [...el.children].map((c) => (c as HTMLElement).innerText ?? '').join('\n')]);

// Their headings, as key, level, text, …
export const proseHeadings = () => [...kept].flatMap(([key, el]) =>
  [...el.querySelectorAll<HTMLElement>('h1, h2, h3, h4')].flatMap((h) => [key, Number(h.tagName[1]), (h.textContent ?? '').trim()]));

async function typeset(el: HTMLElement, tex: string) {
  const { renderMath } = await import('./math');
  renderMath(el, tex);
}

async function renderMarkdown(el: HTMLElement, source: string) {
  const { toNodes, serveTable } = await import('./markdown');
  el.replaceChildren(...toNodes(source));
  for (const table of el.querySelectorAll('table')) serveTable(table, frames.tableWords());
  el.querySelectorAll<HTMLElement>('.math[data-tex]').forEach((math) => typeset(math, math.dataset.tex!));
  frames.drawDiagrams(el);
}

async function drawValues(el: HTMLElement, data: string) {
  const { draw } = await import('./values');
  draw(el, data);
}

// HTML that the server rendered from lesson Markdown, raw HTML left out.
function lessonHTML(el: HTMLElement, html: string) {
  el.innerHTML = html;
}

const hooks: Record<string, Hook> = {
  served: { mount() {} },
  editor: { mount: (el, cell) => editors.mount(el, cell, false), unmount: (el, cell) => editors.unmount(cell, el) },
  note: { mount: (el, cell) => editors.mount(el, cell, true), unmount: (el, cell) => editors.unmount(cell, el) },
  static: { mount: (el, cell) => { const code = coded.get(cell); if (code) el.innerHTML = code.innerHTML; else el.textContent = client.code(cell); } },
  html: { mount: lessonHTML, update: lessonHTML },
  markdown: { mount: renderMarkdown, update: renderMarkdown },
  field: { mount: controls.show, update: controls.show },
  choice: { mount: controls.show, update: controls.show },
  math: { mount: typeset, update: typeset },
  values: { mount: drawValues, update: drawValues },
  frame: { mount: frames.mountHTML, update: (el, arg) => { frames.drop(el); frames.mountHTML(el, arg); }, unmount: frames.drop },
  arrows: { mount: (el, arg) => drawArrows(el, arg), update: (el, arg) => drawArrows(el, arg) },
};

export function mount(name: string, el: HTMLElement, arg: string) { hooks[name]?.mount(el, arg); }
export function update(name: string, el: HTMLElement, arg: string) { hooks[name]?.update?.(el, arg); }
export function unmount(name: string, el: HTMLElement, arg: string) { hooks[name]?.unmount?.(el, arg); }

// Copies as arrows from the source's column to the block that was made, or to the column.
const arrowSpecs = new WeakMap<HTMLElement, string>();
const svgNS = 'http://www.w3.org/2000/svg';

function drawArrows(el: HTMLElement, spec: string) {
  arrowSpecs.set(el, spec);
  requestAnimationFrame(() => {
    layArrows(el);
    if (el.parentElement) resized.observe(el.parentElement);
  });
}

const resized = new ResizeObserver((entries) => {
  for (const e of entries) for (const el of e.target.querySelectorAll<HTMLElement>(':scope > .arrows')) layArrows(el);
});

function layArrows(el: HTMLElement) {
  const memory = el.parentElement;
  const spec = arrowSpecs.get(el);
  if (!memory) return;
  const svg = document.createElementNS(svgNS, 'svg');
  svg.setAttribute('class', 'arrows');
  svg.setAttribute('aria-hidden', 'true');
  const origin = el.getBoundingClientRect();
  const drawn = new Set<string>(), numbers = new Set(moved.get(el));
  for (const part of spec ? spec.split('\x02') : []) {
    const [from, to, name, number, live] = part.split('\x01');
    const a = anchor(memory, from, '', name), b = anchor(memory, to, name, name);
    const fresh = live === 'live' && !moved.get(el)?.has(number);
    const key = `${from} ${to} ${name}`;
    if (!a || !b || drawn.has(key) && !fresh || memory.dataset.gpus && !fresh) continue;
    numbers.add(number);
    const right = b.left >= a.left;
    const [x1, x2] = right ? [a.right, b.left] : [a.left, b.right];
    const y1 = a.top + Math.min(a.height / 2, 20), y2 = b.top + Math.min(b.height / 2, 20);
    const columns = [...memory.querySelectorAll<HTMLElement>('.device')].map((d) => d.dataset.device);
    const over = Math.abs(columns.indexOf(from) - columns.indexOf(to)) > 1 ? a.edge - origin.top - 3 : null;
    const path = arrow(x1 - origin.left, y1 - origin.top, x2 - origin.left, y2 - origin.top, over);
    if (!drawn.has(key) && !memory.dataset.gpus) svg.append(path); // between many they would hide what they join
    if (fresh && !still.matches) svg.append(traveller(path));
    drawn.add(key);
  }
  moved.set(el, numbers);
  el.replaceChildren(svg);
}

const still = matchMedia('(prefers-reduced-motion: reduce)');
const moved = new WeakMap<HTMLElement, Set<string>>(); // the copies whose way was shown, by number

// What goes along an arrow once, when a copy happens.
function traveller(path: SVGElement) {
  const dot = document.createElementNS(svgNS, 'rect');
  dot.setAttribute('class', 'traveller');
  for (const [name, value] of Object.entries({ x: '-5', y: '-4', width: '10', height: '8', rx: '2' })) dot.setAttribute(name, value);
  const motion = document.createElementNS(svgNS, 'animateMotion');
  for (const [name, value] of Object.entries({ dur: '0.9s', begin: 'indefinite', path: 'M' + path.getAttribute('d')!.split('M')[1], calcMode: 'spline', keyTimes: '0;1', keySplines: '0.4 0 0.2 1' })) motion.setAttribute(name, value);
  motion.addEventListener('endEvent', () => dot.remove());
  dot.append(motion);
  requestAnimationFrame(() => { if (dot.isConnected) (motion as SVGAnimateMotionElement).beginElement(); });
  return dot;
}

// The box of a named block on a device, else that of the top of its memory.
function anchor(memory: HTMLElement, device: string, name: string, not: string): (DOMRect & { edge: number }) | null {
  const column = memory.querySelector<HTMLElement>(`.device[data-device="${CSS.escape(device)}"]`);
  if (!column) return null;
  const box = column.querySelector('.device-memory')!.getBoundingClientRect();
  const blocks = [...column.querySelectorAll<HTMLElement>('.block')];
  const block = name ? blocks.find((b) => b.dataset.block === name) : blocks.find((b) => b.dataset.block !== not);
  const at = block?.getBoundingClientRect();
  const place = at && at.bottom < box.bottom && at.top > box.top ? at : new DOMRect(box.left, box.top + 8, box.width, 20);
  return Object.assign(place, { edge: box.top });
}

// An arrow between neighbours bends once; past other columns it goes over them.
function arrow(x1: number, y1: number, x2: number, y2: number, over: number | null) {
  const path = document.createElementNS(svgNS, 'path');
  const head = x2 >= x1 ? -1 : 1;
  const bend = (x1 + x2) / 2;
  const line = over === null
    ? `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`
    : `M${x1} ${y1}C${x1 - 9 * head} ${y1} ${x1 - 2 * head} ${over} ${x1 - 14 * head} ${over}L${x2 + 14 * head} ${over}C${x2 + 2 * head} ${over} ${x2 + 9 * head} ${y2} ${x2} ${y2}`;
  path.setAttribute('d', `${line}M${x2 + 5 * head} ${y2 - 4}L${x2} ${y2}L${x2 + 5 * head} ${y2 + 4}`);
  return path;
}

// After each redraw: outputs that scroll bring what came last into view, unless the
// learner has scrolled up. That is the end of what is being printed, and the beginning
// of anything else.
const away = new WeakSet<Element>();
const reached = new WeakMap<Element, number>();
document.addEventListener('scroll', (e) => {
  const el = e.target as HTMLElement;
  if (!(el instanceof HTMLElement) || !el.classList.contains('scroll')) return;
  if (el.scrollTop >= latest(el) - 1) away.delete(el);
  else if (el.scrollTop < (reached.get(el) ?? 0) - 1) away.add(el);
}, { capture: true, passive: true });

// latest is how far an output scrolls to what came last in it.
function latest(el: HTMLElement) {
  const end = el.scrollHeight - el.clientHeight;
  const last = el.lastElementChild as HTMLElement | null;
  return last && !last.classList.contains('stream') ? Math.min(end, Math.max(last.offsetTop - el.offsetTop, 0)) : end;
}

const followed = new WeakMap<Element, string>();
export function drawn() {
  for (const el of document.querySelectorAll<HTMLElement>('[data-follow]')) {
    const [before, now] = [followed.get(el), el.dataset.follow!];
    if (before === now) continue;
    followed.set(el, now);
    if (Number(now) < Number(before)) away.delete(el); // a run began anew
    requestAnimationFrame(() => reach(el, 4)); // where the page is laid out anyway
  }
}

// reach scrolls to what came last, for some frames: a chunk that came into view may turn
// out to be taller than was thought.
function reach(el: HTMLElement, frames: number) {
  if (away.has(el)) return;
  const goal = latest(el);
  if (el.scrollTop < goal - 1 || el.scrollTop > goal + 1) el.scrollTop = goal;
  reached.set(el, el.scrollTop);
  if (frames > 0) requestAnimationFrame(() => reach(el, frames - 1));
}
