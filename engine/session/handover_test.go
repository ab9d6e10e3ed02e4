package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
)

// This file hands sessions over, and lends them evaluators.

// Continue implements session.Continuer.
func (s *shelf) Continue(id, token, owner, spec string) (session.Kept, session.Journal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.kept
	kept.Events = slices.Clone(kept.Events)
	return kept, s, nil
}

// resuming is an evaluator that outlasts the program: a run that had begun ends as done.
type resuming struct{ *sessiontest.Evaluator }

// Resume implements session.Resumer.
func (r resuming) Resume(run session.Run, out session.Output) session.Outcome {
	out.Stream("stdout", "resumed "+run.RID)
	return session.Outcome{State: wire.RunDone}
}

// within is an evaluator that adds nothing to another.
type within struct{ session.Evaluator }

// Unwrap returns the other.
func (w within) Unwrap() session.Evaluator { return w.Evaluator }

// says reads what a session has told, from its first event on, until that is what is wanted: "first done idle".
func says(t *testing.T, h *house, s *session.Session, want string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	client, told := h.Watch(s, 0), []string{}
	for strings.Join(told, " ") != want {
		batch, err := client.Next(ctx)
		if err != nil {
			t.Fatalf("it told %q, want %q: %v", told, want, err)
		}
		for _, m := range batch {
			body, _ := wire.DecodeBody(m)
			switch b := body.(type) {
			case *wire.InputBody:
				told = append(told, m.RID)
			case *wire.StatusBody:
				if b.State != wire.Busy {
					told = append(told, short(m, body))
				}
			case *wire.StreamBody, *wire.ReplyBody, *wire.LimitBody:
				told = append(told, short(m, body))
			}
		}
	}
}

// TestHandOver: what runs and waits goes on in the next program where its evaluator is still there; where it is not, what ran is lost as
// with any evaluator, and the learner is told that it was the server.
func TestHandOver(t *testing.T) {
	open := func(wrap func(*sessiontest.Evaluator) session.Evaluator) session.Evaluator {
		ev, err := sessiontest.Open("sim:2")
		if err != nil {
			t.Fatal(err)
		}
		return wrap(ev.(*sessiontest.Evaluator))
	}
	for _, c := range []struct {
		name, code string
		at         func(*sessiontest.Evaluator) session.Evaluator // nil: nothing is at its seat
		want       string
	}{
		{"idle", "", func(e *sessiontest.Evaluator) session.Evaluator { return resuming{e} }, "first done idle"},
		{"it runs on", "print early\nwait go", func(e *sessiontest.Evaluator) session.Evaluator { return within{resuming{e}} }, "first done idle second early resumed second done idle"},
		{"it cannot run on", "print early\nwait go", func(e *sessiontest.Evaluator) session.Evaluator { return e }, "first done idle second early stopped idle"},
		{"its evaluator is gone", "print early\nwait go", nil, "first done idle second early limit stopped restarting:server idle"},
		{"an idle one is gone", "", nil, "first done idle restarting:server idle"},
	} {
		shelf := &shelf{}
		before, after := newHouse(t, &session.Registry{Keeper: shelf}), newHouse(t, &session.Registry{Keeper: shelf})
		g := before.must("ann")
		before.Enter(g.Session, "devices")
		g.run("first", "")
		g.until(idle)
		if c.code != "" {
			g.run("second", c.code)
			g.until(func(m wire.Message, _ any) bool { return m.Type == wire.Stream })
		}
		bytes := size(g.Session)
		all, release, err := before.HandOver(func(session.Evaluator) json.RawMessage { return json.RawMessage(`"here"`) })
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		h := all[0]
		if h.ID != g.ID || h.Token != g.Token || h.Visitor != "ann" || h.Lesson != "devices" || h.Spec != "sim:2" || h.Number != 1 || h.Opened != 1 || string(h.Seat) != `"here"` ||
			(h.Current != nil) != (c.code != "") || len(h.Devices) != 1 {
			t.Errorf("%s: carried %+v", c.name, h)
		}
		text, _ := json.Marshal(h)
		if err := json.Unmarshal(text, &h); err != nil {
			t.Fatal(err)
		}
		var ev session.Evaluator
		if c.at != nil {
			ev = open(c.at)
		}
		if err := after.Adopt(h, ev); err != nil {
			t.Fatal(c.name, err)
		}
		s := after.Find("ann", "devices")
		if s == nil || s.ID != g.ID {
			t.Fatalf("%s: the next program does not find it", c.name)
		}
		if p := after.Places("ann"); ev != nil && p != (session.Elsewhere{All: 1, Theirs: 1}) {
			t.Errorf("%s: its place is not counted: %+v", c.name, p)
		}
		says(t, after, s, c.want)
		if got := size(s); c.name == "idle" && got != bytes {
			t.Errorf("it counts %d bytes, and counted %d", got, bytes)
		}
		release()
		g.ev.Release("go")
	}
}

