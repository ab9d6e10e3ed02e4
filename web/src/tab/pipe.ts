// A line to the engine in a worker, with the face of a WebSocket, so that the client speaks to it as to a server.
//
// One tab has a lesson's engine, and holds a lock for that; another tab of the same lesson is its guest and speaks to it
// over a channel. When the tab with the engine goes, its lock comes to a guest, whose own engine goes on with what was
// kept. Where there are no locks every tab has an engine, and the store refuses whoever was overtaken.
import type { Asked, Start, Told } from './worker';

// Close codes: RFC 6455's, and wire.CloseEnded.
const codes = { gone: 1001, failed: 1011, ended: 4410 };

export type Tab = Omit<Start, 'store'> & { worker: string };
type Progress = (loaded: number, total: number) => void;
type Unkept = (kind: 'damaged' | 'none') => void; // what was kept cannot be read, or nothing is kept

// How long an engine may leave a question unanswered after a stop, and how long the tab of the engine may.
const patience = 3000;

const stops = new Set(['interrupt_request', 'restart_request', 'devices_request']);

// Who hears what comes over a line.
type Ear = { opened(): void; said(text: string): void; hung(code: number, reason: string): void };
type Line = { say(text: string): void; hang(): void };

// What is said between tabs; `to` is '' for the one with the engine.
type Word = { to: string; from: string; is: 'open' | 'say' | 'hung'; text?: string; code?: number; reason?: string };

// The engine of this tab, and those who speak to it.
class Host {
  private worker: Worker | null = null;
  private ready = false;
  private pipes = new Map<number, Ear>();
  private watch = 0;
  private last = 0;
  // How many messages are on their way: whoever computes sees that, and looks for them.
  private said = window.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : undefined;

  constructor(private tab: Tab, private store: string, private progress: Progress, private unkept: Unkept) {}

  // A new line; `there` hears what the engine says.
  open(there: Ear): Line {
    const pipe = ++this.last;
    this.pipes.set(pipe, there);
    this.start();
    if (this.ready) there.opened();
    return { say: (text: string) => this.say(pipe, text), hang: () => this.hang(pipe) };
  }

  private start() {
    if (this.worker) return;
    this.worker = new Worker(this.tab.worker);
    this.worker.onmessage = (e: MessageEvent<Told>) => this.told(e.data);
    this.worker.onerror = (e) => this.end(codes.failed, e.message || 'the worker could not be started');
    const { engine, lesson } = this.tab;
    const at = (address: string) => new URL(address, location.href).href; // a worker's own would be another
    if (this.said) Atomics.store(this.said, 0, 0);
    this.worker.postMessage({ do: 'start', engine: { ...engine, url: at(engine.url) }, lesson: lesson && at(lesson), store: this.store, said: this.said } satisfies Asked);
  }

  private ask(asked: Asked) {
    if (!this.worker) return;
    this.worker.postMessage(asked);
    if (this.said) Atomics.add(this.said, 0, 1);
  }

  private told(told: Told) {
    switch (told.is) {
      case 'progress': this.progress(told.loaded, told.total); break;
      case 'unkept': this.unkept(told.kind); break;
      case 'ready':
        this.ready = true;
        for (const there of this.pipes.values()) there.opened();
        break;
      case 'say':
        for (const text of told.texts) this.pipes.get(told.pipe)?.said(text);
        this.ask({ do: 'taken', pipe: told.pipe });
        break;
      case 'hung':
        this.pipes.get(told.pipe)?.hung(told.code, told.reason);
        this.pipes.delete(told.pipe);
        break;
      case 'pong': clearTimeout(this.watch); this.watch = 0; break;
      case 'failed': this.end(codes.failed, told.why);
    }
  }

  private say(pipe: number, text: string) {
    this.ask({ do: 'say', pipe, text });
    if (stops.has(JSON.parse(text).t)) this.doubt();
  }

  private hang(pipe: number) {
    if (!this.pipes.delete(pipe)) return;
    this.ask({ do: 'hang', pipe });
  }

  // Ends an engine that does not even hear that it is to stop.
  private doubt() {
    if (this.watch || !this.worker) return;
    this.ask({ do: 'ping' });
    this.watch = setTimeout(() => this.end(codes.ended, ''), patience) as unknown as number;
  }

  private end(code: number, reason: string) {
    clearTimeout(this.watch);
    this.worker?.terminate();
    [this.worker, this.ready, this.watch] = [null, false, 0];
    const pipes = [...this.pipes.values()];
    this.pipes.clear();
    for (const there of pipes) there.hung(code, reason);
  }
}

// The place of one lesson's engine, in this tab or in another one.
class Place {
  private host: Host | null = null;
  private asked = false; // for the lock
  private readonly channel: BroadcastChannel;
  private readonly me = crypto.randomUUID?.() ?? String(Math.random());
  private guests = new Map<string, Line>(); // of our engine
  private visiting = new Map<string, Ear>(); // our lines to another tab's engine

