// A page of a server goes on without it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { cell, cells, ended, online, persistent, serve, write } from './harness.mjs';

test('a page whose server is gone goes on with the engine in its tab, when the reader says so', async () => {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-profile-')); // on disk, where a browser's cache has room
  const [server, browser] = await Promise.all([serve(), persistent(profile)]);
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(server.address);
  const fetched = page.waitForResponse((r) => /\/assets\/tab-.*\.wasm$/.test(r.url()));
  await page.goto(`${server.origin}/en/scratch`);
  await online(page);
  await (await fetched).finished();
  const [id] = await cells(page);
  await write(page, id, 'print("alone", 6 * 7)');
  server.stop();
  await page.locator('[data-act="alone"]').click();
  await online(page);
  assert.match(await page.locator('.status').innerText(), /in this tab/);
  await cell(page, id).locator('.cell-actions button').click();
  await ended(page, id, 'done');
  assert.match(await cell(page, id).locator('.outputs').innerText(), /alone 42/);
  await browser.close();
  fs.rmSync(profile, { recursive: true, force: true });
});
