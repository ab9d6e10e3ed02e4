package database

import (
	"context"
	"database/sql"
	"fmt"

	"gputour/engine/wire"
	"gputour/server/store"
)

// This file is what each write is in SQL.

const (
	saveSession = `INSERT INTO session (id, owner, token, spec, epoch, log, first, seq, snapshot, fence, updated, node)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, token = excluded.token, spec = excluded.spec,
			epoch = excluded.epoch, log = excluded.log, first = excluded.first, seq = excluded.seq, snapshot = excluded.snapshot,
			fence = excluded.fence, updated = excluded.updated, node = excluded.node
		WHERE excluded.fence >= session.fence`
	// holdSession is also what makes a new owner, who writes this row too, wait for the end of this transaction.
	holdSession = `UPDATE session SET fence = fence WHERE id = ? AND fence = ?`
	addEvent    = `INSERT INTO event (session, seq, ts, type, rid, cell, body) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (session, seq) DO NOTHING`
	trimEvents  = `DELETE FROM event WHERE session = ? AND seq < ?`
	dropSession = `DELETE FROM session WHERE id = ?`
	dropOld     = `DELETE FROM session WHERE id = ? AND updated < ?`
	dropLog     = `DELETE FROM event WHERE session = ? AND NOT EXISTS (SELECT 1 FROM session WHERE id = ?)`
	dropKept    = `DELETE FROM file WHERE session = ? AND NOT EXISTS (SELECT 1 FROM session WHERE id = ?)`
	dropEvents  = `DELETE FROM event WHERE session = ?`
	dropFiles   = `DELETE FROM file WHERE session = ?`

	saveVersion = `INSERT INTO draft_version (owner, lesson, cell, rev, code, at)
		SELECT owner, lesson, cell, rev, code, at FROM draft WHERE owner = ? AND lesson = ? AND cell = ?
		ON CONFLICT (owner, lesson, cell, rev) DO NOTHING`
	saveDraft = `INSERT INTO draft (owner, lesson, cell, rev, code, at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (owner, lesson, cell) DO UPDATE SET rev = excluded.rev, code = excluded.code, at = excluded.at
		WHERE excluded.rev > draft.rev`
	// thinVersions keeps the last 20 versions, and before those the last one of each minute, as long as all of them
	// together have no more than 4 Mi characters.
	thinVersions = `DELETE FROM draft_version WHERE owner = ? AND lesson = ? AND cell = ?
		AND rev NOT IN (SELECT rev FROM draft_version WHERE owner = ? AND lesson = ? AND cell = ? ORDER BY rev DESC LIMIT 20)
		AND (EXISTS (SELECT 1 FROM draft_version AS later WHERE later.owner = draft_version.owner AND later.lesson = draft_version.lesson
				AND later.cell = draft_version.cell AND later.rev > draft_version.rev AND later.at / 60000 = draft_version.at / 60000)
			OR rev IN (SELECT rev FROM (SELECT rev, SUM(LENGTH(code)) OVER (ORDER BY rev DESC) AS total FROM draft_version
				WHERE owner = ? AND lesson = ? AND cell = ?) AS sizes WHERE total > 4194304))`

	saveFile = `INSERT INTO file (session, path, data, at, blob) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (session, path) DO UPDATE SET data = excluded.data, at = excluded.at, blob = excluded.blob`
	dropFile = `DELETE FROM file WHERE session = ? AND path = ?`

	addLogin  = `INSERT INTO login (hash, owner, agent, created, seen) VALUES (?, ?, ?, ?, ?)`
	dropLogin = `DELETE FROM login WHERE hash = ?`
)

// writer makes writes in one transaction.
type writer struct {
	ctx      context.Context
	tx       *sql.Tx
	dialect  Dialect
	prepared map[string]*sql.Stmt
	audits   []store.Audit // to be noted at the end
}

