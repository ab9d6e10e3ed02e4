package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gputour/engine/wire"
)

// memory is a journal as a store would keep it. While door is held nothing gets in.
type memory struct {
	door sync.Mutex
	fail error
	Kept
	entries int
	files   map[string]File
}

func (m *memory) Files() ([]File, error) {
	m.door.Lock()
	defer m.door.Unlock()
	return slices.Collect(maps.Values(m.files)), nil
}

func (m *memory) Keep(e Entry) error {
	m.door.Lock()
	defer m.door.Unlock()
	if m.entries++; m.fail != nil {
		return m.fail
	}
	m.Spec = e.Spec
	for _, f := range e.Files {
		if m.files == nil {
			m.files = map[string]File{}
		}
		if m.files[f.Path] = f; f.Gone {
			delete(m.files, f.Path)
		}
	}
	if e.Digest != nil {
		m.Digest, m.Seq, m.Events = e.Digest, e.Seq, nil
		return nil
	}
	for _, x := range e.Events {
		if x.Seq == m.Seq+uint64(len(m.Events))+1 { // else it is there already
			m.Events = append(m.Events, x)
		}
	}
	return nil
}

// told is all that a client would see of a state, and what the next epoch begins with.
func told(s *State) string {
	data, _ := json.Marshal([]any{s.Snapshot(), s.Count, s.ran, s.again, s.runs.order})
	return string(data)
}

// TestRebuild breaks a session off after each of many random ops: what is rebuilt from the journal is the state it was in,
// and reviving it leaves nothing that runs or waits.
func TestRebuild(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 7))
		live, kept := New("sim:2"), Kept{Spec: "sim:2"}
		for n := range 120 {
			before := live.log.last()
			live, _, _ = Apply(live, randomOp(rng, &live), int64(n))
			counts(t, &live)
			fresh, _ := live.log.since(before)
			kept.Events = append(kept.Events, fresh...)
			if rng.IntN(25) == 0 {
				kept.Digest, kept.Seq, kept.Events = live.digest(), live.log.last(), nil
			}
			again, err := rebuild(kept)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := told(&again), told(&live); got != want {
				t.Fatalf("seed %d, op %d:\n got %s\nwant %s", seed, n, got, want)
			}
			again, _, _ = Apply(again, Revived{}, int64(n))
			for _, c := range again.cells {
				if c.State == wire.RunBusy || c.State == wire.RunQueued {
					t.Fatalf("seed %d, op %d: cell %s is %s", seed, n, c.Cell, c.State)
				}
			}
			if again.Status != wire.Idle || again.Epoch != live.Epoch+1 {
				t.Fatalf("seed %d, op %d: %s in epoch %d", seed, n, again.Status, again.Epoch)
			}
		}
	}
}

func randomOp(rng *rand.Rand, s *State) Op {
	rid := fmt.Sprint("r", rng.IntN(30))
	if s.Current != nil && rng.IntN(4) > 0 {
		rid = s.Current.RID
	}
	if s.guest != nil && rng.IntN(4) == 0 {
		rid = s.guest.RID
	}
	state := []wire.RunState{wire.RunDone, wire.RunDone, wire.RunFailed, wire.RunStopped}[rng.IntN(4)]
	run := Run{RID: rid, Cell: fmt.Sprint("c", rng.IntN(6)), Code: "x", KeepGoing: rng.IntN(2) == 0}
	if rng.IntN(4) == 0 {
		run.Check = &Check{}
	}
	ops := []Op{
		Submit{run}, Submit{run}, Submit{run}, Interrupt{}, Restart{Reason: "asked"}, Restart{Spec: "cpu"}, Suspend{},
		gone(s.evaluator), Renewed{Number: s.opening}, Renewed{Number: s.opening}, Renewed{Number: s.opening, Err: errors.New("none")},
		Ended{rid, Outcome{State: state}}, Ended{rid, Outcome{State: state}}, lost(rid), Elapsed{rid, 1 + rng.IntN(2)},
		printed(rid, "a\n"), printed(rid, "\rb"), Emit{rid, wire.ClearOutput, wire.ClearBody{Wait: rng.IntN(2) == 0}},
		Emit{rid, wire.Display, wire.DisplayBody{ID: "d", Data: wire.Bundle{"text/plain": "1"}}},
		Emit{rid, wire.UpdateDisplay, wire.DisplayBody{ID: "d", Data: wire.Bundle{"text/plain": "2"}}},
		Emit{rid, wire.Progress, wire.ProgressBody{ID: "p"}}, Emit{rid, wire.InputRequest, wire.InputRequestBody{}}, Answer{rid, "x"},
		Begin{run}, Lent{}, Returned{}, Tell{rid, wire.GPUBody{State: []string{wire.GPUWaiting, wire.GPUEnded}[rng.IntN(2)], Place: rng.IntN(3)}},
	}
	return ops[rng.IntN(len(ops))]
}

