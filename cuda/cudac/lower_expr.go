// This file lowers expressions.

package cudac

import (
	"fmt"
	"strings"
)

// takenIn finds the variables of a body whose address is taken.
func takenIn(s *stmt) map[string]bool {
	taken := map[string]bool{}
	var inExpr func(e *expr)
	inExpr = func(e *expr) {
		if e == nil {
			return
		}
		if e.op == "unary" && e.name == "&" && e.kids[0].op == "name" {
			taken[e.kids[0].name] = true
		}
		for _, k := range e.kids {
			inExpr(k)
		}
	}
	var in func(s *stmt)
	in = func(s *stmt) {
		if s == nil {
			return
		}
		inExpr(s.cond)
		inExpr(s.post)
		for _, d := range s.decls {
			inExpr(d.init)
		}
		in(s.init)
		in(s.other)
		for _, b := range s.body {
			in(b)
		}
	}
	in(s)
	return taken
}

// convert lowers an implicit conversion.
func (l *lowering) convert(v value, to *Type, at token) value {
	from := v.typ
	switch {
	case from.isNumber() && to.isNumber(), from.Kind == Pointer && to.Kind == Bool:
	case from.Kind == Pointer && to.Kind == Pointer:
		if from.Elem.Const && !to.Elem.Const && to.Elem.Kind != Void {
			l.fail(at, "declare the pointer const, or do not write through it", "invalid conversion from '%s' to '%s'", from, to)
		}
		if !same(from.Elem, to.Elem) && to.Elem.Kind != Void {
			l.fail(at, "cast it if that is what you mean", "cannot convert '%s' to '%s'", from, to)
		}
		v.typ = to
		return v
	case v.zero && to.Kind == Pointer:
		v.typ = to
		return v
	case from.Kind == Struct && to.Kind == Struct && same(from, to):
		return v
	default:
		hint := ""
		if from.Kind == Pointer && to.isNumber() {
			hint = "write *p or p[i] for what it points to"
		}
		l.fail(at, hint, "cannot convert '%s' to '%s'", from, to)
	}
	return l.cast(v, to)
}

// cast converts between scalars without asking.
func (l *lowering) cast(v value, to *Type) value {
	f := conversion(v.typ.Kind, to.Kind)
	if f == nil {
		v.typ, v.zero = to, v.zero && to.isInt()
		return v
	}
	if v.konst != nil && v.run == nil {
		c := l.constant(f(*v.konst), to)
		c.zero = v.zero && to.Kind == I32
		return c
	}
	d := l.reg()
	conv := apply1(v.slot, d, f)
	if to.Kind == F32 && v.typ.Kind == I32 {
		a := v.slot
		conv = func(w *warp, m uint32) {
			x, z := &w.r[a], &w.r[d]
			for i := range x {
				z[i] = bits32(float32(int32(x[i])))
			}
		}
	}
	return value{typ: to, slot: d, run: seq(v.run, conv)}
}

// initial lowers what a variable, parameter or result of type t is given.
func (l *lowering) initial(e *expr, t *Type) value {
	if e.op == "init" {
		if t.Kind == Struct {
			return l.construct(t, e.kids, e.tok)
		}
		if len(e.kids) == 0 {
			return l.cast(l.constant(0, basic[I32]), t)
		}
		if len(e.kids) > 1 {
			l.fail(e.tok, "", "too many initializers for '%s'", t)
		}
		e = e.kids[0]
	}
	v := l.rvalue(e)
	if t.Kind == Struct && t.Name == "dim3" && v.typ.isInt() {
		return l.construct(t, []*expr{e}, e.tok)
	}
	return l.convert(v, plain(t), e.tok)
}

