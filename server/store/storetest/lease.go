package storetest

import (
	"testing"

	"gputour/server/store"
)

func leases(t *testing.T, s store.Store) {
	open, err := s.OpenLeases(ctx)
	is(t, err, nil)
	same(t, "turns of nobody", open, []store.Lease(nil))
	queue, err := s.GPUQueue(ctx)
	is(t, err, nil)
	same(t, "a queue that never was", queue, store.GPUQueue{})

	a := store.Lease{ID: "a", Member: "ann", Session: "s1", RID: "r", Kind: "job", Lesson: "张量", Cards: 2, GPU: "0,1", Asked: 7, Granted: 8, Until: 9,
		MS: 3, Why: "x", Jump: 2, Tries: 1, Request: []byte{0, 0xff, '"'}}
	b := store.Lease{ID: "b", Member: "bob", Session: "s2", Kind: "session", Cards: 1, Asked: 5}
	commit(t, s, store.SaveLease{Lease: a}, store.SaveLease{Lease: b})
	open, err = s.OpenLeases(ctx)
	is(t, err, nil)
	same(t, "open turns, by asking", open, []store.Lease{b, a})

	a.Ended, a.MS, a.Why, a.Request = 20, 12, "done", nil
	b.Granted, b.GPU, b.Jump, b.Tries = 11, "0", 5, 2
	commit(t, s, store.SaveLease{Lease: a}, store.SaveLease{Lease: b})
	open, _ = s.OpenLeases(ctx)
	same(t, "open turns", open, []store.Lease{b})
	ended, err := s.EndedLeases(ctx, 9)
	is(t, err, nil)
	same(t, "ended turns", ended, []store.Lease{a})
	b.Ended = 30
	commit(t, s, store.SaveLease{Lease: b})
	ended, _ = s.EndedLeases(ctx, 1)
	same(t, "the turn that ended last", ended, []store.Lease{b})

	commit(t, s, store.SaveGPUUse{GPUUse: store.GPUUse{Member: "ann", MS: 5, At: 6, Total: 7}}, store.SaveGPUQueue{GPUQueue: store.GPUQueue{Paused: true, Jumps: 3, Typical: 4}})
	commit(t, s, store.SaveGPUUse{GPUUse: store.GPUUse{Member: "ann", MS: 8, At: 9, Total: 10}}, store.SaveGPUUse{GPUUse: store.GPUUse{Member: "bob"}})
	uses, err := s.GPUUses(ctx)
	is(t, err, nil)
	same(t, "use", uses, []store.GPUUse{{Member: "ann", MS: 8, At: 9, Total: 10}, {Member: "bob"}})
	queue, err = s.GPUQueue(ctx)
	is(t, err, nil)
	same(t, "the queue", queue, store.GPUQueue{Paused: true, Jumps: 3, Typical: 4})
	commit(t, s, store.SaveGPUQueue{})
	queue, _ = s.GPUQueue(ctx)
	same(t, "the queue", queue, store.GPUQueue{})
}
