package database

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"

	"gputour/server/store"
)

// This file is nodes and who has what, in SQL. {now} is the database's clock.

const (
	nodeRows  = `SELECT name, place, boot, build, bus, alone, until - {now}, drains, seats, taken FROM node ORDER BY name`
	holderRow = `SELECT session.node, session.fence, COALESCE(node.until - {now}, -1), COALESCE(node.bus, 0), COALESCE(node.drains, 0)
		FROM session LEFT JOIN node ON node.name = session.node WHERE session.id = ?`
	leadRow  = `SELECT what, node, boot, fence, until - {now} FROM lead WHERE what = ?`
	spaceRow = `SELECT name FROM space WHERE id = 1`

	addSpace = `INSERT INTO space (id, name) VALUES (1, ?) ON CONFLICT (id) DO NOTHING`
	keepNode = `INSERT INTO node (name, place, boot, build, bus, alone, until, drains, seats, taken) VALUES (?, ?, ?, ?, ?, ?, {now} + ?, ?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET place = excluded.place, boot = excluded.boot, build = excluded.build, bus = excluded.bus,
			alone = excluded.alone, until = excluded.until, drains = excluded.drains, seats = excluded.seats, taken = excluded.taken
		WHERE node.place = excluded.place OR node.until < {now}`
	othersNode = `SELECT COUNT(*) FROM node WHERE name <> ? AND until >= {now} AND (alone = 1 OR ? = 1)`
	oldNodes   = `DELETE FROM node WHERE until < {now} - 86400000`
	leaveNode  = `UPDATE node SET until = {now} - 1 WHERE name = ? AND boot = ?`
	leaveLeads = `UPDATE lead SET until = 0 WHERE boot = ?`
	takeLead   = `INSERT INTO lead (what, node, boot, fence, until) VALUES (?, ?, ?, 1, {now} + ?)
		ON CONFLICT (what) DO UPDATE SET fence = CASE WHEN lead.boot = excluded.boot THEN lead.fence ELSE lead.fence + 1 END,
			node = excluded.node, boot = excluded.boot, until = excluded.until
		WHERE lead.boot = excluded.boot OR lead.node = excluded.node OR lead.until < {now}`
	leaveLead   = `UPDATE lead SET until = 0 WHERE what = ? AND boot = ?`
	holdLead    = `UPDATE lead SET fence = fence WHERE what = ? AND fence = ?`
	takeSession = `UPDATE session SET fence = fence + 1, log = log + 1, node = ?, updated = ? WHERE id = ? AND fence = ?`
	freeSession = `UPDATE session SET node = '' WHERE id = ? AND fence = ?`
)

// Space implements store.Cluster.
func (s *Store) Space(ctx context.Context) (string, error) {
	space, err := one(s, ctx, func(r scanner, name *string) error { return r.Scan(name) }, spaceRow)
	if !errors.Is(err, store.ErrNone) {
		return space, err
	}
	var id [16]byte
	rand.Read(id[:]) // never fails
	if _, err := s.write.ExecContext(ctx, s.dialect.bind(addSpace), hex.EncodeToString(id[:])); err != nil {
		return "", err
	}
	return one(s, ctx, func(r scanner, name *string) error { return r.Scan(name) }, spaceRow) // perhaps another node's
}

// Nodes implements store.Cluster.
func (s *Store) Nodes(ctx context.Context) ([]store.Node, error) {
	return all(s, ctx, func(r scanner, n *store.Node) error {
		var alone, drains int
		err := r.Scan(&n.Name, &n.Place, &n.Boot, &n.Build, &n.Bus, &alone, &n.Left, &drains, &n.Seats, &n.Taken)
		n.Alone, n.Drains = alone != 0, drains != 0
		return err
	}, nodeRows)
}

// Holder implements store.Cluster.
func (s *Store) Holder(ctx context.Context, session string) (store.Holder, error) {
	return one(s, ctx, func(r scanner, h *store.Holder) error {
		var drains int
		err := r.Scan(&h.Node, &h.Fence, &h.Left, &h.Bus, &drains)
		h.Drains = drains != 0
		return err
	}, holderRow, session)
}

// Lead implements store.Cluster.
func (s *Store) Lead(ctx context.Context, what string) (store.Lead, error) {
	return one(s, ctx, func(r scanner, l *store.Lead) error {
		return r.Scan(&l.What, &l.Node, &l.Boot, &l.Fence, &l.Left)
	}, leadRow, what)
}

// cluster makes the writes of this file.
func (w *writer) cluster(write store.Write) (known bool, err error) {
	switch v := write.(type) {
	case store.KeepNode:
		return true, w.keepNode(v)
	case store.LeaveNode:
		return true, errors.Join(w.exec(leaveNode, v.Name, v.Boot), w.exec(leaveLeads, v.Boot))
	case store.TakeLead:
		return true, w.one(store.ErrHeld, takeLead, v.What, v.Node, v.Boot, v.For)
	case store.LeaveLead:
		return true, w.exec(leaveLead, v.What, v.Boot)
	case store.HoldLead:
		return true, w.one(store.ErrFenced, holdLead, v.What, v.Fence)
	case store.TakeSession:
		return true, w.one(store.ErrFenced, takeSession, v.Node, v.Updated, v.ID, v.Fence)
	case store.FreeSession:
		return true, w.exec(freeSession, v.ID, v.Fence)
	}
	return false, nil
}

// keepNode looks at the other nodes after its own row is there, so that of two that come at once not both get in unseen: each
// renewal looks again.
func (w *writer) keepNode(v store.KeepNode) error {
	if err := w.one(store.ErrHeld, keepNode, v.Name, v.Place, v.Boot, v.Build, v.Bus, truth(v.Alone), v.For, truth(v.Drains), v.Seats, v.Taken); err != nil {
		return err
	}
	var others int
	if err := w.tx.QueryRowContext(w.ctx, w.dialect.bind(othersNode), v.Name, truth(v.Alone)).Scan(&others); err != nil {
		return err
	}
	if others > 0 {
		return store.ErrHeld
	}
	return w.exec(oldNodes)
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
