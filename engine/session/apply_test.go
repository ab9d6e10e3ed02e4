package session

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gputour/engine/wire"
)

// submit is a Submit of run rid in cell c-rid.
func submit(rid string) Op { return Submit{Run{RID: rid, Cell: "c-" + rid, Code: "x"}} }

// guest begins a run beside the session's own.
func guest(rid string) Op { return Begin{Run{RID: rid, Cell: "c-" + rid, Code: "x", Count: 1}} }

func done(rid string) Op   { return Ended{rid, Outcome{State: wire.RunDone}} }
func failed(rid string) Op { return Ended{rid, Outcome{State: wire.RunFailed}} }
func printed(rid, text string) Op {
	return Emit{rid, wire.Stream, wire.StreamBody{Name: "stdout", Text: text}}
}

func gone(number int) Op { return Gone{number, loss} }
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
			word = m.Type + "(" + b.Kind + ")"
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
			{gone(1), "limit(killed):c aborted:d stopped:c restarting(worker c-a c-b) Drop{} Renew{2 sim:2}"},
			{lost("c"), ""},
			{gone(1), ""},
			{gone(2), ""},
			{Renewed{Number: 2}, "idle Swap{}"},
			{gone(2), "restarting(worker c-a c-b) Drop{} Renew{3 sim:2}"},
			{Renewed{Number: 3}, "idle Swap{}"},
			{submit("e"), "queue0:e busy input:e Start(e,1)"},
			{lost("e"), "limit(killed):e stopped:e restarting(worker) Drop{} Renew{4 sim:2}"},
		}},
		{"a check that has run is not run again", []step{
			{Submit{Run{RID: "a", Cell: "x", Check: &Check{}}}, "queue0:a busy input:a Start(a,1)"},
			{done("a"), "done:a idle"},
			{gone(1), "restarting(worker) Drop{} Renew{2 sim:2}"},
		}},
		{"a restart that was asked for offers nothing", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{done("a"), "done:a idle"},
			{gone(1), "restarting(worker c-a) Drop{} Renew{2 sim:2}"},
			{Renewed{Number: 2}, "idle Swap{}"},
			{Restart{Reason: "asked"}, "restarting(asked) Drop{} Renew{3 sim:2}"},
		}},
		{"the ladder: ask, force, give up", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{Interrupt{"a"}, "Stop{a false} Timer{a 1}"},
			{Elapsed{"a", 1}, "Stop{a true} Timer{a 2}"},
			{Elapsed{"a", 1}, ""},
			{Elapsed{"a", 2}, "limit(killed):a stopped:a restarting(killed) Drop{} Renew{2 sim:2}"},
			{done("a"), ""},
			{submit("b"), "queue0:b"},
			{Renewed{Number: 7}, ""},
			{Renewed{Number: 2}, "idle busy input:b Swap{} Start(b,1)"},
			{Renewed{Number: 2}, ""},
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
			{Restart{Reason: "asked"}, "aborted:b stopped:a restarting(asked) Drop{} Renew{2 sim:2}"},
			{Restart{Reason: "asked"}, "refused:busy"},
			{Renewed{Number: 2}, "idle Swap{}"},
			{submit("c"), "queue0:c busy input:c Start(c,1)"},
		}},
		{"other devices take over when they are there", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{submit("b"), "queue1:b"},
			{Restart{Reason: "devices", Spec: "cpu"}, "Renew{2 cpu}"},
			{Restart{Reason: "devices", Spec: "sim:4"}, "refused:busy"},
			{submit("c"), "queue2:c"},
			{printed("a", "hi"), "stream:a"},
			{Renewed{Number: 2}, "aborted:b stopped:a restarting(devices) queue0:c idle busy input:c Swap{} Start(c,1)"},
			{done("a"), ""},
			{Restart{Reason: "asked"}, "stopped:c restarting(asked) Drop{} Renew{3 cpu}"},
		}},
		{"devices that cannot be had change nothing", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{submit("b"), "queue1:b"},
			{Restart{Reason: "devices", Spec: "cuda"}, "Renew{2 cuda}"},
			{submit("c"), "queue2:c"},
			{done("a"), "done:a"},
			{Renewed{Number: 2, Err: errors.New("no")}, "busy(kept) input:b Start(b,2)"},
			{done("b"), "done:b input:c Start(c,3)"},
			{done("c"), "done:c idle"},
			{Restart{Reason: "asked"}, "restarting(asked) Drop{} Renew{3 sim:2}"},
		}},
		{"no devices for a restart: the next run asks again", []step{
			{Restart{Reason: "asked"}, "restarting(asked) Drop{} Renew{2 sim:2}"},
			{submit("a"), "queue0:a"},
			{Renewed{Number: 2, Err: errors.New("no")}, "aborted:a idle(failed)"},
			{submit("b"), "queue0:b busy Renew{3 sim:2}"},
			{Renewed{Number: 3, Err: &Full{Of: OfMemory}}, "aborted:b idle(full)"},
			{submit("c"), "queue0:c busy Renew{4 sim:2}"},
			{Renewed{Number: 4}, "idle busy input:c Swap{} Start(c,1)"},
		}},
		{"a kill while other devices are opened", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{Interrupt{"a"}, "Stop{a false} Timer{a 1}"},
			{Elapsed{"a", 1}, "Stop{a true} Timer{a 2}"},
			{Restart{Reason: "devices", Spec: "cuda"}, "Renew{2 cuda}"},
			{Elapsed{"a", 2}, "limit(killed):a stopped:a restarting(killed) Drop{}"},
			{Renewed{Number: 2, Err: errors.New("no")}, "idle(failed)"},
			{submit("b"), "queue0:b busy Renew{3 sim:2}"},
		}},
		{"a place is given up, and asked for at the next run", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{Suspend{}, "refused:busy"},
			{done("a"), "done:a idle"},
			{Suspend{}, "idle(given-up c-a) Drop{}"},
			{Suspend{}, ""},
			{submit("b"), "queue0:b busy Renew{2 sim:2}"},
			{Suspend{}, "refused:busy"},
			{Restart{Reason: "asked"}, "refused:busy"},
			{Interrupt{"b"}, "aborted:b"},
			{Renewed{Number: 2}, "idle Swap{}"},
			{submit("c"), "queue0:c busy input:c Start(c,1)"},
		}},
		{"a worker that dies again and again while idle is not replaced until the next run", []step{
			{gone(1), "restarting(worker) Drop{} Renew{2 sim:2}"},
			{Renewed{Number: 2}, "idle Swap{}"},
			{gone(2), "restarting(worker) Drop{} Renew{3 sim:2}"},
			{Renewed{Number: 3}, "idle Swap{}"},
			{gone(3), "restarting(worker) idle(failed) Drop{}"},
			{submit("a"), "queue0:a busy Renew{4 sim:2}"},
			{Renewed{Number: 4}, "idle busy input:a Swap{} Start(a,1)"},
			{done("a"), "done:a idle"},
			{gone(4), "restarting(worker c-a) Drop{} Renew{5 sim:2}"},
		}},
		{"a job runs beside what the session runs", []step{
			{Tell{"g", wire.GPUBody{State: wire.GPUGranted}}, "gpu:g"},
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{guest("g.1"), "queue0:g.1 input:g.1"},
			{guest("g.2"), "refused:busy"},
			{printed("g.1", "x"), "stream:g.1"},
			{Restart{Reason: "asked"}, "stopped:a restarting(asked) Drop{} Renew{2 sim:2}"},
			{printed("g.1", "y"), "stream:g.1"},
			{done("g.1"), "done:g.1"},
			{done("g.1"), ""},
			{guest("g.1"), "refused:seen"},
			{guest("g.2"), "queue0:g.2 input:g.2"},
			{lost("g.2"), "limit(killed):g.2 stopped:g.2"},
			{Renewed{Number: 2}, "idle Swap{}"},
			{submit("b"), "queue0:b busy input:b Start(b,1)"},
			{done("b"), "done:b idle"},
			{gone(2), "restarting(worker c-b) Drop{} Renew{3 sim:2}"},
		}},
		{"a session moves to a GPU and comes back", []step{
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{done("a"), "done:a idle"},
			{submit("b"), "queue0:b busy input:b Start(b,2)"},
			{submit("c"), "queue1:c"},
			{Lent{}, "aborted:c stopped:b restarting(gpu c-a) idle Swap{}"},
			{Lent{}, "refused:busy"},
			{gone(1), ""},
			{submit("d"), "queue0:d busy input:d Start(d,1)"},
			{done("d"), "done:d idle"},
			{submit("e"), "queue0:e busy input:e Start(e,2)"},
			{submit("f"), "queue1:f"},
			{Returned{}, "aborted:f stopped:e restarting(gpu-over c-d) Drop{} Renew{3 sim:2}"},
			{Returned{}, ""},
			{Renewed{Number: 3}, "idle Swap{}"},
		}},
		{"a session that gave its place up on a GPU may be lent one again", []step{
			{Lent{}, "restarting(gpu) idle Swap{}"},
			{Suspend{}, "idle(given-up) Drop{}"},
			{Returned{}, ""},
			{Lent{}, "restarting(gpu) idle Swap{}"},
		}},
		{"a GPU that is lost gives the session its own devices back", []step{
			{Restart{Spec: "cpu"}, "Renew{2 cpu}"},
			{Lent{}, "restarting(gpu) idle Swap{}"},
			{Renewed{Number: 2}, ""},
			{gone(3), "restarting(worker) Drop{} Renew{4 sim:2}"},
			{Returned{}, ""},
		}},
		{"a server that ends says so to what runs, and to what runs later", []step{
			{Leaving{5000}, ""},
			{guest("g"), "queue0:g input:g"},
			{Leaving{5000}, "limit_near(drain-job):g"},
			{submit("a"), "queue0:a busy input:a limit_near(drain):a Start(a,1)"},
			{Leaving{4000}, "limit_near(drain):a limit_near(drain-job):g"},
			{submit("b"), "queue1:b"},
			{Cut{}, "aborted:b limit(drain):a stopped:a"},
			{Cut{}, ""},
			{done("g"), "done:g"},
		}},
		{"no machine has room", []step{
			{Suspend{}, "idle(given-up) Drop{}"},
			{submit("a"), "queue0:a busy Renew{2 sim:2}"},
			{Renewed{Number: 2, Err: &Full{Of: OfMachines}}, "aborted:a idle(machines)"},
			{submit("b"), "queue0:b busy Renew{3 sim:2}"},
			{Renewed{Number: 3, Err: fmt.Errorf("for want of it: %w", &Full{Of: OfPlaces})}, "aborted:b idle(full)"},
		}},
		{"a log that broke off with a turn and without a place", []step{
			{Tell{"g", wire.GPUBody{State: wire.GPUGranted}}, "gpu:g"},
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{done("a"), "done:a idle"},
			{Suspend{}, "idle(given-up c-a) Drop{}"},
			{Revived{}, "gpu:g idle(given-up c-a)"},
			{Revived{}, "idle(given-up c-a)"},
		}},
		{"timers count for their own step alone", []step{
			{Elapsed{"a", 1}, ""},
			{submit("a"), "queue0:a busy input:a Start(a,1)"},
			{Elapsed{"a", 1}, ""},
			{Interrupt{}, "Stop{a false} Timer{a 1}"},
			{Elapsed{"a", 2}, ""},
			{Elapsed{"b", 1}, ""},
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

// TestRenewals goes through every order of a few ops around the opening of evaluators and
// asks at each end: is the session either working or waiting for an evaluator, can it be
// run, restarted and switched, and has every run an end?
func TestRenewals(t *testing.T) {
	moves := []string{"run", "stop", "restart", "devices", "suspend", "opened", "failed", "kill", "end", "lose"}
	const deep = 5
	var walk func(r *renewals, path []string)
	walk = func(r *renewals, path []string) {
		r.ends(t, path)
		if len(path) == deep {
			return
		}
		for _, m := range moves {
			next := *r
			next.runs = append([]string(nil), r.runs...)
			if next.do(m) {
				walk(&next, append(path[:len(path):len(path)], m))
			}
		}
	}
	walk(&renewals{State: New("sim:2"), live: true}, nil)
}

// renewals is a session and what its world knows.
type renewals struct {
	State
	live   bool     // there is an evaluator
	number int      // of the Renew that goes on
	runs   []string // not over
	count  int
}

// do makes a move and reports whether it can be made here.
func (r *renewals) do(move string) bool {
	var op Op
	switch move {
	case "run":
		r.count++
		op = submit(fmt.Sprint(r.count))
	case "stop":
		op = Interrupt{}
	case "restart":
		op = Restart{Reason: "asked"}
	case "devices":
		op = Restart{Reason: "devices", Spec: "cpu"}
	case "suspend":
		op = Suspend{}
	case "opened", "failed":
		if r.number == 0 {
			return false
		}
		renewed := Renewed{Number: r.number}
		if move == "failed" {
			renewed.Err = errors.New("no")
		}
		r.number, op = 0, renewed
	case "lose":
		if r.evaluator == 0 {
			return false
		}
		op = Gone{r.evaluator, loss}
	case "kill", "end":
		if r.Current == nil {
			return false
		}
		if op = done(r.Current.RID); move == "kill" {
			r.stage = forced
			op = Elapsed{r.Current.RID, int(forced)}
		}
	}
	r.apply(op)
	return true
}

func (r *renewals) apply(op Op) {
	before := r.log.last()
	r.log.events = append([]wire.Message(nil), r.log.events...)
	r.runsSeen(op)
	s, effects, _ := Apply(r.State, op, 1)
	r.State = s
	for _, e := range effects {
		switch e := e.(type) {
		case Drop:
			r.live = false
		case Swap:
			r.live = true
		case Renew:
			if r.number != 0 {
				panic("two evaluators are opened at once")
			}
			r.number = e.Number
		case Start:
			if !r.live {
				panic("a run starts without an evaluator")
			}
		}
	}
	events, _ := r.log.since(max(before, r.log.base()))
	for _, m := range events {
		if m.Type == wire.Reply {
			r.runs = without(r.runs, m.RID)
		}
	}
}

func (r *renewals) runsSeen(op Op) {
	if s, ok := op.(Submit); ok {
		r.runs = append(r.runs, s.Run.RID)
	}
	// the ring is a map; a walk that goes on from here must not see another's runs
	seen := map[string]bool{}
	for k := range r.State.runs.seen {
		seen[k] = true
	}
	r.State.runs.seen, r.State.runs.order = seen, append([]string(nil), r.State.runs.order...)
	cells := make([]*cell, len(r.cells))
	for i, c := range r.cells {
		copied := *c
		cells[i] = &copied
	}
	r.cells = cells
}

func without(list []string, s string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(x string) bool { return x == s })
}

// ends lets a copy of the session come to rest and asks that it works.
func (r *renewals) ends(t *testing.T, path []string) {
	t.Helper()
	if r.Current != nil && !r.live {
		t.Fatalf("%v: a run goes on without an evaluator", path)
	}
	end := *r
	end.runs = slices.Clone(r.runs)
	rest := func() {
		for i := 0; end.number != 0 || end.Current != nil; i++ {
			if i > 20 {
				t.Fatalf("%v: no rest", path)
			}
			if end.number != 0 {
				end.do("opened")
			} else {
				end.do("end")
			}
		}
		if end.Status != wire.Idle || len(end.Queue) > 0 || len(end.runs) > 0 {
			t.Fatalf("%v: %s with %d waiting, not over %v", path, end.Status, len(end.Queue), end.runs)
		}
	}
	rest()
	for _, move := range []string{"run", "restart", "devices", "run"} {
		before := end.Count
		end.do(move)
		rest()
		if move == "run" && (!end.live || end.Count != before+1) {
			t.Fatalf("%v: then a run did not run", path)
		}
	}
	if end.Spec != "cpu" {
		t.Fatalf("%v: then devices %q", path, end.Spec)
	}
}

// TestWords: what a learner is told of a loss is in the run's language, or as it came.
func TestWords(t *testing.T) {
	two := Loss{Reason: "worker", Limit: wire.LimitBody{Kind: "killed", Text: "as it came"}, Text: map[string]string{"en": "gone", "zh": "没了"}}
	for lang, want := range map[string]string{"en": "gone", "zh": "没了", "fr": "as it came"} {
		run := Run{RID: "a", Cell: "c", Lang: lang}
		for _, ops := range [][]Op{{Submit{run}, Ended{"a", Outcome{Lost: &two}}}, {Submit{run}, Gone{1, two}}, {Begin{run}, Ended{"a", Outcome{Lost: &two}}}} {
			s := New("")
			for _, op := range ops {
				s, _, _ = Apply(s, op, 1)
			}
			if out := s.cells[0].Outputs; len(out) != 1 || !strings.Contains(string(out[0].Body), `"text":"`+want+`"`) {
				t.Errorf("%s, %T: %v", lang, ops[1], out)
			}
		}
	}
}

// TestTimeLeft: before a server ends each run is told how long it has, and never less than nothing.
func TestTimeLeft(t *testing.T) {
	s := New("")
	left := func(op Op, now, want int64) {
		t.Helper()
		before := s.log.last()
		s, _, _ = Apply(s, op, now)
		events, _ := s.log.since(before)
		for _, m := range events {
			if b, _ := wire.DecodeBody(m); m.Type == wire.LimitNear && (b.(*wire.LimitBody).Value != want || b.(*wire.LimitBody).Unit != "ms") {
				t.Errorf("at %d it is told %+v, want %d ms", now, b, want)
			}
		}
		if n := slices.IndexFunc(events, func(m wire.Message) bool { return m.Type == wire.LimitNear }); (n >= 0) != (want >= 0) {
			t.Errorf("at %d: %v", now, events)
		}
	}
	left(Leaving{1000}, 500, -1)
	left(submit("a"), 600, 900)
	left(Leaving{300}, 700, 300)
	left(done("a"), 800, -1)
	left(press("p", "a"), 900, -1) // it is over in a moment
	left(done("p"), 900, -1)
	left(submit("b"), 1001, 0)
}

// TestTurnOfAnEarlierProgram: a turn that went on when the log broke off is over.
func TestTurnOfAnEarlierProgram(t *testing.T) {
	s := New("")
	s, _, _ = Apply(s, Tell{"g", wire.GPUBody{State: wire.GPUWaiting, Kind: wire.GPUJob, Place: 3}}, 1)
	s, _, _ = Apply(s, Revived{}, 1)
	if g := s.Snapshot().Snapshot.GPU; g == nil || g.RID != "g" || g.State != wire.GPUEnded || g.Kind != wire.GPUJob || g.Why != "server" || g.Place != 0 {
		t.Errorf("%+v", g)
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
	s = New("")
	long := func(rid string) Op {
		return Submit{Run{RID: rid, Cell: rid, Code: strings.Repeat("x", wire.MaxCode)}}
	}
	for i := range MaxQueue {
		if s, _, err = Apply(s, long(fmt.Sprint(i)), 1); err != nil {
			break
		}
	}
	if n := waitingBytes(s.Queue); err == nil || n > QueueBytes {
		t.Errorf("%d bytes of code wait, error %v", n, err)
	}
	s = New("")
	s, _, _ = Apply(s, submit("runs"), 1)
	for rid, bytes := range map[string]int{"most": 4 << 20, "more": 4<<20 + 1} {
		_, _, err := Apply(s, Submit{Run{RID: rid, Cell: rid, Code: strings.Repeat("x", bytes)}}, 1)
		if (err == nil) != (rid == "most") {
			t.Errorf("%d bytes of code: %v", bytes, err)
		}
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
		{"an update of a result", []Op{display(wire.Result, "d", "1"), printed("a", "x"), display(wire.UpdateDisplay, "d", "2")},
			[]string{`display_data {"data":{"text/plain":"2"},"id":"d"}`, `stream {"name":"stdout","text":"x"}`}},
		{"an update of another", []Op{display(wire.Display, "d", "1"), display(wire.UpdateDisplay, "e", "2")},
			[]string{`display_data {"data":{"text/plain":"1"},"id":"d"}`}},
		{"an update of what has no name", []Op{display(wire.Display, "", "1"), display(wire.UpdateDisplay, "", "2")},
			[]string{`display_data {"data":{"text/plain":"1"}}`}},
		{"streams of two names", []Op{printed("a", "x"), Emit{"a", wire.Stream, wire.StreamBody{Name: "stderr", Text: "y"}}},
			[]string{`stream {"name":"stdout","text":"x"}`, `stream {"name":"stderr","text":"y"}`}},
		{"a stream after a gap", []Op{printed("a", "x"), Emit{"a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "y", Dropped: 5}}},
			[]string{`stream {"name":"stdout","text":"x"}`, `stream {"name":"stdout","text":"y","dropped":5}`}},
		{"a question", []Op{printed("a", "x"), Emit{"a", wire.InputRequest, wire.InputRequestBody{Prompt: "?"}}}, []string{`stream {"name":"stdout","text":"x"}`}},
		{"clear and wait, then a picture", []Op{printed("a", "x"), Emit{"a", wire.ClearOutput, wire.ClearBody{Wait: true}}, display(wire.Display, "", "1"), display(wire.Display, "", "2")},
			[]string{`display_data {"data":{"text/plain":"1"}}`, `display_data {"data":{"text/plain":"2"}}`}},
		{"a bar of another name", []Op{progress(1), Emit{"a", wire.Progress, wire.ProgressBody{ID: "q", Value: 3}}},
			[]string{`progress {"id":"p","value":1}`, `progress {"id":"q","value":3}`}},
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
				if got = append(got, m.Type+" "+string(m.Body)); m.Seq != 0 {
					t.Errorf("%s has the number %d", m.Type, m.Seq)
				}
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %q\nwant %q", got, c.want)
			}
		})
	}
}
