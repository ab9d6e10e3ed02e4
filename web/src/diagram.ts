// Draws one mermaid diagram, inside a frame of an opaque origin: mermaid needs
// inline styles, which the page itself forbids. Loaded where a diagram stands.
import '@mermaid-js/tiny';

type Mermaid = {
  initialize(config: object): void;
  render(id: string, source: string): Promise<{ svg: string }>;
};
const mermaid = (globalThis as unknown as { mermaid: Mermaid }).mermaid;

// A diagram that cannot be drawn is shown as what was written, with the reason.
function refuse(source: string, why: unknown) {
  const note = document.createElement('pre');
  note.textContent = `${source}\n\n${why instanceof Error ? why.message : String(why)}`;
  document.body.replaceChildren(note);
}

async function draw(source: string, dark: boolean) {
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  mermaid.initialize({
    startOnLoad: false, securityLevel: 'strict', theme: dark ? 'dark' : 'neutral', suppressErrorRendering: true,
    fontFamily: 'system-ui, "PingFang SC", "Noto Sans CJK SC", sans-serif',
  });
  try {
    const { svg } = await mermaid.render('diagram', source);
    document.body.replaceChildren(document.createRange().createContextualFragment(svg));
  } catch (error) {
    refuse(source, error);
  }
}

addEventListener('message', function show(e) {
  if (e.source !== parent || typeof e.data.diagram !== 'string') return;
  removeEventListener('message', show);
  void draw(e.data.diagram, e.data.dark === true);
  new ResizeObserver(() => {
    parent.postMessage({ height: Math.ceil(document.documentElement.getBoundingClientRect().height) }, '*');
  }).observe(document.documentElement);
});
