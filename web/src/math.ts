// TeX as MathML, which browsers draw with their own fonts. Loaded where it is needed.
import katex from 'katex';
import { fill } from './styled';

export function renderMath(el: HTMLElement, tex: string) {
  try {
    fill(el, katex.renderToString(tex, { output: 'mathml', displayMode: !el.hasAttribute('data-inline'), trust: false, maxSize: 20, maxExpand: 200 }));
  } catch (fault) {
    el.replaceChildren(Object.assign(document.createElement('code'), { className: 'math-fault', textContent: tex, title: (fault as Error).message }));
  }
}
