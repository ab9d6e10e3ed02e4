// The editors of cells: CodeMirror. editors.ts says when this is loaded, and has the places.
import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, closeCompletion, completionStatus, startCompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { diagnosticCount, lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, Prec, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, hoverTooltip, keymap, lineNumbers, MatchDecorator, placeholder, showTooltip, ViewPlugin, type Tooltip } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { client, point } from './bridge';
import { chord } from './keys';
import { drawBrief } from './brief';
import { places } from './editors';

const nonce = (document.getElementById('boot') as HTMLScriptElement | null)?.nonce ?? '';
const views = new Map<string, EditorView>();
const fromClient = Annotation.define<boolean>();

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], class: 'tok-keyword' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.function(tags.definition(tags.variableName))], class: 'tok-function' },
  { tag: [tags.definition(tags.className), tags.className, tags.typeName], class: 'tok-class' },
  { tag: [tags.string, tags.special(tags.string), tags.character], class: 'tok-string' },
  { tag: [tags.number], class: 'tok-number' },
  { tag: [tags.bool, tags.null, tags.self], class: 'tok-bool' },
  { tag: [tags.comment], class: 'tok-comment' },
  { tag: [tags.meta, tags.processingInstruction], class: 'tok-meta' },
]);

// Cells that begin with %%cuda are C++.
const isCuda = (code: string) => /^\s*%%cuda\b/.test(code);
let cpp: Extension | null = null; // loaded with the first such cell
const languageOf = (code: string): Extension => (isCuda(code) ? cpp ?? [] : python());

function setLanguage(view: EditorView) {
  const code = view.state.doc.toString();
  if (isCuda(code) && !cpp) {
    void import('@codemirror/lang-cpp').then((m) => { cpp = m.cpp(); setLanguage(view); });
    return;
  }
  view.dispatch({ effects: language.reconfigure(languageOf(code)) });
}

// Code points before a position: the wire counts them, CodeMirror counts UTF-16.
const points = (text: string) => [...text].length;
function offset(line: { from: number; text: string }, col: number) {
  return line.from + [...line.text].slice(0, Math.max(col, 0)).join('').length;
}

// Marking a name that is pointed at in the device panel.
const setLit = StateEffect.define<{ name: string; device: string }>();
const lit = ViewPlugin.fromClass(class {
  decorations = Decoration.none;
  matcher: MatchDecorator | null = null;
  update(update: any) {
    for (const tr of update.transactions) for (const e of tr.effects) if (e.is(setLit)) this.matcher = matcherFor(e.value.name, e.value.device);
    this.decorations = this.matcher ? this.matcher.createDeco(update.view) : Decoration.none;
  }
}, { decorations: (v) => v.decorations });

function matcherFor(name: string, device: string) {
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return null;
  const mark = Decoration.mark({ class: 'cm-lit', attributes: { 'data-device': device } });
  return new MatchDecorator({ regexp: new RegExp(`(?<![\\p{L}\\p{N}_.])${name}(?![\\p{L}\\p{N}_])`, 'gu'), decoration: mark });
}

// Lines on which an error was raised.
const setErrorLines = StateEffect.define<number[]>();
const errorLines = StateField.define({
  create: () => Decoration.none,
  update(deco, tr) {
    for (const e of tr.effects) {
      if (e.is(setErrorLines)) deco = Decoration.set(e.value.map((at) => Decoration.line({ class: 'cm-error-line' }).range(at)), true);
    }
    return tr.docChanged ? Decoration.none : deco;
  },
  provide: (f) => EditorView.decorations.from(f),
});

// The line of the bar that is picked in the timeline.
const setLitLine = StateEffect.define<number>();
const litLine = StateField.define({
  create: () => Decoration.none,
  update(deco, tr) {
    for (const e of tr.effects) {
      if (e.is(setLitLine)) deco = e.value < 0 ? Decoration.none : Decoration.set([Decoration.line({ class: 'cm-lit-line' }).range(e.value)]);
    }
    return tr.docChanged ? Decoration.none : deco;
  },
  provide: (f) => EditorView.decorations.from(f),
});

// Help at the cursor.
const setHelp = StateEffect.define<Tooltip | null>();
const help = StateField.define<Tooltip | null>({
  create: () => null,
  update(tip, tr) {
    for (const e of tr.effects) if (e.is(setHelp)) return e.value;
    return tr.docChanged || tr.selection ? null : tip;
  },
  provide: (f) => showTooltip.from(f),
});

// Questions to the engine, by ticket. Late answers find no one waiting.
let tickets = 0;
const waiting = new Map<number, (answer: any) => void>();

