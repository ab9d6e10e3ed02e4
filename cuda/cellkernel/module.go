// This file is the module gputour.cuda: its Go side, and its Python one.

package cellkernel

import (
	"embed"
	"sync"

	"gputour/engine/interp"
	"gputour/engine/object"
)

//go:embed all:python
var sources embed.FS

// pythonModules are the modules written in Python.
var pythonModules = sync.OnceValue(func() []interp.Module { return interp.PythonModules(sources, "python") })

// Modules are gputour and gputour.cuda, for eval.Config.
func Modules() []interp.Module {
	return append([]interp.Module{{Name: "_gputour_cuda", Init: initModule}}, pythonModules()...)
}

func initModule(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_gputour_cuda", "The Go side of gputour.cuda.")
	m.AddFuncs(
		object.Def("profile(kernel, /)", profile, "The counts of a kernel's last launch, as numbers, text and JSON."),
		object.Def("step(kernel, block=None, /)", step, "The last launch step by step, as text and JSON."),
		object.Def("access(kernel, /)", access, "What the threads of the first block touched."),
		object.Def("translated(file, shown, source, home, /)", translated, "The kernel of a source in CUDA C++ that a kernel in Python was translated to."),
	)
	for _, c := range append([]*object.Class{KernelClass, LaunchError, CompileError, ProgramError, kernelError}, faultClasses()...) {
		m.Dict.Set(c.Name, object.Of(c))
	}
	return m, nil
}

// launched is the kernel that v is, if it has run.
func launched(v object.Value) (*Kernel, error) {
	k, ok := v.Object().(*Kernel)
	if b, isBound := v.Object().(*bound); isBound {
		k, ok = b.Kernel, true
	}
	if !ok {
		return nil, object.Raise(object.TypeError, "expected a kernel, got '%s'", object.TypeName(v))
	}
	if k.last == nil {
		return nil, object.Raise(object.ValueError, "kernel %s has not been launched yet", k.kernel.Name)
	}
	return k, nil
}

// profile returns what gputour.cuda.Profile is made of.
func profile(_ *object.Thread, a []object.Value) (object.Value, error) {
	k, err := launched(a[0])
	if err != nil {
		return object.Value{}, err
	}
	page, err := k.page()
	if err != nil {
		return object.Value{}, err
	}
	d := object.NewDict()
	d.SetStr("kernel", object.NewStr(k.kernel.Name))
	for _, c := range k.counts() {
		d.SetStr(c.name, c.value())
	}
	return object.NewTuple(object.Of(d), object.NewStr(k.text()), object.NewStr(page)), nil
}

// access is gputour.cuda.access.
func access(_ *object.Thread, a []object.Value) (object.Value, error) {
	k, err := launched(a[0])
	if err != nil {
		return object.Value{}, err
	}
	var list []object.Value
	for _, p := range k.last.Pictures {
		var offsets []object.Value
		for _, o := range p.Offsets {
			v := object.None
			if o >= 0 {
				v = object.Int(o)
			}
			offsets = append(offsets, v)
		}
		d := object.NewDict()
		d.SetStr("line", object.Int(int64(p.Line)))
		d.SetStr("store", object.Bool(p.Store))
		d.SetStr("buffer", object.NewStr(p.Buffer))
		d.SetStr("size", object.Int(int64(p.Size)))
		d.SetStr("offsets", object.NewList(offsets))
		list = append(list, object.Of(d))
	}
	return object.NewList(list), nil
}
