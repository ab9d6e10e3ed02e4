// What a long table of an output can do: a row of heads sorts it, and many rows come in pages. The build writes this into
// frame.html, too, where the HTML of outputs is shown.
const perPage = 20, fewest = 4;

// words are those of the page: back, on, rows ("{0}–{1} of {2}"), table.
export function serveTable(table, words) {
  const rows = [...table.rows];
  const head = rows.find((r) => r.cells.length > 1 && [...r.cells].every((c) => c.tagName === 'TH'));
  const body = rows.filter((r) => r !== head && r.parentElement.tagName !== 'THEAD' && r.parentElement.tagName !== 'TFOOT');
  const plain = body.every((r) => [...r.cells].every((c) => c.rowSpan === 1 && c.colSpan === 1));
  if (!head || body.length < fewest || !plain || table.querySelector('table')) return;
  let from = 0, order = body;
  table.setAttribute('aria-live', 'off'); // nobody wants a page of it read aloud
  const nav = document.createElement('nav');
  const said = document.createElement('span');
  const turn = (label, by) => {
    const b = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
    b.addEventListener('click', () => { from += by; draw(); });
    return b;
  };
  const back = turn(words.back || '\u2039', -perPage), on = turn(words.on || '\u203a', perPage);
  function draw() {
    const last = Math.min(from + perPage, order.length);
    order.forEach((r, i) => { r.hidden = i < from || i >= last; });
    said.textContent = (words.rows || '{0}\u2013{1} / {2}').replace('{0}', from + 1).replace('{1}', last).replace('{2}', order.length);
    back.disabled = from === 0;
    on.disabled = last === order.length;
  }
  if (body.length > perPage) {
    nav.className = 'pages';
    nav.setAttribute('aria-label', words.table || 'Table');
    said.setAttribute('role', 'status');
    nav.append(back, said, on);
    table.after(nav);
    draw();
  }
  [...head.cells].forEach((th, column) => {
    const b = Object.assign(document.createElement('button'), { type: 'button' });
    b.append(...th.childNodes);
    th.append(b);
    b.addEventListener('click', () => {
      const down = th.getAttribute('aria-sort') === 'ascending';
      for (const other of head.cells) other.removeAttribute('aria-sort');
      th.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const text = (r) => (r.cells[column] ? r.cells[column].textContent.trim() : '');
      const compare = (x, y) => {
        const [a, b] = [Number(text(x)), Number(text(y))];
        return text(x) !== '' && text(y) !== '' && !isNaN(a) && !isNaN(b) ? a - b : text(x).localeCompare(text(y), undefined, { numeric: true });
      };
      order = body.slice().sort((x, y) => (down ? compare(y, x) : compare(x, y)));
      const home = order[0].parentElement;
      home.append(...order);
      if (body.length > perPage) { from = 0; draw(); }
    });
  });
}
