// A value with many numbers as a table: its heads sort it, and it comes in pages. Loaded where one is asked for.
import { client } from './bridge';

// What the engine tells of it: rows and columns in all, and those from the first on that it sends.
type Values = { rows: number; columns: number; heads: string[]; names: string[]; cells: string[][] };

const perPage = 20;
const say = (key: string, ...args: (string | number)[]) => args.reduce<string>((text, arg, i) => text.replace(`{${i}}`, String(arg)), client.label!(key));

function add<K extends keyof HTMLElementTagNameMap>(to: HTMLElement, tag: K, text = '', attributes: Record<string, string> = {}) {
  const el = document.createElement(tag);
  el.textContent = text;
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
  to.append(el);
  return el;
}

const special: Record<string, number> = { inf: Infinity, '-inf': -Infinity, True: 1, False: 0 };
const numberOf = (text: string) => special[text] ?? (text === '' ? NaN : Number(text));

// Numbers by size, then what is none, by its letters.
function compare(a: string, b: string) {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (isNaN(x) !== isNaN(y)) return isNaN(x) ? 1 : -1;
  return isNaN(x) ? a.localeCompare(b, undefined, { numeric: true }) : x === y ? 0 : x - y;
}

export function draw(el: HTMLElement, data: string) {
  const v: Values = JSON.parse(data);
  const all = [...v.cells.keys()];
  let order = all, from = 0, sorted = -1, down = false;
  el.replaceChildren();
  el.setAttribute('aria-live', 'off'); // nobody wants a page of it read aloud: which rows it has is enough
  const table = add(add(el, 'div', '', { tabindex: '0', role: 'region', 'aria-label': say('values.name') }), 'table');
  const head = add(add(table, 'thead'), 'tr'), body = add(table, 'tbody');
  add(head, 'th', say('values.index'), { scope: 'col' });
  const heads = v.heads.map((text, column) => {
    const th = add(head, 'th', '', { scope: 'col' });
    add(th, 'button', text || say('values.value'), { type: 'button' }).addEventListener('click', () => sort(column));
    return th;
  });

  // Up, then down, then as it was.
  function sort(column: number) {
    if (sorted === column && down) sorted = -1;
    else [down, sorted] = [sorted === column, column];
    heads.forEach((th, i) => { if (i === sorted) th.setAttribute('aria-sort', down ? 'descending' : 'ascending'); else th.removeAttribute('aria-sort'); });
    const text = (row: number) => v.cells[row]![sorted]!;
    order = sorted < 0 ? all : [...all].sort((a, b) => (down ? compare(text(b), text(a)) : compare(text(a), text(b))));
    from = 0;
    page();
  }

  const nav = all.length > perPage ? add(el, 'nav', '', { class: 'pages', 'aria-label': say('table.table') }) : null;
  const turn = (key: string, by: number) => {
    const b = add(nav!, 'button', say(key), { type: 'button' });
    b.addEventListener('click', () => { from += by; page(); });
    return b;
  };
  const back = nav && turn('table.back', -perPage), said = nav && add(nav, 'span', '', { role: 'status' }), on = nav && turn('table.on', perPage);
  if (all.length < v.rows) add(el, 'p', say('values.rows', all.length, v.rows));
  if (v.heads.length < v.columns) add(el, 'p', say('values.columns', v.heads.length, v.columns));

  function page() {
    const last = Math.min(from + perPage, order.length);
    body.replaceChildren();
    for (const row of order.slice(from, last)) {
      const tr = add(body, 'tr');
      add(tr, 'th', v.names[row], { scope: 'row' });
      for (const text of v.cells[row]!) add(tr, 'td', text);
    }
    if (!nav) return;
    said!.textContent = say('table.rows', from + 1, last, order.length);
    back!.disabled = from === 0;
    on!.disabled = last === order.length;
  }
  page();
}
