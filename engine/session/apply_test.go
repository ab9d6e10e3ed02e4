package session

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"gputour/engine/wire"
)

// submit is a Submit of run rid in cell c-rid.
func submit(rid string) Op { return Submit{Run{RID: rid, Cell: "c-" + rid, Code: "x"}} }

func done(rid string) Op   { return Ended{rid, Outcome{State: wire.RunDone}} }
func failed(rid string) Op { return Ended{rid, Outcome{State: wire.RunFailed}} }
func printed(rid, text string) Op {
	return Emit{rid, wire.Stream, wire.StreamBody{Name: "stdout", Text: text}}
}

func gone(epoch int) Op { return Gone{epoch, loss} }
func lost(rid string) Op {
	return Ended{rid, Outcome{State: wire.RunStopped, Lost: &loss}}
}

var loss = Loss{Reason: "worker", Limit: wire.LimitBody{Kind: "killed"}, Text: map[string]string{"en": "gone"}}

// say writes events and effects in short: "input:a" is the event execute_input of run a, "Start(a)" an effect.
func say(events []wire.Message, effects []Effect, err error) string {
	var words []string
	for _, m := range events {
		word := strings.TrimPrefix(m.Type, "execute_")
		switch b, _ := wire.DecodeBody(m); b := b.(type) {
		case *wire.StatusBody:
			word = b.State
			if b.Reason != "" {
				word += "(" + b.Reason + strings.Join(append([]string{""}, b.Again...), " ") + ")"
			}
		case *wire.ReplyBody:
			word = string(b.State)
		case *wire.QueueBody:
			word = fmt.Sprintf("queue%d", b.Position)
		case *wire.LimitBody:
			word = "limit(" + b.Kind + ")"
		}
		if m.RID != "" {
			word += ":" + m.RID
		}
		words = append(words, word)
	}
	for _, e := range effects {
		switch e := e.(type) {
		case Start:
			words = append(words, fmt.Sprintf("Start(%s,%d)", e.Run.RID, e.Run.Count))
		default:
			words = append(words, strings.TrimPrefix(fmt.Sprintf("%T%v", e, e), "session."))
		}
	}
	var refused *Refusal
	if errors.As(err, &refused) {
		words = append(words, "refused:"+refused.Code)
	}
	return strings.Join(words, " ")
}

// step is an op and what it must do.
type step struct {
	op   Op
	want string
}

