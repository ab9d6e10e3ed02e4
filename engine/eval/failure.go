package eval

import (
	"errors"
	"slices"
	"strings"
	"time"

	"gputour/engine/eval/advice"
	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/wire"
)

// This file turns an exception into wire.ErrorBody.

// maxChained bounds the exceptions that led to one and are told with it.
const maxChained = 100

// contextLines are shown above and below the line that failed.
const contextLines = 2

// maxLine bounds a line of source that is shown with a frame, in bytes: a frame keeps its
// lines, and not the cell they are part of.
const maxLine = 4 << 10

// describe returns err as data. gone is true when describing it was itself stopped.
func (e *Evaluator) describe(a *active, err error) (body wire.ErrorBody, gone bool) {
	var b *bug
	if errors.As(err, &b) {
		text := advice.Bug(b.id, a.Lang)
		return wire.ErrorBody{Name: "InternalError", Value: text, Text: text}, false
	}
	x, ok := object.AsException(err)
	if !ok {
		return wire.ErrorBody{Name: "InternalError", Value: err.Error(), Text: err.Error()}, false
	}
	_, stop := e.guarded(func() (object.Value, error) {
		t := a.thread
		hide(x, shellFiles)
		body.Name, body.Value, body.Notes = headline(t, x)
		body.Frames = e.frames(x)
		body.Chain = e.chain(t, x)
		body.Text = e.traceback(t, x)
		return object.Value{}, nil
	})
	body.Explain = e.Explain(a, x, body.Frames)
	bounded, _, _ := wire.Bound(body)
	return bounded.(wire.ErrorBody), stop != nil
}

// traceback is what a terminal shows of an exception.
func (e *Evaluator) traceback(t *object.Thread, x *object.Exception) string {
	switch {
	case e.config.Script || e.mode == "Plain":
		return traceback.Format(t, x)
	case object.SystemExit.Is(x.Value()):
		return "An exception has occurred, use %tb to see the full traceback.\n\n" + strings.Join(traceback.Conclusion(t, x), "")
	case e.mode == "Minimal" || isUsage(x):
		return strings.TrimPrefix(strings.Join(traceback.Conclusion(t, x), ""), "IPython.core.error.")
	}
	return traceback.FormatCell(t, x)
}

// isUsage reports whether x says that a magic is used in the wrong way, which is no
// matter of a line in a program.
func isUsage(x *object.Exception) bool {
	c := x.Class()
	return c.Name == "UsageError" && c.Module == "IPython.core.error"
}

// hide leaves the frames of the notebook's own Python out of the tracebacks of x and of
// what led to it.
func hide(x *object.Exception, files string) {
	for seen := map[*object.Exception]bool{}; x != nil && !seen[x]; {
		seen[x] = true
		interp.HideFrames(x, files)
		if x.Cause != nil {
			x = x.Cause
		} else {
			x = x.Context
		}
	}
}

// headline splits the last entries of format_exception_only: the type, what it
// says, and notes. A SyntaxError's entries before that show the source.
func headline(t *object.Thread, x *object.Exception) (name, value string, notes []string) {
	entries := traceback.Conclusion(t, x)
	at := len(entries) - 1
	full := qualifiedName(x.Class())
	if isUsage(x) {
		entries[0], full = strings.TrimPrefix(entries[0], x.Class().Module+"."), x.Class().Name
	}
	for i, entry := range entries {
		if strings.HasPrefix(entry, full) && (len(entry) == len(full) || strings.HasPrefix(entry[len(full):], ":") || strings.HasPrefix(entry[len(full):], "\n")) {
			at = i
			break
		}
	}
	if at < 0 {
		return full, "", nil
	}
	value = strings.TrimRight(strings.TrimPrefix(entries[at], full), "\n")
	value = strings.TrimPrefix(value, ": ")
	for _, note := range entries[at+1:] {
		notes = append(notes, strings.TrimRight(note, "\n"))
	}
	return full, value, notes
}

// qualifiedName is a class as tracebacks name it.
func qualifiedName(c *object.Class) string {
	if c.Module == "" || c.Module == "builtins" || c.Module == "__main__" {
		return c.QualName
	}
	return c.Module + "." + c.QualName
}

// frames are the frames of a traceback, outermost first.
func (e *Evaluator) frames(x *object.Exception) []wire.Frame {
	var frames []wire.Frame
	for _, en := range interp.Entries(x) {
		f := wire.Frame{File: en.File, Function: en.Name, Line: en.Line, Col: -1}
		if en.Span.Start.IsValid() {
			f.Col, f.EndLine, f.EndCol = en.Span.Start.Col, en.Span.End.Line, en.Span.End.Col
		}
		f.Cell, f.User = e.cells[en.File], e.cells[en.File] != ""
		if f.User {
			f.First, f.Source = around(e.source(en.File), en.Line)
		}
		frames = append(frames, f)
	}
	if f, ok := e.syntaxFrame(x); ok {
		frames = append(frames, f)
	}
	return frames
}

