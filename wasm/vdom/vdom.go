// Package vdom describes a piece of the page as a value: a tree of Nodes.
//
// The view builds trees from state, the dom package makes the real page equal to
// them, and tests read them without a browser. A Node is never changed after it
// was built, so an equal pointer means an equal tree and can be skipped.
// The package imports nothing of ours and no syscall/js.
package vdom

import "strings"

// Node is an element, or a text when Tag is empty.
type Node struct {
	Tag   string
	Key   string // identity among siblings; "" goes by position
	Text  string
	Attrs []Attr
	Kids  []*Node
	// Hook names a piece of the page that is not drawn from Kids but by the
	// script beside us (an editor, a frame); Arg is what it is given.
	Hook, Arg string
}

// Attr is one attribute. Value "" with On false takes no part.
type Attr struct {
	Name, Value string
	On          bool
}

// Part is what El accepts: Attr, *Node (nil is left out), []*Node, or string.
type Part any

// El builds an element.
func El(tag string, parts ...Part) *Node {
	n := &Node{Tag: tag}
	for _, part := range parts {
		n.add(part)
	}
	return n
}

func (n *Node) add(part Part) {
	switch p := part.(type) {
	case Attr:
		n.attr(p)
	case *Node:
		if p != nil {
			n.Kids = append(n.Kids, p)
		}
	case []*Node:
		for _, kid := range p {
			if kid != nil {
				n.Kids = append(n.Kids, kid)
			}
		}
	case string:
		n.Kids = append(n.Kids, Text(p))
	}
}

// attr adds a; key and hook are kept beside the attributes.
func (n *Node) attr(a Attr) {
	switch {
	case a.Name == keyAttr:
		n.Key = a.Value
	case a.Name == hookAttr:
		n.Hook, n.Arg, _ = strings.Cut(a.Value, "\x00")
	case a.On || a.Value != "":
		n.Attrs = append(n.Attrs, a)
	}
}

const (
	keyAttr  = "\x00key"
	hookAttr = "\x00hook"
)

// Text is a text node.
func Text(s string) *Node { return &Node{Text: s} }

// A is an attribute; it is left out when value is empty.
func A(name, value string) Part { return Attr{Name: name, Value: value} }

// Flag is an attribute without value, present when on.
func Flag(name string, on bool) Part { return Attr{Name: name, On: on} }

// Class is A("class", …).
func Class(names string) Part { return A("class", names) }

// Key gives the node its identity among its siblings.
func Key(key string) Part { return Attr{Name: keyAttr, Value: key} }

// Hook leaves the node's content to the page's script; see Node.Hook.
func Hook(name, arg string) Part { return Attr{Name: hookAttr, Value: name + "\x00" + arg} }

// Act makes the node do something when it is clicked: the app's command by name,
// with an optional value.
func Act(command string, value ...string) Part {
	if len(value) > 0 {
		return A("data-act", command+" "+strings.Join(value, " "))
	}
	return A("data-act", command)
}

// Get returns the value of an attribute, "" if there is none.
func (n *Node) Get(name string) string {
	for _, a := range n.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// Has reports whether an attribute is present.
func (n *Node) Has(name string) bool {
	for _, a := range n.Attrs {
		if a.Name == name {
			return true
		}
	}
	return false
}

// Find returns the first node, n included, for which ok holds, or nil.
func (n *Node) Find(ok func(*Node) bool) *Node {
	if n == nil {
		return nil
	}
	if ok(n) {
		return n
	}
	for _, kid := range n.Kids {
		if found := kid.Find(ok); found != nil {
			return found
		}
	}
	return nil
}

// All returns every node, n included, for which ok holds, in document order.
func (n *Node) All(ok func(*Node) bool) []*Node {
	if n == nil {
		return nil
	}
	var found []*Node
	if ok(n) {
		found = append(found, n)
	}
	for _, kid := range n.Kids {
		found = append(found, kid.All(ok)...)
	}
	return found
}

// Content is the text that the tree shows.
func (n *Node) Content() string {
	if n == nil {
		return ""
	}
	if n.Tag == "" {
		return n.Text
	}
	var b strings.Builder
	for _, kid := range n.Kids {
		b.WriteString(kid.Content())
	}
	return b.String()
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// String is the tree as HTML, for tests and for reading.
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *Node) write(b *strings.Builder) {
	if n.Tag == "" {
		b.WriteString(escapes.Replace(n.Text))
		return
	}
	b.WriteString("<" + n.Tag)
	for _, a := range n.Attrs {
		b.WriteString(" " + a.Name)
		if !a.On {
			b.WriteString(`="` + escapes.Replace(a.Value) + `"`)
		}
	}
	b.WriteByte('>')
	for _, kid := range n.Kids {
		kid.write(b)
	}
	b.WriteString("</" + n.Tag + ">")
}
