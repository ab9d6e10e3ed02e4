package dispatch

import (
	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
)

// This file decides whether arguments fit an overload, by the rules and with the
// words of PyTorch's argument parser.

// Parse binds the arguments to the first overload that they fit, and returns both; out is the room for them. Where they fit
// none, the one overload that takes as many says why, else all are listed (PythonArgParser::raw_parse in
// torch/csrc/utils/python_arg_parser.cpp).
func (p *Parser) Parse(out []object.Value, a object.Args) (*overload, []object.Value, error) {
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
		if n >= o.minPos && n <= len(o.Params) && !o.hidden {
			plausible = o
			count++
		}
	}
	if count == 1 {
		if _, _, err := bindOverload(plausible, out, a, true); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, invalidCombination(p.Name, list, a)
}

// bindOverload puts the arguments in the order of o's parameters; a parameter that
// was not given is the zero Value. It returns nil where they do not fit, with an error
// when raise is set. A list of ints given as separate arguments is bound as a tuple.
func bindOverload(o *overload, out []object.Value, a object.Args, raise bool) (*overload, []object.Value, error) {
	n, left, pos := len(a.Pos), len(a.Kw), 0
	varargs := o.maxPos == 1 && o.Params[0].typ == typInts
	if n > o.maxPos && !varargs {
		if raise {
			return nil, nil, o.tooMany(n)
		}
		return nil, nil, nil
	}
	out = out[:0]
	for i := range o.Params {
		p := &o.Params[i]
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
			v = keyword(a.Kw, p.Name)
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
		if values.IsTensor(v) {
			return true
		}
		if p.size > 0 {
			return tensorList(v)
		}
		return o.numbersAsTensors && values.IsNumber(v)
	case typScalar:
		return values.IsNumber(v) || plainZeroDim(v)
	case typFloat:
		return values.IsReal(v) || v.IsBool() || plainZeroDim(v)
	case typInt:
		return values.IsInt(v) || integralZeroDim(v)
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
		_, ok := v.Object().(*values.Layout)
		return ok
	case typMemoryFormat:
		_, ok := v.Object().(*values.MemoryFormat)
		return ok
	case typDevice:
		_, text := object.AsStr(v)
		_, dev := v.Object().(*values.Device)
		return text || dev || values.IsInt(v)
	case typGenerator:
		_, ok := v.Object().(*values.Generator)
		return ok
	case typInts:
		if items, ok := values.Items(v); ok {
			return intList(items, failed)
		}
		return p.size > 0 && values.IsInt(v)
	case typTensors:
		return tensorList(v)
	case typFloats, typScalars, typBools:
		_, ok := values.Items(v)
		return ok
	case typStorage:
		_, ok := v.Object().(*values.Storage)
		return ok
	case typObject:
		return true
	}
	return false
}

// intList checks the first element only, as PyTorch does; the others are checked
// when they are read.
func intList(items []object.Value, failed *int) bool {
	if len(items) == 0 || values.IsIndex(items[0]) {
		return true
	}
	*failed = 0
	return false
}

func tensorList(v object.Value) bool {
	_, ok := values.Items(v) // what is no tensor inside is found when the list is read
	return ok
}

// nameList reports a sequence of names of dimensions, or None.
func nameList(v object.Value) bool {
	items, ok := values.Items(v)
	for _, item := range items {
		if _, name := object.AsStr(item); !name && !item.IsNone() {
			return false
		}
	}
	return ok && len(items) > 0
}

// plainZeroDim reports a tensor that may stand for a number.
func plainZeroDim(v object.Value) bool {
	x, ok := v.Object().(*values.Tensor)
	return ok && x.T.Dim() == 0 && !autograd.RequiresGrad(x.T)
}

func integralZeroDim(v object.Value) bool {
	x, ok := v.Object().(*values.Tensor)
	return ok && x.T.Dim() == 0 && x.T.DType().IsIntegral()
}

// isDType reports a torch.dtype or one of Python's number types.
func isDType(v object.Value) bool {
	if _, ok := v.Object().(*values.DType); ok {
		return true
	}
	_, ok := values.PythonDType(v)
	return ok
}
