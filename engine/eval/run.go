package eval

import (
	"context"
	"errors"
	"fmt"
	"path"
	"runtime/debug"
	"time"

	"github.com/spf13/afero"

	"gputour/engine/eval/advice"
	"gputour/engine/eval/cell"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// This file is one run, from a cell's text to its outcome.

// Run implements session.Evaluator.
func (e *Evaluator) Run(run session.Run, out session.Output) session.Outcome {
	e.working <- struct{}{}
	defer func() { <-e.working }()
	e.rest.Stop()
	defer e.rest.Reset(restAfter)
	a := e.Begin(run, out)
	defer e.end(a)
	e.session.ForgetNear()
	e.session.Near = a.near
	stop := e.limitTime(a)
	defer stop()
	e.meter.Begin(a.out, a.Cell)
	leave := e.appear(a)
	start := time.Now()
	var state wire.RunState
	gone := false
	switch {
	case run.Check != nil:
		state = e.check(a)
	case run.Control != nil:
		state, gone = e.control(a)
	default:
		state = e.cell(a)
	}
	leave()
	cost := e.meter.Finish()
	cost.HostMS = float64(time.Since(start).Microseconds()) / 1000
	return session.Outcome{State: state, Cost: cost, Exit: a.exit, Gone: gone, Files: e.files.changes(e.session.FS)}
}

// restAfter is how long after a run the host keeps memory warm for the next one.
const restAfter = 500 * time.Millisecond

// atRest is called when nothing has run for a while.
func (e *Evaluator) atRest() {
	if host, ok := e.machine.CPU.(interface{ Trim() }); ok {
		host.Trim()
	}
}

// Begin makes run the one that goes on: stops reach it from now on, one that came before included, and Python writes to
// out. The caller has e.working, and ends with e.end.
func (e *Evaluator) Begin(run session.Run, out session.Output) *active {
	ctx, cancel := context.WithCancel(context.Background())
	a := &active{Run: run, token: new(object.Token), out: out, ctx: ctx, cancel: cancel}
	e.employ(a)
	e.connect(a)
	e.release()
	e.mu.Lock()
	e.run = a
	if e.early.rid == run.RID && run.RID != "" {
		a.stop(e.early.force)
	}
	e.mu.Unlock()
	return a
}

// employ gives the run a thread in e's session, and its stop to the tensors.
func (e *Evaluator) employ(a *active) {
	a.thread = object.NewThread(e.session, a.token)
	e.tensors.Count(a.thread.Charge)
	e.tensors.Attend(a.thread.Poll, a.token.Stopping())
	e.tensors.Forget(e.forget)
}

// forget empties registers of the program that nothing will read.
func (e *Evaluator) forget() { interp.ClearAll(e.session) }

func (e *Evaluator) end(a *active) {
	a.cancel()
	e.mu.Lock()
	e.run = nil
	e.mu.Unlock()
	if e.names.recall("") != nil { // somebody completes in this session
		e.names.remember("", e.globals(nil))
	}
}

// release ends what a run that was ended by force has left behind: output that it held back.
func (e *Evaluator) release() {
	if e.held.IsNil() {
		return
	}
	e.held = object.Value{}
	for _, name := range []string{"stdout", "stderr"} {
		if file, ok := e.session.Sys.Get("__" + name + "__"); ok {
			e.session.Sys.Set(name, file)
		}
	}
}

// connect points the session's streams at the run.
func (e *Evaluator) connect(a *active) {
	s := e.session
	s.Stdout, s.Stderr = stream{a.out, "stdout"}, stream{a.out, "stderr"}
	s.Input = func(t *object.Thread, prompt string) (string, error) {
		return a.input(t, wire.InputRequestBody{Prompt: prompt})
	}
}

// input asks the learner for a line. While it waits, others may look at the objects.
func (a *active) input(t *object.Thread, req wire.InputRequestBody) (text string, err error) {
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		text, err = a.out.Input(a.ctx, req)
	}()
	for {
		select {
		case <-answered:
			if errors.Is(err, context.Canceled) {
				return "", t.Poll()
			}
			return text, err
		case <-a.token.Knock():
			if err := t.Poll(); err != nil {
				a.cancel()
				<-answered
				return "", err
			}
		}
	}
}

