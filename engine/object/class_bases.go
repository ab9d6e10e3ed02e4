package object

// This file gives a class other bases than its statement did.

// setBases is c.__bases__ = x. A base must have c's Go struct and no more __slots__ than c, since instances stay as they are.
func setBases(t *Thread, c *Class, x Value) error {
	tuple, ok := x.Object().(*Tuple)
	switch {
	case !ok:
		return Raise(TypeError, "can only assign tuple to %s.__bases__, not %s", c.Name, TypeName(x))
	case len(tuple.Items) == 0:
		return Raise(TypeError, "can only assign non-empty tuple to %s.__bases__, not ()", c.Name)
	}
	bases := make([]*Class, len(tuple.Items))
	for i, v := range tuple.Items {
		b, isClass := v.Object().(*Class)
		switch {
		case !isClass:
			return Raise(TypeError, "%s.__bases__ must be tuple of classes, not '%s'", c.Name, TypeName(v))
		case b.IsSubclassOf(c) || b.below(c):
			return Raise(TypeError, "a __bases__ item causes an inheritance cycle")
		case b.layout != c.layout || b.numSlots > c.numSlots:
			return Raise(TypeError, "__bases__ assignment: '%s' object layout differs from '%s'", b.Name, c.firstBase().Name)
		case b.Final:
			return Raise(TypeError, "type '%s' is not an acceptable base type", b.fullName())
		}
		bases[i] = b
	}
	return c.rebase(t, bases)
}

// below reports whether c is among b's bases or theirs, whatever the MROs say, which
// a metaclass may make up.
func (b *Class) below(c *Class) bool {
	for _, k := range b.Bases {
		if k == c || k.below(c) {
			return true
		}
	}
	return false
}

// rebase puts c under other bases, or fails and leaves all as it was.
func (c *Class) rebase(t *Thread, bases []*Class) error {
	old := c.Bases
	c.leaveBases(t.Session)
	c.Bases = bases
	err := c.reorder(t)
	if err != nil {
		c.Bases = old
		if err := c.reorder(t); err != nil {
			return err
		}
	}
	c.joinBases(t.Session)
	c.changed()
	return err
}

// reorder computes MRO and slots of c and its subclasses again.
func (c *Class) reorder(t *Thread) error {
	mro, err := resolutionOrder(t, c)
	if err != nil {
		return err
	}
	c.MRO = mro
	c.setUserSlots()
	for _, child := range c.Subclasses() {
		if err := child.reorder(t); err != nil {
			return err
		}
	}
	return nil
}