// size is what a session's log and outputs hold.
func size(s *session.Session) (n int) {
	s.Look(func(st *session.State) { n = st.Bytes() })
	return n
}

// TestAdoptedOneIsLost: the next program minds the evaluator, too.
func TestAdoptedOneIsLost(t *testing.T) {
	h := newHouse(t, &session.Registry{Keeper: &shelf{}})
	ev, _ := sessiontest.Open("sim:2")
	if err := h.Adopt(session.Carried{ID: "s", Spec: "sim:2", Number: 3, Opened: 4}, ev); err != nil {
		t.Fatal(err)
	}
	ev.(*sessiontest.Evaluator).Lose(session.Loss{Reason: "worker"})
	says(t, h, h.At("s"), "restarting:worker idle")
}

// TestAdoptRefuses what is not the session that was handed over.
func TestAdoptRefuses(t *testing.T) {
	config := session.Config{Open: sessiontest.Open}
	for name, c := range map[string]struct {
		carried session.Carried
		kept    session.Kept
		moved   bool
	}{
		"another generation": {session.Carried{ID: "s", Log: 1}, session.Kept{Log: 2}, true},
		"a log with a gap":   {session.Carried{ID: "s"}, session.Kept{Events: []wire.Message{{Seq: 2, Type: wire.Status}}}, false},
	} {
		r := &session.Registry{Config: config, Keeper: &shelf{kept: c.kept}}
		if err := r.Adopt(c.carried, nil); err == nil || errors.Is(err, session.ErrMoved) != c.moved || r.Len() != 0 {
			t.Errorf("%s: %v, %d sessions", name, err, r.Len())
		}
		r.Close()
	}
}

// TestAdoptWithoutAPlace: who had no evaluator takes no place from others, and has one again at the next run.
func TestAdoptWithoutAPlace(t *testing.T) {
	h := newHouse(t, &session.Registry{Keeper: &shelf{}})
	if err := h.Adopt(session.Carried{ID: "s", Visitor: "ann", Spec: "sim:2"}, nil); err != nil {
		t.Fatal(err)
	}
	if p := h.Places("ann"); p != (session.Elsewhere{}) {
		t.Errorf("it has %+v", p)
	}
	s := h.At("s")
	s.Do(session.Submit{Run: session.Run{RID: "r", Cell: "c"}})
	says(t, h, s, "idle r done idle")
	if p := h.Places("ann"); p.All != 1 {
		t.Errorf("then it has %+v", p)
	}
}

// stubborn is an evaluator that outlasts the program, with a run that ends only when it has to.
type stubborn struct{ *sessiontest.Evaluator }

// Resume implements session.Resumer.
func (s stubborn) Resume(run session.Run, out session.Output) session.Outcome {
	run.Code = "print on\nstubborn"
	return s.Run(run, out)
}

// TestAdoptWithinAStop goes on with the kill ladder where the program before was.
func TestAdoptWithinAStop(t *testing.T) {
	if session.LastStage != 3 { // what runs was asked, forced, and then given up
		t.Errorf("the last stage is %d", session.LastStage)
	}
	for stage, want := range map[int]string{0: "on", 1: "on stopped", 2: "on limit stopped restarting:killed idle"} {
		h := newHouse(t, &session.Registry{Keeper: &shelf{}})
		inner, _ := sessiontest.Open("sim:2")
		ev := inner.(*sessiontest.Evaluator)
		run := session.Run{RID: "r", Cell: "c", Count: 1}
		if err := h.Adopt(session.Carried{ID: "s", Spec: "sim:2", Number: 1, Opened: 1, Current: &run, Stage: stage}, stubborn{ev}); err != nil {
			t.Fatal(err)
		}
		s := h.At("s")
		s.Do(session.Tell{RID: "r"}) // so that its log is not empty
		says(t, h, s, "on")
		h.clock.Advance(session.KillDelay - 1)
		says(t, h, s, "on")
		h.clock.Advance(1)
		says(t, h, s, want)
		ev.Stop("r", true)
	}
}