// fill initializes an array or a struct in memory.
func (l *lowering) fill(p *place, e *expr) step {
	if p.typ.isScalar() {
		v := l.initial(e, p.typ)
		return seq(v.run, l.assign(p, v))
	}
	if p.typ.Kind == Struct && e.op != "init" {
		v := l.initial(e, p.typ)
		return seq(v.run, l.assign(p, v))
	}
	if e.op != "init" {
		l.fail(e.tok, "", "an array must be initialized with a list in braces")
	}
	var parts []*place
	if p.typ.Kind == Array {
		if len(e.kids) > p.typ.N {
			l.fail(e.kids[p.typ.N].tok, "", "too many initializers: the array has %d elements", p.typ.N)
		}
		for i := range len(e.kids) {
			parts = append(parts, l.part(p, i*p.typ.Elem.Size(), p.typ.Elem))
		}
	} else {
		if len(e.kids) > len(p.typ.Fields) {
			l.fail(e.tok, "", "too many initializers for '%s'", p.typ)
		}
		for _, f := range p.typ.Fields {
			parts = append(parts, l.part(p, f.Offset, f.Type))
		}
	}
	all := l.clear(p)
	for i, kid := range e.kids {
		all = seq(all, l.fill(parts[i], kid))
	}
	return all
}

// clear writes zeros.
func (l *lowering) clear(p *place) step {
	slot, n := p.addr.slot, p.typ.Size()
	at := p.at
	return func(w *warp, m uint32) {
		for i := range lanes {
			if m>>i&1 != 0 {
				for j := range n {
					w.bytes(w.r[slot][i]+uint64(j), 1, i, at, true)[0] = 0
				}
			}
		}
	}
}

// part is a member or an element of what lies at a place.
func (l *lowering) part(p *place, offset int, t *Type) *place {
	if p.addr.konst != nil && p.addr.run == nil {
		return &place{typ: t, reg: -1, addr: l.constant(*p.addr.konst+uint64(offset), pointerTo(t)), at: p.at}
	}
	if offset == 0 {
		a := p.addr
		return &place{typ: t, reg: -1, addr: a, at: p.at}
	}
	d := l.reg()
	add := apply1(p.addr.slot, d, func(a uint64) uint64 { return a + uint64(offset) })
	return &place{typ: t, reg: -1, addr: value{typ: pointerTo(t), slot: d, run: seq(p.addr.run, add)}, at: p.at}
}

// assign stores a value of the place's type; the address is computed first.
func (l *lowering) assign(p *place, v value) step {
	if p.reg >= 0 {
		from, to := v.slot, p.reg
		return func(w *warp, m uint32) {
			x, z := &w.r[from], &w.r[to]
			if m == 1<<lanes-1 {
				*z = *x
				return
			}
			for i := range x {
				if m>>i&1 != 0 {
					z[i] = x[i]
				}
			}
		}
	}
	if p.typ.Kind == Struct {
		return seq(p.addr.run, copyBytes(p.addr.slot, v.slot, p.typ.Size(), p.typ.alignment(), p.at))
	}
	return seq(p.addr.run, store(p.addr.slot, v.slot, p.typ, p.at))
}

// read is the value of a place.
func (l *lowering) read(p *place) value {
	if p.reg >= 0 {
		return value{typ: plain(p.typ), slot: p.reg}
	}
	if p.typ.Kind == Array {
		a := p.addr
		a.typ = pointerTo(p.typ.Elem)
		return a
	}
	if p.typ.Kind == Struct {
		a := p.addr
		a.typ, a.konst = plain(p.typ), nil
		return a
	}
	d := l.reg()
	return value{typ: plain(p.typ), slot: d, run: seq(p.addr.run, load(p.addr.slot, d, p.typ, p.at))}
}

