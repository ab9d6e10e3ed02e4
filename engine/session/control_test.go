package session

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gputour/engine/wire"
)

// press is the learner's hand on a control that cell c-of shows.
func press(rid, of string) Op {
	return Submit{Run{RID: rid, Cell: "c-" + of, KeepGoing: true, Control: &wire.ControlBody{ID: "w", Event: wire.ControlClick}}}
}

func TestControlsRunBetweenCells(t *testing.T) {
	cases := []struct {
		name  string
		steps []step
	}{
		{"a press is a small run, whose output belongs to its cell", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{done("a"), "done:a idle"},
			{press("p", "a"), "busy Start(p,0)"},
			{printed("p", "hi"), "stream:a"},
			{done("p"), "control_done:p idle"},
			{printed("p", "late"), ""},
			{submit("b"), "queue0:b busy input:b Start(b,2)"},
		}},
		{"presses wait in order, behind cells too", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{submit("b"), "queue1:b"},
			{press("p", "a"), ""},
			{press("q", "a"), ""},
			{done("a"), "done:a input:b Start(b,2)"},
			{done("b"), "done:b Start(p,0)"},
			{failed("p"), "control_done:p Start(q,0)"},
			{done("q"), "control_done:q idle"},
		}},
		{"what a press gives is lost when its cell waits to run anew", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{done("a"), "done:a idle"},
			{press("p", "a"), "busy Start(p,0)"},
			{Submit{Run{RID: "a2", Cell: "c-a"}}, "queue1:a2"},
			{printed("p", "x"), ""},
			{done("p"), "control_done:p input:a2 Start(a2,2)"},
		}},
		{"stop stops it and empties the queue", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{done("a"), "done:a idle"},
			{press("p", "a"), "busy Start(p,0)"},
			{press("q", "a"), ""},
			{Interrupt{}, "control_done:q Stop{p false} Timer{p 1}"},
			{Elapsed{"p", 1}, "Stop{p true} Timer{p 2}"},
			{Ended{"p", Outcome{State: wire.RunStopped}}, "control_done:p idle"},
		}},
		{"an evaluator that is lost ends it", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{done("a"), "done:a idle"},
			{press("p", "a"), "busy Start(p,0)"},
			{gone(1), "limit(killed):a control_done:p restarting(worker c-a) Drop{} Renew{2 sim:2}"},
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := New("sim:2")
			for i, st := range c.steps {
				before := s.log.last()
				next, effects, err := Apply(s, st.op, int64(i))
				s = next
				events, _ := s.log.since(before)
				if got := say(events, effects, err); got != st.want {
					t.Fatalf("step %d, %+v:\n got %q\nwant %q", i, st.op, got, st.want)
				}
			}
		})
	}
}

// TestUpdatesReachWhateverShowsThem holds that a page that comes back sees the last state of a display, whichever run
// changed it.
func TestUpdatesReachWhateverShowsThem(t *testing.T) {
	s := New("sim:2")
	for _, op := range []Op{
		submit("a"), Emit{"a", wire.Display, wire.DisplayBody{ID: "w", Data: wire.Bundle{"text/plain": "old"}}}, done("a"),
		press("p", "a"), Emit{"p", wire.UpdateDisplay, wire.DisplayBody{ID: "w", Data: wire.Bundle{"text/plain": "pressed"}}}, printed("p", "said"), done("p"),
		submit("b"), Emit{"b", wire.UpdateDisplay, wire.DisplayBody{ID: "w", Data: wire.Bundle{"text/plain": "by another cell"}}}, done("b"),
	} {
		s, _, _ = Apply(s, op, 1)
	}
	data, _ := json.Marshal(s.Snapshot())
	for text, want := range map[string]bool{"old": false, "pressed": false, "by another cell": true, "said": true} {
		if strings.Contains(string(data), text) != want {
			t.Errorf("%q is shown: %v\n%s", text, !want, data)
		}
	}
}

// still is a clock that stands, whose timers ring when they are told to.
type still struct{ timers []func() }

func (*still) Now() time.Time { return time.Unix(100, 0) }
func (c *still) AfterFunc(_ time.Duration, f func()) func() {
	c.timers = append(c.timers, f)
	return func() {}
}

// taker keeps what comes out of an output.
type taker struct {
	Output
	types []string
	last  any
}

func (k *taker) Emit(typ string, body any) { k.types, k.last = append(k.types, typ), body }

func TestUpdatesOfOneDisplayMerge(t *testing.T) {
	clock, k := &still{}, &taker{}
	o := newOutput(k, 4000, clock)
	update := func(text string) {
		o.Emit(wire.UpdateDisplay, wire.DisplayBody{ID: "w", Data: wire.Bundle{"text/plain": text}})
	}
	update("first")
	for range 100 {
		update(strings.Repeat("x", 100))
		o.Stream("stdout", ".")
	}
	update("last")
	o.end()
	if got := strings.Join(k.types, " "); got != "update_display_data update_display_data stream" {
		t.Errorf("sent %s", got)
	}
	clock, k = &still{}, &taker{}
	o = newOutput(k, 4000, clock)
	for range 100 { // each replaces what was there: together they are no more than one
		update(strings.Repeat("x", 1000))
		o.end()
	}
	if b, ok := k.last.(wire.DisplayBody); len(k.types) != 100 || !ok || b.ID != "w" {
		t.Errorf("%d events, the last %+v", len(k.types), k.last)
	}
}
