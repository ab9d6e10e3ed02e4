package numpy

import (
	"gputour/engine/device"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file is class ndarray: its attributes, methods and protocols.

func self(v object.Value) *Array { return v.Object().(*Array) }

// viaPython makes a method of a function of module numpy, which gets the arguments.
func viaPython(name string) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		args := make([]object.Value, 0, len(a))
		for _, v := range a {
			if v.IsNil() {
				v = object.None
			}
			args = append(args, v)
		}
		return callNumpy(t, name, object.Args{Pos: args})
	}
}

func callNumpy(t *object.Thread, name string, a object.Args) (object.Value, error) {
	m, err := interp.Import(t, "numpy")
	if err != nil {
		return object.Value{}, err
	}
	fn, err := object.GetAttr(t, m, name)
	if err != nil {
		return object.Value{}, err
	}
	return object.CallArgs(t, fn, a)
}

// sourceMethods are methods that are functions of module numpy, self first.
var sourceMethods = []string{
	"argsort", "sort", "argpartition", "partition", "searchsorted", "nonzero", "repeat", "round", "clip", "diagonal", "trace",
	"swapaxes", "take", "put", "choose", "compress", "ptp", "dot", "tofile", "resize", "dump", "byteswap",
}

// delegated are the methods of sourceMethods.
func delegated() []object.Method {
	var list []object.Method
	for _, name := range sourceMethods {
		list = append(list, object.Method{Sig: name + "(self, *args, **kwargs)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			args := object.Args{Pos: append([]object.Value{a[0]}, a[1].Object().(*object.Tuple).Items...)}
			for k, v := range a[2].Object().(*object.Dict).All() {
				key, _ := object.AsStr(k)
				args.Kw = append(args.Kw, object.Keyword{Name: key, Value: v})
			}
			if name == "sort" || name == "partition" {
				return callNumpy(t, "_"+name+"_inplace", args)
			}
			return callNumpy(t, name, args)
		}})
	}
	return list
}

func initArray() {
	s := object.Slots{
		Repr: arrayRepr, Str: arrayStr, GetItem: getItem, SetItem: setItem, Compare: arrayCompare,
		Len: func(_ *object.Thread, v object.Value) (int, error) {
			if len(self(v).shape) == 0 {
				return 0, typeError("len() of unsized object")
			}
			return self(v).shape[0], nil
		},
		Iter: arrayIter, Bool: arrayBool, Contains: arrayContains,
		Int: sizeOne(func(s tensor.Scalar) (object.Value, error) {
			if s.IsFloating() {
				return object.IntFromFloat(s.F)
			}
			return object.Int(s.Int64()), nil
		}),
		Float: sizeOne(func(s tensor.Scalar) (object.Value, error) { return object.Float(s.Float64()), nil }),
		Index: func(_ *object.Thread, v object.Value) (object.Value, error) {
			if a := self(v); len(a.shape) == 0 && kindOf(a.dtype()) < 2 {
				return object.Int(load(a.memory(), a.dtype(), a.offset).Int64()), nil
			}
			return object.Value{}, typeError("only integer scalar arrays can be converted to a scalar index")
		},
	}
	operatorSlots(&s)
	inplaceSlots(&s)
	arrayClass.Makes = true
	arrayClass.Define(object.Spec{
		Doc: "An array object represents a multidimensional, homogeneous array of fixed-size items.", Slots: s, Unhashable: true, Qualified: true,
		Signature: "ndarray(shape, dtype=None, *, order='C')",
		Make: func(t *object.Thread, _ *object.Class, a []object.Value) (object.Value, error) {
			return empty(t, a)
		},
		Methods: documented(append(arrayMethods, delegated()...)), Props: arrayProps,
	})
}

func sizeOne(f func(tensor.Scalar) (object.Value, error)) func(*object.Thread, object.Value) (object.Value, error) {
	return func(_ *object.Thread, v object.Value) (object.Value, error) {
		a := self(v)
		if a.size() != 1 {
			return object.Value{}, typeError("only size-1 arrays can be converted to Python scalars")
		}
		return f(load(a.memory(), a.dtype(), a.offset))
	}
}