// place lowers an lvalue; nil says that e is none.
func (l *lowering) place(e *expr) *place {
	switch e.op {
	case "name":
		s := l.find(e.name)
		if s == nil && l.call != nil && l.call.this != nil {
			if f := l.call.this.typ.Elem.field(e.name); f != nil {
				return l.part(&place{typ: l.call.this.typ.Elem, reg: -1, addr: *l.call.this, at: l.site(e.tok, "")}, f.Offset, f.Type)
			}
		}
		if s == nil || s.place == nil {
			return nil
		}
		p := *s.place
		if p.reg < 0 && p.addr.slot < 0 {
			p.addr = l.constant(*p.addr.konst, p.addr.typ)
		}
		p.at = l.site(e.tok, "")
		return &p
	case "unary":
		if e.name != "*" {
			return nil
		}
		v := l.rvalue(e.kids[0])
		if v.typ.Kind != Pointer {
			l.fail(e.tok, "", "cannot take what '%s' points to: it is not a pointer", v.typ)
		}
		return &place{typ: v.typ.Elem, reg: -1, addr: v, at: l.site(e.tok, "")}
	case "index":
		return l.element(e)
	case "arrow":
		v := l.rvalue(e.kids[0])
		if v.typ.Kind != Pointer || v.typ.Elem.Kind != Struct {
			l.fail(e.tok, "", "member reference '->' to '%s', which is not a pointer to a struct", v.typ)
		}
		return l.member(&place{typ: v.typ.Elem, reg: -1, addr: v, at: l.site(e.tok, "")}, e)
	case "member":
		p := l.place(e.kids[0])
		if p == nil {
			v := l.rvalue(e.kids[0])
			p = &place{typ: v.typ, reg: -1, addr: v, at: l.site(e.tok, "")}
		}
		if p.typ.Kind != Struct {
			hint := ""
			if p.typ.Kind == Pointer && p.typ.Elem.Kind == Struct {
				hint = "it is a pointer: write -> instead of ."
			}
			l.fail(e.tok, hint, "'%s' has no members", p.typ)
		}
		return l.member(p, e)
	case "pre":
		l.fail(e.tok, "", "the result of %s is not supported as a place", e.name)
	}
	return nil
}

func (l *lowering) member(p *place, e *expr) *place {
	f := p.typ.field(e.name)
	if f == nil {
		var list []string
		for _, f := range p.typ.Fields {
			list = append(list, f.Name)
		}
		l.fail(e.tok, suggest(e.name, list), "no member named '%s' in '%s'", e.name, p.typ.Name)
	}
	t := l.resolve(f.Type, e.tok)
	if p.typ.Const && !t.Const {
		c := *t
		c.Const = true
		t = &c
	}
	return l.part(p, f.Offset, t)
}

// element lowers a[i]. An index of an array whose length is known is checked by itself.
func (l *lowering) element(e *expr) *place {
	base, i := l.rvalue(e.kids[0]), l.rvalue(e.kids[1])
	if base.typ.isInt() && i.typ.Kind == Pointer {
		base, i = i, base
	}
	if base.typ.Kind != Pointer {
		l.fail(e.tok, "", "subscripted value of type '%s' is not an array or a pointer", base.typ)
	}
	if !i.typ.isInt() {
		l.fail(e.tok, "", "array subscript of type '%s' is not an integer", i.typ)
	}
	if base.typ.Elem.Kind == Void {
		l.fail(e.tok, "cast it to a pointer to what lies there", "subscript of a 'void *'")
	}
	n := -1
	if p := l.arrayOf(e.kids[0]); p != nil && p.Kind == Array {
		n = p.N
	}
	size := uint64(base.typ.Elem.Size())
	d := l.reg()
	at := l.site(e.tok, "")
	what := text(e.kids[0])
	if base.slot < 0 {
		base = l.constant(*base.konst, base.typ)
	}
	a, x := base.slot, i.slot
	add := func(w *warp, m uint32) {
		p, q, z := &w.r[a], &w.r[x], &w.r[d]
		if n >= 0 {
			for k := range q {
				if m>>k&1 != 0 && q[k] >= uint64(n) {
					w.fail("memcheck", at, k, "index %d is out of bounds of array '%s' of %d elements", int64(q[k]), what, n)
				}
			}
		}
		for k := range p {
			z[k] = p[k] + q[k]*size
		}
	}
	return &place{typ: base.typ.Elem, reg: -1, at: at, addr: value{typ: base.typ, slot: d, run: seq(seq(base.run, i.run), add)}}
}

