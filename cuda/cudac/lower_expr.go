// This file lowers expressions.

package cudac

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
