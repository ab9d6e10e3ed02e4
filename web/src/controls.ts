// The controls that cells show (ipywidgets): what they hold is set here, apart from what is just being moved, and what
// the learner does to them goes to the client.
import { client } from './bridge';

const resting = 500; // ms after which what the program says wins over the hand

const moved = new WeakMap<Element, number>(); // when the learner moved it last
const wanted = new WeakMap<Element, string>(); // what it is to hold

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function hold(el: Field) {
  const arg = wanted.get(el);
  const wait = (moved.get(el) ?? -resting) + resting - performance.now();
  if (arg === undefined) return;
  if (wait > 0 && document.activeElement === el) setTimeout(() => hold(el), wait);
  else put(el, arg);
}

function put(el: Field, arg: string) {
  if (el instanceof HTMLSelectElement) return choose(el, JSON.parse(arg));
  const value = JSON.parse(arg || 'null');
  if (el instanceof HTMLInputElement && (el.type === 'checkbox' || el.type === 'radio')) {
    el.checked = value === true;
    return;
  }
  const base = Number(el.dataset.base);
  const text = base ? String(Math.log(value) / Math.log(base)) : String(value ?? '');
  if (el.value !== text) el.value = text;
}

function choose(el: HTMLSelectElement, { options, chosen }: { options: string[] | null; chosen: number[] | null }) {
  const labels = options ?? [];
  if (labels.join('\0') !== Array.from(el.options, (o) => o.label).join('\0')) el.replaceChildren(...labels.map((label) => new Option(label)));
  Array.from(el.options).forEach((o, i) => { o.selected = chosen?.includes(i) ?? false; });
  if (!chosen?.length) el.selectedIndex = -1;
}

export function show(el: HTMLElement, arg: string) {
  wanted.set(el, arg);
  hold(el as Field);
}

// What a control holds, as JSON; undefined when it is nothing yet, as in a number that is being typed.
function held(el: Field): string | undefined {
  if (el instanceof HTMLSelectElement) {
    const chosen = Array.from(el.selectedOptions, (o) => o.index);
    return el.multiple ? JSON.stringify(chosen) : chosen.length ? String(chosen[0]) : undefined;
  }
  if (el.dataset.option) return el.dataset.option;
  if (el instanceof HTMLInputElement) {
    if (el.type === 'checkbox') return String(el.checked);
    const pair = el.closest('.control-pair');
    if (pair) return JSON.stringify(Array.from(pair.querySelectorAll('input'), (i) => i.valueAsNumber).sort((a, b) => a - b));
    if (el.type === 'range' || el.type === 'number') {
      const base = Number(el.dataset.base);
      const value = base ? base ** el.valueAsNumber : el.valueAsNumber;
      return Number.isFinite(value) ? String(value) : undefined;
    }
  }
  return JSON.stringify(el.value);
}

function tell(el: Field, event: string) {
  const value = held(el);
  const cell = el.closest<HTMLElement>('[data-cell]')?.dataset.cell ?? '';
  if (value !== undefined) client.act('touch', cell, `${el.dataset.control} ${event} ${value}`);
}

const fieldOf = (e: Event) => (e.target as HTMLElement).dataset?.control ? (e.target as Field) : null;

export function listen() {
  document.addEventListener('input', (e) => {
    const el = fieldOf(e);
    if (!el) return;
    moved.set(el, performance.now());
    if (el.dataset.when === 'input') tell(el, 'set');
  });
  document.addEventListener('change', (e) => {
    const el = fieldOf(e);
    if (el && el.dataset.when !== 'input') tell(el, 'set');
  });
  document.addEventListener('keydown', (e) => {
    const el = fieldOf(e);
    if (!el || e.key !== 'Enter' || e.isComposing || !(el instanceof HTMLInputElement) || el.type !== 'text') return;
    e.preventDefault();
    moved.delete(el);
    tell(el, 'submit');
  });
}
