package database

import (
	"context"
	"errors"

	"gputour/server/store"
)

// This file is turns on GPUs in SQL.

const (
	leaseColumns = `id, member, session, rid, kind, lesson, cards, gpu, asked, granted, until, ended, ms, why, jump, tries, request`
	openLeases   = `SELECT ` + leaseColumns + ` FROM lease WHERE ended = 0 ORDER BY asked, id`
	endedLeases  = `SELECT id, member, session, rid, kind, lesson, cards, gpu, asked, granted, until, ended, ms, why, jump, tries FROM lease
		WHERE ended > 0 ORDER BY ended DESC, id LIMIT ?`
	gpuUses  = `SELECT member, ms, at, total FROM gpu_use ORDER BY member`
	gpuQueue = `SELECT paused, jumps, typical FROM gpu_queue WHERE id = 1`

	saveLease = `INSERT INTO lease (` + leaseColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET session = excluded.session, gpu = excluded.gpu, granted = excluded.granted, until = excluded.until, ended = excluded.ended,
			ms = excluded.ms, why = excluded.why, jump = excluded.jump, tries = excluded.tries, request = excluded.request`
	saveGPUUse = `INSERT INTO gpu_use (member, ms, at, total) VALUES (?, ?, ?, ?)
		ON CONFLICT (member) DO UPDATE SET ms = excluded.ms, at = excluded.at, total = excluded.total`
	saveGPUQueue = `INSERT INTO gpu_queue (id, paused, jumps, typical) VALUES (1, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET paused = excluded.paused, jumps = excluded.jumps, typical = excluded.typical`
)

// OpenLeases implements store.Leases.
func (s *Store) OpenLeases(ctx context.Context) ([]store.Lease, error) {
	return all(s, ctx, func(r scanner, l *store.Lease) error {
		return r.Scan(append(leaseFields(l), blob{&l.Request})...)
	}, openLeases)
}

// EndedLeases implements store.Leases.
func (s *Store) EndedLeases(ctx context.Context, most int) ([]store.Lease, error) {
	return all(s, ctx, func(r scanner, l *store.Lease) error { return r.Scan(leaseFields(l)...) }, endedLeases, most)
}

// leaseFields are where the columns of a lease go, but for the last.
func leaseFields(l *store.Lease) []any {
	return []any{&l.ID, &l.Member, &l.Session, &l.RID, &l.Kind, &l.Lesson, &l.Cards, &l.GPU, &l.Asked, &l.Granted, &l.Until, &l.Ended,
		&l.MS, &l.Why, &l.Jump, &l.Tries}
}

// GPUUses implements store.Leases.
func (s *Store) GPUUses(ctx context.Context) ([]store.GPUUse, error) {
	return all(s, ctx, func(r scanner, u *store.GPUUse) error { return r.Scan(&u.Member, &u.MS, &u.At, &u.Total) }, gpuUses)
}

// GPUQueue implements store.Leases.
func (s *Store) GPUQueue(ctx context.Context) (store.GPUQueue, error) {
	q, err := one(s, ctx, func(r scanner, q *store.GPUQueue) error {
		var paused int
		err := r.Scan(&paused, &q.Jumps, &q.Typical)
		q.Paused = paused != 0
		return err
	}, gpuQueue)
	if errors.Is(err, store.ErrNone) {
		err = nil
	}
	return q, err
}

// lease makes the writes of this file.
func (w *writer) lease(write store.Write) (known bool, err error) {
	switch v := write.(type) {
	case store.SaveLease:
		return true, w.exec(saveLease, v.ID, v.Member, v.Session, v.RID, v.Kind, v.Lesson, v.Cards, v.GPU, v.Asked, v.Granted, v.Until, v.Ended,
			v.MS, v.Why, v.Jump, v.Tries, bytes(v.Request))
	case store.SaveGPUUse:
		return true, w.exec(saveGPUUse, v.Member, v.MS, v.At, v.Total)
	case store.SaveGPUQueue:
		paused := 0
		if v.Paused {
			paused = 1
		}
		return true, w.exec(saveGPUQueue, paused, v.Jumps, v.Typical)
	}
	return false, nil
}
