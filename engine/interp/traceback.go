package interp

import (
	"fmt"
	"strings"

	"gputour/engine/bytecode"
	"gputour/engine/diag"
	"gputour/engine/object"
)

// This file defines traceback and frame objects.

// Traceback is one entry of a traceback; Next leads towards where the exception was raised.
type Traceback struct {
	object.Head
	Next *Traceback
	code *linked
	pc   int // of the instruction
	line int // tb_lineno, which Python code may set
}

// Traceback marks the class for package object.
func (*Traceback) Traceback() {}

// Frame is a frame as Python code sees it: a snapshot of where it was.
type Frame struct {
	object.Head
	code   *linked
	pc     int
	back   *Frame
	locals object.Value
	live   *frame // while it runs
}

var (
	// TracebackClass is types.TracebackType.
	TracebackClass = object.NewBuiltin("traceback")
	// FrameClass is types.FrameType.
	FrameClass = object.NewBuiltin("frame")
)

// addTraceback puts an entry for the running instruction of fr before those that e has,
// and one for each comprehension around it, which Python takes for functions.
func (m *machine) addTraceback(e *object.Exception, fr *frame) {
	if fr.code == sentinel {
		return
	}
	pc := fr.pc - 1
	for i, c := range fr.code.Comps {
		if c.Start <= pc && pc < c.End {
			m.addEntry(e, fr.code.comp(i), pc)
			pc = c.At
		}
	}
	m.addEntry(e, fr.code, pc)
}

func (m *machine) addEntry(e *object.Exception, code *linked, pc int) {
	tb := &Traceback{code: code, pc: max(pc, 0)}
	if next, ok := objectOf(e.Traceback).(*Traceback); ok {
		tb.Next = next
	}
	tb.line = int(code.Spans[tb.pc].Line)
	e.Traceback = object.Adopt(tb, TracebackClass)
}

// Within puts an entry for code that is not Python before those that e has: a line of a
// file, in a function of that name.
func Within(e *object.Exception, file, name string, line, col int) {
	span := bytecode.Span{Line: int32(line), Col: int32(col), EndLine: int32(line), EndCol: int32(col)}
	code := &linked{Code: &bytecode.Code{File: file, Name: name, Spans: []bytecode.Span{span}}, module: object.NewNamespace()}
	(&machine{}).addEntry(e, code, 0)
}

// HideFrames takes the entries out of e's traceback whose files begin with a prefix.
func HideFrames(e *object.Exception, prefix string) {
	var first *Traceback
	last := &first
	tb, _ := objectOf(e.Traceback).(*Traceback)
	for ; tb != nil; tb = tb.Next {
		if !strings.HasPrefix(tb.code.File, prefix) {
			*last, last = tb, &tb.Next
		}
	}
	*last = nil
	if first == nil {
		e.Traceback = object.Value{}
	} else {
		e.Traceback = object.Of(first)
	}
}

// tracebackOf is e.__traceback__.
func tracebackOf(e *object.Exception) object.Value {
	if e.Traceback.IsNil() {
		return object.None
	}
	return e.Traceback
}

// Entry is one line of a traceback as data.
type Entry struct {
	File string
	Name string // of the function, "<module>" outside any
	// QualName is the name with those of the classes and functions around it.
	QualName string
	Line     int
	// Span is the failing expression. Tracebacks do not mark it where CPython blames the
	// Whole statement around it.
	Span   diag.Span
	Whole  bool
	Params []string // of the function, with the stars that collect arguments
}

// Entries returns the traceback of e, outermost call first.
func Entries(e *object.Exception) []Entry {
	tb, _ := objectOf(e.Traceback).(*Traceback)
	var entries []Entry
	for ; tb != nil; tb = tb.Next {
		entries = append(entries, tb.entry())
	}
	return entries
}