// arrayOf is the array type of an expression that names an array or a row of one.
func (l *lowering) arrayOf(e *expr) *Type {
	switch e.op {
	case "name":
		if s := l.find(e.name); s != nil {
			return s.typ
		}
	case "index":
		if t := l.arrayOf(e.kids[0]); t != nil && t.Kind == Array {
			return t.Elem
		}
	}
	return nil
}

func text(e *expr) string {
	switch e.op {
	case "name":
		return e.name
	case "index":
		return text(e.kids[0]) + "[…]"
	case "member":
		return text(e.kids[0]) + "." + e.name
	}
	return "expression"
}

// lvalueOrTemp binds a reference.
func (l *lowering) lvalueOrTemp(e *expr) (*place, step) {
	if p := l.place(e); p != nil {
		if p.reg >= 0 || p.addr.run == nil {
			return p, nil
		}
		// The address is computed once, when the reference is bound.
		d := l.reg()
		f := seq(p.addr.run, apply1(p.addr.slot, d, func(a uint64) uint64 { return a }))
		return &place{typ: p.typ, reg: -1, at: p.at, addr: value{typ: p.addr.typ, slot: d}}, f
	}
	v := l.rvalue(e)
	p := &place{typ: v.typ, reg: l.reg(), at: l.site(e.tok, "")}
	if v.typ.inMemory() {
		return &place{typ: v.typ, reg: -1, addr: v, at: p.at}, nil
	}
	return p, seq(v.run, l.assign(p, v))
}

// maxWork bounds the expressions of one kernel after inlining.
const maxWork = 200_000

// effect lowers an expression whose value is not used.
func (l *lowering) effect(e *expr) step {
	if e.op == "post" {
		pre := *e
		pre.op = "pre"
		return l.rvalueAny(&pre).run
	}
	return l.rvalueAny(e).run
}

// rvalue lowers an expression that must have a value.
func (l *lowering) rvalue(e *expr) value {
	v := l.rvalueAny(e)
	if v.typ.Kind == Void {
		l.fail(e.tok, "", "void value not ignored as it ought to be")
	}
	return v
}

func (l *lowering) rvalueAny(e *expr) value {
	if l.work++; l.work > maxWork {
		l.fail(e.tok, "", "the function is too complex: its calls grow too large when they are inlined")
	}
	switch e.op {
	case "num":
		v, t, ok := literal(e.tok)
		if !ok {
			l.fail(e.tok, "", "invalid number '%s'", e.tok.text)
		}
		return l.constant(v, t)
	case "str":
		return value{typ: pointerTo(basic[I8]), slot: l.constant(0, pointerTo(basic[I8])).slot, text: e.name}
	case "name":
		return l.nameValue(e)
	case "member":
		if v, ok := l.builtinMember(e); ok {
			return v
		}
		return l.read(l.place(e))
	case "arrow", "index":
		return l.read(l.place(e))
	case "cast":
		return l.castValue(e)
	case "construct":
		return l.constructValue(e)
	case "sizeof":
		t := e.typ
		if t == nil {
			t = l.typeOf(e.kids[0])
		}
		return l.constant(uint64(l.resolve(t, e.tok).Size()), basic[U64])
	case "call":
		return l.callValue(e)
	case "?:":
		return l.choose(e)
	case ",":
		f := l.effect(e.kids[0])
		v := l.rvalueAny(e.kids[1])
		v.run = seq(f, v.run)
		v.konst = nil
		return v
	case "pre", "post":
		return l.increment(e)
	case "unary":
		return l.unaryValue(e)
	case "&&", "||":
		return l.logical(e)
	case "init":
		l.fail(e.tok, "", "a list in braces cannot stand here")
	}
	if assignments[e.op] {
		return l.assignment(e)
	}
	return l.binaryValue(e.op, l.rvalue(e.kids[0]), l.rvalue(e.kids[1]), e)
}

