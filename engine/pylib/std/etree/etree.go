// Package etree is Python's module _elementtree: XML as a tree of elements, read and written.
package etree

import (
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// Module _elementtree: the elements of XML trees, documents read and written where nothing
// in them is unusual. What is unusual, mistakes above all, is left to the Python of
// xml.etree.

// element is xml.etree.ElementTree.Element.
type element struct {
	object.Head
	tag, text, tail object.Value
	attrib          *object.Dict // nil: empty, and nobody has asked for it
	children        *object.List // nil: none yet
}

var elementClass = binding.Class("xml.etree.ElementTree.Element")

// items are the children.
func (e *element) items() []object.Value {
	if e.children == nil {
		return nil
	}
	return e.children.Items
}

func (e *element) append(child object.Value) { l := e.list(); l.Items = append(l.Items, child) }

// list returns the children's list.
func (e *element) list() *object.List {
	if e.children == nil {
		e.children = object.NewList(nil).Object().(*object.List)
	}
	return e.children
}

// dict returns the attributes' dict.
func (e *element) dict() *object.Dict {
	if e.attrib == nil {
		e.attrib = object.NewDict()
	}
	return e.attrib
}

func elementOf(v object.Value) *element {
	e, _ := v.Object().(*element)
	return e
}

func newElement(c *object.Class, tag object.Value) (*element, object.Value) {
	e := &element{tag: tag, text: object.None, tail: object.None}
	return e, object.Adopt(e, c)
}

func Init(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_elementtree", "The elements of XML trees.")
	m.Dict.Set("Element", elementClass.Value())
	m.AddFuncs(
		object.Def("SubElement(parent, tag, /, attrib=?, **extra)", subElement, "A new element, appended to another."),
		object.Def("read(text, events=None, /)", readXML, "The tree of a document and a list of its events; None where the document is unusual."),
		object.Def("write(element, short_empty, /)", writeXML, "The text of a tree; None where the tree is unusual."),
	)
	return m, nil
}

func init() {
	value := func(name string, field func(e *element) *object.Value) object.Prop {
		return object.Prop{Name: name,
			Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return *field(elementOf(v)), nil },
			Set: func(_ *object.Thread, v, x object.Value) error {
				if x.IsNil() {
					return object.Raise(object.AttributeError, "can't delete element attribute")
				}
				*field(elementOf(v)) = x
				return nil
			},
		}
	}
	elementClass.Define(object.Spec{
		Alloc: func(c *object.Class) object.Value {
			_, v := newElement(c, object.None)
			return v
		},
		Signature: "Element(tag, /, attrib=?, **extra)",
		Init: func(t *object.Thread, self object.Value, a []object.Value) error {
			e := elementOf(self)
			e.tag, e.text, e.tail, e.children = a[0], object.None, object.None, nil
			return e.setAttributes(t, "Element", 2, a[1], a[2])
		},
		Slots: object.Slots{
			Repr:    elementRepr,
			Len:     func(_ *object.Thread, v object.Value) (int, error) { return len(elementOf(v).items()), nil },
			GetItem: elementGetItem, SetItem: elementSetItem,
			Bool: func(_ *object.Thread, v object.Value) (bool, error) { return len(elementOf(v).items()) > 0, nil },
		},
		Methods: elementMethods(),
		Props: []object.Prop{
			value("tag", func(e *element) *object.Value { return &e.tag }),
			value("text", func(e *element) *object.Value { return &e.text }),
			value("tail", func(e *element) *object.Value { return &e.tail }),
			{Name: "attrib",
				Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return elementOf(v).dict().Value(), nil },
				Set: func(_ *object.Thread, v, x object.Value) error {
					d, ok := objectOrNil(x).(*object.Dict)
					if !ok {
						return object.Raise(object.TypeError, "attrib must be dict, not %s", object.TypeName(x))
					}
					elementOf(v).attrib = d
					return nil
				}},
		},
	})
	elementClass.Weak = true
}

func objectOrNil(v object.Value) object.Object {
	if v.IsNil() {
		return nil
	}
	return v.Object()
}

// setAttributes gives the element a copy of a dict, which may be absent, and the keywords.
func (e *element) setAttributes(t *object.Thread, function string, arg int, attrib, extra object.Value) error {
	e.attrib = nil
	if !attrib.IsNil() {
		d, ok := attrib.Object().(*object.Dict)
		if !ok {
			return object.Raise(object.TypeError, "%s() argument %d must be dict, not %s", function, arg, object.TypeName(attrib))
		}
		if d.Len() > 0 {
			e.attrib = d.Copy()
		}
	}
	if more := extra.Object().(*object.Dict); more.Len() > 0 {
		return e.dict().Update(t, extra)
	}
	return t.Charge(128)
}

