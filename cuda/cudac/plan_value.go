// This file computes the values of expressions for plans, and which way those go that choose.

package cudac

import (
	"math"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/word"
)

// value computes an expression.
func (p *planner) value(e *expr) planned {
	switch e.op {
	case "num":
		v, typ, ok := literal(e.tok)
		p.need(ok)
		return p.literal(v, typ)
	case "name":
		return p.name(e)
	case "member":
		base, d, ok := builtinPart(e)
		p.need(ok && p.find(e.kids[0].name) == nil)
		return p.builtin(base, d)
	case "index":
		return p.read(p.element(e))
	case "unary":
		return p.unary(e)
	case "cast":
		return p.convert(p.value(e.kids[0]), p.resolve(e.typ, e.tok))
	case "?:":
		return p.either(e)
	case "call":
		return p.call(e)
	case "&&", "||":
		return p.logical(e)
	}
	p.need(binaryPower[e.op] > 0 && len(e.kids) == 2 && e.op != "," && e.op != "=" && !assignments[e.op])
	x := p.value(e.kids[0])
	return p.binary(e.op, x, p.value(e.kids[1]))
}

func (p *planner) resolve(t *Type, at token) *Type {
	p.need(t != nil && t.generic == nil && t.member == "")
	return p.l.resolve(t, at)
}

func (p *planner) literal(v uint64, typ *Type) planned {
	switch {
	case typ.Kind == word.F32:
		return planned{typ: typ, data: []*lane.Words{p.constant(uint32(v))}}
	case typ.isInt() || typ.Kind == word.F64:
		return planNumber(typ, int64(v))
	}
	p.give()
	return planned{}
}

// builtin is a coordinate of threadIdx, blockIdx, blockDim or gridDim.
func (p *planner) builtin(base, d int) planned {
	v := planNumber(basic[word.U32], 0)
	switch base {
	case regThread:
		v.known = make([]int64, p.count)
		for t := range v.known {
			v.known[t] = int64(p.r.grid.threadOf(t)[d])
		}
	case regBlock:
		if p.grid[d] > 1 {
			v.grow[d] = 1
		}
	case regDim:
		v.known[0] = int64(p.r.launch.Block[d])
	default:
		v.known[0] = p.grid[d]
	}
	return v
}

func (p *planner) name(e *expr) planned {
	p.need(e.typ == nil)
	if x := p.find(e.name); x != nil {
		switch {
		case x.array == nil:
			return p.get(x)
		case x.typ.Kind != word.Array:
			return p.load(p.element(e))
		}
		return p.decayed(x.array, 0, x.typ)
	}
	switch e.name {
	case "true", "false":
		return planNumber(basic[word.Bool], int64(word.Bit(e.name == "true")))
	case "warpSize":
		return planNumber(basic[word.I32], lanes)
	}
	s := p.l.globals[e.name]
	if p.inside == 0 {
		s = p.l.peek(e.name)
	}
	p.need(s != nil && !s.broken)
	if s.konst != nil {
		return p.literal(uint64(*s.konst), plain(s.typ))
	}
	p.need(s.place != nil && s.place.reg < 0 && s.place.addr.konst != nil && s.place.addr.run == nil && !s.place.typ.Volatile)
	at := *s.place.addr.konst
	p.need(spaceOf(at) == globalSpace)
	typ := s.place.typ
	if typ.Kind == word.Array {
		return p.decayed(p.space(globalSpace), offsetOf(at), typ)
	}
	v := planNumber(pointerTo(typ), offsetOf(at))
	v.array = p.space(globalSpace)
	return p.load(planPlace{typ: typ, value: v, at: s.place.at})
}

// decayed is an array as a pointer to its first element.
func (p *planner) decayed(a *planArray, off int64, typ *Type) planned {
	if typ.Kind != word.Array {
		typ = &Type{Kind: word.Array, Elem: typ, N: 1}
	}
	v := planNumber(pointerTo(typ.Elem), off)
	v.array, v.n = a, typ.N
	return v
}

