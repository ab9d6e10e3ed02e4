// A class with its instructor and three students, each in a browser of their own, on one
// `gputour classroom`: who is stuck, hands, cards, polls, the presenter, a notebook that is
// looked at, the lock; and a server that is killed in between.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cell, cells, classroom, ended, enter, findings, frames, online, write } from './harness.mjs';

const lesson = '/en/lessons/placement';
let room, boss, ann, bob, cem;

before(async () => {
  room = await classroom();
  boss = await room.boss('Ms Wu');
  [ann, bob, cem] = await Promise.all(['Ann', 'Bob <b>x</b>', '陈 思远'].map((name) => room.student(name)));
});
after(() => room?.close());

const row = (page, name) => page.locator('.rows .row:not(.row-head)', { hasText: name });
const card = (page, text) => page.locator('.class-card', { hasText: text });
const shows = (locator) => locator.first().waitFor();
const gone = (locator) => locator.first().waitFor({ state: 'detached' });
const open = async (person) => { await person.page.goto(room.origin + lesson); await online(person.page); return person.page; };
const board = async () => { await boss.page.goto(`${room.origin}/class/board?lang=en`); await online(boss.page); return boss.page; };

// Runs a cell to its end by its key, where the run's number shows that it was this one.
async function run(page, id, state) {
  const before = await cell(page, id).locator('.prompt').textContent();
  await cell(page, id).locator('.cell-actions button').click();
  await page.waitForFunction(([id, before]) => {
    const prompt = document.querySelector(`section[data-cell="${id}"] .prompt`).textContent;
    return prompt !== before && /\[\d+\]/.test(prompt);
  }, [id, before]);
  await ended(page, id, state);
}

test('the board shows who comes, where they are, and who is stuck and why', async () => {
  const page = await board();
  await Promise.all([ann, bob, cem].map(open));
  for (const name of ['Ann', 'Bob <b>x</b>', '陈 思远']) await shows(row(page, name));
  assert.equal(await page.locator('.rows b').count(), 0, 'a name became markup');
  const [id] = await cells(ann.page);
  await run(ann.page, id, 'done');
  await shows(row(page, 'Ann').locator('.strip .done, .strip[aria-label^="1 of"]'));
  await write(bob.page, id, '1 / 0');
  for (let i = 0; i < 3; i++) await run(bob.page, id, 'error');
  await shows(page.locator('.row[data-need="stuck"]', { hasText: 'ZeroDivisionError ×3' }));
  await shows(page.locator('.need[data-kind="stuck"]', { hasText: 'Bob <b>x</b>' }));
  await page.keyboard.press('n');
  await shows(page.locator('.row[data-at]', { hasText: 'Bob' }));
});

test('a hand is raised with a note, seen in the queue, taken and answered', async () => {
  await ann.page.locator('#top [data-act="hand"]').click();
  await ann.page.locator('#dialog').fill('<img src=x onerror=alert(1)> why?');
  await ann.page.locator('[data-act="hand-up"]').click();
  await shows(ann.page.locator('#top [data-kind="hand"]', { hasText: 'you are next' }));
  await cem.page.locator('#top [data-act="hand"]').click();
  await cem.page.locator('[data-act="hand-up"]').click();
  await shows(cem.page.locator('#top [data-kind="hand"]', { hasText: '1 before you' }));
  const need = boss.page.locator('.need[data-kind="hand"]', { hasText: 'Ann' });
  await shows(need.locator('blockquote', { hasText: '<img src=x onerror=alert(1)> why?' }));
  await need.locator('[data-act^="take-hand"]').click();
  await shows(ann.page.locator('#top [data-kind="hand"]', { hasText: 'Ms Wu is coming' }));
  await boss.page.locator('.need[data-kind="taken"] [data-act^="end-hand"]').click();
  await shows(ann.page.locator('#top [data-act="hand"]', { hasText: 'Raise hand' }));
  await cem.page.locator('#top [data-act="hand"]').click();
  await cem.page.locator('[data-act="hand-down"]').click();
  await gone(boss.page.locator('.need[data-kind="hand"]'));
});

