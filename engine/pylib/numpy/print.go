package numpy

import (
	"strings"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// printer lays out the elements of one array in lines and brackets.
type printer struct {
	a         *Array
	o         *printOptions
	write     formatter
	separator string
	width     int
	cut       bool // the middle is left out
}

// text is str() of an array with the given separator; hang is how far lines after the
// first are indented and tail how much room the last line must leave.
func (a *Array) text(t *object.Thread, separator string, hang, tail int) string {
	o := printKey.Get(t.Session)
	p := &printer{a: a, o: o, separator: separator, width: o.width, cut: a.size() > o.threshold}
	if f := o.customFormatter(t, a); f != nil {
		p.write = f
	} else if a.dom != nil {
		p.write = a.dom.formatter(t, p.shown(0, a.offset, nil))
	} else {
		list := p.shown(0, a.offset, nil)
		if len(a.shape) == 0 && a.dtype() == tensor.Bool {
			list = nil // nothing to align
		}
		p.write = o.formatter(a.dtype(), list)
	}
	if len(a.shape) == 0 {
		return p.write(load(a.memory(), a.dtype(), a.offset))
	}
	if a.size() == 0 {
		return "[]"
	}
	p.width -= tail
	return p.block(0, a.offset, strings.Repeat(" ", hang+1))
}

// indexes lists the positions along an axis that are shown; -1 stands for the gap.
func (p *printer) indexes(axis int) []int {
	n := p.a.shape[axis]
	var list []int
	if p.cut && n > 2*p.o.edge {
		for i := range p.o.edge {
			list = append(list, i)
		}
		list = append(list, -1)
		for i := n - p.o.edge; i < n; i++ {
			list = append(list, i)
		}
		return list
	}
	for i := range n {
		list = append(list, i)
	}
	return list
}

// shown collects the elements that will be written.
func (p *printer) shown(axis, at int, list []tensor.Scalar) []tensor.Scalar {
	if axis == len(p.a.shape) {
		return append(list, load(p.a.memory(), p.a.dtype(), at))
	}
	for _, i := range p.indexes(axis) {
		if i >= 0 {
			list = p.shown(axis+1, at+i*p.a.strides[axis], list)
		}
	}
	return list
}

func (p *printer) block(axis, at int, indent string) string {
	if axis == len(p.a.shape)-1 {
		return p.row(axis, at, indent)
	}
	var b strings.Builder
	b.WriteByte('[')
	between := strings.TrimRight(p.separator, " ") + strings.Repeat("\n", len(p.a.shape)-axis-1) + indent
	for k, i := range p.indexes(axis) {
		if k > 0 {
			b.WriteString(between)
		}
		if i < 0 {
			b.WriteString("...")
			continue
		}
		b.WriteString(p.block(axis+1, at+i*p.a.strides[axis], indent+" "))
	}
	return b.String() + "]"
}

// row writes the last axis, broken into lines.
func (p *printer) row(axis, at int, indent string) string {
	closing := axis + 1 // brackets that may follow the last element
	room := p.width - max(len(strings.TrimRight(p.separator, " ")), closing)
	var b strings.Builder
	line := indent
	list := p.indexes(axis)
	for k, i := range list {
		word := "..."
		if i >= 0 {
			word = p.write(load(p.a.memory(), p.a.dtype(), at+i*p.a.strides[axis]))
		}
		limit := room
		if k == len(list)-1 {
			limit = p.width - max(len(p.separator), closing)
			if p.o.width == p.width { // as NumPy: the last element has the brackets behind it
				limit = p.width - max(len(strings.TrimRight(p.separator, " ")), closing)
			}
		}
		if len(line)+len(word) > limit && len(line) > len(indent) {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent
		}
		line += word
		if k < len(list)-1 {
			line += p.separator
		}
	}
	b.WriteString(line)
	return "[" + b.String()[len(indent):] + "]"
}

func arrayStr(t *object.Thread, v object.Value) (string, error) {
	a := v.Object().(*Array)
	if len(a.shape) == 0 {
		if a.dom != nil {
			return object.ToStr(t, a.element(a.offset))
		}
		return scalarText(a.dtype(), load(a.memory(), a.dtype(), a.offset)), nil
	}
	return a.text(t, " ", 0, 0), nil
}

func arrayRepr(t *object.Thread, v object.Value) (string, error) {
	a, o := v.Object().(*Array), printKey.Get(t.Session)
	text := a.text(t, ", ", len("array("), 1)
	implied := a.dom == nil && (a.dtype() == tensor.Bool || a.dtype() == tensor.Int64 || a.dtype() == tensor.Float64 || a.dtype() == tensor.Complex128)
	if a.size() == 0 && len(a.shape) > 1 {
		text = "[], shape=" + tupleText(a.shape)
	}
	if implied && a.size() > 0 {
		return "array(" + text + ")", nil
	}
	suffix := "dtype=" + a.info().suffix()
	last := text[strings.LastIndexByte(text, '\n')+1:]
	room := len(last) + 1
	if last == text {
		room += len("array(")
	}
	if room+len(" )")+len(suffix) > o.width {
		return "array(" + text + ",\n      " + suffix + ")", nil
	}
	return "array(" + text + ", " + suffix + ")", nil
}