// stream is one of Python's output streams.
type stream struct {
	out  session.Output
	name string
}

func (s stream) Write(p []byte) (int, error) {
	if len(p) > 0 {
		s.out.Stream(s.name, string(p))
	}
	return len(p), nil
}

// limitTime stops the run for good when its time is over.
func (e *Evaluator) limitTime(a *active) (stop func()) {
	limit := e.config.Limits.CellMS
	if limit <= 0 {
		return a.end
	}
	whole := time.Duration(limit) * time.Millisecond
	t := time.AfterFunc(whole, func() {
		a.halt(&object.Stopped{Limit: "time", Value: limit})
	})
	near := int64(float64(limit) * wire.WarnShare)
	warning := time.AfterFunc(time.Duration(near)*time.Millisecond, func() { a.near("time", limit, near) })
	return func() {
		t.Stop()
		warning.Stop()
		a.end()
	}
}

// end lets no more warnings out: Run is about to return.
func (a *active) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.over = true
}

// near warns that most of a budget is used. It may be called from any goroutine.
func (a *active) near(limit string, value, used int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.over {
		a.out.Emit(wire.LimitNear, advice.LimitNear(limit, value, used, a.Lang))
	}
}

// cell runs a cell of the learner's.
func (e *Evaluator) cell(a *active) wire.RunState {
	name := e.remember(a)
	value, err := e.guarded(func() (object.Value, error) {
		return e.execute(a, name, a.Code)
	})
	if err == nil && !value.IsNil() {
		_, err = e.guarded(func() (object.Value, error) {
			return object.Value{}, e.result(a, value)
		})
	}
	if err == nil && !e.config.Script {
		_, err = e.guarded(func() (object.Value, error) { return e.showFigures(a) })
	}
	e.tellControls(a)
	if !e.config.Script {
		a.out.Emit(wire.Names, cell.Names(a.Code))
	}
	if e.config.Script {
		_, last := e.guarded(func() (object.Value, error) { return object.Value{}, interp.Finish(a.thread) })
		if err == nil {
			err = last
		}
	}
	if late := e.machine.Settle(); err == nil {
		err = late
	}
	return e.outcome(a, err)
}

// remember names the cell for tracebacks and adds it to In.
func (e *Evaluator) remember(a *active) string {
	if e.config.Script {
		e.keepScript(a)
		return a.Cell
	}
	name := fmt.Sprintf("Cell In[%d]", a.Count)
	e.cells[name] = a.Cell
	e.keepInput(a)
	return name
}

// keepScript puts the program where its __file__ says, so that it can read itself.
// Where the session's files have no room for it, it cannot. A program beside the notebook lies there already, or
// is none of its files.
func (e *Evaluator) keepScript(a *active) {
	if a.RID == childRun {
		return
	}
	name := e.session.OpenPath(a.Cell)
	if err := e.session.FS.MkdirAll(path.Dir(name), 0o755); err == nil {
		err = afero.WriteFile(e.session.FS, name, []byte(a.Code), 0o644)
		if err != nil {
			e.config.Log.Debug("no copy of the script", "name", name, "error", err)
		}
	}
}

// execute runs source text in the session's globals and returns the value to
// display, or none.
func (e *Evaluator) execute(a *active, name, text string) (object.Value, error) {
	if !e.config.Script {
		magic, rest, ok := cell.CellMagic(text)
		if ok {
			return e.cellMagic(a, name, magic, rest)
		}
		if a.Step {
			return e.stepThrough(a, name, text, 1)
		}
		text = cell.Python(text)
		text = e.alone(a.thread, text)
	}
	return e.exec(a, name, text)
}

// exec runs Python.
func (e *Evaluator) exec(a *active, name, text string) (object.Value, error) {
	which := e.interactivity(a.thread)
	src := interp.Source{Name: name, Text: text, Line: 1, Script: e.config.Script, Displayed: which == "all", Steps: e.stepping}
	if !e.config.Script {
		src.Await = awaitCell
	}
	e.stepping = false // what it runs in turn is not
	res, err := interp.Exec(a.thread, src, e.main)
	if err != nil || which != "last_expr" || !res.HasValue || res.Value.IsNone() {
		return object.Value{}, err
	}
	return res.Value, nil
}

