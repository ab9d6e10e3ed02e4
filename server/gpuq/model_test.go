package gpuq

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"
)

// This file plays a class at random against the scheduler and holds what must always be true.

// world is what surrounds the scheduler: processes, which start and end when they like, and members.
type world struct {
	t       testing.TB
	s       State
	now     int64
	procs   map[string]*proc
	ids     int
	granted int // leases so far
	waited  map[string]*wait
	longest float64 // wait, as a share of what is allowed
	done    map[string]int64
	ops     []step
	sizes   []int        // cards that each machine beside the first has at most
	here    map[int]bool // those of them that are here
	parted  int64        // when cards came or went last
}

// proc is the process of a lease.
type proc struct {
	up    bool
	endBy int64 // it was asked to end and does so until then; 0: it was not
}

// wait is how long a request has waited while it could have been served and nobody was put before it.
type wait struct{ ms, most int64 }

type step struct {
	op  Op
	now int64
}

const (
	slowEnd  = 6_000 // ms that a process takes at most to end, and to start
	longStep = 3_000
	// Nobody's wait is counted so long after cards came or went.
	partedMost = 60_000
	modelSlot  = time.Minute
)

// newWorld has a machine that is always here, with so many cards, and others of these sizes, which come and go.
func newWorld(t testing.TB, cards int, sizes ...int) *world {
	return &world{sizes: sizes, here: map[int]bool{}, t: t, s: New(Config{Cards: cards, Slot: modelSlot}), now: 1_700_000_000_000,
		procs: map[string]*proc{}, waited: map[string]*wait{}, done: map[string]int64{}}
}

func (w *world) apply(op Op) error {
	w.ops = append(w.ops, step{op, w.now})
	before := w.s
	if exited, ok := op.(Exited); ok {
		w.account(exited)
	}
	s, effects, err := Apply(w.s, op, w.now)
	if err != nil {
		if len(effects) > 0 || !reflect.DeepEqual(s, before) {
			w.t.Fatalf("%T is refused and yet does something", op)
		}
		return err
	}
	w.s = s
	for _, e := range effects {
		w.perform(before, op, e)
	}
	w.check()
	return nil
}

// account notes what a lease has had that ends.
func (w *world) account(op Exited) {
	for _, l := range w.s.Leases {
		if l.ID == op.ID && !(op.Failed && l.Granted == 0 && l.Tries+1 < tries && !l.Ending) {
			w.done[l.Member] += int64(l.Cards) * (w.now - l.Taken)
		}
	}
}

func (w *world) perform(before State, op Op, e Effect) {
	switch e := e.(type) {
	case Start:
		if w.procs[e.ID] != nil {
			w.t.Fatalf("%s is started twice", e.ID)
		}
		for _, c := range e.On {
			if w.s.Cards[c].Gone || w.s.Cards[c].Host != w.s.Cards[e.On[0]].Host {
				w.t.Fatalf("%s is started on cards of several machines, or of one that is gone: %v of %v", e.ID, e.On, w.s.Cards)
			}
		}
		w.procs[e.ID] = &proc{}
		w.granted++
	case End:
		p := w.procs[e.ID]
		if p == nil || p.endBy > 0 {
			w.t.Fatalf("%s is ended, which does not run or was ended before", e.ID)
		}
		p.endBy = w.now + slowEnd
		if e.Why == SlotOver {
			w.slotOver(before, op, e.ID)
		}
	case Done:
		if w.procs[e.ID] != nil {
			w.t.Fatalf("%s is over and its process is not", e.ID)
		}
	}
}

// slotOver wants that a slot was over, was announced, and that somebody waited.
func (w *world) slotOver(before State, op Op, id string) {
	i := slices.IndexFunc(before.Leases, func(l Lease) bool { return l.ID == id })
	l := before.Leases[i]
	if l.Granted == 0 || w.now < l.Granted+modelSlot.Milliseconds() || w.now < l.Until || l.Until == 0 {
		w.t.Fatalf("%s lost its card at %d, granted %d, until %d", id, w.now, l.Granted, l.Until)
	}
	if !slices.ContainsFunc(w.s.Waiting, w.s.may) || before.Cards[l.On[0]].Gone && w.s.Cards[l.On[0]].Gone {
		w.t.Fatalf("%s lost its card to nobody", id)
	}
}

