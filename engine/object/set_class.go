package object

// This file defines the classes set and frozenset.

func initSet() {
	shared := []Method{
		{"copy(self, /)", setCopy, "Return a shallow copy of a set."},
		{"union(self, /, *others)", setFold((*Set).union), "Return the union of sets as a new set."},
		{"intersection(self, /, *others)", setFold((*Set).intersection), "Return the intersection of two sets as a new set."},
		{"difference(self, /, *others)", setFold((*Set).difference), "Return the difference of two or more sets as a new set."},
		{"symmetric_difference(self, other, /)", func(t *Thread, a []Value) (Value, error) {
			return setValue(a[0].Object().(*Set).symmetric(t, a[1]))
		}, "Return the symmetric difference of two sets as a new set."},
		{"isdisjoint(self, other, /)", setIsDisjoint, "Return True if two sets have a null intersection."},
		{"issubset(self, other, /)", setIsSubset, "Report whether another set contains this set."},
		{"issuperset(self, other, /)", setIsSuperset, "Report whether this set contains another set."},
		{"__reduce__(self, /)", setReduce, "Return state information for pickling."},
	}
	binary := [numBinary]binaryFunc{
		Or: setOperator((*Set).union), And: setOperator((*Set).intersection),
		Sub: setOperator((*Set).difference), Xor: setOperator((*Set).symmetric),
	}
	slots := Slots{
		Repr: setRepr, Compare: setCompare, Binary: binary, Iter: setIter,
		Len:      func(_ *Thread, v Value) (int, error) { return v.Object().(*Set).Len(), nil },
		Contains: setContains,
	}
	slots.Reflected = binary
	frozen := slots
	frozen.Hash = frozenSetHash
	FrozenSetClass.Define(Spec{
		Doc:       "frozenset() -> empty frozenset object\nfrozenset(iterable) -> frozenset object\n\nBuild an immutable unordered collection of unique elements.",
		Signature: "frozenset(iterable=?, /)", Make: frozenSetMake, Slots: frozen, Methods: shared,
		ClassMethods: []Method{classGetItemMethod()},
	})
	slots.Inplace = setInplace()
	SetClass.Define(Spec{
		Doc:       "set() -> new empty set object\nset(iterable) -> new set object\n\nBuild an unordered collection of unique elements.",
		Signature: "set(iterable=(), /)",
		Alloc:     func(c *Class) Value { return newSet(c).Value() },
		Init: func(t *Thread, self Value, a []Value) error {
			s := self.Object().(*Set)
			if s.table.fill > 0 {
				s.table = setTable{epoch: s.table.epoch + 1}
			}
			return s.Update(t, a[0])
		},
		Slots: slots,
		Methods: append(shared,
			Method{"add(self, object, /)", func(t *Thread, a []Value) (Value, error) { return None, a[0].Object().(*Set).Add(t, a[1]) }, "Add an element to a set.\n\nThis has no effect if the element is already present."},
			Method{"remove(self, object, /)", setRemove, "Remove an element from a set; it must be a member.\n\nIf the element is not a member, raise a KeyError."},
			Method{"discard(self, object, /)", setDiscard, "Remove an element from a set if it is a member.\n\nUnlike set.remove(), the discard() method does not raise\nan exception when an element is missing from the set."},
			Method{"pop(self, /)", setPop, "Remove and return an arbitrary set element.\nRaises KeyError if the set is empty."},
			Method{"clear(self, /)", func(_ *Thread, a []Value) (Value, error) {
				s := a[0].Object().(*Set)
				s.table = setTable{epoch: s.table.epoch + 1}
				return None, nil
			}, "Remove all elements from this set."},
			Method{"update(self, /, *others)", setEach((*Set).Update), "Update a set with the union of itself and others."},
			Method{"intersection_update(self, /, *others)", setEach(setKeep), "Update a set with the intersection of itself and another."},
			Method{"difference_update(self, /, *others)", setEach((*Set).discardAll), "Remove all elements of another set from this set."},
			Method{"symmetric_difference_update(self, other, /)", func(t *Thread, a []Value) (Value, error) {
				o, err := toSet(t, a[1])
				if err != nil {
					return Value{}, err
				}
				return None, a[0].Object().(*Set).toggle(t, o)
			}, "Update a set with the symmetric difference of itself and another."},
		),
		ClassMethods: []Method{classGetItemMethod()},
	})
}

