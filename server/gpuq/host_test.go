package gpuq

import (
	"fmt"
	"testing"
	"time"
)

// TestMachines: cards come and go with their machines, and nobody gets cards of two.
func TestMachines(t *testing.T) {
	s := New(Config{Slot: 100 * time.Second})
	now := int64(1)
	apply := func(op Op) (starts []string, err error) {
		now += 1000
		var effects []Effect
		s, effects, err = Apply(s, op, now)
		for _, e := range effects {
			switch e := e.(type) {
			case Start:
				starts = append(starts, fmt.Sprint(e.ID, e.On))
			case End:
				starts = append(starts, e.ID+" ends")
			}
		}
		return starts, err
	}
	ask := func(id string, cards int) Op { return Ask{ID: id, Member: id, Kind: Job, Cards: cards} }
	for _, step := range []struct {
		op   Op
		want string
	}{
		{ask("a", 1), "[] refused: gpu-cards"}, // there are none
		{Join{"x", 2}, "[] <nil>"},
		{Join{"y", 1}, "[] <nil>"},
		{ask("a", 3), "[] refused: gpu-cards"}, // not in one machine
		{ask("a", 1), "[a[2]] <nil>"},          // the machine with fewest to spare
		{ask("b", 2), "[b[0 1]] <nil>"},
		{ask("c", 1), "[] <nil>"},
		{Part{"y"}, "[] <nil>"},
		{Exited{ID: "a", Again: true}, "[] <nil>"}, // its machine is gone: it is first, and waits
		{Exited{ID: "b"}, "[a[0] c[1]] <nil>"},
		{ask("d", 2), "[] <nil>"},
		{Join{"y", 1}, "[] <nil>"}, // kept for d: whoever is first has the next cards
		{Part{"x"}, "[] <nil>"},
		{Exited{ID: "a"}, "[] <nil>"},
		{ask("e", 1), "[e[2]] <nil>"}, // d cannot be served at all, and is passed over
		{Exited{ID: "c"}, "[] <nil>"},
		{Join{"x", 2}, "[d[0 1]] <nil>"},
	} {
		starts, err := apply(step.op)
		if got := fmt.Sprint(starts, err); got != step.want {
			t.Errorf("%#v: %s, want %s", step.op, got, step.want)
		}
	}
}

// TestMachinesUnderNewNames: what comes back under another name each time does not make the list of cards longer, and a card keeps the
// number that it has in its machine.
func TestMachinesUnderNewNames(t *testing.T) {
	s := New(Config{Slot: 100 * time.Second})
	now := int64(1)
	apply := func(op Op) {
		t.Helper()
		now += 1000
		var err error
		if s, _, err = Apply(s, op, now); err != nil {
			t.Fatal(err)
		}
	}
	apply(Join{"x", 2})
	apply(Ask{ID: "a", Member: "a", Kind: Job, Cards: 2})
	apply(Started{"a"})
	apply(Exited{ID: "a"})
	apply(Ask{ID: "b", Member: "b", Kind: Job, Cards: 1})
	apply(Part{"x"})
	for i := range 50 { // card 0 of x is somebody's for all that time
		apply(Join{fmt.Sprint("pod", i), 2})
		apply(Part{fmt.Sprint("pod", i)})
	}
	apply(Join{"x", 2})
	if len(s.Cards) > 4 {
		t.Errorf("there are %d cards in the list", len(s.Cards))
	}
	here := map[string]bool{}
	for _, c := range s.Cards {
		if !c.Gone {
			here[fmt.Sprint(c.Host, c.Number)] = true
		}
	}
	if on := s.Cards[s.Leases[0].On[0]]; len(here) != 2 || !here["x0"] || !here["x1"] || on.Host != "x" || on.Number != 0 {
		t.Errorf("here are %v, and b has %+v", here, on)
	}
}

// TestNobodyEndsForACardThatIsGone: a turn on a machine that leaves goes on to its end, since nobody else can have its cards.
func TestNobodyEndsForACardThatIsGone(t *testing.T) {
	s := New(Config{Slot: 100 * time.Second})
	now := int64(1)
	var ended []string
	for _, op := range []Op{
		Join{"x", 1}, Join{"y", 1},
		Ask{ID: "a", Member: "a", Kind: Job, Cards: 1}, Started{"a"}, Ask{ID: "b", Member: "b", Kind: Job, Cards: 1}, Started{"b"},
		Ask{ID: "c", Member: "c", Kind: Job, Cards: 1}, Part{"x"}, Tick{}, Tick{}, Tick{},
	} {
		var effects []Effect
		s, effects, _ = Apply(s, op, now)
		now += 200_000
		for _, e := range effects {
			if e, ok := e.(End); ok {
				ended = append(ended, e.ID)
			}
		}
	}
	if fmt.Sprint(ended) != "[b]" {
		t.Errorf("ended are %v", ended)
	}
}

// TestCardsOfTwoMachines: whoever needs two cards of one machine gets them though only one of each is free.
func TestCardsOfTwoMachines(t *testing.T) {
	s := New(Config{Slot: 100 * time.Second})
	now := int64(1)
	var ended, started []string
	for _, op := range []Op{
		Join{"x", 2}, Join{"y", 2},
		Ask{ID: "a", Member: "a", Kind: Job, Cards: 1}, Started{"a"}, Ask{ID: "b", Member: "b", Kind: Job, Cards: 2}, Started{"b"},
		Ask{ID: "c", Member: "c", Kind: Job, Cards: 1}, Started{"c"}, Exited{ID: "b"}, Ask{ID: "d", Member: "d", Kind: Job, Cards: 1}, Started{"d"},
		Exited{ID: "a"}, Ask{ID: "e", Member: "e", Kind: Job, Cards: 2},
	} {
		s, _, _ = Apply(s, op, now)
	}
	for range 1000 {
		now += 10_000
		var effects []Effect
		s, effects, _ = Apply(s, Tick{}, now)
		for ; len(effects) > 0; effects = effects[1:] {
			switch e := effects[0].(type) {
			case End:
				ended = append(ended, e.ID)
				var more []Effect
				s, more, _ = Apply(s, Exited{ID: e.ID}, now)
				effects = append(effects, more...)
			case Start:
				started = append(started, e.ID)
			}
		}
	}
	if fmt.Sprint(started) != "[e]" || len(ended) > 2 {
		t.Errorf("started %v, ended %v", started, ended)
	}
}