// check holds the invariants.
func (w *world) check() {
	t, s := w.t, &w.s
	owner := make([]string, len(s.Cards))
	members := map[string]bool{}
	places := map[string]bool{}
	for _, c := range s.Cards {
		if place := fmt.Sprint(c.Host, " ", c.Number); places[place] {
			t.Fatalf("the card %s is in the list twice", place)
		} else {
			places[place] = true
		}
	}
	one := func(r Request) {
		if members[r.Member] || r.Cards < 1 || r.Cards > len(s.Cards) {
			t.Fatalf("%s has two requests, or one for %d cards", r.Member, r.Cards)
		}
		members[r.Member] = true
	}
	for _, l := range s.Leases {
		one(l.Request)
		if w.procs[l.ID] == nil || len(l.On) != l.Cards {
			t.Fatalf("lease %s has no process or %d cards", l.ID, len(l.On))
		}
		for _, c := range l.On {
			if owner[c] != "" {
				t.Fatalf("card %d belongs to %s and %s", c, owner[c], l.ID)
			}
			if s.Cards[c].Host != s.Cards[l.On[0]].Host {
				t.Fatalf("%s has cards of two machines", l.ID)
			}
			owner[c] = l.ID
		}
	}
	if len(w.procs) != len(s.Leases) {
		t.Fatalf("%d processes for %d leases", len(w.procs), len(s.Leases))
	}
	idle := map[string]int{}
	for c := range owner {
		if owner[c] == "" && !s.Cards[c].Gone && s.Cards[c].Rest <= w.now {
			idle[s.Cards[c].Host]++
		}
	}
	first, some := w.first()
	for host, n := range idle {
		if some && first.Cards <= n {
			t.Fatalf("%d cards of %q are idle and %s waits for %d", n, host, first.ID, first.Cards)
		}
	}
	for _, r := range s.Waiting {
		one(r)
	}
	if !slices.IsSortedFunc(s.Waiting, byAsking) {
		t.Fatal("those who wait are not in the order of asking")
	}
}

// first is who is served next.
func (w *world) first() (Request, bool) {
	if !slices.ContainsFunc(w.s.Waiting, w.s.may) {
		return Request{}, false
	}
	order := w.s.Order(w.now)
	return order[slices.IndexFunc(order, w.s.may)], true
}

// pass lets time go by, and wants that nobody waits too long.
func (w *world) pass(ms int64) {
	w.now += ms
	forced := w.parted > w.now-partedMost || slices.ContainsFunc(w.s.Waiting, func(r Request) bool { return r.Jump > 0 }) ||
		slices.ContainsFunc(w.s.Leases, func(l Lease) bool { return l.Jump > 0 }) ||
		slices.ContainsFunc(w.s.Cards, func(c Card) bool { return c.Rest > w.now-ms })
	for _, r := range w.s.Waiting {
		x := w.waited[r.ID]
		if x == nil {
			// Everybody else may use what this one has used before, and then a slot each.
			turn := int64(w.s.Used(r.Member, w.now)) + int64(len(w.s.Cards))*(modelSlot.Milliseconds()+2*slowEnd+2*longStep)
			x = &wait{most: 2 * int64(len(w.s.Use)+1) * turn}
			w.waited[r.ID] = x
		}
		if !w.s.may(r) || forced {
			continue
		}
		x.ms += ms
		w.longest = max(w.longest, float64(x.ms)/float64(x.most))
		if x.ms > x.most {
			w.t.Fatalf("%s has waited for %v, at most %v", r.Member, time.Duration(x.ms)*time.Millisecond, time.Duration(x.most)*time.Millisecond)
		}
	}
}

// ends lets processes end that were asked to, and start that have had time enough.
func (w *world) ends() {
	for _, l := range slices.Clone(w.s.Leases) {
		switch p := w.procs[l.ID]; {
		case p.endBy > 0 && p.endBy <= w.now:
			delete(w.procs, l.ID)
			w.apply(Exited{ID: l.ID})
		case !p.up && l.Taken+slowEnd <= w.now:
			p.up = true
			w.apply(Started{l.ID})
		}
	}
}