func (w *writer) make(write store.Write) error {
	switch v := write.(type) {
	case store.SaveSession:
		return w.one(store.ErrFenced, saveSession, v.ID, v.Owner, v.Token[:], v.Spec, v.Epoch, v.Log,
			int64(v.First), int64(v.Seq), bytes(v.Snapshot), v.Fence, v.Updated, v.Node)
	case store.AddEvents:
		return w.addEvents(v)
	case store.TrimEvents:
		return w.exec(trimEvents, v.Session, int64(v.First))
	case store.DropSession:
		return w.each([]string{dropEvents, dropFiles, dropSession}, v.ID)
	case store.DropOld:
		return w.dropOld(v)
	case store.SaveDraft:
		return w.saveDraft(v.Draft)
	case store.SaveFile:
		return w.exec(saveFile, v.Session, v.Path, bytes(v.Data), v.At, v.Blob)
	case store.DropFile:
		return w.exec(dropFile, v.Session, v.Path)
	case store.AddLogin:
		return w.exec(addLogin, v.Hash[:], v.Owner, v.Agent, v.Created, v.Seen)
	case store.DropLogin:
		return w.exec(dropLogin, v.Hash[:])
	}
	if known, err := w.assignment(write); known {
		return err
	}
	for _, area := range areas {
		if known, err := area(w, write); known {
			return err
		}
	}
	return fmt.Errorf("the store does not know the write %T", write)
}

// areas make the writes of the store's other files; each says whether it knows one.
var areas = []func(*writer, store.Write) (known bool, err error){
	(*writer).classroom,
	(*writer).lease,
	(*writer).federation,
	(*writer).live,
	(*writer).cluster,
}

func (w *writer) addEvents(v store.AddEvents) error {
	if err := w.one(store.ErrFenced, holdSession, v.Session, v.Fence); err != nil {
		return err
	}
	for _, m := range v.Events {
		if err := w.exec(addEvent, eventRow(v.Session, m)...); err != nil {
			return err
		}
	}
	return nil
}

func eventRow(session string, m wire.Message) []any {
	return []any{session, int64(m.Seq), m.TS, m.Type, m.RID, m.Cell, bytes(m.Body)}
}

func (w *writer) saveDraft(d store.Draft) error {
	if err := w.exec(saveVersion, d.Owner, d.Lesson, d.Cell); err != nil {
		return err
	}
	if err := w.one(store.ErrStale, saveDraft, d.Owner, d.Lesson, d.Cell, d.Rev, d.Code, d.At); err != nil {
		return err
	}
	return w.exec(thinVersions, d.Owner, d.Lesson, d.Cell, d.Owner, d.Lesson, d.Cell, d.Owner, d.Lesson, d.Cell)
}

func (w *writer) dropOld(v store.DropOld) error {
	if err := w.exec(dropOld, v.ID, v.Before); err != nil {
		return err
	}
	return w.each([]string{dropLog, dropKept}, v.ID, v.ID)
}

func (w *writer) each(statements []string, args ...any) error {
	for _, s := range statements {
		if err := w.exec(s, args...); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) exec(query string, args ...any) error {
	_, err := w.run(query, args)
	return err
}

// one is exec for a statement that must change a row: otherwise the error is refused.
func (w *writer) one(refused error, query string, args ...any) error {
	n, err := w.run(query, args)
	if err == nil && n == 0 {
		return refused
	}
	return err
}

// run makes a statement, which is prepared once a transaction: a commit of a class repeats few of them often.
func (w *writer) run(query string, args []any) (int64, error) {
	stmt := w.prepared[query]
	if stmt == nil {
		var err error
		if stmt, err = w.tx.PrepareContext(w.ctx, w.dialect.bind(query)); err != nil {
			return 0, err
		}
		w.prepared[query] = stmt
	}
	result, err := stmt.ExecContext(w.ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// bytes is never nil, which would be NULL.
func bytes(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
