// This file lowers statements to actions. Calls are inlined, so that a kernel is one
// function with registers of its own.

package cudac

import "fmt"

// value is an expression that has been lowered: step leaves it in a register. A struct's
// or an array's register holds its address.
type value struct {
	typ   *Type
	slot  int
	run   step // nil where there is nothing to do
	zero  bool // a literal 0, which converts to a pointer
	text  string
	konst *uint64
}

// place is an lvalue: a variable's register, or memory behind an address.
type place struct {
	typ  *Type
	reg  int // -1 for memory
	addr value
	at   *site
}

// symbol is a name in scope.
type symbol struct {
	decl  *decl
	typ   *Type
	place *place
	konst *int64 // integer constants
}

// lowering is the state of one kernel's lowering.
type lowering struct {
	c         *compiler
	unit      *unit
	globals   map[string]*symbol
	consts    map[uint64]int // register of each constant
	preset    []uint64       // constants, by order
	presetAt  []int
	regs      int
	masks     int
	local     int // bytes of a lane's own memory
	shared    int // bytes of static shared memory
	dynamic   []*site
	scopes    []map[string]*symbol
	call      *inlined
	depth     int
	work      int // expressions lowered so far
	breaks    []int
	continues []int
	barriers  bool
	extern    []int // registers that hold the address of extern __shared__
	externAt  []int // index into preset
}

// inlined is a function whose body is being lowered.
type inlined struct {
	f       *function
	ret     *Type
	retSlot int
	retMask int
	taken   map[string]bool // variables whose address is taken
	types   map[string]*Type
	this    *value
	scopes  []map[string]*symbol
	up      *inlined
}

// Registers that every warp begins with.
const (
	regThread = 0 // x, y, z
	regBlock  = 3
	regDim    = 6
	regGrid   = 9
	regLane   = 12
	firstReg  = 13
)

func (l *lowering) reg() int { l.regs++; return l.regs - 1 }

func (l *lowering) mask() int { l.masks++; return l.masks - 1 }

func (l *lowering) fail(t token, hint, format string, args ...any) {
	l.c.report(t.pos, max(t.end-t.pos.Col, 1), fmt.Sprintf(format, args...), hint)
	panic(stopParse{})
}

func (l *lowering) site(t token, what string) *site { return &site{pos: t.pos, what: what} }

// constant is a register that holds v.
func (l *lowering) constant(v uint64, t *Type) value {
	slot, ok := l.consts[v]
	if !ok {
		slot = l.reg()
		l.consts[v] = slot
		l.preset, l.presetAt = append(l.preset, v), append(l.presetAt, slot)
	}
	return value{typ: t, slot: slot, zero: v == 0 && t.Kind == I32, konst: &v}
}

func (l *lowering) push() { l.scopes = append(l.scopes, map[string]*symbol{}) }
func (l *lowering) pop()  { l.scopes = l.scopes[:len(l.scopes)-1] }

func (l *lowering) find(name string) *symbol {
	for i := len(l.scopes) - 1; i >= 0; i-- {
		if s := l.scopes[i][name]; s != nil {
			return s
		}
	}
	return l.globals[name]
}

// lookup implements names.
func (l *lowering) lookup(name string) (int64, bool) {
	if s := l.find(name); s != nil {
		if s.konst != nil {
			return *s.konst, true
		}
		if s.decl == nil || s.place != nil {
			return 0, false
		}
	}
	return l.unit.lookup(name)
}

// maxArray bounds the bytes of one array.
const maxArray = 64 << 20

// resolve makes a written type concrete.
func (l *lowering) resolve(t *Type, at token) *Type {
	switch t.Kind {
	case Struct:
		if t.origin != nil && t.size != t.origin.size { // mentioned inside itself
			u := *t.origin
			u.Const, u.Volatile = t.Const, t.Volatile
			return &u
		}
	case paramType:
		if l.call != nil {
			if u := l.call.types[t.Name]; u != nil {
				if t.Const {
					c := *u
					c.Const = true
					return &c
				}
				return u
			}
		}
		l.fail(at, "", "unknown type '%s'", t.Name)
	case Pointer:
		e := l.resolve(t.Elem, at)
		if e == t.Elem {
			return t
		}
		u := *t
		u.Elem = e
		return &u
	case Array:
		u := *t
		u.Elem = l.resolve(t.Elem, at)
		if t.dim != nil {
			n, ok := l.c.constant(t.dim, l)
			if !ok {
				l.fail(at, "make the length a constexpr int, a #define or a template parameter", "the length of array '%s' is not a constant", at.text)
			}
			if n <= 0 || n > 1<<26 {
				l.fail(at, "", "array '%s' has a length of %d", at.text, n)
			}
			u.N, u.dim = int(n), nil
		}
		if u.N > 0 && u.Elem.Size() > maxArray/u.N {
			l.fail(at, "", "array '%s' is too large", at.text)
		}
		return &u
	}
	return t
}