func setValue(s *Set, err error) (Value, error) {
	if err != nil {
		return Value{}, err
	}
	return s.Value(), nil
}

func frozenSetMake(t *Thread, c *Class, a []Value) (Value, error) {
	if a[0].head == nil {
		return newSet(c).Value(), nil
	}
	if o, ok := a[0].Object().(*Set); ok && c == FrozenSetClass && o.class == FrozenSetClass {
		return a[0], nil
	}
	s := newSet(c)
	return s.Value(), s.Update(t, a[0])
}

// setFold applies an operation to the set and each of the other arguments in turn.
func setFold(op func(*Set, *Thread, Value) (*Set, error)) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		s := a[0].Object().(*Set)
		others := a[1].Object().(*Tuple).Items
		if len(others) == 0 {
			return s.copyAs(s.base()).Value(), t.ChargeItems(s.Len(), setShare)
		}
		for _, o := range others {
			var err error
			if s, err = op(s, t, o); err != nil {
				return Value{}, err
			}
		}
		return s.Value(), nil
	}
}

func setEach(op func(*Set, *Thread, Value) error) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		for _, o := range a[1].Object().(*Tuple).Items {
			if err := op(a[0].Object().(*Set), t, o); err != nil {
				return Value{}, err
			}
		}
		return None, nil
	}
}

func setKeep(s *Set, t *Thread, o Value) error {
	n, err := s.intersection(t, o)
	if err == nil {
		epoch := s.table.epoch
		s.table = n.table
		s.table.epoch = epoch + 1
	}
	return err
}

func setOperator(op func(*Set, *Thread, Value) (*Set, error)) binaryFunc {
	return func(t *Thread, a, b Value) (Value, error) {
		x, xOK := a.Object().(*Set)
		_, yOK := b.Object().(*Set)
		if !xOK || !yOK {
			return NotImplemented, nil
		}
		return setValue(op(x, t, b))
	}
}

func setInplace() (table [numBinary]binaryFunc) {
	each := map[BinaryOp]func(*Set, *Thread, Value) error{
		Or: (*Set).Update, And: setKeep, Sub: (*Set).discardAll,
		Xor: func(s *Set, t *Thread, v Value) error { return s.toggle(t, v.Object().(*Set)) },
	}
	for op, f := range each {
		table[op] = func(t *Thread, a, b Value) (Value, error) {
			if _, ok := b.Object().(*Set); !ok {
				return NotImplemented, nil
			}
			return a, f(a.Object().(*Set), t, b)
		}
	}
	return table
}

func setCopy(t *Thread, a []Value) (Value, error) {
	s := a[0].Object().(*Set)
	if s.class == FrozenSetClass {
		return a[0], nil
	}
	return s.copyAs(s.class).Value(), t.ChargeItems(s.Len(), setShare)
}

func setIsDisjoint(t *Thread, a []Value) (Value, error) {
	n, err := a[0].Object().(*Set).intersection(t, a[1])
	if err != nil {
		return Value{}, err
	}
	return Bool(n.Len() == 0), nil
}

func setIsSubset(t *Thread, a []Value) (Value, error) {
	o, err := toSet(t, a[1])
	if err != nil {
		return Value{}, err
	}
	ok, err := a[0].Object().(*Set).within(t, o)
	return Bool(ok), err
}

func setIsSuperset(t *Thread, a []Value) (Value, error) {
	o, err := toSet(t, a[1])
	if err != nil {
		return Value{}, err
	}
	ok, err := o.within(t, a[0].Object().(*Set))
	return Bool(ok), err
}

func setReduce(t *Thread, a []Value) (Value, error) {
	items, err := Collect(t, a[0])
	return NewTuple(a[0].Class().Value(), NewTuple(NewList(items)), None), err
}

// searchable returns x itself, or a frozenset of it where x is a set: {s} finds set s.
func searchable(x Value) Value {
	if s, ok := x.Object().(*Set); ok && s.class.Slots.Hash == nil {
		return s.copyAs(FrozenSetClass).Value()
	}
	return x
}

