// This file computes the values of expressions for plans, and which way those go that choose.

package plan

import (
	"math"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// value computes an expression.
func (p *planner) value(e *syntax.Expr) planned {
	switch e.Op {
	case "num":
		v, typ, ok := syntax.Literal(e.Tok)
		p.need(ok)
		return p.literal(v, typ)
	case "name":
		return p.name(e)
	case "member":
		base, d, ok := simt.Coordinate(e)
		p.need(ok && p.find(e.Kids[0].Name) == nil)
		return p.builtin(base, d)
	case "index":
		return p.read(p.element(e))
	case "unary":
		return p.unary(e)
	case "cast":
		return p.convert(p.value(e.Kids[0]), p.resolve(e.Type, e.Tok))
	case "?:":
		return p.either(e)
	case "call":
		return p.call(e)
	case "&&", "||":
		return p.logical(e)
	}
	p.need(syntax.BinaryPower[e.Op] > 0 && len(e.Kids) == 2 && e.Op != "," && e.Op != "=" && !syntax.Assignments[e.Op])
	x := p.value(e.Kids[0])
	return p.binary(e.Op, x, p.value(e.Kids[1]))
}

func (p *planner) resolve(t *syntax.Type, at lex.Token) *syntax.Type {
	p.need(t != nil && t.Generic == nil && t.Member == "")
	return p.known(t, at)
}

func (p *planner) known(t *syntax.Type, at lex.Token) *syntax.Type {
	u := p.l.Known(t, at)
	p.need(u != nil)
	return u
}

func (p *planner) literal(v uint64, typ *syntax.Type) planned {
	switch {
	case typ.Kind == word.F32:
		return planned{typ: typ, data: []*lane.Words{p.constant(uint32(v))}}
	case typ.IsInt() || typ.Kind == word.F64:
		return number(typ, int64(v))
	}
	p.give()
	return planned{}
}

// builtin is a coordinate of threadIdx, blockIdx, blockDim or gridDim.
func (p *planner) builtin(base, d int) planned {
	v := number(syntax.Basic[word.U32], 0)
	switch base {
	case simt.RegThread:
		v.known = make([]int64, p.count)
		for t := range v.known {
			v.known[t] = int64(p.r.Grid.ThreadOf(t)[d])
		}
	case simt.RegBlock:
		if p.grid[d] > 1 {
			v.grow[d] = 1
		}
	case simt.RegDim:
		v.known[0] = int64(p.r.Launch.Block[d])
	default:
		v.known[0] = p.grid[d]
	}
	return v
}

func (p *planner) name(e *syntax.Expr) planned {
	p.need(e.Type == nil)
	if x := p.find(e.Name); x != nil {
		switch {
		case x.array == nil:
			return p.get(x)
		case x.typ.Kind != word.Array:
			return p.load(p.element(e))
		}
		return p.decayed(x.array, 0, x.typ)
	}
	switch e.Name {
	case "true", "false":
		return number(syntax.Basic[word.Bool], int64(word.Bit(e.Name == "true")))
	case "warpSize":
		return number(syntax.Basic[word.I32], simt.Lanes)
	}
	g, ok := p.l.Global(e.Name, p.inside == 0)
	p.need(ok)
	if g.Constant != nil {
		return p.literal(uint64(*g.Constant), g.Type)
	}
	at, typ := g.Address, g.Type
	p.need(memory.SpaceOf(at) == memory.Global)
	if typ.Kind == word.Array {
		return p.decayed(p.space(memory.Global), memory.OffsetOf(at), typ)
	}
	v := number(syntax.PointerTo(typ), memory.OffsetOf(at))
	v.array = p.space(memory.Global)
	return p.load(place{typ: typ, value: v, at: g.At})
}

// decayed is an array as a pointer to its first element.
func (p *planner) decayed(a *array, off int64, typ *syntax.Type) planned {
	if typ.Kind != word.Array {
		typ = &syntax.Type{Kind: word.Array, Elem: typ, N: 1}
	}
	v := number(syntax.PointerTo(typ.Elem), off)
	v.array, v.n = a, typ.N
	return v
}

func (p *planner) unary(e *syntax.Expr) planned {
	if e.Name == "*" {
		return p.read(p.element(e))
	}
	x := p.value(e.Kids[0])
	switch {
	case e.Name == "!":
		x = p.convert(x, syntax.Basic[word.Bool])
		if x.known != nil {
			return p.each(syntax.Basic[word.Bool], x, number(syntax.Basic[word.Bool], 0), func(a, _ uint64) uint64 { return a ^ 1 })
		}
		return p.not(x)
	case e.Name == "-" && x.typ.Kind == word.F32:
		return p.op(lane.XorI, x.typ, x, planned{data: []*lane.Words{p.constant(1 << 31)}})
	case e.Name == "-" && x.typ.Kind == word.F64 && x.known != nil:
		return p.each(x.typ, x, x, func(a, _ uint64) uint64 { return a ^ 1<<63 })
	case e.Name == "-" && x.typ.IsInt():
		x = p.convert(x, syntax.Promoted(x.typ))
		return p.binary("-", number(x.typ, 0), x)
	case e.Name == "~" && x.typ.IsInt():
		x = p.convert(x, syntax.Promoted(x.typ))
		return p.binary("^", x, number(x.typ, int64(word.Wrap(x.typ.Kind, math.MaxUint64))))
	case e.Name == "+":
		return p.convert(x, syntax.Promoted(x.typ))
	}
	p.give()
	return planned{}
}

func (p *planner) not(x planned) planned {
	return p.op(lane.XorI, x.typ, x, planned{data: []*lane.Words{p.constant(math.MaxUint32)}})
}

// each computes what is known of each thread.
func (p *planner) each(typ *syntax.Type, x, y planned, f func(a, b uint64) uint64) planned {
	p.need(x.grow == simt.By{} && y.grow == simt.By{})
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
		p.need(lo > -simt.MaxBase && hi < simt.MaxBase)
	case word.U64:
		p.need(lo >= 0 && hi < simt.MaxBase)
	default:
		p.give()
	}
	return v
}