func TestApply(t *testing.T) {
	cases := []struct {
		name  string
		steps []step
	}{
		{"a run from click to idle", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{printed("a", "hi"), "stream:a"},
			{done("a"), "done:a idle"},
			{printed("a", "late"), ""},
			{done("a"), ""},
		}},
		{"the same run twice is run once", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{submit("a"), ""},
			{done("a"), "done:a idle"},
			{submit("a"), ""},
		}},
		{"runs wait in order", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{submit("b"), "queue1:b"},
			{submit("c"), "queue2:c"},
			{done("a"), "done:a input:b Start(b,2)"},
			{done("b"), "done:b input:c Start(c,3)"},
			{done("c"), "done:c idle"},
		}},
		{"a failure empties the queue", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{submit("b"), "queue1:b"},
			{failed("a"), "error:a aborted:b idle"},
		}},
		{"unless the run says to keep going", []step{
			{Submit{Run{RID: "a", Cell: "x", KeepGoing: true}}, "queue0:a busy input:a Start(a,1)"},
			{submit("b"), "queue1:b"},
			{failed("a"), "error:a input:b Start(b,2)"},
		}},
		{"interrupt stops the run and empties the queue", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{submit("b"), "queue1:b"},
			{Interrupt{}, "aborted:b Stop{a false} Timer{a 1}"},
			{Interrupt{}, ""},
			{Ended{"a", Outcome{State: wire.RunStopped}}, "stopped:a idle"},
			{Elapsed{"a", 1}, ""},
		}},
		{"interrupting a waiting run takes it out", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{submit("b"), "queue1:b"},
			{Interrupt{"b"}, "aborted:b"},
			{Interrupt{"zzz"}, ""},
			{done("a"), "done:a idle"},
			{Interrupt{"a"}, ""},
			{Interrupt{}, ""},
		}},
		{"an evaluator that is gone ends its run; what had run may be run again", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{done("a"), "done:a idle"},
			{submit("b"), "queue0:b busy input:b Start(b,2)"},
			{done("b"), "done:b idle"},
			{Submit{Run{RID: "a2", Cell: "c-a"}}, "queue0:a2 busy input:a2 Start(a2,3)"},
			{done("a2"), "done:a2 idle"},
			{submit("c"), "queue0:c busy input:c Start(c,4)"},
			{submit("d"), "queue1:d"},
			{gone(1), "limit(killed):c stopped:c aborted:d restarting(worker c-a c-b) Renew{2 sim:2}"},
			{lost("c"), ""},
			{gone(1), ""},
			{gone(2), ""},
			{Renewed{Epoch: 2}, "idle"},
			{gone(2), "restarting(worker c-a c-b) Renew{3 sim:2}"},
			{Renewed{Epoch: 3}, "idle"},
			{submit("e"), "queue0:e busy input:e Start(e,1)"},
			{lost("e"), "limit(killed):e stopped:e restarting(worker) Renew{4 sim:2}"},
		}},
		{"a check that has run is not run again", []step{
			{Submit{Run{RID: "a", Cell: "x", Check: &Check{}}}, "queue0:a busy input:a Start(a,1)"},
			{done("a"), "done:a idle"},
			{gone(1), "restarting(worker) Renew{2 sim:2}"},
		}},
		{"a restart that was asked for offers nothing", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{done("a"), "done:a idle"},
			{gone(1), "restarting(worker c-a) Renew{2 sim:2}"},
			{Renewed{Epoch: 2}, "idle"},
			{Restart{Reason: "asked"}, "restarting(asked) Renew{3 sim:2}"},
		}},
		{"the ladder: ask, force, give up", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{Interrupt{"a"}, "Stop{a false} Timer{a 1}"},
			{Elapsed{"a", 1}, "Stop{a true} Timer{a 2}"},
			{Elapsed{"a", 1}, ""},
			{Elapsed{"a", 2}, "limit(killed):a stopped:a restarting(killed) Renew{2 sim:2}"},
			{done("a"), ""},
			{submit("b"), "queue0:b"},
			{Renewed{Epoch: 1}, ""},
			{Renewed{Epoch: 2}, "idle busy input:b Start(b,1)"},
		}},
		{"a timer of an earlier run does nothing to the next", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{Interrupt{"a"}, "Stop{a false} Timer{a 1}"},
			{Ended{"a", Outcome{State: wire.RunStopped}}, "stopped:a idle"},
			{submit("b"), "queue0:b busy input:b Start(b,2)"},
			{Elapsed{"a", 1}, ""},
		}},
		{"restart forgets names and what waits", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{submit("b"), "queue1:b"},
			{Restart{Reason: "asked"}, "aborted:b stopped:a restarting(asked) Stop{a true} Renew{2 sim:2}"},
			{Restart{Reason: "asked"}, "refused:busy"},
			{Renewed{Epoch: 2}, "idle"},
			{submit("c"), "queue0:c busy input:c Start(c,1)"},
		}},
		{"other devices", []step{
			{Restart{Reason: "devices", Spec: "cpu"}, "restarting(devices) Renew{2 cpu}"},
			{submit("a"), "queue0:a"},
			{Renewed{Epoch: 2, Err: errors.New("no")}, "aborted:a restarting(failed)"},
		}},
		{"input", []step{
			{Answer{"a", "x"}, "refused:not-waiting"},
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{Answer{"a", "x"}, "refused:not-waiting"},
			{Emit{"a", wire.InputRequest, wire.InputRequestBody{Prompt: "? "}}, "input_request:a"},
			{Answer{"b", "x"}, "refused:not-waiting"},
			{Answer{"a", "x"}, "Feed{x}"},
			{Answer{"a", "x"}, "refused:not-waiting"},
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := New("sim:2")
			for i, step := range c.steps {
				before := s.log.last()
				next, effects, err := Apply(s, step.op, 1)
				s = next
				events, ok := s.log.since(before)
				if !ok {
					t.Fatal("the log has a gap")
				}
				if got := say(events, effects, err); got != step.want {
					t.Fatalf("step %d, %T: got  %s\nwant %s", i, step.op, got, step.want)
				}
			}
		})
	}
}