func subElement(t *object.Thread, a []object.Value) (object.Value, error) {
	parent := elementOf(a[0])
	if parent == nil {
		return object.Value{}, object.Raise(object.TypeError, "SubElement() argument 1 must be xml.etree.ElementTree.Element, not %s", object.TypeName(a[0]))
	}
	e, v := newElement(elementClass, a[1])
	if err := e.setAttributes(t, "SubElement", 3, a[2], a[3]); err != nil {
		return object.Value{}, err
	}
	parent.append(v)
	return v, nil
}

func elementRepr(t *object.Thread, v object.Value) (string, error) {
	tag, err := object.Repr(t, elementOf(v).tag)
	return "<Element " + tag + " at " + object.Address(v) + ">", err
}

// indexed says of a child that is not there what CPython says.
func indexed(err error, message string) error {
	if err != nil && object.Catch(err, object.IndexError) {
		return object.Raise(object.IndexError, "%s", message)
	}
	return err
}

func elementGetItem(t *object.Thread, v, key object.Value) (object.Value, error) {
	e := elementOf(v)
	if key.IsInt() {
		if i := key.SmallInt(); i >= 0 && i < int64(len(e.items())) {
			return e.children.Items[i], nil
		}
	}
	if _, isSlice := key.Object().(*object.Slice); !isSlice && key.Class().Slots.Index == nil {
		return object.Value{}, object.Raise(object.TypeError, "element indices must be integers")
	}
	x, err := object.GetItem(t, object.Of(e.list()), key)
	return x, indexed(err, "child index out of range")
}

func elementSetItem(t *object.Thread, v, key, x object.Value) error {
	list := object.Of(elementOf(v).list())
	if _, isSlice := key.Object().(*object.Slice); isSlice && !x.IsNil() {
		items, err := object.Collect(t, x)
		if err != nil {
			return err
		}
		for _, child := range items {
			if err := expectElement(child); err != nil {
				return err
			}
		}
		x = object.NewList(items)
	} else if !x.IsNil() {
		if err := expectElement(x); err != nil {
			return err
		}
	}
	return indexed(object.SetItem(t, list, key, x), "child assignment index out of range")
}

func expectElement(v object.Value) error {
	if elementOf(v) == nil {
		return object.Raise(object.TypeError, "expected an Element, not \"%s\"", object.TypeName(v))
	}
	return nil
}

// argElement checks the argument of append and insert.
func argElement(method, at string, v object.Value) error {
	if elementOf(v) == nil {
		return object.Raise(object.TypeError, "%s() %s must be xml.etree.ElementTree.Element, not %s", method, at, object.TypeName(v))
	}
	return nil
}

