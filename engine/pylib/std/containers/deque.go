package containers

import (
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// deque is collections.deque: a ring buffer whose capacity is a power of two.
type deque struct {
	object.Head
	ring    []object.Value
	first   int // index of the first element in ring
	n       int
	max     int    // negative: no bound
	changed uint64 // counts changes, for iterators
}

// Sequence marks it for match.
func (d *deque) Sequence() {}

func (d *deque) at(i int) *object.Value { return &d.ring[(d.first+i)&(len(d.ring)-1)] }

func (d *deque) grow() {
	if d.n < len(d.ring) {
		return
	}
	bigger := make([]object.Value, max(8, 2*len(d.ring)))
	for i := range d.n {
		bigger[i] = *d.at(i)
	}
	d.ring, d.first = bigger, 0
}

func (d *deque) pushBack(x object.Value) {
	d.changed++
	if d.max == 0 {
		return
	}
	if d.n == d.max {
		d.popFront()
	}
	d.grow()
	d.n++
	*d.at(d.n - 1) = x
}

func (d *deque) pushFront(x object.Value) {
	d.changed++
	if d.max == 0 {
		return
	}
	if d.n == d.max {
		d.popBack()
	}
	d.grow()
	d.first = (d.first - 1) & (len(d.ring) - 1)
	d.n++
	*d.at(0) = x
}

func (d *deque) popBack() object.Value {
	d.changed++
	d.n--
	p := d.at(d.n)
	x := *p
	*p = object.Value{}
	return x
}

func (d *deque) popFront() object.Value {
	d.changed++
	p := d.at(0)
	x := *p
	*p = object.Value{}
	d.first = (d.first + 1) & (len(d.ring) - 1)
	d.n--
	return x
}

func (d *deque) items() []object.Value {
	list := make([]object.Value, d.n)
	for i := range list {
		list[i] = *d.at(i)
	}
	return list
}

// set replaces all elements.
func (d *deque) set(items []object.Value) {
	d.ring, d.first, d.n = nil, 0, 0
	for _, x := range items {
		d.pushBack(x)
	}
	d.changed++
}

var dequeClass = binding.Class("collections.deque")

func asDeque(v object.Value) *deque {
	d, _ := v.Object().(*deque)
	return d
}

func init() {
	dequeClass.Define(object.Spec{
		Doc:        "A list-like sequence optimized for accesses near its endpoints.",
		Signature:  "deque(iterable=(), maxlen=None)",
		Alloc:      func(c *object.Class) object.Value { return object.Adopt(&deque{max: -1}, c) },
		Init:       dequeInit,
		HasDict:    false,
		Unhashable: true,
		Slots:      dequeSlots(),
		Methods:    dequeMethods,
		ClassMethods: []object.Method{{Sig: "__class_getitem__(item, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.NewGenericAlias(a[0], a[1]), nil
		}}},
		Props: []object.Prop{{Name: "maxlen", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return asDeque(v).maxlen(), nil
		}}},
	})
}

func (d *deque) maxlen() object.Value {
	if d.max < 0 {
		return object.None
	}
	return object.Int(int64(d.max))
}

func dequeInit(t *object.Thread, self object.Value, a []object.Value) error {
	d := asDeque(self)
	d.max = -1
	if !a[1].IsNone() {
		n, err := object.IndexInt(t, a[1])
		if err != nil {
			return err
		}
		if n < 0 {
			return object.Raise(object.ValueError, "maxlen must be non-negative")
		}
		d.max = n
	}
	d.set(nil)
	return d.extend(t, a[0])
}

func (d *deque) extend(t *object.Thread, v object.Value) error {
	if other := asDeque(v); other == d {
		v = object.NewList(d.items())
	}
	return object.ForEach(t, v, func(x object.Value) error {
		d.pushBack(x)
		return t.Charge(16)
	})
}