// full is a shelf that takes nothing more when there is no room.
type full struct {
	shelf
	no error
}

func (f *full) Begin(id, token, owner, spec string) session.Journal { return f }

func (f *full) Keep(e session.Entry) error {
	f.mu.Lock()
	no := f.no
	f.mu.Unlock()
	if no != nil {
		return no
	}
	return f.shelf.Keep(e)
}

// TestHandOverFails: what cannot be kept is not handed over, and the session goes on where it is.
func TestHandOverFails(t *testing.T) {
	keeper := &full{}
	h := newHouse(t, &session.Registry{Keeper: keeper})
	g := h.must("ann")
	keeper.mu.Lock()
	keeper.no = errors.New("no room")
	keeper.mu.Unlock()
	g.run("first", "print on")
	says(t, h, g.Session, "first on done idle")
	all, _, err := h.HandOver(func(session.Evaluator) json.RawMessage { return nil })
	if err == nil || !strings.Contains(err.Error(), "no room") || all != nil {
		t.Errorf("%v, %v", all, err)
	}
	keeper.mu.Lock()
	keeper.no = nil
	keeper.mu.Unlock()
	g.run("second", "")
	says(t, h, g.Session, "first on done idle second done idle")
}

// TestHandOverOfADeviceSwitch: the evaluator that was being opened is opened by the next program, and what waited for it is not forgotten.
func TestHandOverOfADeviceSwitch(t *testing.T) {
	shelf := &shelf{}
	after := newHouse(t, &session.Registry{Keeper: shelf})
	opening, let := make(chan bool), make(chan bool)
	before := &session.Registry{Keeper: shelf, Config: session.Config{Open: func(spec string) (session.Evaluator, error) {
		if spec == "sim:4" {
			opening <- true
			<-let
		}
		return sessiontest.Open(spec)
	}}}
	defer before.Close()
	defer close(let)
	s, _, err := before.Open("ann", "", "", "sim:2")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Do(session.Restart{Reason: "devices", Spec: "sim:4"}); err != nil {
		t.Fatal(err)
	}
	<-opening
	all, release, err := before.HandOver(func(session.Evaluator) json.RawMessage { return nil })
	if err != nil || len(all) != 1 || all[0].Opening != 2 || all[0].Wanted != "sim:4" {
		t.Fatalf("%+v, %v", all, err)
	}
	defer release()
	ev, _ := sessiontest.Open("sim:2")
	if err := after.Adopt(all[0], ev); err != nil {
		t.Fatal(err)
	}
	if spec := (<-after.opened).Spec; spec != "sim:4" {
		t.Errorf("opened is %s", spec)
	}
	says(t, after, after.At(s.ID), "restarting:devices idle")
	if got := after.At(s.ID).Evaluator().Devices()[0].Name; got != "Scripted sim:4" {
		t.Errorf("it has %s", got)
	}
}

// closes waits until an evaluator is closed.
func closes(ev session.Evaluator) {
	for !ev.(*sessiontest.Evaluator).Closed() {
		runtime.Gosched()
	}
}

// TestLend: a session goes on with an evaluator that is lent to it, one at a time, until it gives it back or ends.
func TestLend(t *testing.T) {
	h := newHouse(t, &session.Registry{})
	g := h.must("ann")
	evaluator := func() session.Evaluator {
		ev, err := sessiontest.Open("gpu")
		if err != nil {
			t.Fatal(err)
		}
		return ev
	}
	borrows := func(want string) {
		t.Helper()
		borrowed, busy := g.Borrowing()
		if got := fmt.Sprint(borrowed, busy); got != want {
			t.Errorf("borrowed and busy are %s, want %s", got, want)
		}
	}
	refused := func(err error, code string) {
		t.Helper()
		if r := (*session.Refusal)(nil); !errors.As(err, &r) || r.Code != code {
			t.Errorf("%v, want %s", err, code)
		}
	}
	borrows("false false")
	first, second := evaluator(), evaluator()
	if err := g.Lend(first); err != nil {
		t.Fatal(err)
	}
	closes(g.ev)
	borrows("true false")
	refused(g.Lend(second), "busy")
	closes(second)
	g.run("r1", "wait go")
	g.run("r2", "print never")
	borrows("true true")
	g.Return()
	first.(*sessiontest.Evaluator).Release("go")
	closes(first)
	borrows("false false")
	says(t, h, g.Session, "restarting:gpu idle r1 aborted stopped restarting:gpu-over idle")
	g.Close()
	<-g.Ended()
	late := evaluator()
	refused(g.Lend(late), "closed")
	closes(late)
}

