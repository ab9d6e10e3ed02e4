// Words of the glossary explain themselves where they stand: a link to a term shows what
// the term means while it is pointed at or has the keyboard.
const pages = new Map<string, Promise<Document>>();
const pageOf = (url: string) => {
  if (!pages.has(url)) {
    pages.set(url, fetch(url).then(async (got) => new DOMParser().parseFromString(got.ok ? await got.text() : '', 'text/html')));
  }
  return pages.get(url)!;
};

let shown: { link: HTMLElement; note: HTMLElement } | null = null;
let wanted: HTMLElement | null = null;

function hide() {
  shown?.note.remove();
  shown?.link.removeAttribute('aria-describedby');
  shown = wanted = null;
}

// A term is a heading and the paragraphs up to the next.
function meaning(page: Document, id: string): HTMLElement[] {
  const at = page.getElementById(id);
  const heading = at?.closest('h2, h3') ?? at?.querySelector('h2, h3') ?? at;
  const found: HTMLElement[] = [];
  for (let el = heading?.nextElementSibling; el && !/^H[1-3]$/.test(el.tagName) && found.length < 2; el = el.nextElementSibling) {
    if (el.tagName === 'P' && !el.querySelector(':scope > a:only-child')) found.push(el.cloneNode(true) as HTMLElement);
  }
  return heading ? [heading.cloneNode(true) as HTMLElement, ...found] : [];
}

async function show(link: HTMLAnchorElement) {
  wanted = link;
  const url = new URL(link.href);
  const id = decodeURIComponent(url.hash.slice(1));
  const parts = meaning(await pageOf(url.pathname).catch(() => new Document()), id);
  if (wanted !== link || parts.length < 2) return;
  hide();
  const note = document.createElement('div');
  note.className = 'term';
  note.id = 'term';
  note.setAttribute('role', 'tooltip');
  for (const part of parts) {
    part.removeAttribute('id');
    note.append(part);
  }
  document.body.append(note);
  const box = link.getBoundingClientRect();
  const below = box.bottom + note.offsetHeight + 12 < innerHeight;
  note.style.top = `${scrollY + (below ? box.bottom + 6 : box.top - note.offsetHeight - 6)}px`;
  note.style.left = `${Math.max(8, Math.min(box.left, innerWidth - note.offsetWidth - 8))}px`;
  link.setAttribute('aria-describedby', 'term');
  shown = { link, note };
}

const termOf = (target: EventTarget | null) => (target as Element)?.closest?.<HTMLAnchorElement>('.prose a[href*="/pages/glossary#"]') ?? null;

// The note stands in the page and goes along with it, until its word is out of sight.
function scrolled() {
  const box = shown?.link.getBoundingClientRect();
  if (box && (box.bottom < 0 || box.top > innerHeight)) hide();
}

export function listen() {
  const begin = (e: Event) => {
    const link = termOf(e.target);
    if (link && link !== shown?.link) void show(link);
    else if (!link && !(e.target as Element).closest?.('.term')) hide();
  };
  document.addEventListener('pointerover', begin);
  document.addEventListener('focusin', begin);
  document.addEventListener('keydown', (e) => { if (e.key === 'Escape') hide(); });
  document.addEventListener('scroll', scrolled, { passive: true });
  // A finger cannot point: its first touch explains, its second follows the link.
  let touched: HTMLElement | null = null;
  document.addEventListener('pointerdown', (e) => { touched = e.pointerType === 'touch' && termOf(e.target) !== shown?.link ? termOf(e.target) : null; }, { passive: true });
  document.addEventListener('click', (e) => { if (touched && touched === termOf(e.target)) e.preventDefault(); });
}