// What a row offers while the mouse is over it. Rows move when somebody comes or goes, and the mouse does not go with them.
async function pointed(of, what) {
  const found = of.locator(what);
  for (let tries = 0; tries < 20 && await found.count() === 0; tries++) {
    await of.hover();
    await found.waitFor({ timeout: 1000 }).catch(() => {});
  }
  return found;
}

test('a pushed cell is a card until its reader inserts it, and does not run', async () => {
  await boss.page.locator('.board-acts [data-act="push"]').click();
  await boss.page.locator('textarea#dialog').fill('pushed = 41 + 1');
  await boss.page.locator('[data-act="push-send"]').click();
  for (const person of [ann, bob, cem]) await shows(card(person.page, 'pushed = 41 + 1'));
  const before = await cells(ann.page);
  await ann.page.locator('main').focus();
  await ann.page.keyboard.press('g');
  await gone(card(ann.page, 'pushed = 41'));
  const added = (await cells(ann.page)).filter((id) => !before.includes(id));
  assert.equal(added.length, 1);
  assert.equal(await cell(ann.page, added[0]).locator('.prompt').textContent(), '[ ]');
  await card(bob.page, 'pushed').locator('[data-act^="put-away"]').click();
  await bob.page.reload();
  await online(bob.page);
  await shows(card(cem.page, 'pushed'));
  assert.equal(await card(bob.page, 'pushed').count(), 0);
  await pointed(row(boss.page, '陈 思远'), '[data-act^="message"]').then((button) => button.click());
  await boss.page.locator('textarea#dialog').fill('<script>alert(1)</script> look at line 2');
  await boss.page.locator('[data-act="push-send"]').click();
  await shows(card(cem.page, '<script>alert(1)</script> look at line 2'));
  assert.equal(await card(ann.page, 'look at line 2').count(), 0);
});

test('a poll is voted in, changed, seen as bars, and closed; a killed server comes back with all of it', async () => {
  await boss.page.locator('.board-acts [data-act="poll"]').click();
  await boss.page.locator('[data-act="poll-fill clear"]').click();
  await boss.page.locator('[data-act="poll-open"]').click();
  const option = (person, n) => card(person.page, 'Was that clear?').locator('.poll-option').nth(n);
  await option(ann, 0).click();
  await option(bob, 0).click();
  await option(cem, 2).click();
  const bars = (...counts) => boss.page.waitForFunction((counts) => {
    const now = [...document.querySelectorAll('#aside .poll-row .count')].map((el) => el.textContent);
    return now.join() === counts.join();
  }, counts);
  await bars(2, 0, 1);
  await option(bob, 1).click();
  await bars(1, 1, 1);

  await room.kill();
  for (const person of [boss, ann, bob, cem]) await person.page.waitForSelector('.status:not([data-state="online"])');
  await room.start();
  for (const person of [boss, ann, bob, cem]) {
    await person.page.evaluate(() => dispatchEvent(new Event('online'))); // as when a network is back
    await online(person.page);
  }
  await bars(1, 1, 1);
  await shows(row(boss.page, 'Ann'));
  await option(cem, 0).click();
  await bars(2, 1, 0);
  await boss.page.locator('[data-act^="poll-close"]').click();
  await shows(card(ann.page, 'Closed with 3 votes'));
  assert.equal(await option(ann, 1).isDisabled(), true);
});

test('pages follow who presents until their reader leaves, and come back', async () => {
  const teacher = await open(boss);
  await teacher.locator('#top [data-act="present"]').click();
  for (const person of [ann, bob]) await shows(person.page.locator('.banner-line[data-kind="present"]', { hasText: 'following Ms Wu' }));
  await ann.page.locator('main').focus();
  await ann.page.keyboard.press('Escape');
  await shows(ann.page.locator('[data-act="follow"]'));
  await ann.page.waitForFunction(() => !document.querySelector('[data-led]'));
  const last = (await cells(teacher)).at(-1);
  await cell(teacher, last).locator('.prompt').click();
  await cell(teacher, last).scrollIntoViewIfNeeded();
  await shows(bob.page.locator(`section[data-cell="${last}"][data-led]`));
  assert.equal(await ann.page.locator('[data-led]').count(), 0);
  await ann.page.locator('[data-act="follow"]').click();
  await shows(ann.page.locator(`section[data-cell="${last}"][data-led]`));
  await teacher.locator('#top [data-act="present"]').click();
  for (const person of [ann, bob]) await gone(person.page.locator('.banner-line[data-kind="present"]'));
});

