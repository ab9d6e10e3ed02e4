package eval

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gputour/engine/eval/advice"
	"gputour/engine/eval/cell"
	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/wire"
)

// This file runs a cell so that the page can step through it: before each statement of the
// cell, its line and what its names hold. Functions of other cells are one step.

// StepsType is the MIME type of what a cell did, statement by statement.
const StepsType = "application/vnd.gputour.trace+json"

// What is kept of a cell; the rest of it runs and is not recorded.
const (
	maxSteps     = 1000
	maxStepBytes = 256 << 10
	maxBrief     = 80 // of a value, in bytes
	maxBriefed   = 6  // items of a list that are shown
)

// traced is the JSON.
type traced struct {
	First  int          `json:"first"` // number of Source[0]
	Source []string     `json:"source"`
	Steps  []tracedStep `json:"steps"`
	Error  string       `json:"error,omitempty"` // what ended it
	Cut    bool         `json:"cut,omitempty"`   // there were more steps
}

// tracedStep is a statement that is about to run; the last one is the end of the cell.
type tracedStep struct {
	Line  int      `json:"l"`
	Depth int      `json:"d,omitempty"` // 0 outside all functions
	Frame int      `json:"f,omitempty"` // tells calls apart
	Name  string   `json:"in,omitempty"`
	Set   []string `json:"n,omitempty"` // names and values in turn, of that frame, where they changed
	Gone  []string `json:"gone,omitempty"`
	Out   string   `json:"out,omitempty"` // printed since the step before
}

// stepper records a cell.
type stepper struct {
	e      *Evaluator
	trace  traced
	stack  []*stepFrame
	frames int
	names  []string // that the cell binds outside functions
	file   string
	room   int
	out    strings.Builder
}

// stepFrame is a call that has not ended.
type stepFrame struct {
	id, level int
	name      string
	held      map[string]string
}

// stepThrough runs Python, and displays what it did.
func (e *Evaluator) stepThrough(a *active, file, text string, first int) (v object.Value, err error) {
	s := &stepper{e: e, file: file, room: maxStepBytes}
	s.trace.First, s.trace.Source = first, strings.Split(strings.TrimRight(text, "\n"), "\n")
	below := strings.Repeat("\n", first-1) + text
	for _, b := range cell.Bindings(below) {
		if b.Def == 0 && !strings.Contains(b.Name, ".") && !slices.Contains(s.names, b.Name) {
			s.names = append(s.names, b.Name)
		}
	}
	stdout := e.session.Stdout
	e.session.Stdout = tee{stdout, s}
	interp.OnStep(e.session, s.step)
	e.stepping = true
	defer func() {
		e.stepping = false
		interp.OnStep(e.session, nil)
		e.session.Stdout = stdout
		s.end(a, err)
	}()
	return e.exec(a, file, cell.Python(below))
}

// tee writes for the learner and for the recording.
type tee struct {
	to interface{ Write([]byte) (int, error) }
	s  *stepper
}

func (t tee) Write(p []byte) (int, error) {
	if t.s.out.Len() < maxBrief*4 {
		t.s.out.Write(p)
	}
	return t.to.Write(p)
}

// step is told of each statement.
func (s *stepper) step(at interp.Call, line int) {
	if at.File() != s.file || !s.has() {
		return
	}
	f := s.frame(at.Depth(), at.Function())
	s.add(f, line, s.variables(at, f))
}

func (s *stepper) has() bool {
	if s.room <= 0 || len(s.trace.Steps) >= maxSteps {
		s.trace.Cut = true
	}
	return !s.trace.Cut
}

// frame is the call that a level of the stack belongs to.
func (s *stepper) frame(level int, name string) *stepFrame {
	for len(s.stack) > 0 && s.stack[len(s.stack)-1].level > level {
		s.stack = s.stack[:len(s.stack)-1]
	}
	if n := len(s.stack); n > 0 && s.stack[n-1].level == level {
		if s.stack[n-1].name == name {
			return s.stack[n-1]
		}
		s.stack = s.stack[:n-1]
	}
	f := &stepFrame{id: s.frames, level: level, name: name, held: map[string]string{}}
	s.frames++
	s.stack = append(s.stack, f)
	return f
}

// variables are what the names of a frame hold, in the order in which they are shown.
func (s *stepper) variables(at interp.Call, f *stepFrame) (list []string) {
	for name, v := range at.Variables() {
		list = append(list, name, s.e.brief(v, 2))
	}
	if len(s.stack) == 1 {
		list = s.globals()
	}
	return list
}

func (s *stepper) globals() (list []string) {
	for _, name := range s.names {
		v, ok := s.e.main.Get(name)
		if !ok {
			continue
		}
		if _, isModule := v.Object().(*object.Module); !isModule {
			list = append(list, name, s.e.brief(v, 2))
		}
	}
	return list
}

