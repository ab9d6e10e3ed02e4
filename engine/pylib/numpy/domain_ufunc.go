package numpy

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file computes with arrays whose elements are domains.

// hasDomain reports an operand that is no array of the tensor library's.
func hasDomain(list []operand) bool {
	for _, o := range list {
		if o.a != nil && o.a.dom != nil {
			return true
		}
	}
	return false
}

// applyDomain is apply where an operand has a domain.
func (f *ufunc) applyDomain(t *object.Thread, list []operand) (object.Value, error) {
	arrays, shape := make([]*Array, len(list)), []int(nil)
	for i, o := range list {
		arrays[i] = o.a
		if o.a == nil {
			a, err := boxed(envOf(t), o.d, o.s)
			if err != nil {
				return object.Value{}, err
			}
			arrays[i] = a
		}
		s, err := broadcastShape(shape, arrays[i].shape)
		if err != nil {
			return object.Value{}, valueError("operands could not be broadcast together with shapes %s", shapeTexts(arrays))
		}
		shape = s
	}
	kinds := map[byte]bool{}
	for _, a := range arrays {
		kinds[a.info().kind] = true
	}
	switch {
	case kinds['O']:
		return f.eachObject(t, arrays, shape)
	case kinds['U']:
		return f.eachText(t, arrays, shape)
	case kinds['M'] || kinds['m']:
		return f.moments(t, arrays)
	}
	return f.unsigned(t, arrays)
}

// rows lists the elements of the arrays side by side, in the common shape.
func rowsOf(t *object.Thread, arrays []*Array, shape []int) ([][]object.Value, error) {
	if err := t.ChargeItems(product(shape), 24+16*len(arrays)); err != nil {
		return nil, err
	}
	rows := make([][]object.Value, product(shape))
	for _, a := range arrays {
		b, err := a.broadcast(envOf(t), shape)
		if err != nil {
			return nil, err
		}
		for i, at := range offsets(b.shape, b.strides, b.offset) {
			rows[i] = append(rows[i], b.pythonAt(at))
		}
	}
	return rows, nil
}

// objectOperators are the ufuncs that objects have operators for.
var objectOperators, objectCompares = map[string]object.BinaryOp{}, map[string]object.CompareOp{}

func init() {
	for op, name := range operatorUfuncs {
		objectOperators[name] = op
	}
	for op, name := range compareUfuncs {
		objectCompares[name] = object.CompareOp(op)
	}
}

// eachObject applies Python's operator to the elements.
func (f *ufunc) eachObject(t *object.Thread, arrays []*Array, shape []int) (object.Value, error) {
	rows, err := rowsOf(t, arrays, shape)
	if err != nil {
		return object.Value{}, err
	}
	out := make([]object.Value, len(rows))
	for i, row := range rows {
		if out[i], err = f.ofObjects(t, row); err != nil {
			return object.Value{}, err
		}
	}
	info := infoNamed["object"]
	if f.rule == logical {
		info = infoOf[tensor.Bool]
	}
	return packed(t, info, shape, out)
}

func (f *ufunc) ofObjects(t *object.Thread, row []object.Value) (object.Value, error) {
	if op, ok := objectOperators[f.name]; ok && len(row) == 2 {
		return object.Binary(t, op, row[0], row[1])
	}
	if op, ok := objectCompares[f.name]; ok && len(row) == 2 {
		yes, err := object.CompareBool(t, op, row[0], row[1])
		return object.Bool(yes), err
	}
	switch f.name {
	case "maximum", "minimum":
		op := object.Ge
		if f.name == "minimum" {
			op = object.Le
		}
		if first, err := object.CompareBool(t, op, row[0], row[1]); err != nil || first {
			return row[0], err
		}
		return row[1], nil
	case "logical_not":
		yes, err := object.ToBool(t, row[0])
		return object.Bool(!yes), err
	case "logical_and", "logical_or":
		a, err := object.ToBool(t, row[0])
		if err != nil {
			return object.Value{}, err
		}
		b, err := object.ToBool(t, row[1])
		return object.Bool(f.name == "logical_and" && a && b || f.name == "logical_or" && (a || b)), err
	}
	for op, name := range unaryUfuncs {
		if name == f.name {
			return object.Unary(t, op, row[0])
		}
	}
	fn, ok, err := object.GetAttrOpt(t, row[0], f.name)
	if err != nil || !ok {
		return object.Value{}, typeError("loop of ufunc does not support argument 0 of type %s which has no callable %s method", row[0].Class().Name, f.name)
	}
	return object.Call(t, fn)
}