func (l *lowering) typeOf(e *expr) *Type {
	if t := l.arrayOf(e); t != nil && t.Kind == Array {
		return t
	}
	return l.rvalue(e).typ
}

func (l *lowering) nameValue(e *expr) value {
	switch e.name {
	case "true", "false":
		return l.constant(bit(e.name == "true"), basic[Bool])
	case "nullptr":
		v := l.constant(0, basic[I32])
		v.typ = pointerTo(basic[Void])
		v.zero = true
		return v
	case "warpSize":
		return l.constant(lanes, basic[I32])
	case "this":
		if l.call.this != nil {
			return *l.call.this
		}
	}
	if s := l.find(e.name); s != nil {
		if s.konst != nil {
			return l.constant(uint64(*s.konst), plain(s.typ))
		}
		return l.read(l.place(e))
	}
	if n, ok := l.unit.enumAfter[e.name]; ok {
		return l.constant(uint64(n), basic[I32])
	}
	if p := l.place(e); p != nil {
		return l.read(p)
	}
	if len(l.unit.functions[e.name]) > 0 {
		l.fail(e.tok, "", "function '%s' can only be called", e.name)
	}
	var known []string
	for _, s := range l.scopes {
		for name := range s {
			known = append(known, name)
		}
	}
	l.fail(e.tok, suggest(e.name, append(known, "threadIdx", "blockIdx", "blockDim", "gridDim")), "use of undeclared identifier '%s'", e.name)
	return value{}
}

var builtinVectors = map[string]int{"threadIdx": regThread, "blockIdx": regBlock, "blockDim": regDim, "gridDim": regGrid}

// builtinMember reads threadIdx.x and the like.
func (l *lowering) builtinMember(e *expr) (value, bool) {
	base, ok := builtinVectors[e.kids[0].name]
	if !ok || e.kids[0].op != "name" || l.find(e.kids[0].name) != nil {
		return value{}, false
	}
	if len(e.name) != 1 || e.name < "x" || e.name > "z" {
		l.fail(e.tok, "", "no member named '%s' in '%s'", e.name, e.kids[0].name)
	}
	return value{typ: basic[U32], slot: base + int(e.name[0]-'x')}, true
}

func (l *lowering) castValue(e *expr) value {
	to := l.resolve(e.typ, e.tok)
	if to.Kind == Void {
		return value{typ: basic[Void], run: l.effect(e.kids[0])}
	}
	v := l.rvalue(e.kids[0])
	if v.typ.Kind == Struct && same(v.typ, to) {
		return v
	}
	if !v.typ.isScalar() || !to.isScalar() || v.typ.isFloat() && to.Kind == Pointer || v.typ.Kind == Pointer && to.isFloat() {
		l.fail(e.tok, "", "cannot cast '%s' to '%s'", v.typ, to)
	}
	return l.cast(v, plain(to))
}

func (l *lowering) constructValue(e *expr) value {
	t := l.resolve(e.typ, e.tok)
	if t.Kind == Struct {
		return l.construct(t, e.kids, e.tok)
	}
	if len(e.kids) == 0 {
		return l.cast(l.constant(0, basic[I32]), t)
	}
	if len(e.kids) > 1 {
		l.fail(e.tok, "", "'%s' takes one value", t)
	}
	return l.castValue(&expr{op: "cast", tok: e.tok, typ: t, kids: e.kids})
}

