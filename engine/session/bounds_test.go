package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gputour/engine/wire"
)

// This file holds what a session counts: bytes, cells, runs, and what of a run a snapshot shows while it goes on.

// counts asserts that the bytes of a state are those of its cells, and each cell's those of its code and outputs.
func counts(t *testing.T, s *State) {
	t.Helper()
	all, log := 0, 0
	for _, c := range s.cells {
		n := len(c.Code)
		for _, m := range c.Outputs {
			n += size(m)
		}
		if c.bytes != n {
			t.Fatalf("cell %s has %d bytes, and counts %d", c.Cell, n, c.bytes)
		}
		all += n
	}
	for _, m := range s.log.events {
		log += size(m)
	}
	if s.bytes != all || s.log.bytes != log || s.Bytes() != all+log {
		t.Fatalf("cells have %d bytes and the log %d; counted are %d and %d", all, log, s.bytes, s.log.bytes)
	}
}

// TestSizeOfAnEvent: an event is its body and 96 bytes around it.
func TestSizeOfAnEvent(t *testing.T) {
	if got := size(wire.Message{Type: "t", Body: wire.Raw(`{"a":1}`)}); got != 7+96 {
		t.Errorf("%d bytes", got)
	}
}

// TestCounts plays what changes outputs: streams that join, displays that are updated in several cells, clears, progress.
func TestCounts(t *testing.T) {
	s := New("")
	do := func(op Op) {
		s, _, _ = Apply(s, op, 1)
		counts(t, &s)
	}
	display := func(rid, typ, text string) Op {
		return Emit{rid, typ, wire.DisplayBody{ID: "d", Data: wire.Bundle{"text/plain": text}}}
	}
	for _, rid := range []string{"a", "b", "c"} {
		do(Submit{Run{RID: rid, Cell: "c-" + rid, Code: strings.Repeat("x", len(rid)*7)}})
		do(printed(rid, "one\n"))
		do(printed(rid, "two\n"))
		do(display(rid, wire.Display, "1"))
		do(Emit{rid, wire.Progress, wire.ProgressBody{ID: "p", Value: 1}})
		do(Emit{rid, wire.Progress, wire.ProgressBody{ID: "p", Value: 100}})
		do(display(rid, wire.UpdateDisplay, "longer than before"))
		if rid == "b" {
			do(Emit{rid, wire.ClearOutput, wire.ClearBody{Wait: true}})
			do(printed(rid, "after\n"))
			do(Emit{rid, wire.ClearOutput, wire.ClearBody{}})
		}
		do(done(rid))
	}
	do(Submit{Run{RID: "again", Cell: "c-a", Code: "y"}})
	do(done("again"))
	for i := range 600 {
		rid := fmt.Sprint("r", i)
		s, _, _ = Apply(s, submit(rid), 1)
		s, _, _ = Apply(s, printed(rid, strings.Repeat("z", 40<<10)), 1)
		s, _, _ = Apply(s, done(rid), 1)
	}
	counts(t, &s)
	if len(s.cells) != 512 {
		t.Errorf("%d cells are remembered", len(s.cells))
	}
	if s.bytes > 10<<20 || s.bytes < 10<<20-50<<10 || s.log.bytes > 10<<20 || s.log.bytes < 5<<20-50<<10 {
		t.Errorf("outputs have %d bytes, the log %d", s.bytes, s.log.bytes)
	}
}

// TestRemembered: of the last 1024 runs a request that comes again is known.
func TestRemembered(t *testing.T) {
	s := New("")
	for i := range 1025 {
		s, _, _ = Apply(s, submit(fmt.Sprint(i)), 1)
		s, _, _ = Apply(s, done(fmt.Sprint(i)), 1)
	}
	for _, rid := range []string{"1", "1024", "0"} {
		before := s.log.last()
		s, _, _ = Apply(s, submit(rid), 1)
		if again := s.log.last() > before; again != (rid == "0") {
			t.Errorf("run %s is run again: %v", rid, again)
		}
	}
	waiting := New("")
	accepted := 0
	for i := range 300 {
		var err error
		if waiting, _, err = Apply(waiting, submit(fmt.Sprint(i)), 1); err == nil {
			accepted++
		}
	}
	if accepted != 257 {
		t.Errorf("%d runs are taken at once, want one that goes on and 256 that wait", accepted)
	}
}

// TestSnapshotOfARun: what a snapshot says of a cell from its click to its end.
func TestSnapshotOfARun(t *testing.T) {
	s := New("")
	say := func() string {
		c := s.Snapshot().Snapshot.Cells[len(s.cells)-1]
		return fmt.Sprintf("%s %s %d %q %d %v", c.RID, c.State, c.Count, c.Code, c.Started, c.Reply != nil)
	}
	do := func(op Op, now int64, want string) {
		t.Helper()
		s, _, _ = Apply(s, op, now)
		if got := say(); got != want {
			t.Errorf("%T: %s, want %s", op, got, want)
		}
	}
	do(submit("a"), 5, `a busy 1 "x" 5 false`)
	do(submit("b"), 6, `b queued 0 "" 0 false`)
	do(done("a"), 7, `b busy 2 "x" 7 false`)
	do(failed("b"), 8, `b error 2 "x" 7 true`)
	do(submit("c"), 9, `c busy 3 "x" 9 false`)
	do(submit("d"), 9, `d queued 0 "" 0 false`)
	events, _ := s.log.since(0)
	again, err := rebuild(Kept{Events: events})
	if err != nil {
		t.Fatal(err)
	}
	again, _, _ = Apply(again, Revived{}, 10)
	cells := again.Snapshot().Snapshot.Cells
	if got := []wire.RunState{cells[2].State, cells[3].State}; !slices.Equal(got, []wire.RunState{wire.RunStopped, wire.RunAborted}) {
		t.Errorf("after the server was gone: %v", got)
	}
}

