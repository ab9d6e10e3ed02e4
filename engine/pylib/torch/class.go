package torch

import (
	"strings"
	"sync"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file completes class Tensor: constructor, methods that no table has.

// complete defines class Tensor, once in the process and when torch is first imported: it has
// more methods than all other built-in classes together, and a program may do without.
var complete = sync.OnceFunc(func() {
	TensorClass.Define(object.Spec{
		Doc:       "A multi-dimensional matrix containing elements of a single data type.",
		OwnLayout: true,
		HasDict:   true,
		Slots:     withNew(tensorSlots()),
		Props:     tensorProps(),
		Methods:   guarded(documented(tensorMethods)),
		StaticMethods: []object.Method{
			{Sig: "_make_subclass(cls, data, require_grad=False, /)", Fn: makeSubclass, Doc: "A tensor of a subclass that shares data's memory."},
		},
		ClassMethods: []object.Method{
			{Sig: "__torch_function__(func, types, args=(), kwargs=None)", Fn: plainTorchFunction},
		},
		Attrs: tensorAttrs(),
	})
	TensorClass.Makes = true
})

// guarded makes a fault of this library an exception of the method that met it.
func guarded(methods []object.Method) []object.Method {
	for i, m := range methods {
		name, _, _ := strings.Cut(m.Sig, "(")
		methods[i].Fn = func(t *object.Thread, a []object.Value) (result object.Value, err error) {
			defer func() {
				if fault := recover(); fault != nil {
					err = object.Raise(object.RuntimeError, "%s: internal error: %v", name, fault)
				}
			}()
			return m.Fn(t, a)
		}
	}
	return methods
}

func withNew(s object.Slots) object.Slots {
	s.New = func(t *object.Thread, c *object.Class, a object.Args) (object.Value, error) {
		st := stateOf(t)
		x, err := st.legacyNew(t, a, tensor.Options{})
		if err != nil {
			return object.Value{}, err
		}
		st.noteClass(c)
		return wrapAs(x, c), nil
	}
	return s
}

// tensorAttrs are the methods that bind their own arguments.
func tensorAttrs() map[string]object.Value {
	attrs := map[string]object.Value{
		"__module__":         object.NewStr("torch"),
		"__array_priority__": object.Int(1000),
		"_is_param":          object.False,
	}
	taken := map[string]bool{}
	for _, m := range tensorMethods {
		name, _, _ := strings.Cut(m.Sig, "(")
		taken[name] = true
	}
	for name, b := range all().methods {
		if taken[name] {
			continue
		}
		attrs[name] = object.Of(b.method())
	}
	for _, name := range strings.Fields("rename rename_ refine_names align_to align_as has_names") {
		attrs[name] = object.Of(namesMethod(name))
	}
	attrs["new"] = object.Of(rawMethod("new", tensorNew))
	for _, m := range rawMethods {
		b := &binding{name: m.parser.name, parser: m.parser, fn: m.fn}
		attrs[b.name] = object.Of(b.method())
	}
	return attrs
}

// rawRow is a method with a parser of its own.
type rawRow struct {
	parser *parser
	fn     operation
}

// rawMethods are the methods that signatures.txt does not have.
var rawMethods = append(castRows(),
	rawRow{toDeviceParser, methodTo}, rawRow{cudaParser, methodCUDA}, rawRow{cpuParser, methodCPU},
	rawRow{typeParser, methodType}, rawRow{typeAsParser, methodTypeAs}, rawRow{newTensorParser, newTensor}, rawRow{normParser, methodNorm},
)

func init() {
	moduleFunctions = append(moduleFunctions, object.Def("_become(x, cls, /)", become, ""))
}

// become changes a tensor's class in place.
func become(t *object.Thread, a []object.Value) (object.Value, error) {
	x, ok := a[0].Object().(*Tensor)
	c, isClass := a[1].Object().(*object.Class)
	if !ok || !isClass || !c.IsSubclassOf(TensorClass) {
		return object.Value{}, typeError("_become(): expected a Tensor and a class of tensors")
	}
	stateOf(t).noteClass(c)
	return object.Adopt(x, c), nil
}

// makeSubclass is Tensor._make_subclass(cls, data, requires_grad).
func makeSubclass(t *object.Thread, a []object.Value) (object.Value, error) {
	c, ok := a[0].Object().(*object.Class)
	x, ok2 := AsTensor(a[1])
	if !ok || !ok2 {
		return object.Value{}, typeError("_make_subclass(): argument 'data' (position 2) must be Tensor, not %s", typeName(a[1]))
	}
	s := stateOf(t)
	data := x.Data()
	s.noteClass(c)
	v := wrapAs(data, c)
	if a[2] == object.True {
		if !data.DType().Differentiable() {
			return object.Value{}, object.Raise(object.RuntimeError, "Only Tensors of floating point and complex dtype can require gradients")
		}
		if err := s.tape.SetRequiresGrad(data, true); err != nil {
			return object.Value{}, s.raise(err)
		}
	}
	return v, nil
}