// construct makes a struct in a temporary of its own.
func (l *lowering) construct(t *Type, args []*expr, at token) value {
	if len(args) == 1 {
		if v := l.rvalue(args[0]); same(v.typ, t) {
			return v
		}
	}
	if len(args) > len(t.Fields) {
		l.fail(at, "", "too many values for '%s', which has %d members", t.Name, len(t.Fields))
	}
	p := &place{typ: t, reg: -1, addr: l.constant(l.allot(t), pointerTo(t)), at: l.site(at, "")}
	run := l.clear(p)
	for i, f := range t.Fields {
		if i < len(args) {
			run = seq(run, l.fill(l.part(p, f.Offset, f.Type), args[i]))
		} else if t.Name == "dim3" {
			run = seq(run, l.fill(l.part(p, f.Offset, f.Type), &expr{op: "num", tok: token{kind: tokNumber, text: "1", pos: at.pos}}))
		}
	}
	return value{typ: t, slot: p.addr.slot, run: run}
}

func (l *lowering) choose(e *expr) value {
	c, a, b := l.truth(e.kids[0]), l.rvalue(e.kids[1]), l.rvalue(e.kids[2])
	t := a.typ
	switch {
	case a.typ.isNumber() && b.typ.isNumber():
		t = common(a.typ, b.typ)
	case a.zero && b.typ.Kind == Pointer:
		t = b.typ
	}
	a, b = l.convert(a, t, e.kids[1].tok), l.convert(b, t, e.kids[2].tok)
	d := l.reg()
	return value{typ: t, slot: d, run: func(w *warp, m uint32) {
		if c.run != nil {
			c.run(w, m)
		}
		yes := w.truth(c.slot, m)
		no := m &^ yes
		if yes != 0 && a.run != nil {
			a.run(w, yes)
		}
		if no != 0 && b.run != nil {
			b.run(w, no)
		}
		x, y, z := &w.r[a.slot], &w.r[b.slot], &w.r[d]
		for i := range z {
			if yes>>i&1 != 0 {
				z[i] = x[i]
			} else if no>>i&1 != 0 {
				z[i] = y[i]
			}
		}
	}}
}

func (l *lowering) logical(e *expr) value {
	a, b := l.truth(e.kids[0]), l.truth(e.kids[1])
	d := l.reg()
	or := e.op == "||"
	return value{typ: basic[Bool], slot: d, run: func(w *warp, m uint32) {
		if a.run != nil {
			a.run(w, m)
		}
		yes := w.truth(a.slot, m)
		rest := yes
		if or {
			rest = m &^ yes
		}
		result := yes &^ rest
		if rest != 0 {
			if b.run != nil {
				b.run(w, rest)
			}
			result |= w.truth(b.slot, rest)
		}
		z := &w.r[d]
		for i := range z {
			if m>>i&1 != 0 {
				z[i] = uint64(result >> i & 1)
			}
		}
	}}
}

func (l *lowering) unaryValue(e *expr) value {
	if e.name == "&" {
		p := l.place(e.kids[0])
		if p == nil || p.reg >= 0 {
			l.fail(e.tok, "", "cannot take the address of this expression")
		}
		v := p.addr
		v.typ = pointerTo(p.typ)
		return v
	}
	if e.name == "*" {
		return l.read(l.place(e))
	}
	if e.name == "!" {
		v := l.truth(e.kids[0])
		d := l.reg()
		return value{typ: basic[Bool], slot: d, run: seq(v.run, apply1(v.slot, d, func(x uint64) uint64 { return x ^ 1 }))}
	}
	v := l.rvalue(e.kids[0])
	if !v.typ.isNumber() || e.name == "~" && !v.typ.isInt() {
		l.fail(e.tok, "", "invalid operand of type '%s' for unary %s", v.typ, e.name)
	}
	v = l.cast(v, promoted(v.typ))
	var f func(uint64) uint64
	k := v.typ.Kind
	switch {
	case e.name == "+":
		return v
	case e.name == "~":
		f = func(x uint64) uint64 { return wrap(k, ^x) }
	case k == F32:
		f = func(x uint64) uint64 { return x ^ 1<<31 }
	case k == F64:
		f = func(x uint64) uint64 { return x ^ 1<<63 }
	default:
		f = func(x uint64) uint64 { return wrap(k, -x) }
	}
	if v.konst != nil && v.run == nil {
		return l.constant(f(*v.konst), v.typ)
	}
	d := l.reg()
	return value{typ: v.typ, slot: d, run: seq(v.run, apply1(v.slot, d, f))}
}