func (p *planner) logical(e *syntax.Expr) planned {
	x := p.convert(p.value(e.Kids[0]), syntax.Basic[word.Bool])
	if x.known == nil {
		from := p.touches
		y := p.convert(p.value(e.Kids[1]), syntax.Basic[word.Bool])
		p.need(p.touches == from && y.known == nil) // it might not be evaluated
		c := lane.AndI
		if e.Op == "||" {
			c = lane.OrI
		}
		return p.op(c, syntax.Basic[word.Bool], x, y)
	}
	yes, no := p.split(x)
	now, ask := p.now, yes
	if e.Op == "||" {
		ask = no
	}
	z := planned{typ: syntax.Basic[word.Bool], known: make([]int64, p.count), n: -1}
	for _, t := range now.threads {
		z.known[t] = int64(word.Bit(e.Op == "||"))
	}
	if p.now = ask; len(ask.threads) > 0 {
		y := p.convert(p.value(e.Kids[1]), syntax.Basic[word.Bool])
		p.need(y.known != nil && y.grow == simt.By{})
		for _, t := range ask.threads {
			z.known[t] = y.of(t)
		}
	}
	p.now = now
	return z
}

// either computes c ? x : y.
func (p *planner) either(e *syntax.Expr) planned {
	c := p.convert(p.value(e.Kids[0]), syntax.Basic[word.Bool])
	if c.known == nil {
		return p.blend(e, c)
	}
	yes, no := p.split(c)
	now := p.now
	switch {
	case len(no.threads) == 0:
		v := p.value(e.Kids[1])
		return p.convert(v, p.jointType(v.typ, p.static(e.Kids[2])))
	case len(yes.threads) == 0:
		v := p.value(e.Kids[2])
		return p.convert(v, p.jointType(p.static(e.Kids[1]), v.typ))
	}
	p.now = yes
	a := p.value(e.Kids[1])
	p.now = no
	b := p.value(e.Kids[2])
	x := &variable{typ: p.jointType(a.typ, b.typ), born: now}
	b = p.convert(b, x.typ)
	p.now = yes
	p.set(x, p.convert(a, x.typ))
	p.now = no
	p.set(x, b)
	p.now = now
	return p.get(x)
}

// jointType is the type that both sides of ?: are converted to.
func (p *planner) jointType(a, b *syntax.Type) *syntax.Type {
	if syntax.Same(a, b) {
		return syntax.Plain(a)
	}
	p.need(a.IsNumber() && b.IsNumber())
	return syntax.Common(a, b)
}

// static is the type of an expression that no thread evaluates.
func (p *planner) static(e *syntax.Expr) *syntax.Type {
	switch e.Op {
	case "num":
		_, typ, ok := syntax.Literal(e.Tok)
		p.need(ok)
		return typ
	case "name":
		if x := p.find(e.Name); x != nil && x.array == nil {
			return x.typ
		}
	case "index":
		if x := p.find(e.Kids[0].Name); e.Kids[0].Op == "name" && x != nil && (x.typ.Kind == word.Pointer || x.typ.Kind == word.Array) {
			return p.resolve(x.typ.Elem, e.Tok)
		}
	case "member":
		if _, _, ok := simt.Coordinate(e); ok {
			return syntax.Basic[word.U32]
		}
	case "cast":
		return p.resolve(e.Type, e.Tok)
	case "+", "-", "*", "/":
		if len(e.Kids) == 2 {
			return p.jointType(promotedAny(p.static(e.Kids[0])), promotedAny(p.static(e.Kids[1])))
		}
	case "unary":
		if e.Name == "-" {
			return promotedAny(p.static(e.Kids[0]))
		}
	}
	p.give()
	return nil
}

func promotedAny(t *syntax.Type) *syntax.Type {
	if t.IsInt() {
		return syntax.Promoted(t)
	}
	return syntax.Plain(t)
}

// blend computes c ? x : y where the data decide.
func (p *planner) blend(e *syntax.Expr, c planned) planned {
	from := p.touches
	x, y := p.value(e.Kids[1]), p.value(e.Kids[2])
	p.need(p.touches == from && x.typ.IsNumber() && y.typ.IsNumber() && !arithmetic(e.Kids[1]) && !arithmetic(e.Kids[2]))
	typ := syntax.Plain(x.typ)
	if !syntax.Same(x.typ, y.typ) {
		typ = syntax.Common(x.typ, y.typ)
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
func arithmetic(e *syntax.Expr) (yes bool) {
	syntax.WalkExpr(e, func(e *syntax.Expr) { yes = yes || e.Op == "call" || syntax.BinaryPower[e.Op] > 0 && len(e.Kids) == 2 })
	return yes
}