// packed makes an array of values, or the value itself where the shape has no axes.
func packed(t *object.Thread, info *typeInfo, shape []int, values []object.Value) (object.Value, error) {
	if len(shape) == 0 && info.kind == 'O' {
		return values[0], nil
	}
	a, err := filled(t, info, shape, values)
	if err != nil {
		return object.Value{}, err
	}
	return unbox(a), nil
}

// eachText compares text; it has no arithmetic.
func (f *ufunc) eachText(t *object.Thread, arrays []*Array, shape []int) (object.Value, error) {
	_, comparing := objectCompares[f.name]
	mixed := len(arrays) == 2 && arrays[0].info().kind != arrays[1].info().kind
	switch {
	case comparing && mixed && (f.name == "equal" || f.name == "not_equal"):
		return newScalar(tensor.Bool, tensor.Boolean(f.name == "not_equal")), nil
	case comparing && !mixed:
		return f.eachObject(t, arrays, shape)
	case len(arrays) == 1 && f.name != "negative":
		return object.Value{}, typeError("ufunc '%s' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''", f.name)
	}
	text := ""
	for i, a := range arrays {
		if i > 0 {
			text += ", "
		}
		text += "dtype('" + a.info().repr() + "')"
	}
	return object.Value{}, object.Raise(ufuncTypeError, "ufunc '%s' did not contain a loop with signature matching types (%s) -> None", f.name, text)
}

// moments computes with dates and spans: both become integers of the finer unit.
func (f *ufunc) moments(t *object.Thread, arrays []*Array) (object.Value, error) {
	unit := ""
	for _, a := range arrays {
		if a.isKind("Mm") && unitRank(a.dom.info.unit) >= unitRank(unit) {
			unit = a.dom.info.unit
		}
	}
	plain, kinds := make([]object.Value, len(arrays)), ""
	for i, a := range arrays {
		kinds += string(a.info().kind)
		if a.isKind("Mm") {
			r, err := a.rescaled(t, timeInfo(a.dom.info.kind, unit))
			if err != nil {
				return object.Value{}, err
			}
			a = r.plain()
		}
		plain[i] = object.Of(a)
	}
	v, err := f.apply(t, plain...)
	if err != nil || f.rule == logical {
		return v, err
	}
	kind := momentResult(f.name, kinds)
	if kind == 0 {
		return object.Value{}, object.Raise(ufuncTypeError, "ufunc '%s' cannot use operands with types dtype('%s') and dtype('%s')", f.name, arrays[0].info().repr(), arrays[len(arrays)-1].info().repr())
	}
	if kind == 'f' {
		return v, nil
	}
	a, err := asArray(t, v, tensor.Int64)
	if err != nil {
		return object.Value{}, err
	}
	return unbox(a.within(newDomain(timeInfo(kind, unit)))), nil
}

// momentResult is the kind that an operation of two kinds gives: 'f' a number, 0 none.
func momentResult(name, kinds string) byte {
	switch name {
	case "add":
		if kinds == "MM" {
			return 0
		}
		if kinds[0] == 'M' || kinds[1] == 'M' {
			return 'M'
		}
		return 'm'
	case "subtract":
		if kinds == "MM" || kinds[0] == 'm' {
			return 'm'
		}
		return 'M'
	case "multiply":
		return 'm'
	case "divide", "floor_divide":
		if kinds == "mm" {
			return 'f'
		}
		return 'm'
	case "remainder", "negative", "absolute":
		return 'm'
	case "maximum", "minimum", "fmax", "fmin":
		return kinds[0]
	}
	return 0
}

