// A static site as the program exports it, on a server that knows nothing but files, under a sub-path.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { binary, launch, watch } from './harness.mjs';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.webmanifest': 'application/manifest+json', '.ipynb': 'application/json' };

const packs = new Set(['.html', '.js', '.css', '.json', '.svg']);

// Exports the course once; the folder goes with the tests.
export function exported(...flags) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-site-'));
  execFileSync(binary, ['export', '--format', 'site', '--out', path.join(dir, 'some/course'), ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  return dir;
}

// Serves a folder; isolated adds the headers with which pages may share memory, pages answers as GitHub Pages does. served
// are the paths asked for.
export async function files(dir, { isolated = false, pages = false } = {}) {
  const served = [];
  const server = http.createServer((request, answer) => {
    let name = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    served.push(name);
    if (name.endsWith('/')) name += 'index.html';
    const file = path.join(dir, name);
    if (!file.startsWith(dir) || !fs.existsSync(file) || fs.statSync(file).isDirectory()) {
      const lost = path.join(dir, 'some/course/404.html');
      return answer.writeHead(404, { 'Content-Type': 'text/html' }).end(pages && fs.existsSync(lost) ? fs.readFileSync(lost) : '');
    }
    const headers = { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream', 'Cache-Control': pages ? 'max-age=600' : 'no-cache' };
    if (pages && packs.has(path.extname(file)) && /gzip/.test(request.headers['accept-encoding'])) {
      answer.writeHead(200, { ...headers, 'Content-Encoding': 'gzip' });
      return fs.createReadStream(file).pipe(zlib.createGzip()).pipe(answer);
    }
    if (isolated) Object.assign(headers, { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' });
    answer.writeHead(200, headers);
    fs.createReadStream(file).pipe(answer);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin, served, lost: pages, root: `${origin}/some/course/`,
    stop: () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); }),
  };
}

// A reader with a browser profile of his own.
export async function reader(browser, site, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 }, locale: 'en-US', ...options });
  context.setDefaultTimeout(60_000);
  const open = async (where) => {
    const page = await context.newPage();
    watch(page, site.root);
    await page.goto(site.root + where);
    return page;
  };
  return { context, open };
}

export { launch };
