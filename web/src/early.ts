// Runs before the first paint: says that scripts run, for what only they can do, and
// takes the learner's choice of colours, so that nothing flashes.
document.documentElement.dataset.scripts = 'on';
try {
  const theme = localStorage.getItem('gputour.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the system's colours.
}
