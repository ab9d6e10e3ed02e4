package object

// dictView is what keys(), values() and items() return.
type dictViewObject struct {
	Head
	d *Dict
}

// The classes of dict views and their iterators.
var (
	DictKeysClass      = bare("dict_keys")
	DictValuesClass    = bare("dict_values")
	DictItemsClass     = bare("dict_items")
	DictKeyIterClass   = bare("dict_keyiterator")
	DictValueIterClass = bare("dict_valueiterator")
	DictItemIterClass  = bare("dict_itemiterator")

	dictReverseIterClasses = [...]*Class{
		bare("dict_reversekeyiterator"), bare("dict_reversevalueiterator"), bare("dict_reverseitemiterator")}

	MappingProxyClass = bare("mappingproxy")
)

// dictPart picks what an iterator over a dict yields.
type dictPart uint8

const (
	keysOf dictPart = iota
	valuesOf
	itemsOf
)

func (p dictPart) pick(k, v Value) Value {
	switch p {
	case keysOf:
		return k
	case valuesOf:
		return v
	}
	return pair(k, v)
}

func (p dictPart) iterClass() *Class {
	return [...]*Class{DictKeyIterClass, DictValueIterClass, DictItemIterClass}[p]
}

// dictIter iterates over d, nil at the end, and complains when d changes meanwhile.
type dictIter struct {
	Head
	d     *Dict
	pos   int
	size  int
	left  int
	epoch uint32
	part  dictPart
}

func (d *Dict) iterator(part dictPart) Value {
	it := &dictIter{d: d, size: d.Len(), left: d.Len(), epoch: d.epoch, part: part}
	it.class, it.object = part.iterClass(), it
	return Value{&it.Head, 0}
}

func dictNext(t *Thread, v Value) (Value, bool, error) {
	it := v.Object().(*dictIter)
	key, value, ok, err := it.next(t)
	if !ok || err != nil {
		return Value{}, false, err
	}
	return it.part.pick(key, value), true, nil
}

func (it *dictIter) next(t *Thread) (key, value Value, ok bool, err error) {
	d := it.d
	switch {
	case d == nil:
		return key, value, false, nil
	case d.names == nil && d.live != it.size || d.names != nil && d.Len() != it.size:
		it.size = -1
		return key, value, false, Raise(RuntimeError, "dictionary changed size during iteration")
	case d.epoch != it.epoch:
		return key, value, false, Raise(RuntimeError, "dictionary keys changed during iteration")
	}
	if key, value, ok = d.Next(&it.pos); !ok {
		it.d = nil
	}
	it.left--
	return key, value, ok, nil
}

// backwards iterates over d from its end.
func (d *Dict) backwards(part dictPart) Value {
	keys, size := d.Keys(), d.Len()
	i := len(keys)
	return newSizedIter(dictReverseIterClasses[part], func(t *Thread) (Value, bool, error) {
		if d.Len() != size {
			return Value{}, true, Raise(RuntimeError, "dictionary changed size during iteration")
		}
		if i == 0 {
			return Value{}, false, nil
		}
		i--
		v, _, err := d.Get(t, keys[i])
		return part.pick(keys[i], v), true, err
	}, func() int {
		if d.Len() != size {
			return 0
		}
		return i
	})
}

func dictView(c *Class) GoFunc {
	return func(_ *Thread, a []Value) (Value, error) {
		return Adopt(&dictViewObject{d: a[0].Object().(*Dict)}, c), nil
	}
}

func initDictViews() {
	for part, c := range []*Class{DictKeysClass, DictValuesClass, DictItemsClass} {
		part := dictPart(part)
		slots := Slots{
			Len:  func(_ *Thread, v Value) (int, error) { return viewed(v).Len(), nil },
			Iter: func(_ *Thread, v Value) (Value, error) { return viewed(v).iterator(part), nil },
			Repr: func(t *Thread, v Value) (string, error) { return viewRepr(t, v, part) },
		}
		methods := []Method{{"__reversed__(self, /)", func(_ *Thread, a []Value) (Value, error) { return viewed(a[0]).backwards(part), nil }, "Return a reverse iterator over the dict view."}}
		if part != valuesOf {
			slots.Contains = func(t *Thread, v, x Value) (bool, error) { return viewContains(t, viewed(v), x, part) }
			slots.Compare = viewCompare
			slots.Binary = viewOperators()
			slots.Reflected = slots.Binary
			methods = append(methods, Method{"isdisjoint(self, other, /)", viewIsDisjoint, "Return True if the view and the given iterable have a null intersection."})
		}
		c.Define(Spec{NoConstructor: true, OwnLayout: true, Final: true, Slots: slots, Methods: methods,
			Props: []Prop{{Name: "mapping", Get: func(_ *Thread, v Value) (Value, error) { return NewMappingProxy(viewed(v).Value()), nil }}}})
	}
}

func viewed(v Value) *Dict { return v.Object().(*dictViewObject).d }

func viewRepr(t *Thread, v Value, part dictPart) (string, error) {
	if !t.enterRepr(v) {
		return "...", nil
	}
	t.leaveRepr()
	var items []Value
	for k, x := range viewed(v).All() {
		items = append(items, part.pick(k, x))
	}
	s, err := t.reprItems(v, items, "[", "]")
	return TypeName(v) + "(" + s + ")", err
}