func (p *planner) unary(e *expr) planned {
	if e.name == "*" {
		return p.read(p.element(e))
	}
	x := p.value(e.kids[0])
	switch {
	case e.name == "!":
		x = p.convert(x, basic[word.Bool])
		if x.known != nil {
			return p.each(basic[word.Bool], x, planNumber(basic[word.Bool], 0), func(a, _ uint64) uint64 { return a ^ 1 })
		}
		return p.not(x)
	case e.name == "-" && x.typ.Kind == word.F32:
		return p.op(lane.XorI, x.typ, x, planned{data: []*lane.Words{p.constant(1 << 31)}})
	case e.name == "-" && x.typ.Kind == word.F64 && x.known != nil:
		return p.each(x.typ, x, x, func(a, _ uint64) uint64 { return a ^ 1<<63 })
	case e.name == "-" && x.typ.isInt():
		x = p.convert(x, promoted(x.typ))
		return p.binary("-", planNumber(x.typ, 0), x)
	case e.name == "~" && x.typ.isInt():
		x = p.convert(x, promoted(x.typ))
		return p.binary("^", x, planNumber(x.typ, int64(word.Wrap(x.typ.Kind, math.MaxUint64))))
	case e.name == "+":
		return p.convert(x, promoted(x.typ))
	}
	p.give()
	return planned{}
}

func (p *planner) not(x planned) planned {
	return p.op(lane.XorI, x.typ, x, planned{data: []*lane.Words{p.constant(math.MaxUint32)}})
}

// each computes what is known of each thread.
func (p *planner) each(typ *Type, x, y planned, f func(a, b uint64) uint64) planned {
	p.need(x.grow == by{} && y.grow == by{})
	z := planned{typ: typ, n: -1}
	if len(x.known) == 1 && len(y.known) == 1 {
		z.known = []int64{int64(f(uint64(x.known[0]), uint64(y.known[0])))}
		return z
	}
	z.known = make([]int64, p.count)
	for _, t := range p.now.threads {
		z.known[t] = int64(f(uint64(x.of(t)), uint64(y.of(t))))
	}
	return z
}

// extent is the least and the greatest of a number in all threads at hand.
func (p *planner) extent(v planned) (lo, hi int64) {
	lo, hi = v.of(p.now.threads[0]), v.of(p.now.threads[0])
	if len(v.known) > 1 {
		for _, t := range p.now.threads {
			lo, hi = min(lo, v.known[t]), max(hi, v.known[t])
		}
	}
	return lo, hi
}

// everywhere is extent, in all blocks.
func (p *planner) everywhere(v planned) (lo, hi int64) {
	lo, hi = p.extent(v)
	for d, g := range v.grow {
		p.need(g < 1<<31 && g > -1<<31)
		lo, hi = lo+min(0, g*(p.grid[d]-1)), hi+max(0, g*(p.grid[d]-1))
	}
	return lo, hi
}

// bounded needs a kind to have room for a number that goes with the block.
func (p *planner) bounded(v planned, k word.Kind) planned {
	lo, hi := p.everywhere(v)
	switch k {
	case word.I32:
		p.need(lo >= math.MinInt32 && hi <= math.MaxInt32)
	case word.U32:
		p.need(lo >= 0 && hi <= math.MaxUint32)
	case word.I64, word.Pointer:
		p.need(lo > -maxBase && hi < maxBase)
	case word.U64:
		p.need(lo >= 0 && hi < maxBase)
	default:
		p.give()
	}
	return v
}

func (p *planner) logical(e *expr) planned {
	x := p.convert(p.value(e.kids[0]), basic[word.Bool])
	if x.known == nil {
		from := p.touches
		y := p.convert(p.value(e.kids[1]), basic[word.Bool])
		p.need(p.touches == from && y.known == nil) // it might not be evaluated
		c := lane.AndI
		if e.op == "||" {
			c = lane.OrI
		}
		return p.op(c, basic[word.Bool], x, y)
	}
	yes, no := p.split(x)
	now, ask := p.now, yes
	if e.op == "||" {
		ask = no
	}
	z := planned{typ: basic[word.Bool], known: make([]int64, p.count), n: -1}
	for _, t := range now.threads {
		z.known[t] = int64(word.Bit(e.op == "||"))
	}
	if p.now = ask; len(ask.threads) > 0 {
		y := p.convert(p.value(e.kids[1]), basic[word.Bool])
		p.need(y.known != nil && y.grow == by{})
		for _, t := range ask.threads {
			z.known[t] = y.of(t)
		}
	}
	p.now = now
	return z
}