test('a notebook is looked at live, for reading only, and its owner sees who looks', async () => {
  const page = await board();
  await shows(row(page, 'Ann'));
  await row(page, 'Ann').click();
  await page.keyboard.press('Enter');
  await page.waitForURL(/watch=/);
  await shows(page.locator('.banner-line[data-kind="watch"]', { hasText: 'looking at Ann’s notebook' }));
  await online(page);
  await shows(ann.page.locator('.banner-line[data-kind="looking"]', { hasText: 'Ms Wu is looking' }));
  const [id] = await cells(ann.page);
  await write(ann.page, id, 'print("seen from afar", 6 * 7)');
  await cell(ann.page, id).locator('.cell-actions button').click();
  await page.waitForFunction((id) => document.querySelector(`section[data-cell="${id}"] .outputs`)?.innerText.includes('seen from afar 42'), id);
  assert.match(await cell(page, id).locator('.cell-code').innerText(), /seen from afar/);
  assert.equal(await cell(page, id).locator('.cell-actions').isVisible(), false);
  await enter(page, id);
  await page.keyboard.type('zzz');
  assert.doesNotMatch(await cell(page, id).locator('.cell-code').innerText(), /zzz/);
  await page.locator('main').focus();
  await page.locator('[data-act="to-board"]').click();
  await page.waitForURL(/class\/board/);
  await gone(ann.page.locator('.banner-line[data-kind="looking"]'));
});

test('the lock is said plainly, holds on the server, and opens again', async () => {
  const lock = async (mode) => {
    await boss.page.locator('.board-acts [data-act="lock-menu"]').click();
    await boss.page.locator(`.dialog [data-act="lock ${mode}"]`).click();
  };
  await online(boss.page);
  await lock('exec');
  const [id] = await cells(ann.page);
  await shows(ann.page.locator('.banner-line[data-kind="lock"]', { hasText: 'Running is locked' }));
  assert.equal(await cell(ann.page, id).locator('.cell-actions button').isDisabled(), true);
  await write(ann.page, id, 'print("while it is locked")');
  await lock('edit');
  await shows(ann.page.locator('.banner-line[data-kind="lock"]', { hasText: 'Notebooks are locked' }));
  await enter(ann.page, id);
  await ann.page.keyboard.type('zzz');
  assert.doesNotMatch(await cell(ann.page, id).locator('.cell-code').innerText(), /zzz/);
  await lock('off');
  await gone(ann.page.locator('.banner-line[data-kind="lock"]'));
  await cell(ann.page, id).locator('.cell-actions button').click();
  await shows(cell(ann.page, id).locator('.outputs', { hasText: 'while it is locked' }));
});

test('what a class adds has no finding of axe, and no sideways scroll on a phone', async () => {
  await shows(row(boss.page, 'Ann'));
  for (const person of [boss, cem]) {
    for (const [width, colorScheme] of [[1366, 'light'], [390, 'dark']]) {
      await person.page.setViewportSize({ width, height: 844 });
      await person.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await person.page.waitForFunction((dark) => matchMedia('(prefers-color-scheme: dark)').matches === dark, colorScheme === 'dark');
      await frames(person.page);
      assert.deepEqual(await findings(person.page), [], `${person.name} at ${width}`);
      assert.ok(await person.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `${person.name} scrolls sideways at ${width}`);
    }
  }
});

test('nothing went wrong in any of the pages', () => {
  for (const person of [boss, ann, bob, cem]) {
    // The server was killed; and Chromium tries to style what the test types over a selection in an editor.
    const faults = person.page.faults.filter((f) => !/WebSocket connection|ERR_CONNECTION_REFUSED|Failed to load resource|Applying inline style/.test(f));
    assert.deepEqual(faults, [], person.name);
  }
});
