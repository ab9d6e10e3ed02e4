package traceback

import (
	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file is module _traceback, on which the modules traceback and warnings are built.

// newModule makes module _traceback.
func newModule(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_traceback", "How exceptions are written.")
	m.AddFuncs(functions()...)
	return m, nil
}

// functions are those of module _traceback.
func functions() []*object.Builtin {
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
			return stringList(FormatOnly(t, e)), nil
		}, "The entries of traceback.format_exception_only."),
		object.Def("extract(tb, /)", extract, "A list of (file, line, name, text) for a traceback or a frame."),
		object.Def("format_tb(tb, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			p := printer{t: t}
			return stringList(p.stack(interp.EntriesOf(a[0]))), nil
		}, "The entries of traceback.format_tb."),
		ignored,
		object.Def("line(file, number, /)", sourceLine, "A line of a source that the session has run, or ''."),
		object.Def("lines(file, /)", sourceLines, "The lines of a source that the session has run."),
	}
}

func exceptionArg(v object.Value) (*object.Exception, error) {
	if e, ok := v.Object().(*object.Exception); ok {
		return e, nil
	}
	return nil, object.Raise(object.TypeError, "Exception expected for value, %s found", object.TypeName(v))
}

// formatEntries gives the entries that traceback.format_exception yields.
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
			if entries := interp.Entries(x); len(entries) > 0 {
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

func extract(t *object.Thread, a []object.Value) (object.Value, error) {
	var items []object.Value
	for _, en := range interp.EntriesOf(a[0]) {
		line, _ := interp.SourceLine(t, en.File, en.Line)
		items = append(items, object.NewTuple(object.NewStr(en.File), object.Int(int64(en.Line)), object.NewStr(en.Name), object.NewStr(line)))
	}
	return object.NewList(items), nil
}

func sourceLine(t *object.Thread, a []object.Value) (object.Value, error) {
	file, _ := object.AsStr(a[0])
	n, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	line, _ := interp.SourceLine(t, file, n)
	return object.NewStr(line), nil
}

func sourceLines(t *object.Thread, a []object.Value) (object.Value, error) {
	file, _ := object.AsStr(a[0])
	var lines []string
	for n := 1; ; n++ {
		line, ok := interp.SourceLine(t, file, n)
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