// EntriesOf lists the entries of a traceback object, or of the stack that ends in a frame object.
func EntriesOf(v object.Value) []Entry {
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

// PassedThrough reports whether code of session s raised e or let it pass.
func PassedThrough(e *object.Exception, s *object.Session) bool {
	tb, _ := objectOf(e.Traceback).(*Traceback)
	for ; tb != nil; tb = tb.Next {
		if st := tb.code.state; st != nil && st.session == s {
			return true
		}
	}
	return false
}

func (tb *Traceback) entry() Entry {
	s := tb.code.Spans[tb.pc]
	return Entry{
		File: tb.code.File, Name: tb.code.Name, QualName: tb.code.QualName, Line: tb.line, Params: paramNames(tb.code.Code),
		Span: diag.Span{
			Start: diag.Pos{Line: int(s.Line), Col: int(s.Col)}, End: diag.Pos{Line: int(s.EndLine), Col: int(s.EndCol)}},
		Whole: tb.code.Whole(tb.pc),
	}
}

// Scope lists the variables of the function that raised e, and those of its module; ok tells
// that Python code did.
func Scope(e *object.Exception) (locals, globals []string, ok bool) {
	tb, _ := objectOf(e.Traceback).(*Traceback)
	if tb == nil {
		return nil, nil, false
	}
	for tb.Next != nil {
		tb = tb.Next
	}
	locals = append(locals, tb.code.Locals...)
	for _, c := range tb.code.Cells {
		locals = append(locals, c.Name)
	}
	return locals, tb.code.module.Names(), true
}

// paramNames are the parameters of a function with the stars of those that collect arguments.
func paramNames(c *bytecode.Code) []string {
	names := append([]string(nil), c.Locals[:c.NumParams()]...)
	i := c.NumArgs + c.NumKwOnly
	if c.Flags&bytecode.VarArgs != 0 {
		names[i] = "*" + names[i]
		i++
	}
	if c.Flags&bytecode.VarKeywords != 0 {
		names[i] = "**" + names[i]
	}
	return names
}

// Position returns file and line of the Python code that is running, "" and 0 for none.
func Position(t *object.Thread) (file string, line int) {
	m, ok := t.Frame.(*machine)
	if !ok || m.top == nil || m.top.code == sentinel {
		return "", 0
	}
	return m.top.code.File, m.top.line()
}

// Position is the function of that name for the machine's thread.
func (m *machine) Position() (file string, line int) { return Position(m.t) }

// Globals returns the module namespace of the running code, nil for none.
func (m *machine) Globals() *object.Namespace {
	if m.top == nil {
		return nil
	}
	return m.top.code.module
}

// frameObject returns the frame depth levels below the innermost one as an
// object, nil if there are not that many.
func (m *machine) frameObject(depth int) *Frame {
	fr := m.top
	for ; fr != nil && fr.code != sentinel; fr = fr.back {
		if depth == 0 {
			return fr.asObject()
		}
		depth--
	}
	return nil
}

func (fr *frame) asObject() *Frame {
	if fr.code == sentinel {
		return nil
	}
	f := fr.known()
	f.look(fr)
	if fr.back != nil {
		f.back = fr.back.asObject()
	}
	return f
}

// known is what Python code knows the frame as, made on first use.
func (fr *frame) known() *Frame {
	if fr.object == nil {
		fr.object = &Frame{code: fr.code, live: fr}
		object.Adopt(fr.object, FrameClass)
	}
	return fr.object
}

// line is the number of the line that the frame is at.
func (f *Frame) line() int { return int(f.code.Spans[f.pc].Line) }

// look notes where fr is and what its variables are.
func (f *Frame) look(fr *frame) {
	f.pc = max(fr.pc-1, 0)
	f.locals = frameLocals(fr)
}

// running is the activation that f is of; nil once that is over.
func (f *Frame) running(t *object.Thread) *frame {
	if m, ok := t.Frame.(*machine); ok && m.top != nil && f.live != nil && f.live.object == f && f.live.level <= m.top.level {
		return f.live
	}
	return nil
}

// now is f, at the place where it is if it still runs.
func (f *Frame) now(t *object.Thread) *Frame {
	if fr := f.running(t); fr != nil {
		f.pc = max(fr.pc-1, 0)
	}
	return f
}

func newFrameObject(code *linked, pc int, locals object.Value) object.Value {
	return object.Adopt(&Frame{code: code, pc: min(pc, len(code.Spans)-1), locals: locals}, FrameClass)
}

// frameLocals is locals() in fr: a live namespace, or a dict with what a function's
// variables are now. It is always the same dict, and keeps what else exec() puts there.
func frameLocals(fr *frame) object.Value {
	if !fr.locals.IsNil() {
		return fr.locals
	}
	if fr.code.Flags&bytecode.Optimized == 0 {
		return object.Of(fr.code.module.Dict())
	}
	f := fr.known()
	d, ok := objectOf(f.locals).(*object.Dict)
	if !ok {
		d = object.NewDict()
		f.locals = object.Of(d)
	}
	fr.variables(d)
	return f.locals
}

// variables brings d up to date with the variables of a function.
func (fr *frame) variables(d *object.Dict) {
	code := fr.code
	set := func(name string, v object.Value) {
		if v.IsNil() {
			d.DeleteStr(name)
		} else {
			d.SetStr(name, v)
		}
	}
	cell := func(i int) (v object.Value) {
		if c, ok := objectOf(fr.regs[len(code.Locals)+i]).(*Cell); ok {
			v = c.v
		}
		return v
	}
	for i, name := range code.Locals {
		if strings.HasPrefix(name, ".") {
			continue // the iterator or a variable of a comprehension
		}
		if c := cellFor(code, i); c >= 0 {
			set(name, cell(c))
		} else {
			object.Disown(fr.regs[i])
			set(name, fr.regs[i])
		}
	}
	for i, c := range code.Cells {
		if c.Param < 0 {
			set(c.Name, cell(i))
		}
	}
	for i := range len(code.Frees) + len(code.Spilled) {
		name, _ := code.FreeName(i)
		set(name, fr.fn.closure[i].v)
	}
}

// cellFor returns the cell that holds parameter i, or -1.
func cellFor(code *linked, i int) int {
	for k, c := range code.Cells {
		if c.Param == i {
			return k
		}
	}
	return -1
}

func init() {
	TracebackClass.Define(object.Spec{Final: true, OwnLayout: true, NoConstructor: true, Props: []object.Prop{
		{Name: "tb_next", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			if next := v.Object().(*Traceback).Next; next != nil {
				return object.Of(next), nil
			}
			return object.None, nil
		}, Set: func(_ *object.Thread, v, x object.Value) error { return v.Object().(*Traceback).setNext(x) }},
		{Name: "tb_lineno", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Int(int64(v.Object().(*Traceback).line)), nil
		}},
		{Name: "tb_lasti", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Int(int64(instrSize * v.Object().(*Traceback).pc)), nil
		}},
		{Name: "tb_frame", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			tb := v.Object().(*Traceback)
			return newFrameObject(tb.code, tb.pc, object.Value{}), nil
		}},
	}})
	FrameClass.Define(object.Spec{Final: true, OwnLayout: true, NoConstructor: true, Props: frameProps(), Slots: object.Slots{
		Repr: func(t *object.Thread, v object.Value) (string, error) {
			f := v.Object().(*Frame).now(t)
			return fmt.Sprintf("<frame at %s, file '%s', line %d, code %s>", object.Address(v), f.code.File, f.line(), f.code.Name), nil
		},
	}})
}

