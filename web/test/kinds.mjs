// A course of our own: one lesson with all kinds of cells, a hidden test and a solution.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const front = (lang) => `---\nfile_format: mystnb\nkernelspec: {name: python3}\ngputour: {lesson: kinds, lang: ${lang}, order: 1, version: 1, minutes: 3, devices: ["sim:2"], summary: All kinds}\n---\n`;
const fence = (head, code) => '```{code-cell} python\n:gputour: ' + head + '\n' + code + '\n```\n';
const body = '# All kinds\n\nText.\n\n' +
  fence('{id: guess, kind: predict, options: ["3", "`\'12\'`"], answer: 2, why: "Texts are **joined.**"}', "'1' + '2'") +
  fence('{id: double, kind: exercise, points: 2}', 'def double(x):\n    return x') +
  '```{hint} double 1\nWhat is `x + x`?\n```\n```{hint} double 2\nMultiply.\n```\n' +
  fence('{id: seen, kind: tests, for: double}', 'def test_two():\n    "Two becomes four."\n    assert double(2) == 4') +
  fence('{id: steps, kind: order, points: 1}', 'return total\ntotal = 0\ntotal += x\ndef add(xs):\nfor x in xs:\ntotal = x') +
  fence('{id: steps-seen, kind: tests, for: steps}', 'def test_sum():\n    "The sum."\n    assert add([1, 2, 3]) == 6 and add([]) == 0') +
  '```{mermaid}\ngraph LR\n  accTitle: From host to device\n  host --> device\n```\n```{figure} figures/bus.svg\n:alt: a bus\nThe bus.\n```\n[A word](pages/words.LANG.md#warp).\n\n' +
  fence('{id: think, kind: quiz, options: ["yes", "no"], answer: 1, why: "It does."}', '');
const secret = '---\ngputour: {lesson: kinds}\n---\n# Tests\n\n' + fence('{id: hidden, kind: tests, for: double}', 'def test_text():\n    "A text too."\n    assert double("SECRET") == "SECRETSECRET"');

const answer = '---\ngputour: {lesson: kinds}\n---\n# Solutions\n\n' + fence('{id: solved, kind: solution, for: double}', 'def double(x):\n    twice = x + x  # ANSWER\n    return twice') +
  fence('{id: steps-solved, kind: solution, for: steps}', 'def add(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total');

// Writes the course into a new folder, which goes when whoever asked for it says so.
export function kinds() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-lessons-'));
  for (const lang of ['zh', 'en']) {
    fs.writeFileSync(path.join(folder, `kinds.${lang}.md`), front(lang) + body.replaceAll('LANG', lang));
    for (const sub of ['figures', 'pages']) fs.mkdirSync(path.join(folder, sub), { recursive: true });
    fs.writeFileSync(path.join(folder, 'pages', `words.${lang}.md`), '# Words\n\n(warp)=\n### Warp\n\nThirty-two threads.\n');
    fs.writeFileSync(path.join(folder, 'figures', 'bus.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>');
  }
  fs.writeFileSync(path.join(folder, 'kinds.tests.md'), secret);
  fs.writeFileSync(path.join(folder, 'kinds.solution.md'), answer);
  return folder;
}
