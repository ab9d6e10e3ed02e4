package desk

import (
	"testing"

	"gputour/engine/session"
)

func TestGate(t *testing.T) {
	var g gate
	a, b := &session.Session{}, &session.Session{}
	one, two := task{"l", "one"}, task{"l", "two"}
	g.tried(a, one)
	for i, c := range []struct {
		s       *session.Session
		e       task
		parts   int
		allowed int
		ok      bool
	}{
		{a, one, 0, 0, true},
		{a, one, 1000, 1, true}, // one line, whatever is asked for
		{a, one, 1, 1, true},    // again, after a reload
		{a, one, 2, 2, true},
		{a, one, 1, 1, true},
		{a, one, 4, 3, true},
		{a, one, 4, 3, true}, // there are three
		{a, two, 1, 0, false},
		{b, one, 1, 0, false},
		{b, one, 0, 0, true},
	} {
		if allowed, ok := g.open(c.s, c.e, c.parts, 3); allowed != c.allowed || ok != c.ok {
			t.Errorf("%d: %d, %v; want %d, %v", i, allowed, ok, c.allowed, c.ok)
		}
	}
	g.tried(b, one)
	if n, ok := g.open(b, one, 3, 3); n != 1 || !ok {
		t.Errorf("another session sees %d, %v", n, ok)
	}
}
