// What the engine keeps in this browser: sessions with their events and files, and texts of cells. A commit is one
// transaction. A session belongs to whoever took it last: its fence has been raised, and what the owner before writes is
// refused, so that two tabs never mix what they keep.

type Row = { row: string };
type Session = Row & { id: string; fence: number; updated: number };
type Draft = Row & { lesson: string; cell: string; rev: number; at: number };
type Write =
  | ({ do: 'session' } & Session)
  | { do: 'events'; id: string; fence: number; rows: (Row & { seq: number })[] }
  | { do: 'trim'; id: string; first: number }
  | { do: 'file'; id: string; path: string; data: Uint8Array }
  | { do: 'drop-file'; id: string; path: string }
  | ({ do: 'draft' } & Draft);

const keys: Record<string, string | string[]> = {
  sessions: 'id', events: ['id', 'seq'], files: ['id', 'path'], drafts: ['lesson', 'cell'], versions: ['lesson', 'cell', 'rev'],
};

const done = <T>(request: IDBRequest<T>) => new Promise<T>((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const below = (...key: IDBValidKey[]) => IDBKeyRange.bound(key, [...key, []]); // an array is after every other key

const forgetAfter = 180 * 24 * 3600 * 1000;

// Earlier texts: all of the last ones, of those before one a minute, and not for ever.
const versionsAll = 20, versionsMost = 200, versionsApart = 60_000;

async function thin(versions: IDBObjectStore, lesson: string, cell: string) {
  const all: Draft[] = (await done(versions.getAll(below(lesson, cell)))).reverse();
  let kept = Infinity;
  for (const [n, v] of all.entries()) {
    if (n < versionsAll || (n < versionsMost && kept - v.at >= versionsApart)) kept = v.at;
    else versions.delete([lesson, cell, v.rev]);
  }
}

async function write(tx: IDBTransaction, w: Write) {
  const store = (name: string) => tx.objectStore(name);
  switch (w.do) {
    case 'session': {
      const { do: _, ...row } = w;
      const kept: Session | undefined = await done(store('sessions').get(w.id));
      if (kept && kept.fence > w.fence) throw new Error('fenced');
      store('sessions').put(row);
      return;
    }
    case 'events': {
      const kept: Session | undefined = await done(store('sessions').get(w.id));
      if (!kept || kept.fence !== w.fence) throw new Error('fenced');
      if (!w.rows.length) return;
      // One question for all: each takes a turn through the browser, and a flood has thousands of events.
      const span = IDBKeyRange.bound([w.id, w.rows[0].seq], [w.id, w.rows[w.rows.length - 1].seq]);
      const have = new Set((await done(store('events').getAllKeys(span))).map((key) => (key as [string, number])[1]));
      for (const { seq, row } of w.rows) if (!have.has(seq)) store('events').put({ id: w.id, seq, row });
      return;
    }
    case 'trim': store('events').delete(IDBKeyRange.bound([w.id], [w.id, w.first], false, true)); return;
    case 'file': store('files').put({ id: w.id, path: w.path, data: w.data }); return;
    case 'drop-file': store('files').delete([w.id, w.path]); return;
    case 'draft': {
      const { do: _, ...row } = w;
      const kept: Draft | undefined = await done(store('drafts').get([w.lesson, w.cell]));
      if (kept && kept.rev >= w.rev) throw new Error('stale');
      store('drafts').put(row);
      if (kept) {
        store('versions').put(kept);
        await thin(store('versions'), w.lesson, w.cell);
      }
    }
  }
}

async function forget(db: IDBDatabase) {
  const tx = db.transaction(['sessions', 'events', 'files'], 'readwrite');
  for (const s of await done<Session[]>(tx.objectStore('sessions').getAll())) {
    if (s.updated > Date.now() - forgetAfter) continue;
    tx.objectStore('sessions').delete(s.id);
    for (const name of ['events', 'files']) tx.objectStore(name).delete(below(s.id));
  }
}

function database(name: string) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    for (const [store, keyPath] of Object.entries(keys)) request.result.createObjectStore(store, { keyPath });
  };
  return done(request);
}

// Opens the database; null where the browser keeps nothing. One that is not ours in its make is begun anew. unkept hears of both.
export async function open(name: string, unkept: (kind: 'damaged' | 'none') => void) {
  let db: IDBDatabase;
  try {
    db = await database(name);
    if (!Object.keys(keys).every((store) => db.objectStoreNames.contains(store))) {
      db.close();
      unkept('damaged');
      await done(indexedDB.deleteDatabase(name));
      db = await database(name);
    }
    await forget(db);
  } catch {
    unkept('none');
    return null;
  }
  const rows = async (store: string, query: IDBValidKey | IDBKeyRange): Promise<string[]> =>
    (await done<Row[]>(db.transaction(store).objectStore(store).getAll(query))).map((r) => r.row);
  return {
    async commit(writes: Write[]) {
      const tx = db.transaction(Object.keys(keys), 'readwrite', { durability: 'relaxed' });
      const ended = new Promise<void>((resolve, reject) => {
        tx.oncomplete = () => resolve();
        tx.onabort = () => reject(tx.error);
      });
      try {
        for (const w of writes) await write(tx, w);
      } catch (error) {
        ended.catch(() => {});
        try { tx.abort(); } catch { /* it has ended by itself */ }
        throw error;
      }
      return ended;
    },
    session: (id: string) => rows('sessions', id),
    since: (id: string, seq: number) => rows('events', IDBKeyRange.bound([id, seq], [id, []], true)),
    files: (id: string) => done(db.transaction('files').objectStore('files').getAll(below(id))),
    draft: (lesson: string, cell: string) => rows('drafts', [lesson, cell]),
    drafts: (lesson: string) => rows('drafts', below(lesson)),
    versions: (lesson: string, cell: string) => rows('versions', below(lesson, cell)),
  };
}
