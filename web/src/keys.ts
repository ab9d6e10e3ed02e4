// Names of key presses, as the client's tables write them: Ctrl+Shift+P, ArrowUp, D.
const mac = /Mac|iP(hone|ad|od)/.test(navigator.platform);

export function chord(e: KeyboardEvent): string {
  const parts: string[] = [];
  if (mac ? e.metaKey || e.ctrlKey : e.ctrlKey) parts.push('Ctrl');
  if (e.altKey) parts.push('Alt');
  const letter = e.key.length === 1;
  // Shift is part of the name of a letter or a long key; of other signs it is how they are typed.
  if (e.shiftKey && (!letter || /[a-zA-Z]/.test(e.key) || parts.length > 0)) parts.push('Shift');
  if (!mac && e.metaKey) parts.push('Meta');
  parts.push(letter ? e.key.toUpperCase() : e.key);
  return parts.join('+');
}

export function place(target: HTMLElement): string {
  if (target.closest?.('.cm-editor')) return 'editor';
  const own = target.closest?.<HTMLElement>('[data-keys]');
  if (own && !target.matches('input, select')) return own.dataset.keys!;
  if (target.matches?.('input, textarea, select, [contenteditable]')) return 'input';
  return 'page';
}
