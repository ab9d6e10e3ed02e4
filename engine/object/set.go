package object

import "iter"

// Set is set or frozenset; which, its class tells.
type Set struct {
	Head
	table setTable
	hash  int64 // of a frozenset; 0: not yet computed
}

// SetClass is set, FrozenSetClass frozenset.
var (
	SetClass       = bare("set")
	FrozenSetClass = bare("frozenset")
	SetIterClass   = bare("set_iterator")
)

// NewSet returns an empty set.
func NewSet() *Set { return newSet(SetClass) }

// NewFrozenSet returns an empty frozenset, to be filled before anyone sees it.
func NewFrozenSet() *Set { return newSet(FrozenSetClass) }

// smallSet is a set in one piece with its first table.
type smallSet struct {
	Set
	room [setMinSize]setEntry
}

func newSet(c *Class) *Set {
	o := &smallSet{}
	o.table.slots = o.room[:]
	o.class, o.object = c, &o.Set
	return &o.Set
}

// roomySet is an empty set that will need a larger table at once.
func roomySet(c *Class) *Set {
	s := &Set{}
	s.class, s.object = c, s
	return s
}

// Value returns the set as a value.
func (s *Set) Value() Value { return Value{&s.Head, 0} }

// Len returns the number of elements.
func (s *Set) Len() int { return s.table.used }

// Has reports whether x is in s.
func (s *Set) Has(t *Thread, x Value) (bool, error) {
	hash, err := Hash(t, x)
	if err != nil {
		return false, err
	}
	i, err := s.table.find(t, x, hash)
	return i >= 0, err
}

// Add adds x.
func (s *Set) Add(t *Thread, x Value) error {
	hash, err := Hash(t, x)
	if err != nil {
		return err
	}
	_, err = s.table.add(t, x, hash)
	return err
}

// Remove removes x and reports whether it was there.
func (s *Set) Remove(t *Thread, x Value) (bool, error) {
	hash, err := Hash(t, x)
	if err != nil {
		return false, err
	}
	i, err := s.table.find(t, x, hash)
	if i < 0 || err != nil {
		return false, err
	}
	s.table.remove(i)
	return true, nil
}

// All yields the elements.
func (s *Set) All() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for i := range s.table.slots {
			if k := s.table.slots[i].key; k.head != nil && !yield(k) {
				return
			}
		}
	}
}

// Update adds the elements of an iterable.
func (s *Set) Update(t *Thread, v Value) error {
	switch o := v.Object().(type) {
	case *Set:
		return s.merge(t, o)
	case *Dict:
		if o.names == nil && o.class.plainIter() {
			return s.updateKeys(t, o)
		}
	}
	return ForEach(t, v, func(x Value) error { return s.Add(t, x) })
}

// setShare is what an element takes in a table that has room to grow.
const setShare = 96

func (s *Set) merge(t *Thread, o *Set) error {
	if s == o || o.table.used == 0 {
		return nil
	}
	if err := t.ChargeItems(o.table.used, setShare); err != nil {
		return err
	}
	if s.table.slots == nil {
		s.table.slots = make([]setEntry, setMinSize)
	}
	if s.table.fill == 0 {
		s.table.merge(&o.table)
		return nil
	}
	if s.table.crowded(o.table.used) {
		s.table.resize((s.table.used + o.table.used) * 2)
	}
	return s.addAll(t, o)
}

func (s *Set) addAll(t *Thread, o *Set) error {
	for _, e := range o.table.slots {
		if e.key.head != nil {
			if _, err := s.table.add(t, e.key, e.hash); err != nil {
				return err
			}
		}
	}
	return nil
}

