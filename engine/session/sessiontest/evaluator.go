// Package sessiontest has what tests of sessions, sockets and pages need in place of
// an interpreter: an evaluator that follows a script, and a clock that stands still.
//
// A cell's code is a script, one step per line:
//
//	print TEXT      a line on stdout         err TEXT      a line on stderr
//	flood N         N lines on stdout        bar N         N states of a bar, with \r
//	blob N          N KiB on stdout
//	result TEXT     the cell's value         show TEXT     display(TEXT)
//	clear           clear_output()           fail N: V     raise N(V); ends the run
//	input PROMPT    input(); prints it       wait NAME     until the test calls Release(NAME)
//	loop            until stopped            stubborn      until forced to stop
//	deaf            until Release("deaf"), whatever is asked
package sessiontest

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"gputour/engine/session"
	"gputour/engine/wire"
)

// Evaluator follows scripts.
type Evaluator struct {
	Spec  string
	Files []session.File // what Put was given

	running sync.Mutex // held by Run
	lost    chan session.Loss

	mu     sync.Mutex
	gates  map[string]chan struct{}
	rid    string
	asked  chan struct{}
	forced chan struct{}
	closed bool
}

// Open is a session.Opener. The spec "none" is refused.
func Open(spec string) (session.Evaluator, error) {
	if spec == "none" {
		return nil, fmt.Errorf("no such device: %s", spec)
	}
	return &Evaluator{Spec: spec, gates: map[string]chan struct{}{}, lost: make(chan session.Loss, 1)}, nil
}

// Release lets every present and later `wait name` go on.
func (e *Evaluator) Release(name string) {
	defer func() { _ = recover() }() // released twice
	close(e.gate(name))
}

func (e *Evaluator) gate(name string) chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	g := e.gates[name]
	if g == nil {
		g = make(chan struct{})
		e.gates[name] = g
	}
	return g
}

// Closed reports whether Close has been called.
func (e *Evaluator) Closed() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.closed
}

// Run implements session.Evaluator.
func (e *Evaluator) Run(run session.Run, out session.Output) session.Outcome {
	e.running.Lock()
	defer e.running.Unlock()
	asked, forced := make(chan struct{}), make(chan struct{})
	e.mu.Lock()
	e.rid, e.asked, e.forced = run.RID, asked, forced
	e.mu.Unlock()
	defer func() {
		e.mu.Lock()
		e.rid = ""
		e.mu.Unlock()
	}()
	cost := wire.Cost{HostMS: 1}
	for _, line := range strings.Split(run.Code, "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word == "" {
			continue
		}
		step, ok := steps[word]
		if !ok {
			step = func(s *script, rest string) wire.RunState { return s.fail("NameError", word) }
		}
		if state := step(&script{e, run, out, asked, forced}, rest); state != "" {
			return session.Outcome{State: state, Cost: cost}
		}
	}
	return session.Outcome{State: wire.RunDone, Cost: cost}
}

// script is one run.
type script struct {
	e             *Evaluator
	run           session.Run
	out           session.Output
	asked, forced chan struct{}
}