// writable lowers an lvalue that may be written.
func (l *lowering) writable(e *expr) *place {
	p := l.place(e)
	if p == nil {
		if s := l.find(e.name); e.op == "name" && s != nil && s.konst != nil {
			l.fail(e.tok, "", "cannot assign to variable '%s' with const-qualified type '%s'", e.name, s.typ)
		}
		if _, ok := builtinVectors[e.kids0()]; ok {
			l.fail(e.tok, "", "%s cannot be changed", e.kids0())
		}
		if e.op == "name" {
			l.nameValue(e)
		}
		l.fail(e.tok, "", "expression is not assignable")
	}
	if p.typ.Const {
		l.fail(e.tok, "remove const from the declaration if it is to change", "cannot assign to '%s', whose type is '%s'", text(e), p.typ)
	}
	if p.typ.Kind == Array {
		l.fail(e.tok, "assign its elements", "array type '%s' is not assignable", p.typ)
	}
	if s := l.find(e.name); e.op == "name" && s != nil && s.decl != nil && s.decl.constant {
		l.fail(e.tok, "", "__constant__ variable '%s' cannot be written in a kernel", e.name)
	}
	return p
}

func (e *expr) kids0() string {
	if len(e.kids) > 0 {
		return e.kids[0].name
	}
	return ""
}

// fixed makes a place whose address is computed by the returned step, once.
func (l *lowering) fixed(p *place) (*place, step) {
	if p.reg >= 0 || p.addr.run == nil {
		return p, nil
	}
	q := *p
	q.addr.run = nil
	return &q, p.addr.run
}

func (l *lowering) assignment(e *expr) value {
	p, addr := l.fixed(l.writable(e.kids[0]))
	if e.op == "=" {
		v := l.initial(e.kids[1], p.typ)
		return value{typ: plain(p.typ), slot: v.slot, run: seq(seq(v.run, addr), l.assign(p, v))}
	}
	right := l.rvalue(e.kids[1])
	left := l.read(p)
	v := l.binaryValue(strings.TrimSuffix(e.op, "="), left, right, e)
	v = l.convert(v, plain(p.typ), e.tok)
	// The address stands in its register before the value is computed, and nothing in
	// between reuses that register.
	return value{typ: plain(p.typ), slot: v.slot, run: seq(addr, seq(v.run, l.assign(p, v)))}
}

func (l *lowering) increment(e *expr) value {
	p, addr := l.fixed(l.writable(e.kids[0]))
	old := l.read(p)
	if !old.typ.isScalar() {
		l.fail(e.tok, "", "cannot apply %s to '%s'", e.name, old.typ)
	}
	keep := value{typ: old.typ, slot: l.reg()}
	keep.run = seq(seq(addr, old.run), apply1(old.slot, keep.slot, func(x uint64) uint64 { return x }))
	v := l.binaryValue(e.name[:1], value{typ: old.typ, slot: keep.slot}, l.constant(1, basic[I32]), e)
	v = l.convert(v, old.typ, e.tok)
	run := seq(keep.run, seq(v.run, l.assign(p, v)))
	if e.op == "post" {
		return value{typ: old.typ, slot: keep.slot, run: run}
	}
	return value{typ: old.typ, slot: v.slot, run: run}
}

