// This file lowers conversions and initializers.

package lower

import (
	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// convert lowers an implicit conversion.
func (l *lowering) convert(v value, to *syntax.Type, at lex.Token) value {
	from := v.typ
	switch {
	case from.IsHalf() && to.IsHalf() && from.Kind != to.Kind:
		l.fail(at, "convert through float", "cannot convert '%s' to '%s'", from, to)
	case from.IsNumber() && to.IsNumber(), from.Kind == word.Pointer && to.Kind == word.Bool:
	case v.zero && to.Kind == word.Pointer:
		v.typ = to
		return v
	case from.Kind == word.Pointer && to.Kind == word.Pointer:
		return l.convertPointer(v, to, at)
	case from.Kind == word.Struct && to.Kind == word.Struct && (syntax.Same(from, to) || derives(from, to)):
		v.typ = syntax.Plain(to)
		return v
	case from.Kind == word.Struct || to.Kind == word.Struct:
		return l.convertClass(v, to, at)
	default:
		hint := ""
		switch {
		case from.Kind == word.Pointer && to.IsNumber():
			hint = "write *p or p[i] for what it points to"
		case from.IsNumber() && to.Kind == word.Pointer:
			hint = "pass an address: &x, or the name of an array"
		}
		l.fail(at, hint, "cannot convert '%s' to '%s'", from, to)
	}
	return l.cast(v, to)
}

// derives reports that a struct derives from another.
func derives(from, to *syntax.Type) bool {
	if from.Kind != word.Struct || to.Kind != word.Struct || from.Class == nil {
		return false
	}
	for c := from.Class.Parent; c != nil; c = c.Parent {
		if c == to.Class {
			return true
		}
	}
	return false
}

func (l *lowering) convertPointer(v value, to *syntax.Type, at lex.Token) value {
	from := v.typ
	if v.text && to.Elem.Kind == word.I8 && !to.Elem.Const {
		l.warn(at, "declare the pointer const", "a string literal becomes a 'char *', and what it points to must not be changed")
		v.typ = to
		return v
	}
	if from.Elem.Const && !to.Elem.Const && !v.zero {
		l.fail(at, "declare the pointer const, or do not write through it", "invalid conversion from '%s' to '%s'", from, to)
	}
	if !syntax.Same(from.Elem, to.Elem) && to.Elem.Kind != word.Void && !v.zero && !derives(from.Elem, to.Elem) {
		hint := "cast it if that is what you mean"
		if from.Elem.Kind == word.Void {
			hint = "cast it: (" + to.String() + ")…"
		}
		l.fail(at, hint, "cannot convert '%s' to '%s'", from, to)
	}
	v.typ = to
	return v
}

// convertClass converts through a constructor of one parameter or a conversion operator.
func (l *lowering) convertClass(v value, to *syntax.Type, at lex.Token) value {
	if extents(v.typ, to) {
		v.typ = to
		return v
	}
	if f := l.conversionOperator(v.typ, to); f != nil && to.Kind == word.Struct {
		this := value{typ: syntax.PointerTo(v.typ), slot: v.slot, run: v.run}
		return l.call1(f, &this, nil, binding{}, at)
	}
	if to.Kind == word.Struct && (len(to.Constructors()) > 0 || to.Class.Name == "dim3" && v.typ.IsNumber()) && v.typ.Kind != word.Void {
		return l.construct(to, []operand{{v: v, e: &syntax.Expr{Op: "num", Tok: at}}}, at, false)
	}
	if f := l.conversionOperator(v.typ, to); f != nil {
		this := value{typ: syntax.PointerTo(v.typ), slot: v.slot, run: v.run}
		got := l.deref(l.call1(f, &this, nil, binding{}, at))
		return l.convert(got, to, at)
	}
	l.fail(at, "", "cannot convert '%s' to '%s'", v.typ, to)
	return value{}
}

// conversionOperator finds a class's operator T that fits best.
func (l *lowering) conversionOperator(from, to *syntax.Type) *syntax.Function {
	if from.Class == nil {
		return nil
	}
	var best *syntax.Function
	for _, f := range from.Class.Methods {
		if len(f.Name) > 9 && f.Name[:9] == "operator " {
			if syntax.Same(f.Result, to) {
				return f
			}
			if f.Result.IsNumber() && to.IsNumber() || f.Result.Kind == word.Pointer && to.Kind == word.Bool {
				best = f
			}
		}
	}
	return best
}

// cast converts between scalars without asking.
func (l *lowering) cast(v value, to *syntax.Type) value {
	f := word.Conversion(v.typ.Kind, to.Kind)
	if f == nil {
		v.typ, v.zero = to, v.zero && to.IsInt()
		return v
	}
	if v.konst != nil && v.run == nil {
		c := l.constant(f(*v.konst), to)
		c.zero = v.zero && to.Kind == word.I32
		return c
	}
	if l.host {
		return l.map1(v, to, f)
	}
	d := l.reg()
	conv := l.apply1(v.slot, d, f)
	if g := extension(v.typ.Kind, to.Kind); g != nil {
		conv = simt.Ruled1(v.slot, d, f, func(r *simt.Rows, x *simt.Rule) bool { return r.Holds(x, to.Kind) }, g(v.slot, d))
	}
	if to.Kind == word.F32 && v.typ.Kind == word.I32 {
		a := v.slot
		conv = simt.Ruled1(a, d, f, nil, func(w *simt.Warp, m uint32) { lane.I32ToF32(w.Out(d), w.In(a)) })
	}
	return value{typ: to, slot: d, run: seq(v.run, conv)}
}

func (l *lowering) castValue(e *syntax.Expr) value {
	to := l.resolve(e.Type, e.Tok)
	if to.Kind == word.Void {
		return value{typ: syntax.Basic[word.Void], run: l.effect(e.Kids[0])}
	}
	v := l.rvalue(e.Kids[0])
	return l.castTo(v, to, e)
}

// castTo lowers an explicit cast of a value.
func (l *lowering) castTo(v value, to *syntax.Type, e *syntax.Expr) value {
	if v.typ.Kind == word.Struct || to.Kind == word.Struct {
		return l.convert(v, to, e.Tok)
	}
	if !v.typ.IsScalar() || !to.IsScalar() || v.typ.IsFloat() && to.Kind == word.Pointer || v.typ.Kind == word.Pointer && to.IsFloat() {
		l.fail(e.Tok, "", "cannot cast '%s' to '%s'", v.typ, to)
	}
	if to.IsInt() && v.typ.IsFloat() || to.IsFloat() {
		l.checkIntegerDivision(e)
	}
	if e.Name == "static_cast" && v.typ.Kind == word.Pointer && to.Kind == word.Pointer && v.typ.Elem.Kind != word.Void && to.Elem.Kind != word.Void && !syntax.Same(v.typ.Elem, to.Elem) && !derives(v.typ.Elem, to.Elem) && !derives(to.Elem, v.typ.Elem) {
		l.fail(e.Tok, "use reinterpret_cast", "static_cast from '%s' to '%s' is not allowed", v.typ, to)
	}
	return l.cast(v, syntax.Plain(to))
}

func (l *lowering) constructValue(e *syntax.Expr) value {
	t := l.resolve(e.Type, e.Tok)
	if t.Kind == word.Struct {
		l.complete(t, e.Tok)
		return l.construct(t, l.operands(e.Kids), e.Tok, e.Many)
	}
	if t.Kind == word.Array { // (int[]){1, 2, 3}
		list := &syntax.Expr{Op: "init", Tok: e.Tok, Kids: e.Kids}
		t = l.measured(t, list)
		p := &place{typ: t, reg: -1, addr: l.allot(t), at: l.site(e.Tok, "")}
		run := l.fill(p, list)
		v := l.read(p)
		v.run = seq(run, v.run)
		return v
	}
	if len(e.Kids) == 0 {
		return l.cast(l.constant(0, syntax.Basic[word.I32]), t)
	}
	if len(e.Kids) > 1 {
		l.fail(e.Tok, "", "'%s' takes one value", t)
	}
	return l.castTo(l.rvalue(e.Kids[0]), t, e)
}

// construct makes a struct in a temporary of its own.
func (l *lowering) construct(t *syntax.Type, args []operand, at lex.Token, list bool) value {
	if len(args) == 1 && !args[0].list && syntax.Same(args[0].v.typ, t) {
		return args[0].v
	}
	p := &place{typ: syntax.Plain(t), reg: -1, addr: l.allot(t), at: l.site(at, "")}
	return value{typ: p.typ, slot: p.addr.slot, run: l.constructAt(p, args, at, list), fresh: true}
}

// initial lowers what a variable, parameter or result of type t is given.
func (l *lowering) initial(e *syntax.Expr, t *syntax.Type) value {
	return l.initialFrom(l.operand(e), t)
}

func (l *lowering) initialFrom(o operand, t *syntax.Type) value {
	if !o.list {
		if o.v.typ.Kind == word.Void {
			l.fail(o.e.Tok, "", "void value not ignored as it ought to be")
		}
		l.checkInitial(o, t)
		return l.convert(l.deref(o.v), syntax.Plain(t), o.e.Tok)
	}
	e := o.e
	switch {
	case t.Kind == word.Struct:
		return l.construct(t, l.operands(e.Kids), e.Tok, true)
	case t.Kind == word.Array:
		l.fail(e.Tok, "", "a list in braces cannot stand here")
	case len(e.Kids) == 0:
		return l.cast(l.constant(0, syntax.Basic[word.I32]), t)
	case len(e.Kids) > 1:
		l.fail(e.Tok, "", "too many initializers for '%s'", t)
	}
	return l.initial(e.Kids[0], t)
}

// fill initializes an array or a struct in memory.
func (l *lowering) fill(p *place, e *syntax.Expr) simt.Op {
	if p.typ.IsScalar() {
		v := l.initial(e, p.typ)
		return seq(v.run, l.assign(p, v))
	}
	if p.typ.Kind == word.Struct {
		if e.Op == "init" {
			return l.constructAt(p, l.operands(e.Kids), e.Tok, true)
		}
		return l.fillFrom(p, l.operand(e))
	}
	if e.Op == "init" && len(e.Kids) == 1 && e.Kids[0].Op == "str" && p.typ.Elem.Size() == 1 {
		e = e.Kids[0]
	}
	if e.Op == "str" && p.typ.Elem.Size() == 1 && p.typ.Elem.IsInt() {
		return l.fillString(p, e)
	}
	if e.Op != "init" {
		l.fail(e.Tok, "", "an array must be initialized with a list in braces")
	}
	e = bracketed(e, p.typ.Elem)
	if len(e.Kids) > p.typ.N {
		l.fail(e.Kids[p.typ.N].Tok, "", "too many initializers: the array has %d elements", p.typ.N)
	}
	all := l.Clear(p)
	for i, kid := range e.Kids {
		all = seq(all, l.fill(l.part(p, i*p.typ.Elem.Size(), p.typ.Elem), kid))
	}
	return all
}

// bracketed puts the braces back that were left out round the elements of an array's elements.
func bracketed(e *syntax.Expr, elem *syntax.Type) *syntax.Expr {
	n := scalars(elem)
	if n < 2 {
		return e
	}
	out := *e
	out.Kids = nil
	for i := 0; i < len(e.Kids); {
		k := e.Kids[i]
		if k == nil || k.Op == "init" || k.Op == "str" || k.Op == "pack" || elem.Kind == word.Struct && k.Op != "num" {
			out.Kids, i = append(out.Kids, k), i+1
			continue
		}
		end := min(i+n, len(e.Kids))
		out.Kids, i = append(out.Kids, &syntax.Expr{Op: "init", Tok: k.Tok, Kids: e.Kids[i:end]}), end
	}
	return &out
}

// scalars is how many numbers a plain type has; 0 where it has constructors.
func scalars(t *syntax.Type) int {
	switch t.Kind {
	case word.Array:
		return max(t.N, 0) * scalars(t.Elem)
	case word.Struct:
		n := 0
		for _, f := range t.Members() {
			n += scalars(f.Type)
		}
		if len(t.Constructors()) > 0 || t.Class == nil || t.Class.Union {
			return 0
		}
		return n
	}
	return 1
}

// fillFrom gives the object at p the value of an operand.
func (l *lowering) fillFrom(p *place, o operand) simt.Op {
	if o.list || p.typ.Kind != word.Struct {
		return l.fill(p, o.e)
	}
	v := l.initialFrom(o, p.typ)
	if v.fresh {
		return seq(v.run, l.assign(p, v))
	}
	return l.copyAt(p, v, o.e.Tok)
}

// fillString initializes a char array.
func (l *lowering) fillString(p *place, e *syntax.Expr) simt.Op {
	text := e.Name + "\x00"
	if len(text) > p.typ.N {
		l.fail(e.Tok, "", "the string needs %d bytes, the array has %d", len(text), p.typ.N)
	}
	slot, at := p.addr.slot, p.at
	put := l.each(func(w *simt.Warp, lane int) {
		for j := range len(text) {
			w.Bytes(w.In(slot)[lane]+uint64(j), 1, lane, at, true)[0] = text[j]
		}
	})
	return seq(l.Clear(p), put)
}

// Clear writes zeros.
func (l *lowering) Clear(p *place) simt.Op {
	slot, n := p.addr.slot, p.typ.Size()
	at := p.at
	if l.host {
		return seq(p.addr.run, func(w *simt.Warp, _ uint32) { clear(w.Block(w.In(slot)[0], n, 0, at, true)) })
	}
	return seq(p.addr.run, func(w *simt.Warp, m uint32) { w.Clear(w.In(slot), m, n, at) })
}

// zeros is added to, so that a register takes the form of another kind.
var zeros simt.Vec

// extension makes the conversions between integers of 32 bits; nil for others.
func extension(from, to word.Kind) func(a, d int) simt.Op {
	switch {
	case !from.Integer() && from != word.Pointer:
		return nil
	case to == word.I32:
		return func(a, d int) simt.Op { return func(w *simt.Warp, _ uint32) { lane.AddI32(w.Out(d), w.In(a), &zeros) } }
	case to == word.U32:
		return func(a, d int) simt.Op { return func(w *simt.Warp, _ uint32) { lane.AddU32(w.Out(d), w.In(a), &zeros) } }
	}
	return nil
}