func TestRebuildRefusesABrokenLog(t *testing.T) {
	status := func(seq uint64) wire.Message {
		m := wire.New(wire.Status, wire.StatusBody{State: wire.Idle, Epoch: 1})
		m.Seq = seq
		return m
	}
	for name, k := range map[string]Kept{
		"a gap":            {Events: []wire.Message{status(1), status(3)}},
		"a missing begin":  {Events: []wire.Message{status(2)}},
		"another digest":   {Seq: 3, Digest: []byte("{}"), Events: []wire.Message{status(3)}},
		"a torn digest":    {Seq: 3, Digest: []byte(`{"cells":`)},
		"an unknown event": {Events: []wire.Message{{Seq: 1, Type: "nonsense"}}},
		"a torn body":      {Events: []wire.Message{{Seq: 1, Type: wire.Status, Body: wire.Raw(`{"state":3}`)}}},
	} {
		if _, err := rebuild(k); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

// TestKeeper walks through what clients may see.
func TestKeeper(t *testing.T) {
	s, k := New(""), &keeper{}
	do := func(op Op) {
		before := s.log.last()
		s, _, _ = Apply(s, op, 0)
		fresh, _ := s.log.since(before)
		k.added(fresh)
	}
	want := func(what string, seq uint64) {
		t.Helper()
		if got := k.visible(s.log.last()); got != seq {
			t.Errorf("%s: event %d is visible, want %d", what, got, seq)
		}
	}
	do(submit("a")) // queue busy input
	want("nothing is kept", 0)
	first, _ := k.entry(&s)
	do(printed("a", "x"))
	want("output waits behind what is hard", 0)
	k.done(first, nil)
	want("kept: output is soft", 4)
	do(done("a")) // reply idle
	want("the end is not kept", 4)
	second, _ := k.entry(&s)
	if second.Digest != nil || len(second.Events) != 3 || second.Events[0].Seq != 4 {
		t.Errorf("the second entry is %+v", second)
	}
	k.done(second, errors.New("disk full"))
	want("while keeping fails all is visible", 6)
	third, _ := k.entry(&s)
	if !reflect.DeepEqual(third, second) {
		t.Errorf("after a failure the entry is %+v, want it again", third)
	}
	k.done(third, nil)
	want("kept", 6)
	if _, some := k.entry(&s); some {
		t.Error("there is something to keep twice")
	}
	for s.log.base() == 0 {
		do(Submit{Run{RID: fmt.Sprint(s.log.last()), Cell: "c", Code: strings.Repeat("x", 1<<16)}})
		do(Interrupt{})
		do(Ended{s.Current.RID, Outcome{State: wire.RunStopped}})
	}
	trimmed, _ := k.entry(&s)
	if trimmed.Digest == nil || trimmed.Events != nil {
		t.Error("a log that was trimmed is kept without its digest")
	}
	k.done(trimmed, nil)
	do(printed("none", "")) // nothing
	do(submit("b"))
	if e, _ := k.entry(&s); e.Digest != nil {
		t.Error("the digest is made again and again")
	}
}

// idle is an evaluator that ends each run at once.
type idle struct{ Evaluator }

func (idle) Run(Run, Output) Outcome    { return Outcome{State: wire.RunDone} }
func (idle) Stop(string, bool)          {}
func (idle) Devices() []wire.DeviceInfo { return nil }
func (idle) Lost() <-chan Loss          { return nil }
func (idle) Close()                     {}

var idles = Config{Open: func(string) (Evaluator, error) { return idle{}, nil }}

// types reads a client until it has seen an event of a type.
func types(t *testing.T, c *Client, until string) (seen []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for {
		batch, err := c.Next(ctx)
		if err != nil {
			t.Fatalf("%v after %v", err, seen)
		}
		for _, m := range batch {
			seen = append(seen, m.Type)
			if m.Type == until {
				return seen
			}
		}
	}
}

// TestFilesOutlastAnEvaluator: a new evaluator gets what runs have left, whether it is kept already or not.
func TestFilesOutlastAnEvaluator(t *testing.T) {
	k, j := &keeper{}, &memory{}
	k.journal = j
	file := func(name, text string) File { return File{Path: name, Data: []byte(text)} }
	k.changed([]File{file("/a", "1"), file("/b", "1"), file("/c", "1")})
	s := New("")
	e, some := k.entry(&s)
	if !some {
		t.Fatal("files alone are nothing to keep")
	}
	k.changed([]File{file("/b", "2"), {Path: "/c", Gone: true}}) // while the entry is on its way
	k.done(e, j.Keep(e))
	put := func() string {
		var ev putting
		if err := restore(&ev, j, k.files); err != nil {
			t.Fatal(err)
		}
		slices.Sort(ev.files)
		return strings.Join(ev.files, " ")
	}
	if got := put(); got != "/a=1 /b=2" {
		t.Errorf("restored %s", got)
	}
	e, _ = k.entry(&s)
	if len(e.Files) != 2 {
		t.Errorf("the second entry has %d files, want the two that changed again", len(e.Files))
	}
	k.done(e, j.Keep(e))
	if got := put(); got != "/a=1 /b=2" || len(k.files) != 0 {
		t.Errorf("restored %s, %d files are not kept", got, len(k.files))
	}
}

// putting notes what is put.
type putting struct {
	idle
	files []string
}

func (p *putting) Put(f File) { p.files = append(p.files, f.Path+"="+string(f.Data)) }

func TestJournaledSession(t *testing.T) {
	m := &memory{}
	s, err := Open("id", "token", "", idles, m)
	if err != nil {
		t.Fatal(err)
	}
	c := s.Attach(0)
	m.door.Lock()
	s.Do(Submit{Run{RID: "a", Cell: "c"}})
	s.Look(func(st *State) {
		if v := s.log.Load(); v.last() != 0 {
			t.Errorf("%d events are visible that nobody has kept", v.last())
		}
	})
	m.fail = errors.New("disk full")
	m.door.Unlock()
	types(t, c, wire.Reply)
	if s.Keeping() {
		t.Error("a journal that fails is said to keep")
	}
	m.door.Lock()
	m.fail = nil
	m.door.Unlock()
	s.Close()
	<-s.Ended()
	if n := len(m.Events); n != 5 {
		t.Errorf("%d events were kept, want 5", n)
	}

	m.Log = 2
	again, err := Revive("id", "token", m.Kept, idles, m)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	var snap wire.Snapshot
	again.Look(func(st *State) { snap = st.Snapshot().Snapshot })
	if again.Log != 2 || snap.Epoch != 2 || snap.Status != wire.Idle || !reflect.DeepEqual(snap.Again, []string{"c"}) || snap.Cells[0].State != wire.RunDone {
		t.Errorf("revived as %+v", snap)
	}
	if again.Do(Submit{Run{RID: "a", Cell: "c"}}); again.log.Load().last() != 0 {
		again.Look(func(st *State) {
			if st.Count != 0 {
				t.Error("a run that was asked for before is run again")
			}
		})
	}
}