function ask(kind: string, cell: string, state: EditorState, at = state.selection.main.head): Promise<any> {
  const ticket = ++tickets;
  return new Promise((resolve) => {
    waiting.set(ticket, resolve);
    setTimeout(() => { waiting.delete(ticket); resolve(null); }, 4000);
    const code = state.doc.toString();
    client.asked(kind, cell, code, points(code.slice(0, at)), ticket);
  });
}

// Mistakes are marked when typing pauses, not at each key.
const typingPause = 500;
const pauses = new Map<string, ReturnType<typeof setTimeout>>();

function diagnoseSoon(view: EditorView, cell: string) {
  clearTimeout(pauses.get(cell));
  pauses.set(cell, setTimeout(async () => {
    const { doc } = view.state;
    const got = await ask('diagnose', cell, view.state);
    if (got?.Found && view.state.doc === doc && views.get(cell) === view) view.dispatch(setDiagnostics(view.state, diagnostics(view.state, got.Problems ?? [])));
  }, typingPause));
}

// Asks again after a moment when nothing was found: the engine answers one
// question at a time and may have been busy with the one before.
async function insist(kind: string, cell: string, state: EditorState): Promise<any> {
  const got = await ask(kind, cell, state);
  if (!got || got.Found) return got;
  await new Promise((wait) => setTimeout(wait, 150));
  return ask(kind, cell, state);
}

export function answer(ticket: number, json: string) {
  const resolve = waiting.get(ticket);
  waiting.delete(ticket);
  resolve?.(JSON.parse(json));
}

const kinds: Record<string, string> = { key: 'constant', argument: 'variable' };

function completer(cell: string) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\p{L}\p{N}_]+/u);
    const dot = context.matchBefore(/\./);
    if (!context.explicit && !dot && (!word || word.to - word.from < 2)) return null;
    const got = await (context.explicit ? insist : ask)('complete', cell, context.state);
    if (!got?.Found || context.aborted) return null;
    const code = [...context.state.doc.toString()];
    const from = code.slice(0, got.Start).join('').length, to = code.slice(0, got.End).join('').length;
    return {
      from, to, validFor: /^[\p{L}\p{N}_]*$/u,
      options: got.Matches.map((m: any) => ({ label: m.text, type: kinds[m.kind] ?? m.kind, detail: m.detail })),
    };
  };
}

async function showHelp(view: EditorView, cell: string) {
  const pos = view.state.selection.main.head;
  closeCompletion(view);
  const got = await insist('inspect', cell, view.state);
  if (!got?.Found || view.state.selection.main.head !== pos) return;
  const dom = () => {
    const el = document.createElement('div');
    el.className = 'cm-help';
    el.append(Object.assign(document.createElement('pre'), { textContent: got.Help }));
    return { dom: el };
  };
  view.dispatch({ effects: setHelp.of({ pos, above: true, create: dom }) });
}

// How the function is called whose arguments are being written: shown by ( and , and as long as the cursor is among them.
const setCall = StateEffect.define<Tooltip | null>();
const call = StateField.define<Tooltip | null>({
  create: () => null,
  update(tip, tr) {
    for (const e of tr.effects) if (e.is(setCall)) return e.value;
    return tip && tr.docChanged ? { ...tip, pos: tr.changes.mapPos(tip.pos) } : tip;
  },
  provide: (f) => showTooltip.from(f),
});

const calls = new Map<string, ReturnType<typeof setTimeout>>();
const callPause = 60; // ms

function callSoon(view: EditorView, cell: string) {
  clearTimeout(calls.get(cell));
  calls.set(cell, setTimeout(async () => {
    const pos = view.state.selection.main.head;
    const got = await ask('call', cell, view.state);
    if (views.get(cell) !== view || view.state.selection.main.head !== pos) return;
    const brief = got?.Found && view.hasFocus && got.Brief?.calls?.length ? got.Brief : null;
    if (!brief && !view.state.field(call, false)) return;
    view.dispatch({ effects: setCall.of(brief && { pos, above: true, create: () => ({ dom: drawBrief(brief, 'call') }) }) });
  }, callPause));
}