// setNext is tb.tb_next = x.
func (tb *Traceback) setNext(x object.Value) error {
	if x.IsNil() {
		return object.Raise(object.TypeError, "can't delete tb_next attribute")
	}
	next, ok := objectOf(x).(*Traceback)
	if !ok && !x.IsNone() {
		return object.Raise(object.TypeError, "expected traceback object, got '%s'", object.TypeName(x))
	}
	for at := next; at != nil; at = at.Next {
		if at == tb {
			return object.Raise(object.ValueError, "traceback loop detected")
		}
	}
	tb.Next = next
	return nil
}

func frameProps() []object.Prop {
	of := func(v object.Value) *Frame { return v.Object().(*Frame) }
	return []object.Prop{
		{Name: "f_code", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return codeValue(of(v).code), nil }},
		{Name: "f_lineno", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
			return object.Int(int64(of(v).now(t).line())), nil
		}},
		{Name: "f_lasti", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Int(int64(instrSize * of(v).pc)), nil
		}},
		{Name: "f_globals", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Of(of(v).code.module.Dict()), nil
		}},
		{Name: "f_builtins", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
			return object.Of(t.Session.Builtins.Dict()), nil
		}},
		{Name: "f_locals", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
			f := of(v)
			if fr := f.running(t); fr != nil {
				f.look(fr)
			}
			if l := f.locals; !l.IsNil() {
				return l, nil
			}
			if code := of(v).code; code.Flags&(bytecode.Optimized|bytecode.ByName) == 0 {
				return object.Of(code.module.Dict()), nil
			}
			return object.Of(object.NewDict()), nil
		}},
		{Name: "f_back", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			if b := of(v).back; b != nil {
				return object.Of(b), nil
			}
			return object.None, nil
		}},
	}
}
