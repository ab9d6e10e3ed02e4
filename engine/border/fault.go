package border

import "gputour/engine/object"

// This file takes exceptions over.

// fault is what an error of the from side is on the other.
func (c *crossing) fault(err error) error {
	e, ok := object.AsException(err)
	if !ok {
		return err // a stop ends both
	}
	if err := c.to.Thread.Charge(kept); err != nil {
		return err
	}
	return c.exception(e)
}

// exception makes an exception of the same class with the same arguments. One that only
// stands for another of this side becomes that again.
func (c *crossing) exception(e *object.Exception) *object.Exception {
	if own := c.from.raised[e]; own != nil {
		return own
	}
	if stand := c.to.stands[e]; stand != nil {
		return stand
	}
	args := []object.Value{}
	for _, v := range e.Args.Items {
		w, err := c.carry(v)
		if err != nil {
			w = object.None
		}
		args = append(args, w)
	}
	stand := object.NewException(c.to.exceptionClass(e.Class()), args...)
	c.to.raised[stand], c.to.stands[e] = e, stand
	if e.Cause != nil {
		stand.Cause = c.exception(e.Cause)
	}
	if attrs := object.AttrsOf(e.Value()); attrs != nil {
		for _, name := range attrs.Names() {
			v, _ := attrs.Get(name)
			if w, err := c.carry(v); err == nil {
				_ = object.SetAttr(c.to.Thread, stand.Value(), name, w) // what cannot be set here is not told
			}
		}
	}
	return stand
}
