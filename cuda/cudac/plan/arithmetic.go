// This file converts and combines the values of plans.

package plan

import (
	"math"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// convert converts as conversion does.
func (p *planner) convert(x planned, to *syntax.Type) planned {
	from, k := x.typ.Kind, to.Kind
	to = syntax.Plain(to)
	switch {
	case from == k:
		if from != word.Pointer {
			x.typ = to
			return x
		}
		x.typ = to
		return x
	case from == word.Pointer || k == word.Pointer:
		p.give()
	case x.known != nil && (to.IsInt() || k == word.F64):
		if x.grow != (simt.By{}) {
			x = p.bounded(x, k)
			x.typ = to
			return x
		}
		f := word.Conversion(from, k)
		if f == nil {
			x.typ = to
			return x
		}
		return p.each(to, x, x, func(a, _ uint64) uint64 { return f(a) })
	case x.known != nil && k == word.F32:
		return p.toFloat(x, to)
	}
	return p.convertWords(x, to)
}

// toFloat makes floats of numbers that are known.
func (p *planner) toFloat(x planned, to *syntax.Type) planned {
	if x.grow != (simt.By{}) {
		lo, hi := p.everywhere(x)
		p.need(lo >= math.MinInt32 && hi <= math.MaxInt32)
		x.typ = syntax.Basic[word.I32]
		return p.op(lane.FloatOfI, to, p.words(x), planned{})
	}
	f := word.Conversion(x.typ.Kind, word.F32)
	p.need(f != nil)
	v := p.each(syntax.Basic[word.U32], x, x, func(a, _ uint64) uint64 { return f(a) })
	v = p.words(v)
	v.typ = to
	return v
}

func (p *planner) convertWords(x planned, to *syntax.Type) planned {
	from, k := x.typ.Kind, to.Kind
	one := func(bits uint32) planned { return planned{data: []*lane.Words{p.constant(bits)}} }
	switch {
	case from == word.Bool && (k == word.I32 || k == word.U32):
		return p.op(lane.AndI, to, x, one(1))
	case from == word.Bool && k == word.F32:
		return p.op(lane.AndI, to, x, one(math.Float32bits(1)))
	case k == word.Bool && (from == word.I32 || from == word.U32):
		return p.not(p.op(lane.EqualI, to, x, one(0)))
	case k == word.Bool && from == word.F32:
		return p.op(lane.NotEqualF, to, x, one(0))
	case (from == word.I32 || from == word.U32) && (k == word.I32 || k == word.U32):
		x.typ = to
		return x
	case from == word.I32 && k == word.F32:
		return p.op(lane.FloatOfI, to, x, planned{})
	case from == word.F32 && (k == word.I32 || k == word.U32), from == word.U32 && k == word.F32:
		f := word.Conversion(from, k)
		return p.goes(to, x, planned{}, func(x, _ uint64) uint64 { return f(x) })
	}
	p.give()
	return planned{}
}

// goes emits an operation of Go on each lane, which is f on registers of the kernel's form.
func (p *planner) goes(to *syntax.Type, x, y planned, f func(x, y uint64) uint64) planned {
	signed := x.typ.Kind == word.I32
	z := planned{typ: to, made: p.tape.Len() + 1}
	for i := range p.now.packs {
		r := p.temp()
		var b *lane.Words
		if y.data != nil {
			b = y.pack(i)
		}
		p.need(p.tape.Len() < p.limit)
		p.tape.AddCall(func(z, x, y *lane.Words) {
			for i, v := range x {
				var w uint64
				if y != nil {
					w = uint64(y[i])
				}
				z[i] = uint32(f(word.Widened(v, signed), w))
			}
		}, r, x.pack(i), b)
		z.data = append(z.data, r)
	}
	return z
}

func (p *planner) binary(op string, x, y planned) planned {
	if x.typ.Kind == word.Pointer || y.typ.Kind == word.Pointer {
		return p.pointer(op, x, y)
	}
	p.need(x.typ.IsNumber() && y.typ.IsNumber())
	typ := syntax.Common(x.typ, y.typ)
	if op == "<<" || op == ">>" {
		p.need(x.typ.IsInt() && y.typ.IsInt())
		typ = syntax.Promoted(x.typ)
		y = p.convert(y, syntax.Promoted(y.typ))
	} else {
		y = p.convert(y, typ)
	}
	x = p.convert(x, typ)
	if x.known != nil && y.known != nil {
		p.need(typ.IsInt())
		return p.whole(op, typ, x, y)
	}
	return p.registers(op, typ, p.words(x), p.words(y))
}

// whole computes on whole numbers that are known.
func (p *planner) whole(op string, typ *syntax.Type, x, y planned) planned {
	compares := word.Compares(op)
	still := simt.By{}
	if x.grow == still && y.grow == still {
		f := word.Operation(op, typ.Kind)
		p.need(f != nil)
		if op == "/" || op == "%" {
			for _, t := range p.now.threads {
				p.need(y.of(t) != 0)
			}
		}
		to := typ
		if compares {
			to = syntax.Basic[word.Bool]
		}
		return p.each(to, x, y, f)
	}
	if compares {
		return p.compare(op, typ, x, y)
	}
	if op == "*" && x.grow == still || op == "+" && x.grow == still {
		x, y = y, x
	}
	z := planned{typ: typ, n: -1, grow: x.grow}
	one := len(y.known) == 1 && y.grow == still
	var f func(a, b int64) int64
	switch {
	case op == "+" || op == "-":
		for d := range z.grow {
			if op == "+" {
				z.grow[d] += y.grow[d]
			} else {
				z.grow[d] -= y.grow[d]
			}
		}
		f = map[string]func(a, b int64) int64{"+": func(a, b int64) int64 { return a + b }, "-": func(a, b int64) int64 { return a - b }}[op]
	case one && (op == "*" || op == "<<"):
		n := y.known[0]
		if op == "<<" {
			p.need(n >= 0 && n < 31)
			n = 1 << n
		}
		p.need(n < 1<<31 && n > -1<<31)
		for d := range z.grow {
			z.grow[d] *= n
		}
		f = func(a, _ int64) int64 { return a * n }
	case one && (op == "/" || op == "%" || op == ">>" || op == "&"):
		return p.divide(op, typ, x, y.known[0])
	default:
		p.give()
	}
	lo, hi := p.everywhere(x)
	p.need(lo > -1<<40 && hi < 1<<40)
	lo, hi = p.everywhere(y)
	p.need(lo > -1<<40 && hi < 1<<40)
	z.known = make([]int64, p.count)
	if len(x.known) == 1 && len(y.known) == 1 {
		z.known = []int64{f(x.known[0], y.known[0])}
	} else {
		for _, t := range p.now.threads {
			z.known[t] = f(x.of(t), y.of(t))
		}
	}
	return p.bounded(z, typ.Kind)
}

// divide divides what goes with the block by multiples of the divisor.
func (p *planner) divide(op string, typ *syntax.Type, x planned, n int64) planned {
	lo, _ := p.everywhere(x)
	switch op {
	case ">>":
		p.need(n >= 0 && n < 31)
		n = 1 << n
	case "&":
		n++
		p.need(n&(n-1) == 0)
	}
	p.need(lo >= 0 && n > 0)
	z := x
	z.known = make([]int64, len(x.known))
	for d, g := range x.grow {
		p.need(g%n == 0)
		if z.grow[d] = g / n; op == "%" || op == "&" {
			z.grow[d] = 0
		}
	}
	for t, v := range x.known {
		if op == "%" || op == "&" {
			z.known[t] = v % n
		} else {
			z.known[t] = v / n
		}
		if v < 0 { // of a thread that is idle
			z.known[t] = 0
		}
	}
	z.typ = typ
	return z
}

// compare notes what must be so in each block, which is what the chosen one finds.
func (p *planner) compare(op string, typ *syntax.Type, x, y planned) planned {
	for _, v := range []planned{x, y} {
		lo, hi := p.everywhere(v)
		p.need(lo > -simt.MaxBase/2 && hi < simt.MaxBase/2)
	}
	g := simt.PlanGuard{Op: op}
	for d := range g.Grow {
		g.Grow[d] = x.grow[d] - y.grow[d]
	}
	still := g.Grow.At(p.chosen)
	holds := word.IntegerCompare(op, false)
	z := planned{typ: syntax.Basic[word.Bool], known: make([]int64, p.count), n: -1}
	for _, t := range p.now.threads {
		d := x.of(t) - y.of(t)
		side, any := &g.No, &g.Not
		if holds(uint64(d+still), 0) {
			z.known[t] = 1
			side, any = &g.Yes, &g.Some
		}
		if !*any {
			*any, *side = true, [2]int64{d, d}
		}
		side[0], side[1] = min(side[0], d), max(side[1], d)
	}
	p.made.Guards = append(p.made.Guards, g)
	return z
}

// registers computes on registers.
func (p *planner) registers(op string, typ *syntax.Type, x, y planned) planned {
	compares := word.Compares(op)
	kind := typ.Kind
	if compares {
		typ = syntax.Basic[word.Bool]
		if op == ">" || op == ">=" {
			x, y, op = y, x, map[string]string{">": "<", ">=": "<="}[op]
		}
	}
	ordered := func(v planned) planned {
		if kind == word.I32 {
			return v
		}
		return p.op(lane.XorI, syntax.Basic[word.I32], v, planned{data: []*lane.Words{p.constant(1 << 31)}})
	}
	switch {
	case kind == word.F32:
		c, ok := word.FloatCodes[op]
		p.need(ok)
		return p.op(c, typ, x, y)
	case kind != word.I32 && kind != word.U32:
		p.give()
	case op == "<<" || op == ">>":
		c := map[string]lane.Code{"<<": lane.ShiftLeft, ">>": lane.ShiftSigned}[op]
		if op == ">>" && kind == word.U32 {
			c = lane.ShiftRight
		}
		n := p.op(lane.AndI, y.typ, y, planned{data: []*lane.Words{p.constant(31)}})
		return p.op(c, typ, x, n)
	case op == "!=":
		return p.not(p.op(lane.EqualI, typ, x, y))
	case op == "<=":
		return p.not(p.op(lane.LessI, typ, ordered(y), ordered(x)))
	case op == "<":
		x = ordered(x)
		y = ordered(y)
	}
	c, ok := word.WholeCodes[op]
	p.need(ok)
	return p.op(c, typ, x, y)
}

// pointer computes the sum of a pointer and a number.
func (p *planner) pointer(op string, x, y planned) planned {
	if y.typ.Kind == word.Pointer && op == "+" {
		x, y = y, x
	}
	p.need((op == "+" || op == "-") && x.typ.Kind == word.Pointer && y.typ.IsInt() && y.known != nil && x.typ.Elem.Kind != word.Void)
	size := int64(p.resolve(x.typ.Elem, lex.Token{}).Size())
	z := p.whole(op, syntax.Basic[word.I64], p.asLong(x), p.whole("*", syntax.Basic[word.I64], p.asLong(y), number(syntax.Basic[word.I64], size)))
	z.typ, z.array = x.typ, x.array
	return z
}

// asLong is a number, or a pointer's bytes, as a long one.
func (p *planner) asLong(x planned) planned {
	if x.typ.Kind == word.U64 {
		lo, hi := p.everywhere(x)
		p.need(lo >= 0 && hi < simt.MaxBase)
	}
	x.typ, x.array, x.n = syntax.Basic[word.I64], nil, -1
	return x
}