var steps = map[string]func(s *script, rest string) wire.RunState{
	"print": func(s *script, rest string) wire.RunState { s.out.Stream("stdout", rest+"\n"); return "" },
	"err":   func(s *script, rest string) wire.RunState { s.out.Stream("stderr", rest+"\n"); return "" },
	"flood": func(s *script, rest string) wire.RunState {
		var n int
		fmt.Sscan(rest, &n)
		for i := range n {
			s.out.Stream("stdout", fmt.Sprintf("line %d\n", i))
		}
		return ""
	},
	"blob": func(s *script, rest string) wire.RunState {
		var n int
		fmt.Sscan(rest, &n)
		for range n {
			s.out.Stream("stdout", strings.Repeat("x", 1023)+"\n")
		}
		return ""
	},
	"bar": func(s *script, rest string) wire.RunState {
		var n int
		fmt.Sscan(rest, &n)
		for i := range n {
			s.out.Stream("stderr", fmt.Sprintf("\r%d of %d", i+1, n))
		}
		return ""
	},
	"result": func(s *script, rest string) wire.RunState {
		s.out.Emit(wire.Result, wire.DisplayBody{Data: wire.Bundle{"text/plain": rest}, Count: s.run.Count})
		return ""
	},
	"show": func(s *script, rest string) wire.RunState {
		s.out.Emit(wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/plain": rest}})
		return ""
	},
	"clear": func(s *script, rest string) wire.RunState { s.out.Emit(wire.ClearOutput, wire.ClearBody{}); return "" },
	"fail": func(s *script, rest string) wire.RunState {
		name, value, _ := strings.Cut(rest, ": ")
		return s.fail(name, value)
	},
	"input": func(s *script, rest string) wire.RunState {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go func() {
			select {
			case <-s.asked:
			case <-ctx.Done():
			}
			cancel()
		}()
		text, err := s.out.Input(ctx, wire.InputRequestBody{Prompt: rest})
		if err != nil {
			return s.fail("KeyboardInterrupt", "")
		}
		s.out.Stream("stdout", text+"\n")
		return ""
	},
	"wait": func(s *script, rest string) wire.RunState { return s.until(s.e.gate(rest), s.asked) },
	"loop": func(s *script, rest string) wire.RunState { return s.until(nil, s.asked) },
	"stubborn": func(s *script, rest string) wire.RunState {
		<-s.forced
		return wire.RunStopped
	},
	"deaf": func(s *script, rest string) wire.RunState {
		<-s.e.gate("deaf")
		return wire.RunDone
	},
}

func (s *script) until(gate, stop chan struct{}) wire.RunState {
	select {
	case <-gate:
		return ""
	case <-s.forced:
		return wire.RunStopped
	case <-stop:
		s.fail("KeyboardInterrupt", "")
		return wire.RunStopped
	}
}

func (s *script) fail(name, value string) wire.RunState {
	s.out.Emit(wire.Failed, wire.ErrorBody{Name: name, Value: value, Text: name + ": " + value})
	return wire.RunFailed
}

// Stop implements session.Evaluator.
func (e *Evaluator) Stop(rid string, force bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.rid == "" || rid != "" && rid != e.rid {
		return
	}
	shut(e.asked)
	if force {
		shut(e.forced)
	}
}

func shut(c chan struct{}) {
	select {
	case <-c:
	default:
		close(c)
	}
}

// Complete implements session.Evaluator: it offers "scripted" for anything.
func (e *Evaluator) Complete(code string, cursor int) wire.CompleteReplyBody {
	return wire.CompleteReplyBody{Start: cursor, End: cursor, Matches: []wire.Completion{{Text: "scripted"}}}
}

// Inspect implements session.Evaluator: it finds nothing.
func (e *Evaluator) Inspect(code string, cursor, detail int) wire.InspectReplyBody {
	return wire.InspectReplyBody{}
}

// Diagnose implements session.Evaluator: it finds nothing wrong.
func (e *Evaluator) Diagnose(code string) wire.DiagnoseReplyBody {
	return wire.DiagnoseReplyBody{Problems: []wire.Problem{}}
}

// Place implements session.Evaluator.
func (e *Evaluator) Place() wire.PlacementBody { return wire.PlacementBody{} }

// Devices implements session.Evaluator: one device named after the spec.
func (e *Evaluator) Devices() []wire.DeviceInfo {
	return []wire.DeviceInfo{{Device: "cuda:0", Name: "Scripted " + e.Spec, Simulated: true}}
}

// Put implements session.Evaluator; what it is given is in Files.
func (e *Evaluator) Put(f session.File) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.Files = append(e.Files, f)
}

// Lost implements session.Evaluator.
func (e *Evaluator) Lost() <-chan session.Loss { return e.lost }

// Lose ends the evaluator as the end of its process would.
func (e *Evaluator) Lose(l session.Loss) { e.lost <- l }

// Close implements session.Evaluator.
func (e *Evaluator) Close() {
	e.running.Lock()
	defer e.running.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	close(e.lost)
}
