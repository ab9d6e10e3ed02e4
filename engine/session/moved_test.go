package session

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"gputour/engine/wire"
)

// elsewhere is a keeper whose journals can be taken away.
type elsewhere struct{ memory }

func (k *elsewhere) Begin(id, token, owner, spec string) Journal { return &k.memory }
func (k *elsewhere) Take(id, token, owner string) (Kept, Journal, error) {
	return Kept{}, nil, ErrNoSession
}

// TestMoved: a session that another server has ends at once, keeps nothing more, and its pages are told why.
func TestMoved(t *testing.T) {
	k := &elsewhere{}
	r := &Registry{Config: idles, Keeper: k}
	s, _, err := r.Open("ann", "", "", "")
	if err != nil {
		t.Fatal(err)
	}
	c := r.Watch(s, 0)
	k.door.Lock()
	k.fail = ErrMoved
	k.door.Unlock()
	s.Do(Submit{Run{RID: "a", Cell: "c"}})
	for {
		if _, err = c.Next(t.Context()); err != nil {
			break
		}
	}
	if !errors.Is(err, ErrMoved) {
		t.Error(err)
	}
	<-s.Ended()
	for r.Has(s.ID) { // the registry hears of it on a goroutine of its own
		runtime.Gosched()
	}
	if r.At(s.ID) != nil || len(k.Events) > 0 {
		t.Errorf("%d events were kept", len(k.Events))
	}
}

// TestLost: the registry may also find out first.
func TestLost(t *testing.T) {
	k := &elsewhere{}
	r := &Registry{Config: idles, Keeper: k}
	s, _, _ := r.Open("ann", "", "", "")
	c := r.Watch(s, 0)
	s.Do(Submit{Run{RID: "a", Cell: "c"}})
	types(t, c, wire.Reply)
	kept := len(k.Events)
	r.Review(func(id string) bool { return id != s.ID })
	if r.At(s.ID) != s {
		t.Error("a session that nobody else has is gone")
	}
	r.Review(func(id string) bool { return id == s.ID })
	if _, err := c.Next(t.Context()); !errors.Is(err, ErrMoved) {
		t.Error(err)
	}
	<-s.Ended()
	if r.At(s.ID) != nil || len(k.Events) != kept {
		t.Errorf("%d events were kept", len(k.Events))
	}
}

// taken is a keeper that notes what is taken and not given back.
type taken struct {
	elsewhere
	out int
}

func (k *taken) Take(id, token, owner string) (Kept, Journal, error) {
	k.out++
	return Kept{}, k, nil
}

func (k *taken) Release() { k.out-- }

// TestNotTaken: who cannot go on with a session leaves it to others.
func TestNotTaken(t *testing.T) {
	for name, r := range map[string]*Registry{
		"the server ends":        {Config: idles, shut: true},
		"its devices are broken": {Config: Config{Open: func(string) (Evaluator, error) { return nil, errors.New("broken") }}},
	} {
		k := &taken{}
		r.Keeper = k
		if _, _, err := r.Open("ann", "id", "token", ""); err == nil || k.out != 0 {
			t.Errorf("%s: %v, %d taken", name, err, k.out)
		}
	}
}

// TestDrain: what runs may end, up to a time; what is idle ends at once.
func TestDrain(t *testing.T) {
	for _, late := range []bool{false, true} {
		on := make(chan struct{})
		r := &Registry{Config: Config{Open: func(string) (Evaluator, error) { return waiting{on: on}, nil }}, Keeper: &elsewhere{}}
		busy, _, _ := r.Open("ann", "", "", "")
		r.Keeper = &elsewhere{}
		idle, _, _ := r.Open("bob", "", "", "")
		c := r.Watch(busy, 0)
		busy.Do(Submit{Run{RID: "a", Cell: "c"}})
		types(t, c, wire.Input)
		ctx, cancel := context.WithCancel(t.Context())
		drained := make(chan struct{})
		go func() {
			r.Drain(ctx, time.Minute)
			close(drained)
		}()
		<-idle.Ended()
		if near := limitOf(t, c, wire.LimitNear); near.Kind != wire.LimitDrain || near.Value != time.Minute.Milliseconds() {
			t.Errorf("before the end it is told %+v", near)
		}
		if _, _, err := r.Open("eve", "", "", ""); !errors.Is(err, ErrShut) {
			t.Error(err)
		}
		if busy.Do(Interrupt{"nothing"}); r.At(busy.ID) != busy {
			t.Error("a session with a cell that runs is gone")
		}
		if late {
			cancel()
		} else {
			close(on)
		}
		<-drained
		cancel()
		last := busy.state.cells[0]
		if want := map[bool]wire.RunState{true: wire.RunStopped, false: wire.RunDone}[late]; last.State != want {
			t.Errorf("late %v: the run ended as %s", late, last.State)
		}
		if said := len(last.Outputs) > 0 && last.Outputs[len(last.Outputs)-1].Type == wire.Limit; said != late {
			t.Errorf("late %v: its log has %v", late, last.Outputs)
		}
		if r.At(busy.ID) != nil {
			t.Error("a session outlasts the end")
		}
	}
}

// limitOf reads what a client sees up to a limit, near or reached.
func limitOf(t *testing.T, c *Client, typ string) *wire.LimitBody {
	t.Helper()
	for {
		batch, err := c.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range batch {
			if m.Type == typ {
				body, _ := wire.DecodeBody(m)
				return body.(*wire.LimitBody)
			}
		}
	}
}

// TestDrainWaitsForTurns: between two cells of a job on a GPU nothing runs, and yet the session has something to do.
func TestDrainWaitsForTurns(t *testing.T) {
	r := &Registry{Config: idles, Keeper: &elsewhere{}}
	s, _, _ := r.Open("ann", "", "", "")
	s.Do(Tell{"g", wire.GPUBody{State: wire.GPUGranted, Kind: wire.GPUJob}})
	drained := make(chan struct{})
	go func() {
		r.Drain(t.Context(), time.Minute)
		close(drained)
	}()
	for !r.ends() {
		runtime.Gosched()
	}
	if s.Do(Interrupt{"nothing"}); r.At(s.ID) != s {
		t.Error("the session is gone with its turn")
	}
	s.Do(Tell{"g", wire.GPUBody{State: wire.GPUEnded, Kind: wire.GPUJob, Why: "done"}})
	<-drained
}

// waiting is an evaluator whose runs end when they are told to.
type waiting struct {
	idle
	on chan struct{}
}

func (w waiting) Run(Run, Output) Outcome {
	<-w.on
	return Outcome{State: wire.RunDone}
}
