package traceback

import (
	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file writes exceptions that have nobody to go to: those of __del__, of the callbacks of weak references, of
// functions that are called at the end. sys.unraisablehook is told of each.

// unraisable is what sys.unraisablehook is told, in the order of the attributes of its argument; what is not known is None.
type unraisable struct{ class, value, trace, message, object object.Value }

// unraisablehook is sys.unraisablehook, as it is at first.
var unraisablehook = object.Def("unraisablehook(unraisable, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
	told, ok := a[0].Object().(*object.Tuple)
	if !ok || object.TypeName(a[0]) != "UnraisableHookArgs" {
		return object.Value{}, object.Raise(object.TypeError, "sys.unraisablehook argument type must be UnraisableHookArgs")
	}
	f := told.Items
	return object.None, unraisable{f[0], f[1], f[2], f[3], f[4]}.write(t)
}, "Handle an unraisable exception.")

// ignored is the function _traceback.ignored.
var ignored = object.Def("ignored(exc, object, message=None, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
	e, err := exceptionArg(a[0])
	if err != nil {
		return object.Value{}, err
	}
	return object.None, tellIgnored(t, e, a[1], a[2])
}, "Tells sys.unraisablehook of an exception that object raised; message says where.")

// onIgnored tells of an exception that in has raised, if that is known.
func onIgnored(t *object.Thread, e *object.Exception, in object.Value) error {
	if in.IsNil() {
		in = object.None
	}
	return tellIgnored(t, e, in, object.None)
}

// tellIgnored calls sys.unraisablehook. The error is one that ends the program.
func tellIgnored(t *object.Thread, e *object.Exception, in, message object.Value) error {
	u := unraisable{e.Class().Value(), e.Value(), orNone(e.Traceback), message, in}
	hook, known := t.Session.Sys.Get("unraisablehook")
	if !known || hook.IsNone() || hook == object.Of(unraisablehook) {
		return u.write(t)
	}
	err := u.call(t, hook)
	failed, raised := err.(*object.Exception)
	if !raised {
		return err
	}
	return unraisable{failed.Class().Value(), failed.Value(), orNone(failed.Traceback),
		object.NewStr("Exception ignored in sys.unraisablehook"), hook}.write(t)
}

// call calls a hook of the program's.
func (u unraisable) call(t *object.Thread, hook object.Value) error {
	sys, err := interp.Import(t, "sys")
	if err != nil {
		return err
	}
	args, err := object.CallAttr(t, sys, "_UnraisableHookArgs", object.NewTuple(u.class, u.value, u.trace, u.message, u.object))
	if err == nil {
		_, err = object.Call(t, hook, args)
	}
	return err
}

// write writes to sys.stderr what sys.unraisablehook writes at first: the exception alone, without what led to it, notes
// and source.
func (u unraisable) write(t *object.Thread) error {
	p := printer{t: t}
	text := u.heading(t)
	if entries := interp.EntriesOf(u.trace); len(entries) > 0 {
		text += "Traceback (most recent call last):\n"
		for _, entry := range p.stack(entries) {
			text += entry
		}
	}
	if class, ok := u.class.Object().(*object.Class); ok {
		text += qualifiedName(class)
	} else {
		text += "<unknown>"
	}
	if !u.value.IsNone() {
		s, err := object.ToStr(t, u.value)
		if err != nil {
			s = "<exception str() failed>"
		}
		text += ": " + s
	}
	return writeStderr(t, text+"\n")
}

// heading is the line that says where it happened.
func (u unraisable) heading(t *object.Thread) string {
	message := "Exception ignored in"
	if s, ok := object.AsStr(u.message); ok {
		message = s
	} else if u.object.IsNone() {
		return ""
	}
	if u.object.IsNone() {
		return message + ":\n"
	}
	s, err := object.Repr(t, u.object)
	if err != nil {
		s = "<object repr() failed>"
	}
	return message + ": " + s + "\n"
}

func orNone(v object.Value) object.Value {
	if v.IsNil() {
		return object.None
	}
	return v
}
