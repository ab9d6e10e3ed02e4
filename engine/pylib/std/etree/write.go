package etree

import (
	"strings"

	"gputour/engine/object"
)

// This file writes trees in which nothing is unusual: tags, attributes and texts are plain
// strings, names have no namespaces, and there are neither comments nor instructions.

func writeXML(t *object.Thread, a []object.Value) (object.Value, error) {
	short, err := object.ToBool(t, a[1])
	root := elementOf(a[0])
	if root == nil || err != nil {
		return object.None, err
	}
	w := &xmlWriter{short: short}
	if !w.element(root, 0) {
		return object.None, nil
	}
	if err := t.Charge(w.out.Len()); err != nil {
		return object.Value{}, err
	}
	return object.NewStr(w.out.String()), nil
}

type xmlWriter struct {
	out   strings.Builder
	short bool // elements without content have no end tag
}

// deepestXML bounds the recursion; Python's own bounds that of deeper trees.
const deepestXML = 500

var (
	xmlText      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	xmlAttribute = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\"", "&quot;", "\r", "&#13;", "\n", "&#10;", "\t", "&#09;")
)

// element writes an element and the text after it; false where something is unusual.
func (w *xmlWriter) element(e *element, depth int) bool {
	tag, ok := plainName(e.tag)
	if !ok || e.Class() != elementClass || depth > deepestXML {
		return false
	}
	w.out.WriteByte('<')
	w.out.WriteString(tag)
	if e.attrib != nil {
		for k, v := range e.attrib.All() {
			key, ok := plainName(k)
			value, isStr := object.AsStr(v)
			if !ok || !isStr {
				return false
			}
			w.out.WriteByte(' ')
			w.out.WriteString(key)
			w.out.WriteString(`="`)
			w.escaped(value, "&<>\"\r\n\t", xmlAttribute)
			w.out.WriteByte('"')
		}
	}
	text, okText := contentXML(e.text)
	tail, okTail := contentXML(e.tail)
	if !okText || !okTail {
		return false
	}
	if w.short && text == "" && len(e.items()) == 0 {
		w.out.WriteString(" />")
	} else {
		w.out.WriteByte('>')
		w.escaped(text, "&<>", xmlText)
		for _, child := range e.items() {
			if !w.element(elementOf(child), depth+1) {
				return false
			}
		}
		w.out.WriteString("</")
		w.out.WriteString(tag)
		w.out.WriteByte('>')
	}
	w.escaped(tail, "&<>", xmlText)
	return true
}

func (w *xmlWriter) escaped(text, special string, r *strings.Replacer) {
	if strings.ContainsAny(text, special) {
		r.WriteString(&w.out, text)
	} else {
		w.out.WriteString(text)
	}
}

// plainName is a name without a namespace.
func plainName(v object.Value) (string, bool) {
	s, ok := object.AsStr(v)
	return s, ok && !strings.HasPrefix(s, "{")
}

// contentXML is the text of an element, or nothing.
func contentXML(v object.Value) (string, bool) {
	if v.IsNone() {
		return "", true
	}
	return object.AsStr(v)
}
