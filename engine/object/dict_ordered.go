package object

// This file defines class collections.OrderedDict, a dict whose order can be changed.

// The classes of ordered dicts and their views.
var (
	OrderedDictClass   = NewBuiltin("collections.OrderedDict")
	OrderedKeysClass   = bare("odict_keys")
	OrderedValuesClass = bare("odict_values")
	OrderedItemsClass  = bare("odict_items")
)

func initOrderedDict() {
	for class, base := range map[*Class]*Class{OrderedKeysClass: DictKeysClass, OrderedValuesClass: DictValuesClass, OrderedItemsClass: DictItemsClass} {
		class.Define(Spec{Bases: []*Class{base}, NoConstructor: true})
	}
	SetTypeName(OrderedDictClass, "collections.OrderedDict")
	OrderedDictClass.Define(Spec{
		Doc:     "Dictionary that remembers insertion order",
		Bases:   []*Class{DictClass},
		HasDict: true,
		Slots: Slots{
			Repr: orderedRepr, Compare: orderedCompare,
			Binary: [numBinary]binaryFunc{Or: orderedOr}, Reflected: [numBinary]binaryFunc{Or: orderedOr},
			Inplace: [numBinary]binaryFunc{Or: func(t *Thread, a, b Value) (Value, error) { return a, a.Object().(*Dict).Update(t, b) }},
		},
		Methods: []Method{
			{"move_to_end(self, /, key, last=True)", orderedMove, "Move an existing element to the end (or beginning if last is false).\n\nRaise KeyError if the element does not exist."},
			{"popitem(self, /, last=True)", orderedPopItem, "Remove and return a (key, value) pair from the dictionary.\n\nPairs are returned in LIFO order if last is true or FIFO order if false."},
			{"pop(self, /, key, default=?)", dictPop, "od.pop(key[,default]) -> v, remove specified key and return the corresponding value.\n\nIf the key is not found, return the default if given; otherwise,\nraise a KeyError."},
			{"setdefault(self, /, key, default=None)", orderedSetDefault, "Insert key with a value of default if key is not in the dictionary.\n\nReturn the value for key if key is in the dictionary, else default."},
			{"keys(self, /)", dictView(OrderedKeysClass), "D.keys() -> a set-like object providing a view on D's keys"},
			{"values(self, /)", dictView(OrderedValuesClass), "D.values() -> an object providing a view on D's values"},
			{"items(self, /)", dictView(OrderedItemsClass), "D.items() -> a set-like object providing a view on D's items"},
			{"copy(self, /)", func(t *Thread, a []Value) (Value, error) { return Call(t, a[0].Class().Value(), a[0]) }, "od.copy() -> a shallow copy of od"},
			{"__reduce__(self, /)", orderedReduce, "Return state information for pickling"},
		},
		ClassMethods: []Method{{"fromkeys(iterable, value=None)", dictFromKeys, "Create a new ordered dictionary with keys from iterable and values set to value."}},
	})
}

// orderedRepr shows the items as a list.
func orderedRepr(t *Thread, v Value) (string, error) {
	d := v.Object().(*Dict)
	if d.Len() == 0 {
		return d.class.Name + "()", nil
	}
	if !t.enterRepr(v) {
		return "...", nil
	}
	defer t.leaveRepr()
	items := d.iterator(itemsOf)
	if d.class != OrderedDictClass {
		var err error
		if items, err = CallAttr(t, v, "items"); err != nil {
			return "", err
		}
	}
	list, err := Collect(t, items)
	if err != nil {
		return "", err
	}
	s, err := t.reprItems(NewList(list), list, "[", "]")
	return d.class.Name + "(" + s + ")", err
}

// orderedCompare: two ordered dicts are equal in their order, too.
func orderedCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	v, err := dictCompare(t, op, a, b)
	if err != nil || v != Bool(op == Eq) || !b.Class().IsSubclassOf(OrderedDictClass) {
		return v, err
	}
	x, y := a.Object().(*Dict), b.Object().(*Dict)
	for i, j := 0, 0; ; {
		k, _, ok := x.Next(&i)
		l, _, also := y.Next(&j)
		if !ok || !also {
			return v, nil
		}
		if eq, err := Equal(t, k, l); !eq || err != nil {
			return Bool(op == Ne), err
		}
	}
}

// orderedOr is of the class of the first operand that is an ordered dict.
func orderedOr(t *Thread, a, b Value) (Value, error) {
	_, xOK := a.Object().(*Dict)
	_, yOK := b.Object().(*Dict)
	if !xOK || !yOK {
		return NotImplemented, nil
	}
	c := a.Class()
	if !c.IsSubclassOf(OrderedDictClass) {
		c = b.Class()
	}
	made, err := Call(t, c.Value(), a)
	if err != nil {
		return Value{}, err
	}
	_, err = CallAttr(t, made, "update", b)
	return made, err
}

func orderedMove(t *Thread, a []Value) (Value, error) {
	d := a[0].Object().(*Dict)
	last, err := ToBool(t, a[2])
	if err != nil {
		return Value{}, err
	}
	hash, err := Hash(t, a[1])
	if err != nil {
		return Value{}, err
	}
	n, err := d.find(t, a[1], hash)
	switch {
	case err != nil:
		return Value{}, err
	case n < 0:
		return Value{}, lacks(a[0], KeyError, a[1])
	case last:
		d.moveLast(n)
	default:
		d.moveFirst(n)
	}
	return None, nil
}

func orderedPopItem(t *Thread, a []Value) (Value, error) {
	d := a[0].Object().(*Dict)
	last, err := ToBool(t, a[1])
	if err != nil {
		return Value{}, err
	}
	if d.live == 0 {
		return Value{}, Raise(KeyError, "dictionary is empty")
	}
	n := len(d.entries) - 1
	if !last {
		n = d.first()
	}
	k, v := d.entries[n].key, d.entries[n].value
	d.remove(n) // whatever a subclass has for __getitem__ and __delitem__
	return pair(k, v), nil
}

func orderedSetDefault(t *Thread, a []Value) (Value, error) {
	d := a[0].Object().(*Dict)
	if d.class == OrderedDictClass {
		return d.SetDefault(t, a[1], a[2])
	}
	has, err := Contains(t, a[0], a[1])
	if err != nil {
		return Value{}, err
	}
	if !has {
		if err := SetItem(t, a[0], a[1], a[2]); err != nil {
			return Value{}, err
		}
	}
	return GetItem(t, a[0], a[1])
}

// orderedReduce: the class, its attributes and the items.
func orderedReduce(t *Thread, a []Value) (Value, error) {
	state := None
	if attrs, ok, err := GetAttrOpt(t, a[0], "__dict__"); err != nil {
		return Value{}, err
	} else if d, isDict := attrs.objectOrNil().(*Dict); ok && isDict && d.Len() > 0 {
		state = d.Copy().Value()
	}
	items, err := CallAttr(t, a[0], "items")
	if err != nil {
		return Value{}, err
	}
	it, err := Iter(t, items)
	return NewTuple(a[0].Class().Value(), EmptyTuple, state, None, it), err
}