func arrayCompare(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
	if b.IsNone() && !self(a).isKind("O") && (op == object.Eq || op == object.Ne) {
		return callNumpy(t, "full", object.Args{Pos: []object.Value{intTuple(self(a).shape), object.Bool(op == object.Ne)}})
	}
	return compareSlot(t, op, a, b)
}

func arrayBool(t *object.Thread, v object.Value) (bool, error) {
	a := self(v)
	switch a.size() {
	case 0:
		_, err := callNumpy(t, "_warn_empty", object.Args{})
		return false, err
	case 1:
		return load(a.memory(), a.dtype(), a.offset).IsTrue(), nil
	}
	return false, valueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
}

func arrayContains(t *object.Thread, v, x object.Value) (bool, error) {
	r, err := compareSlot(t, object.Eq, v, x)
	if err != nil {
		return false, err
	}
	r, err = object.CallAttr(t, r, "any")
	if err != nil {
		return false, err
	}
	return object.ToBool(t, r)
}

// arrayIterator walks the first axis.
type arrayIterator struct {
	object.Head
	a *Array
	i int
}

var iteratorClass = object.NewBuiltin("iterator")

func init() {
	iteratorClass.Define(object.Spec{NoConstructor: true, Slots: object.Slots{
		Iter: func(_ *object.Thread, v object.Value) (object.Value, error) { return v, nil },
		Next: func(t *object.Thread, v object.Value) (object.Value, bool, error) {
			it := v.Object().(*arrayIterator)
			if it.i >= it.a.shape[0] {
				return object.Value{}, false, nil
			}
			it.i++
			x, err := it.a.at(envOf(t), it.i-1)
			return x, err == nil, err
		},
	}})
}

func arrayIter(_ *object.Thread, v object.Value) (object.Value, error) {
	if len(self(v).shape) == 0 {
		return object.Value{}, typeError("iteration over a 0-d array")
	}
	return object.Adopt(&arrayIterator{a: self(v)}, iteratorClass), nil
}

