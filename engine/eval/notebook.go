package eval

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/matplotlib"
	"gputour/engine/pylib/numpy"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch"
	"gputour/engine/shell"
	"gputour/engine/tensor"
	"gputour/engine/wire"
)

// This file gives Python what a notebook has beyond it: display(), clear_output(),
// get_ipython() with its shell and magics, and the module IPython.display.

//go:embed all:python
var sources embed.FS

// install prepares the session: the modules that can be imported, and the names of a notebook.
func (e *Evaluator) install() error {
	torch.Use(e.session, tensor.NewEnv(e.machine.CPU, e.machine.GPUs...))
	numpy.Use(e.session)
	interp.Install(e.session, slices.Concat(library(), e.config.Modules)...)
	std.Shell.Set(e.session, e.runShell)
	std.AddQuitters(e.session)
	if e.config.Script {
		return nil
	}
	e.out = object.NewDict()
	b := e.session.Builtins
	b.Set("Out", object.Of(e.out))
	b.Set("In", object.NewList(nil))
	for _, def := range []*object.Builtin{
		object.Def("display(*objects, include=None, exclude=None, metadata=None, transient=None, display_id=None, raw=False, clear=False)", e.display, "Display objects in the cell's output."),
		object.Def("get_ipython()", e.getIPython, "The notebook that runs this code."),
		object.Def("clear_output(wait=False)", e.clearOutput, "Clear the cell's output; with wait, at the next output."),
		object.Def("update_display(object, /, *, display_id)", e.updateDisplay, "Replace what display(…, display_id=…) showed."),
	} {
		b.Set(def.Name, object.Of(def))
	}
	return nil
}

// library is every module that can be imported, listed once in the process.
var library = sync.OnceValue(func() []interp.Module {
	return slices.Concat(std.Modules(), torch.Modules(), numpy.Modules(), matplotlib.Modules(), interp.PythonModules(sources, "python"))
})

// current is the run that goes on; Python code runs only inside one.
func (e *Evaluator) current() *active {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.run
}

// display implements display(*objects, display_id=…, raw=False).
func (e *Evaluator) display(t *object.Thread, a []object.Value) (object.Value, error) {
	objects := a[0].Object().(*object.Tuple).Items
	id := ""
	if text, ok := object.AsStr(a[5]); ok {
		id = text
	} else if a[5].IsBool() && a[5].SmallInt() != 0 {
		id = fmt.Sprintf("display-%d-%d", e.current().Count, t.Steps)
	}
	raw, err := object.ToBool(t, a[6])
	if err != nil {
		return object.Value{}, err
	}
	for _, x := range objects {
		body, err := e.shown(t, x, raw)
		if err != nil {
			return object.Value{}, err
		}
		body.ID = id
		e.current().out.Emit(wire.Display, body)
	}
	return object.None, nil
}

// shown is the bundle of an object, or the bundle that a raw dict is.
func (e *Evaluator) shown(t *object.Thread, x object.Value, raw bool) (wire.DisplayBody, error) {
	d, isDict := x.Object().(*object.Dict)
	if !raw || !isDict {
		return e.bundle(t, x)
	}
	body := wire.DisplayBody{Data: wire.Bundle{"text/plain": ""}}
	for k, v := range d.All() {
		if mime, ok := object.AsStr(k); ok {
			if text, ok := mimeText(t, v); ok {
				body.Data[mime] = text
			}
		}
	}
	return body, nil
}

func (e *Evaluator) updateDisplay(t *object.Thread, a []object.Value) (object.Value, error) {
	body, err := e.bundle(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	id, ok := object.AsStr(a[1])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "display_id must be str, not %s", object.TypeName(a[1]))
	}
	body.ID = id
	e.current().out.Emit(wire.UpdateDisplay, body)
	return object.None, nil
}

