package gpuq

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// play applies a script to a queue with slots of 100 s and returns what happened. A line is an op and whom it concerns:
//
//	at SECONDS          ask NAME [CARDS]     ask! NAME     a job (ask!: a session)
//	halt, go            again NAME           its process is gone and it wants another
//	up, exit, fail, cancel, jump, give, take, away, here NAME
//	pause, resume       eta NAME             until NAME    order
func play(t *testing.T, cards int, script string) string {
	t.Helper()
	s := New(Config{Cards: cards, Slot: 100 * time.Second})
	const begin = 1_000_000
	var now int64 = begin
	var out strings.Builder
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		word, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, number, _ := strings.Cut(arg, " ")
		n := 1
		fmt.Sscan(number, &n)
		var op Op = Tick{}
		switch word {
		case "at":
			var seconds int64
			fmt.Sscan(arg, &seconds)
			now = begin + seconds*1000
		case "ask":
			op = Ask{ID: name, Member: name, Kind: Job, Cards: n}
		case "ask!":
			op = Ask{ID: name, Member: name, Kind: Session, Cards: n}
		case "up":
			op = Started{name}
		case "exit":
			op = Exited{ID: name}
		case "again":
			op = Exited{ID: name, Again: true}
		case "halt", "go":
			op = Halt{word == "halt"}
		case "fail":
			op = Exited{ID: name, Failed: true}
		case "cancel":
			op = Cancel{ID: name}
		case "jump":
			op = Jump{name}
		case "give":
			op = Give{name}
		case "take":
			op = Take{name}
		case "away", "here":
			op = Here{name, word == "here"}
		case "pause", "resume":
			op = Pause{word == "pause"}
		case "eta":
			d, known := s.Estimate(name, now)
			fmt.Fprintf(&out, "%s in %v %v; ", name, d, known)
			continue
		case "until":
			for _, l := range s.Leases {
				if l.ID == name {
					fmt.Fprintf(&out, "%s until %d warned %v; ", name, max(0, l.Until-begin)/1000, s.Warned(l, now))
				}
			}
			continue
		case "order":
			for _, r := range s.Order(now) {
				fmt.Fprintf(&out, "%s ", r.ID)
			}
			continue
		default:
			t.Fatalf("what is %q", word)
		}
		var effects []Effect
		var err error
		if s, effects, err = Apply(s, op, now); err != nil {
			fmt.Fprintf(&out, "%v; ", err)
		}
		for _, e := range effects {
			switch e := e.(type) {
			case Start:
				fmt.Fprintf(&out, "%s on %v; ", e.ID, e.On)
			case End:
				fmt.Fprintf(&out, "%s ends: %s; ", e.ID, e.Why)
			case Done:
				fmt.Fprintf(&out, "%s had %d s: %s; ", e.ID, e.MS/1000, e.Why)
			}
		}
	}
	return strings.TrimSuffix(strings.TrimSpace(out.String()), ";")
}

