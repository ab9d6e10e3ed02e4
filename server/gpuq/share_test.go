package gpuq

import (
	"fmt"
	"math"
	"testing"
	"time"
)

// This file compares what is counted with sums made by hand.

// played is a queue and its clock.
type played struct {
	State
	t *testing.T
}

func (p *played) do(seconds int64, op Op) (effects []Effect) {
	p.t.Helper()
	var err error
	if p.State, effects, err = Apply(p.State, op, seconds*1000); err != nil {
		p.t.Fatalf("%#v: %v", op, err)
	}
	return effects
}

func job(id string, cards int) Op { return Ask{ID: id, Member: id, Kind: Job, Cards: cards} }

// TestUseIsForgotten: half of a use is forgotten in half an hour. Of two cards that are held for so long as they are forgotten,
// the integral of 2·2^(−t/h) is left, h/ln 2; what was really had is not forgotten.
func TestUseIsForgotten(t *testing.T) {
	const h = 30 * 60
	p := &played{New(Config{Cards: 2, Slot: time.Hour}), t}
	used := func(seconds int64, want float64) {
		t.Helper()
		if got := p.Used("a", seconds*1000) / 1000; math.Abs(got-want) > 0.01 {
			t.Errorf("after %d s: %.2f s, want %.2f", seconds, got, want)
		}
	}
	p.do(0, job("a", 2))
	p.do(0, Started{"a"})
	used(h, h/math.Ln2)
	used(2*h, 1.5*h/math.Ln2)
	p.do(h, Exited{ID: "a"})
	used(h, h/math.Ln2)
	used(3*h, h/math.Ln2/4)
	if total := p.Use["a"].Total; total != 2*h*1000 || p.Used("b", 5) != 0 {
		t.Errorf("in all %d ms", total)
	}
	short := New(Config{Cards: 1, Slot: time.Hour, HalfLife: time.Minute})
	short.Use["a"] = Use{MS: 64}
	if got := short.Used("a", 5*60_000); math.Abs(got-2) > 1e-9 {
		t.Errorf("after five half-lives %v of 64", got)
	}
}

// TestWhoComesBack: within half an hour one comes back with what one has used, after it with the mean of those who take part, if that is more.
func TestWhoComesBack(t *testing.T) {
	for _, c := range []struct {
		seconds int64
		before  float64 // used by then, as of its beginning
		want    float64
	}{
		{29*60 + 59, 1000, 1000 * math.Exp2(-1799.0/1800)},
		{30 * 60, 1000, 600_000},     // the mean of a and b, which are here
		{30 * 60, 4e6, 2e6},          // more than that
		{60 * 60, 1000, 600_000 / 2}, // it is forgotten, too
	} {
		s := New(Config{Cards: 1, Slot: time.Hour})
		p := &played{s, t}
		p.Leases, p.Cards[0] = []Lease{{Request: Request{ID: "a", Member: "a", Cards: 1}, On: []int{0}, Taken: c.seconds * 1000}}, Card{}
		p.Waiting = []Request{{ID: "b", Member: "b", Cards: 1}}
		p.Use = map[string]Use{"a": {MS: 2 * 900_000, At: 0}, "b": {MS: 2 * 300_000, At: 0}, "c": {MS: c.before, At: 0}}
		p.do(c.seconds, job("c", 1))
		if got := p.Used("c", c.seconds*1000); math.Abs(got-c.want) > 1 {
			t.Errorf("after %d s with %.0f: %.1f, want %.1f", c.seconds, c.before, got, c.want)
		}
	}
}

// TestTypicalJob: a quarter of the difference is learnt from each job, and nothing from sessions and from what did not start.
func TestTypicalJob(t *testing.T) {
	p := &played{New(Config{Cards: 1, Slot: time.Hour}), t}
	now := int64(0)
	for i, c := range []struct {
		kind    Kind
		started bool
		seconds int64
		typical int64 // ms
	}{{Session, true, 99, 0}, {Job, false, 99, 0}, {Job, true, 10, 10_000}, {Job, true, 20, 12_500}, {Session, true, 99, 12_500}, {Job, true, 2, 9_875}} {
		id := fmt.Sprint(i)
		p.do(now, Ask{ID: id, Member: id, Kind: c.kind, Cards: 1})
		if c.started {
			p.do(now, Started{id})
		}
		now += c.seconds
		if p.do(now, Exited{ID: id}); p.Typical != c.typical {
			t.Errorf("after %d: a job takes %d ms, want %d", i, p.Typical, c.typical)
		}
	}
}

