// Where the reader is in a notebook, and bringing the page to where somebody else is.
import { client } from './bridge';

const sections = () => document.querySelectorAll<HTMLElement>('#notebook section[data-cell]');
const visible = (box: DOMRect) => box.bottom > 64 && box.top < innerHeight * 0.9;

// The cell that is worked at if it can be seen, else the first that can.
export function look() {
  let cell = document.querySelector<HTMLElement>('#notebook section[data-selected]');
  if (!cell || !visible(cell.getBoundingClientRect())) cell = [...sections()].find((c) => visible(c.getBoundingClientRect())) ?? cell;
  if (!cell) return client.seen('', 0);
  client.seen(cell.dataset.cell, Math.round((cell.getBoundingClientRect().top / innerHeight) * 1000));
}

// Scrolls so that a cell begins where top says, in thousandths of the window's height, and marks
// it; '' takes the mark away.
export function showCell(id: string, top: number) {
  const cell = document.querySelector<HTMLElement>(`#notebook section[data-cell="${CSS.escape(id)}"]`);
  for (const other of document.querySelectorAll('[data-led]')) if (other !== cell) other.removeAttribute('data-led');
  if (!cell) return;
  const by = cell.getBoundingClientRect().top - (top / 1000) * innerHeight;
  if (Math.abs(by) > 2) scrollBy({ top: by, behavior: Math.abs(by) < 2 * innerHeight && !matchMedia('(prefers-reduced-motion: reduce)').matches ? 'smooth' : 'instant' });
  cell.setAttribute('data-led', '');
}

let waiting = false;
export function listen() {
  document.addEventListener('scroll', (e) => {
    if (waiting || e.target !== document) return;
    waiting = true;
    setTimeout(() => { waiting = false; client.scrolled(); }, 150);
  }, { passive: true });
}
