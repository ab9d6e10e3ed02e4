package border

import (
	"slices"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file copies containers, and keeps two copies of one the same while a call lasts.

// loan is a container of one side and its copy on the other.
type loan struct {
	*crossing
	mine, theirs object.Value
	// was and is are what the two held when they were last the same.
	was, is []object.Value
}

// lend notes a container that crosses as an argument.
func (c *crossing) lend(mine, theirs object.Value) {
	if c.lends {
		l := &loan{crossing: c, mine: mine, theirs: theirs, was: contents(mine), is: contents(theirs)}
		c.from.Border.loans = append(c.from.loans, l)
	}
}

// otherEnd is the copy of v, which is one of the two and belongs to side s.
func (l *loan) otherEnd(s *side, v object.Value) (object.Value, bool) {
	switch {
	case l.from == s && l.mine == v:
		return l.theirs, true
	case l.to == s && l.theirs == v:
		return l.mine, true
	}
	return object.Value{}, false
}

// settle brings the other container up to date with that of side s.
func (l *loan) settle(s *side) error {
	from, to, before, way := l.mine, l.theirs, l.was, l.crossing
	if l.to == s {
		from, to, before, way = l.theirs, l.mine, l.is, l.reversed()
	}
	now := contents(from)
	if slices.Equal(now, before) {
		return nil
	}
	crossed, err := way.carryAll(now)
	if err == nil {
		err = fill(s.far.Thread, to, crossed)
	}
	l.was, l.is = contents(l.mine), contents(l.theirs)
	return err
}

// contents lists what a container holds: keys and values in turn, for bytes their numbers.
func contents(v object.Value) (list []object.Value) {
	switch o := v.Object().(type) {
	case *object.List:
		return slices.Clone(o.Items)
	case *object.Dict:
		for k, x := range o.All() {
			list = append(list, k, x)
		}
	case *object.Set:
		list = slices.Collect(o.All())
	case *object.ByteArray:
		for _, b := range o.B {
			list = append(list, object.Int(int64(b)))
		}
	}
	return list
}

// fill makes a container hold what contents lists.
func fill(t *object.Thread, v object.Value, list []object.Value) error {
	switch o := v.Object().(type) {
	case *object.List:
		o.Items = list
	case *object.Dict:
		o.Clear()
		for i := 0; i+1 < len(list); i += 2 {
			if err := o.Set(t, list[i], list[i+1]); err != nil {
				return err
			}
		}
	case *object.ByteArray:
		o.B = o.B[:0]
		for _, x := range list {
			n, _ := object.AsInt(x)
			o.B = append(o.B, byte(n))
		}
	case *object.Set:
		for _, x := range slices.Collect(o.All()) {
			if _, err := o.Remove(t, x); err != nil {
				return err
			}
		}
		for _, x := range list {
			if err := o.Add(t, x); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *crossing) list(v object.Value, o *object.List) (object.Value, error) {
	w := object.NewList(nil)
	c.know(v, w) // it may hold itself
	items, err := c.carryAll(slices.Clone(o.Items))
	if err != nil {
		return object.Value{}, err
	}
	w.Object().(*object.List).Items = items
	c.lend(v, w)
	return w, nil
}

// tuple copies a tuple, of a class that both sides have or with names for its items where it has them.
func (c *crossing) tuple(o *object.Tuple, class *object.Class) (object.Value, error) {
	items, err := c.carryAll(o.Items)
	switch {
	case err != nil:
		return object.Value{}, err
	case class.Builtin:
		return object.NewTupleOf(class, items), nil
	}
	if k := c.to.named(class); k != nil {
		return object.NewTupleOf(k, items), nil
	}
	return object.NewTuple(items...), nil
}

// named is this side's class for a named tuple of the far side.
func (s *side) named(class *object.Class) *object.Class {
	if k, ok := s.classes[class]; ok {
		return k
	}
	fields, ok := class.Lookup("_fields")
	if !ok {
		return nil
	}
	names, isTuple := fields.Object().(*object.Tuple)
	if !isTuple {
		return nil
	}
	for _, name := range names.Items {
		if !plain[name.Class()] {
			return nil
		}
	}
	module, err := interp.Import(s.Thread, "collections")
	if err != nil {
		return nil
	}
	make, err := object.GetAttr(s.Thread, module, "namedtuple")
	if err != nil {
		return nil
	}
	k := asClass(object.CallArgs(s.Thread, make, object.Args{Pos: []object.Value{object.NewStr(class.Name), object.NewTuple(names.Items...)},
		Kw: []object.Keyword{{Name: "module", Value: object.NewStr("__main__")}}}))
	if k == nil {
		return nil
	}
	s.classes[class], s.far.classes[k] = k, class
	return k
}

// dict copies a dict; one of the library's classes stays one.
func (c *crossing) dict(v object.Value, o *object.Dict, class *object.Class) (object.Value, error) {
	w := object.NewDict().Value()
	k := c.to.peer(class)
	if class.Builtin {
		k = class // OrderedDict, which all sessions share
	}
	if k != nil && c.to.mirrors[k] == nil {
		if made, err := object.CallAttr(c.to.Thread, k.Value(), "__new__", k.Value()); err == nil {
			w = made
		}
	}
	d, ok := w.Object().(*object.Dict)
	if !ok {
		return c.to.proxy(v)
	}
	c.know(v, w)
	items, err := c.carryAll(contents(v))
	if err == nil {
		err = fill(c.to.Thread, d.Value(), items)
	}
	if err != nil {
		return object.Value{}, err
	}
	if factory, ok, err := object.GetAttrOpt(c.from.Thread, v, "default_factory"); class.Name == "defaultdict" && ok && err == nil {
		if f, err := c.carry(factory); err == nil {
			_ = object.SetAttr(c.to.Thread, w, "default_factory", f) // without it, it is a dict
		}
	}
	c.lend(v, w)
	return w, nil
}

func (c *crossing) set(v object.Value, o *object.Set, class *object.Class) (object.Value, error) {
	d := object.NewSet()
	if class.IsSubclassOf(object.FrozenSetClass) {
		d = object.NewFrozenSet()
	}
	w := d.Value()
	c.know(v, w)
	items, err := c.carryAll(slices.Collect(o.All()))
	if err != nil {
		return object.Value{}, err
	}
	for _, x := range items {
		if err := d.Add(c.to.Thread, x); err != nil {
			return object.Value{}, err
		}
	}
	if !class.IsSubclassOf(object.FrozenSetClass) {
		c.lend(v, w)
	}
	return w, nil
}

func (c *crossing) bytearray(v object.Value, o *object.ByteArray) (object.Value, error) {
	if err := c.to.Thread.ChargeItems(len(o.B), 16); err != nil {
		return object.Value{}, err
	}
	w := object.NewByteArray(slices.Clone(o.B))
	c.lend(v, w)
	return w, nil
}