// TestRestOfACard: a card that does not start is left alone for 5 s, twice as long each time, and at most for five minutes; one that
// starts is well again.
func TestRestOfACard(t *testing.T) {
	p := &played{New(Config{Cards: 1, Slot: time.Hour}), t}
	now, n := int64(0), 0
	fails := func(want int64) {
		t.Helper()
		if len(p.Leases) == 0 {
			n++
			p.do(now, job(fmt.Sprint("m", n), 1))
		}
		p.do(now, Exited{ID: p.Leases[0].ID, Failed: true})
		if got := p.Cards[0].Rest/1000 - now; got != want {
			t.Errorf("after %d failures in a row: %d s, want %d", p.Cards[0].Fails, got, want)
		}
		if at := p.Next(now * 1000); at != p.Cards[0].Rest {
			t.Errorf("the next tick is at %d", at)
		}
		now += want
		p.do(now-1, Tick{})
		if len(p.Leases) > 0 {
			t.Error("it is given out before its time")
		}
		p.do(now, Tick{})
	}
	for _, want := range []int64{5, 10, 20, 40, 80, 160} {
		fails(want)
	}
	for range 60 {
		fails(300)
	}
	if len(p.Leases) == 0 {
		p.do(now, job("well", 1))
	}
	p.do(now, Started{p.Leases[0].ID})
	p.do(now, Exited{ID: p.Leases[0].ID})
	fails(5)
}

// TestTimesOfASlot: of a slot of 100 s the last fifth is announced; ticks are due then and at its end, and at no other time.
func TestTimesOfASlot(t *testing.T) {
	p := &played{New(Config{Cards: 1, Slot: 100 * time.Second}), t}
	p.do(1, job("a", 1))
	p.do(1, Started{"a"})
	p.do(1, job("b", 1))
	for now, warned := range map[int64]bool{80_999: false, 81_000: true, 200_000: true} {
		if got := p.Warned(p.Leases[0], now); got != warned {
			t.Errorf("at %d it is announced: %v", now, got)
		}
	}
	for now, next := range map[int64]int64{0: 81_000, 80_999: 81_000, 81_000: 101_000, 100_999: 101_000, 101_000: 0} {
		if got := p.Next(now); got != next {
			t.Errorf("after %d the next tick is at %d, want %d", now, got, next)
		}
	}
	if p.do(2, Take{"a"}); p.Next(2000) != 0 || !p.Warned(p.Leases[0], 0) {
		t.Error("one that ends has a time")
	}
	open := Lease{Request: Request{ID: "x"}}
	if p.Warned(open, math.MaxInt64) {
		t.Error("one without an end is announced")
	}
}

// TestOrder: who was put first comes first, the last one before the others; then for whom cards are held; then who has used least; then
// who asked first, and of those that asked at once the one whose name comes first.
func TestOrder(t *testing.T) {
	s := New(Config{Cards: 2, Slot: time.Hour})
	s.Reserve = "held"
	s.Use = map[string]Use{"much": {MS: 5000}, "little": {MS: 10}}
	s.Waiting = []Request{
		{ID: "much", Member: "much", Asked: 1}, {ID: "little", Member: "little", Asked: 2}, {ID: "late", Member: "late", Asked: 9}, {ID: "y", Member: "y", Asked: 4},
		{ID: "x", Member: "x", Asked: 4}, {ID: "held", Member: "held", Asked: 8}, {ID: "put", Member: "put", Jump: 1, Asked: 9}, {ID: "then", Member: "then", Jump: 2, Asked: 9},
	}
	got := ""
	for _, r := range s.Order(0) {
		got += r.ID + " "
	}
	if got != "then put held x y late little much " {
		t.Error(got)
	}
	if s.Of("y").ID != "y" || s.Of("nobody") != nil {
		t.Error("whose request is it?")
	}
}

// TestFewestToSpare: cards are of the machine that has just enough of them, and the first of those that have as many.
func TestFewestToSpare(t *testing.T) {
	for _, c := range []struct {
		cards int
		want  string
	}{{1, "[3]"}, {2, "[4 5]"}, {3, "[0 1 2]"}} {
		p := &played{New(Config{Slot: time.Hour}), t}
		for i, n := range []int{3, 1, 2, 2, 1} {
			p.do(0, Join{fmt.Sprint("host", i), n})
		}
		if got := fmt.Sprint(p.do(1, job("a", c.cards))[0].(Start).On); got != c.want {
			t.Errorf("%d cards are %s, want %s", c.cards, got, c.want)
		}
	}
	p := &played{New(Config{Slot: time.Hour}), t}
	p.do(0, Join{"x", 3})
	p.do(0, Part{"x"})
	p.do(0, Join{"y", 2})
	if n := p.Largest(); n != 2 {
		t.Errorf("one machine has %d cards", n)
	}
	p.do(0, Join{"y", 1}) // it has lost one
	if n := p.Largest(); n != 1 || p.do(0, job("a", 1))[0].(Start).On[0] != 0 {
		t.Errorf("then %d", n)
	}
}