// anybody names a request or a lease, or nobody.
func (w *world) anybody(n int) string {
	var ids []string
	for _, r := range w.s.Waiting {
		ids = append(ids, r.ID)
	}
	for _, l := range w.s.Leases {
		ids = append(ids, l.ID)
	}
	if len(ids) == 0 || n%16 == 0 {
		return "nobody"
	}
	return ids[n%len(ids)]
}

// act does one of what can happen; what says which, n to whom.
func (w *world) act(what, n int) {
	switch id := w.anybody(n); what % 32 {
	default:
		w.ids++
		kind := Job
		if n%3 == 0 {
			kind = Session
		}
		w.apply(Ask{ID: fmt.Sprint("r", w.ids), Member: fmt.Sprint("m", n%12), Kind: kind, Cards: cards[n%len(cards)]})
	case 12, 13, 14:
		if p := w.procs[id]; p != nil && !p.up {
			p.up = true
			w.apply(Started{id})
		}
	case 15, 16, 17:
		if p := w.procs[id]; p != nil && p.up {
			delete(w.procs, id)
			w.apply(Exited{ID: id})
		}
	case 18:
		if p := w.procs[id]; p != nil && !p.up && n%8 == 0 {
			delete(w.procs, id)
			w.apply(Exited{ID: id, Failed: true, Why: "failed"})
		}
	case 19:
		if p := w.procs[id]; n%4 == 0 && p != nil && p.up {
			delete(w.procs, id)
			w.apply(Exited{ID: id, Again: true})
		} else if n%4 == 1 {
			w.apply(Cancel{ID: id})
		}
	case 20:
		w.apply(Here{id, n%5 != 0})
	case 21:
		for _, r := range w.s.Waiting {
			w.apply(Here{r.ID, true})
		}
	case 23:
		w.machine(n)
		if n%64 == 0 {
			w.apply([]Op{Jump{id}, Give{id}, Take{id}}[n/64%3])
		}
	case 22:
		w.apply(Pause{n%64 == 0})
		w.apply(Halt{n%128 == 1})
	case 24, 25, 26, 27, 28, 29, 30, 31:
		w.pass(int64(n % longStep))
		w.ends()
		w.apply(Tick{})
	}
}

// machine has a machine come, or go: either its processes end, or they go on for a while.
func (w *world) machine(n int) {
	if len(w.sizes) == 0 || n%8 != 1 {
		return
	}
	which := n / 8 % len(w.sizes)
	host := fmt.Sprint("machine", which)
	w.parted = w.now
	if w.here[which] = !w.here[which]; w.here[which] {
		w.apply(Join{host, 1 + n/64%w.sizes[which]})
		return
	}
	w.apply(Part{host})
	for _, l := range slices.Clone(w.s.Leases) {
		if w.s.Cards[l.On[0]].Host == host && n%128 > 64 {
			delete(w.procs, l.ID)
			w.apply(Exited{ID: l.ID, Why: "lost"})
		}
	}
}

var cards = []int{1, 1, 1, 1, 2, 1, 1, 3, 0, 1, 99, 1, 1}

// TestModel takes random steps; THOROUGH=1 takes many.
func TestModel(t *testing.T) {
	steps := 50_000
	if os.Getenv("THOROUGH") != "" {
		steps = 1_000_000
	}
	for n, machines := range [][]int{{1}, {4}, {1, 2}, {0, 2, 3}} {
		rng := rand.New(rand.NewPCG(uint64(n), 7))
		w := newWorld(t, machines[0], machines[1:]...)
		for range steps {
			w.ops = w.ops[:0]
			w.act(rng.IntN(1<<20), rng.IntN(1<<20))
		}
		if w.granted < steps/200 {
			t.Errorf("only %d leases with cards %v", w.granted, machines)
		}
		t.Logf("cards %v: %d leases in %v; the longest wait was %.0f %% of what is allowed", machines, w.granted,
			time.Duration(w.now-1_700_000_000_000)*time.Millisecond, 100*w.longest)
	}
}

