package eval

import (
	"errors"
	"io"

	"gputour/engine/object"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// This file calls back what hangs on a control that a cell shows. The controls themselves are Python, ipywidgets: they
// send their state as displays, and here what the learner does to one comes back.

// controls is the module that knows the controls, once a cell has imported it.
func (e *Evaluator) controls() (object.Value, bool) {
	return e.session.Modules.GetStr("ipywidgets.widget")
}

// control is a small run: gone says that the control is of names that were lost.
func (e *Evaluator) control(a *active) (state wire.RunState, gone bool) {
	module, ok := e.controls()
	if !ok {
		return wire.RunAborted, true
	}
	a.out = quietly{a.out}
	e.connect(a)
	e.session.Input = func(*object.Thread, string) (string, error) {
		return "", object.Raise(object.NotImplementedError, "a control's callback cannot ask with input()")
	}
	b := a.Control
	there, err := e.guarded(func() (object.Value, error) {
		return object.CallAttr(a.thread, module, "touched", object.NewStr(b.ID), object.NewStr(b.Event), object.NewStr(b.Value))
	})
	if err == nil && there.IsBool() && there.SmallInt() == 0 {
		return wire.RunAborted, true
	}
	if x, ok := object.AsException(err); ok {
		for _, files := range controlFiles {
			hide(x, files)
		}
	}
	if err == nil {
		_, err = e.guarded(func() (object.Value, error) { return e.showFigures(a) })
	}
	e.tellControls(a)
	if late := e.machine.Settle(); err == nil {
		err = late
	}
	return e.outcome(a, err), false
}

// controlFiles is where the Python of the controls stands; tracebacks of their callbacks leave it out.
var controlFiles = []string{"/usr/lib/gputour/ipywidgets/", "/usr/lib/gputour/traitlets.py"}

// tellControls has the controls tell what they have not told yet.
func (e *Evaluator) tellControls(a *active) {
	module, ok := e.controls()
	if !ok {
		return
	}
	if _, err := e.guarded(func() (object.Value, error) { return object.CallAttr(a.thread, module, "flush") }); err != nil {
		var stopped *object.Stopped
		if x, ok := object.AsException(err); ok && !errors.As(err, &stopped) {
			_, _ = io.WriteString(e.session.Stderr, e.traceback(a.thread, x))
		}
	}
}

// quietly leaves out what the devices did: the timeline is of the cell's own run.
type quietly struct{ session.Output }

// Emit implements session.Output.
func (q quietly) Emit(typ string, body any) {
	if typ != wire.DeviceEvents {
		q.Output.Emit(typ, body)
	}
}