func dequeSlots() object.Slots {
	s := object.Slots{
		Len: func(_ *object.Thread, v object.Value) (int, error) { return asDeque(v).n, nil },
		Iter: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return binding.MakeFrom(dequeIterClass, asDeque(v).iterate(false)), nil
		},
		GetItem: func(t *object.Thread, v, key object.Value) (object.Value, error) {
			p, err := asDeque(v).index(t, key)
			if err != nil {
				return object.Value{}, err
			}
			return *p, nil
		},
		SetItem: func(t *object.Thread, v, key, x object.Value) error {
			d := asDeque(v)
			p, err := d.index(t, key)
			if err != nil {
				return err
			}
			if x.IsNil() {
				i, _ := object.IndexInt(t, key)
				d.remove((i + d.n) % d.n)
				return nil
			}
			*p = x
			return nil
		},
		Contains: func(t *object.Thread, v, x object.Value) (bool, error) {
			i, err := asDeque(v).find(t, x, 0, asDeque(v).n)
			return i >= 0, err
		},
		Repr:    dequeRepr,
		Compare: dequeCompare,
	}
	s.Binary[object.Add] = func(t *object.Thread, a, b object.Value) (object.Value, error) {
		other := asDeque(b)
		if other == nil {
			return object.Value{}, object.Raise(object.TypeError, "can only concatenate deque (not \"%s\") to deque", object.TypeName(b))
		}
		sum := asDeque(a).copy()
		for _, x := range other.items() {
			sum.pushBack(x)
		}
		return object.Adopt(sum, a.Class()), nil
	}
	s.Inplace[object.Add] = func(t *object.Thread, a, b object.Value) (object.Value, error) { return a, asDeque(a).extend(t, b) }
	s.Binary[object.Mul] = dequeRepeat
	s.Reflected[object.Mul] = func(t *object.Thread, a, b object.Value) (object.Value, error) { return dequeRepeat(t, b, a) }
	return s
}

func dequeRepeat(t *object.Thread, a, b object.Value) (object.Value, error) {
	n, err := object.IndexInt(t, b)
	if err != nil {
		return object.Value{}, err
	}
	d := asDeque(a)
	if err := t.ChargeItems(d.n*max(n, 0), 16); err != nil {
		return object.Value{}, err
	}
	result := &deque{max: d.max}
	for range n {
		for _, x := range d.items() {
			result.pushBack(x)
		}
	}
	return object.Adopt(result, a.Class()), nil
}

func (d *deque) copy() *deque {
	c := &deque{max: d.max}
	c.set(d.items())
	return c
}

func (d *deque) index(t *object.Thread, key object.Value) (*object.Value, error) {
	i, err := object.IndexInt(t, key)
	if err != nil {
		if object.Catch(err, object.TypeError) {
			err = object.Raise(object.TypeError, "sequence index must be integer, not '%s'", object.TypeName(key))
		}
		return nil, err
	}
	if i < 0 {
		i += d.n
	}
	if i < 0 || i >= d.n {
		return nil, object.Raise(object.IndexError, "deque index out of range")
	}
	return d.at(i), nil
}

func (d *deque) remove(i int) {
	items := d.items()
	d.set(append(items[:i], items[i+1:]...))
}

// find returns the first index of x in [from, to), or -1.
func (d *deque) find(t *object.Thread, x object.Value, from, to int) (int, error) {
	before := d.changed
	for i := from; i < to; i++ {
		same, err := object.Equal(t, *d.at(i), x)
		if err == nil && d.changed != before {
			err = object.Raise(object.RuntimeError, "deque mutated during iteration")
		}
		if same || err != nil {
			return i, err
		}
	}
	return -1, nil
}

func (d *deque) iterate(back bool) binding.Step {
	i, before := 0, d.changed
	return func(t *object.Thread) (object.Value, bool, error) {
		if d.changed != before {
			return binding.Fail(object.Raise(object.RuntimeError, "deque mutated during iteration"))
		}
		if i >= d.n {
			return binding.End()
		}
		i++
		if back {
			return *d.at(d.n - i), true, nil
		}
		return *d.at(i - 1), true, nil
	}
}

