package object

// Holder is an object of another package that refers to values. Referent(i) gives
// the i-th of them, zero where there is a gap; ok is false past the last one.
// What stands at i stays there until the object changes.
type Holder interface {
	Object
	Referent(i int) (v Value, ok bool)
}

// Referent returns the i-th value that v refers to: its class, its attributes, then
// its contents. The zero Value is a gap; ok is false past the last one. It is what
// a search for the objects that a program can reach walks along.
func Referent(v Value, i int) (x Value, ok bool) {
	h := v.head
	if h.object == nil {
		return Value{}, false
	}
	if i == 0 {
		return h.class.Value(), true
	}
	i--
	if a := h.attrs; a != nil {
		if x, ok, i = a.referent(i); ok {
			return x, true
		}
	}
	if o, ok := h.object.(*Instance); ok {
		return element(o.Slots, i)
	}
	return contents(h.object, i)
}

func element(items []Value, i int) (Value, bool) {
	if i < len(items) {
		return items[i], true
	}
	return Value{}, false
}

// referent is attribute i; rest is what remains of i past the last one.
func (a *Attrs) referent(i int) (x Value, ok bool, rest int) {
	if a.Shape != nil {
		if i < len(a.Values) {
			return a.Values[i], true, 0
		}
		return Value{}, false, i - len(a.Values)
	}
	if i == 0 {
		return a.dict.Value(), true, 0
	}
	return Value{}, false, i - 1
}

// contents is referent i of a built-in object, without class and attributes.
func contents(o Object, i int) (Value, bool) {
	switch o := o.(type) {
	case *List:
		return element(o.Items, i)
	case *Tuple:
		return element(o.Items, i)
	case *Dict:
		return o.referent(i)
	case *Set:
		if i < len(o.table.slots) {
			return o.table.slots[i].key, true
		}
	case *Class:
		return o.referent(i)
	case *Module:
		return o.Dict.referent(i)
	case *Exception:
		return o.referent(i)
	case Holder:
		return o.Referent(i)
	default:
		return planOf(o).referent(o, i)
	}
	return Value{}, false
}

func (n *Namespace) referent(i int) (Value, bool) {
	if i < len(n.boxes) {
		return n.boxes[i].Value, true
	}
	return Value{}, false
}

// referent is a key or a value by turns; those of string keys of a namespace come first.
func (d *Dict) referent(i int) (Value, bool) {
	if d.names != nil {
		if i < len(d.names.boxes) {
			return d.names.boxes[i].Value, true
		}
		i -= len(d.names.boxes)
	}
	if i/2 >= len(d.entries) {
		return Value{}, false
	}
	if e := &d.entries[i/2]; i%2 == 1 {
		return e.value, true
	} else {
		return e.key, true
	}
}

func (c *Class) referent(i int) (Value, bool) {
	if i < len(c.Bases) {
		return c.Bases[i].Value(), true
	}
	return c.Dict.referent(i - len(c.Bases))
}

func (e *Exception) referent(i int) (Value, bool) {
	switch i {
	case 0:
		return Of(e.Args), true
	case 1:
		return e.Traceback, true
	case 2, 3:
		link := e.Cause
		if i == 3 {
			link = e.Context
		}
		if link == nil {
			return Value{}, true
		}
		return link.Value(), true
	}
	return element(e.fields, i-4)
}
