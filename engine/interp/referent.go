package interp

import "gputour/engine/object"

// This file tells what the evaluator's own objects refer to; see object.Holder.

// Referent is a cell of the closure or a part of the function.
func (f *Function) Referent(i int) (object.Value, bool) {
	if i < len(f.closure) {
		return object.Of(f.closure[i]), true
	}
	switch i - len(f.closure) {
	case 0:
		if f.defaults == nil {
			return object.Value{}, true
		}
		return object.Of(f.defaults), true
	case 1:
		return dictValue(f.kwDefaults), true
	case 2:
		if f.own == nil {
			return object.Value{}, true
		}
		return dictValue(f.own.annotations), true
	case 3:
		return f.def.module.Dict().Value(), true
	case 4, 5, 6:
		if f.own == nil {
			return object.Value{}, true
		}
		return [...]object.Value{f.own.doc, f.own.module, f.own.typeParams}[i-len(f.closure)-4], true
	}
	return object.Value{}, false
}

func dictValue(d *object.Dict) object.Value {
	if d == nil {
		return object.Value{}
	}
	return d.Value()
}

// Referent is what the variable holds.
func (c *Cell) Referent(i int) (object.Value, bool) { return c.v, i == 0 }

// Referent is a register of the suspended frame, or the function.
func (g *Generator) Referent(i int) (object.Value, bool) {
	switch n := len(g.saved); {
	case i < n:
		return g.saved[i], true
	case i == n:
		return object.Of(g.fn), true
	case i == n+1 && g.handling != nil:
		return g.handling.Value(), true
	}
	return object.Value{}, false
}

// Referent is the frame's namespace or the frame below.
func (f *Frame) Referent(i int) (object.Value, bool) {
	if i == 1 && f.back != nil {
		return object.Of(f.back), true
	}
	return f.locals, i == 0
}

// Referent is the next entry, or the globals of the code.
func (tb *Traceback) Referent(i int) (object.Value, bool) {
	switch {
	case i == 0 && tb.Next != nil:
		return object.Of(tb.Next), true
	case i == 0:
		return object.Value{}, true
	}
	return tb.code.module.Dict().Value(), i == 1
}