func TestQueueIsBounded(t *testing.T) {
	s := New("")
	var err error
	for i := 0; i <= MaxQueue; i++ {
		if s, _, err = Apply(s, submit(fmt.Sprint(i)), 1); err != nil {
			t.Fatal(i, err)
		}
	}
	var refused *Refusal
	if _, _, err = Apply(s, submit("more"), 1); !errors.As(err, &refused) || refused.Code != "queue-full" {
		t.Errorf("error %v", err)
	}
}

// TestLogIsBounded floods a session through many cells; the log stays small, has
// no gap, and the snapshot holds the latest.
func TestLogIsBounded(t *testing.T) {
	s := New("")
	text := strings.Repeat("x", 64<<10)
	for i := range 1000 {
		rid := fmt.Sprint(i)
		s, _, _ = Apply(s, submit(rid), 1)
		s, _, _ = Apply(s, printed(rid, text), 1)
		s, _, _ = Apply(s, done(rid), 1)
	}
	if s.log.bytes > LogBytes || s.bytes > OutputBytes || len(s.cells) > MaxCells {
		t.Errorf("log %d bytes, outputs %d bytes, %d cells", s.log.bytes, s.bytes, len(s.cells))
	}
	if _, ok := s.log.since(0); ok {
		t.Error("the log still holds its first event")
	}
	events, ok := s.log.since(s.log.last() - 50)
	if !ok || len(events) != 50 {
		t.Fatalf("%d events, %v", len(events), ok)
	}
	for i, m := range events {
		if want := s.log.last() - 50 + uint64(i) + 1; m.Seq != want {
			t.Fatalf("event %d has number %d", want, m.Seq)
		}
	}
	snap := s.Snapshot()
	last := snap.Snapshot.Cells[len(snap.Snapshot.Cells)-1]
	if last.RID != "999" || len(last.Outputs) != 1 || last.State != wire.RunDone {
		t.Errorf("last cell %s %s with %d outputs", last.RID, last.State, len(last.Outputs))
	}
}

func TestSnapshotCompacts(t *testing.T) {
	display := func(typ, id, text string) Op {
		return Emit{"a", typ, wire.DisplayBody{ID: id, Data: wire.Bundle{"text/plain": text}}}
	}
	progress := func(n int64) Op { return Emit{"a", wire.Progress, wire.ProgressBody{ID: "p", Value: n}} }
	cases := []struct {
		name string
		ops  []Op
		want []string
	}{
		{"streams join", []Op{printed("a", "x\n"), printed("a", "y\n")}, []string{`stream {"name":"stdout","text":"x\ny\n"}`}},
		{"a bar keeps its last state", []Op{printed("a", "\r10%"), printed("a", "\r20%")}, []string{`stream {"name":"stdout","text":"\r20%"}`}},
		{"clear", []Op{printed("a", "x"), Emit{"a", wire.ClearOutput, wire.ClearBody{}}}, nil},
		{"clear and wait", []Op{printed("a", "x"), Emit{"a", wire.ClearOutput, wire.ClearBody{Wait: true}}},
			[]string{`stream {"name":"stdout","text":"x"}`}},
		{"clear and wait, then text", []Op{printed("a", "x"), Emit{"a", wire.ClearOutput, wire.ClearBody{Wait: true}}, printed("a", "y")},
			[]string{`stream {"name":"stdout","text":"y"}`}},
		{"an update replaces", []Op{display(wire.Display, "d", "1"), display(wire.UpdateDisplay, "d", "2")},
			[]string{`display_data {"data":{"text/plain":"2"},"id":"d"}`}},
		{"progress: the last one", []Op{progress(1), printed("a", "x"), progress(2)},
			[]string{`progress {"id":"p","value":2}`, `stream {"name":"stdout","text":"x"}`}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := New("")
			s, _, _ = Apply(s, submit("a"), 1)
			for _, op := range c.ops {
				s, _, _ = Apply(s, op, 1)
			}
			var got []string
			for _, m := range s.Snapshot().Snapshot.Cells[0].Outputs {
				got = append(got, m.Type+" "+string(m.Body))
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %q\nwant %q", got, c.want)
			}
		})
	}
}
