// What a learner writes is kept on the server: another browser finds it, nobody overwrites it unseen, and earlier texts come back.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { cell, cells, code, enter, langs, online, stage, thorough, write } from './harness.mjs';

const words = {
  en: { kept: 'Kept on the server', here: 'Only in this browser', other: 'changed elsewhere' },
  zh: { kept: '已保存到服务器', here: '只在这个浏览器里', other: '也在别处改过' },
};

const data = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-keep-'));
let world;
before(async () => { world = await stage('--data', data); });
after(async () => { await world?.close(); fs.rmSync(data, { recursive: true, force: true }); });

const says = (page, text) => page.waitForFunction((text) => document.querySelector('#top').innerText.includes(text), text);
const cut = (page, on) => page.evaluate((on) => { window.cut = on; if (on) window.sockets.forEach((s) => s.close()); }, on);
const palette = async (page, query) => {
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await page.keyboard.type(query);
  await page.keyboard.press('Enter');
};

for (const lang of thorough ? langs : ['en']) {
  const lesson = `/${lang}/lessons/placement`, say = words[lang];

  test(`${lang}: a text is found in another browser, and two texts of one cell are both kept`, async () => {
    const school = await world.learner(), home = await world.learner();
    const one = await school.open(lesson);
    await online(one);
    const [id] = await cells(one);
    await write(one, id, `print("from school, ${lang}")`);
    await says(one, say.kept);

    const two = await home.open(lesson);
    await online(two);
    await two.waitForFunction(([id, lang]) => document.querySelector(`section[data-cell="${id}"] .cell-code`).innerText.includes(`from school, ${lang}`), [id, lang]);
    await says(two, say.kept);

    await cut(one, true);
    await write(one, id, 'print("at school, without a connection")');
    await says(one, say.here);
    await write(two, id, 'print("at home")');
    await says(two, say.kept);
    await cut(one, false);
    const notice = one.locator('.notice.other');
    await notice.waitFor();
    assert.ok((await notice.innerText()).includes(say.other));
    assert.match(await code(one, id), /without a connection/);
    await notice.locator('[data-act="look-other"]').click();
    assert.match(await notice.locator('pre').innerText(), /at home/);
    await notice.locator('[data-act="take-other"]').click();
    assert.match(await code(one, id), /at home/);
    assert.equal(await notice.count(), 0);
    await says(one, say.kept);

    await enter(one, id);
    await palette(one, lang === 'zh' ? '以前的版本' : 'Earlier versions');
    const rows = one.locator('.dialog [role="option"]');
    await rows.first().waitFor();
    await rows.first().click();
    assert.match(await one.locator('.history-text pre').innerText(), /without a connection/);
    await one.locator('[data-act="take-back"]').click();
    assert.match(await code(one, id), /without a connection/);
    await says(one, say.kept);
    assert.deepEqual([...one.faults, ...two.faults].filter((f) => f.startsWith('error')), []);
    await school.context.close();
    await home.context.close();
  });
}

test('cells of one\'s own are found in another browser', async () => {
  const school = await world.learner(), home = await world.learner();
  const one = await school.open('/en/scratch');
  await online(one);
  const [first] = await cells(one);
  await write(one, first, 'x = 1');
  await one.keyboard.press('Alt+Enter');
  await one.keyboard.insertText('x + 41');
  await says(one, words.en.kept);
  const two = await home.open('/en/scratch');
  await online(two);
  await two.waitForFunction(() => Array.from(document.querySelectorAll('section.cell .cell-code'), (c) => c.innerText).join('|').includes('x + 41'));
  assert.equal((await cells(two)).length, 2);
  await school.context.close();
  await home.context.close();
});
