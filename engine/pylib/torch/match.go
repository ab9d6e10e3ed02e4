package torch

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file decides whether arguments fit an overload, by the rules and with the
// words of PyTorch's argument parser.

// parse binds the arguments to the first overload that they fit.
func (p *parser) parse(out []object.Value, a object.Args) (*overload, []object.Value, error) {
	list := p.overloads()
	if len(list) == 1 {
		return bindOverload(list[0], out, a, true)
	}
	for _, o := range list {
		if o, bound, _ := bindOverload(o, out, a, false); o != nil {
			return o, bound, nil
		}
	}
	n := len(a.Pos) + len(a.Kw)
	var plausible *overload
	count := 0
	for _, o := range list {
		if n >= o.minPos && n <= len(o.params) && !o.hidden {
			plausible = o
			count++
		}
	}
	if count == 1 {
		if _, _, err := bindOverload(plausible, out, a, true); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, invalidCombination(p.name, list, a)
}

// bindOverload puts the arguments in the order of o's parameters; a parameter that
// was not given is the zero Value. It returns nil where they do not fit, with an error
// when raise is set. A list of ints given as separate arguments is bound as a tuple.
func bindOverload(o *overload, out []object.Value, a object.Args, raise bool) (*overload, []object.Value, error) {
	n, left, pos := len(a.Pos), len(a.Kw), 0
	varargs := o.maxPos == 1 && o.params[0].typ == typInts
	if n > o.maxPos && !varargs {
		if raise {
			return nil, nil, o.tooMany(n)
		}
		return nil, nil, nil
	}
	out = out[:0]
	for i := range o.params {
		p := &o.params[i]
		var v object.Value
		byName := false
		if pos < n {
			if p.kwOnly {
				if raise {
					return nil, nil, o.tooMany(n)
				}
				return nil, nil, nil
			}
			v = a.Pos[pos]
		} else if len(a.Kw) > 0 {
			v = keyword(a.Kw, p.name)
			byName = true
		}
		failed := -1
		switch {
		case v.IsNil() && p.optional, !v.IsNil() && v.IsNone() && p.none:
			out = append(out, object.Value{})
		case v.IsNil():
			if raise {
				return nil, nil, o.missing(i)
			}
			return nil, nil, nil
		case p.accepts(o, v, &failed):
			out = append(out, v)
		case varargs && pos == 0 && !byName && intList(a.Pos, new(int)):
			out = append(out, object.CopyTuple(a.Pos))
			pos = n
			continue
		case raise:
			return nil, nil, o.wrongType(p, v, a, pos, byName, failed)
		default:
			return nil, nil, nil
		}
		if byName {
			if !v.IsNil() {
				left--
			}
		} else {
			pos++
		}
	}
	if left > 0 {
		if raise {
			return nil, nil, o.unexpectedKeyword(a)
		}
		return nil, nil, nil
	}
	return o, out, nil
}

// accepts reports whether v will do for the parameter; failed is the element of a
// list at fault.
func (p *param) accepts(o *overload, v object.Value, failed *int) bool {
	switch p.typ {
	case typTensor:
		if isTensor(v) {
			return true
		}
		if p.size > 0 {
			return tensorList(v)
		}
		return o.numbersAsTensors && isNumber(v)
	case typScalar:
		return isNumber(v) || plainZeroDim(v)
	case typFloat:
		return isReal(v) || v.IsBool() || plainZeroDim(v)
	case typInt:
		return isInt(v) || integralZeroDim(v)
	case typBool:
		return v.IsBool()
	case typString, typName:
		_, ok := object.AsStr(v)
		return ok
	case typNames:
		_, ok := object.AsStr(v)
		return ok && p.size > 0 || nameList(v)
	case typDType:
		return isDType(v)
	case typLayout:
		_, ok := v.Object().(*layout)
		return ok
	case typMemoryFormat:
		_, ok := v.Object().(*memoryFormat)
		return ok
	case typDevice:
		_, text := object.AsStr(v)
		_, dev := v.Object().(*Device)
		return text || dev || isInt(v)
	case typGenerator:
		_, ok := v.Object().(*generator)
		return ok
	case typInts:
		if items, ok := sequenceItems(v); ok {
			return intList(items, failed)
		}
		return p.size > 0 && isInt(v)
	case typTensors:
		return tensorList(v)
	case typFloats, typScalars, typBools:
		_, ok := sequenceItems(v)
		return ok
	case typStorage:
		_, ok := v.Object().(*storage)
		return ok
	case typObject:
		return true
	}
	return false
}

// sequenceItems returns the elements of a list or tuple (a Size is a tuple).
func sequenceItems(v object.Value) ([]object.Value, bool) {
	switch o := v.Object().(type) {
	case *object.List:
		return o.Items, true
	case *object.Tuple:
		return o.Items, true
	}
	return nil, false
}

// intList checks the first element only, as PyTorch does; the others are checked
// when they are read.
func intList(items []object.Value, failed *int) bool {
	if len(items) == 0 || isIndex(items[0]) {
		return true
	}
	*failed = 0
	return false
}

func tensorList(v object.Value) bool {
	_, ok := sequenceItems(v) // what is no tensor inside is found when the list is read
	return ok
}

func isTensor(v object.Value) bool {
	_, ok := v.Object().(*Tensor)
	return ok
}

// isNumber reports a bool, int, float or complex (or a subclass), or a number of numpy's.
func isNumber(v object.Value) bool {
	if isReal(v) || v.IsBool() {
		return true
	}
	switch o := v.Object().(type) {
	case *object.Complex:
		return true
	case Numeric:
		_, ok := o.Number()
		return ok
	}
	return false
}

// nameList reports a sequence of names of dimensions, or None.
func nameList(v object.Value) bool {
	items, ok := sequenceItems(v)
	for _, item := range items {
		if _, name := object.AsStr(item); !name && !item.IsNone() {
			return false
		}
	}
	return ok && len(items) > 0
}

// isReal reports an int or float, and no bool.
func isReal(v object.Value) bool { return v.IsFloat() || isInt(v) || isFloatSubclass(v) }

func isInt(v object.Value) bool { return v.IsInt() || !v.IsBool() && object.IsInteger(v) }

// isFloatSubclass reports numpy's float64 and other heirs of float.
func isFloatSubclass(v object.Value) bool {
	return v.Object() != nil && v.Class().IsSubclassOf(object.FloatClass)
}

// isIndex reports what has __index__.
func isIndex(v object.Value) bool {
	if v.IsInt() || v.IsBool() {
		return !v.IsBool()
	}
	if x, ok := v.Object().(*Tensor); ok {
		return x.T.Dim() == 0 && x.T.DType().IsIntegral()
	}
	return v.Object() != nil && v.Class().Slots.Index != nil
}

// plainZeroDim reports a tensor that may stand for a number.
func plainZeroDim(v object.Value) bool {
	x, ok := v.Object().(*Tensor)
	return ok && x.T.Dim() == 0 && !requiresGrad(x.T)
}

func integralZeroDim(v object.Value) bool {
	x, ok := v.Object().(*Tensor)
	return ok && x.T.Dim() == 0 && x.T.DType().IsIntegral()
}

// isDType reports a torch.dtype or one of Python's number types.
func isDType(v object.Value) bool {
	if _, ok := v.Object().(*dtype); ok {
		return true
	}
	_, ok := pythonDType(v)
	return ok
}

// pythonDType maps float, int, bool and complex to dtypes.
func pythonDType(v object.Value) (tensor.DType, bool) {
	c, ok := v.Object().(*object.Class)
	if !ok {
		return tensor.NoDType, false
	}
	switch c {
	case object.FloatClass:
		return tensor.Float64, true
	case object.IntClass:
		return tensor.Int64, true
	case object.BoolClass:
		return tensor.Bool, true
	case object.ComplexClass:
		return tensor.Complex128, true
	}
	return tensor.NoDType, false
}