func seq(a, b step) step {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return func(w *warp, m uint32) { a(w, m); b(w, m) }
}

// block lowers statements in a scope of their own.
func (l *lowering) block(list []*stmt) action {
	l.push()
	defer l.pop()
	return l.sequence(list)
}

func (l *lowering) sequence(list []*stmt) action {
	var acts []action
	for _, s := range list {
		ok := false
		(&parser{}).guard(func() {
			if a := l.statement(s); a != nil {
				acts = append(acts, a)
			}
			ok = true
		})
		_ = ok
	}
	switch len(acts) {
	case 0:
		return nil
	case 1:
		return acts[0]
	}
	return func(w *warp, m uint32) uint32 {
		for _, a := range acts {
			if m = a(w, m); m == 0 {
				return 0
			}
		}
		return m
	}
}

func (l *lowering) statement(s *stmt) action {
	switch s.op {
	case "block":
		return l.block(s.body)
	case "empty":
		return nil
	case "expr":
		return perform(l.effect(s.cond))
	case "decl":
		var all step
		for _, d := range s.decls {
			all = seq(all, l.declare(d))
		}
		return perform(all)
	case "if":
		return l.ifStatement(s)
	case "for", "while", "do":
		l.push()
		defer l.pop()
		return l.loop(s)
	case "switch":
		return l.switchStatement(s)
	case "return":
		return l.returnStatement(s)
	case "break", "continue":
		list := l.breaks
		if s.op == "continue" {
			list = l.continues
		}
		if len(list) == 0 {
			l.fail(s.tok, "", "'%s' statement not in a loop", s.op)
		}
		slot := list[len(list)-1]
		return func(w *warp, m uint32) uint32 { w.masks[slot] |= m; return 0 }
	}
	l.fail(s.tok, "", "'%s' outside of a switch", s.op)
	return nil
}

func perform(f step) action {
	if f == nil {
		return nil
	}
	return func(w *warp, m uint32) uint32 { w.run.spend(1); f(w, m); return m }
}

// truth lowers a condition to a register that is zero or not.
func (l *lowering) truth(e *expr) value {
	v := l.rvalue(e)
	return l.convert(v, basic[Bool], e.tok)
}

func (l *lowering) ifStatement(s *stmt) action {
	if n, ok := l.c.constant(s.cond, l); ok && l.call != nil && l.call.f.template != nil {
		switch { // if constexpr, and what a template's parameters decide
		case n != 0:
			return l.block(s.body)
		case s.other != nil:
			return l.block([]*stmt{s.other})
		}
		return nil
	}
	c := l.truth(s.cond)
	then := l.block(s.body)
	var other action
	if s.other != nil {
		other = l.block([]*stmt{s.other})
	}
	return func(w *warp, m uint32) uint32 {
		w.run.spend(1)
		if c.run != nil {
			c.run(w, m)
		}
		yes := w.truth(c.slot, m)
		no := m &^ yes
		w.run.profile.Branches++
		if yes != 0 && no != 0 {
			w.run.profile.Divergent++
		}
		if yes != 0 && then != nil {
			yes = then(w, yes)
		}
		if no != 0 && other != nil {
			no = other(w, no)
		}
		return yes | no
	}
}

