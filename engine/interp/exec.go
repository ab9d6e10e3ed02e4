package interp

import (
	"fmt"
	"runtime/debug"
	"strings"

	"gputour/engine/bytecode"
	"gputour/engine/compile"
	"gputour/engine/diag"
	"gputour/engine/object"
	"gputour/engine/resolve"
	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

// Source is a text to run.
type Source struct {
	// Name stands in tracebacks: "Cell In[3]", a file name.
	Name string
	Text string
	// Line is the number of the first line; 0 means 1.
	Line int
	// Script runs it as a file: a final expression has no value to display, and
	// __file__ is its name.
	Script bool
	// Interactive gives the value of every expression statement to sys.displayhook,
	// as mode 'single' of compile() does.
	Interactive bool
	// Displayed does the same for any number of statements.
	Displayed bool
	// Await runs the coroutine that a text becomes which awaits outside of functions, as a
	// cell may. Without it that is a SyntaxError.
	Await func(t *object.Thread, coroutine object.Value) (object.Value, error)
	// Steps has OnStep's function told of each statement.
	Steps bool
}

// Result is what a run gave.
type Result struct {
	// Value is that of the final expression statement, if HasValue.
	Value    object.Value
	HasValue bool
}

// InternalError is a mistake of the interpreter itself, caught at the edge of a
// run. The session goes on.
type InternalError struct {
	Cause any
	Stack []byte
}

func (e *InternalError) Error() string { return fmt.Sprintf("internal error: %v", e.Cause) }

// Exec compiles a source and runs it with the globals ns. The error is a
// *object.Exception (a SyntaxError too), a *object.Stopped or an *InternalError.
func Exec(t *object.Thread, src Source, ns *object.Namespace) (Result, error) {
	if src.Script {
		src.Text = strings.TrimPrefix(src.Text, "\ufeff") // a byte order mark
	}
	p, err := compileSource(t, src)
	if err != nil {
		return Result{}, err
	}
	if src.Script {
		setDoc(ns, p.Code)
		ns.Set("__file__", object.NewStr(src.Name))
		ns.Set("__cached__", object.None)
	}
	if p.Code.Flags&bytecode.Coroutine == 0 {
		return ExecProgram(t, p, ns)
	}
	m := machineOf(t)
	code := m.state.link(p.Code, ns)
	v, err := src.Await(t, m.moduleCoroutine(code))
	if err != nil {
		return Result{}, within(err, code)
	}
	return Result{Value: v, HasValue: p.HasValue}, nil
}

// within leaves out of err's traceback what ran the code.
func within(err error, code *linked) error {
	e, ok := err.(*object.Exception)
	if !ok {
		return err
	}
	tb, _ := objectOf(e.Traceback).(*Traceback)
	for ; tb != nil; tb = tb.Next {
		if tb.code == code {
			e.Traceback = object.Of(tb)
			break
		}
	}
	return err
}

// ExecProgram runs a compiled program with the globals ns.
func ExecProgram(t *object.Thread, p *compile.Program, ns *object.Namespace) (res Result, err error) {
	m := machineOf(t)
	outermost := m.idle()
	if outermost {
		depth := t.Depth
		defer func() {
			if r := recover(); r != nil {
				m.abandon(depth)
				res, err = Result{}, &InternalError{Cause: r, Stack: debug.Stack()}
			}
			m.release()
		}()
	}
	v, err := m.runCode(m.state.link(p.Code, ns), object.Value{})
	if err != nil {
		return Result{}, err
	}
	return Result{Value: v, HasValue: p.HasValue}, nil
}

// abandon forgets the frames that a panic left behind.
func (m *machine) abandon(depth int) {
	for m.top.back != nil {
		m.top = m.top.back
	}
	m.profile(nil)
	m.nested = 0
	m.keywords = nil
	m.t.Depth = depth
	m.t.Handling = nil
}

// runCode runs code without arguments; locals is its namespace where it has one.
func (m *machine) runCode(l *linked, locals object.Value) (object.Value, error) {
	if m.t.Depth >= m.t.Session.RecursionLimit {
		return object.Value{}, errTooDeep()
	}
	nf := m.above(m.top, m.top.freeBase())
	clear(nf.regs[:l.locals])
	fn := &Function{code: l, def: &definition{Code: l.Code, module: l.module, state: l.state, linked: l}}
	m.enter(nf, fn, entryFrame)
	nf.locals = locals
	v, err := m.run(nf, nil)
	nf.locals = object.Value{}
	return v, err
}

// compileShare is about how many bytes of tree and code one byte of a source takes.
const compileShare = 256

// compileSource parses and compiles; warnings of the parser go to the warnings module.
func compileSource(t *object.Thread, src Source) (*compile.Program, error) {
	if err := t.ChargeItems(len(src.Text), compileShare); err != nil {
		return nil, err
	}
	s := stateOf(t.Session)
	s.remember(src)
	p, warnings, err := compileText(src, parse.Exec, false)
	if err != nil {
		return nil, SyntaxException(err)
	}
	return p, warnAll(t, src, warnings)
}

// warnAll issues the warnings about a source.
func warnAll(t *object.Thread, src Source, warnings diag.List) error {
	for _, w := range warnings {
		if err := warn(t, w, src); err != nil {
			return err
		}
	}
	return nil
}

// Compile compiles a source that many sessions may run. The error is a *syntax.Error.
func Compile(src Source) (*compile.Program, error) {
	p, _, err := compileText(src, parse.Exec, false)
	return p, err
}

// Check compiles a source without running it and returns the error, if any, and
// the warnings, in that order.
func Check(src Source) diag.List {
	_, list, err := compileText(src, parse.Exec, false)
	if e, ok := err.(*syntax.Error); ok {
		list = append(diag.List{e.Diagnostic()}, list...)
	}
	return list
}

// Remember keeps the lines of a source that is not run by Exec for tracebacks.
func Remember(t *object.Thread, src Source) { stateOf(t.Session).remember(src) }

// remember keeps the lines of a source for tracebacks.
func (s *state) remember(src Source) {
	lines := strings.Split(strings.TrimSuffix(src.Text, "\n"), "\n")
	if src.Line > 1 {
		lines = append(make([]string, src.Line-1), lines...)
	}
	s.sources[src.Name] = lines
}

// SourceLine returns a line of a source that t's session has run, without its newline.
func SourceLine(t *object.Thread, file string, line int) (string, bool) {
	return stateOf(t.Session).sourceLine(file, line)
}

// SourceLines are the lines of such a source, nil if it is not known.
func SourceLines(t *object.Thread, file string) []string { return stateOf(t.Session).sourceLines(file) }

func (s *state) sourceLine(file string, line int) (string, bool) {
	lines := s.sourceLines(file)
	if line < 1 || line > len(lines) {
		return "", false
	}
	return lines[line-1], true
}

// sourceLines are the lines of a source that has run, nil if it is not known.
func (s *state) sourceLines(file string) []string {
	if lines, ok := s.sources[file]; ok {
		return lines
	}
	if mod := s.moduleOfFile(file); mod != nil {
		return strings.Split(mod.Text(), "\n")
	}
	return nil
}

// SyntaxException turns an error of the parser or the compiler into the Python exception.
func SyntaxException(err error) error {
	e, ok := err.(*syntax.Error)
	if !ok {
		return err
	}
	class := map[syntax.Class]*object.Class{
		syntax.SyntaxError: object.SyntaxError, syntax.IndentationError: object.IndentationError, syntax.TabError: object.TabError,
		syntax.MemoryError: object.MemoryError, syntax.RecursionError: object.RecursionError, syntax.ValueError: object.ValueError,
	}[e.Class]
	if !class.IsSubclassOf(object.SyntaxError) {
		if e.Msg == "" {
			return object.NewException(class)
		}
		return object.NewException(class, object.NewStr(e.Msg))
	}
	text := object.None
	if e.Text != "" || e.Start.Col < 0 {
		text = object.NewStr(e.Text)
	}
	place := []object.Value{object.NewStr(e.Filename), object.Int(int64(e.Start.Line)), object.Int(int64(e.Start.Col + 1)), text}
	if e.End.IsValid() {
		place = append(place, object.Int(int64(e.End.Line)), object.Int(int64(e.End.Col+1)))
	} else {
		place = append(place, object.Int(int64(e.Start.Line)), object.Int(0))
	}
	return object.NewException(class, object.NewStr(e.Msg), object.NewTuple(place...))
}

// compileText parses, resolves and compiles. namespace asks for names to be
// looked up in separate locals, as exec and eval need.
func compileText(src Source, mode parse.Mode, namespace bool) (*compile.Program, diag.List, error) {
	opt := resolve.Options{Namespace: namespace, Inline: true, Await: src.Await != nil}
	last := !src.Script && !namespace && mode == parse.Exec
	p, warnings, err := compileWith(src, mode, opt, last)
	if e, ok := err.(*syntax.Error); ok && (e.Msg == compile.TooManyLocals || e.Msg == compile.TooDeep) {
		opt.Inline = false // comprehensions then have registers of their own
		opt.Slots = 100    // half of what a block may have, which leaves 154 registers to the expression
		return compileWith(src, mode, opt, last)
	}
	return p, warnings, err
}

func compileWith(src Source, mode parse.Mode, opt resolve.Options, last bool) (*compile.Program, diag.List, error) {
	m, err := parse.Source(src.Name, src.Text, parse.Options{Mode: mode, FirstLine: src.Line})
	if err != nil {
		return nil, nil, err
	}
	if src.Interactive {
		if err := single(m); err != nil {
			return nil, nil, err
		}
	}
	if src.Interactive || src.Displayed {
		display(m.Body)
	}
	var p *compile.Program
	if err = resolve.Module(m, opt); err == nil {
		p, err = compile.Module(m, compile.Options{Display: last, Steps: src.Steps})
	}
	if e, ok := err.(*syntax.Error); ok && opt.Namespace {
		e.Text = "" // the compiler, unlike the parser, does not know the text of what compile() was given
	}
	return p, m.Warnings, err
}
