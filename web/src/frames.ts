// What a page must not hold itself, it shows in frames of an opaque origin: the
// HTML of outputs, and diagrams, whose drawing needs inline styles.
import { client } from './bridge';

const script = document.getElementById('main-script');
const frames = new Set<HTMLIFrameElement>();
const tallest = 2000;

// A frame tells its height; nothing else of what it says is believed.
addEventListener('message', (e) => {
  for (const frame of frames) {
    const height = e.data?.height;
    if (e.source === frame.contentWindow && typeof height === 'number' && Number.isFinite(height)) {
      frame.style.height = `${Math.max(24, Math.min(height, tallest))}px`;
    }
  }
});

function sandboxed(url: string, title: string, kind: string, message: object) {
  const frame = document.createElement('iframe');
  frame.className = kind;
  frame.title = title;
  frame.setAttribute('sandbox', 'allow-scripts'); // no allow-same-origin: its origin is opaque
  frame.referrerPolicy = 'no-referrer';
  frame.loading = 'lazy';
  const speak = () => frame.addEventListener('load', () => frame.contentWindow?.postMessage(message, '*'), { once: true });
  if (isSite) void written(url).then((html) => { speak(); frame.srcdoc = html; });
  else { speak(); frame.src = url; }
  frames.add(frame);
  return frame;
}

// Where there is no network a frame of an opaque origin gets no document by its address: no service worker answers it. So a
// static site's page writes it in; it has the page's policy then, which knows the documents' own scripts.
const isSite = !!JSON.parse(document.getElementById('boot')?.textContent || '{}').root;
const documents = new Map<string, Promise<string>>();

function written(url: string) {
  if (!documents.has(url)) documents.set(url, fetch(url).then((answer) => answer.text()));
  return documents.get(url)!;
}

// What is said of long tables.
export const tableWords = () => Object.fromEntries(['back', 'on', 'rows', 'table'].map((key) => [key, client.label!(`table.${key}`)]));

// The HTML of one output; arg is its title and the HTML, parted by a zero.
export function mountHTML(el: HTMLElement, arg: string) {
  const [title, html] = [arg.slice(0, arg.indexOf('\0')), arg.slice(arg.indexOf('\0') + 1)];
  el.replaceChildren(sandboxed(script?.dataset.frame ?? '', title, 'html-frame', { html, words: tableWords(), dark: isDark() }));
}

export function drop(el: HTMLElement) {
  for (const frame of el.querySelectorAll('iframe')) frames.delete(frame);
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (document.documentElement.dataset.theme ?? (darkSystem.matches ? 'dark' : 'light')) === 'dark';

const diagrams = new Map<HTMLElement, string>();

// Replaces every mermaid source below an element by its drawing.
export function drawDiagrams(root: ParentNode) {
  for (const pre of root.querySelectorAll<HTMLElement>('pre.mermaid, pre:has(> code.language-mermaid)')) {
    const figure = document.createElement('div');
    pre.replaceWith(figure);
    diagrams.set(figure, pre.textContent ?? '');
    draw(figure);
  }
}

function draw(figure: HTMLElement) {
  const source = diagrams.get(figure)!;
  const title = /^\s*accTitle:\s*(.+)$/m.exec(source)?.[1] ?? script?.dataset.diagram ?? '';
  drop(figure);
  figure.replaceChildren(sandboxed(script?.dataset.diagramFrame ?? '', title, 'diagram-frame', { diagram: source, dark: isDark() }));
}

function redraw() {
  for (const frame of frames) if (frame.className === 'html-frame') frame.contentWindow?.postMessage({ dark: isDark() }, '*');
  for (const figure of diagrams.keys()) {
    if (figure.isConnected) draw(figure);
    else diagrams.delete(figure);
  }
}

darkSystem.addEventListener('change', redraw);
new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ['data-theme'] });
