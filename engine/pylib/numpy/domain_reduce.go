package numpy

import (
	"cmp"
	"slices"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file reduces and orders arrays whose elements are domains.

// reducing dispatches a reduction of an array with a domain; plain does the others.
func reducing(name string, plain object.GoFunc) object.GoFunc {
	return func(t *object.Thread, v []object.Value) (object.Value, error) {
		a := self(v[0])
		if partial(name, v) {
			return callNumpy(t, "_reduce_where", object.Args{Pos: append([]object.Value{object.NewStr(name)}, v...)})
		}
		if a.dom == nil {
			r, err := plain(t, v)
			if err == nil && a.dtype() == tensor.Uint8 && accumulates[name] && v[2].IsNone() && v[3].IsNone() {
				return (&domain{info: infoNamed["uint8"]}).reduced(t, name, r)
			}
			return r, err
		}
		if a.dom.listed() {
			return a.fold(t, name, v)
		}
		x := a.plain()
		if large([]*Array{a}) {
			r, ok, err := a.largeReduced(t, name, func(x *Array) (object.Value, error) {
				args := slices.Clone(v)
				args[0] = object.Of(x)
				return plain(t, args)
			})
			if ok || err != nil {
				return r, err
			}
		}
		if a.dom.info.kind == 'u' {
			wide, err := x.cast(envOf(t), tensor.Int64)
			if err != nil {
				return object.Value{}, err
			}
			x = wide
		}
		args := slices.Clone(v)
		args[0] = object.Of(x)
		r, err := plain(t, args)
		if err != nil {
			return r, err
		}
		return a.dom.reduced(t, name, r)
	}
}

// accumulates has the reductions that compute small integers in the widest dtype of their sign.
var accumulates = map[string]bool{"sum": true, "prod": true, "cumsum": true, "cumprod": true}

// options are how many of a reduction's last arguments are its initial value and mask.
var options = map[string]int{"sum": 2, "prod": 2, "max": 2, "min": 2, "mean": 1, "std": 1, "var": 1, "any": 1, "all": 1}

// partial reports a reduction with an initial value or a mask.
func partial(name string, v []object.Value) bool {
	switch n := len(v); options[name] {
	case 2:
		return !v[n-2].IsNone() || v[n-1] != object.True
	case 1:
		return v[n-1] != object.True
	}
	return false
}

// reduced reads the result of a reduction of the integers behind a domain.
func (d *domain) reduced(t *object.Thread, name string, r object.Value) (object.Value, error) {
	info := d.info
	switch name {
	case "any", "all", "argmax", "argmin", "std", "var":
		return r, nil
	case "mean":
		if info.kind == 'u' {
			return r, nil
		}
	case "sum", "prod", "cumsum", "cumprod":
		if info.kind == 'u' {
			info = infoNamed["uint64"]
		}
		if info.kind == 'M' {
			return object.Value{}, object.Raise(ufuncTypeError, "ufunc 'add' cannot use operands with types dtype('%s') and dtype('%s')", info.repr(), info.repr())
		}
	}
	x, err := asArray(t, r, tensor.Int64)
	if err != nil {
		return object.Value{}, err
	}
	if info.kind == 'u' {
		return x.wrapped(t, info)
	}
	return unbox(x.within(newDomain(info))), nil
}

// folds are the ufuncs behind the reductions of objects.
var folds = map[string]string{"sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum", "cumsum": "add"}

// fold reduces objects with Python's operators; text has none.
func (a *Array) fold(t *object.Thread, name string, v []object.Value) (object.Value, error) {
	axes, _, err := axesArg(t, v[1], len(a.shape))
	if err != nil {
		return object.Value{}, err
	}
	f := ufuncNamed[folds[name]]
	if a.isKind("U") && f != nil {
		text := "dtype('" + a.dom.info.repr() + "')"
		return object.Value{}, object.Raise(ufuncTypeError, "ufunc '%s' did not contain a loop with signature matching types (%s, %s) -> None", f.name, text, text)
	}
	shape, strides, inner, innerStrides, kept := a.reduced(axes)
	within := offsets(inner, innerStrides, 0)
	var out []object.Value
	for _, at := range offsets(shape, strides, a.offset) {
		items := make([]object.Value, len(within))
		for i, k := range within {
			items[i] = a.pythonAt(at + k)
		}
		r, err := foldItems(t, name, f, items)
		if err != nil {
			return object.Value{}, err
		}
		out = append(out, r)
	}
	info := infoNamed["object"]
	if name == "argmax" || name == "argmin" {
		info = infoOf[tensor.Int64]
	}
	if len(shape) == 0 || len(kept) == 0 {
		return packed(t, info, nil, out)
	}
	return packed(t, info, shape, out)
}

func foldItems(t *object.Thread, name string, f *ufunc, items []object.Value) (object.Value, error) {
	if len(items) == 0 {
		if name == "sum" {
			return object.Int(0), nil
		}
		return object.Value{}, valueError("zero-size array to reduction operation %s which has no identity", name)
	}
	switch name {
	case "any", "all":
		for _, v := range items {
			if yes, err := object.ToBool(t, v); err != nil || yes == (name == "any") {
				return object.Bool(yes), err
			}
		}
		return object.Bool(name == "all"), nil
	case "argmax", "argmin":
		best, op := 0, object.Gt
		if name == "argmin" {
			op = object.Lt
		}
		for i, v := range items {
			if better, err := object.CompareBool(t, op, v, items[best]); err != nil {
				return object.Value{}, err
			} else if better {
				best = i
			}
		}
		return object.Int(int64(best)), nil
	case "mean":
		sum, err := foldItems(t, "sum", ufuncNamed["add"], items)
		if err != nil {
			return object.Value{}, err
		}
		return object.Binary(t, object.TrueDiv, sum, object.Int(int64(len(items))))
	}
	if f == nil {
		return object.Value{}, typeError("cannot perform %s with an array of dtype object", name)
	}
	r := items[0]
	for _, v := range items[1:] {
		var err error
		if r, err = f.ofObjects(t, []object.Value{r, v}); err != nil {
			return object.Value{}, err
		}
	}
	return r, nil
}

// sortedBy orders the positions of values as Python compares them.
func sortedBy(t *object.Thread, values []object.Value, order []int) error {
	var failed error
	slices.SortStableFunc(order, func(i, j int) int {
		if failed != nil {
			return 0
		}
		if a, ok := object.AsStr(values[i]); ok {
			if b, ok := object.AsStr(values[j]); ok {
				return cmp.Compare(a, b)
			}
		}
		less, err := object.CompareBool(t, object.Lt, values[i], values[j])
		if err != nil {
			failed = err
			return 0
		}
		if less {
			return -1
		}
		more, err := object.CompareBool(t, object.Gt, values[i], values[j])
		failed = err
		if more {
			return 1
		}
		return 0
	})
	return failed
}