// add adds a step with what has changed.
func (s *stepper) add(f *stepFrame, line int, list []string) {
	t := tracedStep{Line: line, Depth: len(s.stack) - 1, Frame: f.id, Out: s.out.String()}
	if t.Depth > 0 {
		t.Name = f.name
	}
	s.out.Reset()
	now := map[string]string{}
	for i := 0; i < len(list); i += 2 {
		name, text := list[i], list[i+1]
		if old, ok := f.held[name]; !ok || old != text {
			t.Set = append(t.Set, name, text)
			s.room -= len(name) + len(text) + 6 // with quotes and commas
		}
		now[name] = text
	}
	for name := range f.held {
		if _, ok := now[name]; !ok {
			t.Gone = append(t.Gone, name)
		}
	}
	slices.Sort(t.Gone)
	f.held = now
	s.room -= 40 + len(t.Out) // about what the rest of a step is in JSON
	s.trace.Steps = append(s.trace.Steps, t)
}

// end adds what stood when the cell ended, and displays it all.
func (s *stepper) end(a *active, err error) {
	if len(s.trace.Steps) > 0 && !s.trace.Cut {
		if x, ok := object.AsException(err); ok {
			s.trace.Error = strings.TrimSpace(strings.Join(traceback.Conclusion(a.thread, x), ""))
		} else {
			s.stack = s.stack[:1]
			s.add(s.stack[0], 0, s.globals())
		}
	}
	data, failed := json.Marshal(s.trace)
	if failed == nil {
		s.e.show(a.thread, wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/plain": s.text(), StepsType: string(data)}})
	}
}

// shownTrace are the steps that a terminal is shown.
const shownTrace = 40

func (s *stepper) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d steps", len(s.trace.Steps))
	for _, t := range s.trace.Steps[:min(len(s.trace.Steps), shownTrace)] {
		source := ""
		if i := t.Line - s.trace.First; t.Line > 0 && i >= 0 && i < len(s.trace.Source) {
			source = strings.TrimRight(s.trace.Source[i], " \t")
		}
		fmt.Fprintf(&b, "\n%4d  %s", t.Line, source)
		for i := 0; i < len(t.Set); i += 2 {
			fmt.Fprintf(&b, "  %s=%s", t.Set[i], t.Set[i+1])
		}
	}
	return b.String()
}

// brief writes a value in a few words, without running anything of the learner's.
func (e *Evaluator) brief(v object.Value, depth int) string {
	if t, ok := values.AsTensor(v); ok {
		return fmt.Sprintf("%s %s · %s", advice.Sizes(t.Shape()), strings.TrimPrefix(t.DType().String(), "torch."), t.Device().Info().String())
	}
	if scalar(v) {
		return clipped(e.scalarText(v))
	}
	switch o := v.Object().(type) {
	case *object.List:
		return e.briefItems("[", o.Items, "]", depth)
	case *object.Tuple:
		return e.briefItems("(", o.Items, ")", depth)
	case *object.Dict:
		return e.briefDict(o, depth)
	case *interp.Function:
		return "function"
	case *object.Class:
		return "class " + o.Name
	}
	return object.TypeName(v)
}

// scalarText is the repr of a number, a text or None.
func (e *Evaluator) scalarText(v object.Value) string {
	if text, ok := object.AsStr(v); ok && len(text) > maxBrief {
		v = object.NewStr(wire.Shorten(text, maxBrief))
	}
	text, err := object.Repr(e.current().thread, v)
	if err != nil {
		return object.TypeName(v)
	}
	return text
}

func clipped(text string) string { return wire.Shorten(text, maxBrief) }

func (e *Evaluator) briefItems(open string, items []object.Value, end string, depth int) string {
	if depth == 0 && len(items) > 0 {
		return open + "…" + end
	}
	var list []string
	for _, x := range items[:min(len(items), maxBriefed)] {
		list = append(list, e.brief(x, depth-1))
	}
	if n := len(items) - maxBriefed; n > 0 {
		list = append(list, fmt.Sprintf("… +%d", n))
	}
	return clipped(open + strings.Join(list, ", ") + end)
}

func (e *Evaluator) briefDict(d *object.Dict, depth int) string {
	if depth == 0 && d.Len() > 0 {
		return "{…}"
	}
	var list []string
	for k, x := range d.All() {
		if len(list) == maxBriefed {
			list = append(list, fmt.Sprintf("… +%d", d.Len()-maxBriefed))
			break
		}
		list = append(list, e.brief(k, 0)+": "+e.brief(x, depth-1))
	}
	return clipped("{" + strings.Join(list, ", ") + "}")
}
