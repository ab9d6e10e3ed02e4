// Package torch is the Python face of the tensor library: module torch, its classes
// and its functions, written in Go where PyTorch's are C++ and in Python (folder
// python) where PyTorch's are Python.
//
// An operation is a row in one of the tables ops_*.go; signatures.txt, made from
// PyTorch's own schema, says how it may be called, so that arguments bind and
// messages read as in PyTorch. The package imports the evaluator only to name
// modules; it holds no state outside a session.
//
//	torch.Use(session, tensor.NewEnv(cpu.New()))
//	interp.Install(session, torch.Modules()...)
package torch

import (
	"embed"
	"strings"
	"sync"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/std"
)

//go:embed all:python
var sources embed.FS

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

// all are the bindings of every table, made once in the process.
var all = sync.OnceValue(func() *bindings { return bind(append(tables, composedRows(), pointwiseRows())...) })

// tables are the rows of all operations.
var tables = [][]row{mathRows, createRows, reduceRows, shapeRows, indexRows, randomRows, linearRows, statRows, layerRows, lossRows, moreRows, fftRows}

// functions are the Python functions of module torch, made once in the process.
var functions = sync.OnceValue(func() []*object.Builtin {
	var list []*object.Builtin
	for name, b := range all().functions {
		if !strings.Contains(name, "linalg_") && !strings.HasPrefix(name, "fft_") && !strings.HasPrefix(name, "special_") {
			list = append(list, b.function())
		}
	}
	for _, f := range moduleFunctions {
		if f.Doc == "" {
			f.Doc = sentence(f.Name)
		}
	}
	return object.Library("torch._C", append(list, moduleFunctions...)...)
})

// networkFunctions are those of module torch._C._nn, made once in the process.
var networkFunctions = sync.OnceValue(func() []*object.Builtin {
	list := []*object.Builtin{object.DefRaw("_parse_to", parseTo, "")}
	for _, b := range all().nn {
		list = append(list, b.function())
	}
	return object.Library("torch._C._nn", list...)
})

// initC makes torch._C: everything of module torch that is Go. The Python source of
// torch takes its names over.
func initC(t *object.Thread) (*object.Module, error) {
	complete()
	m := object.NewModule("torch._C", "")
	m.AddFuncs(functions()...)
	for name, d := range dtypeNames {
		m.Dict.Set(name, dtypes[d])
	}
	for _, table := range []map[string]object.Value{layouts, memoryFormats, qschemes, quantised} {
		for name, v := range table {
			m.Dict.Set(name, v)
		}
	}
	m.Dict.Set("legacy_contiguous_format", memoryFormats["contiguous_format"])
	m.AddClasses(TensorClass, SizeClass, DeviceClass, dtypeClass, layoutClass, memoryFormatClass, qschemeClass, finfoClass, iinfoClass)
	m.AddClasses(moduleClasses...)
	for name, v := range constants {
		m.Dict.Set(name, v)
	}
	for d, v := range legacyTypes {
		m.Dict.Set(d.Legacy(), v)
	}
	nn := object.Of(newNN())
	t.Session.Modules.SetStr("torch._C._nn", nn)
	m.Dict.Set("_disabled_torch_function_impl", disabledTorchFunction)
	m.Dict.Set("_nn", nn)
	m.Dict.Set("default_generator", defaultGenerator(stateOf(t)))
	return m, nil
}

// moduleFunctions and moduleClasses are the names of torch that are no table rows.
var (
	moduleFunctions []*object.Builtin
	moduleClasses   = []*object.Class{FunctionClass, generatorClass, OutOfMemoryError, LinAlgError}
)

// newNN makes torch._C._nn, the kernels that nn.functional calls.
func newNN() *object.Module {
	m := object.NewModule("torch._C._nn", "")
	m.AddFuncs(networkFunctions()...)
	return m
}
