// This file places the variables outside of functions.

package cudac

// declareGlobals places __device__ and __constant__ variables, and keeps constants.
func (l *lowering) declareGlobals(p *Program) {
	for _, d := range l.unit.globals {
		(&parser{}).guard(func() {
			typ := l.resolve(d.typ, d.tok)
			s := &symbol{decl: d, typ: typ}
			if d.init != nil && (typ.Const || d.constexpr) && typ.isInt() {
				if n, ok := l.c.constant(d.init, l.unit); ok {
					s.konst = &n
				}
			}
			if typ.Kind == Array && typ.N < 0 && d.init != nil {
				u := *typ
				u.N = len(d.init.kids)
				typ = &u
				s.typ = typ
			}
			at := (len(p.globals) + 15) / 16 * 16
			if at+typ.Size() > maxArray {
				l.fail(d.tok, "", "the device variables need more than 64 MiB")
			}
			p.globals = append(p.globals, make([]byte, at+typ.Size()-len(p.globals))...)
			if d.init != nil {
				l.image(p.globals[at:], typ, d.init)
			}
			s.place = &place{typ: typ, reg: -1, at: l.site(d.tok, d.name)}
			s.place.addr = value{typ: pointerTo(typ), slot: -1, konst: new(uint64)}
			*s.place.addr.konst = addressOf(globalSpace, at)
			l.globals[d.name] = s
		})
	}
}

// image writes a constant initializer.
func (l *lowering) image(to []byte, t *Type, e *expr) {
	if e.op == "init" && t.Kind == Array {
		for i, kid := range e.kids {
			if i >= t.N {
				l.fail(kid.tok, "", "too many initializers")
			}
			l.image(to[i*t.Elem.Size():], t.Elem, kid)
		}
		return
	}
	neg := false
	for e.op == "unary" && e.name == "-" || e.op == "init" && len(e.kids) == 1 {
		neg = neg != (e.op == "unary")
		e = e.kids[0]
	}
	if e.op == "num" && t.isNumber() {
		v, from, _ := literal(e.tok)
		if neg && from.isFloat() {
			f := operation("-", from.Kind)
			v = f(0, v)
		} else if neg {
			v = wrap(from.Kind, -v)
		}
		if conv := conversion(from.Kind, t.Kind); conv != nil {
			v = conv(v)
		}
		put(to, t.Kind, v)
		return
	}
	n, ok := l.c.constant(e, l.unit)
	if !ok || neg || !t.isNumber() {
		l.fail(e.tok, "use a literal, or set it in the kernel", "initializer of a device variable is not a constant")
	}
	put(to, t.Kind, Number(t, 0, n, false).Bits)
}
