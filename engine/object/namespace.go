package object

import (
	"hash/maphash"
	"iter"
	"sync/atomic"
)

// Box holds the value of one name; the zero Value means unbound. Code that
// refers to a global keeps its Box, so a function from an old cell sees new bindings.
//
// Who takes the value from here to keep it uses Take: it may be held by the name (see Hold).
type Box struct {
	Value Value
	Name  string
}

// Take is the value, for whoever may put it anywhere.
func (b *Box) Take() Value {
	Disown(b.Value)
	return b.Value
}

// Namespace maps names to values in the order in which the names came up: the
// globals of a module, the attributes of a class. Each name has one Box for the
// life of the Namespace; deleting a name empties its Box.
//
// A session has thousands of names, most in small namespaces: up to scannedNames are
// looked through, more are found by an open-addressed index, a fourth of a Go map's size.
type Namespace struct {
	boxes []*Box
	index []uint32 // numbers of boxes from 1; 0 is free
	// dict is the live dict of this namespace, once somebody asked for it: of a class of the library, any session.
	dict atomic.Pointer[Dict]
}

const scannedNames = 8 // see Namespace

var nameSeed = maphash.MakeSeed()

// NewNamespace returns an empty Namespace.
func NewNamespace() *Namespace { return &Namespace{} }

// find returns the box of name, or nil.
func (n *Namespace) find(name string) *Box {
	if n.index == nil {
		for _, b := range n.boxes {
			if b.Name == name {
				return b
			}
		}
		return nil
	}
	mask := uint64(len(n.index) - 1)
	for i := maphash.String(nameSeed, name) & mask; ; i = (i + 1) & mask {
		at := n.index[i]
		if at == 0 {
			return nil
		}
		if b := n.boxes[at-1]; b.Name == name {
			return b
		}
	}
}

// Box returns the box of name, made unbound if there is none yet.
func (n *Namespace) Box(name string) *Box {
	if b := n.find(name); b != nil {
		return b
	}
	b := &Box{Name: name}
	n.boxes = append(n.boxes, b)
	switch {
	case len(n.boxes) <= scannedNames:
	case len(n.boxes)*3 > len(n.index)*2:
		n.index = make([]uint32, max(16, 2*len(n.index)))
		for i := range n.boxes {
			n.enter(i)
		}
	default:
		n.enter(len(n.boxes) - 1)
	}
	return b
}

// enter puts box i into a free place of the index.
func (n *Namespace) enter(i int) {
	mask := uint64(len(n.index) - 1)
	at := maphash.String(nameSeed, n.boxes[i].Name) & mask
	for n.index[at] != 0 {
		at = (at + 1) & mask
	}
	n.index[at] = uint32(i + 1)
}

// Get returns the value of name.
func (n *Namespace) Get(name string) (Value, bool) {
	if b := n.find(name); b != nil && b.Value.head != nil {
		return b.Take(), true
	}
	return Value{}, false
}

// Set binds name.
func (n *Namespace) Set(name string, v Value) { n.Box(name).Value = v }

// Delete unbinds name and reports whether it was bound.
func (n *Namespace) Delete(name string) bool {
	b := n.find(name)
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
			if b.Value.head != nil && !yield(b.Name, b.Take()) {
				return
			}
		}
	}
}

// Glance is All for who keeps none of the values.
func (n *Namespace) Glance() iter.Seq2[string, Value] {
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
	if d := n.dict.Load(); d != nil {
		return d
	}
	d := newDict(DictClass)
	d.names = n
	if n.dict.CompareAndSwap(nil, d) {
		return d
	}
	return n.dict.Load()
}

// NamespaceOf returns the Namespace that d is the live dict of. A plain dict
// becomes one: its string keys move to boxes, it stays the same object (exec(code, d)).
func NamespaceOf(d *Dict) *Namespace {
	if d.names != nil {
		return d.names
	}
	n := NewNamespace()
	n.dict.Store(d)
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