// awaitCell runs a cell that awaits something outside of functions.
func awaitCell(t *object.Thread, coroutine object.Value) (object.Value, error) {
	runners, err := interp.Import(t, "asyncio.runners")
	if err != nil {
		return object.Value{}, err
	}
	return object.CallAttr(t, runners, "_run_cell", coroutine)
}

// interactivity is which expressions of a cell are displayed: InteractiveShell.ast_node_interactivity.
func (e *Evaluator) interactivity(t *object.Thread) string {
	which := "last_expr"
	if module, ok := e.session.Modules.GetStr("IPython.core.interactiveshell"); ok {
		class, err := object.GetAttr(t, module, "InteractiveShell")
		if err != nil {
			return which
		}
		if v, err := object.GetAttr(t, class, "ast_node_interactivity"); err == nil {
			which, _ = object.AsStr(v)
		}
	}
	return which
}

func (e *Evaluator) displayHook(_ *object.Thread, a []object.Value) (object.Value, error) {
	if a[0].IsNone() {
		return object.None, nil
	}
	return object.None, e.result(e.current(), a[0])
}

// guarded calls f and turns a panic, which is a bug of ours, into an error with an
// id that stands in the log with the stack.
func (e *Evaluator) guarded(f func() (object.Value, error)) (v object.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			v, err = object.Value{}, e.report(r, debug.Stack())
		}
	}()
	v, err = f()
	var broken *interp.InternalError
	if errors.As(err, &broken) {
		err = e.report(broken.Cause, broken.Stack)
	}
	return v, err
}

// report puts a panic into the log.
func (e *Evaluator) report(cause any, stack []byte) error {
	id := fmt.Sprintf("%x", time.Now().UnixNano())
	e.config.Log.Error("panic while running a cell", "id", id, "panic", cause, "stack", string(stack))
	return &bug{id}
}

// bug is the error of a run that met a bug of ours.
type bug struct{ id string }

func (b *bug) Error() string { return "internal error " + b.id }

// outcome tells the learner how the run ended.
func (e *Evaluator) outcome(a *active, err error) wire.RunState {
	var stopped *object.Stopped
	switch {
	case err == nil:
		return wire.RunDone
	case errors.As(err, &stopped):
		if stopped.Limit != "" {
			a.out.Emit(wire.Limit, advice.LimitReached(stopped, a.Lang))
		}
		return wire.RunStopped
	}
	if x, ok := object.AsException(err); ok && object.Catch(err, object.SystemExit) {
		a.exit = e.exit(a, x)
	}
	if x, ok := object.AsException(err); ok {
		e.session.Sys.Set("last_value", x.Value())
	}
	body, gone := e.describe(a, err)
	if e.config.Script && a.exit == nil && e.hooked(a, err) {
		body.Text = "" // the program has said it in its own way
	}
	a.out.Emit(wire.Failed, body)
	if gone || body.Name == "KeyboardInterrupt" && e.asked(a) {
		return wire.RunStopped
	}
	return wire.RunFailed
}

// hooked gives an exception to the sys.excepthook that a script has set, and
// reports whether there is one.
func (e *Evaluator) hooked(a *active, err error) bool {
	hook, ok := e.session.Sys.Get("excepthook")
	x, isException := object.AsException(err)
	if !ok || !isException || hook == e.hook {
		return false
	}
	_, failed := e.guarded(func() (object.Value, error) {
		trace, err := object.GetAttr(a.thread, x.Value(), "__traceback__")
		if err != nil {
			return trace, err
		}
		return object.Call(a.thread, hook, x.Class().Value(), x.Value(), trace)
	})
	return failed == nil
}

// exit reads a SystemExit: a number is the status, None is 0, anything else is said and is 1.
func (e *Evaluator) exit(a *active, x *object.Exception) *session.Exit {
	code := x.Field("code")
	n, isInt := object.AsInt(code)
	switch {
	case code.IsNone():
		return &session.Exit{}
	case isInt:
		return &session.Exit{Status: int(n)}
	}
	exit := &session.Exit{Status: 1}
	_, _ = e.guarded(func() (object.Value, error) {
		text, err := object.ToStr(a.thread, code)
		exit.Message = text
		return object.None, err
	})
	return exit
}

// asked reports whether the learner has asked the run to stop.
func (e *Evaluator) asked(a *active) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return a.asked
}
