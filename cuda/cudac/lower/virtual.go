// This file lowers virtual functions. An object says which class it has; a call runs, for each
// class that it may have, the lanes whose object has that class.

package lower

import (
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// setClass makes an object say which class it has.
func (l *lowering) setClass(p *place) simt.Op {
	if p.typ.Kind != word.Struct || !p.typ.Class.Dynamic {
		return nil
	}
	v := l.constant(p.typ.Class.Id, syntax.Basic[word.U64])
	return l.assign(l.part(p, p.typ.Field("#class").Offset, syntax.Basic[word.U64]), v)
}

// callVirtual lowers a call of a virtual function of the object that this points to.
func (l *lowering) callVirtual(f *syntax.Function, this value, args []operand, at lex.Token) value {
	t := this.typ.Elem
	object := l.reg()
	run := seq(this.run, l.move(this.slot, object))
	for i, a := range args { // once, whoever is called
		if i < len(f.Params) && f.Params[i].Ref && a.p != nil {
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
	who := l.read(l.part(&place{typ: syntax.Plain(t), reg: -1, addr: value{typ: syntax.PointerTo(t), slot: object}, at: l.site(at, "")}, t.Field("#class").Offset, syntax.Basic[word.U64]))
	result := value{typ: syntax.Basic[word.Void], slot: l.reg()}
	var arms []arm
	for _, d := range l.unit.Dynamic {
		if !syntax.Same(d, t) && !derives(d, t) {
			continue
		}
		g := d.Class.Overrider(f)
		if g == nil || g.Body == nil && !g.Preset || g.Pure {
			continue
		}
		self := value{typ: syntax.PointerTo(d), slot: object}
		if g.Owner != nil && !syntax.Same(g.Owner, d) {
			self.typ = syntax.PointerTo(g.Owner)
		}
		v := l.call1(g, &self, args, binding{}, at)
		result.typ, result.ref = v.typ, v.ref
		arms = append(arms, arm{d.Class.Id, seq(v.run, l.moveLanes(v.slot, result.slot))})
	}
	where := l.site(at, "")
	result.run = seq(run, seq(who.run, func(w *simt.Warp, m uint32) {
		if m = choose(w, m, who.slot, arms); m != 0 {
			w.Fail("memcheck", where, simt.First(m), "call of the virtual function '%s' of an object that was never made, or whose class has none", f.Name)
		}
	}))
	return result
}
