package eval

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"gputour/engine/eval/cell"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/process"
	"gputour/engine/shell"
	"gputour/engine/wire"
)

// This file makes what get_ipython() returns. The shell and its magics are Python
// (python/IPython/core); here is what they ask of the evaluator.

// getIPython returns the session's InteractiveShell.
func (e *Evaluator) getIPython(t *object.Thread, _ []object.Value) (object.Value, error) {
	if !e.shellObject.IsNil() {
		return e.shellObject, nil
	}
	module, err := interp.Import(t, "IPython.core.interactiveshell")
	if err != nil {
		return object.Value{}, err
	}
	ns := object.NewNamespace()
	for _, def := range []*object.Builtin{
		object.Def("namespace()", e.namespace, "The dict of the session's globals."),
		object.Def("count()", e.count, "The n of In[n]."),
		object.Def("run(source, name)", e.runSource, "Run source; returns the value of its last expression."),
		object.Def("below(source, first='')", e.runBelow, "Run what stands under the first line of the cell."),
		object.Def("python(text)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			text, _ := object.AsStr(a[0])
			return object.NewStr(cell.Python(text)), nil
		}, "The Python that a cell's text with magics and commands stands for."),
		object.Def("step(source)", e.runSteps, "Run what stands under the first line of the cell and show its steps."),
		object.Def("system(command)", e.system, "Run a command; returns its status."),
		object.Def("output(command)", e.output, "Run a command; returns its status, stdout and stderr."),
		object.Def("help(text, detail)", e.help, "Print what name? says."),
		object.Def("cuda(line, source)", e.cuda, "Compile a kernel cell."),
		object.Def("hold(taker)", e.hold, "Append displays to a list, or call a function with each (kind, data, id); None lets them through. Returns the taker before."),
		object.Def("formats(function)", e.setFormats, "Ask function for more representations of each object, a dict."),
		object.Def("traceback(exception)", e.formatted, "How an exception is shown."),
		object.Def("mode(name=None)", e.setMode, "How tracebacks are written."),
		object.Def("toggle_pretty()", e.togglePretty, "Lay values out, or not; returns which."),
		object.Def("look_at_floats(on)", e.lookAtFloats, "Give floats to the pretty printer, too."),
	} {
		ns.Set(def.Name, object.Of(def))
	}
	v, err := object.CallAttr(t, module, "InteractiveShell", object.NewModuleOf("kernel", ns))
	if err == nil {
		e.shellObject = v
	}
	return v, err
}

// shellFiles is where the Python of the notebook itself stands; tracebacks leave it out.
const shellFiles = "/usr/lib/gputour/IPython/"

func (e *Evaluator) namespace(t *object.Thread, _ []object.Value) (object.Value, error) {
	res, err := interp.Exec(t, interp.Source{Name: "<namespace>", Text: "globals()"}, e.main)
	return res.Value, err
}

func (e *Evaluator) count(*object.Thread, []object.Value) (object.Value, error) {
	return object.Int(int64(e.current().Count)), nil
}

// cellMagic runs a cell whose first line was %%line. Positions in the rest count from that line.
func (e *Evaluator) cellMagic(a *active, file, line, rest string) (object.Value, error) {
	get, err := e.getIPython(a.thread, nil)
	if err != nil {
		return object.Value{}, err
	}
	name, text, _ := strings.Cut(line, " ")
	if rest != "" && !strings.HasSuffix(rest, "\n") {
		rest += "\n"
	}
	e.magicFile = file
	v, err := object.CallAttr(a.thread, get, "run_cell_magic", object.NewStr(name), object.NewStr(strings.TrimSpace(text)), object.NewStr(rest))
	if x, ok := object.AsException(err); ok {
		if hide(x, shellFiles); len(interp.Entries(x)) == 0 {
			interp.Remember(a.thread, interp.Source{Name: file, Text: a.Code})
			interp.Within(x, file, "<module>", 1, 0)
		}
	}
	if err != nil || v.IsNone() {
		return object.Value{}, err
	}
	return v, nil
}

// orNone is v as Python sees it.
func orNone(v object.Value, err error) (object.Value, error) {
	if err == nil && v.IsNil() {
		return object.None, nil
	}
	return v, err
}

func (e *Evaluator) runSource(_ *object.Thread, a []object.Value) (object.Value, error) {
	source, _ := object.AsStr(a[0])
	name, _ := object.AsStr(a[1])
	return orNone(e.execute(e.current(), name, source))
}

func (e *Evaluator) runBelow(_ *object.Thread, a []object.Value) (object.Value, error) {
	source, _ := object.AsStr(a[0])
	first, _ := object.AsStr(a[1])
	return orNone(e.exec(e.current(), e.magicFile, cell.Python(first+"\n"+source)))
}

func (e *Evaluator) runSteps(_ *object.Thread, a []object.Value) (object.Value, error) {
	source, _ := object.AsStr(a[0])
	return orNone(e.stepThrough(e.current(), e.magicFile, source, 2))
}

// leastRoom is what a command line may hold in a session that is full: a learner looks for
// what fills it.
const leastRoom = 4 << 20

// line runs a command line in the session's shell as it stands now. The files that it writes
// and the output that is kept are the session's memory; while it runs, so is what it holds.
func (e *Evaluator) line(t *object.Thread, text string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	sh := &shell.Shell{FS: e.session.FS, Cwd: e.session.Cwd, Env: e.session.Env, Commands: e.commands(), Room: max(leastRoom, t.Room())}
	if p := process.Of(e.session); p != nil {
		p.StandAside()
		defer p.Enter()
	}
	status := sh.Run(e.current().ctx, text, stdin, stdout, stderr)
	if err := t.Poll(); err != nil {
		return status, err
	}
	return status, t.Charge(int(min(sh.Written, t.Session.Limits.Alloc)))
}

