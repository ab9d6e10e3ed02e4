// The runner of these tests: what it makes of a file that fails and then passes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';

const here = path.dirname(new URL(import.meta.url).pathname);

for (const { fails, keeps, status, says } of [
  { fails: 'late', status: 0, says: /# shaky: once\.mjs .*\n# +late: shows a sum: page\.waitForFunction: Timeout 30000ms exceeded/ },
  { fails: 'wrong', status: 1, says: /# shaky: once\.mjs .*\n# +wrong: shows a sum: Expected values to be strictly equal/ },
  { fails: 'late', keeps: 'yes', status: 1, says: /once more, alone/ },
]) {
  test(`a file that is ${fails} ${keeps ? 'twice' : 'once'} ends the run with ${status}`, () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-shaky-'));
    const env = { ...process.env, FAILS: fails, FOLDER: folder, KEEPS: keeps ?? '' };
    delete env.NODE_TEST_CONTEXT; // or node takes it for one of its own
    const ran = spawnSync(process.execPath, [path.join(here, 'run.mjs'), path.join(here, 'shaky', 'once.mjs')], { env, encoding: 'utf8' });
    fs.rmSync(folder, { recursive: true });
    assert.equal(ran.status, status, ran.stdout + ran.stderr);
    assert.match(ran.stdout, says);
  });
}