var dequeIterClass = binding.IterClass("_collections._deque_iterator", "_deque_iterator(deque, /)", "", func(t *object.Thread, a []object.Value) (binding.Step, error) {
	if d := asDeque(a[0]); d != nil {
		return d.iterate(false), nil
	}
	return nil, object.Raise(object.TypeError, "expected a deque")
})

func dequeRepr(t *object.Thread, v object.Value) (string, error) {
	d := asDeque(v)
	if err := t.Enter(" while getting the repr of an object"); err != nil {
		return "", err
	}
	defer t.Leave()
	if !t.EnterRepr(v) {
		return "[...]", nil
	}
	defer t.LeaveRepr()
	text, err := object.Repr(t, object.NewList(d.items()))
	if err != nil {
		return "", err
	}
	if d.max >= 0 {
		bound, _ := object.Repr(t, d.maxlen())
		text += ", maxlen=" + bound
	}
	return v.Class().Name + "(" + text + ")", nil
}

func dequeCompare(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
	x, y := asDeque(a), asDeque(b)
	if x == nil || y == nil {
		return object.NotImplemented, nil
	}
	return object.Compare(t, op, object.NewList(x.items()), object.NewList(y.items()))
}

var dequeMethods = []object.Method{
	{Sig: "append(self, x, /)", Fn: dequeDo(func(d *deque, x object.Value) { d.pushBack(x) }), Doc: "Add an element to the right side of the deque."},
	{Sig: "appendleft(self, x, /)", Fn: dequeDo(func(d *deque, x object.Value) { d.pushFront(x) }), Doc: "Add an element to the left side of the deque."},
	{Sig: "pop(self, /)", Fn: dequePop((*deque).popBack), Doc: "Remove and return the rightmost element."},
	{Sig: "popleft(self, /)", Fn: dequePop((*deque).popFront), Doc: "Remove and return the leftmost element."},
	{Sig: "extend(self, iterable, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		return object.None, asDeque(a[0]).extend(t, a[1])
	}, Doc: "Extend the right side of the deque with elements from the iterable."},
	{Sig: "extendleft(self, iterable, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		d := asDeque(a[0])
		items, err := object.Collect(t, a[1])
		for _, x := range items {
			d.pushFront(x)
		}
		return object.None, err
	}, Doc: "Extend the left side of the deque with elements from the iterable."},
	{Sig: "rotate(self, n=1, /)", Fn: dequeRotate, Doc: "Rotate the deque n steps to the right.  If n is negative, rotates left."},
	{Sig: "clear(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		asDeque(a[0]).set(nil)
		return object.None, nil
	}, Doc: "Remove all elements from the deque."},
	{Sig: "copy(self, /)", Fn: dequeCopy, Doc: "Return a shallow copy of a deque."},
	{Sig: "__copy__(self, /)", Fn: dequeCopy},
	{Sig: "count(self, x, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		d := asDeque(a[0])
		before := d.changed
		n, err := countEqual(t, d.items(), a[1])
		if err == nil && d.changed != before {
			err = object.Raise(object.RuntimeError, "deque mutated during iteration")
		}
		return n, err
	}, Doc: "Return number of occurrences of x."},
	{Sig: "index(self, x, start=0, stop=None, /)", Fn: dequeIndex, Doc: "Return first index of x."},
	{Sig: "insert(self, i, x, /)", Fn: dequeInsert, Doc: "Insert x before index i."},
	{Sig: "remove(self, x, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		d := asDeque(a[0])
		before := d.changed
		i, err := d.find(t, a[1], 0, d.n)
		if d.changed != before {
			err = object.Raise(object.IndexError, "deque mutated during iteration")
		}
		if err == nil && i < 0 {
			text, shown := object.Repr(t, a[1])
			if shown != nil {
				return object.Value{}, shown
			}
			err = object.Raise(object.ValueError, "%s is not in deque", text)
		}
		if err == nil {
			d.remove(i)
		}
		return object.None, err
	}, Doc: "Remove the first occurrence of x."},
	{Sig: "reverse(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		d := asDeque(a[0])
		for i, j := 0, d.n-1; i < j; i, j = i+1, j-1 {
			p, q := d.at(i), d.at(j)
			*p, *q = *q, *p
		}
		return object.None, nil
	}, Doc: "Reverse the elements in place."},
	{Sig: "__reversed__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		return binding.MakeFrom(dequeIterClass, asDeque(a[0]).iterate(true)), nil
	}},
	{Sig: "__reduce__(self, /)", Fn: dequeReduce},
}

