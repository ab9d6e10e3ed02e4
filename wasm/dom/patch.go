//go:build js

// Package dom is all of the client that knows of a browser (syscall/js): it makes the page equal to the trees
// that the view draws, turns what happens in the page into app.Ops, and carries out
// app.Effects. Editors, frames and typesetting are the page's scripts (web/src),
// reached through the object gputour that they leave on the window.
package dom

import (
	"strings"
	"syscall/js"

	"gputour/wasm/vdom"
)

// mounted is a node of the page with the tree it was last made equal to.
type mounted struct {
	node *vdom.Node
	el   js.Value
	kids []*mounted
}

// patcher changes the page.
type patcher struct {
	document js.Value
	bridge   js.Value
}

const svgNS = "http://www.w3.org/2000/svg"

// children makes the children of el equal to nodes. m holds what el showed before.
func (p *patcher) children(el js.Value, m *mounted, nodes []*vdom.Node, svg bool) {
	old := make([]*vdom.Node, len(m.kids))
	for i, k := range m.kids {
		old[i] = k.node
	}
	from := vdom.Match(old, nodes)
	keep := vdom.Keep(from)
	used := make([]bool, len(old))
	for _, j := range from {
		if j >= 0 {
			used[j] = true
		}
	}
	for j, k := range m.kids {
		if !used[j] {
			p.remove(k)
		}
	}
	kids := make([]*mounted, len(nodes))
	after := js.Null()
	for i := len(nodes) - 1; i >= 0; i-- {
		if from[i] < 0 {
			kids[i] = p.create(nodes[i], svg)
		} else {
			kids[i] = m.kids[from[i]]
			p.update(kids[i], nodes[i], svg)
		}
		if !keep[i] {
			el.Call("insertBefore", kids[i].el, after)
		}
		after = kids[i].el
	}
	m.kids = kids
}

// create makes a new element.
func (p *patcher) create(n *vdom.Node, svg bool) *mounted {
	m := &mounted{node: n}
	if n.Tag == "" {
		m.el = p.document.Call("createTextNode", n.Text)
		return m
	}
	svg = svg || n.Tag == "svg"
	switch {
	case n.Hook == "served":
		m.el = p.bridge.Call("served", n.Arg)
	case svg:
		m.el = p.document.Call("createElementNS", svgNS, n.Tag)
	default:
		m.el = p.document.Call("createElement", n.Tag)
	}
	for _, a := range n.Attrs {
		p.set(m.el, a)
	}
	if n.Hook != "" {
		p.bridge.Call("mount", n.Hook, m.el, n.Arg)
		return m
	}
	p.children(m.el, m, n.Kids, svg && n.Tag != "foreignObject")
	return m
}

// update makes m equal to n, which continues it.
func (p *patcher) update(m *mounted, n *vdom.Node, svg bool) {
	old := m.node
	if old == n {
		return
	}
	m.node = n
	if n.Tag == "" {
		if old.Text != n.Text {
			m.el.Set("data", n.Text)
		}
		return
	}
	p.attributes(m.el, old.Attrs, n.Attrs)
	if n.Hook != "" {
		if n.Arg != old.Arg {
			p.bridge.Call("update", n.Hook, m.el, n.Arg)
		}
		return
	}
	p.children(m.el, m, n.Kids, svg || n.Tag == "svg")
}

func (p *patcher) attributes(el js.Value, old, now []vdom.Attr) {
	for _, a := range old {
		if !hasAttr(now, a.Name) {
			p.unset(el, a.Name)
		}
	}
	for _, a := range now {
		same := false
		for _, b := range old {
			same = same || a == b
		}
		if !same {
			p.set(el, a)
		}
	}
}

func hasAttr(attrs []vdom.Attr, name string) bool {
	for _, a := range attrs {
		if a.Name == name {
			return true
		}
	}
	return false
}

// set sets an attribute. The page's policy forbids style attributes, but not the
// style object; an input's text is a property.
func (p *patcher) set(el js.Value, a vdom.Attr) {
	switch {
	case a.Name == "style":
		el.Get("style").Set("cssText", a.Value)
	case a.Name == "value":
		if el.Get("value").String() != a.Value {
			el.Set("value", a.Value)
		}
	case strings.HasPrefix(a.Name, "on"): // no handlers as text, whatever a view says
	default:
		el.Call("setAttribute", a.Name, a.Value)
	}
}

func (p *patcher) unset(el js.Value, name string) {
	switch name {
	case "style":
		el.Get("style").Set("cssText", "")
	case "value":
		el.Set("value", "")
	default:
		el.Call("removeAttribute", name)
	}
}

// remove takes a node out of the page and lets go of its hooks.
func (p *patcher) remove(m *mounted) {
	p.release(m)
	m.el.Call("remove")
}

func (p *patcher) release(m *mounted) {
	if m.node.Hook != "" {
		p.bridge.Call("unmount", m.node.Hook, m.el, m.node.Arg)
	}
	for _, k := range m.kids {
		p.release(k)
	}
}