// TestLentOneIsLost: who minds a lent evaluator hears of its end.
func TestLentOneIsLost(t *testing.T) {
	h := newHouse(t, &session.Registry{})
	g := h.must("ann")
	ev, _ := sessiontest.Open("gpu")
	if err := g.Lend(ev); err != nil {
		t.Fatal(err)
	}
	ev.(*sessiontest.Evaluator).Lose(session.Loss{Reason: "worker"})
	says(t, h, g.Session, "restarting:gpu idle restarting:worker idle")
}

// writing is an evaluator whose runs leave files, or are lost.
type writing struct {
	session.Evaluator
	files []session.File
	lost  *session.Loss
	put   []string
}

func (w *writing) Run(run session.Run, out session.Output) session.Outcome {
	o := w.Evaluator.Run(run, out)
	o.Files, o.Lost = w.files, w.lost
	return o
}

func (w *writing) Put(f session.File) { w.put = append(w.put, f.Path) }

// cabinet is a shelf that keeps files, too.
type cabinet struct {
	shelf
	files map[string]session.File
}

func (c *cabinet) Begin(id, token, owner, spec string) session.Journal { return c }

func (c *cabinet) Keep(e session.Entry) error {
	c.mu.Lock()
	for _, f := range e.Files {
		if c.files[f.Path] = f; f.Gone {
			delete(c.files, f.Path)
		}
	}
	c.mu.Unlock()
	return c.shelf.Keep(e)
}

func (c *cabinet) Files() ([]session.File, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Collect(maps.Values(c.files)), nil
}

// TestRunOn runs cells beside a session's own: nobody answers their questions, and what they write are the session's files.
func TestRunOn(t *testing.T) {
	h := newHouse(t, &session.Registry{Keeper: &cabinet{files: map[string]session.File{"/old": {Path: "/old"}}}})
	g := h.must("ann")
	inner, _ := sessiontest.Open("gpu")
	ev := &writing{Evaluator: inner, files: []session.File{{Path: "/new"}, {Path: "/old", Gone: true}}}
	run := func(rid, code string) (session.Outcome, error) {
		return g.RunOn(ev, session.Run{RID: rid, Cell: "c", Code: code})
	}
	if o, err := run("g.1", "print hi"); err != nil || o.State != wire.RunDone {
		t.Error(o, err)
	}
	if len(g.ev.Files) != 2 || g.ev.Files[1].Path != "/new" {
		t.Errorf("the session's own evaluator got %v", g.ev.Files)
	}
	if o, err := run("g.2", "input ?"); err != nil || o.State == wire.RunDone {
		t.Errorf("a question to nobody: %+v, %v", o, err)
	}
	var refused *session.Refusal
	if _, err := run("g.1", ""); !errors.As(err, &refused) || refused.Code != "seen" {
		t.Error(err)
	}
	ev.files, ev.lost = []session.File{{Path: "/lost"}}, &session.Loss{Limit: wire.LimitBody{Kind: "killed"}}
	if o, err := run("g.3", ""); err != nil || o.Lost == nil || len(g.ev.Files) != 3 {
		t.Errorf("%+v, %v, %v", o, err, g.ev.Files)
	}
	g.Keep(nil)
	if err := g.Outfit(ev); err != nil || strings.Join(ev.put, " ") != "/new" {
		t.Errorf("another evaluator gets %q, %v", ev.put, err)
	}
	if bare := newHouse(t, &session.Registry{}).must("bob"); bare.Outfit(ev) != nil || len(ev.put) != 1 {
		t.Error("a session that is not kept has files to give")
	}
}