// updateKeys adds a dict's keys, whose hashes are known.
func (s *Set) updateKeys(t *Thread, d *Dict) error {
	if s.table.slots == nil {
		s.table.slots = make([]setEntry, setMinSize)
	}
	if s.table.crowded(d.live) {
		s.table.resize((s.table.used + d.live) * 2)
	}
	for i := 0; i < len(d.entries); i++ {
		if e := d.entries[i]; e.key.head != nil {
			if _, err := s.table.add(t, e.key, e.hash); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyAs returns a set of class c with the same elements.
func (s *Set) copyAs(c *Class) *Set {
	if s.table.used == 0 {
		return newSet(c)
	}
	n := roomySet(c)
	if !n.table.crowded(s.table.used) {
		n = newSet(c)
	}
	n.table.merge(&s.table)
	return n
}

// toSet returns v if it is a set, else a new set of v's elements.
func toSet(t *Thread, v Value) (*Set, error) {
	if s, ok := v.Object().(*Set); ok {
		return s, nil
	}
	s := NewSet()
	return s, s.Update(t, v)
}

// filter makes a set of class c of the elements of s whose membership in o is want.
func (s *Set) filter(t *Thread, c *Class, o *Set, want bool) (*Set, error) {
	epoch := s.table.epoch
	var room [64]setEntry
	found := room[:0]
	for i := 0; i < len(s.table.slots); i++ {
		e := s.table.slots[i]
		if e.key.head == nil {
			continue
		}
		j, err := o.table.find(t, e.key, e.hash)
		if err != nil {
			return nil, err
		}
		if s.table.epoch != epoch {
			return nil, Raise(RuntimeError, "Set changed size during iteration")
		}
		if (j >= 0) == want {
			found = append(found, e)
		}
	}
	if grownSize(len(found)) == setMinSize {
		n := newSet(c)
		return n, n.table.fillWith(t, found)
	}
	n := roomySet(c)
	return n, n.table.fillWith(t, found)
}

// base is set or frozenset, the class of what an operator on s makes.
func (s *Set) base() *Class {
	if s.class.IsSubclassOf(FrozenSetClass) {
		return FrozenSetClass
	}
	return SetClass
}

func (s *Set) union(t *Thread, o Value) (*Set, error) {
	if err := t.ChargeItems(s.Len(), setShare); err != nil {
		return nil, err
	}
	if other, ok := o.Object().(*Set); ok && other != s && s.table.copiesAsIs() && s.table.crowded(other.table.used) {
		return s.unionAt(t, other)
	}
	n := s.copyAs(s.base())
	return n, n.Update(t, o)
}

// unionAt is the union in a table that has its final size at once: what a copy and its growth would be laid out as.
func (s *Set) unionAt(t *Thread, o *Set) (*Set, error) {
	size := (s.table.used + o.table.used) * 2
	if err := t.ChargeItems(size/2, setShare); err != nil {
		return nil, err
	}
	n := roomySet(s.base())
	n.table.slots = make([]setEntry, tableSize(size))
	n.table.merge(&s.table)
	return n, n.addAll(t, o)
}

func (s *Set) intersection(t *Thread, v Value) (*Set, error) {
	if o, ok := v.Object().(*Set); ok {
		if o.Len() > s.Len() {
			return s.filter(t, s.base(), o, true)
		}
		return o.filter(t, s.base(), s, true)
	}
	n := newSet(s.base())
	return n, ForEach(t, v, func(x Value) error {
		has, err := s.Has(t, x)
		if err != nil || !has {
			return err
		}
		return n.Add(t, x)
	})
}

func (s *Set) difference(t *Thread, v Value) (*Set, error) {
	if o, ok := v.Object().(*Set); ok && s.Len()>>2 <= o.Len() {
		return s.filter(t, s.base(), o, false)
	}
	if err := t.ChargeItems(s.Len(), setShare); err != nil {
		return nil, err
	}
	n := s.copyAs(s.base())
	return n, n.discardAll(t, v)
}

func (s *Set) discardAll(t *Thread, v Value) error {
	if o, ok := v.Object().(*Set); ok && o == s {
		s.table = setTable{epoch: s.table.epoch + 1}
		return nil
	}
	err := ForEach(t, v, func(x Value) error {
		_, err := s.Remove(t, x)
		return err
	})
	if err == nil && s.table.fill-s.table.used > (len(s.table.slots)-1)/4 {
		s.table.resize(s.table.roomFor()) // too many deleted slots
	}
	return err
}

func (s *Set) symmetric(t *Thread, v Value) (*Set, error) {
	o, err := toSet(t, v)
	if err != nil {
		return nil, err
	}
	if err := t.ChargeItems(o.Len(), setShare); err != nil {
		return nil, err
	}
	n := o.copyAs(s.base())
	return n, n.toggle(t, s)
}

// toggle removes what both have and adds what only o has.
func (s *Set) toggle(t *Thread, o *Set) error {
	if s == o {
		s.table = setTable{epoch: s.table.epoch + 1}
		return nil
	}
	for _, e := range o.table.slots {
		if e.key.head == nil {
			continue
		}
		i, err := s.table.find(t, e.key, e.hash)
		switch {
		case err != nil:
			return err
		case i >= 0:
			s.table.remove(i)
		default:
			if _, err := s.table.add(t, e.key, e.hash); err != nil {
				return err
			}
		}
	}
	return nil
}

// within reports whether every element of s is in o.
func (s *Set) within(t *Thread, o *Set) (bool, error) {
	if s.Len() > o.Len() {
		return false, nil
	}
	for _, e := range s.table.slots {
		if e.key.head != nil {
			if i, err := o.table.find(t, e.key, e.hash); i < 0 || err != nil {
				return false, err
			}
		}
	}
	return true, nil
}
