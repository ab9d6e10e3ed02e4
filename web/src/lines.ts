// Dragging a line of an exercise whose lines are put in order: up and down to its place, sideways to its indent. With a mouse
// a line is taken anywhere, with a finger at its grip, so that the page can be scrolled.
import { client } from './bridge';

const step = 32; // px of an indent

let drag: { list: HTMLElement; cell: string; from: number; indent: number; told: string } | null = null;

const rows = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('li[data-indent]')];

function down(e: PointerEvent) {
  const target = e.target as Element;
  const row = target.closest?.<HTMLElement>('.lines li[data-indent]');
  if (!row || e.button > 0 || row.querySelector('button:disabled')) return;
  if (e.pointerType !== 'mouse' && !target.closest('.grip')) return;
  const list = row.parentElement!;
  const cell = list.closest<HTMLElement>('[data-cell]')!.dataset.cell!;
  drag = { list, cell, from: e.clientX, indent: Number(row.dataset.indent), told: `${rows(list).indexOf(row)} ${row.dataset.indent}` };
  client.act('lines', cell, `at ${rows(list).indexOf(row)}`);
}

function move(e: PointerEvent) {
  if (!e.buttons) drag = null; // the page did not see it let go
  if (!drag) return;
  const all = rows(drag.list);
  const below = all.findIndex((row) => e.clientY < row.getBoundingClientRect().bottom);
  const place = `${below < 0 ? all.length - 1 : below} ${Math.max(0, drag.indent + Math.round((e.clientX - drag.from) / step))}`;
  if (place !== drag.told) client.act('lines', drag.cell, `drag ${(drag.told = place)}`);
}

const up = () => { drag = null; };

export function listen() {
  document.addEventListener('pointerdown', down);
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', up);
  document.addEventListener('pointercancel', up);
}
