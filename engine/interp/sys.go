package interp

import (
	"gputour/engine/object"
)

// This file defines the functions of module sys that look at frames and
// exceptions, and module _traceback, on which traceback and warnings are built.

// sysFunctions are put into Session.Sys by Install.
var sysFunctions = []*object.Builtin{
	object.Def("exc_info()", sysExcInfo, "Return current exception information: (type, value, traceback)."),
	object.Def("exception()", sysException, "Return the current exception."),
	object.Def("_getframe(depth=0, /)", sysGetFrame, "Return a frame object from the call stack."),
	object.Def("getrecursionlimit()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		return object.Int(int64(t.Session.RecursionLimit)), nil
	}, "Return the current value of the recursion limit."),
	object.Def("setrecursionlimit(limit, /)", sysSetRecursionLimit, "Set the maximum depth of the Python interpreter stack to n."),
	object.Def("excepthook(exctype, value, traceback, /)", sysExceptHook, "Handle an exception by displaying it with a traceback on sys.stderr."),
	object.Def("breakpointhook(*args, **kws)", sysBreakpointHook, "This hook function is called by built-in breakpoint()."),
	object.Def("set_asyncgen_hooks(firstiter=?, finalizer=?)", setAsyncgenHooks, "Set a finalizer for async generators objects."),
	object.Def("get_asyncgen_hooks()", getAsyncgenHooks, "Return the installed asynchronous generators hooks."),
	object.Def("settrace(function, /)", noTracing, "Accept None: there is no tracing here."),
	object.Def("gettrace()", nothing, "Return None."),
	object.Def("setprofile(function, /)", noTracing, "Accept None: there is no profiling here."),
	object.Def("getprofile()", nothing, "Return None."),
}

// noTracing refuses a function that would never be called.
func noTracing(_ *object.Thread, a []object.Value) (object.Value, error) {
	if !a[0].IsNone() {
		return object.Value{}, object.Raise(object.NotImplementedError, "functions cannot be traced here: they run without the events that sys.settrace and sys.setprofile report")
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

func sysExceptHook(t *object.Thread, a []object.Value) (object.Value, error) {
	e, ok := a[1].Object().(*object.Exception)
	if !ok {
		return object.None, nil
	}
	return object.None, writeStderr(t, FormatException(t, e))
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

// writeStderr writes to sys.stderr, if there is one.
func writeStderr(t *object.Thread, text string) error {
	stderr, open := t.Session.Sys.Get("stderr")
	if !open || stderr.IsNone() {
		return nil
	}
	_, err := object.CallAttr(t, stderr, "write", object.NewStr(text))
	return err
}

// tracebackFunctions are those of module _traceback.
func tracebackFunctions() []*object.Builtin {
	return []*object.Builtin{
		object.Def("format_exception(exc, chain=True, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			e, err := exceptionArg(a[0])
			if err != nil {
				return object.Value{}, err
			}
			chain, err := object.ToBool(t, a[1])
			return stringList(formatEntries(t, e, chain)), err
		}, "The entries of traceback.format_exception."),
		object.Def("format_exception_only(exc, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			e, err := exceptionArg(a[0])
			if err != nil {
				return object.Value{}, err
			}
			return stringList(FormatExceptionOnly(t, e)), nil
		}, "The entries of traceback.format_exception_only."),
		object.Def("extract(tb, /)", tracebackExtract, "A list of (file, line, name, text) for a traceback or a frame."),
		object.Def("format_tb(tb, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			p := printer{t: t}
			return stringList(p.stack(entriesOf(a[0]))), nil
		}, "The entries of traceback.format_tb."),
		object.Def("line(file, number, /)", tracebackLine, "A line of a source that the session has run, or ''."),
		object.Def("lines(file, /)", tracebackLines, "The lines of a source that the session has run."),
	}
}

func exceptionArg(v object.Value) (*object.Exception, error) {
	if e, ok := v.Object().(*object.Exception); ok {
		return e, nil
	}
	return nil, object.Raise(object.TypeError, "Exception expected for value, %s found", object.TypeName(v))
}

// formatEntries is FormatPlain cut into the entries that traceback.format_exception yields.
func formatEntries(t *object.Thread, e *object.Exception, wholeChain bool) []string {
	chain, messages := chained(e)
	if !wholeChain {
		chain = chain[:1]
	}
	var out []string
	p := printer{t: t}
	for i := len(chain) - 1; i >= 0; i-- {
		x := chain[i]
		if object.BaseExceptionGroup.Is(x.Value()) {
			g := printer{t: t, seen: map[*object.Exception]bool{}}
			g.group(x)
			out = append(out, g.b.String())
		} else {
			if entries := Entries(x); len(entries) > 0 {
				out = append(out, "Traceback (most recent call last):\n")
				out = append(out, p.stack(entries)...)
			}
			out = append(out, p.exceptionOnly(x)...)
		}
		if i > 0 {
			out = append(out, messages[i-1])
		}
	}
	return out
}

// entriesOf lists the entries of a traceback, or of the stack that ends in a frame.
func entriesOf(v object.Value) []Entry {
	var entries []Entry
	switch o := v.Object().(type) {
	case *Traceback:
		for tb := o; tb != nil; tb = tb.Next {
			entries = append(entries, tb.entry())
		}
	case *Frame:
		for f := o; f != nil; f = f.back {
			tb := &Traceback{code: f.code, pc: f.pc, line: int(f.code.Spans[f.pc].Line)}
			entries = append([]Entry{tb.entry()}, entries...)
		}
	}
	return entries
}

func tracebackExtract(t *object.Thread, a []object.Value) (object.Value, error) {
	var items []object.Value
	for _, en := range entriesOf(a[0]) {
		line, _ := SourceLine(t, en.File, en.Line)
		items = append(items, object.NewTuple(object.NewStr(en.File), object.Int(int64(en.Line)), object.NewStr(en.Name), object.NewStr(line)))
	}
	return object.NewList(items), nil
}

func tracebackLine(t *object.Thread, a []object.Value) (object.Value, error) {
	file, _ := object.AsStr(a[0])
	n, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	line, _ := SourceLine(t, file, n)
	return object.NewStr(line), nil
}

func tracebackLines(t *object.Thread, a []object.Value) (object.Value, error) {
	file, _ := object.AsStr(a[0])
	var lines []string
	for n := 1; ; n++ {
		line, ok := SourceLine(t, file, n)
		if !ok {
			return stringList(lines), nil
		}
		lines = append(lines, line+"\n")
	}
}

func stringList(list []string) object.Value {
	items := make([]object.Value, len(list))
	for i, s := range list {
		items[i] = object.NewStr(s)
	}
	return object.NewList(items)
}

// tracebackModule is module _traceback.
var tracebackModule = Module{Name: "_traceback", Init: func(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_traceback", "How exceptions are written.")
	m.AddFuncs(tracebackFunctions()...)
	return m, nil
}}
