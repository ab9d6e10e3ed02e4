// Markdown of cells and notes. Raw HTML stays text, links lead nowhere dangerous,
// nothing gets an id or a name. Loaded where it is needed.
import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

export function toNodes(source: string): Node[] {
  const template = document.createElement('template');
  template.innerHTML = markdown.render(source);
  for (const link of template.content.querySelectorAll('a')) {
    link.rel = 'noopener noreferrer nofollow';
    link.target = '_blank';
  }
  // Pictures from elsewhere would tell their host who reads this.
  for (const img of template.content.querySelectorAll('img')) if (!img.src.startsWith('data:image/')) img.replaceWith(img.alt);
  return [...template.content.childNodes];
}