var arrayMethods = []object.Method{
	{Sig: "sum(self, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True)", Fn: reducing("sum", methodSum)},
	{Sig: "mean(self, axis=None, dtype=None, out=None, keepdims=False, where=True)", Fn: reducing("mean", methodMean)},
	{Sig: "std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=True)", Fn: reducing("std", spread(true))},
	{Sig: "var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=True)", Fn: reducing("var", spread(false))},
	{Sig: "max(self, axis=None, out=None, keepdims=False, initial=None, where=True)", Fn: reducing("max", methodMax)},
	{Sig: "min(self, axis=None, out=None, keepdims=False, initial=None, where=True)", Fn: reducing("min", methodMin)},
	{Sig: "any(self, axis=None, out=None, keepdims=False, where=True)", Fn: reducing("any", methodAny)},
	{Sig: "all(self, axis=None, out=None, keepdims=False, where=True)", Fn: reducing("all", methodAll)},
	{Sig: "prod(self, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True)", Fn: reducing("prod", methodProd)},
	{Sig: "cumsum(self, axis=None, dtype=None, out=None)", Fn: reducing("cumsum", scan(device.OpCumsum))},
	{Sig: "cumprod(self, axis=None, dtype=None, out=None)", Fn: reducing("cumprod", scan(device.OpCumprod))},
	{Sig: "argmax(self, axis=None, out=None, keepdims=False)", Fn: reducing("argmax", extreme("argmax", (*tensor.Env).Argmax))},
	{Sig: "argmin(self, axis=None, out=None, keepdims=False)", Fn: reducing("argmin", extreme("argmin", (*tensor.Env).Argmin))},
	{Sig: "reshape(self, *shape, order='C')", Fn: methodReshape},
	{Sig: "transpose(self, *axes)", Fn: methodTranspose},
	{Sig: "squeeze(self, axis=None)", Fn: methodSqueeze},
	{Sig: "copy(self, order='C')", Fn: methodCopy},
	{Sig: "__copy__(self)", Fn: methodCopy},
	{Sig: "__deepcopy__(self, memo, /)", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		if self(v[0]).isKind("O") {
			return callNumpy(t, "_deepcopy", object.Args{Pos: v})
		}
		return methodCopy(t, v[:1])
	}},
	{Sig: "conjugate(self)", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		return ufuncNamed["conjugate"].apply(t, v[0])
	}},
	{Sig: "__divmod__(self, other, /)", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		return callNumpy(t, "_divmod", object.Args{Pos: v})
	}},
	{Sig: "__rdivmod__(self, other, /)", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		return callNumpy(t, "_divmod", object.Args{Pos: []object.Value{v[1], v[0]}})
	}},
	{Sig: "itemset(self, *args)", Fn: viaPython("_itemset")},
	{Sig: "astype(self, dtype, order='K', casting='unsafe', subok=True, copy=True)", Fn: methodAstype},
	{Sig: "view(self, dtype=None, type=None)", Fn: methodView},
	{Sig: "tolist(self)", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		a := self(v[0])
		if err := values.ChargeLists(t, a.shape); err != nil {
			return object.Value{}, err
		}
		if a.isKind("M") {
			var err error
			if a, err = a.convert(t, infoNamed["object"]); err != nil {
				return object.Value{}, err
			}
		}
		return a.list(t, 0, a.offset)
	}},
	{Sig: "item(self, *args)", Fn: methodItem},
	{Sig: "fill(self, value, /)", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		x, err := asArray(t, v[1], 0)
		if err == nil {
			err = self(v[0]).assignFrom(t, x)
		}
		return object.None, err
	}},
	{Sig: "flatten(self, order='C')", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		c, err := self(v[0]).flat(envOf(t), v[1])
		if err == nil {
			c, err = c.copy(envOf(t))
		}
		return result(c, err)
	}},
	{Sig: "ravel(self, order='C')", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		c, err := self(v[0]).flat(envOf(t), v[1])
		return result(c, err)
	}},
	{Sig: "conj(self)", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		return ufuncNamed["conjugate"].apply(t, v[0])
	}},
	{Sig: "tobytes(self, order='C')", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		c, err := self(v[0]).copy(envOf(t))
		if err != nil {
			return object.Value{}, err
		}
		size := c.elementSize()
		if err := t.ChargeItems(c.size(), size); err != nil {
			return object.Value{}, err
		}
		return object.NewBytes(append([]byte{}, c.memory()[c.offset*size:(c.offset+c.size())*size]...)), nil
	}},
	{Sig: "setflags(self, write=None, align=None, uic=None)", Fn: func(_ *object.Thread, v []object.Value) (object.Value, error) {
		if !v[1].IsNone() {
			self(v[0]).locked = v[1] == object.False
		}
		return object.None, nil
	}},
	{Sig: "__array__(self, dtype=None)", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		info, err := typeArg(t, v[1])
		if err != nil {
			return object.Value{}, err
		}
		a, err := asArrayOf(t, v[0], info)
		return result(a, err)
	}},
	{Sig: "__format__(self, spec, /)", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		if spec, _ := object.AsStr(v[1]); spec != "" {
			if a := self(v[0]); len(a.shape) == 0 {
				text, err := object.Format(t, values.Number(load(a.memory(), a.dtype(), a.offset)), spec)
				return object.NewStr(text), err
			}
			return object.Value{}, typeError("unsupported format string passed to numpy.ndarray.__format__")
		}
		text, err := arrayStr(t, v[0])
		return object.NewStr(text), err
	}},
	{Sig: "__reduce__(self)", Fn: func(t *object.Thread, v []object.Value) (object.Value, error) {
		m, err := interp.Import(t, "numpy")
		if err != nil {
			return object.Value{}, err
		}
		fn, err := object.GetAttr(t, m, "_rebuild")
		if err != nil {
			return object.Value{}, err
		}
		data, err := object.CallAttr(t, v[0], "tobytes")
		return object.NewTuple(fn, object.NewTuple(data, object.NewStr(infoOf[self(v[0]).dtype()].name), intTuple(self(v[0]).shape))), err
	}},
}