function followCall(u: { view: EditorView; docChanged: boolean; selectionSet: boolean; state: EditorState; transactions: readonly any[] }, cell: string) {
  let opens = false;
  for (const tr of u.transactions) if (tr.isUserEvent('input')) tr.changes.iterChanges((_a: number, _b: number, _c: number, _d: number, text: any) => { opens ||= /[(,]/.test(text.toString()); });
  if (opens || (u.state.field(call, false) && (u.docChanged || u.selectionSet))) callSoon(u.view, cell);
}

// What is pointed at explains itself.
const explain = (cell: string) => hoverTooltip(async (view, pos) => {
  const word = view.state.wordAt(pos);
  if (!word || !/[\p{L}_]/u.test(view.state.sliceDoc(word.from, word.from + 1))) return null;
  const got = await ask('name', cell, view.state, word.from + 1);
  return got?.Found && got.Brief ? { pos: word.from, end: word.to, above: true, create: () => ({ dom: drawBrief(got.Brief, 'name') }) } : null;
}, { hoverTime: 350 });

// Keys that mean something to the notebook, before the editor's own.
const notebookKeys = new Set(['Shift+Enter', 'Ctrl+Enter', 'Alt+Enter', 'Escape', 'Ctrl+M', 'Ctrl+S', 'Ctrl+Shift+C', 'Ctrl+Shift+P']);

function ownKeys(cell: string): Extension {
  return Prec.highest(EditorView.domEventHandlers({
    keydown(e, view) {
      if (e.isComposing || e.keyCode === 229) return false;
      const name = chord(e);
      if (name === 'Escape' && view.state.field(call, false) && completionStatus(view.state) !== 'active') {
        view.dispatch({ effects: setCall.of(null) });
        e.preventDefault();
        return true;
      }
      if (name === 'Escape' && (completionStatus(view.state) === 'active' || view.state.field(help, false))) {
        view.dispatch({ effects: setHelp.of(null) });
        return false;
      }
      if (name === 'Shift+Tab' && /\S/.test(lineBefore(view))) {
        e.preventDefault();
        void showHelp(view, cell);
        return true;
      }
      if (name === 'Ctrl+Shift+-' || name === 'Ctrl+Shift+_') {
        e.preventDefault();
        client.act('split', cell, String(view.state.doc.lineAt(view.state.selection.main.head).number));
        return true;
      }
      if (!notebookKeys.has(name)) return false;
      closeCompletion(view);
      if (!client.key(name, 'editor', cell)) return false;
      e.preventDefault();
      return true;
    },
    beforeinput: replace,
    mousemove(e, view) { pointAt(view, e); return false; },
    focus() { client.focused(cell); return false; },
    blur(_, view) {
      closeCompletion(view);
      if (view.state.field(call, false)) setTimeout(() => view.dispatch({ effects: setCall.of(null) }));
      client.left(cell);
      return false;
    },
  }));
}

// What is typed in the place of selected text is put there by the editor. The browser would dress it in a style
// attribute, as the selected text looked, which the page's policy forbids and the console tells.
function replace(e: InputEvent, view: EditorView) {
  const text = e.data, { from, to, empty } = view.state.selection.main;
  if (e.inputType !== 'insertText' || !text || e.isComposing || empty || view.state.readOnly) return false;
  const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
  if (!view.state.facet(EditorView.inputHandler).some((handles) => handles(view, from, to, text, insert))) view.dispatch(insert());
  e.preventDefault();
  return true;
}

// Pointing at a name in the code lights its block in the device panel.
function pointAt(view: EditorView, e: MouseEvent) {
  if (e.buttons) return;
  const pos = view.posAtCoords({ x: e.clientX, y: e.clientY });
  const word = pos === null ? null : view.state.wordAt(pos);
  point(word ? view.state.sliceDoc(word.from, word.to) : '');
}

// Tab behind a name asks for what it may become; elsewhere it indents.
function suggest(view: EditorView) {
  if (!view.state.selection.main.empty || !/[\p{L}\p{N}_.]$/u.test(lineBefore(view))) return false;
  return startCompletion(view);
}

function lineBefore(view: EditorView) {
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  return line.text.slice(0, head - line.from);
}

const gutters = new Compartment();
const language = new Compartment();
const writable = new Compartment();
let closed = false; // nothing may be written now

export function readOnly(on: boolean) {
  closed = on;
  for (const view of views.values()) view.dispatch({ effects: writable.reconfigure(EditorState.readOnly.of(on)) });
}

function extensions(cell: string, code: string, note: boolean): Extension[] {
  return [
    EditorView.cspNonce.of(nonce), ownKeys(cell), history(), drawSelection(), EditorView.lineWrapping,
    indentUnit.of('    '), indentOnInput(), bracketMatching(), closeBrackets(),
    writable.of(EditorState.readOnly.of(closed)), gutters.of([]), language.of(note ? [] : languageOf(code)), syntaxHighlighting(colours),
    lit, litLine, errorLines, help, note ? placeholder(client.label('note.hint', cell)) : [call, explain(cell)],
    note ? [] : autocompletion({ override: [completer(cell)], activateOnTypingDelay: 120 }),
    Prec.high(keymap.of([{ key: 'Tab', run: (view) => acceptCompletion(view) || suggest(view) }])),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ 'aria-label': client.label('editor.name', cell), spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' }),
    EditorView.updateListener.of((u) => {
      const at = (s: EditorState) => s.doc.lineAt(s.selection.main.head).number;
      if (u.selectionSet && !u.docChanged && at(u.state) !== at(u.startState)) client.act(`line ${at(u.state)}`, cell);
      if (!note) followCall(u, cell);
      if (!u.docChanged) return;
      const text = u.state.doc.toString();
      if (isCuda(text) !== isCuda(u.startState.doc.toString())) queueMicrotask(() => setLanguage(u.view));
      if (!u.transactions.some((t) => t.annotation(fromClient))) client.edited(cell, text);
      if (!note) diagnoseSoon(u.view, cell);
    }),
  ];
}

// open makes the editor of a cell, where it has a place.
export function open(cell: string): EditorView | undefined {
  const place = places.get(cell);
  const there = views.get(cell);
  if (there || !place) return there;
  const code = client.code(cell);
  const view = new EditorView({ doc: code, extensions: extensions(cell, code, place.note) });
  place.el.replaceChildren(view.dom);
  views.set(cell, view);
  if (isCuda(code) && !place.note) setLanguage(view);
  return view;
}

// openAt is open for a press that came before there was an editor.
export function openAt(cell: string, at: { x: number; y: number }) {
  const view = open(cell);
  view?.dispatch({ selection: { anchor: view.posAtCoords(at, false) } });
  view?.focus();
}

export const has = (cell: string) => views.has(cell);

export function close(cell: string) {
  views.get(cell)?.destroy();
  views.delete(cell);
}

export function setCode(cell: string, code: string) {
  const view = views.get(cell);
  const now = view?.state.doc.toString();
  if (!view || now === undefined || now === code) return;
  // Only what differs is replaced, so that the cursor stays where it was.
  let from = 0;
  while (from < now.length && from < code.length && now[from] === code[from]) from++;
  let tail = 0;
  while (tail < now.length - from && tail < code.length - from && now[now.length - 1 - tail] === code[code.length - 1 - tail]) tail++;
  view.dispatch({ changes: { from, to: now.length - tail, insert: code.slice(from, code.length - tail) }, annotations: fromClient.of(true) });
}

type Mark = { line: number; col: number; endLine: number; endCol: number; text: string; severity?: string };
const severities: Record<string, Diagnostic['severity']> = { warning: 'warning', note: 'info' };

function diagnostics(state: EditorState, marks: Mark[]): Diagnostic[] {
  const { doc } = state;
  return marks.filter((m) => m.line >= 1 && m.line <= doc.lines).map((m) => {
    const line = doc.line(m.line);
    const last = m.endLine >= m.line && m.endLine <= doc.lines ? doc.line(m.endLine) : line;
    const from = m.col > 0 ? offset(line, m.col) : line.from + (line.text.length - line.text.trimStart().length);
    const to = m.endCol > 0 ? offset(last, m.endCol) : line.to;
    return { from, to: Math.max(from, to), severity: severities[m.severity ?? ''] ?? 'error', message: m.text };
  });
}

export function marks(cell: string, json: string) {
  const list: Mark[] = JSON.parse(json) ?? [];
  const view = list.length ? open(cell) : views.get(cell);
  if (!view || !list.length && !diagnosticCount(view.state) && !view.state.field(errorLines).size) return;
  const found = diagnostics(view.state, list);
  const lines = found.filter((d) => d.severity === 'error').map((d) => view.state.doc.lineAt(d.from).from);
  view.dispatch(setDiagnostics(view.state, found));
  view.dispatch({ effects: setErrorLines.of([...new Set(lines)].sort((a, b) => a - b)) });
}

export function light(name: string, device: string) {
  for (const view of views.values()) view.dispatch({ effects: setLit.of({ name, device }) });
}

let litCell = '';
export function lightLine(cell: string, line: number) {
  views.get(litCell)?.dispatch({ effects: setLitLine.of(-1) });
  litCell = cell;
  const view = line > 0 ? open(cell) : undefined;
  if (view && line <= view.state.doc.lines) view.dispatch({ effects: setLitLine.of(view.state.doc.line(line).from) });
}

export function numbers(cell: string, on: boolean) {
  open(cell)?.dispatch({ effects: gutters.reconfigure(on ? [lineNumbers(), lintGutter()] : []) });
}