// binaryValue lowers an arithmetic operator on two lowered operands.
func (l *lowering) binaryValue(op string, a, b value, e *expr) value {
	if a.typ.Kind == Pointer || b.typ.Kind == Pointer {
		return l.pointerValue(op, a, b, e)
	}
	if !a.typ.isNumber() || !b.typ.isNumber() {
		l.fail(e.tok, "", "invalid operands to binary %s ('%s' and '%s')", op, a.typ, b.typ)
	}
	t := common(a.typ, b.typ)
	if op == "<<" || op == ">>" {
		t = promoted(a.typ)
		b = l.cast(b, promoted(b.typ))
		a = l.cast(a, t)
	} else {
		a, b = l.cast(a, t), l.cast(b, t)
	}
	f := operation(op, t.Kind)
	if f == nil {
		hint := ""
		if op == "%" {
			hint = "use fmodf(a, b)"
		}
		l.fail(e.tok, hint, "invalid operands to binary %s ('%s' and '%s')", op, a.typ, b.typ)
	}
	result := t
	if binaryPower[op] == 6 || binaryPower[op] == 7 {
		result = basic[Bool]
	}
	d := l.reg()
	run := fast2(op, t.Kind, a.slot, b.slot, d)
	if run == nil {
		run = apply2(a.slot, b.slot, d, f)
	}
	if t.isInt() && (op == "/" || op == "%") {
		run = seq(l.checkDivisor(b.slot, e), run)
	}
	if t.isFloat() && result == t {
		run = countFlops(run, 1)
	}
	return value{typ: result, slot: d, run: seq(seq(a.run, b.run), run)}
}

func countFlops(f step, n int64) step {
	return func(w *warp, m uint32) {
		w.run.profile.Flops += n * int64(popcount(m))
		f(w, m)
	}
}

func (l *lowering) checkDivisor(slot int, e *expr) step {
	at := l.site(e.tok, "")
	return func(w *warp, m uint32) {
		for i := range lanes {
			if m>>i&1 != 0 && w.r[slot][i] == 0 {
				w.fail("arithmetic", at, i, "integer division by zero")
			}
		}
	}
}

func (l *lowering) pointerValue(op string, a, b value, e *expr) value {
	d := l.reg()
	both := a.typ.Kind == Pointer && b.typ.Kind == Pointer
	switch {
	case op == "+" && a.typ.isInt():
		return l.pointerValue(op, b, a, e)
	case (op == "+" || op == "-") && b.typ.isInt():
		size := uint64(a.typ.Elem.Size())
		if op == "-" {
			size = -size
		}
		return value{typ: a.typ, slot: d, run: seq(seq(a.run, b.run), apply2(a.slot, b.slot, d, func(x, y uint64) uint64 { return x + y*size }))}
	case op == "-" && both && same(a.typ.Elem, b.typ.Elem):
		size := int64(a.typ.Elem.Size())
		return value{typ: basic[I64], slot: d, run: seq(seq(a.run, b.run), apply2(a.slot, b.slot, d, func(x, y uint64) uint64 { return uint64(int64(x-y) / size) }))}
	}
	if f := integerCompare(op, true); f != nil && (both || a.zero || b.zero) {
		return value{typ: basic[Bool], slot: d, run: seq(seq(a.run, b.run), apply2(a.slot, b.slot, d, func(x, y uint64) uint64 { return bit(f(x, y)) }))}
	}
	l.fail(e.tok, "", "invalid operands to binary %s ('%s' and '%s')", op, a.typ, b.typ)
	return value{}
}

// suggest finds the nearest name, as a hint.
func suggest(name string, list []string) string {
	best, least := "", 3
	for _, s := range list {
		if d := distance(name, s); d < least && d < len(name) {
			best, least = s, d
		} else if d == least && s < best {
			best = s
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean '%s'?", best)
}

// distance is Levenshtein's.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			next := min(row[j+1]+1, row[j]+1, last+int(bit(a[i] != b[j])))
			last, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