// TestReplay wants that the same ops lead to the same state, and that a state that was written down goes on as it would have.
func TestReplay(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	w := newWorld(t, 2, 2)
	for range 4000 {
		w.act(rng.IntN(1<<20), rng.IntN(1<<20))
	}
	s := New(Config{Cards: 2, Slot: modelSlot})
	for i, op := range w.ops {
		s, _, _ = Apply(s, op.op, op.now)
		if i%97 == 0 {
			data, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			s = State{}
			if err := json.Unmarshal(data, &s); err != nil {
				t.Fatal(err)
			}
		}
	}
	live, _ := json.Marshal(w.s)
	again, _ := json.Marshal(s)
	if string(live) != string(again) {
		t.Errorf("replayed:\n%s\nlive:\n%s", again, live)
	}
}

// FuzzOps plays two bytes at a time.
func FuzzOps(f *testing.F) {
	f.Add([]byte{0, 1, 0, 2, 12, 1, 24, 200, 15, 1, 12, 1})
	f.Add([]byte{0, 4, 0, 7, 0, 1, 22, 0, 23, 64, 24, 255, 22, 1, 18, 1, 24, 255})
	f.Fuzz(func(t *testing.T, data []byte) {
		w := newWorld(t, 3, 1, 2)
		for ; len(data) >= 2; data = data[2:] {
			w.act(int(data[0]), int(data[1])*257)
		}
	})
}

// TestFairHour has a class of equal appetite share cards for an hour: some with jobs of seconds, some that would never end.
func TestFairHour(t *testing.T) {
	for _, c := range []struct{ students, cards int }{{8, 1}, {30, 1}, {30, 4}} {
		index := jain(hour(t, c.students, c.cards))
		t.Logf("%d students, %d cards: Jain's index of an hour is %.4f", c.students, c.cards, index)
		if index < 0.95 {
			t.Errorf("%d students on %d cards: Jain's index is %.3f", c.students, c.cards, index)
		}
	}
}

// hour returns what each student got who always wants a card.
func hour(t *testing.T, students, cards int) []float64 {
	rng := rand.New(rand.NewPCG(uint64(students), uint64(cards)))
	w := newWorld(t, cards)
	until := map[string]int64{} // when a job ends by itself
	for begin := w.now; w.now < begin+time.Hour.Milliseconds(); {
		for m := range students {
			name := fmt.Sprint("m", m)
			if r := w.s.Of(name); r == nil {
				w.ids++
				w.apply(Ask{ID: fmt.Sprint("r", w.ids), Member: name, Kind: Job, Cards: 1})
			}
		}
		for _, l := range slices.Clone(w.s.Leases) {
			switch p := w.procs[l.ID]; {
			case !p.up:
				p.up = true
				var n int
				fmt.Sscanf(l.Member, "m%d", &n)
				until[l.ID] = w.now + int64(5_000+n*5_000) + rng.Int64N(5_000)
				w.apply(Started{l.ID})
			case p.endBy > 0 || w.now >= until[l.ID]:
				delete(w.procs, l.ID)
				w.apply(Exited{ID: l.ID})
			}
		}
		w.now += 1000
		w.apply(Tick{})
		w.ops = w.ops[:0]
	}
	got := make([]float64, students)
	for m := range got {
		got[m] = float64(w.s.Use[fmt.Sprint("m", m)].Total)
	}
	return got
}

// jain is Jain's fairness index: 1 when all have the same, 1/n when one has all.
func jain(x []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, v := range x {
		sum, squares = sum+v, squares+v*v
	}
	return sum * sum / (float64(len(x)) * squares)
}

// TestUseIsWhatWasHeld compares the scheduler's books with the world's.
func TestUseIsWhatWasHeld(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	w := newWorld(t, 2, 2)
	for range 20_000 {
		w.act(rng.IntN(1<<20), rng.IntN(1<<20))
		w.ops = w.ops[:0]
	}
	for m, u := range w.s.Use {
		if u.Total != w.done[m] {
			t.Errorf("%s has used %d ms, and the leases say %d", m, u.Total, w.done[m])
		}
		if u.MS < 0 || u.MS != u.MS {
			t.Errorf("%s: decayed use %v", m, u.MS)
		}
	}
}