// dequeReduce gives what copy and pickle need: the class, its arguments, the state of
// a subclass's instance, and the elements one by one, since they may refer to the deque.
func dequeReduce(t *object.Thread, a []object.Value) (object.Value, error) {
	state, _, err := object.CallMethod(t, a[0], "__getstate__")
	if err != nil {
		return state, err
	}
	d := asDeque(a[0])
	args := object.NewTuple()
	if d.max >= 0 {
		args = object.NewTuple(object.NewTuple(), d.maxlen())
	}
	items, err := object.Iter(t, a[0])
	return object.NewTuple(a[0].Class().Value(), args, state, items), err
}

func dequeDo(do func(d *deque, x object.Value)) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		do(asDeque(a[0]), a[1])
		return object.None, t.Charge(16)
	}
}

func dequePop(pop func(d *deque) object.Value) object.GoFunc {
	return func(_ *object.Thread, a []object.Value) (object.Value, error) {
		d := asDeque(a[0])
		if d.n == 0 {
			return object.Value{}, object.Raise(object.IndexError, "pop from an empty deque")
		}
		return pop(d), nil
	}
}

func dequeCopy(_ *object.Thread, a []object.Value) (object.Value, error) {
	return object.Adopt(asDeque(a[0]).copy(), a[0].Class()), nil
}

func dequeRotate(t *object.Thread, a []object.Value) (object.Value, error) {
	d := asDeque(a[0])
	n, err := object.IndexInt(t, a[1])
	if err != nil || d.n == 0 {
		return object.None, err
	}
	bound := d.max
	d.max = -1
	for n = ((n % d.n) + d.n) % d.n; n > 0; n-- {
		d.pushFront(d.popBack())
	}
	d.max = bound
	return object.None, nil
}

func dequeIndex(t *object.Thread, a []object.Value) (object.Value, error) {
	d := asDeque(a[0])
	from, to := 0, d.n
	for i, p := range []*int{&from, &to} {
		if a[2+i].IsNone() {
			continue
		}
		n, err := object.ClampIndex(t, a[2+i])
		if err != nil {
			return object.Value{}, err
		}
		if n < 0 {
			n += d.n
		}
		*p = min(max(n, 0), d.n)
	}
	i, err := d.find(t, a[1], from, to)
	if err == nil && i < 0 {
		shown, _ := object.Repr(t, a[1])
		err = object.Raise(object.ValueError, "%s is not in deque", shown)
	}
	return object.Int(int64(i)), err
}

func dequeInsert(t *object.Thread, a []object.Value) (object.Value, error) {
	d := asDeque(a[0])
	i, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	if d.max >= 0 && d.n >= d.max {
		return object.Value{}, object.Raise(object.IndexError, "deque already at its maximum size")
	}
	if i < 0 {
		i += d.n
	}
	i = min(max(i, 0), d.n)
	items := d.items()
	d.set(append(items[:i:i], append([]object.Value{a[2]}, items[i:]...)...))
	return object.None, nil
}

// countEqual counts the items that equal x.
func countEqual(t *object.Thread, items []object.Value, x object.Value) (object.Value, error) {
	n := int64(0)
	for _, item := range items {
		same, err := object.Equal(t, item, x)
		if err != nil {
			return object.Value{}, err
		}
		if same {
			n++
		}
	}
	return object.Int(n), nil
}
