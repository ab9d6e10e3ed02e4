// Runs the browser tests: node test/run.mjs [FILE…]
//
// Files run two at once, each with browsers of its own, so a test can wait in vain because the machine was busy with the others.
// Where no more than two files failed they are run once more, alone, and named at the end as shaky when they pass. That does
// not fail the run where all that failed was late; where the page showed something wrong, it does: wasm/RATIONALE.md says why.
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
  return { status: status ?? 1, failed: fs.readFileSync(list, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)) };
}

let { status, failed } = once(files, 2);
const again = [...new Set(failed.map(({ file }) => file))];
if (status && again.length > 0 && again.length <= 2) {
  const names = again.map((file) => path.basename(file)).join(', ');
  console.log(`# ${names} once more, alone`);
  ({ status } = once(again, 1));
  if (!status) {
    console.log(`# shaky: ${names} failed beside the others and passed alone`);
    const own = failed.filter(({ said }) => said);
    for (const { name, said, late } of own) console.log(`#   ${late ? 'late' : 'wrong'}: ${name}: ${said}`);
    status = own.length > 0 && own.every(({ late }) => late) ? 0 : 1;
  }
}
process.exitCode = status;