  constructor(private tab: Tab, private store: string, private name: string, private progress: Progress, private unkept: Unkept) {
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = (e: MessageEvent<Word>) => this.heard(e.data);
    addEventListener('pagehide', () => { for (const from of this.visiting.keys()) this.tell({ to: '', from, is: 'hung' }); });
  }

  async open(there: Ear): Promise<Line> {
    if (!this.host && await this.take()) this.begin();
    return this.host ? this.host.open(there) : this.visit(there);
  }

  // Takes the lock if it is free, and else stands in line for it.
  private take() {
    if (!navigator.locks) return true;
    return new Promise<boolean>((resolve) => {
      const hold = () => new Promise(() => {}); // as long as this page lives
      navigator.locks.request(this.name, { ifAvailable: true }, (lock) => { resolve(!!lock); return lock ? hold() : null; });
      if (this.asked) return;
      this.asked = true;
      navigator.locks.request(this.name, () => { this.begin(); return hold(); });
    });
  }

  // From now on the engine is here.
  private begin() {
    if (this.host) return;
    this.host = new Host(this.tab, this.store, this.progress, this.unkept);
    for (const there of this.visiting.values()) there.hung(codes.gone, '');
    this.visiting.clear();
  }

  // A line to the engine in another tab.
  private visit(there: Ear): Line {
    const from = `${this.me}-${Math.random()}`;
    this.visiting.set(from, there);
    navigator.locks.request(`${this.name} ${from}`, () => new Promise(() => {})); // held as long as this page lives
    this.tell({ to: '', from, is: 'open' });
    setTimeout(() => { if (!this.answered.has(from)) this.lose(from, codes.gone); }, patience);
    return { say: (text) => this.tell({ to: '', from, is: 'say', text }), hang: () => { this.tell({ to: '', from, is: 'hung' }); this.lose(from, codes.gone); } };
  }

  private answered = new Set<string>();

  private lose(from: string, code: number, reason = '') {
    const there = this.visiting.get(from);
    this.visiting.delete(from);
    there?.hung(code, reason);
  }

  private tell(word: Word) { this.channel.postMessage(word); }

  private heard(word: Word) {
    if (word.to === '') this.host && this.serve(this.host, word);
    else if (word.is === 'open') { this.answered.add(word.to); this.visiting.get(word.to)?.opened(); }
    else if (word.is === 'say') this.visiting.get(word.to)?.said(word.text!);
    else this.lose(word.to, word.code!, word.reason);
  }

  // What a guest says to our engine.
  private serve(host: Host, { from, is, text }: Word) {
    const guest = this.guests.get(from);
    if (is === 'say') guest?.say(text!);
    if (is === 'hung') { this.guests.delete(from); guest?.hang(); }
    if (is !== 'open' || guest) return;
    const back = (word: Partial<Word>) => this.tell({ to: from, from: '', is: 'say', ...word });
    this.guests.set(from, host.open({
      opened: () => back({ is: 'open' }),
      said: (text) => back({ text }),
      hung: (code, reason) => { this.guests.delete(from); back({ is: 'hung', code, reason }); },
    }));
    // The guest's lock comes to us when its tab has ended without a word.
    navigator.locks?.request(`${this.name} ${from}`, () => { this.guests.get(from)?.hang(); this.guests.delete(from); });
  }
}

// A line with the face of a WebSocket, as far as wasm/dom looks.
export class Pipe {
  onopen: ((e: object) => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  onclose: ((e: { code: number; reason: string }) => void) | null = null;
  private closed = false;
  private line: Promise<Line>;

  constructor(place: Place) {
    const ear: Ear = {
      opened: () => this.onopen?.({}),
      said: (data) => this.onmessage?.({ data }),
      hung: (code, reason) => this.end(code, reason),
    };
    this.line = Promise.resolve().then(() => place.open(ear)); // whoever dials has said by then where to answer
  }

  send(text: string) { void this.line.then((line) => line.say(text)); }

  close() {
    void this.line.then((line) => line.hang());
    this.end(codes.gone, '');
  }

  private end(code: number, reason: string) {
    if (this.closed) return;
    this.closed = true;
    setTimeout(() => this.onclose?.({ code, reason }));
  }
}

let place: Place | null = null;

// Dials the engine of the lesson; root is the address of the site's root, and a member of a class has a store of their own.
export function dial(tab: Tab, root: string, member: string, lesson: string, progress: Progress, unkept: Unkept) {
  const store = `gputour:${new URL(root, location.href).pathname}${member && `@${member}`}`;
  place ??= new Place(tab, store, `${store}:${lesson}`, progress, unkept);
  return new Pipe(place);
}