func methodCopy(t *object.Thread, v []object.Value) (object.Value, error) {
	order := object.NewStr("C")
	if len(v) > 1 {
		order = v[1]
	}
	c, err := self(v[0]).laidOut(envOf(t), order, true)
	return result(c, err)
}

func methodAstype(t *object.Thread, v []object.Value) (object.Value, error) {
	info, err := typeFrom(t, v[1])
	if err != nil {
		return object.Value{}, err
	}
	a, d := self(v[0]), info.d
	if a.dom != nil || info.isDomain() {
		a, err = a.convert(t, info)
		if err == nil && len(a.shape) == 0 && a.isKind("O") {
			return a.element(a.offset), nil
		}
		return result(a, err)
	}
	if a.dtype() == d {
		if v[5] == object.False {
			return v[0], nil
		}
		a, err = a.copy(envOf(t))
	} else {
		before := a
		if a, err = a.cast(envOf(t), d); err == nil {
			err = checkCast(t, before, a)
		}
		if columns, _ := object.AsStr(v[2]); err == nil && (columns == "F" || columns != "C" && before.fortran() && !before.contiguous()) {
			a, err = a.laidOut(envOf(t), object.NewStr("F"), false)
		}
	}
	return result(a, err)
}

func methodView(t *object.Thread, v []object.Value) (object.Value, error) {
	a := self(v[0])
	if _, class := v[1].Object().(*object.Class); class && v[1].Object().(*object.Class) == arrayClass {
		v[1] = object.None
	}
	if d, err := dtypeArg(t, v[1]); err != nil {
		return object.Value{}, err
	} else if d != tensor.NoDType && d != a.dtype() {
		x, err := envOf(t).ViewDType(a.x, d)
		if err != nil {
			return object.Value{}, fail(err)
		}
		r := arrayOf(x)
		r.base = a
		return object.Of(r), nil
	}
	r, err := a.view(envOf(t), a.shape, a.strides, a.offset)
	return result(r, err)
}

func methodItem(t *object.Thread, v []object.Value) (object.Value, error) {
	a, args := self(v[0]), v[1].Object().(*object.Tuple).Items
	if len(args) == 0 {
		if a.size() != 1 {
			return object.Value{}, valueError("can only convert an array of size 1 to a Python scalar")
		}
		return a.pythonAt(a.offset), nil
	}
	if k := args[0]; len(args) == 1 && len(a.shape) == 1 && k.IsInt() && k.SmallInt() >= 0 && k.SmallInt() < int64(a.shape[0]) {
		return a.pythonAt(a.offset + int(k.SmallInt())*a.strides[0]), nil
	}
	var key object.Value = v[1]
	if len(args) == 1 {
		flat, err := a.reshape(envOf(t), []int{-1}, false)
		if err != nil {
			return object.Value{}, err
		}
		a, key = flat, args[0]
	}
	x, err := getItem(t, object.Of(a), key)
	if err != nil {
		return x, err
	}
	return object.CallAttr(t, x, "item")
}

// list is the elements from axis on as nested Python lists.
func (a *Array) list(t *object.Thread, axis, at int) (object.Value, error) {
	if axis == len(a.shape) {
		return a.pythonAt(at), nil
	}
	items := make([]object.Value, a.shape[axis])
	for i := range items {
		if i%1024 == 1023 {
			if err := t.Poll(); err != nil {
				return object.Value{}, err
			}
		}
		var err error
		if items[i], err = a.list(t, axis+1, at+i*a.strides[axis]); err != nil {
			return object.Value{}, err
		}
	}
	return object.NewList(items), nil
}

var (
	realPart = part(func(env *tensor.Env, x *tensor.Tensor) (*tensor.Tensor, error) {
		if !x.DType().IsComplex() {
			return x.Alias(), nil
		}
		return env.Real(x)
	})
	imagPart = part(func(env *tensor.Env, x *tensor.Tensor) (*tensor.Tensor, error) {
		if !x.DType().IsComplex() {
			return env.Zeros(x.Shape(), x.Like())
		}
		return env.Imag(x)
	})
)
