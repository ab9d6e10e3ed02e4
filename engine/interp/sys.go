package interp

import (
	"gputour/engine/object"
)

// This file defines the functions of module sys that look at frames and exceptions.

// sysFunctions are put into Session.Sys by Install.
var sysFunctions = []*object.Builtin{
	object.Def("exc_info()", sysExcInfo, "Return current exception information: (type, value, traceback)."),
	object.Def("exception()", sysException, "Return the current exception."),
	object.Def("_getframe(depth=0, /)", sysGetFrame, "Return a frame object from the call stack."),
	object.Def("getrecursionlimit()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		return object.Int(int64(t.Session.RecursionLimit)), nil
	}, "Return the current value of the recursion limit."),
	object.Def("setrecursionlimit(limit, /)", sysSetRecursionLimit, "Set the maximum depth of the Python interpreter stack to n."),
	object.Def("breakpointhook(*args, **kws)", sysBreakpointHook, "This hook function is called by built-in breakpoint()."),
	object.Def("set_asyncgen_hooks(firstiter=?, finalizer=?)", setAsyncgenHooks, "Set a finalizer for async generators objects."),
	object.Def("get_asyncgen_hooks()", getAsyncgenHooks, "Return the installed asynchronous generators hooks."),
	object.Def("settrace(function, /)", noTracing, "Accept None: there is no tracing here."),
	object.Def("gettrace()", nothing, "Return None."),
	object.Def("setprofile(function, /)", sysSetProfile, "Set the profiling function.  It will be called on each function call\nand return.  See the profiler chapter in the library manual."),
	object.Def("getprofile()", sysGetProfile, "Return the profiling function set with sys.setprofile.\nSee the profiler chapter in the library manual."),
}

// noTracing refuses a function that would never be called.
func noTracing(_ *object.Thread, a []object.Value) (object.Value, error) {
	if !a[0].IsNone() {
		return object.Value{}, object.Raise(object.NotImplementedError, "functions cannot be traced here: they run without the events of lines that sys.settrace reports")
	}
	return object.None, nil
}

func nothing(*object.Thread, []object.Value) (object.Value, error) { return object.None, nil }

func sysExcInfo(t *object.Thread, _ []object.Value) (object.Value, error) {
	e := t.Handling
	if e == nil {
		return object.NewTuple(object.None, object.None, object.None), nil
	}
	return object.NewTuple(e.Class().Value(), e.Value(), tracebackOf(e)), nil
}

func sysException(t *object.Thread, _ []object.Value) (object.Value, error) {
	if t.Handling == nil {
		return object.None, nil
	}
	return t.Handling.Value(), nil
}

func sysGetFrame(t *object.Thread, a []object.Value) (object.Value, error) {
	depth, err := object.IndexInt(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	f := machineOf(t).frameObject(max(depth, 0))
	if f == nil {
		return object.Value{}, object.Raise(object.ValueError, "call stack is not deep enough")
	}
	return object.Of(f), nil
}

func sysSetRecursionLimit(t *object.Thread, a []object.Value) (object.Value, error) {
	n, err := object.IndexInt(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	if n < 1 {
		return object.Value{}, object.Raise(object.ValueError, "recursion limit must be greater or equal than 1")
	}
	if depth := t.Depth + 1; n <= depth { // CPython counts the call of this function too
		return object.Value{}, object.Raise(object.RecursionError, "cannot set the recursion limit to %d at the recursion depth %d: the limit is too low", n, depth)
	}
	t.Session.RecursionLimit = n
	return object.None, nil
}

// breakpoint calls sys.breakpointhook, which a program may replace.
func breakpoint(t *object.Thread, a []object.Value) (object.Value, error) {
	hook, ok := t.Session.Sys.Get("breakpointhook")
	if !ok {
		return object.Value{}, object.Raise(object.RuntimeError, "lost sys.breakpointhook")
	}
	args := object.Args{Pos: a[0].Object().(*object.Tuple).Items}
	for k, v := range a[1].Object().(*object.Dict).All() {
		name, _ := object.AsStr(k)
		args.Kw = append(args.Kw, object.Keyword{Name: name, Value: v})
	}
	return object.CallArgs(t, hook, args)
}

// sysBreakpointHook is the hook of a session: importing pdb says that there is no debugger.
func sysBreakpointHook(t *object.Thread, _ []object.Value) (object.Value, error) {
	if t.Session.Env["PYTHONBREAKPOINT"] == "0" {
		return object.None, nil
	}
	_, err := machineOf(t).importDotted("pdb")
	return object.None, err
}