// TestQueuedPositions: a run says how many are before it, and the queue is one of all that wait.
func TestQueuedPositions(t *testing.T) {
	s := New("")
	for i, want := range []int{0, 1, 2, 3} {
		before := s.log.last()
		s, _, _ = Apply(s, submit(fmt.Sprint(i)), 1)
		events, _ := s.log.since(before)
		if body, err := wire.DecodeBody(events[0]); err != nil || body.(*wire.QueueBody).Position != want {
			t.Errorf("run %d: %+v, %v", i, body, err)
		}
	}
}

// TestBytesThatWait adds up what of code waits.
func TestBytesThatWait(t *testing.T) {
	for want, queue := range map[int][]Run{0: nil, 3: {{Code: "abc"}}, 5: {{Code: "abc"}, {}, {Code: "de"}}} {
		if got := waitingBytes(queue); got != want {
			t.Errorf("%d bytes, want %d", got, want)
		}
	}
}

// TestNothingToHandOver: a session without a journal says that it cannot be carried elsewhere.
func TestNothingToHandOver(t *testing.T) {
	if err := new(Registry).Adopt(Carried{}, nil); err == nil {
		t.Error("a session is adopted where nothing is kept")
	}
	s, err := Open("s", "t", "", idles, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	<-s.Ended()
	if _, err := s.park(nil, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("one that has ended: %v", err)
	}
	if _, err := (&Session{}).carry(nil); err == nil || errors.Is(err, ErrClosed) {
		t.Errorf("carried: %v", err)
	}
}

// TestAbsent: without an evaluator a session answers all that it is asked, with lists that are empty and not missing.
func TestAbsent(t *testing.T) {
	ev := absent{devices: []wire.DeviceInfo{{Device: "cuda:0", Total: 5}, {Device: "cpu"}}}
	text := func(body any) string {
		data, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	place := ev.Place()
	if len(place.Devices) != 2 || place.Devices[0].DeviceInfo != ev.devices[0] || place.Devices[1].Device != "cpu" || len(ev.Devices()) != 2 {
		t.Errorf("%+v", place)
	}
	for got, want := range map[string]string{
		text(ev.Complete("x.", 2)):     `{"start":2,"end":2,"matches":[]}`,
		text(ev.Diagnose("x")):         `{"problems":[]}`,
		text(absent{}.Place().Devices): `[]`,
	} {
		if got != want {
			t.Errorf("it says %s, want %s", got, want)
		}
	}
	if o := ev.Run(Run{}, nil); o.State != wire.RunStopped || ev.Lost() != nil || ev.Inspect("x", 0, 0).Found {
		t.Errorf("%+v", o)
	}
	ev.Stop("", true)
	ev.Put(File{})
	ev.Close()
}

// TestOutputsFit: of 10 MiB of outputs nothing goes, of a byte more the oldest.
func TestOutputsFit(t *testing.T) {
	play := func(n int) *State {
		s := New("")
		s, _, _ = Apply(s, submit("a"), 1)
		s, _, _ = Apply(s, printed("a", strings.Repeat("x", 1<<20)), 1)
		s, _, _ = Apply(s, done("a"), 1)
		s, _, _ = Apply(s, submit("b"), 1)
		for ; n > 0; n -= 1 << 20 {
			s, _, _ = Apply(s, Emit{"b", wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/html": strings.Repeat("y", min(n, 1<<20))}}}, 1)
		}
		return &s
	}
	most := 8 << 20
	most += 10<<20 - play(most+100).bytes + 100
	for n, cells := range map[int]int{most: 2, most + 1: 1} {
		shown, s := 0, play(n)
		for _, c := range s.cells {
			shown += min(1, len(c.Outputs))
		}
		if shown != cells || cells == 2 && s.bytes != 10<<20 {
			t.Errorf("of %d bytes %d cells are shown, want %d", s.bytes, shown, cells)
		}
	}
}

// TestForgotten: of more outputs than a snapshot may have those go that are oldest, but never those of the cell that is written to.
func TestForgotten(t *testing.T) {
	s := New("")
	for _, rid := range []string{"a", "b"} {
		s, _, _ = Apply(s, submit(rid), 1)
		s, _, _ = Apply(s, printed(rid, strings.Repeat("x", 3<<20)), 1)
		s, _, _ = Apply(s, done(rid), 1)
	}
	s, _, _ = Apply(s, submit("c"), 1)
	left := func() (rids string) {
		for _, c := range s.cells {
			if len(c.Outputs) > 0 {
				rids += c.RID
			}
			if (len(c.Outputs) > 0) != (c.Code != "") {
				t.Errorf("cell %s has %d outputs and the code %q", c.Cell, len(c.Outputs), c.Code)
			}
		}
		counts(t, &s)
		return rids
	}
	for i, want := range []string{"abc", "bc", "c", "c"} {
		s, _, _ = Apply(s, Emit{"c", wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/html": strings.Repeat("y", 3<<20)}}}, 1)
		if got := left(); got != want {
			t.Errorf("after %d pictures of 3 MiB %s are shown, want %s", i+1, got, want)
		}
	}
	if !s.Holds(s.Last()) || s.Holds(0) || s.Last() != s.log.last() || s.Last() == 0 {
		t.Errorf("the log holds what it has not, or has not what it holds")
	}
}
