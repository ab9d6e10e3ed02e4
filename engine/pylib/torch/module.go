// Package torch is the Python face of the tensor library: module torch, its classes
// and its functions, written in Go where PyTorch's are C++ and in Python (folder
// python) where PyTorch's are Python.
//
// The parts stand below it, from the lowest: values (Python's objects), profiler and
// state (what a session keeps), dispatch (how an operation is called), grad, ops (what
// operations do), cuda and distributed. Here is what Python can ask of these: the
// attributes, methods and operators of classes, and the module's names. Nothing holds
// state outside a session.
//
//	torch.Use(session, tensor.NewEnv(cpu.New()))
//	interp.Install(session, torch.Modules()...)
package torch

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch/cuda"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/distributed"
	"gputour/engine/pylib/torch/docs"
	"gputour/engine/pylib/torch/grad"
	"gputour/engine/pylib/torch/ops"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

//go:embed all:python
var sources embed.FS

// Use gives a session its devices. It is called once, before the session imports torch.
func Use(s *object.Session, env *tensor.Env) { cuda.BearWitness(state.New(s, env), s) }

// Modules lists module torch and its submodules for interp.Install.
func Modules() []interp.Module {
	list := []interp.Module{
		{Name: "torch._C", Init: initC, Package: true},
	}
	for _, m := range goModules {
		list = append(list, interp.Module{Name: m.name, Init: m.init})
	}
	for name, why := range absent {
		list = append(list, std.AbsentModule(name, why))
	}
	return append(list, pythonModules()...)
}

// absent are parts of PyTorch that are not offered, and what there is in their place.
var absent = map[string]string{
	"torch.fx":                  "graphs of modules are not offered; forward hooks show what a model computes",
	"torch.func":                "torch.func came with PyTorch 2.0; functorch has grad, vmap and jacrev",
	"torch.package":             "torch.package is not offered; torch.save writes models",
	"torch.utils.tensorboard":   "tensorboard is not offered; matplotlib.pyplot draws curves",
	"torch.utils.cpp_extension": "there is no compiler of C++ here; kernel cells (%%cuda) are the way to write native code",
	"torch.utils.model_zoo":     "nothing here reaches the network; files can be put into the session instead",
	"torch.utils.bottleneck":    "torch.utils.bottleneck is not offered; time.perf_counter and torch.utils.benchmark measure",
	"torch.autograd.forward_ad": "forward-mode differentiation is not offered; torch.autograd.functional.jvp has its results",
	"torch.nested":              "nested tensors are not offered; torch.nn.utils.rnn pads and packs sequences",
	"torch.masked":              "masked tensors are not offered; masked_fill and torch.where mask",
}

// goModule is a submodule written in Go.
type goModule struct {
	name string
	init func(t *object.Thread) (*object.Module, error)
}

// goModules are the submodules written in Go.
var goModules []goModule

// pythonModules are the modules written in Python.
var pythonModules = sync.OnceValue(func() []interp.Module { return interp.PythonModules(sources, "python") })

// functions are the Python functions of module torch, made once in the process.
var functions = sync.OnceValue(func() []*object.Builtin {
	var list []*object.Builtin
	for name, b := range ops.All().Functions {
		if !strings.Contains(name, "linalg_") && !strings.HasPrefix(name, "fft_") && !strings.HasPrefix(name, "special_") {
			list = append(list, b.Function())
		}
	}
	for _, f := range goFunctions() {
		if f.Doc == "" {
			f.Doc = docs.Sentence(f.Name)
		}
	}
	return object.Library("torch._C", append(list, goFunctions()...)...)
})

// networkFunctions are those of module torch._C._nn, made once in the process.
var networkFunctions = sync.OnceValue(func() []*object.Builtin {
	list := []*object.Builtin{object.DefRaw("_parse_to", parseTo, "")}
	for _, b := range ops.All().Nn {
		list = append(list, b.Function())
	}
	return object.Library("torch._C._nn", list...)
})

// initC makes torch._C: everything of module torch that is Go. The Python source of
// torch takes its names over.
func initC(t *object.Thread) (*object.Module, error) {
	complete()
	m := object.NewModule("torch._C", "")
	m.AddFuncs(functions()...)
	for name, d := range values.DTypeNames {
		m.Dict.Set(name, values.DTypes[d])
	}
	for _, table := range []map[string]object.Value{values.Layouts, values.MemoryFormats, values.QSchemes, values.Quantised} {
		for name, v := range table {
			m.Dict.Set(name, v)
		}
	}
	m.Dict.Set("legacy_contiguous_format", values.MemoryFormats["contiguous_format"])
	m.AddClasses(values.TensorClass, values.SizeClass, values.DeviceClass, values.DTypeClass, values.LayoutClass, values.MemoryFormatClass, values.QSchemeClass, finfoClass, iinfoClass)
	m.AddClasses(moduleClasses...)
	for name, v := range constants {
		m.Dict.Set(name, v)
	}
	for d, v := range legacyTypes {
		m.Dict.Set(d.Legacy(), v)
	}
	nn := object.Of(newNN())
	t.Session.Modules.SetStr("torch._C._nn", nn)
	m.Dict.Set("_disabled_torch_function_impl", state.DisabledTorchFunction)
	m.Dict.Set("_nn", nn)
	m.Dict.Set("default_generator", defaultGenerator(state.Of(t)))
	return m, nil
}

// moduleFunctions and moduleClasses are the names of torch that are no table rows.
var (
	moduleFunctions []*object.Builtin
	moduleClasses   = []*object.Class{grad.FunctionClass, values.GeneratorClass, state.OutOfMemoryError, state.LinAlgError}
)

// goFunctions are the functions of module torch that are no table rows, of every part.
func goFunctions() []*object.Builtin {
	return slices.Concat(moduleFunctions, dispatch.Functions, grad.Functions, ops.Functions, cuda.Functions, distributed.Functions)
}

// newNN makes torch._C._nn, the kernels that nn.functional calls.
func newNN() *object.Module {
	m := object.NewModule("torch._C._nn", "")
	m.AddFuncs(networkFunctions()...)
	return m
}

// Modules torch.linalg, torch.special and torch.fft are the operations whose schema names
// begin with the module's.
func init() {
	for _, name := range []string{"linalg", "special", "fft"} {
		goModules = append(goModules, goModule{"torch." + name, func(*object.Thread) (*object.Module, error) {
			return prefixed(name), nil
		}})
	}
}

// prefixed makes a module of the functions whose names begin with its own.
func prefixed(name string) *object.Module {
	m := object.NewModule("torch."+name, "")
	for full, b := range ops.All().Functions {
		if short, ok := strings.CutPrefix(full, name+"_"); ok && full != "linalg_" {
			f := b.Function()
			m.Dict.Set(short, object.Of(f))
		}
	}
	if name == "linalg" {
		m.Dict.Set("LinAlgError", state.LinAlgError.Value())
	}
	return m
}
