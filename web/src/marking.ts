// Keys of the marking page, which works without them: N and P are the next and the previous student wherever nothing is being
// written, Ctrl+Enter saves and goes on.
document.addEventListener('keydown', (e) => {
  const writing = e.target instanceof Element && e.target.matches('input, textarea, select');
  if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) {
    const form = document.querySelector<HTMLFormElement>('#mark');
    form?.requestSubmit(form.querySelector<HTMLButtonElement>('button[name="go"]') ?? form.querySelector<HTMLButtonElement>('button[type="submit"]'));
    e.preventDefault();
  }
  if (writing || e.ctrlKey || e.metaKey || e.altKey) return;
  const rel = { n: 'next', p: 'prev' }[e.key.toLowerCase()];
  if (rel) document.querySelector<HTMLAnchorElement>(`a[rel="${rel}"]`)?.click();
});
