package eval

import (
	"errors"
	"io"
	"strings"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// This file checks an exercise. The learner's code and the tests run in a fresh
// session of their own, so that neither what was run before nor a patched builtin
// decides the result; devices are shared with the learner's session.
//
// A cell of tests defines functions test_…; each is one test, whose docstring is the
// name that the learner sees. A test passes when it returns, fails by AssertionError,
// and is an error by any other exception.

// check runs a.Check and tells the result.
func (e *Evaluator) check(a *active) wire.RunState {
	inner, err := e.fresh(a)
	if err != nil {
		a.out.Emit(wire.CheckResult, wire.CheckResultBody{Status: "error", Message: err.Error()})
		return wire.RunFailed
	}
	defer torch.Leave(inner.session)
	inner.session.Stdout, inner.session.Stderr = io.Discard, io.Discard
	for _, cell := range a.Check.Setup {
		_, err := inner.guarded(func() (object.Value, error) { return inner.execute(a, "<setup>", cell.Code) })
		if err != nil && (!cell.Raises || errors.Is(err, object.ErrStopped)) {
			return e.checkStopped(inner, a, err, setupFailed)
		}
	}
	inner.connect(a)
	restore := inner.keepBuiltins()
	name := inner.remember(a)
	if _, err := inner.guarded(func() (object.Value, error) { return inner.execute(a, name, a.Code) }); err != nil {
		return e.checkStopped(inner, a, err, answerFailed)
	}
	restore()
	body := wire.CheckResultBody{Status: "pass", Points: a.Check.Points}
	for _, test := range a.Check.Tests {
		results, err := inner.tests(a, test)
		body.Tests = append(body.Tests, results...)
		if errors.Is(err, object.ErrStopped) {
			return inner.outcome(a, err)
		}
	}
	for _, r := range body.Tests {
		if r.Status != "pass" {
			body.Status, body.Points = "fail", 0
		}
	}
	a.out.Emit(wire.CheckResult, body)
	return wire.RunDone
}

// keepBuiltins returns a function that undoes what code does to the builtins.
func (e *Evaluator) keepBuiltins() (restore func()) {
	kept := map[string]object.Value{}
	for name, v := range e.session.Builtins.All() {
		kept[name] = v
	}
	return func() {
		for _, name := range e.session.Builtins.Names() {
			if _, ok := kept[name]; !ok {
				e.session.Builtins.Delete(name)
			}
		}
		for name, v := range kept {
			e.session.Builtins.Set(name, v)
		}
	}
}

// fresh returns an evaluator with nothing defined, on the same devices, that prints into the same run.
func (e *Evaluator) fresh(a *active) (*Evaluator, error) {
	s := object.NewSession()
	s.Limits = e.session.Limits
	inner := &Evaluator{config: e.config, machine: e.machine, session: s, cells: map[string]string{}, working: make(chan struct{}, 1)}
	if err := inner.install(); err != nil {
		return nil, err
	}
	inner.main = interp.Main(s)
	inner.run = a
	inner.connect(a)
	inner.employ(a)
	return inner, nil
}

// checkStopped tells that the code to be checked did not get as far as the tests.
func (e *Evaluator) checkStopped(inner *Evaluator, a *active, err error, why words) wire.RunState {
	state := inner.outcome(a, err)
	if state == wire.RunFailed {
		a.out.Emit(wire.CheckResult, wire.CheckResultBody{Status: "error", Message: why.in(a.Lang)})
	}
	return state
}

// tests runs the test functions that one cell defines.
func (e *Evaluator) tests(a *active, test session.Test) ([]wire.TestResult, error) {
	before := map[string]object.Value{}
	for name, v := range e.main.All() {
		before[name] = v
	}
	_, err := e.guarded(func() (object.Value, error) { return e.exec(a, "<tests>", test.Code) })
	if err != nil {
		return []wire.TestResult{e.verdict(a, "tests", test.Hidden, err)}, err
	}
	var results []wire.TestResult
	for _, name := range e.main.Names() {
		fn, ok := e.main.Get(name)
		if !ok || !strings.HasPrefix(name, "test_") || before[name] == fn {
			continue
		}
		_, err := e.guarded(func() (object.Value, error) { return object.Call(a.thread, fn) })
		results = append(results, e.verdict(a, e.title(a, name, fn), test.Hidden, err))
		if errors.Is(err, object.ErrStopped) {
			return results, err
		}
	}
	return results, nil
}

// title is the first line of a test's docstring, for Chinese the second where there is
// one; or its name in words.
func (e *Evaluator) title(a *active, name string, fn object.Value) string {
	if doc, ok, err := object.GetAttrOpt(a.thread, fn, "__doc__"); err == nil && ok {
		if text, ok := object.AsStr(doc); ok {
			first, second, two := strings.Cut(strings.TrimSpace(text), "\n")
			if two && a.Lang == "zh" {
				first, _, _ = strings.Cut(strings.TrimSpace(second), "\n")
			}
			return first
		}
	}
	return strings.ReplaceAll(strings.TrimPrefix(name, "test_"), "_", " ")
}

// verdict is the outcome of one test.
func (e *Evaluator) verdict(a *active, name string, hidden bool, err error) wire.TestResult {
	r := wire.TestResult{Name: name, Status: "pass", Hidden: hidden}
	if err == nil {
		return r
	}
	body, _ := e.describe(a, err)
	r.Status, r.Message = "error", body.Name+": "+body.Value
	if object.Catch(err, object.AssertionError) {
		r.Status, r.Message = "fail", body.Value
	}
	return r
}
