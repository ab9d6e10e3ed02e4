// This file lowers virtual functions. An object says which class it has; a call runs, for each
// class that it may have, the lanes whose object has that class.

package cudac

import "gputour/cuda/cudac/word"

// overrider is what a class has for a virtual function.
func (c *class) overrider(f *function) *function {
	if f.name[0] == '~' {
		return (&Type{Kind: word.Struct, class: c}).destructor()
	}
	var found *function
	for _, g := range c.methods {
		if g.name == f.name && g.constant == f.constant && sameParams(g, f) {
			found = g
		}
	}
	return found
}

// setClass makes an object say which class it has.
func (l *lowering) setClass(p *place) step {
	if p.typ.Kind != word.Struct || !p.typ.class.dynamic {
		return nil
	}
	v := l.constant(p.typ.class.id, basic[word.U64])
	return l.assign(l.part(p, p.typ.field("#class").Offset, basic[word.U64]), v)
}

// callVirtual lowers a call of a virtual function of the object that this points to.
func (l *lowering) callVirtual(f *function, this value, args []operand, at token) value {
	t := this.typ.Elem
	object := l.reg()
	run := seq(this.run, l.move(this.slot, object))
	for i, a := range args { // once, whoever is called
		if i < len(f.params) && f.params[i].ref && a.p != nil {
			p, bind := l.bindReference(a)
			run = seq(run, bind)
			args[i] = operand{e: a.e, p: p, v: l.read(p)}
			continue
		}
		if a.list {
			continue
		}
		keep := a.v
		keep.slot, keep.run, keep.konst = l.reg(), nil, nil
		run = seq(run, seq(a.v.run, l.move(a.v.slot, keep.slot)))
		args[i] = operand{e: a.e, v: keep}
	}
	who := l.read(l.part(&place{typ: plain(t), reg: -1, addr: value{typ: pointerTo(t), slot: object}, at: l.site(at, "")}, t.field("#class").Offset, basic[word.U64]))
	result := value{typ: basic[word.Void], slot: l.reg()}
	var arms []arm
	for _, d := range l.unit.dynamic {
		if !same(d, t) && !derives(d, t) {
			continue
		}
		g := d.class.overrider(f)
		if g == nil || g.body == nil && !g.preset || g.pure {
			continue
		}
		self := value{typ: pointerTo(d), slot: object}
		if g.owner != nil && !same(g.owner, d) {
			self.typ = pointerTo(g.owner)
		}
		v := l.call1(g, &self, args, binding{}, at)
		result.typ, result.ref = v.typ, v.ref
		arms = append(arms, arm{d.class.id, seq(v.run, l.moveLanes(v.slot, result.slot))})
	}
	where := l.site(at, "")
	result.run = seq(run, seq(who.run, func(w *warp, m uint32) {
		if m = choose(w, m, who.slot, arms); m != 0 {
			w.fail("memcheck", where, first(m), "call of the virtual function '%s' of an object that was never made, or whose class has none", f.name)
		}
	}))
	return result
}