// syntaxFrame is where a cell is no Python: its line never ran, and so no traceback has it.
func (e *Evaluator) syntaxFrame(x *object.Exception) (wire.Frame, bool) {
	file, _ := object.AsStr(x.Field("filename"))
	line, _ := object.AsInt(x.Field("lineno"))
	if !object.SyntaxError.Is(x.Value()) || e.cells[file] == "" {
		return wire.Frame{}, false
	}
	f := wire.Frame{File: file, Cell: e.cells[file], User: true, Line: int(line), Col: -1}
	f.First, f.Source = around(e.source(file), f.Line)
	return f, true
}

// source is the text of a cell that has run.
func (e *Evaluator) source(file string) string {
	var n int
	for _, c := range strings.TrimSuffix(strings.TrimPrefix(file, "Cell In["), "]") {
		if c < '0' || c > '9' {
			return ""
		}
		n = n*10 + int(c-'0')
	}
	if n >= len(e.history) {
		return ""
	}
	return e.history[n]
}

// around cuts the lines about a line out of a text.
func around(text string, line int) (first int, lines []string) {
	all := strings.Split(text, "\n")
	first = max(line-contextLines, 1)
	last := min(line+contextLines, len(all))
	if first > last {
		return 0, nil
	}
	lines = slices.Clone(all[first-1 : last])
	for i, line := range lines {
		lines[i] = wire.Shorten(line, maxLine)
	}
	return first, lines
}

// chain lists the exceptions that led to x, oldest first.
func (e *Evaluator) chain(t *object.Thread, x *object.Exception) []wire.Chained {
	var chain []wire.Chained
	seen := map[*object.Exception]bool{x: true}
	for {
		next, cause := x.Context, false
		if x.Cause != nil {
			next, cause = x.Cause, true
		} else if x.SuppressContext {
			next = nil
		}
		if next == nil || seen[next] || len(chain) == maxChained {
			break
		}
		seen[next] = true
		name, value, _ := headline(t, next)
		chain = append(chain, wire.Chained{Name: name, Value: value, Frames: e.frames(next), Cause: cause})
		x = next
	}
	for i, j := 0, len(chain)-1; i < j; i, j = i+1, j-1 {
		chain[i], chain[j] = chain[j], chain[i]
	}
	return chain
}

// Explain returns our word on an exception, or nil.
func (e *Evaluator) Explain(a *active, x *object.Exception, frames []wire.Frame) *wire.Explanation {
	if e.config.Explain != nil {
		if w := e.config.Explain(a.thread, x); w != nil {
			return &wire.Explanation{Code: w.Code, Args: w.Args, Summary: w.Text, Touch: w.Touch}
		}
	}
	f := &advice.Failure{Session: answers{e}, Globals: e.main, Thread: a.thread, Exception: x, Lang: a.Lang}
	for i := range frames {
		if frames[i].User {
			f.Frame = &frames[i]
		}
		f.Deep = !frames[i].User
	}
	if text, ok := advice.Message(x); ok {
		if f.Fault = state.LastFault(e.session, text); f.Fault != nil && e.seen != nil && e.seen.fault == f.Fault {
			f.Seen = e.scene(e.seen)
		}
	}
	return f.Explain()
}

// scene describes the tensors at fault.
func (e *Evaluator) scene(s *sight) *advice.Scene {
	seen := &advice.Scene{Largest: s.all}
	for _, t := range s.fault.Tensors {
		chip := e.describeTensor(t)
		name, ok := s.names[t]
		if ok {
			chip.Name = name.name
			made := e.originOf(name)
			chip.File, chip.Line = made.File, made.Line
		}
		seen.Operands, seen.Modules = append(seen.Operands, chip), append(seen.Modules, name.module)
	}
	return seen
}

// answers are what an explanation may ask of the evaluator.
type answers struct{ e *Evaluator }

func (a answers) Read(limit time.Duration, f func(t *object.Thread)) { a.e.readFor(limit, f) }

func (a answers) Resolve(t *object.Thread, expression string) (object.Value, bool) {
	return a.e.resolve(t, expression)
}

func (a answers) Parameters(t *object.Thread, name string, v object.Value) ([]string, bool) {
	b := briefOf(t, name, v)
	if len(b.Calls) == 0 {
		return nil, false
	}
	return b.Calls[0].Parameters, true
}

func (a answers) Bound(name string) advice.Origin { return a.e.originOf(sighted{name: name}) }
