package eval

import (
	"crypto/rand"
	"errors"
	"io"
	"slices"
	"strings"

	"gputour/engine/border"
	"gputour/engine/eval/cell"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/session"
)

// This file opens the two sessions in which an exercise is checked, on devices of their
// own, and ends them afterwards: the set-up and the answer run in the one, the set-up and
// the tests in the other. RATIONALE.md says why.

// judge is the session of the tests, with that of the answer.
type judge struct {
	*Evaluator
	subject *Evaluator
	border  *border.Border
	machine *Machine
	// names may be the answer's although the set-up has them, too.
	names map[string]bool
	known bool // names are all that the tests get of the answer
	// file is the name of the tests in tracebacks, which nobody can guess; cell is the answer's.
	file, cell string
	asked      func() bool // the learner wants it to stop
	leave      []func()    // ends the part of each session in its world of processes
}

// openJudge opens both sessions.
func (e *Evaluator) openJudge(a *active) (*judge, error) {
	machine, err := e.config.Machine(e.spec)
	if err != nil {
		return nil, err
	}
	j := &judge{machine: machine, file: "<tests " + rand.Text() + ">", names: map[string]bool{}, asked: func() bool { return e.asked(a) }}
	limits := e.session.Limits
	limits.Bytes /= 2 // the two share the session's budget
	for _, side := range []**Evaluator{&j.Evaluator, &j.subject} {
		if *side, err = e.beside(a, machine, limits); err != nil {
			j.close()
			return nil, err
		}
		j.leave = append(j.leave, (*side).appear((*side).run))
	}
	j.known = len(a.Check.Own) > 0
	for _, code := range a.Check.Own {
		for name := range cell.Bound(code) {
			j.names[name] = true
		}
	}
	return j, nil
}

// beside returns an evaluator with nothing defined, for a run of e's. What it prints is
// dropped until it is connected.
func (e *Evaluator) beside(a *active, machine *Machine, limits object.Limits) (*Evaluator, error) {
	inner, err := newEvaluator(machine, e.config)
	if err != nil {
		return nil, err
	}
	inner.session.Limits = limits
	inner.run = &active{Run: a.Run, token: a.token, ctx: a.ctx, cancel: a.cancel, within: a}
	inner.mute()
	inner.employ(inner.run)
	inner.found()
	return inner, nil
}

// mute drops what a session says from now on.
func (e *Evaluator) mute() {
	e.run.out = silent{}
	e.session.Stdout, e.session.Stderr, e.session.Input = io.Discard, io.Discard, nil
}

// mute drops what the answer and the tests say.
func (j *judge) mute() {
	j.Evaluator.mute()
	j.subject.mute()
}

// close ends both sessions with all that is in them.
func (j *judge) close() {
	for _, leave := range j.leave {
		leave()
	}
	for _, side := range []*Evaluator{j.subject, j.Evaluator} {
		if side != nil {
			side.session.Close()
		}
	}
	j.machine.Close()
}

// setUp runs the cells before the exercise in both sessions, those that are asides where the answer, or the tests, ask for
// them. at is the session in which one failed.
func (j *judge) setUp(a *active) (at *Evaluator, err error) {
	tests := make([]string, len(a.Check.Tests))
	for i, test := range a.Check.Tests {
		tests[i] = test.Code
	}
	forTests, forAnswer := needed(a.Check.Setup, tests...), needed(a.Check.Setup, a.Code)
	for i, cell := range a.Check.Setup {
		if at, err := j.Evaluator, j.Evaluator.setUp(cell, forTests[i]); err != nil {
			return at, err
		}
		if at, err := j.subject, j.subject.setUp(cell, forAnswer[i]); err != nil {
			return at, err
		}
	}
	return nil, nil
}

// setUp runs one cell before the exercise, if it is needed.
func (e *Evaluator) setUp(cell session.Setup, needed bool) error {
	if !needed {
		return nil
	}
	_, err := e.guarded(func() (object.Value, error) { return e.execute(e.run, setupFile, cell.Code) })
	if err != nil && (!cell.Raises || errors.Is(err, object.ErrStopped)) {
		return err
	}
	interp.Remember(e.run.thread, interp.Source{Name: setupFile}) // solutions are among them
	return nil
}

// setupFile is the name of the cells before the exercise.
const setupFile = "<setup>"

// answer runs the answer, and gives the tests what it defines.
func (j *judge) answer(a *active) error {
	j.border = border.New(j.world(), j.subject.world())
	j.subject.run.out = a.out
	j.subject.connect(a)
	j.run.out = a.out
	j.connect(a)
	before := map[string]bool{}
	for name := range j.main.All() {
		before[name] = true
	}
	j.cell = j.subject.remember(a)
	if _, err := j.subject.guarded(func() (object.Value, error) { return j.subject.execute(j.subject.run, j.cell, a.Code) }); err != nil {
		return err
	}
	for name := range j.names {
		j.main.Delete(name)
	}
	for _, name := range j.subject.main.Names() {
		v, ok := j.subject.main.Get(name)
		if !ok || !j.names[name] && (j.known || before[name] || j.shadows(name)) {
			continue
		}
		if _, err := j.guarded(func() (object.Value, error) {
			w, err := j.border.Import(v)
			if err == nil {
				j.main.Set(name, w)
			}
			return w, err
		}); errors.Is(err, object.ErrStopped) {
			return err
		}
	}
	return nil
}

// shadows reports a name by which an answer would take the place of what every test uses.
func (j *judge) shadows(name string) bool {
	_, builtin := j.session.Builtins.Get(name)
	return builtin || strings.HasPrefix(name, "__")
}

func (e *Evaluator) world() border.World { return border.World{Thread: e.run.thread, Main: e.main} }

// ofAnswer reports an exception that came from the answer, by whatever way.
func (j *judge) ofAnswer(e *object.Exception) bool {
	if j.border.Raised(e) != nil || interp.PassedThrough(e, j.subject.session) {
		return true
	}
	return slices.ContainsFunc(interp.Entries(e), func(entry interp.Entry) bool { return entry.File == j.cell }) // a kernel
}

// original is the answer's own exception.
func (j *judge) original(e *object.Exception) *object.Exception {
	if own := j.border.Raised(e); own != nil {
		return own
	}
	return e
}
