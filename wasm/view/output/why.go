package output

import (
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws what an explanation speaks of: shapes that do not fit, an array with the threads that
// touched it, and a full memory. Each drawing has its words beside it or as its label.

// clash draws the shapes that do not fit below one another, so that their dimensions that clash
// stand in one column.
func clash(s *app.State, e *wire.Explanation) *Node {
	column := -1
	for i, d := range e.Clash {
		if i < len(e.Operands) && d < len(e.Operands[i].Shape) {
			column = max(column, d)
		}
	}
	if column < 0 {
		return nil
	}
	var rows []*Node
	var words []string
	for i, t := range e.Operands[:min(len(e.Operands), len(e.Clash))] {
		at := e.Clash[i]
		if at < 0 || at >= len(t.Shape) {
			continue
		}
		name := tensorWords(s, t)
		cells := []*Node{El("code", name)}
		for range column - at {
			cells = append(cells, El("span"))
		}
		for d, size := range t.Shape {
			cells = append(cells, El("span", Class("dim"), Flag("data-clash", d == at), El("small", piece.Itoa(d)), El("b", piece.Itoa(size))))
		}
		rows = append(rows, El("div", cells))
		words = append(words, s.T("clash.words", name, piece.Shape(t.Shape), piece.Itoa(at), piece.Itoa(t.Shape[at])))
	}
	return El("div", Class("clash"), A("role", "img"), A("aria-label", strings.Join(words, s.T("clash.and"))), rows)
}

func tensorWords(s *app.State, t wire.Tensor) string {
	if t.Name == "" {
		return s.T("operand.unnamed")
	}
	return t.Name
}

// touch draws the part of an array round the element that threads touched, and who did.
func touch(s *app.State, t *wire.Touch) *Node {
	if t == nil || len(t.Threads) == 0 {
		return nil
	}
	cells := []*Node{El("code", t.Array)}
	last := int64(-1)
	for _, i := range around(t.Index, t.Length) {
		if i > last+1 {
			cells = append(cells, El("span", Class("gap"), "…"))
		}
		outside := i < 0 || t.Length > 0 && i >= t.Length
		cells = append(cells, El("span", Class("dim"), Flag("data-clash", i == t.Index), Flag("data-outside", outside), El("b", piece.Itoa(int(i)))))
		last = i
	}
	if t.Length > 0 && last < t.Length-1 {
		cells = append(cells, El("span", Class("gap"), "…"))
	}
	var who []*Node
	for _, w := range t.Threads {
		who = append(who, El("li", El("span", s.T("touch."+doing(w.Does), threadWords(s, w), t.Array+"["+piece.Itoa(int(t.Index))+"]")),
			El("span", Class("trace-where"), s.T("touch.line", piece.Itoa(w.Line))), El("code", strings.TrimSpace(w.Source))))
	}
	label := s.T("touch.inside", t.Array, piece.Itoa(int(t.Index)))
	if t.Length > 0 {
		label = s.T("touch.of", t.Array, piece.Itoa(int(t.Index)), piece.Itoa(int(t.Length)), piece.Itoa(int(t.Length-1)))
	}
	return El("div", Class("touch"), El("div", Class("cells"), A("role", "img"), A("aria-label", label), cells), El("ul", who))
}

// around are the elements that are drawn: some on each side of one in the array, and of one outside
// the end of the array that it missed. A length of 0 is not known.
func around(index, length int64) []int64 {
	const side = 2
	from, to := max(index-side, 0), index+side
	switch {
	case length > 0 && index >= length:
		from, to = max(length-2*side, 0), length-1
	case index < 0:
		from, to = 0, 2*side-1
	}
	if length > 0 {
		to = min(to, length-1)
	}
	var list []int64
	if index < from {
		list = append(list, index)
	}
	for i := from; i <= to; i++ {
		list = append(list, i)
	}
	if index > to {
		list = append(list, index)
	}
	return list
}

func doing(does string) string {
	switch does {
	case "read", "write", "atomic":
		return does
	}
	return "use"
}

// threadWords names a thread, with as many numbers as it takes.
func threadWords(s *app.State, w wire.Toucher) string {
	return s.T("touch.thread", short(w.Thread), short(w.Block))
}

func short(x [3]int) string {
	switch {
	case x[2] > 0:
		return "(" + piece.Itoa(x[0]) + ", " + piece.Itoa(x[1]) + ", " + piece.Itoa(x[2]) + ")"
	case x[1] > 0:
		return "(" + piece.Itoa(x[0]) + ", " + piece.Itoa(x[1]) + ")"
	}
	return piece.Itoa(x[0])
}

// room draws what fills a device's memory, what is free of it, and what was asked for, to one scale.
func room(s *app.State, e *wire.Explanation) *Node {
	r := e.Room
	if r == nil {
		return nil
	}
	most := max(r.Total, r.Asked, 1)
	var rows []*Node
	row := func(kind string, name *Node, bytes int64) {
		width := piece.Number(float64(bytes)*100/float64(most), true)
		rows = append(rows, El("div", A("data-kind", kind), name, El("span", Class("track"), A("aria-hidden", "true"), El("i", A("style", "width:"+width+"%"))), El("span", Class("figure-words"), piece.Bytes(bytes))))
	}
	rest := r.Total - r.Free
	for _, t := range e.Operands {
		row("tensor", El("span", El("code", tensorWords(s, t)), " "+piece.Shape(t.Shape)), t.Bytes)
		rest -= t.Bytes
	}
	if rest > 0 {
		row("rest", El("span", s.T("room.rest")), rest)
	}
	row("free", El("span", s.T("room.free")), r.Free)
	row("asked", El("span", s.T("room.asked")), r.Asked)
	return El("div", Class("room"), A("role", "group"), A("aria-label", s.T("room", piece.Bytes(r.Total))), rows)
}
