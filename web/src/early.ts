// Runs before the first paint: says that scripts run, for what only they can do, and
// takes the learner's choice of colours, so that nothing flashes.
document.documentElement.dataset.scripts = 'on';
try {
  const theme = localStorage.getItem('gputour.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the system's colours.
}
// Where one is stands in the middle of what it is a part of, as far as that scrolls: the list of lessons, a class's pages.
addEventListener('DOMContentLoaded', () => {
  for (const list of document.querySelectorAll('.side, .class-nav')) {
    const at = list.querySelector('[aria-current]')?.getBoundingClientRect(), box = list.getBoundingClientRect();
    if (at) list.scrollBy({ left: at.left + at.width / 2 - box.left - box.width / 2, top: at.top + at.height / 2 - box.top - box.height / 2, behavior: 'instant' });
  }
});
