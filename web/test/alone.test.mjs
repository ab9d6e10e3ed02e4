// A page of a server goes on without it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { cell, cells, classroom, code, ended, online, persistent, serve, write } from './harness.mjs';

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

test('a lesson of a class goes on in the tab, says that nothing is handed in, and goes back with what was written', async () => {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-profile-'));
  const [room, browser] = await Promise.all([classroom(), persistent(profile)]);
  const { page } = await room.student('Ada', browser);
  const fetched = page.waitForResponse((r) => /\/assets\/tab-.*\.wasm$/.test(r.url()));
  await page.goto(`${room.origin}/en/lessons/placement`);
  await online(page);
  await (await fetched).finished();
  await room.kill();
  await page.locator('[data-act="alone"]').click();
  await online(page);
  const notice = page.locator('#notebook > .notice');
  assert.match(await notice.innerText(), /Nothing that you do here is handed in/);
  const [id] = await cells(page);
  await write(page, id, 'print("alone", 6 * 7)');
  await cell(page, id).locator('.cell-actions button').click();
  await ended(page, id, 'done');
  assert.match(await cell(page, id).locator('.outputs').innerText(), /alone 42/);
  assert.match(await page.locator('.wide', { hasText: 'Saved' }).first().innerText(), /in this browser/);
  const stores = await page.evaluate(async () => (await indexedDB.databases()).map((d) => d.name));
  assert.ok(stores.every((name) => /@/.test(name)), `a store of whoever is at this computer: ${stores}`);
  await room.start();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await notice.locator('button').click();
  await online(page);
  assert.equal(await code(page, id), 'print("alone", 6 * 7)');
  await page.locator('.wide', { hasText: 'Kept on the server' }).waitFor();
  assert.equal(await notice.count(), 0);
  await browser.close();
  await room.close();
  fs.rmSync(profile, { recursive: true, force: true });
});