func TestQueue(t *testing.T) {
	for _, c := range []struct {
		name   string
		cards  int
		script string
		want   string
	}{
		{"alone nobody has an end", 1, "ask a\nup a\nat 900\nuntil a", "a on [0]; a until 0 warned false"},
		{"a slot ends for somebody", 1, "ask a\nup a\nat 10\nask b\nat 79\nuntil a\nat 80\nuntil a\nat 100\nat 101\nexit a",
			"a on [0]; a until 100 warned false; a until 100 warned true; a ends: slot; a had 101 s: slot; b on [0]"},
		{"who comes late leaves the last part of a slot", 1, "ask a\nup a\nat 500\nask b\nuntil a\nat 519\nat 520", "a on [0]; a until 520 warned true; a ends: slot"},
		{"who gives up takes the end along", 1, "ask a\nup a\nat 90\nask b\ncancel b\nuntil a\nat 300", "a on [0]; b had 0 s: released; a until 0 warned false"},
		{"who is away is passed over and keeps the place", 1, "ask a\nat 1\nask b\nat 2\nask c\naway b\nup a\nat 9\nexit a\nhere b\nat 20\nexit c",
			"a on [0]; a had 9 s: released; c on [0]; c had 11 s: released; b on [0]"},
		{"whoever had less comes first, and newcomers have had the mean", 1, "ask a\nup a\nat 50\nask b\nexit a\nup b\nat 60\nask a\nat 65\nask c\nexit b\nask b\norder",
			"a on [0]; a had 50 s: released; b on [0]; b had 15 s: released; a on [0]; c b"},
		{"two cards are kept for who needs them", 2, "ask a\nup a\nask b\nup b\nat 1\nask c 2\nat 2\nask d\nat 30\nexit a\norder\nat 100\nexit b\nup c",
			"a on [0]; b on [1]; a had 30 s: released; c d b ends: slot; b had 100 s: slot; c on [0 1]"},
		{"for two cards two slots end", 3, "ask a\nup a\nask b\nup b\nask d\nup d\nask c 2\nuntil a\nuntil b\nuntil d\nat 100",
			"a on [0]; b on [1]; d on [2]; a until 100 warned false; b until 100 warned false; d until 0 warned false; a ends: slot; b ends: slot"},
		{"an instructor pauses", 1, "pause\nask a\neta a\nresume", "a in 0s false; a on [0]"},
		{"an instructor gives though all is paused", 1, "ask a\nup a\nask b\nat 5\nask c\npause\ngive c\nat 6\nexit a\nup c\nexit c\norder",
			"a on [0]; a ends: taken; a had 6 s: taken; c on [0]; c had 0 s: released; b"},
		{"an instructor puts first", 1, "ask a\nask b\nat 1\nask c\nat 2\nask d\njump d\njump c\norder", "a on [0]; c d b"},
		{"an instructor takes", 1, "ask a\nup a\nat 7\ntake a\ntake a\nexit a", "a on [0]; a ends: taken; a had 7 s: taken"},
		{"a card that does not start is left alone, and nobody loses the place", 1, "ask a\nat 1\nask b\nfail a\norder\nat 5\nat 6\nfail a\nat 15\nat 16\nfail a\nat 36",
			"a on [0]; a b a on [0]; a on [0]; a had 0 s: failed; b on [0]"},
		{"a server that halts gives first to who had a card", 1, "ask a\nask b\nup a\nat 5\nhalt\nagain a\norder\ngo\nup a\nat 6\nhalt\ntake a\nagain a",
			"a on [0]; a b a on [0]; a ends: taken; a had 1 s: taken"},
		{"nonsense", 2, "ask a 3\nask a 0\nask a\nask a\nup x\nexit x\ngive a\njump x\ncancel x",
			"refused: gpu-cards; refused: gpu-cards; a on [0]; refused: gpu-asked; " + strings.TrimSuffix(strings.Repeat("refused: gpu-unknown; ", 5), "; ")},
		{"a slot begins with the process", 1, "ask a\nat 10\nup a\nask b\nuntil a\nat 109\nat 110", "a on [0]; a until 110 warned false; a ends: slot"},
		{"whose process was there first ends first, and no other", 2, "ask a\nask b\nat 1\nup b\nat 2\nup a\nask c\nuntil a\nuntil b\nat 101\nat 300",
			"a on [0]; b on [1]; a until 0 warned false; b until 101 warned false; b ends: slot"},
		{"a gift takes no more than it needs", 2, "ask a\nup a\nask b\nup b\nask c\ngive c", "a on [0]; b on [1]; a ends: taken"},
		{"a gift waits for who leaves already", 2, "ask a\nup a\nask b\nup b\ntake b\nask c\ngive c", "a on [0]; b on [1]; b ends: taken"},
		{"a gift of two", 3, "ask a\nup a\nask b\nup b\ntake b\nask c 2\ngive c", "a on [0]; b on [1]; b ends: taken"},
		{"a gift of three", 3, "ask a\nup a\nask b\nup b\ntake b\nask c 3\ngive c", "a on [0]; b on [1]; b ends: taken; a ends: taken"},
		{"who was to end and did not start is not tried again", 1, "ask a\ntake a\nfail a\nat 50", "a on [0]; a ends: taken; a had 0 s: taken"},
		{"who asks for nothing special", 2, "ask a\nask b\nup a\nat 3\ncancel a\nexit a\ncancel b\nexit b", "a on [0]; b on [1]; a ends: released; a had 3 s: released; b ends: released; b had 3 s: released"},
		{"who is away is not to be seen in the order, but keeps cards", 1, "ask a\nup a\naway a\nat 5\nask b\nuntil a\nexit a\nask c\naway b\neta b\norder",
			"a on [0]; a until 100 warned false; a had 5 s: released; b on [0]; b in 0s false; c"},
		{"an estimate for two cards is of the later one", 2, "ask! a\nup a\nat 5\nask! b\nup b\nat 10\nask c 2\neta c", "a on [0]; b on [1]; c in 1m35s true"},
		{"an estimate of what ends now", 1, "ask a\nup a\nask b\ntake a\neta b", "a on [0]; a ends: taken; b in 0s true"},
		{"an estimate of a card that is left alone", 1, "ask a\nat 1\nask b\nfail a\nat 2\neta a\neta b", "a on [0]; a in 4s true; b in 1m44s true"},
		{"a job that takes longer than others is thought to be half-way", 1, "ask a\nup a\nat 10\nexit a\nask b\nup b\nask c\nat 30\neta c\nat 90\neta c",
			"a on [0]; a had 10 s: released; b on [0]; c in 10s true; c in 20s true"},
		{"a session lasts its slot", 1, "ask! a\nup a\nat 10\nexit a\nask! b\nup b\nask! c\nask! d\neta d", "a on [0]; a had 10 s: released; b on [0]; d in 3m20s true"},
		{"no job counts for more than a slot", 1, "ask a\nup a\nat 500\nexit a\nask b\nup b\nask c\nask d\neta d", "a on [0]; a had 500 s: released; b on [0]; d in 3m20s true"},
		{"an estimate of what has not started", 1, "ask a\nask b\nat 90\neta b\neta x", "a on [0]; b in 20s true; x in 0s false"},
		{"estimates before a job has ended are by the slot", 1, "ask a\nup a\nask b\nat 1\nask c\neta b\neta c", "a on [0]; b in 1m39s true; c in 3m19s true"},
		{"estimates after that by how long jobs took", 1, "ask a\nup a\nat 10\nexit a\nask b\nup b\nask c\nat 11\nask d\neta c\neta d", "a on [0]; a had 10 s: released; b on [0]; c in 9s true; d in 19s true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := play(t, c.cards, c.script); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestNextIsWhenSomethingHappens ticks only when it is said to be worth while.
func TestNextIsWhenSomethingHappens(t *testing.T) {
	s := New(Config{Cards: 1, Slot: 100 * time.Second})
	apply := func(op Op, now int64) (effects []Effect) {
		var err error
		if s, effects, err = Apply(s, op, now); err != nil {
			t.Fatal(err)
		}
		return effects
	}
	apply(Ask{ID: "a", Member: "a", Kind: Job, Cards: 1}, 1)
	apply(Started{"a"}, 1)
	if at := s.Next(1); at != 0 {
		t.Errorf("a tick at %d for nothing", at)
	}
	apply(Ask{ID: "b", Member: "b", Kind: Job, Cards: 1}, 1)
	var at []int64
	for now := s.Next(1); now > 0; now = s.Next(now) {
		at = append(at, now)
		if e := apply(Tick{}, now); len(e) > 0 {
			at = append(at, -1)
		}
	}
	if fmt.Sprint(at) != "[80001 100001 -1]" {
		t.Errorf("ticks and ends %v", at)
	}
}

// TestWhoWasIdleStartsAtTheMean has a newcomer not outlast those who worked.
func TestWhoWasIdleStartsAtTheMean(t *testing.T) {
	s := New(Config{Cards: 1, Slot: 100 * time.Second})
	for i, op := range []Op{
		Ask{ID: "a", Member: "a", Kind: Job, Cards: 1}, Started{"a"}, Ask{ID: "b", Member: "b", Kind: Job, Cards: 1},
	} {
		s, _, _ = Apply(s, op, int64(i)*60_000)
	}
	before := (s.Used("a", 120_000) + s.Used("b", 120_000)) / 2
	s, _, _ = Apply(s, Ask{ID: "c", Member: "c", Kind: Job, Cards: 1}, 120_000)
	if got := s.Used("c", 120_000); got != before || got < 50_000 {
		t.Errorf("a newcomer starts at %.0f, the mean is %.0f", got, before)
	}
	s, _, _ = Apply(s, Cancel{ID: "c"}, 121_000)
	s, _, _ = Apply(s, Ask{ID: "c2", Member: "c", Kind: Job, Cards: 1}, 122_000)
	if got := s.Used("c", 122_000); got > before {
		t.Errorf("who was away for a second has %.0f", got)
	}
}
