// Package numpy is NumPy as learners of a PyTorch textbook meet it: arrays that share
// memory with tensors, elementwise functions, reductions, subscripts, random numbers
// equal to NumPy's, and its printing.
//
// Loops over elements are Go, most of them the tensor library's kernels; what NumPy
// writes in Python is Python here as well (folder python). Behaviour and words are
// those of NumPy 1.24 (https://numpy.org/doc/1.24/).
package numpy

import (
	"embed"
	"sync"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/tensor"
)

//go:embed all:python
var sources embed.FS

// complete defines the classes of numpy, once in the process and when a session first has an
// array: a program may do without.
var complete = sync.OnceFunc(func() {
	initDTypes()
	initUfuncs()
	initScalars()
	initDomains()
	initArray()
})

// Modules lists module numpy and its submodules for interp.Install.
func Modules() []interp.Module {
	return append([]interp.Module{{Name: "_numpy", Init: initModule}}, pythonModules()...)
}

// Use connects a session's tensors to its arrays. It is called once, after torch.Use.
func Use(s *object.Session) {
	state.UseArrays(s, state.Arrays{
		ToArray: func(_ *object.Thread, x *tensor.Tensor) (object.Value, error) {
			complete()
			return object.Of(arrayOf(x.Alias())), nil
		},
		FromArray: fromArray,
		Float64:   float64Class,
	})
}

// fromArray is torch.from_numpy: a tensor over an array's memory.
func fromArray(t *object.Thread, v object.Value) (*tensor.Tensor, bool, error) {
	if s, ok := v.Object().(*Scalar); ok {
		if s.info != nil {
			return nil, true, unsupported(s.info)
		}
		a, err := boxed(envOf(t), s.d, s.s)
		if err != nil {
			return nil, true, err
		}
		return a.x, true, nil
	}
	a, ok := v.Object().(*Array)
	if !ok {
		return nil, false, nil
	}
	if a.dom != nil {
		return nil, true, unsupported(a.info())
	}
	if a.reversed() {
		return nil, true, valueError("At least one stride in the given numpy array is negative, and tensors with negative strides are not currently supported. (You can probably work around this by making a copy of your array  with array.copy().) ")
	}
	return a.x.Data(), true, nil
}

// unsupported is the error for elements that no tensor holds.
func unsupported(i *typeInfo) error {
	return typeError("can't convert np.ndarray of type numpy.%s. The only supported types are: float64, float32, float16, complex64, complex128, int64, int32, int16, int8, uint8, and bool.", i.class.Name)
}

// pythonModules are the modules written in Python.
var pythonModules = sync.OnceValue(func() []interp.Module { return interp.Documented(interp.PythonModules(sources, "python"), sentenceIn) })

// library is functions, of which all sessions share one.
var library = sync.OnceValue(func() []*object.Builtin { return object.Library("_numpy", describe(functions)...) })

// initModule makes _numpy, the part of NumPy that is Go.
func initModule(t *object.Thread) (*object.Module, error) {
	complete()
	m := object.NewModule("_numpy", "")
	m.AddFuncs(library()...)
	for name, f := range ufuncNamed {
		m.Dict.Set(name, object.Of(f))
	}
	m.AddClasses(arrayClass, dtypeClass, ufuncClass, linAlgError, axisError, mt19937Class, pcgClass)
	m.AddClasses(genericClass, numberClass, integerClass, signedClass, unsignedClass, inexactClass, floatingClass, complexClass)
	for _, i := range types {
		m.AddClasses(i.class)
	}
	m.AddClasses(strClass, objectClass, momentClass, spanClass, uint16Class, uint32Class, uint64Class, flexibleClass)
	return m, nil
}
