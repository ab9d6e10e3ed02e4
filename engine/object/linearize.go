package object

import "strings"

// resolutionOrder returns the MRO of c: that of C3, unless c's metaclass has a
// method mro of its own.
func resolutionOrder(t *Thread, c *Class) ([]*Class, error) {
	if _, owner := c.class.lookupOwner("mro"); owner == TypeClass {
		return linearize(c)
	}
	v, _, err := CallMethod(t, c.Value(), "mro")
	if err != nil {
		return nil, err
	}
	var mro []*Class
	err = ForEach(t, v, func(x Value) error {
		k, ok := x.Object().(*Class)
		if !ok {
			return Raise(TypeError, "mro() returned a non-class ('%s')", TypeName(x))
		}
		if !c.layout.IsSubclassOf(k.layout) {
			return Raise(TypeError, "mro() returned base with unsuitable layout ('%s')", k.Name)
		}
		mro = append(mro, k)
		return nil
	})
	return mro, err
}

// typeMRO is type.mro(c).
func typeMRO(_ *Thread, a []Value) (Value, error) {
	mro, err := linearize(a[0].Object().(*Class))
	return classList(mro), err
}

// linearize returns the MRO of c by the C3 algorithm
// (https://www.python.org/download/releases/2.3/mro/).
func linearize(c *Class) ([]*Class, error) {
	if dup := duplicateBase(c.Bases); dup != nil {
		return nil, Raise(TypeError, "duplicate base class %s", dup.Name)
	}
	var lists [][]*Class
	for _, b := range c.Bases {
		lists = append(lists, b.MRO)
	}
	lists = append(lists, c.Bases)
	tails := map[*Class]int{} // in how many tails a class stands
	for _, l := range lists {
		for _, k := range l[1:] {
			tails[k]++
		}
	}
	mro := []*Class{c}
	for {
		lists = dropEmpty(lists)
		if len(lists) == 0 {
			return mro, nil
		}
		next := nextClass(lists, tails)
		if next == nil {
			return nil, inconsistent(lists)
		}
		mro = append(mro, next)
		for i, l := range lists {
			if l[0] != next {
				continue
			}
			if lists[i] = l[1:]; len(l) > 1 {
				tails[l[1]]--
			}
		}
	}
}

func duplicateBase(bases []*Class) *Class {
	for i, b := range bases {
		for _, other := range bases[:i] {
			if b == other {
				return b
			}
		}
	}
	return nil
}

func dropEmpty(lists [][]*Class) [][]*Class {
	kept := lists[:0:0]
	for _, l := range lists {
		if len(l) > 0 {
			kept = append(kept, l)
		}
	}
	return kept
}

// nextClass returns the first head that stands in no list's tail.
func nextClass(lists [][]*Class, tails map[*Class]int) *Class {
	for _, l := range lists {
		if tails[l[0]] == 0 {
			return l[0]
		}
	}
	return nil
}

func inconsistent(lists [][]*Class) error {
	var names []string
	seen := map[*Class]bool{}
	for _, l := range lists {
		if !seen[l[0]] {
			seen[l[0]] = true
			names = append(names, l[0].Name)
		}
	}
	return Raise(TypeError, "Cannot create a consistent method resolution\norder (MRO) for bases %s", strings.Join(names, ", "))
}