func (l *lowering) loop(s *stmt) action {
	var init, body action
	if s.init != nil {
		init = l.statement(s.init)
	}
	brk, cont := l.mask(), l.mask()
	var c *value
	if s.cond != nil {
		v := l.truth(s.cond)
		c = &v
	}
	l.breaks, l.continues = append(l.breaks, brk), append(l.continues, cont)
	body = l.block(s.body)
	l.breaks, l.continues = l.breaks[:len(l.breaks)-1], l.continues[:len(l.continues)-1]
	var post step
	if s.post != nil {
		post = l.effect(s.post)
	}
	do := s.op == "do"
	at := l.site(s.tok, "")
	return func(w *warp, m uint32) uint32 {
		if init != nil {
			m = init(w, m)
		}
		var out uint32
		w.masks[brk] = 0
		check := !do
		for m != 0 {
			w.run.spend(1)
			w.run.at = at
			if check && c != nil {
				if c.run != nil {
					c.run(w, m)
				}
				stay := w.truth(c.slot, m)
				w.run.profile.Branches++
				if stay != 0 && stay != m {
					w.run.profile.Divergent++
				}
				out |= m &^ stay
				if m = stay; m == 0 {
					break
				}
			}
			check = true
			if body != nil {
				w.masks[cont] = 0
				m = body(w, m) | w.masks[cont]
			}
			if post != nil && m != 0 {
				post(w, m)
			}
		}
		return out | w.masks[brk]
	}
}

func (l *lowering) switchStatement(s *stmt) action {
	v := l.rvalue(s.cond)
	if !v.typ.isInt() {
		l.fail(s.tok, "", "switch needs an integer, not '%s'", v.typ)
	}
	v = l.convert(v, promoted(v.typ), s.tok)
	brk := l.mask()
	type arm struct {
		values []uint64
		preset bool
		from   int
	}
	var arms []arm
	var acts []action
	l.breaks = append(l.breaks, brk)
	l.push()
	for _, b := range s.body[0].body {
		if b.op != "case" && b.op != "default" {
			if a := l.statement(b); a != nil {
				acts = append(acts, a)
			}
			continue
		}
		a := arm{preset: b.op == "default", from: len(acts)}
		if b.cond != nil {
			n, ok := l.c.constant(b.cond, l)
			if !ok {
				l.fail(b.tok, "", "case value is not a constant integer")
			}
			a.values = []uint64{wrap(v.typ.Kind, uint64(n))}
		}
		arms = append(arms, a)
	}
	l.pop()
	l.breaks = l.breaks[:len(l.breaks)-1]
	return func(w *warp, m uint32) uint32 {
		if v.run != nil {
			v.run(w, m)
		}
		w.masks[brk] = 0
		enter := make([]uint32, len(acts)+1)
		rest := m
		for _, a := range arms {
			for i := range lanes {
				if rest>>i&1 != 0 && len(a.values) > 0 && w.r[v.slot][i] == a.values[0] {
					enter[a.from] |= 1 << i
					rest &^= 1 << i
				}
			}
		}
		out := rest
		for _, a := range arms {
			if a.preset {
				enter[a.from] |= rest
				out = 0
			}
		}
		var on uint32
		for k, a := range acts {
			if on |= enter[k]; on != 0 {
				w.run.spend(1)
				on = a(w, on)
			}
		}
		return out | on | enter[len(acts)] | w.masks[brk]
	}
}

func (l *lowering) returnStatement(s *stmt) action {
	in := l.call
	var f step
	switch {
	case s.cond == nil && in.ret.Kind != Void:
		l.fail(s.tok, "", "'%s' must return a value of type '%s'", in.f.name, in.ret)
	case s.cond != nil && in.ret.Kind == Void:
		if in.f.global {
			l.fail(s.tok, "write results through a pointer", "a kernel returns nothing")
		}
		f = l.effect(s.cond)
	case s.cond != nil:
		v := l.initial(s.cond, in.ret)
		if in.ret.Kind == Struct {
			f = seq(v.run, copyBytes(in.retSlot, v.slot, in.ret.Size(), 1, l.site(s.tok, "")))
		} else {
			f = seq(v.run, apply1(v.slot, in.retSlot, func(x uint64) uint64 { return x }))
		}
	}
	mask, kernel := in.retMask, in.up == nil
	return func(w *warp, m uint32) uint32 {
		if f != nil {
			f(w, m)
		}
		w.masks[mask] |= m
		if kernel {
			w.left |= m
		}
		return 0
	}
}

