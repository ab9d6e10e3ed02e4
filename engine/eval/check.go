package eval

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"gputour/engine/eval/advice"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// This file checks an exercise and says what came of it; judge.go has the two sessions
// in which that happens.
//
// A cell of tests defines functions test_…; each is one test, whose docstring is the
// name that the learner sees. A test passes when it returns, fails by AssertionError,
// and is an error by any other exception.

// check runs a.Check and tells the result.
func (e *Evaluator) check(a *active) wire.RunState {
	j, err := e.openJudge(a)
	if err != nil {
		return e.unchecked(a, err.Error())
	}
	defer j.close()
	if at, err := j.setUp(a); err != nil {
		return e.checkStopped(a, at, err, advice.SetupFailed)
	}
	if err := j.answer(a); err != nil {
		return e.checkStopped(a, j.subject, err, advice.AnswerFailed)
	}
	body := wire.CheckResultBody{Status: "pass", Points: a.Check.Points}
	for _, test := range visibleFirst(a.Check.Tests) {
		if test.Hidden {
			j.mute()
		}
		results, err := j.tests(test)
		body.Tests = append(body.Tests, results...)
		if state, stopped := e.stopped(a, err); stopped {
			return state
		}
	}
	if len(body.Tests) == 0 {
		return e.unchecked(a, advice.NoTests.In(a.Lang))
	}
	for _, r := range body.Tests {
		if r.Status != "pass" {
			body.Status, body.Points = "fail", 0
		}
	}
	a.out.Emit(wire.CheckResult, body)
	return wire.RunDone
}

// visibleFirst sorts hidden tests behind the others: what the answer prints while they
// run is not shown any more.
func visibleFirst(tests []session.Test) []session.Test {
	return slices.SortedStableFunc(slices.Values(tests), func(a, b session.Test) int {
		switch {
		case a.Hidden == b.Hidden:
			return 0
		case b.Hidden:
			return -1
		}
		return 1
	})
}

// unchecked tells that there is no result, and why.
func (e *Evaluator) unchecked(a *active, why string) wire.RunState {
	a.out.Emit(wire.CheckResult, wire.CheckResultBody{Status: "error", Message: why})
	return wire.RunFailed
}

// checkStopped tells that the code to be checked did not get as far as the tests.
func (e *Evaluator) checkStopped(a *active, at *Evaluator, err error, why advice.Words) wire.RunState {
	if state, stopped := e.stopped(a, err); stopped {
		return state
	}
	state := at.outcome(at.run, err) // what leaves the answer's session leaves the learner's alone
	a.out.Emit(wire.CheckResult, wire.CheckResultBody{Status: "error", Message: why.In(a.Lang)})
	return state
}

// stopped tells that a check was ended by a budget or by the learner, if it was.
func (e *Evaluator) stopped(a *active, err error) (wire.RunState, bool) {
	if !errors.Is(err, object.ErrStopped) && !e.asked(a) {
		return "", false
	}
	why := advice.CheckCut
	if e.asked(a) {
		why = advice.CheckEnded
	}
	if errors.Is(err, object.ErrStopped) {
		e.outcome(a, err)
	}
	e.unchecked(a, why.In(a.Lang))
	return wire.RunStopped, true
}

// tests runs the test functions that one cell defines.
func (j *judge) tests(test session.Test) ([]wire.TestResult, error) {
	before := map[string]object.Value{}
	for name, v := range j.main.All() {
		before[name] = v
	}
	_, err := j.guarded(func() (object.Value, error) { return j.exec(j.run, j.file, test.Code) })
	if err != nil {
		return []wire.TestResult{j.verdict("tests", test.Hidden, err)}, err
	}
	var results []wire.TestResult
	for _, name := range j.main.Names() {
		fn, ok := j.main.Get(name)
		if !ok || !strings.HasPrefix(name, "test_") || before[name] == fn {
			continue
		}
		_, err := j.guarded(func() (object.Value, error) { return object.Call(j.run.thread, fn) })
		r := j.verdict(j.title(name, fn), test.Hidden, err)
		if j.run.Check.Named {
			r.Function = name
		}
		results = append(results, r)
		if errors.Is(err, object.ErrStopped) || j.asked() {
			return results, err
		}
	}
	if len(results) == 0 { // asserts at the top level alone
		results = append(results, j.verdict("tests", test.Hidden, nil))
	}
	return results, nil
}

// title is the first line of a test's docstring, for Chinese the second where there is
// one; or its name in words.
func (j *judge) title(name string, fn object.Value) string {
	if doc, ok, err := object.GetAttrOpt(j.run.thread, fn, "__doc__"); err == nil && ok {
		if text, ok := object.AsStr(doc); ok {
			first, second, two := strings.Cut(strings.TrimSpace(text), "\n")
			if two && j.run.Lang == "zh" {
				first, _, _ = strings.Cut(strings.TrimSpace(second), "\n")
			}
			return first
		}
	}
	return strings.ReplaceAll(strings.TrimPrefix(name, "test_"), "_", " ")
}

// verdict is the outcome of one test. Of an exception that came from the answer a hidden
// test tells the kind and the line, since the message may hold what the test passed in;
// of one of its own only the kind.
func (j *judge) verdict(name string, hidden bool, err error) wire.TestResult {
	r := wire.TestResult{Name: name, Status: "pass", Hidden: hidden}
	if err == nil {
		return r
	}
	r.Status = "error"
	e, isException := object.AsException(err)
	own := isException && j.ofAnswer(e)
	switch {
	case own && hidden:
		r.Message = j.raisedAt(e)
	case own:
		body, _ := j.subject.describe(j.subject.run, j.original(e))
		r.Message = body.Name + ": " + body.Value
	case object.Catch(err, object.AssertionError):
		body, _ := j.describe(j.run, err)
		r.Status, r.Message = "fail", body.Value
	case hidden && isException:
		r.Message = advice.CannotUse.In(j.run.Lang, builtinName(e.Class()))
	default:
		body, _ := j.describe(j.run, err)
		r.Message = body.Name + ": " + body.Value
	}
	return r
}

// raisedAt says where in the answer an exception was raised, and of which built-in kind it is.
func (j *judge) raisedAt(e *object.Exception) string {
	kind := builtinName(e.Class())
	for _, entry := range slices.Backward(interp.Entries(j.original(e))) {
		if entry.File == j.cell {
			return advice.RaisedAt.In(j.run.Lang, kind, entry.Line)
		}
	}
	return advice.Raised.In(j.run.Lang, kind)
}

// builtinName names the built-in class that a class of exceptions is, or is below: what an
// answer calls its own class may be anything.
func builtinName(c *object.Class) string {
	for _, k := range c.MRO {
		if k.Builtin {
			return qualifiedName(k)
		}
	}
	return c.Name
}

// silent is where events go that nobody shall see. Nobody answers there either.
type silent struct{}

func (silent) Stream(string, string) {}
func (silent) Emit(string, any)      {}
func (silent) Input(context.Context, wire.InputRequestBody) (string, error) {
	return "", io.EOF
}