// either computes c ? x : y.
func (p *planner) either(e *expr) planned {
	c := p.convert(p.value(e.kids[0]), basic[word.Bool])
	if c.known == nil {
		return p.blend(e, c)
	}
	yes, no := p.split(c)
	now := p.now
	switch {
	case len(no.threads) == 0:
		v := p.value(e.kids[1])
		return p.convert(v, p.jointType(v.typ, p.static(e.kids[2])))
	case len(yes.threads) == 0:
		v := p.value(e.kids[2])
		return p.convert(v, p.jointType(p.static(e.kids[1]), v.typ))
	}
	p.now = yes
	a := p.value(e.kids[1])
	p.now = no
	b := p.value(e.kids[2])
	x := &planVariable{typ: p.jointType(a.typ, b.typ), born: now}
	b = p.convert(b, x.typ)
	p.now = yes
	p.set(x, p.convert(a, x.typ))
	p.now = no
	p.set(x, b)
	p.now = now
	return p.get(x)
}

// jointType is the type that both sides of ?: are converted to.
func (p *planner) jointType(a, b *Type) *Type {
	if same(a, b) {
		return plain(a)
	}
	p.need(a.isNumber() && b.isNumber())
	return common(a, b)
}

// static is the type of an expression that no thread evaluates.
func (p *planner) static(e *expr) *Type {
	switch e.op {
	case "num":
		_, typ, ok := literal(e.tok)
		p.need(ok)
		return typ
	case "name":
		if x := p.find(e.name); x != nil && x.array == nil {
			return x.typ
		}
	case "index":
		if x := p.find(e.kids[0].name); e.kids[0].op == "name" && x != nil && (x.typ.Kind == word.Pointer || x.typ.Kind == word.Array) {
			return p.resolve(x.typ.Elem, e.tok)
		}
	case "member":
		if _, _, ok := builtinPart(e); ok {
			return basic[word.U32]
		}
	case "cast":
		return p.resolve(e.typ, e.tok)
	case "+", "-", "*", "/":
		if len(e.kids) == 2 {
			return p.jointType(promotedAny(p.static(e.kids[0])), promotedAny(p.static(e.kids[1])))
		}
	case "unary":
		if e.name == "-" {
			return promotedAny(p.static(e.kids[0]))
		}
	}
	p.give()
	return nil
}

func promotedAny(t *Type) *Type {
	if t.isInt() {
		return promoted(t)
	}
	return plain(t)
}

// blend computes c ? x : y where the data decide.
func (p *planner) blend(e *expr, c planned) planned {
	from := p.touches
	x, y := p.value(e.kids[1]), p.value(e.kids[2])
	p.need(p.touches == from && x.typ.isNumber() && y.typ.isNumber() && !arithmetic(e.kids[1]) && !arithmetic(e.kids[2]))
	typ := plain(x.typ)
	if !same(x.typ, y.typ) {
		typ = common(x.typ, y.typ)
	}
	p.need(typ.Kind == word.F32 || typ.Kind == word.I32 || typ.Kind == word.U32)
	a, b := p.words(p.convert(x, typ)), p.words(p.convert(y, typ))
	z := planned{typ: typ}
	for i := range p.now.packs {
		r := p.temp()
		p.emit(lane.Copy, r, c.pack(i), nil)
		p.emit(lane.Select, r, a.pack(i), b.pack(i))
		z.data = append(z.data, r)
	}
	return z
}

// arithmetic reports that an expression computes, which is counted only where it happens.
func arithmetic(e *expr) (yes bool) {
	walkExpr(e, func(e *expr) { yes = yes || e.op == "call" || binaryPower[e.op] > 0 && len(e.kids) == 2 })
	return yes
}
