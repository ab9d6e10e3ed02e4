package binding

import "gputour/engine/object"

// Step makes the next element of an iterator; ok is false at the end.
type Step func(t *object.Thread) (x object.Value, ok bool, err error)

// stepper is an object whose iteration is a Go function.
type stepper struct {
	object.Head
	next Step
}

// Walk calls f with all elements that are left.
func (s *stepper) Walk(t *object.Thread, f func(object.Value) error) error {
	for s.next != nil {
		if err := t.Poll(); err != nil {
			return err
		}
		x, ok, err := s.next(t)
		if !ok {
			s.next = nil
		}
		if !ok || err != nil {
			return err
		}
		if err := f(x); err != nil {
			return err
		}
	}
	return nil
}

// IterClass declares a class that is called with the given signature and whose
// instances iterate by the step that begin returns.
func IterClass(name, signature, doc string, begin func(t *object.Thread, a []object.Value) (Step, error), static ...object.Method) *object.Class {
	return Class(name).Define(object.Spec{
		Doc:           doc,
		Signature:     signature,
		StaticMethods: static,
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			next, err := begin(t, a)
			if err != nil {
				return object.Value{}, err
			}
			return object.Adopt(&stepper{next: next}, c), nil
		},
		Slots: object.Slots{
			Iter: func(_ *object.Thread, v object.Value) (object.Value, error) { return v, nil },
			Next: func(t *object.Thread, v object.Value) (object.Value, bool, error) {
				s := v.Object().(*stepper)
				if s.next == nil {
					return object.Value{}, false, nil
				}
				if err := t.Poll(); err != nil { // whoever consumes it may never look up
					return object.Value{}, false, err
				}
				x, ok, err := s.next(t)
				if !ok {
					s.next = nil
				}
				return x, ok, err
			},
		},
	})
}

// MakeFrom returns an instance of an iterClass that iterates by next.
func MakeFrom(c *object.Class, next Step) object.Value {
	return object.Adopt(&stepper{next: next}, c)
}

// Iters returns an iterator for each element of a *args tuple.
func Iters(t *object.Thread, v object.Value) ([]object.Value, error) {
	items := v.Object().(*object.Tuple).Items
	list := make([]object.Value, len(items))
	for i, item := range items {
		it, err := object.Iter(t, item)
		if err != nil {
			return nil, err
		}
		list[i] = it
	}
	return list, nil
}

// End is what a step returns at the end.
func End() (object.Value, bool, error) { return object.Value{}, false, nil }

// Fail is what a step returns for an error.
func Fail(err error) (object.Value, bool, error) { return object.Value{}, false, err }
