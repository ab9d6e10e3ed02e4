package object

import "slices"

// List is list.
type List struct {
	Head
	Items []Value
}

// ListClass is list.
var ListClass = bare("list")

// NewList returns the list of items, which it keeps.
func NewList(items []Value) Value {
	o := &List{Items: items}
	o.class, o.object = ListClass, o
	return Value{&o.Head, 0}
}

// Lists of few items are made with them in one piece.
type (
	list1 struct {
		List
		room [1]Value
	}
	list2 struct {
		List
		room [2]Value
	}
	list4 struct {
		List
		room [4]Value
	}
)

// CopyList returns a list of these items.
func CopyList(items []Value) Value {
	var o *List
	switch n := len(items); n {
	case 0:
		return NewList(nil)
	case 1:
		l := &list1{}
		o, l.Items = &l.List, l.room[:]
		l.room[0] = items[0]
	case 2:
		l := &list2{}
		o, l.Items = &l.List, l.room[:]
		l.room[0], l.room[1] = items[0], items[1]
	case 3, 4:
		l := &list4{}
		o, l.Items = &l.List, l.room[:n]
		copy(l.Items, items)
	default:
		return NewList(slices.Clone(items))
	}
	o.class, o.object = ListClass, o
	return Value{&o.Head, 0}
}

func (o *List) items() []Value { return o.Items }

// Append adds x at the end.
func (o *List) Append(t *Thread, x Value) error {
	if len(o.Items) == cap(o.Items) && len(o.Items) >= 64 {
		if err := t.ChargeItems(len(o.Items), 16); err != nil {
			return err
		}
	}
	o.Items = append(o.Items, x)
	return nil
}

func initList() {
	ListClass.Define(Spec{
		Doc:       "Built-in mutable sequence.\n\nIf no argument is given, the constructor creates a new empty list.\nThe argument must be an iterable if specified.",
		Signature: "list(iterable=(), /)",
		Alloc:     func(c *Class) Value { return Adopt(&List{}, c) },
		Init:      listInit,
		Slots: Slots{
			Repr:    func(t *Thread, v Value) (string, error) { return t.reprItems(v, v.Object().(*List).Items, "[", "]") },
			Compare: sequenceCompare[*List],
			Len:     func(_ *Thread, v Value) (int, error) { return len(v.Object().(*List).Items), nil },
			GetItem: listGetItem, SetItem: listSetItem, Iter: listIter, Contains: listContains,
			Binary:    sequenceSlots(listAdd, listRepeat),
			Reflected: reflectedRepeat(listRepeat),
			Inplace:   listInplace(),
		},
		Methods: []Method{
			{"append(self, object, /)", listAppend, "Append object to the end of the list."},
			{"clear(self, /)", listClear, "Remove all items from list."},
			{"copy(self, /)", listCopy, "Return a shallow copy of the list."},
			{"count(self, value, /)", func(t *Thread, a []Value) (Value, error) { return countItem(t, a[0].Object().(*List), a[1]) }, "Return number of occurrences of value."},
			{"extend(self, iterable, /)", listExtend, "Extend list by appending elements from the iterable."},
			{"index(self, value, start=0, stop=9223372036854775807, /)", listIndex, "Return first index of value.\n\nRaises ValueError if the value is not present."},
			{"insert(self, index, object, /)", listInsert, "Insert object before index."},
			{"pop(self, index=-1, /)", listPop, "Remove and return item at index (default last).\n\nRaises IndexError if list is empty or index is out of range."},
			{"remove(self, value, /)", listRemove, "Remove first occurrence of value.\n\nRaises ValueError if the value is not present."},
			{"reverse(self, /)", listReverse, "Reverse *IN PLACE*."},
			{"sort(self, /, *, key=None, reverse=False)", listSort, "Sort the list in ascending order and return None.\n\nThe sort is in-place (i.e. the list itself is modified) and stable (i.e. the\norder of two equal elements is maintained).\n\nIf a key function is given, apply it once to each list item and sort them,\nascending or descending, according to their function values.\n\nThe reverse flag can be set to sort in descending order."},
			{"__reversed__(self, /)", listReversed, "Return a reverse iterator over the list."},
			{"__sizeof__(self, /)", func(_ *Thread, a []Value) (Value, error) {
				return Int(int64(40 + 8*cap(a[0].Object().(*List).Items))), nil
			}, "Return the size of the list in memory, in bytes."},
		},
		ClassMethods: []Method{classGetItemMethod()},
	})
}

