// The door of a class in real browsers: waiting until one is let in, being removed while a lesson
// is open, coming back by a code of one's own, and a computer that two students share.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cells, classroom, code, online, write } from './harness.mjs';

const lesson = '/en/lessons/placement';
let room, boss;

before(async () => { room = await classroom(); boss = await room.boss('Ms Wu'); });
after(() => room?.close());

const roster = async () => { await boss.page.goto(`${room.origin}/class/roster?lang=en`); return boss.page; };

// What stands in somebody's menu on the roster.
const menu = async (name) => {
  const line = (await roster()).locator('tr', { hasText: name });
  await line.locator('summary').click();
  return line;
};

test('who waits goes on by himself when he is let in', async () => {
  await boss.page.goto(`${room.origin}/class/settings?lang=en`);
  await boss.page.locator('label', { hasText: 'when you let them in' }).click();
  await boss.page.getByRole('button', { name: 'Save' }).click();
  await boss.page.getByText('Saved.').waitFor();
  const bob = await room.student('Bob');
  await bob.page.getByText('this page goes on by itself').waitFor();
  await (await roster()).locator('.waiting li', { hasText: 'Bob' }).getByRole('button', { name: 'Admit' }).click();
  await bob.page.locator('.member summary', { hasText: 'Bob' }).waitFor();
  await boss.page.goto(`${room.origin}/class/settings?lang=en`);
  await boss.page.locator('label', { hasText: 'at once' }).click();
  await boss.page.getByRole('button', { name: 'Save' }).click();
  await boss.page.getByText('Saved.').waitFor();
});

test('who is removed is told so, and comes back by a code', async () => {
  const ann = await room.student('Ann');
  await ann.page.goto(room.origin + lesson);
  await online(ann.page);
  await (await menu('Ann')).getByRole('button', { name: 'Remove from the class' }).click();
  await ann.page.locator('.notice', { hasText: 'You have left the class' }).waitFor();
  await ann.page.getByRole('button', { name: 'Join again' }).click();
  await ann.page.locator('h1', { hasText: 'Join the class' }).waitFor();
  const page = await roster();
  await page.locator('summary', { hasText: 'Removed: 1' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await (await menu('Ann')).getByRole('button', { name: 'Give a code' }).click();
  const pass = await boss.page.locator('.notice .show-code').textContent();
  await ann.page.goto(`${room.origin}/rejoin`);
  await ann.page.locator('main input[name="code"]').fill(pass.toLowerCase());
  await ann.page.locator('main form button[type="submit"]').click();
  await ann.page.locator('.member summary', { hasText: 'Ann' }).waitFor();
  await ann.page.goto(room.origin + lesson);
  await online(ann.page);
});

test('two students who share a computer do not find each other\'s work', async () => {
  const one = await room.student('One');
  await one.page.goto(room.origin + lesson);
  await online(one.page);
  const [id] = await cells(one.page);
  const served = await code(one.page, id);
  await write(one.page, id, 'mine = 1');
  await one.page.locator('.member summary').click();
  await one.page.locator('.member-menu').getByRole('button', { name: 'Sign out' }).click();
  await one.page.locator('main input[name="code"]').waitFor();
  await boss.page.goto(`${room.origin}/class/show`);
  await one.page.locator('main input[name="code"]').fill(await boss.page.locator('.show-code').textContent());
  await one.page.locator('main input[name="name"]').fill('Two');
  await one.page.locator('main form button[type="submit"]').click();
  await one.page.locator('.member summary', { hasText: 'Two' }).waitFor();
  await one.page.goto(room.origin + lesson);
  await online(one.page); // and not refused because the session is another's
  assert.equal(await code(one.page, id), served);
});
