package eval

import (
	"bytes"
	"embed"
	"io"
	"slices"
	"sync"

	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pylib/matplotlib"
	"gputour/engine/pylib/numpy"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch"
	"gputour/engine/pylib/torch/state"
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
	e.tensors = tensor.NewEnv(e.machine.CPU, e.machine.GPUs...)
	e.tensors.WebGPU = e.machine.WebGPU
	torch.Use(e.session, e.tensors)
	state.OnFault(e.session, e.noteFault)
	numpy.Use(e.session)
	interp.Install(e.session, library()...)
	traceback.Install(e.session)
	interp.Offer(e.session, e.config.Modules...)
	std.Shell.Set(e.session, e.runShell)
	std.AddSite(e.session)
	if e.config.Script {
		return nil
	}
	e.session.Sys.Set("displayhook", object.Of(object.Def("displayhook(value, /)", e.displayHook, "Display a value as a cell's result.")))
	e.out = object.NewDict()
	b := e.session.Builtins
	b.Set("Out", object.Of(e.out))
	b.Set("In", object.NewList(nil))
	for _, def := range []*object.Builtin{
		object.Def("display(*objects, include=None, exclude=None, metadata=None, transient=None, display_id=None, raw=False, clear=False, update=False, **kwargs)", e.display, "Display objects in the cell's output."),
		object.Def("get_ipython()", e.getIPython, "The notebook that runs this code."),
		object.Def("clear_output(wait=False)", e.clearOutput, "Clear the cell's output; with wait, at the next output."),
		object.Def("update_display(obj, *, display_id, include=None, exclude=None, metadata=None, raw=False, **kwargs)", e.updateDisplay, "Replace what display(…, display_id=…) showed."),
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

// display implements display(*objects, …); with an id it returns a handle.
func (e *Evaluator) display(t *object.Thread, a []object.Value) (object.Value, error) {
	objects := a[0].Object().(*object.Tuple).Items
	include, exclude, id := a[1], a[2], a[5]
	flags, err := truths(t, a[6], a[7], a[8])
	if err != nil {
		return object.Value{}, err
	}
	if flags[1] {
		if err := e.clear(t, true); err != nil {
			return object.Value{}, err
		}
	}
	handle := object.None
	if !id.IsNone() && (!id.IsBool() || id.SmallInt() != 0) {
		if handle, err = e.handle(t, id); err == nil {
			id, err = object.GetAttr(t, handle, "display_id")
		}
		if err != nil {
			return object.Value{}, err
		}
	}
	typ := wire.Display
	if flags[2] {
		typ = wire.UpdateDisplay
	}
	for _, x := range objects {
		if err := e.displayOne(t, typ, x, choice{include, exclude}, flags[0], id); err != nil {
			return object.Value{}, err
		}
	}
	return handle, nil
}

// handle makes a DisplayHandle for an id, or for a new one if it is True.
func (e *Evaluator) handle(t *object.Thread, id object.Value) (object.Value, error) {
	module, err := interp.Import(t, "IPython.display")
	if err != nil || id.IsBool() {
		id = object.None
	}
	if err != nil {
		return object.Value{}, err
	}
	return object.CallAttr(t, module, "DisplayHandle", id)
}

// truths are the truth values of some arguments.
func truths(t *object.Thread, values ...object.Value) ([]bool, error) {
	list := make([]bool, len(values))
	for i, v := range values {
		var err error
		if list[i], err = object.ToBool(t, v); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// displayOne shows one object, or the bundle that a raw dict is.
func (e *Evaluator) displayOne(t *object.Thread, typ string, x object.Value, of choice, raw bool, id object.Value) error {
	body := wire.DisplayBody{Data: wire.Bundle{}}
	d, isDict := x.Object().(*object.Dict)
	if raw && isDict {
		addBundle(t, d, &body)
	} else if done, err := e.bundle(t, x, of, &body); err != nil || done {
		return err
	}
	if _, have := body.Data["text/plain"]; !have {
		body.Data["text/plain"] = ""
	}
	body.ID, _ = object.AsStr(id)
	return e.show(t, typ, body)
}

func (e *Evaluator) updateDisplay(t *object.Thread, a []object.Value) (object.Value, error) {
	if _, ok := object.AsStr(a[1]); !ok {
		return object.Value{}, object.Raise(object.TypeError, "display_id must be str, not %s", object.TypeName(a[1]))
	}
	raw, err := object.ToBool(t, a[5])
	if err == nil {
		err = e.displayOne(t, wire.UpdateDisplay, a[0], choice{a[2], a[3]}, raw, a[1])
	}
	return object.None, err
}

func (e *Evaluator) clearOutput(t *object.Thread, a []object.Value) (object.Value, error) {
	wait, err := object.ToBool(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	return object.None, e.clear(t, wait)
}

// clear clears the cell's output, or that of the function that holds it back.
func (e *Evaluator) clear(t *object.Thread, wait bool) error {
	if !e.held.IsNil() && object.Callable(e.held) {
		data := object.NewDict()
		data.SetStr("wait", object.Bool(wait))
		return e.taken(t, wire.ClearOutput, data, "")
	}
	e.current().out.Emit(wire.ClearOutput, wire.ClearBody{Wait: wait})
	return nil
}

// runShell is what os.system and subprocess call.
func (e *Evaluator) runShell(t *object.Thread, c std.Command) (status int, err error) {
	line := c.Line
	if c.Args != nil {
		if line, err = shell.Quote(c.Args); err != nil {
			return 0, object.Raise(object.ValueError, "%v", err)
		}
	}
	room := t.Room() / 4
	out, errs := captured(c.Stdout, e.session.Stdout, room), captured(c.Stderr, e.session.Stderr, room)
	if status, err = e.line(t, line, bytes.NewReader(c.Stdin), out, errs); err != nil {
		return status, err
	}
	for _, w := range []io.Writer{out, errs} {
		if k, ok := w.(*handed); ok && k.full {
			return status, object.NewException(object.MemoryError)
		}
	}
	return status, nil
}

// captured hands what is written to keep, or to the stream where there is none.
func captured(keep func([]byte), stream io.Writer, room int64) io.Writer {
	if keep == nil {
		return stream
	}
	return &handed{keep: keep, room: room}
}

// handed hands on what a command writes, as far as there is room.
type handed struct {
	keep func([]byte)
	room int64
	full bool
}

func (h *handed) Write(p []byte) (int, error) {
	if h.room -= int64(len(p)); h.room < 0 {
		h.full = true
		return 0, object.NewException(object.MemoryError)
	}
	h.keep(p)
	return len(p), nil
}
