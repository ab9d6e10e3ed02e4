package class

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gputour/engine/wire"
	"gputour/server/store"
)

// This file plays random classes: whatever happens, what was kept makes the same class again, and bounds hold.

// dice is where a random class takes its choices from.
type dice func(n int) int

// rids are the names that requests have: so few that what one has made is what another is about.
const rids = 24

var people = []string{"ann", "bob", "cyd", "teacher", "helper"}

// op is some op.
func (d dice) op() Op {
	who, other := people[d(len(people))], people[d(len(people))]
	lesson := []string{"one", "two", "none"}[d(3)]
	cell := []string{"a", "b", "c", "own"}[d(4)]
	ename := []string{"", "KeyError", "TypeError"}[d(3)]
	switch d(12) {
	case 0:
		return Came{who}
	case 1:
		return Left{who}
	case 2:
		return At{who, wire.WhereBody{Lesson: lesson, Cell: cell, Top: d(9)}}
	case 3:
		return Ran{who, "s", lesson, cell, []string{wire.RowRunning, wire.RowWaiting}[d(2)]}
	case 4, 5:
		state := []wire.RunState{wire.RunDone, wire.RunFailed, wire.RunStopped, wire.RunAborted}[d(4)]
		return Ended{Member: who, Session: "s", Lesson: lesson, Cell: cell, At: int64(d(3) * 1_000_000), Found: d(5) == 0,
			State: state, Error: ename, Killed: d(5) == 0, Check: []string{"", "pass", "fail"}[d(3)]}
	case 6:
		return Hinted{who, lesson, cell, d(4)}
	case 7:
		if d(2) == 0 {
			return Look{who, other, uint64(d(30))}
		}
		return Looked{who, uint64(d(30))}
	case 8:
		return Tick{}
	case 9:
		if d(10) > 0 {
			return Tick{}
		}
		role := []string{"student", "assistant"}[d(2)]
		return Enrolled{wire.Person{ID: who, Name: fmt.Sprint("N", d(3)), Role: role}, int64(d(3)), []string{store.Active, store.Removed, store.Waiting}[d(3)]}
	}
	return Request{who, fmt.Sprint(d(rids)), d.body()}
}

// body is some request.
func (d dice) body() any {
	poll := ""
	if d(4) > 0 {
		poll = name(people[3+d(2)], fmt.Sprint(d(rids)))
	}
	switch d(10) {
	case 0, 1:
		return &wire.RaiseBody{Up: d(3) > 0, Lesson: "one", Note: fmt.Sprint(d(3))}
	case 2, 3:
		return &wire.VoteBody{Poll: poll, Choice: d(4)}
	case 4:
		answer := d(2)
		b := &wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"x", "y", "z"}[:2+d(2)], Hidden: d(2) == 0}
		if d(2) == 0 {
			b.Answer = &answer
		}
		return b
	case 5:
		return &wire.ClosePollBody{Poll: poll}
	case 6:
		return &wire.PushBody{Kind: wire.PushText, To: people[:d(3)], Body: "x"}
	case 7:
		return &wire.PresentBody{On: d(2) == 0, Follow: d(2) == 0}
	case 8:
		return &wire.LockBody{Mode: []string{wire.LockOff, wire.LockExec, wire.LockEdit}[d(3)]}
	}
	id := name(people[d(3)], fmt.Sprint(d(rids)))
	switch d(3) {
	case 0:
		return Take{id}
	case 1:
		return Finish{id}
	}
	return &wire.AllowBody{Pen: d(2) == 0}
}

// play makes n ops and looks at the class after each.
func play(t *testing.T, d dice, n int) {
	r := newRoom(t, people...)
	r.rows.Live.Lock = wire.LockOff
	for range n {
		op := d.op()
		if e, ok := op.(Enrolled); ok {
			if m := r.s.members[e.ID]; m != nil && e.Rev < m.rev {
				continue // the rows of members are not this package's
			}
		}
		r.now += int64(d(100_000)) - 10 // the clock may jump back
		clear(r.told)
		before := r.s.version
		r.do(op)
		if err := bounded(&r.s, before); err != nil {
			t.Fatalf("after %#v: %v", op, err)
		}
		if d(20) == 0 {
			restored(t, r)
		}
	}
	restored(t, r)
}

// bounded says what in a state should not be.
func bounded(s *State, before uint64) error {
	open := 0
	for _, p := range s.polls {
		sum := 0
		for _, n := range p.counts {
			sum += n
		}
		if sum != len(p.votes) {
			return fmt.Errorf("%d votes are counted of %d", sum, len(p.votes))
		}
		if p.Closed == 0 {
			open++
		}
	}
	if open > MaxOpen || len(s.polls) > MaxPolls || len(s.pushes) > MaxPushes || s.version < before {
		return fmt.Errorf("%d open polls of %d, %d pushes", open, len(s.polls), len(s.pushes))
	}
	seen := map[uint64]bool{}
	for _, c := range s.changes(0) {
		if seen[c.version] || c.version > s.version {
			return fmt.Errorf("two changes have the version %d", c.version)
		}
		seen[c.version] = true
	}
	for _, m := range s.members {
		if len(m.lookers) > MaxLookers || m.pages < 0 || m.pen && len(m.lookers) == 0 || len(m.tried) > len(s.cells) {
			return fmt.Errorf("member %+v", m)
		}
	}
	return nil
}

// restored compares a class with what its rows make.
func restored(t *testing.T, r *room) {
	t.Helper()
	s, _ := Restore("GPU 101", r.rows, course, r.now)
	if got, want := lasting(&s), lasting(&r.s); !reflect.DeepEqual(got, want) {
		for k := range want {
			if !reflect.DeepEqual(got[k], want[k]) {
				t.Fatalf("%s: restored\n%+v\nwas\n%+v", k, got[k], want[k])
			}
		}
		t.Fatalf("restored %v, was %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

// lasting is what of a state lasts.
func lasting(s *State) map[string]any {
	all := map[string]any{"class": s.class()}
	for id, m := range s.members {
		view := s.Snapshot(id)
		view.Looking = wire.LookingBody{}
		work, done := map[place]store.Progress{}, map[string]int{}
		for at, p := range m.tried {
			work[at] = p.Progress
		}
		for lesson, n := range m.done {
			if n > 0 {
				done[lesson] = n
			}
		}
		all[id] = []any{m.Person, m.status, view, work, done}
	}
	for at, c := range s.cells {
		heat := s.warm(at, c)
		heat.Here, heat.Stuck = 0, 0
		all[at.cell] = heat
	}
	return all
}

func TestRestoreIsTheSame(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 7))
		play(t, rng.IntN, 400)
	}
}

func FuzzApply(f *testing.F) {
	f.Add([]byte("a class that meets"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4000 {
			return
		}
		i := 0
		play(t, func(n int) int {
			if i == len(data) {
				return 0
			}
			i++
			return int(data[i-1]) % n
		}, len(data)/6)
	})
}
