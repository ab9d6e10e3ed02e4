// Runs the browser tests: node test/run.mjs [FILE…]
//
// Files run two at once, each with browsers of its own, so a test can fail because the machine was busy with the others. Where
// no more than two files failed they are run once more, alone. What passes then does not fail the run, but is named at its
// end as shaky: it waits for something that it should not have to wait for, and wants mending.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const here = path.dirname(new URL(import.meta.url).pathname);
const given = process.argv.slice(2);
const files = given.length ? given : fs.readdirSync(here).filter((name) => name.endsWith('.test.mjs')).map((name) => path.join(here, name));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-tests-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

function once(files, abreast) {
  const list = path.join(folder, 'failed');
  const { status } = spawnSync(process.execPath, ['--test', '--test-force-exit', `--test-concurrency=${abreast}`,
    '--test-reporter', process.stdout.isTTY ? 'spec' : 'tap', '--test-reporter-destination', 'stdout',
    '--test-reporter', path.join(here, 'failed.mjs'), '--test-reporter-destination', list, ...files], { stdio: 'inherit' });
  return { status: status ?? 1, failed: fs.readFileSync(list, 'utf8').split('\n').filter(Boolean) };
}

let { status, failed } = once(files, 2);
if (status && failed.length > 0 && failed.length <= 2) {
  const names = failed.map((file) => path.basename(file)).join(', ');
  console.log(`# ${names} once more, alone`);
  ({ status } = once(failed, 1));
  if (!status) console.log(`# shaky: ${names} failed beside the others and passed alone`);
}
process.exitCode = status;
