package numpy

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file makes arrays of values that are no numbers, or of a type asked for.

// asArrayOf reads anything that np.asarray takes as an array of a type; nil is for the
// type that the values have.
func asArrayOf(t *object.Thread, v object.Value, to *typeInfo) (*Array, error) {
	if to == nil {
		return asArray(t, v, tensor.NoDType)
	}
	if !to.isDomain() {
		return asArray(t, v, to.d)
	}
	a, err := existing(t, v)
	if err != nil {
		return nil, err
	}
	if a == nil {
		return domainNested(t, v, to)
	}
	if a.info() == to || to.kind == 'U' && to.width == 0 && a.isKind("U") {
		return a, nil
	}
	return a.convert(t, to)
}

// domainNested makes an array of nested sequences whose members are of type to, or of
// what they turn out to be where to is nil.
func domainNested(t *object.Thread, v object.Value, to *typeInfo) (*Array, error) {
	n := &nest{t: t}
	shape, uneven, err := n.discover(v, 0)
	if err != nil {
		return nil, err
	}
	if uneven && (to == nil || to.kind != 'O') {
		return nil, n.ragged2(shape)
	}
	var values []object.Value
	if err := n.leaves(v, len(shape), &values); err != nil {
		return nil, err
	}
	if to == nil {
		to = typeOfValues(values)
	}
	if (to.kind == 'M' || to.kind == 'm') && to.unit == "" {
		to = timeInfo(to.kind, finestUnit(t, values))
	}
	return filled(t, to, shape, values)
}

func (n *nest) ragged2(shape []int) error {
	n.shape = shape
	return n.ragged(len(shape))
}

// discover finds the shape that v's members share; uneven says that some go deeper.
func (n *nest) discover(v object.Value, depth int) (shape []int, uneven bool, err error) {
	if _, _, ok := number(v); ok {
		return nil, false, nil
	}
	items, ok, err := n.items(v)
	if err != nil || !ok || depth >= 32 {
		return nil, false, err
	}
	var inner []int
	for i, item := range items {
		if i%pollEvery == 0 {
			if err := n.t.Poll(); err != nil {
				return nil, false, err
			}
		}
		if i > 0 && item == items[i-1] { // [row] * n has its rows read once
			continue
		}
		s, odd, err := n.discover(item, depth+1)
		if err != nil {
			return nil, false, err
		}
		uneven = uneven || odd
		if i == 0 {
			inner = s
			continue
		}
		k := 0
		for k < min(len(s), len(inner)) && s[k] == inner[k] {
			k++
		}
		uneven = uneven || k < max(len(s), len(inner))
		inner = inner[:k]
	}
	return append([]int{len(items)}, inner...), uneven, nil
}

// leaves collects what stands depth levels down.
func (n *nest) leaves(v object.Value, depth int, list *[]object.Value) error {
	if depth == 0 {
		*list = append(*list, v)
		return nil
	}
	items, _, err := n.items(v)
	if err == nil && depth == 1 {
		err = n.t.ChargeItems(len(items), grownBytes)
	}
	for i, item := range items {
		if err == nil && i%pollEvery == 0 {
			err = n.t.Poll()
		}
		if err == nil {
			err = n.leaves(item, depth-1, list)
		}
	}
	return err
}

// typeOfNumbers is the type that holds all values, nil where one is no number.
func typeOfNumbers(values []object.Value) *typeInfo {
	var common *typeInfo
	for _, v := range values {
		info := (*typeInfo)(nil)
		if s, ok := v.Object().(*Scalar); ok && s.info != nil {
			info = s.info
		} else if _, d, ok := number(v); ok {
			info = infoOf[d]
		}
		switch {
		case info == nil || !info.isNumber():
			return nil
		case common != nil:
			info = promoteInfo(common, info)
		}
		common = info
	}
	return common
}

// typeOfValues is text where every value is text or a number, a type of numbers or dates
// where they are all such, and objects otherwise.
func typeOfValues(values []object.Value) *typeInfo {
	if info := typeOfNumbers(values); info != nil && info.kind != 'b' {
		return info
	}
	var one *typeInfo
	for _, v := range values {
		if s, ok := v.Object().(*Scalar); ok && s.info != nil {
			if one != nil && one != s.info {
				return infoNamed["object"]
			}
			one = s.info
			continue
		}
		_, text := object.AsStr(v)
		if _, _, number := number(v); !text && !number || one != nil {
			return infoNamed["object"]
		}
	}
	if one != nil {
		return one
	}
	return textInfo(0)
}

