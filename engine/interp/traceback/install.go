package traceback

import (
	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file ties the package to a session.

// excepthook is sys.excepthook, as it is at first.
var excepthook = object.Def("excepthook(exctype, value, traceback, /)", handle, "Handle an exception by displaying it with a traceback on sys.stderr.")

// Install gives a session module _traceback and sys.excepthook, and tells sys.unraisablehook
// of exceptions that nobody can catch.
func Install(s *object.Session) {
	interp.Offer(s, interp.Module{Name: "_traceback", Init: newModule})
	for _, name := range []string{"excepthook", "__excepthook__"} { // the second for a program that has replaced the first
		s.Sys.Set(name, object.Of(excepthook))
	}
	for _, name := range []string{"unraisablehook", "__unraisablehook__"} {
		s.Sys.Set(name, object.Of(unraisablehook))
	}
	interp.OnIgnored(s, onIgnored)
}

// handle is the function of sys.excepthook.
func handle(t *object.Thread, a []object.Value) (object.Value, error) {
	e, ok := a[1].Object().(*object.Exception)
	if !ok {
		return object.None, nil
	}
	return object.None, writeStderr(t, Format(t, e))
}

// writeStderr writes to sys.stderr, if there is one.
func writeStderr(t *object.Thread, text string) error {
	stderr, open := t.Session.Sys.Get("stderr")
	if !open || stderr.IsNone() {
		return nil
	}
	_, err := object.CallAttr(t, stderr, "write", object.NewStr(text))
	return err
}
