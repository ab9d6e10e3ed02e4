// What a line beside the code says of a name: how it is called, with the argument in hand marked, and what it is.
import { client } from './bridge';

type Call = { parameters: string[]; active: number; returns?: string };
export type Brief = { name: string; calls?: Call[]; doc?: string; type?: string; value?: string; unrun?: boolean; tensors?: { device: string; dtype: string; shape: number[] | null }[] };

function add(to: HTMLElement, tag: string, text = '', className = '') {
  const el = document.createElement(tag);
  el.textContent = text;
  if (className) el.className = className;
  to.append(el);
  return el;
}

const mostCalls = 4;

function drawCall(to: HTMLElement, name: string, call: Call) {
  const line = add(to, 'code', `${name}(`, 'brief-call');
  call.parameters.forEach((p, i) => {
    if (i) line.append(', ');
    add(line, i === call.active ? 'b' : 'span', p);
  });
  line.append(')');
  if (call.returns) line.append(` → ${call.returns}`);
}

// as is 'call' while arguments are written, 'name' for what is pointed at.
export function drawBrief(b: Brief, as: 'call' | 'name') {
  const el = document.createElement('div');
  el.className = `cm-brief cm-brief-${as}`;
  for (const call of (b.calls ?? []).slice(0, mostCalls)) drawCall(el, b.name, call);
  if (!b.calls?.length) {
    const head = add(el, 'code', b.name, 'brief-call');
    add(head, 'span', `  ${b.type ?? ''}`, 'brief-type');
  }
  for (const t of b.tensors ?? []) {
    const row = add(el, 'p', `${t.dtype.replace('torch.', '')} (${(t.shape ?? []).join(', ')}) `, 'brief-tensor');
    add(row, 'span', t.device, 'chip').dataset.device = t.device;
  }
  if (b.value && !b.calls?.length) add(el, 'pre', b.value);
  if (b.doc) add(el, 'p', b.doc, 'brief-doc');
  const notes = [b.unrun ? client.label!('brief.unrun') : '', as === 'call' ? client.label!('brief.more') : ''].filter(Boolean);
  if (notes.length) add(el, 'p', notes.join(' · '), 'brief-note');
  return el;
}
