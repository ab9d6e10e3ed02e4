// The service worker of a static site: keeps all files of one version of it, so that it runs without a network. A new version is
// fetched beside the one in use, and takes its place when no page is open, or when the reader says so.
import { unpacks } from './tab/load';

// Written before this script by server/site: the files by path, and those of which one packed twin is enough.
declare const gputourSite: { version: string; files: string[]; packed: string[] };
const worker = self as unknown as {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, f: (e: any) => void): void;
};

const { version, files, packed } = gputourSite;
const scope = worker.registration.scope;
const prefix = `gputour:${new URL(scope).pathname}:`;
const name = prefix + version;
const fingerprinted = /-[0-9a-z]{8,10}\.\w+(\.\w+)?$/i; // its address changes when it does

async function fill() {
  const cache = await caches.open(name);
  const wanted = [...files, ...packed.map((f) => f + (unpacks('brotli') ? '.br' : '.gz'))].map((f) => new URL(f, scope).href);
  const keep = async (url: string) => {
    const old = fingerprinted.test(url) ? await caches.match(url) : undefined;
    const answer = old ?? await fetch(url, fingerprinted.test(url) ? {} : { cache: 'no-cache' });
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    await cache.put(url, answer);
  };
  for (let i = 0; i < wanted.length; i += 6) await Promise.all(wanted.slice(i, i + 6).map(keep));
}

// The version before stays: a page of it may still be open.
async function tidy() {
  const ours = (await caches.keys()).filter((n) => n.startsWith(prefix) && n !== name);
  for (const old of ours.slice(0, -1)) await caches.delete(old);
  await worker.clients.claim();
}

async function answer(request: Request) {
  const url = new URL(request.url);
  if (url.pathname.endsWith('/')) url.pathname += 'index.html';
  const cache = await caches.open(name);
  return await cache.match(url, { ignoreSearch: true }) ?? await caches.match(url, { ignoreSearch: true }) ?? fetch(request);
}

worker.addEventListener('install', (e) => e.waitUntil(fill()));
worker.addEventListener('activate', (e) => e.waitUntil(tidy()));
worker.addEventListener('message', (e) => { if (e.data === 'now') void worker.skipWaiting(); });
worker.addEventListener('fetch', (e) => {
  if (e.request.method === 'GET' && e.request.url.startsWith(scope)) e.respondWith(answer(e.request));
});
