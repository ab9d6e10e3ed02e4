// Markdown of cells and notes. Raw HTML stays text, links lead nowhere dangerous,
// nothing gets an id or a name. Loaded where it is needed.
import MarkdownIt from 'markdown-it';
import { fill } from './styled';

export { serveTable } from './table.js';

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

// $x$ and $$x$$ as Jupyter reads them: no space inside the dollars, no digit behind the last.
markdown.inline.ruler.before('escape', 'math', (state, silent) => {
  const found = /^(\$\$?)(?![\s$])([^$]*?[^\s$\\])\1(?![\d$])/.exec(state.src.slice(state.pos));
  if (!found) return false;
  if (!silent) {
    const token = state.push('math', 'span', 0);
    token.content = found[2]!;
    token.markup = found[1]!;
  }
  state.pos += found[0].length;
  return true;
});
markdown.renderer.rules.math = (tokens, i) => {
  const { content, markup } = tokens[i]!;
  return `<span class="math" data-tex="${markdown.utils.escapeHtml(content)}"${markup === '$' ? ' data-inline' : ''}></span>`;
};

export function toNodes(source: string): Node[] {
  const template = document.createElement('template');
  fill(template, markdown.render(source));
  for (const link of template.content.querySelectorAll('a')) {
    link.rel = 'noopener noreferrer nofollow';
    link.target = '_blank';
  }
  // Pictures from elsewhere would tell their host who reads this.
  for (const img of template.content.querySelectorAll('img')) if (!img.src.startsWith('data:image/')) img.replaceWith(img.alt);
  return [...template.content.childNodes];
}