// declare lowers a local variable.
func (l *lowering) declare(d *decl) step {
	if old := l.scopes[len(l.scopes)-1][d.name]; old != nil && old.decl != nil {
		l.fail(d.tok, "", "redefinition of '%s'", d.name)
	}
	s := &symbol{decl: d}
	bind := func() { l.scopes[len(l.scopes)-1][d.name] = s }
	typ := d.typ
	if typ.Kind == autoType {
		if d.init == nil {
			l.fail(d.tok, "", "declaration of 'auto %s' has no initializer", d.name)
		}
		if !d.ref {
			v := l.rvalue(d.init)
			return l.declareWith(d, s, plain(v.typ), &v)
		}
	} else if typ.Kind == Array && typ.N < 0 && typ.dim == nil && d.init != nil {
		u := *typ
		u.N = len(d.init.kids)
		typ = &u
	}
	if d.ref {
		if d.init == nil {
			l.fail(d.tok, "", "reference '%s' needs something to refer to", d.name)
		}
		p, f := l.lvalueOrTemp(d.init)
		s.typ, s.place = p.typ, p
		bind()
		return f
	}
	typ = l.resolve(typ, d.tok)
	if typ.Kind == Void {
		l.fail(d.tok, "", "variable '%s' has type void", d.name)
	}
	if d.shared {
		defer bind()
		return l.declareShared(d, s, typ)
	}
	if (typ.Const || d.constexpr) && typ.isInt() && d.init != nil {
		if n, ok := l.c.constant(d.init, l); ok {
			n = int64(wrap(typ.Kind, uint64(n)))
			s.konst = &n
		}
	}
	if d.init != nil && !(d.init.op == "construct" && typ.isScalar()) && typ.isScalar() {
		v := l.initial(d.init, typ)
		return l.declareWith(d, s, typ, &v)
	}
	f := l.declareWith(d, s, typ, nil)
	if d.init == nil {
		return f
	}
	return seq(f, l.fill(s.place, d.init))
}

// declareWith makes room for a variable and stores its value.
func (l *lowering) declareWith(d *decl, s *symbol, typ *Type, v *value) step {
	s.typ = typ
	l.scopes[len(l.scopes)-1][d.name] = s
	if typ.inMemory() || l.call.taken[d.name] {
		if typ.Kind == Array && typ.N < 0 {
			l.fail(d.tok, "", "array '%s' needs a length", d.name)
		}
		s.place = &place{typ: typ, reg: -1, addr: l.constant(l.allot(typ), pointerTo(typ)), at: l.site(d.tok, d.name)}
	} else {
		s.place = &place{typ: typ, reg: l.reg(), at: l.site(d.tok, d.name)}
	}
	if v == nil {
		return nil
	}
	return seq(v.run, l.assign(s.place, *v))
}

// allot takes room in a lane's own memory and returns its address.
func (l *lowering) allot(t *Type) uint64 {
	a := max(t.alignment(), 1)
	l.local = (l.local + a - 1) / a * a
	at := l.local
	if l.local += t.Size(); l.local > 1<<19 {
		l.fail(l.call.f.tok, "", "function '%s' needs more than 512 KiB of local memory in each thread", l.call.f.name)
	}
	return addressOf(localSpace, at)
}

func (l *lowering) declareShared(d *decl, s *symbol, typ *Type) step {
	s.typ = typ
	if d.init != nil {
		l.fail(d.tok, "assign it in one thread, then __syncthreads()", "a __shared__ variable cannot have an initializer")
	}
	if d.external {
		if typ.Kind == Array {
			u := *typ
			u.N = -1
			typ = &u
		}
		slot := l.reg()
		l.extern = append(l.extern, slot)
		s.typ = typ
		s.place = &place{typ: typ, reg: -1, addr: value{typ: pointerTo(typ), slot: slot}, at: l.site(d.tok, d.name)}
		return nil
	}
	if typ.Kind == Array && typ.N < 0 {
		l.fail(d.tok, "give it a length, or make it extern __shared__ and pass the bytes at launch", "__shared__ array '%s' has no length", d.name)
	}
	a := max(typ.alignment(), 4)
	l.shared = (l.shared + a - 1) / a * a
	addr := addressOf(sharedSpace, l.shared)
	l.shared += typ.Size()
	s.place = &place{typ: typ, reg: -1, addr: l.constant(addr, pointerTo(typ)), at: l.site(d.tok, d.name)}
	return nil
}
