// Zooming and panning the timeline with fingers and the wheel. The client knows steps only:
// it doubles, halves, or moves by a quarter of the view.
import { client } from './bridge';

const fingers = new Map<number, number>(); // x of each finger that is down
let lane: Element | null = null, moved = 0, apart = 0;
const zoom = (how: string) => client.act(`zoom ${how}`, '');
const spread = () => { const xs = [...fingers.values()]; return xs.length < 2 ? 0 : Math.abs(xs[0] - xs[1]); };

function down(e: PointerEvent) {
  const at = (e.target as Element).closest?.('[data-keys="timeline"]');
  if (!at || e.button > 0) return;
  lane = at;
  fingers.set(e.pointerId, e.clientX);
  [moved, apart] = [0, spread()];
}

function move(e: PointerEvent) {
  const before = fingers.get(e.pointerId);
  if (!lane || before === undefined) return;
  fingers.set(e.pointerId, e.clientX);
  if (fingers.size > 1) {
    const now = spread();
    if (now > apart * 1.5) { zoom('in'); apart = now; }
    if (now < apart / 1.5) { zoom('out'); apart = now; }
    return;
  }
  moved += e.clientX - before;
  const step = lane.getBoundingClientRect().width / 4;
  if (Math.abs(moved) < step / 2) return;
  zoom(moved > 0 ? 'left' : 'right');
  moved -= Math.sign(moved) * step;
}

function up(e: PointerEvent) {
  fingers.delete(e.pointerId);
  if (!fingers.size) lane = null;
}

export function listen() {
  document.addEventListener('pointerdown', down);
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', up);
  document.addEventListener('pointercancel', up);
  document.addEventListener('wheel', (e) => {
    if (!e.ctrlKey || !(e.target as Element).closest?.('[data-keys="timeline"]')) return;
    e.preventDefault();
    zoom(e.deltaY < 0 ? 'in' : 'out');
  }, { passive: false });
}
