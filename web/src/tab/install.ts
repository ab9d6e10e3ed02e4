// Installs a static site's service worker, with which it runs without a network, and tells of new versions.
import { client } from '../bridge';

const page = JSON.parse(document.getElementById('boot')?.textContent || '{}');
let waiting: ServiceWorker | null = null;

// A version that was fetched waits until no page of the one before is open, or until the reader wants it.
function offer(worker: ServiceWorker | null) {
  if (!worker || !navigator.serviceWorker.controller) return; // the first one
  waiting = worker;
  client.updated();
}

export async function install() {
  if (!page.root || !navigator.serviceWorker) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL('sw.js', new URL(page.root, location.href)));
    offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => { if (worker.state === 'installed') offer(worker); });
    });
  } catch (error) {
    console.info('This site cannot be installed here:', error); // it works all the same, with a network
  }
}

export function change() {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage('now');
}
