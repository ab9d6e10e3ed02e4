// TeX as MathML, which browsers draw with their own fonts. Loaded where it is needed.
import katex from 'katex';

export function renderMath(el: HTMLElement, tex: string) {
  katex.render(tex, el, { output: 'mathml', displayMode: !el.hasAttribute('data-inline'), throwOnError: false, trust: false, maxSize: 20, maxExpand: 200 });
}