func listInit(t *Thread, self Value, a []Value) error {
	items, err := listed(t, a[0])
	if err == nil {
		self.Object().(*List).Items = items
	}
	return err
}

func listGetItem(t *Thread, v, key Value) (Value, error) {
	items := v.Object().(*List).Items
	if key.head == &intHead {
		i := int64(key.bits)
		if i < 0 {
			i += int64(len(items))
		}
		if uint64(i) < uint64(len(items)) {
			return items[i], nil
		}
		return Value{}, outside(v, "list index out of range")
	}
	if s, ok := key.Object().(*Slice); ok {
		s, err := s.fixed(t)
		if err != nil {
			return Value{}, err
		}
		part, err := sliceItems(t, v.Object().(*List).Items, s)
		return NewList(part), err
	}
	i, err := itemIndex(t, v, key, len(items), "list")
	if err != nil {
		return Value{}, err
	}
	if items = v.Object().(*List).Items; i >= len(items) { // __index__ made it shorter
		return Value{}, outside(v, "list index out of range")
	}
	return items[i], nil
}

func listSetItem(t *Thread, v, key, x Value) error {
	o := v.Object().(*List)
	if s, ok := key.Object().(*Slice); ok {
		return o.setSlice(t, s, x)
	}
	if key.head.class.Slots.Index == nil {
		return Raise(TypeError, "list indices must be integers or slices, not %s", TypeName(key))
	}
	i, err := IndexInt(t, key)
	if err != nil {
		return err
	}
	if i < 0 {
		i += len(o.Items)
	}
	if i < 0 || i >= len(o.Items) {
		return outside(v, "list assignment index out of range")
	}
	if x.head == nil {
		o.Items = slices.Delete(o.Items, i, i+1)
	} else {
		o.Items[i] = x
	}
	return nil
}

// setSlice is o[s] = x, or del o[s] where x is zero.
func (o *List) setSlice(t *Thread, s *Slice, x Value) error {
	s, err := s.fixed(t) // before x is looked at: it may run any code
	if err != nil {
		return err
	}
	var items []Value
	if x.head != nil {
		if x.Class().Slots.Iter == nil && x.Class().Slots.GetItem == nil {
			return o.notIterable(s)
		}
		if items, err = elementsOf(t, x); err != nil {
			return err
		}
		if len(items) > 0 && x.Object() == Object(o) {
			items = slices.Clone(items)
		}
	}
	start, stop, step, n, err := s.Indices(t, len(o.Items))
	if err != nil {
		return err
	}
	if step == 1 {
		if stop = max(start, stop); stop-start == len(items) {
			copy(o.Items[start:], items)
			return nil
		}
		if err := t.ChargeItems(len(items), 16); err != nil {
			return err
		}
		o.Items = slices.Replace(o.Items, start, stop, items...)
		return nil
	}
	if x.head == nil {
		o.deleteStepped(start, step, n)
		return nil
	}
	if len(items) != n {
		return Raise(ValueError, "attempt to assign sequence of size %d to extended slice of size %d", len(items), n)
	}
	for i, v := range items {
		o.Items[start+i*step] = v
	}
	return nil
}

func (o *List) notIterable(s *Slice) error {
	if !s.Step.IsNone() && s.Step != Int(1) {
		return Raise(TypeError, "must assign iterable to extended slice")
	}
	return Raise(TypeError, "can only assign an iterable")
}

func (o *List) deleteStepped(start, step, n int) {
	if n == 0 {
		return
	}
	if step < 0 {
		start, step = start+(n-1)*step, -step
	}
	kept := o.Items[:start]
	for i := start; i < len(o.Items); i++ {
		if d := i - start; d%step != 0 || d/step >= n {
			kept = append(kept, o.Items[i])
		}
	}
	clear(o.Items[len(kept):])
	o.Items = kept
}