func viewContains(t *Thread, d *Dict, x Value, part dictPart) (bool, error) {
	if part == keysOf {
		_, ok, err := d.Get(t, x)
		return ok, err
	}
	pair, ok := x.Object().(*Tuple)
	if !ok || len(pair.Items) != 2 {
		return false, nil
	}
	v, ok, err := d.Get(t, pair.Items[0])
	if !ok || err != nil {
		return false, err
	}
	return Equal(t, v, pair.Items[1])
}

// viewSet is the elements of a view, or of any iterable, as a set.
func viewSet(t *Thread, v Value) (*Set, error) {
	s := NewSet()
	return s, s.Update(t, v)
}

func viewOperators() (table [numBinary]binaryFunc) {
	ops := map[BinaryOp]func(*Set, *Thread, Value) (*Set, error){
		Or: (*Set).union, And: (*Set).intersection, Sub: (*Set).difference, Xor: (*Set).symmetric,
	}
	for op, f := range ops {
		table[op] = func(t *Thread, a, b Value) (Value, error) {
			if a.Class().Slots.Iter == nil || b.Class().Slots.Iter == nil {
				return NotImplemented, nil
			}
			x, err := viewSet(t, a)
			if err != nil {
				return Value{}, err
			}
			return setValue(f(x, t, b))
		}
	}
	return table
}

func viewCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	switch b.Object().(type) {
	case *Set, *dictViewObject:
	default:
		return NotImplemented, nil
	}
	if b.Class() == DictValuesClass {
		return NotImplemented, nil
	}
	n, err := Len(t, a)
	if err != nil {
		return Value{}, err
	}
	m, err := Len(t, b)
	if err != nil {
		return Value{}, err
	}
	res := false
	switch op {
	case Eq, Ne:
		if n == m {
			res, err = allIn(t, a, b)
		}
		res = res == (op == Eq)
	case Lt, Le:
		if n < m || op == Le && n == m {
			res, err = allIn(t, a, b)
		}
	default:
		if n > m || op == Ge && n == m {
			res, err = allIn(t, b, a)
		}
	}
	return Bool(res), err
}

func allIn(t *Thread, a, b Value) (bool, error) {
	all := true
	err := ForEach(t, a, func(x Value) error {
		ok, err := Contains(t, b, x)
		if err == nil && !ok {
			all = false
			return Break
		}
		return err
	})
	return all, err
}

func viewIsDisjoint(t *Thread, a []Value) (Value, error) {
	disjoint := true
	err := ForEach(t, a[1], func(x Value) error {
		ok, err := Contains(t, a[0], x)
		if ok {
			disjoint = false
			return Break
		}
		return err
	})
	return Bool(disjoint), err
}

// mappingProxy is a read-only view of a mapping: a class's __dict__.
type mappingProxy struct {
	Head
	m Value
}

// NewMappingProxy returns a read-only view of a mapping.
func NewMappingProxy(m Value) Value { return Adopt(&mappingProxy{m: m}, MappingProxyClass) }

func proxied(v Value) Value { return v.Object().(*mappingProxy).m }

func initMappingProxy() {
	forward := func(name string) GoFunc {
		return func(t *Thread, a []Value) (Value, error) { return CallAttr(t, proxied(a[0]), name, a[1:]...) }
	}
	MappingProxyClass.Define(Spec{
		Signature: "mappingproxy(mapping)",
		Make: func(_ *Thread, c *Class, a []Value) (Value, error) {
			if a[0].Class().Slots.GetItem == nil || concatName(a[0]) == "list" || concatName(a[0]) == "tuple" {
				return Value{}, Raise(TypeError, "mappingproxy() argument must be a mapping, not %s", TypeName(a[0]))
			}
			return Adopt(&mappingProxy{m: a[0]}, c), nil
		},
		Slots: Slots{
			Repr: func(t *Thread, v Value) (string, error) {
				s, err := Repr(t, proxied(v))
				return "mappingproxy(" + s + ")", err
			},
			Str:      func(t *Thread, v Value) (string, error) { return ToStr(t, proxied(v)) },
			Len:      func(t *Thread, v Value) (int, error) { return Len(t, proxied(v)) },
			Iter:     func(t *Thread, v Value) (Value, error) { return Iter(t, proxied(v)) },
			GetItem:  func(t *Thread, v, key Value) (Value, error) { return GetItem(t, proxied(v), key) },
			Contains: func(t *Thread, v, x Value) (bool, error) { return Contains(t, proxied(v), x) },
			Compare: func(t *Thread, op CompareOp, a, b Value) (Value, error) {
				return Compare(t, op, proxied(a), unproxy(b))
			},
			Binary:    [numBinary]binaryFunc{Or: func(t *Thread, a, b Value) (Value, error) { return Binary(t, Or, unproxy(a), unproxy(b)) }},
			Reflected: [numBinary]binaryFunc{Or: func(t *Thread, a, b Value) (Value, error) { return Binary(t, Or, unproxy(a), unproxy(b)) }},
		},
		Methods: []Method{
			{"get(self, key, default=None, /)", forward("get"), "Return the value for key if key is in the mapping, else default."},
			{"keys(self, /)", forward("keys"), "a set-like object providing a view on D's keys"},
			{"values(self, /)", forward("values"), "an object providing a view on D's values"},
			{"items(self, /)", forward("items"), "a set-like object providing a view on D's items"},
			{"copy(self, /)", forward("copy"), "a shallow copy of D"},
			{"__reversed__(self, /)", func(t *Thread, a []Value) (Value, error) { return Reversed(t, proxied(a[0])) }, ""},
		},
	})
}

func unproxy(v Value) Value {
	if p, ok := v.Object().(*mappingProxy); ok {
		return p.m
	}
	return v
}