func setContains(t *Thread, v, x Value) (bool, error) {
	return v.Object().(*Set).Has(t, searchable(x))
}

func setRemove(t *Thread, a []Value) (Value, error) {
	ok, err := a[0].Object().(*Set).Remove(t, searchable(a[1]))
	if err == nil && !ok {
		err = NewException(KeyError, a[1])
	}
	return None, err
}

func setDiscard(t *Thread, a []Value) (Value, error) {
	_, err := a[0].Object().(*Set).Remove(t, searchable(a[1]))
	return None, err
}

func setPop(_ *Thread, a []Value) (Value, error) {
	s := a[0].Object().(*Set)
	if s.Len() == 0 {
		return Value{}, Raise(KeyError, "pop from an empty set")
	}
	i := s.table.hand & (len(s.table.slots) - 1)
	for s.table.slots[i].key.head == nil {
		i = (i + 1) & (len(s.table.slots) - 1)
	}
	k := s.table.slots[i].key
	s.table.remove(i)
	s.table.hand = i + 1
	return k, nil
}

func setRepr(t *Thread, v Value) (string, error) {
	s := v.Object().(*Set)
	if s.Len() == 0 {
		return s.class.Name + "()", nil
	}
	if !t.enterRepr(v) {
		return s.class.Name + "(...)", nil
	}
	t.leaveRepr()
	items := make([]Value, 0, s.Len())
	for x := range s.All() {
		items = append(items, x)
	}
	text, err := t.reprItems(v, items, "{", "}")
	if s.class != SetClass {
		text = s.class.Name + "(" + text + ")"
	}
	return text, err
}

func setCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	x, y := a.Object().(*Set), (*Set)(nil)
	y, ok := b.Object().(*Set)
	if !ok {
		return NotImplemented, nil
	}
	var res bool
	var err error
	switch op {
	case Eq, Ne:
		res = x.Len() == y.Len()
		if res {
			res, err = x.within(t, y)
		}
		res = res == (op == Eq)
	case Le:
		res, err = x.within(t, y)
	case Ge:
		res, err = y.within(t, x)
	case Lt:
		if x.Len() < y.Len() {
			res, err = x.within(t, y)
		}
	case Gt:
		if x.Len() > y.Len() {
			res, err = y.within(t, x)
		}
	}
	return Bool(res), err
}

// frozenSetHash is CPython's: independent of the order of the elements.
func frozenSetHash(t *Thread, v Value) (int64, error) {
	s := v.Object().(*Set)
	if s.hash != 0 {
		return s.hash, nil
	}
	var hash uint64
	for _, e := range s.table.slots {
		if e.key.head != nil {
			h := uint64(e.hash)
			hash ^= ((h ^ 89869747) ^ (h << 16)) * 3644798167
		}
	}
	hash ^= (uint64(s.Len()) + 1) * 1927868237
	hash ^= (hash >> 11) ^ (hash >> 25)
	hash = hash*69069 + 907133923
	if hash == 1<<64-1 {
		hash = 590923713
	}
	s.hash = int64(hash)
	return s.hash, nil
}

// setIterator iterates over s, nil at the end, and complains when that changes meanwhile.
type setIterator struct {
	Head
	s     *Set
	pos   int
	used  int
	left  int
	epoch uint32
}

func setIter(_ *Thread, v Value) (Value, error) {
	s := v.Object().(*Set)
	it := &setIterator{s: s, used: s.table.used, left: s.table.used, epoch: s.table.epoch}
	it.class, it.object = SetIterClass, it
	return Value{&it.Head, 0}, nil
}

func (it *setIterator) valid() bool {
	return it.s != nil && it.s.table.used == it.used && it.s.table.epoch == it.epoch
}

func setNext(_ *Thread, v Value) (Value, bool, error) {
	it := v.Object().(*setIterator)
	switch {
	case it.s == nil:
		return Value{}, false, nil
	case !it.valid():
		it.used = -1
		return Value{}, false, Raise(RuntimeError, "Set changed size during iteration")
	}
	for slots := it.s.table.slots; it.pos < len(slots); {
		k := slots[it.pos].key
		it.pos++
		if k.head != nil {
			it.left--
			return k, true, nil
		}
	}
	it.s = nil
	return Value{}, false, nil
}