func listContains(t *Thread, v, x Value) (bool, error) {
	o := v.Object().(*List)
	for i := 0; i < len(o.Items); i++ {
		if eq, err := Equal(t, o.Items[i], x); eq || err != nil {
			return eq, err
		}
		if i&4095 == 4095 {
			if err := t.Poll(); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}

func listAdd(t *Thread, a, b Value) (Value, error) {
	x, xOK := a.Object().(*List)
	y, yOK := b.Object().(*List)
	if !xOK || !yOK {
		return NotImplemented, nil
	}
	n := len(x.Items) + len(y.Items)
	if err := t.ChargeItems(n, 16); err != nil {
		return Value{}, err
	}
	return NewList(append(append(make([]Value, 0, n), x.Items...), y.Items...)), nil
}

func listRepeat(t *Thread, v Value, n int) (Value, error) {
	items, err := repeatItems(t, v.Object().(*List).Items, n)
	return NewList(items), err
}

func listInplace() (table [numBinary]binaryFunc) {
	table[Add] = func(t *Thread, a, b Value) (Value, error) {
		return a, a.Object().(*List).Extend(t, b)
	}
	table[Mul] = func(t *Thread, a, b Value) (Value, error) {
		return repeatBy(t, a, b, func(t *Thread, v Value, n int) (Value, error) {
			o := v.Object().(*List)
			items, err := repeatItems(t, o.Items, n)
			if err == nil {
				o.Items = items
			}
			return v, err
		})
	}
	return table
}

// Extend appends the elements of an iterable.
func (o *List) Extend(t *Thread, iterable Value) error {
	switch from := iterable.Object().(type) {
	case *List:
		if from.class.plainIter() {
			o.Items = append(o.Items, from.Items...)
			return t.ChargeItems(len(from.Items), 16)
		}
	case *Tuple:
		if from.class.plainIter() {
			o.Items = append(o.Items, from.Items...)
			return t.ChargeItems(len(from.Items), 16)
		}
	}
	it, err := Iter(t, iterable)
	if err != nil {
		return err
	}
	if !iterable.head.class.Builtin {
		if _, err := LengthHint(t, iterable, 0); err != nil {
			return err
		}
	}
	return ForEach(t, it, func(x Value) error { return o.Append(t, x) })
}

func listAppend(t *Thread, a []Value) (Value, error) {
	return None, a[0].Object().(*List).Append(t, a[1])
}

func listClear(t *Thread, a []Value) (Value, error) {
	a[0].Object().(*List).Items = nil
	return None, nil
}

func listCopy(t *Thread, a []Value) (Value, error) {
	items := a[0].Object().(*List).Items
	return NewList(append([]Value(nil), items...)), t.ChargeItems(len(items), 16)
}

func listExtend(t *Thread, a []Value) (Value, error) {
	return None, a[0].Object().(*List).Extend(t, a[1])
}

func listIndex(t *Thread, a []Value) (Value, error) {
	i, err := indexOfItem(t, a[0].Object().(*List), a[1], a[2], a[3])
	if err == nil && i < 0 {
		err = Raise(ValueError, "%s is not in list", mustRepr(t, a[1]))
	}
	return Int(int64(i)), err
}

func listInsert(t *Thread, a []Value) (Value, error) {
	o := a[0].Object().(*List)
	i, err := IndexInt(t, a[1])
	if err != nil {
		if Catch(err, IndexError) {
			err = Raise(OverflowError, "Python int too large to convert to C ssize_t")
		}
		return Value{}, err
	}
	if i < 0 {
		i = max(i+len(o.Items), 0)
	}
	o.Items = slices.Insert(o.Items, min(i, len(o.Items)), a[2])
	return None, nil
}

func listPop(t *Thread, a []Value) (Value, error) {
	o := a[0].Object().(*List)
	i, err := IndexInt(t, a[1])
	if err != nil {
		return Value{}, err
	}
	n := len(o.Items)
	if n == 0 {
		return Value{}, outside(a[0], "pop from empty list")
	}
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return Value{}, outside(a[0], "pop index out of range")
	}
	v := o.Items[i]
	copy(o.Items[i:], o.Items[i+1:])
	o.Items[n-1] = Value{}
	o.Items = o.Items[:n-1]
	return v, nil
}

func listRemove(t *Thread, a []Value) (Value, error) {
	o := a[0].Object().(*List)
	for i := 0; i < len(o.Items); i++ {
		eq, err := Equal(t, o.Items[i], a[1])
		if err != nil {
			return Value{}, err
		}
		if eq && i < len(o.Items) {
			o.Items = slices.Delete(o.Items, i, i+1)
			return None, nil
		}
	}
	return Value{}, Raise(ValueError, "list.remove(x): x not in list")
}

func listReverse(t *Thread, a []Value) (Value, error) {
	slices.Reverse(a[0].Object().(*List).Items)
	return None, nil
}
