// Markup of our own makers, whose texts escape every ": a style in it is set by the script, since the page's policy forbids
// style attributes.
export function fill(el: Element | HTMLTemplateElement, html: string) {
  el.innerHTML = html.replaceAll(' style="', ' data-style="');
  for (const styled of (el instanceof HTMLTemplateElement ? el.content : el).querySelectorAll<HTMLElement>('[data-style]')) {
    styled.style.cssText = styled.dataset.style!;
    delete styled.dataset.style;
  }
}
