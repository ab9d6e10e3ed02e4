// Runs before the first paint: the learner's choice of colours, so that nothing flashes.
try {
  const theme = localStorage.getItem('gputour.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the system's colours.
}