// unsigned computes with wide unsigned integers as signed ones, and wraps what it gets.
func (f *ufunc) unsigned(t *object.Thread, arrays []*Array) (object.Value, error) {
	size, signed, float := 0, false, false
	if f.rule == numeric || f.rule == counting || f.rule == integral {
		if common := mixedSigns(arrays); common != nil {
			return f.inType(t, arrays, common)
		}
	}
	plain := make([]object.Value, len(arrays))
	for i, a := range arrays {
		info := a.info()
		value := len(a.shape) == 0 && len(arrays) == 2 && len(arrays[1-i].shape) > 0
		switch {
		case info.kind == 'u' && (!value || size == 0):
			size = max(size, info.size)
		case info.kind == 'i' && !value:
			signed, size = true, max(size, info.size)
		case info.kind == 'i':
			n := load(a.memory(), a.dtype(), a.offset).I
			signed = signed || n < 0 && f.name != "add" && f.name != "subtract" && f.name != "multiply"
			for n > 0 && size < 8 && size > 0 && n >= 1<<(8*size) {
				size *= 2
			}
		case info.kind == 'f' || info.kind == 'c':
			float = true
		}
		p := a.plain()
		if info.kind == 'u' {
			var err error
			if p, err = p.cast(envOf(t), tensor.Int64); err != nil {
				return object.Value{}, err
			}
		}
		plain[i] = object.Of(p)
	}
	if large(arrays) {
		if r, ok, err := f.large(t, arrays, float || signed); ok || err != nil {
			return r, err
		}
	}
	v, err := f.apply(t, plain...)
	if err != nil || f.rule == logical || f.rule == floating || f.rule == dividing || float || signed {
		return v, err
	}
	a, err := asArray(t, v, 0)
	if err != nil {
		return object.Value{}, err
	}
	return a.wrapped(t, unsignedOf(size))
}

// mixedSigns is the type of arrays of unsigned and of other numbers together, nil where
// one of two stands for its value or all are unsigned.
func mixedSigns(arrays []*Array) *typeInfo {
	if len(arrays) != 2 || len(arrays[0].shape) == 0 != (len(arrays[1].shape) == 0) {
		return nil
	}
	if common := promoteInfo(arrays[0].info(), arrays[1].info()); !common.isDomain() {
		return common
	}
	return nil
}

// inType computes with arrays as elements of a type of the tensor library.
func (f *ufunc) inType(t *object.Thread, arrays []*Array, info *typeInfo) (object.Value, error) {
	cast := make([]object.Value, len(arrays))
	for i, a := range arrays {
		p, err := asArrayOf(t, object.Of(a), info)
		if err != nil {
			return object.Value{}, err
		}
		cast[i] = object.Of(p)
	}
	return f.apply(t, cast...)
}

func unsignedOf(size int) *typeInfo {
	if size == 1 {
		return infoOf[tensor.Uint8]
	}
	return infoNamed["u"+string(rune('0'+size))]
}

// wrapped is an array of integers as one of an unsigned type.
func (a *Array) wrapped(t *object.Thread, info *typeInfo) (object.Value, error) {
	if !info.isDomain() {
		r, err := a.cast(envOf(t), info.d)
		if err != nil {
			return object.Value{}, err
		}
		return unbox(r), nil
	}
	r, err := newArray(envOf(t), info.d, a.shape)
	if err != nil {
		return object.Value{}, err
	}
	for i, s := range a.scalars() {
		store(r.memory(), info.d, r.offset+i, tensor.Int(info.wrap(s.Int64())))
	}
	return unbox(r.within(newDomain(info))), nil
}
