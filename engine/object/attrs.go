package object

// Attrs is the instance dictionary of one object. While a program only adds
// attributes, Shape says which attribute stands in which element of Values, and
// an inline cache needs to compare one pointer. Deleting any but the newest, asking
// for __dict__, more than MaxShape attributes, or a class shared by all sessions turns it into a real dict:
// then Shape is nil and dict holds everything.
//
//	Shape ─► names ["x", "y"]
//	Values [ 1.0, 2.0 ]
type Attrs struct {
	Shape  *Shape
	Values []Value
	dict   *Dict
}

// Shape is a hidden class: the order in which instances of Class got their
// attributes. Shapes form a tree from the empty shape of each class; they belong
// to the session of their class.
type Shape struct {
	Class *Class
	names []string
	keys  []Value           // names as strs; nil until a dict is made of an instance
	index map[string]int    // nil up to eight names, which are looked through
	next  map[string]*Shape // with one name more
	prev  *Shape            // without the last name; nil for the empty shape
}

// MaxShape is the number of attributes above which an object gets a real dict.
const MaxShape = 64

// Index returns the element of Values that holds name, or -1.
func (s *Shape) Index(name string) int {
	if s.index == nil {
		for i, n := range s.names {
			if n == name {
				return i
			}
		}
		return -1
	}
	if i, ok := s.index[name]; ok {
		return i
	}
	return -1
}

// Len returns the number of attributes.
func (s *Shape) Len() int { return len(s.names) }

// Next returns the shape of an object of shape s that gets attribute name next.
func (s *Shape) Next(name string) *Shape {
	if n := s.next[name]; n != nil {
		return n
	}
	n := &Shape{Class: s.Class, prev: s, names: append(s.names[:len(s.names):len(s.names)], name)}
	if len(n.names) > 8 {
		n.index = make(map[string]int, len(n.names))
		for i, name := range n.names {
			n.index[name] = i
		}
	}
	if s.next == nil {
		s.next = map[string]*Shape{}
	}
	s.next[name] = n
	return n
}

// AttrsOf returns the instance dictionary of a heap object, or nil where it has none yet.
func AttrsOf(v Value) *Attrs { return v.head.attrs }

// Carry gives v an attribute that is no entry of a __dict__, as a field of a C struct is none: its class may have no __dict__.
func Carry(v Value, name string, x Value) {
	h := v.head
	if h.attrs == nil {
		h.attrs = newAttrs(h.class)
	}
	h.attrs.Set(name, x)
}

// attrsFor returns h's instance dictionary, made if its class allows one; else nil.
func (h *Head) attrsFor() *Attrs {
	if h.class != nil && !h.class.HasDict {
		return nil // whatever it carries
	}
	if h.attrs == nil && h.class != nil && h.object != nil {
		h.attrs = newAttrs(h.class)
	}
	return h.attrs
}

func newAttrs(c *Class) *Attrs {
	a := &Attrs{}
	a.init(c)
	return a
}

func (a *Attrs) init(c *Class) {
	if c.Builtin {
		a.dict = newDict(DictClass)
		return
	}
	a.Shape = c.emptyShape()
}

func (c *Class) emptyShape() *Shape {
	if c.shape == nil {
		c.shape = &Shape{Class: c}
	}
	return c.shape
}

// Get returns attribute name of the instance dictionary alone, without the class.
func (a *Attrs) Get(name string) (Value, bool) {
	if a.Shape == nil {
		return a.dict.GetStr(name)
	}
	if i := a.Shape.Index(name); i >= 0 {
		return a.Values[i], true
	}
	return Value{}, false
}

// Set sets attribute name.
func (a *Attrs) Set(name string, v Value) {
	if a.Shape == nil {
		a.dict.SetStr(name, v)
		return
	}
	if i := a.Shape.Index(name); i >= 0 {
		a.Values[i] = v
		return
	}
	if a.Shape.Len() >= MaxShape {
		a.Dict().SetStr(name, v)
		return
	}
	a.Append(a.Shape.Next(name), v)
}

// Append adds one attribute; next must be a.Shape.Next of its name.
func (a *Attrs) Append(next *Shape, v Value) {
	if len(a.Values) == cap(a.Values) && len(a.Values) == 0 {
		a.Values = make([]Value, 0, 4)
	}
	a.Shape, a.Values = next, append(a.Values, v)
}

// Delete removes attribute name and reports whether it was there.
func (a *Attrs) Delete(name string) bool {
	if a.Shape != nil {
		i := a.Shape.Index(name)
		if i < 0 {
			return false
		}
		if i == len(a.Values)-1 { // the newest: back to the shape before it
			a.Values[i] = Value{}
			a.Shape, a.Values = a.Shape.prev, a.Values[:i]
			return true
		}
	}
	return a.Dict().DeleteStr(name)
}

// Len returns the number of attributes.
func (a *Attrs) Len() int {
	if a.Shape == nil {
		return a.dict.Len()
	}
	return a.Shape.Len()
}

// Names returns the attributes' names in order. Keys of a __dict__ that are no strings are left out.
func (a *Attrs) Names() []string {
	if a.Shape != nil {
		return a.Shape.names
	}
	var names []string
	for k := range a.dict.All() {
		if s, ok := k.Object().(*Str); ok {
			names = append(names, s.s)
		}
	}
	return names
}

// Dict turns the attributes into a real dict, obj.__dict__, which from now on holds them.
func (a *Attrs) Dict() *Dict {
	if a.Shape == nil {
		return a.dict
	}
	a.dict = a.snapshot()
	clear(a.Values) // their array may live on in the instance
	a.Shape, a.Values = nil, nil
	return a.dict
}

// InstanceDict returns v.__dict__ as a live dict, or nil where v has none.
func InstanceDict(v Value) *Dict {
	if a := v.head.attrsFor(); a != nil {
		return a.Dict()
	}
	return nil
}

// setInstanceDict makes d v's __dict__.
func setInstanceDict(v Value, d *Dict) {
	a := v.head.attrsFor()
	a.Shape, a.Values, a.dict = nil, nil, d
}

// Instance is an object of a class made by a cell, or of any class that needs no
// Go fields. Its first attributes and its __slots__ live in the same allocation.
type Instance struct {
	Head
	// Slots are the values of __slots__; see Member.
	Slots  []Value
	own    Attrs
	inline [4]Value
}

// NewInstance returns a fresh instance of c, which has no Go layout of its own.
func NewInstance(c *Class) Value {
	if c.born != nil {
		return newMortal(c)
	}
	o := &Instance{}
	o.class, o.object = c, o
	if c.numSlots > 0 {
		o.Slots = make([]Value, c.numSlots)
	}
	if c.HasDict {
		o.attrs = &o.own
		o.own.init(c)
		o.own.Values = o.inline[:0]
	}
	return Value{&o.Head, 0}
}

// snapshot returns a copy of the attributes; they stay in their shape.
func (a *Attrs) snapshot() *Dict {
	if a.Shape == nil {
		return a.dict.Copy()
	}
	d := newDict(DictClass)
	d.Reserve(len(a.Values))
	for i, key := range a.Shape.strs() {
		d.insert(key, a.Values[i], key.head.object.(*Str).Hash())
	}
	return d
}

// strs returns the names as strs.
func (s *Shape) strs() []Value {
	if s.keys == nil && len(s.names) > 0 {
		s.keys = make([]Value, len(s.names))
		for i, name := range s.names {
			s.keys[i] = NewStr(name)
		}
	}
	return s.keys
}