func elementMethods() []object.Method {
	method := func(sig string, fn func(t *object.Thread, e *element, a []object.Value) (object.Value, error), doc string) object.Method {
		return object.Method{Sig: sig, Doc: doc, Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			return fn(t, elementOf(a[0]), a)
		}}
	}
	// search is a method that ElementPath has as a function.
	search := func(name, sig, doc string) object.Method {
		return object.Method{Sig: sig, Doc: doc, Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			find, err := binding.Attr(t, "xml.etree.ElementPath", name)
			if err != nil {
				return object.Value{}, err
			}
			return object.Call(t, find, a...)
		}}
	}
	return []object.Method{
		search("find", "find(self, /, path, namespaces=None)", "The first element that a path leads to."),
		search("findtext", "findtext(self, /, path, default=None, namespaces=None)", "The text of the first element that a path leads to."),
		search("findall", "findall(self, /, path, namespaces=None)", "The elements that a path leads to."),
		search("iterfind", "iterfind(self, /, path, namespaces=None)", "An iterator over the elements that a path leads to."),
		method("append(self, subelement, /)", func(t *object.Thread, e *element, a []object.Value) (object.Value, error) {
			if err := argElement("append", "argument", a[1]); err != nil {
				return object.Value{}, err
			}
			e.append(a[1])
			return object.None, nil
		}, "Appends an element."),
		method("extend(self, elements, /)", elementExtend, "Appends several elements."),
		method("insert(self, index, subelement, /)", func(t *object.Thread, e *element, a []object.Value) (object.Value, error) {
			if err := argElement("insert", "argument 2", a[2]); err != nil {
				return object.Value{}, err
			}
			return object.CallAttr(t, object.Of(e.list()), "insert", a[1], a[2])
		}, "Inserts an element before an index."),
		method("remove(self, subelement, /)", elementRemove, "Removes an element."),
		method("clear(self, /)", func(_ *object.Thread, e *element, _ []object.Value) (object.Value, error) {
			e.text, e.tail, e.attrib, e.children = object.None, object.None, nil, nil
			return object.None, nil
		}, "Removes elements, attributes and texts."),
		method("get(self, /, key, default=None)", func(t *object.Thread, e *element, a []object.Value) (object.Value, error) {
			if e.attrib == nil {
				return a[2], nil
			}
			x, ok, err := e.attrib.Get(t, a[1])
			if !ok {
				x = a[2]
			}
			return x, err
		}, "An attribute."),
		method("set(self, key, value, /)", func(t *object.Thread, e *element, a []object.Value) (object.Value, error) {
			return object.None, e.dict().Set(t, a[1], a[2])
		}, "Sets an attribute."),
		method("keys(self, /)", func(_ *object.Thread, e *element, _ []object.Value) (object.Value, error) {
			return object.NewList(e.dict().Keys()), nil
		}, "The names of the attributes."),
		method("items(self, /)", func(_ *object.Thread, e *element, _ []object.Value) (object.Value, error) {
			var pairs []object.Value
			for k, x := range e.dict().All() {
				pairs = append(pairs, object.CopyTuple([]object.Value{k, x}))
			}
			return object.NewList(pairs), nil
		}, "The attributes."),
		method("iter(self, /, tag=None)", func(_ *object.Thread, e *element, a []object.Value) (object.Value, error) {
			return elementIter(a[0], a[1]), nil
		}, "This element and all below it, or those of one tag, in the order of the text."),
		method("itertext(self, /)", func(_ *object.Thread, _ *element, a []object.Value) (object.Value, error) {
			return elementTexts(a[0]), nil
		}, "The texts of this element and of all below it."),
		method("makeelement(self, tag, attrib, /)", func(t *object.Thread, _ *element, a []object.Value) (object.Value, error) {
			return object.Call(t, elementClass.Value(), a[1], a[2])
		}, "Another element."),
		method("__copy__(self, /)", func(_ *object.Thread, e *element, _ []object.Value) (object.Value, error) {
			made, v := newElement(elementClass, e.tag)
			made.text, made.tail = e.text, e.tail
			if e.attrib != nil {
				made.attrib = e.attrib.Copy()
			}
			made.list().Items = append([]object.Value(nil), e.items()...)
			return v, nil
		}, ""),
		method("__deepcopy__(self, memo, /)", elementDeepCopy, ""),
		method("__getstate__(self, /)", elementState, ""),
		method("__setstate__(self, state, /)", elementSetState, ""),
		method("__reduce__(self, /)", func(t *object.Thread, e *element, a []object.Value) (object.Value, error) {
			state, err := elementState(t, e, a)
			return object.NewTuple(a[0].Class().Value(), object.NewTuple(e.tag), state), err
		}, ""),
	}
}

func elementExtend(t *object.Thread, e *element, a []object.Value) (object.Value, error) {
	items, err := object.Collect(t, a[1])
	if err != nil {
		if s := a[1].Class().Slots; s.Iter == nil && s.GetItem == nil {
			err = object.Raise(object.TypeError, "expected sequence, not \"%s\"", object.TypeName(a[1]))
		}
		return object.Value{}, err
	}
	for _, child := range items {
		if err := expectElement(child); err != nil {
			return object.Value{}, err
		}
		e.append(child)
	}
	return object.None, nil
}

func elementRemove(t *object.Thread, e *element, a []object.Value) (object.Value, error) {
	for i := 0; i < len(e.items()); i++ {
		same, err := object.Equal(t, e.children.Items[i], a[1])
		if err != nil {
			return object.Value{}, err
		}
		if same {
			return object.None, object.DelItem(t, object.Of(e.children), object.Int(int64(i)))
		}
	}
	return object.Value{}, object.Raise(object.ValueError, "list.remove(x): x not in list")
}

// walk is a way through a tree: the elements that lead to the place, and where in each it is.
type walk struct {
	above []*element
	next  []int
}

