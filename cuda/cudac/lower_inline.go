// This file puts a function's body in the place of its call.

package cudac

// maxInline bounds the nesting of calls.
const maxInline = 32

// inline lowers a function's body in the place of its call.
func (l *lowering) inline(f *function, e *expr, this *value, types map[string]*Type) value {
	if l.depth++; l.depth > maxInline {
		l.fail(e.tok, "write it as a loop", "calls are nested too deeply: recursion is not supported in kernel cells")
	}
	defer func() { l.depth-- }()
	in := &inlined{f: f, taken: takenIn(f.body), retMask: l.mask(), types: types, this: this, up: l.call}
	scope := map[string]*symbol{}
	for i, tp := range f.template {
		if tp.isType {
			if types[tp.name] == nil && tp.preset != nil {
				types[tp.name] = tp.preset.typ
			}
			if types[tp.name] == nil {
				l.fail(e.tok, "name it: "+f.name+"<…>(…)", "cannot infer template parameter '%s'", tp.name)
			}
			continue
		}
		arg := tp.preset
		if i < len(e.kids[0].args) {
			arg = &e.kids[0].args[i]
		}
		if arg == nil {
			l.fail(e.tok, "name it: "+f.name+"<…>(…)", "cannot infer template parameter '%s'", tp.name)
		}
		n, ok := l.c.constant(arg.val, l)
		if !ok {
			l.fail(e.tok, "", "template argument for '%s' is not a constant", tp.name)
		}
		scope[tp.name] = &symbol{typ: basic[I32], konst: &n}
	}
	var run step
	if this != nil && this.run != nil {
		run = this.run
		fixed := *this
		fixed.run = nil
		in.this = &fixed
	}
	outer := l.call
	for i, d := range f.params {
		arg := d.init
		if i+1 < len(e.kids) {
			arg = e.kids[i+1]
		}
		if arg == nil {
			l.fail(e.tok, "", "too few arguments to '%s'", f.name)
		}
		l.call = in
		typ := l.resolve(d.typ, d.tok)
		l.call = outer
		s := &symbol{decl: d, typ: typ}
		if d.ref {
			p, bind := l.lvalueOrTemp(arg)
			run = seq(run, bind)
			s.typ, s.place = p.typ, p
			if typ.Const && !p.typ.Const {
				q := *p
				c := *p.typ
				c.Const = true
				q.typ, s.typ, s.place = &c, &c, &q
			}
			scope[d.name] = s
			continue
		}
		v := l.initial(arg, typ)
		if n, ok := l.c.constant(arg, l); ok && typ.Const && typ.isInt() {
			s.konst = &n
		}
		if typ.inMemory() || in.taken[d.name] {
			s.place = &place{typ: typ, reg: -1, addr: l.constant(l.allot(typ), pointerTo(typ)), at: l.site(d.tok, d.name)}
		} else {
			s.place = &place{typ: typ, reg: l.reg(), at: l.site(d.tok, d.name)}
		}
		run = seq(run, seq(v.run, l.assign(s.place, v)))
		scope[d.name] = s
	}
	scopes, breaks, continues := l.scopes, l.breaks, l.continues
	l.scopes, l.breaks, l.continues, l.call = []map[string]*symbol{scope}, nil, nil, in
	defer func() { l.scopes, l.breaks, l.continues, l.call = scopes, breaks, continues, outer }()
	in.ret = l.resolve(f.ret, f.tok)
	if in.ret.Kind == Struct {
		in.retSlot = l.constant(l.allot(in.ret), pointerTo(in.ret)).slot
	} else {
		in.retSlot = l.reg()
	}
	body := l.block(f.body.body)
	mask := in.retMask
	return value{typ: plain(in.ret), slot: in.retSlot, run: func(w *warp, m uint32) {
		if run != nil {
			run(w, m)
		}
		w.masks[mask] = 0
		if body != nil {
			body(w, m)
		}
	}}
}
