package storetest

import (
	"errors"
	"sync"
	"testing"

	"gputour/engine/wire"
	"gputour/server/store"
)

// cluster are the tests of what several nodes agree on.
var cluster = []part{
	{"the name of the space", space},
	{"nodes", nodes},
	{"a program alone", alone},
	{"leads", leads},
	{"sessions go from node to node", holders},
	{"of many takers one has the session", takers},
}

// long is a lease that does not run out in a test, and over one that has.
const long, over = 1 << 40, -1000

func space(t *testing.T, s store.Store) {
	first, err := s.Space(ctx)
	is(t, err, nil)
	again, err := s.Space(ctx)
	is(t, err, nil)
	if len(first) < 32 || first != again {
		t.Errorf("%q, then %q", first, again)
	}
}

func nodes(t *testing.T, s store.Store) {
	a := store.Node{Name: "a", Place: "p", Boot: "b1", Build: "dev", Bus: 1, Seats: 9, Taken: 2}
	commit(t, s, store.KeepNode{Node: a, For: long}, store.KeepNode{Node: store.Node{Name: "b", Place: "q", Drains: true}, For: over})
	all, err := s.Nodes(ctx)
	is(t, err, nil)
	if len(all) != 2 || all[0].Left < long/2 || all[1].Left >= 0 || !all[1].Drains {
		t.Fatalf("%+v", all)
	}
	all[0].Left = 0
	same(t, "a node", all[0], a)

	other := store.Node{Name: "a", Place: "elsewhere", Boot: "b2"}
	is(t, s.Commit(ctx, store.KeepNode{Node: other, For: long}), store.ErrHeld)
	commit(t, s, store.KeepNode{Node: store.Node{Name: "a", Place: "p", Boot: "b3"}, For: long}) // it was started again
	commit(t, s, store.LeaveNode{Name: "a", Boot: "b1"})                                         // an old run means nothing
	is(t, s.Commit(ctx, store.KeepNode{Node: other, For: long}), store.ErrHeld)
	commit(t, s, store.LeaveNode{Name: "a", Boot: "b3"})
	commit(t, s, store.KeepNode{Node: other, For: long})
	is(t, s.Commit(ctx, store.KeepNode{Node: a, For: long}), store.ErrHeld)
}

func alone(t *testing.T, s store.Store) {
	only := func(name, place string, alone bool) error {
		return s.Commit(ctx, store.KeepNode{Node: store.Node{Name: name, Place: place, Boot: place, Alone: alone}, For: long})
	}
	is(t, only("x", "1", true), nil)
	is(t, only("x", "1", true), nil)
	is(t, only("x", "2", true), store.ErrHeld)
	is(t, only("y", "2", true), store.ErrHeld)
	is(t, only("y", "2", false), store.ErrHeld)
	commit(t, s, store.LeaveNode{Name: "x", Boot: "1"})
	is(t, only("y", "2", false), nil)
	is(t, only("z", "3", false), nil)
	is(t, only("x", "1", true), store.ErrHeld)
	all, _ := s.Nodes(ctx)
	if len(all) != 3 { // who was refused left no row
		t.Errorf("%+v", all)
	}
}

func leads(t *testing.T, s store.Store) {
	_, err := s.Lead(ctx, "class")
	is(t, err, store.ErrNone)
	fence := func(want int64, by string) {
		t.Helper()
		l, err := s.Lead(ctx, "class")
		is(t, err, nil)
		if l.Fence != want || l.Node != by {
			t.Errorf("%+v", l)
		}
	}
	a, b := store.TakeLead{What: "class", Node: "a", Boot: "a1", For: long}, store.TakeLead{What: "class", Node: "b", Boot: "b1", For: long}
	commit(t, s, a)
	commit(t, s, a)
	fence(1, "a")
	is(t, s.Commit(ctx, b), store.ErrHeld)
	commit(t, s, store.HoldLead{What: "class", Fence: 1})
	a.Boot = "a2" // the program was started again
	commit(t, s, a)
	fence(2, "a")
	is(t, s.Commit(ctx, store.SaveLive{Live: store.Live{Log: 7}}, store.HoldLead{What: "class", Fence: 1}), store.ErrFenced)
	_, err = s.Live(ctx)
	is(t, err, store.ErrNone)

	a.For = over
	commit(t, s, a) // its lease runs out
	commit(t, s, b)
	fence(3, "b")
	is(t, s.Commit(ctx, a), store.ErrHeld)
	commit(t, s, store.LeaveLead{What: "class", Boot: "a2"})
	fence(3, "b")
	commit(t, s, store.LeaveNode{Name: "b", Boot: "b1"})
	commit(t, s, a)
	fence(4, "a")
}

func holders(t *testing.T, s store.Store) {
	_, err := s.Holder(ctx, "s")
	is(t, err, store.ErrNone)
	commit(t, s, store.KeepNode{Node: store.Node{Name: "a", Bus: 3, Drains: true}, For: long},
		store.SaveSession{Session: store.Session{ID: "s", Log: 4, Node: "a", Fence: 1}}, store.SaveSession{Session: store.Session{ID: "gone", Node: "x", Fence: 2}})
	h, err := s.Holder(ctx, "s")
	is(t, err, nil)
	if h.Left < long/2 {
		t.Errorf("%+v", h)
	}
	h.Left = 0
	same(t, "who has it", h, store.Holder{Node: "a", Fence: 1, Bus: 3, Drains: true})
	h, _ = s.Holder(ctx, "gone")
	same(t, "a node that nobody knows", h, store.Holder{Node: "x", Fence: 2, Left: -1})

	commit(t, s, store.TakeSession{ID: "s", Fence: 1, Node: "b", Updated: 9})
	row, err := s.Session(ctx, "s")
	is(t, err, nil)
	if row.Node != "b" || row.Fence != 2 || row.Log != 5 || row.Updated != 9 {
		t.Errorf("%+v", row)
	}
	is(t, s.Commit(ctx, store.TakeSession{ID: "s", Fence: 1, Node: "c"}), store.ErrFenced)
	is(t, s.Commit(ctx, store.SaveSession{Session: store.Session{ID: "s", Node: "a", Fence: 1}}), store.ErrFenced)
	is(t, s.Commit(ctx, store.AddEvents{Session: "s", Fence: 1}, store.SaveFile{File: store.File{Session: "s", Path: "x"}}), store.ErrFenced)
	commit(t, s, store.FreeSession{ID: "s", Fence: 1})
	h, _ = s.Holder(ctx, "s")
	same(t, "freed by who had it before", h.Node, "b")
	commit(t, s, store.FreeSession{ID: "s", Fence: 2})
	h, _ = s.Holder(ctx, "s")
	same(t, "freed", h.Node, "")
	commit(t, s, store.AddEvents{Session: "s", Fence: 2, Events: []wire.Message{{Seq: 1, Type: "x"}}}) // the last words
}

func takers(t *testing.T, s store.Store) {
	commit(t, s, store.SaveSession{Session: store.Session{ID: "s", Fence: 1}})
	var group sync.WaitGroup
	took := make(chan string, 20)
	for i := range cap(took) {
		group.Go(func() {
			name := string(rune('a' + i))
			switch err := s.Commit(ctx, store.TakeSession{ID: "s", Fence: 1, Node: name}); {
			case err == nil:
				took <- name
			case !errors.Is(err, store.ErrFenced):
				t.Error(err)
			}
		})
	}
	group.Wait()
	close(took)
	row, _ := s.Session(ctx, "s")
	if len(took) != 1 || <-took != row.Node || row.Fence != 2 {
		t.Errorf("%d have it, and the row says %+v", len(took), row)
	}
}
