package lease

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
)

// acted is a process whose runs end as they are told to, and that notes how it is treated.
type acted struct {
	session.Evaluator
	outcome session.Outcome
	runs    []string
	noted   []string
	gone    chan struct{}
	once    sync.Once
}

func (p *acted) Run(run session.Run, _ session.Output) session.Outcome {
	p.runs = append(p.runs, run.RID)
	return p.outcome
}
func (p *acted) Stop(rid string, force bool) { p.noted = append(p.noted, fmt.Sprint(rid, " ", force)) }
func (p *acted) Gone() <-chan struct{}       { return p.gone }
func (p *acted) Close() {
	p.noted = append(p.noted, "close")
	p.die()
}
func (p *acted) die() { p.once.Do(func() { close(p.gone) }) }

// playing is a turn with a process, for a session.
func playing(t *testing.T) (*turn, *acted, *session.Session, *sessiontest.Clock) {
	t.Helper()
	clock := sessiontest.NewClock()
	r := &session.Registry{Config: session.Config{Open: sessiontest.Open, Clock: clock}}
	t.Cleanup(r.Close)
	s, _, err := r.Open("ann", "", "", "sim:1")
	if err != nil {
		t.Fatal(err)
	}
	m := New(Options{Clock: clock})
	p := &acted{gone: make(chan struct{})}
	turn := m.turn(Turn{ID: "x", Begun: 1, Body: wire.GPURequestBody{Kind: wire.GPUJob}}, s)
	turn.process = p
	return turn, p, s, clock
}

// TestHowAJobEnds: each cell of a job may end it, and why it was to end counts for more than how its cell ended.
func TestHowAJobEnds(t *testing.T) {
	loss := &session.Loss{Limit: wire.LimitBody{Kind: "killed"}}
	for _, c := range []struct {
		name    string
		outcome session.Outcome
		goOn    bool
		asked   string // to end, while the cell runs
		runs    int
		why     string
	}{
		{"all is well", session.Outcome{State: wire.RunDone}, false, "", 2, "done"},
		{"a cell fails", session.Outcome{State: wire.RunFailed}, false, "", 1, "error"},
		{"a cell fails that may", session.Outcome{State: wire.RunFailed}, true, "", 2, "done"},
		{"a cell is stopped", session.Outcome{State: wire.RunStopped}, true, "", 1, "stopped"},
		{"the process is lost", session.Outcome{State: wire.RunStopped, Lost: loss}, true, "", 1, "lost"},
		{"it is lost since it had to end", session.Outcome{State: wire.RunStopped, Lost: loss}, true, "slot", 1, "slot"},
		{"it was taken", session.Outcome{State: wire.RunFailed}, false, "taken", 1, "taken"},
		{"it was taken within its last breath", session.Outcome{State: wire.RunDone}, false, "taken", 1, "taken"},
	} {
		turn, p, s, _ := playing(t)
		p.outcome = c.outcome
		for range 2 {
			turn.Body.Cells = append(turn.Body.Cells, wire.JobCell{Cell: "c", KeepGoing: c.goOn})
		}
		turn.process = asking{p, func() { turn.why = c.asked }}
		if why := turn.job(s); why != c.why || len(p.runs) != c.runs || p.runs[0] != "x.1.1" || c.runs > 1 && p.runs[1] != "x.1.2" {
			t.Errorf("%s: %q after %v, want %q after %d", c.name, why, p.runs, c.why, c.runs)
		}
		if turn.current != "" || turn.saved != "" {
			t.Errorf("%s: %q goes on, %q is saved", c.name, turn.current, turn.saved)
		}
	}
	turn, p, s, _ := playing(t)
	s.Close()
	<-s.Ended()
	turn.Body.Cells = []wire.JobCell{{Cell: "c"}}
	if why := turn.job(s); why != "released" || len(p.runs) != 0 {
		t.Errorf("of a session that has ended: %q after %v", why, p.runs)
	}
	turn, p, s, _ = playing(t)
	turn.Body.Cells, turn.closed = []wire.JobCell{{Cell: "c"}}, true
	if turn.job(s); len(p.runs) != 0 {
		t.Errorf("a process that is closed runs %v", p.runs)
	}
}

// asking is a process that is asked to end while it runs.
type asking struct {
	*acted
	ask func()
}

func (a asking) Run(run session.Run, out session.Output) session.Outcome {
	a.ask()
	return a.acted.Run(run, out)
}

// TestStopOfARun: a run of a job is asked, forced, and then ended with its process, each time as long as it still goes on.
func TestStopOfARun(t *testing.T) {
	for steps, want := range map[int]string{0: "r false", 1: "r false, r true", 2: "r false, r true, close", 3: "r false, r true, close"} {
		for _, ends := range []bool{false, true} {
			turn, p, _, clock := playing(t)
			if turn.interrupt("") || turn.interrupt("r") || !turn.enter("r") || turn.interrupt("another") || len(p.noted) > 0 {
				t.Fatal("what does not run is stopped")
			}
			if !turn.interrupt("r") {
				t.Fatal("what runs is not stopped")
			}
			if ends {
				turn.leave()
				want = "r false"
			}
			clock.Advance(session.KillDelay - 1)
			if got := strings.Join(p.noted, ", "); got != "r false" {
				t.Errorf("at once: %s", got)
			}
			clock.Advance(1)
			for range steps - 1 {
				clock.Advance(session.KillDelay)
			}
			if got := strings.Join(p.noted, ", "); steps > 0 && got != want {
				t.Errorf("after %d steps, it ends %v: %s, want %s", steps, ends, got, want)
			}
		}
	}
}

// TestEndOfATurn: why it ends is said once, and its process is closed once.
func TestEndOfATurn(t *testing.T) {
	turn, p, _, _ := playing(t)
	if turn.ending() || turn.reason("else") != "else" || !turn.enter("r") {
		t.Error("it ends before it was asked to")
	}
	turn.finish("slot")
	turn.finish("taken")
	if !turn.ending() || turn.reason("else") != "slot" || turn.enter("s") || strings.Join(p.noted, ", ") != "r false" {
		t.Errorf("%s, %v", turn.reason("else"), p.noted)
	}
	turn.close()
	turn.close()
	if got := strings.Join(p.noted, ", "); got != "r false, close" || turn.lost {
		t.Errorf("%s, lost %v", got, turn.lost)
	}
	gone, dead, _, _ := playing(t)
	dead.die()
	if gone.close(); !gone.lost || !gone.ending() {
		t.Error("a process that had gone was not lost")
	}
	none, _, _, _ := playing(t)
	none.process = nil
	if none.close(); none.closed {
		t.Error("no process is closed")
	}
}
