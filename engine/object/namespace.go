package object

import "iter"

// Box holds the value of one name; the zero Value means unbound. Code that
// refers to a global keeps its Box, so a function from an old cell sees new bindings.
type Box struct {
	Value Value
	Name  string
}

// Namespace maps names to values in the order in which the names came up: the
// globals of a module, the attributes of a class. Each name has one Box for the
// life of the Namespace; deleting a name empties its Box.
type Namespace struct {
	index map[string]*Box
	boxes []*Box
	dict  *Dict // the live dict of this namespace, once somebody asked for it
}

// NewNamespace returns an empty Namespace.
func NewNamespace() *Namespace { return &Namespace{index: map[string]*Box{}} }

// Box returns the box of name, made unbound if there is none yet.
func (n *Namespace) Box(name string) *Box {
	b := n.index[name]
	if b == nil {
		b = &Box{Name: name}
		n.index[name] = b
		n.boxes = append(n.boxes, b)
	}
	return b
}

// Get returns the value of name.
func (n *Namespace) Get(name string) (Value, bool) {
	if b := n.index[name]; b != nil && b.Value.head != nil {
		return b.Value, true
	}
	return Value{}, false
}

// Set binds name.
func (n *Namespace) Set(name string, v Value) { n.Box(name).Value = v }

// Delete unbinds name and reports whether it was bound.
func (n *Namespace) Delete(name string) bool {
	b := n.index[name]
	if b == nil || b.Value.head == nil {
		return false
	}
	b.Value = Value{}
	return true
}

// Len counts the bound names.
func (n *Namespace) Len() int {
	live := 0
	for _, b := range n.boxes {
		if b.Value.head != nil {
			live++
		}
	}
	return live
}

// All yields the bound names and their values in order.
func (n *Namespace) All() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for _, b := range n.boxes {
			if b.Value.head != nil && !yield(b.Name, b.Value) {
				return
			}
		}
	}
}

// Boxes returns the box of every name, bound or not, in order.
func (n *Namespace) Boxes() []*Box { return n.boxes }

// Names returns the bound names in order.
func (n *Namespace) Names() []string {
	names := make([]string, 0, len(n.boxes))
	for name := range n.All() {
		names = append(names, name)
	}
	return names
}

// Dict returns the live dict of the namespace (globals(), module.__dict__):
// changes of one are changes of the other. It is always the same object.
func (n *Namespace) Dict() *Dict {
	if n.dict == nil {
		n.dict = newDict(DictClass)
		n.dict.names = n
	}
	return n.dict
}

// NamespaceOf returns the Namespace that d is the live dict of. A plain dict
// becomes one: its string keys move to boxes, it stays the same object (exec(code, d)).
func NamespaceOf(d *Dict) *Namespace {
	if d.names != nil {
		return d.names
	}
	n := NewNamespace()
	n.dict = d
	rest := newDict(DictClass)
	for pos := 0; ; {
		k, v, ok := d.Next(&pos)
		if !ok {
			break
		}
		if s, isStr := k.Object().(*Str); isStr {
			n.Set(s.s, v)
		} else {
			rest.insert(k, v, mustHash(k))
		}
	}
	d.table = rest.table
	d.names = n
	return n
}