// finestUnit is the unit that holds all of the dates.
func finestUnit(t *object.Thread, values []object.Value) string {
	best := 0
	for _, v := range values {
		rank := 3
		text, ok := object.AsStr(v)
		if !ok {
			text, ok = dateObject(t, v)
		}
		if _, r, parsed := parseDate(text); ok && parsed {
			rank = r
		} else if s, ok := v.Object().(*Scalar); ok && s.info != nil {
			rank = unitRank(s.info.unit)
		}
		best = max(best, rank)
	}
	return units[best].name
}

// commonType is the type that holds the elements of all arrays, nil where they are all
// the tensor library's.
func commonType(list []*Array) *typeInfo {
	var common *typeInfo
	width, mixed, any := 0, false, false
	for _, a := range list {
		info := a.info()
		any = any || info.isDomain()
		if info.kind == 'U' {
			width = max(width, info.width)
		} else if !info.isDomain() {
			width = max(width, textWidths[a.dtype()])
		}
		switch {
		case common == nil || common == info:
			common = info
		case common.kind == 'U' || info.kind == 'U':
			mixed = mixed || common.kind == 'O' || info.kind == 'O'
			common = textInfo(width)
		case common.isNumber() && info.isNumber():
			common = promoteInfo(common, info)
		case common.isDomain() || info.isDomain():
			mixed = true
		}
	}
	if mixed {
		return infoNamed["object"]
	}
	if !any {
		return nil
	}
	if common.kind == 'U' {
		return textInfo(width)
	}
	return common
}

// chooseDomain is np.where over arrays of which one has a domain.
func chooseDomain(t *object.Thread, mask *Array, a, b object.Value) (*Array, error) {
	list := make([]*Array, 2)
	shape := mask.shape
	for i, v := range []object.Value{a, b} {
		x, err := asArray(t, v, 0)
		if err != nil {
			return nil, err
		}
		if shape, err = broadcastShape(shape, x.shape); err != nil {
			return nil, valueError("operands could not be broadcast together with shapes %s", shapeTexts([]*Array{mask, x}))
		}
		list[i] = x
	}
	rows, err := rowsOf(t, []*Array{mask, list[0], list[1]}, shape)
	if err != nil {
		return nil, err
	}
	values := make([]object.Value, len(rows))
	for i, row := range rows {
		yes, err := object.ToBool(t, row[0])
		if err != nil {
			return nil, err
		}
		if values[i] = row[2]; yes {
			values[i] = row[1]
		}
	}
	return filled(t, commonType(list), shape, values)
}

// dated reports dates or spans among the arguments of arange.
func dated(args object.Value) bool {
	for _, v := range args.Object().(*object.Tuple).Items {
		if s, ok := v.Object().(*Scalar); ok && s.info != nil {
			return true
		}
	}
	return false
}

// domainArange is arange(start, stop, step, dtype=to) over dates, spans and unsigned
// integers: the integers behind them are counted.
func domainArange(t *object.Thread, args []object.Value, to *typeInfo) (object.Value, error) {
	if to == nil || to.unit == "" && (to.kind == 'M' || to.kind == 'm') {
		kind := byte('M')
		if to != nil {
			kind = to.kind
		} else if s, ok := args[0].Object().(*Scalar); ok {
			kind = s.info.kind
		}
		if to = timeInfo(kind, finestUnit(t, args[:min(2, len(args))])); kind == 'u' {
			to = args[0].Object().(*Scalar).info
		}
	}
	plain := make([]object.Value, len(args))
	for i, v := range args {
		n, err := newDomain(to).code(t, v)
		if err != nil {
			return object.Value{}, err
		}
		plain[i] = object.Int(n)
	}
	v, err := arange(t, []object.Value{object.NewTuple(plain...), object.None})
	if err != nil {
		return v, err
	}
	a, err := self(v).cast(envOf(t), to.d)
	if err != nil {
		return object.Value{}, err
	}
	return object.Of(a.within(newDomain(to))), nil
}
