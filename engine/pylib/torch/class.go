package torch

import (
	"strings"
	"sync"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/docs"
	"gputour/engine/pylib/torch/ops"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file completes class Tensor: constructor, methods that no table has.

// complete defines class Tensor, once in the process and when torch is first imported: it has
// more methods than all other built-in classes together, and a program may do without.
var complete = sync.OnceFunc(func() {
	values.TensorClass.Define(object.Spec{
		Doc:       "A multi-dimensional matrix containing elements of a single data type.",
		OwnLayout: true,
		HasDict:   true,
		Slots:     withNew(tensorSlots()),
		Props:     tensorProps(),
		Methods:   guarded(docs.Documented(tensorMethods)),
		StaticMethods: []object.Method{
			{Sig: "_make_subclass(cls, data, require_grad=False, /)", Fn: makeSubclass, Doc: "A tensor of a subclass that shares data's memory."},
		},
		ClassMethods: []object.Method{
			{Sig: "__torch_function__(func, types, args=(), kwargs=None)", Fn: dispatch.PlainTorchFunction},
		},
		Attrs: tensorAttrs(),
	})
	values.TensorClass.Makes = true
	for _, name := range []string{"item", "backward", "size", "dim", "numel", "stride", "is_contiguous"} { // which keep nothing of the tensor either
		m, _ := values.TensorClass.Lookup(name)
		m.Object().(*object.Builtin).Makes = true
	}
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
		st := state.Of(t)
		x, err := legacyNew(st, t, a, tensor.Options{})
		if err != nil {
			return object.Value{}, err
		}
		st.NoteClass(c)
		return values.WrapAs(x, c), nil
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
	for name, b := range ops.All().Methods {
		if taken[name] {
			continue
		}
		attrs[name] = object.Of(b.Method())
	}
	for _, name := range strings.Fields("rename rename_ refine_names align_to align_as has_names") {
		attrs[name] = object.Of(namesMethod(name))
	}
	attrs["new"] = object.Of(dispatch.RawMethod("new", tensorNew))
	for _, m := range rawMethods {
		b := &dispatch.Binding{Name: m.parser.Name, Parser: m.parser, Fn: m.fn}
		attrs[b.Name] = object.Of(b.Method())
	}
	return attrs
}

// rawRow is a method with a parser of its own.
type rawRow struct {
	parser *dispatch.Parser
	fn     dispatch.Operation
}

// rawMethods are the methods that signatures.txt does not have.
var rawMethods = append(castRows(),
	rawRow{toDeviceParser, methodTo}, rawRow{cudaParser, methodCUDA}, rawRow{cpuParser, methodCPU},
	rawRow{typeParser, methodType}, rawRow{typeAsParser, methodTypeAs}, rawRow{newTensorParser, newTensor}, rawRow{ops.NormParser, ops.Norm},
)

func init() {
	moduleFunctions = append(moduleFunctions, object.Def("_become(x, cls, /)", become, ""), object.Def("_makes(cls, /)", makes, ""))
}

// makes notes that operators give plain tensors for instances of a class, too.
func makes(_ *object.Thread, a []object.Value) (object.Value, error) {
	a[0].Object().(*object.Class).Makes = true
	return object.None, nil
}

// become changes a tensor's class in place.
func become(t *object.Thread, a []object.Value) (object.Value, error) {
	x, ok := a[0].Object().(*values.Tensor)
	c, isClass := a[1].Object().(*object.Class)
	if !ok || !isClass || !c.IsSubclassOf(values.TensorClass) {
		return object.Value{}, object.Raise(object.TypeError, "_become(): expected a Tensor and a class of tensors")
	}
	state.Of(t).NoteClass(c)
	return object.Adopt(x, c), nil
}

// makeSubclass is Tensor._make_subclass(cls, data, requires_grad).
func makeSubclass(t *object.Thread, a []object.Value) (object.Value, error) {
	c, ok := a[0].Object().(*object.Class)
	x, ok2 := values.AsTensor(a[1])
	if !ok || !ok2 {
		return object.Value{}, object.Raise(object.TypeError, "_make_subclass(): argument 'data' (position 2) must be Tensor, not %s", values.TypeName(a[1]))
	}
	s := state.Of(t)
	data := x.Data()
	s.NoteClass(c)
	v := values.WrapAs(data, c)
	if a[2] == object.True {
		if !data.DType().Differentiable() {
			return object.Value{}, object.Raise(object.RuntimeError, "Only Tensors of floating point and complex dtype can require gradients")
		}
		if err := s.Tape.SetRequiresGrad(data, true); err != nil {
			return object.Value{}, s.Raise(err)
		}
	}
	return v, nil
}