func (e *Evaluator) clearOutput(t *object.Thread, a []object.Value) (object.Value, error) {
	wait, err := object.ToBool(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	e.current().out.Emit(wire.ClearOutput, wire.ClearBody{Wait: wait})
	return object.None, nil
}

// getIPython returns an object with the methods that translated lines call.
func (e *Evaluator) getIPython(t *object.Thread, _ []object.Value) (object.Value, error) {
	if !e.shellObject.IsNil() {
		return e.shellObject, nil
	}
	ns := object.NewNamespace()
	for _, def := range []*object.Builtin{
		object.Def("system(cmd)", e.system, "Run a command of the session's shell."),
		object.Def("getoutput(cmd)", e.getOutput, "Run a command and return its output as a list of lines."),
		object.Def("run_line_magic(magic_name, line)", e.lineMagic, "Run %magic_name line."),
		object.Def("run_cell_magic(magic_name, line, cell)", e.runCellMagic, "Run %%magic_name line on a cell."),
	} {
		ns.Set(def.Name, object.Of(def))
	}
	e.shellObject = object.NewModuleOf("InteractiveShell", ns)
	return e.shellObject, nil
}

// shell is the session's shell as it stands now.
func (e *Evaluator) shell() *shell.Shell {
	return &shell.Shell{FS: e.session.FS, Cwd: e.session.Cwd, Env: e.session.Env, Commands: e.machine.Commands}
}

// runShell is what os.system and subprocess call.
func (e *Evaluator) runShell(t *object.Thread, c std.Command) (status int, err error) {
	line := c.Line
	if c.Args != nil {
		if line, err = shell.Quote(c.Args); err != nil {
			return 0, object.Raise(object.ValueError, "%v", err)
		}
	}
	run := e.current()
	status = e.shell().Run(run.ctx, line, bytes.NewReader(c.Stdin), captured(c.Stdout, e.session.Stdout), captured(c.Stderr, e.session.Stderr))
	return status, t.Poll()
}

// captured writes to keep, or to the stream where there is none.
func captured(keep func([]byte), stream io.Writer) io.Writer {
	if keep == nil {
		return stream
	}
	return writerFunc(keep)
}

// writerFunc is an io.Writer that cannot fail.
type writerFunc func([]byte)

func (f writerFunc) Write(p []byte) (int, error) {
	f(p)
	return len(p), nil
}

// system implements !cmd.
func (e *Evaluator) system(t *object.Thread, a []object.Value) (object.Value, error) {
	line, err := e.expand(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	run := e.current()
	status := e.shell().Run(run.ctx, line, strings.NewReader(""), e.session.Stdout, e.session.Stderr)
	e.session.Builtins.Set("_exit_code", object.Int(int64(status)))
	return object.None, t.Poll()
}

// getOutput implements x = !cmd.
func (e *Evaluator) getOutput(t *object.Thread, a []object.Value) (object.Value, error) {
	line, err := e.expand(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	var out bytes.Buffer
	e.shell().Run(e.current().ctx, line, strings.NewReader(""), &out, &out)
	var lines []object.Value
	if text := strings.TrimSuffix(out.String(), "\n"); text != "" {
		for _, l := range strings.Split(text, "\n") {
			lines = append(lines, object.NewStr(l))
		}
	}
	return object.NewList(lines), t.Poll()
}

// expand replaces {expression} and $name in a command by Python values, as IPython
// does; what is no such expression stays.
func (e *Evaluator) expand(t *object.Thread, v object.Value) (string, error) {
	line, ok := object.AsStr(v)
	if !ok {
		return "", object.Raise(object.TypeError, "command must be str, not %s", object.TypeName(v))
	}
	var b strings.Builder
	for line != "" {
		at := strings.IndexAny(line, "{$")
		if at < 0 {
			break
		}
		b.WriteString(line[:at])
		line = line[at:]
		text, used := e.expandOne(t, line)
		b.WriteString(text)
		line = line[used:]
	}
	return b.String() + line, nil
}

// expandOne expands what begins at line[0], a { or $, and says how much it used.
func (e *Evaluator) expandOne(t *object.Thread, line string) (text string, used int) {
	if line[0] == '{' {
		if end := strings.IndexByte(line, '}'); end > 1 {
			if s, ok := e.textOf(t, line[1:end]); ok {
				return s, end + 1
			}
		}
		return line[:1], 1
	}
	n := 1
	for n < len(line) && (isNameStart(line[n]) || n > 1 && line[n] >= '0' && line[n] <= '9') {
		n++
	}
	if _, bound := e.main.Get(line[1:n]); n > 1 && bound {
		if s, ok := e.textOf(t, line[1:n]); ok {
			return s, n
		}
	}
	return line[:1], 1
}

// textOf evaluates an expression in the session's globals.
func (e *Evaluator) textOf(t *object.Thread, expr string) (string, bool) {
	res, err := interp.Exec(t, interp.Source{Name: "<command>", Text: expr, Line: 1}, e.main)
	if err != nil || !res.HasValue {
		return "", false
	}
	s, err := object.ToStr(t, res.Value)
	return s, err == nil
}
