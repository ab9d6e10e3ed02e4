// The start of a static site: leads to the language that the reader's browser prefers, else to the first.
addEventListener('DOMContentLoaded', () => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-start]')];
  const wanted = navigator.languages.map((l) => l.toLowerCase().split('-')[0]);
  const found = wanted.map((l) => links.find((a) => a.dataset.start === l)).find(Boolean) ?? links.find((a) => a.dataset.start === 'en') ?? links[0];
  if (found) location.replace(found.href);
});