// step returns the next element, in the order of the text; left is called with each that is
// left behind on the way there.
func (w *walk) step(left func(e *element)) *element {
	for n := len(w.above); n > 0; n = len(w.above) {
		e, i := w.above[n-1], w.next[n-1]
		if i < len(e.items()) {
			w.next[n-1]++
			child := elementOf(e.children.Items[i])
			w.above, w.next = append(w.above, child), append(w.next, 0)
			return child
		}
		w.above, w.next = w.above[:n-1], w.next[:n-1]
		left(e)
	}
	return nil
}

// elementIterClass is what iter and itertext give.
var elementIterClass = object.IterClass("_elementtree._element_iterator")

func elementIter(root, tag object.Value) object.Value {
	if s, ok := object.AsStr(tag); ok && s == "*" {
		tag = object.None
	}
	w, e := walk{}, elementOf(root)
	return object.NewIter(elementIterClass, func(t *object.Thread) (object.Value, bool, error) {
		for n := 1; ; n++ {
			if w.above == nil {
				w.above, w.next = []*element{e}, []int{0}
			} else {
				e = w.step(func(*element) {})
			}
			if e == nil {
				return object.Value{}, false, nil
			}
			if tag.IsNone() {
				return object.Of(e), true, nil
			}
			if same, err := object.Equal(t, e.tag, tag); same || err != nil {
				return object.Of(e), err == nil, err
			}
			if n&1023 == 0 {
				if err := t.Poll(); err != nil {
					return object.Value{}, false, err
				}
			}
		}
	})
}

func elementTexts(root object.Value) object.Value {
	w, e := walk{}, elementOf(root)
	var waiting []object.Value
	add := func(v object.Value) {
		if s, isStr := object.AsStr(v); !v.IsNone() && (!isStr || s != "") {
			waiting = append(waiting, v)
		}
	}
	return object.NewIter(elementIterClass, func(t *object.Thread) (object.Value, bool, error) {
		for len(waiting) == 0 {
			if w.above == nil {
				w.above, w.next = []*element{e}, []int{0}
			} else if e = w.step(func(left *element) {
				if left != elementOf(root) {
					add(left.tail)
				}
			}); e == nil && len(waiting) == 0 {
				return object.Value{}, false, nil
			}
			if e != nil {
				add(e.text)
			}
		}
		v := waiting[0]
		waiting = waiting[1:]
		return v, true, nil
	})
}

func elementDeepCopy(t *object.Thread, e *element, a []object.Value) (object.Value, error) {
	deepcopy, err := binding.Attr(t, "copy", "deepcopy")
	if err != nil {
		return object.Value{}, err
	}
	made, v := newElement(elementClass, object.None)
	copied := func(v object.Value) (x object.Value) {
		if err == nil {
			x, err = object.Call(t, deepcopy, v, a[1])
		}
		return x
	}
	made.tag, made.text, made.tail = copied(e.tag), copied(e.text), copied(e.tail)
	if d, ok := objectOrNil(copied(e.dict().Value())).(*object.Dict); ok {
		made.attrib = d
	}
	for i := 0; i < len(e.items()) && err == nil; i++ {
		child := copied(e.children.Items[i])
		if err == nil {
			err = expectElement(child)
		}
		made.append(child)
	}
	return v, err
}

func elementState(_ *object.Thread, e *element, _ []object.Value) (object.Value, error) {
	state := object.NewDict()
	state.SetStr("tag", e.tag)
	state.SetStr("_children", object.NewList(append([]object.Value(nil), e.items()...)))
	state.SetStr("attrib", e.dict().Value())
	state.SetStr("text", e.text)
	state.SetStr("tail", e.tail)
	return state.Value(), nil
}

func elementSetState(t *object.Thread, e *element, a []object.Value) (object.Value, error) {
	state, ok := a[1].Object().(*object.Dict)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "Don't know how to unpickle \"%s\" as an Element", object.TypeName(a[1]))
	}
	for name, to := range map[string]*object.Value{"tag": &e.tag, "text": &e.text, "tail": &e.tail} {
		*to = object.None
		if v, ok := state.GetStr(name); ok {
			*to = v
		}
	}
	e.attrib, e.children = nil, nil
	if v, ok := state.GetStr("attrib"); ok {
		e.attrib, _ = v.Object().(*object.Dict)
	}
	if v, ok := state.GetStr("_children"); ok {
		return elementExtend(t, e, []object.Value{a[0], v})
	}
	return object.None, nil
}