// command runs a command that Python has as a str.
func (e *Evaluator) command(t *object.Thread, v object.Value, stdout, stderr io.Writer) (int, error) {
	text, ok := object.AsStr(v)
	if !ok {
		return 0, object.Raise(object.TypeError, "command must be str, not %s", object.TypeName(v))
	}
	return e.line(t, text, strings.NewReader(""), stdout, stderr)
}

func (e *Evaluator) system(t *object.Thread, a []object.Value) (object.Value, error) {
	status, err := e.command(t, a[0], e.session.Stdout, e.session.Stderr)
	return object.Int(int64(status)), err
}

func (e *Evaluator) output(t *object.Thread, a []object.Value) (object.Value, error) {
	room := t.Room() / 4 // a buffer grows by doubling, and becomes a str
	out, errs := &kept{room: room}, &kept{room: room}
	status, err := e.command(t, a[0], out, errs)
	if err == nil {
		err = t.Charge(out.Len() + errs.Len())
	}
	if err == nil && (out.full || errs.full) {
		err = object.NewException(object.MemoryError)
	}
	if err != nil {
		return object.Value{}, err
	}
	return object.NewTuple(object.Int(int64(status)), object.NewStr(out.text()), object.NewStr(errs.text())), nil
}

// kept keeps what a command writes, as far as there is room. Its writers are not on Python's goroutine.
type kept struct {
	bytes.Buffer
	room int64
	full bool
}

func (k *kept) Write(p []byte) (int, error) {
	if int64(k.Len()+len(p)) > k.room {
		k.full = true
		return 0, object.NewException(object.MemoryError)
	}
	return k.Buffer.Write(p)
}

func (k *kept) text() string { return strings.ToValidUTF8(k.String(), "\uFFFD") }

func (e *Evaluator) help(t *object.Thread, a []object.Value) (object.Value, error) {
	text, _ := object.AsStr(a[0])
	detail, _ := object.AsInt(a[1])
	answer := "Object `" + text + "` not found."
	if v, ok := e.resolve(t, text); ok {
		answer = helpText(t, text, v, int(detail))
	}
	_, err := io.WriteString(e.session.Stdout, answer+"\n")
	return object.None, err
}

// cuda implements %%cuda through the compiler of kernel cells that the program was built with.
func (e *Evaluator) cuda(t *object.Thread, a []object.Value) (object.Value, error) {
	if e.config.Kernels == nil {
		return object.Value{}, object.Raise(object.RuntimeError, "this build of gputour has no kernel cells")
	}
	options, _ := object.AsStr(a[0])
	source, _ := object.AsStr(a[1])
	return orNone(e.config.Kernels(KernelCell{Thread: t, Machine: e.machine, Globals: e.main, File: e.magicFile, Options: options, Source: source}))
}

func (e *Evaluator) hold(_ *object.Thread, a []object.Value) (object.Value, error) {
	before := e.held
	if before.IsNil() {
		before = object.None
	}
	if e.held = a[0]; a[0].IsNone() {
		e.held = object.Value{}
	}
	return before, nil
}

// show emits a display, or holds it back.
func (e *Evaluator) show(t *object.Thread, typ string, body wire.DisplayBody) error {
	if e.held.IsNil() {
		e.current().out.Emit(typ, body)
		return t.Poll()
	}
	data := object.NewDict()
	for mime, text := range body.Data {
		data.SetStr(mime, object.NewStr(text))
	}
	if list, ok := e.held.Object().(*object.List); ok {
		list.Items = append(list.Items, object.Of(data))
		return nil
	}
	return e.taken(t, typ, data, body.ID)
}

// taken gives what would have been shown to the function that holds it back.
func (e *Evaluator) taken(t *object.Thread, typ string, data *object.Dict, id string) error {
	_, err := object.Call(t, e.held, object.NewStr(typ), object.Of(data), object.NewStr(id))
	return err
}

func (e *Evaluator) setFormats(_ *object.Thread, a []object.Value) (object.Value, error) {
	e.formats = a[0]
	return object.None, nil
}

func (e *Evaluator) formatted(t *object.Thread, a []object.Value) (object.Value, error) {
	x, ok := a[0].Object().(*object.Exception)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "exception must be an exception, not %s", object.TypeName(a[0]))
	}
	for _, files := range slices.Concat(controlFiles, []string{shellFiles}) {
		hide(x, files)
	}
	return object.NewStr(e.traceback(t, x)), nil
}

func (e *Evaluator) setMode(_ *object.Thread, a []object.Value) (object.Value, error) {
	if name, ok := object.AsStr(a[0]); ok {
		e.mode = name
	}
	if e.mode == "" {
		return object.NewStr("Context"), nil
	}
	return object.NewStr(e.mode), nil
}

func (e *Evaluator) togglePretty(*object.Thread, []object.Value) (object.Value, error) {
	e.reprs = !e.reprs
	return object.Bool(!e.reprs), nil
}

func (e *Evaluator) lookAtFloats(t *object.Thread, a []object.Value) (object.Value, error) {
	var err error
	e.floats, err = object.ToBool(t, a[0])
	return object.None, err
}
