// Draws one mermaid diagram, inside a frame of an opaque origin: mermaid needs
// inline styles, which the page itself forbids. Loaded where a diagram stands,
// after mermaid itself.
declare const mermaid: {
  initialize(config: object): void;
  render(id: string, source: string): Promise<{ svg: string }>;
};

// The page's colours (tokens.css), which a frame cannot see.
const lightInk = { primaryColor: '#e7f2ef', primaryBorderColor: '#0b6e5b', primaryTextColor: '#1d2129', lineColor: '#58616f', tertiaryColor: '#f5f3ee', tertiaryBorderColor: '#e6e3dc' };
const darkInk = { primaryColor: '#1b2f2c', primaryBorderColor: '#3fcaa5', primaryTextColor: '#e7e9ec', lineColor: '#a4acb8', tertiaryColor: '#20242a', tertiaryBorderColor: '#2a2f37' };

// A diagram that cannot be drawn is shown as what was written, with the reason.
function refuse(source: string, why: unknown) {
  const note = document.createElement('pre');
  note.textContent = `${source}\n\n${why instanceof Error ? why.message : String(why)}`;
  document.body.replaceChildren(note);
}

async function draw(source: string, dark: boolean) {
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  mermaid.initialize({
    startOnLoad: false, securityLevel: 'strict', suppressErrorRendering: true, theme: 'base',
    themeVariables: { ...(dark ? darkInk : lightInk), darkMode: dark, fontSize: '14.5px', fontFamily: 'system-ui, "PingFang SC", "Noto Sans CJK SC", sans-serif' },
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
