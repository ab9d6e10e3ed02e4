// Fails the first time that it is run with a folder, as FAILS says, and passes from then on.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';

const { FAILS, FOLDER, KEEPS } = process.env;
test('the page', async (t) => {
  await t.test('shows a sum', () => {
    if (!KEEPS && fs.existsSync(`${FOLDER}/ran`)) return;
    fs.writeFileSync(`${FOLDER}/ran`, '');
    if (FAILS === 'late') throw new Error('page.waitForFunction: Timeout 30000ms exceeded.');
    assert.equal('41', '42');
  });
});
