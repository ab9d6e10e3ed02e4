// This file computes the values of plans: numbers of all threads that are known, which may go evenly with
// the block, and registers of the tape.

package cudac

import (
	"math"

	"gputour/cuda/cudac/lane"
)

// planned is a value of the threads at hand.
type planned struct {
	typ *Type

	// What is known, in block 0, as a register holds it: of each thread of the block, or one number for all;
	// of pointers, the bytes from the beginning of an array. It goes with the block, and wraps around nowhere.
	known []int64
	grow  by
	array *planArray
	n     int // elements of the array that a pointer was made of; -1 for others

	data []*lane.Words // else: by pack; one for all of constants
	made int           // one more than the number of the first operation that made just these; 0 where that is not so
}

func (v *planned) of(t int32) int64 {
	if len(v.known) == 1 {
		return v.known[0]
	}
	return v.known[t]
}

func (v *planned) pack(i int) *lane.Words {
	if len(v.data) == 1 {
		return v.data[0]
	}
	return v.data[i]
}

// planVariable is a variable of the kernel, or an array in shared memory.
type planVariable struct {
	typ   *Type
	array *planArray
	born  *crowd
	has   []bool // threads that have set it; nil for all
	any   bool
	value planned      // that is known
	words []lane.Words // by warp, else
}

// planNumber is a number that all threads share.
func planNumber(typ *Type, v int64) planned { return planned{typ: typ, known: []int64{v}, n: -1} }

// parameter is a variable with an argument.
func (p *planner) parameter(typ *Type, bits uint64) *planVariable {
	x := &planVariable{typ: typ, born: p.all}
	switch typ.Kind {
	case Pointer:
		k := spaceOf(bits)
		if k < firstBuffer || k >= len(p.r.spaces) {
			return nil
		}
		v := planNumber(typ, offsetOf(bits))
		v.array = p.space(k)
		p.set(x, v)
	case F32:
		p.set(x, planned{typ: typ, data: []*lane.Words{p.constant(uint32(bits))}})
	default:
		p.set(x, planNumber(typ, int64(bits)))
	}
	return x
}

// set gives the threads at hand of a variable a value of its type.
func (p *planner) set(x *planVariable, v planned) {
	defer x.mark(p)
	if x.words == nil && v.known != nil {
		whole := !x.any || len(p.now.threads) == len(x.born.threads)
		old := x.value
		switch {
		case whole && (len(v.known) == 1 || len(p.now.threads) == p.count):
			x.value = v
			return
		case whole:
			old = planned{grow: v.grow, array: v.array, n: v.n}
		}
		if old.grow == v.grow && old.array == v.array && (old.n == v.n || v.array == nil) {
			known := make([]int64, p.count)
			if old.known != nil {
				for t := range known {
					known[t] = old.of(int32(t))
				}
			}
			for _, t := range p.now.threads {
				known[t] = v.of(t)
			}
			x.value = planned{typ: x.typ, known: known, grow: v.grow, array: v.array, n: v.n}
			return
		}
		p.need(v.array == nil)
	}
	if x.words == nil {
		p.need(x.typ.Kind == F32 || x.typ.Kind == I32 || x.typ.Kind == U32)
		x.words = make([]lane.Words, (p.count+lanes-1)/lanes)
		if x.any && len(p.now.threads) < len(x.born.threads) {
			now := p.now
			p.now = x.born
			p.put(x, p.words(x.value))
			p.now = now
		}
	}
	p.put(x, p.words(v))
}

// mark notes that the threads at hand have set a variable.
func (x *planVariable) mark(p *planner) {
	switch {
	case len(p.now.threads) == len(x.born.threads) || x.any && x.has == nil:
		x.has = nil
	default:
		if x.has == nil {
			x.has = make([]bool, p.count)
		}
		for _, t := range p.now.threads {
			x.has[t] = true
		}
	}
	x.any = true
}

// put moves words to a variable's.
func (p *planner) put(x *planVariable, v planned) {
	direct := v.made > 0 && v.made-1+len(p.now.packs) == p.tape.Len()
	defer p.fuse(direct)
	for i, k := range p.now.packs {
		switch {
		case k.whole && direct:
			p.tape.Into(v.made-1+i, &x.words[k.warp])
		case k.whole:
			p.emit(lane.Copy, &x.words[k.warp], v.pack(i), nil)
		default:
			p.scatter(lane.Bytes(x.words), 0, 4, k, v.pack(i))
		}
	}
}

// fuse joins products with the sums that were the last to be emitted.
func (p *planner) fuse(direct bool) {
	if direct {
		p.tape.Fuse(len(p.now.packs))
	}
}

// get is the value of a variable.
func (p *planner) get(x *planVariable) planned {
	p.need(x.any && x.array == nil)
	if x.has != nil {
		for _, t := range p.now.threads {
			p.need(x.has[t])
		}
	}
	if x.words == nil {
		return x.value
	}
	v := planned{typ: x.typ, data: make([]*lane.Words, len(p.now.packs))}
	for i, k := range p.now.packs {
		if k.warp >= 0 {
			v.data[i] = &x.words[k.warp]
		} else {
			v.data[i] = p.gather(lane.Bytes(x.words), k, func(t int32) int64 { return 4 * int64(t) })
		}
	}
	return v
}

// emit appends an operation.
func (p *planner) emit(c lane.Code, z, x, y *lane.Words) int {
	p.need(p.tape.Len() < p.limit)
	return p.tape.Add(c, z, x, y)
}

// temp is a register for the statement at hand.
func (p *planner) temp() *lane.Words {
	if p.used == len(p.temps) {
		p.temps = append(p.temps, new(lane.Words))
	}
	p.used++
	return p.temps[p.used-1]
}

// constant is a register that holds v in all lanes.
func (p *planner) constant(v uint32) *lane.Words {
	w := p.consts[v]
	if w == nil {
		w = new(lane.Words)
		*w = all32(v)
		p.consts[v] = w
	}
	return w
}

// words is a value in registers.
func (p *planner) words(v planned) planned {
	if v.known == nil {
		return v
	}
	k := v.typ.Kind
	if k == Bool {
		w := v
		w.known = make([]int64, len(v.known))
		for i, b := range v.known {
			w.known[i] = -b
		}
		v = w
	}
	p.need(v.array == nil && (k == I32 || k == U32 || k == Bool))
	out := planned{typ: v.typ}
	if len(v.known) == 1 && v.grow == (by{}) {
		out.data = []*lane.Words{p.constant(uint32(v.known[0]))}
		return out
	}
	for _, k := range p.now.packs {
		w := new(lane.Words)
		for i := range w {
			w[i] = uint32(v.of(k.threads[min(i, len(k.threads)-1)]))
		}
		if v.grow != (by{}) {
			p.made.rising = append(p.made.rising, planRise{reg: w, from: *w, grow: v.grow, op: -1})
		}
		out.data = append(out.data, w)
	}
	return out
}

// op emits an operation on the registers of values.
func (p *planner) op(c lane.Code, typ *Type, x, y planned) planned {
	z := planned{typ: typ, made: p.tape.Len() + 1}
	packs := len(p.now.packs)
	if len(x.data) == 1 && len(y.data) < 2 && packs > 1 && p.fixed(x.data[0]) && (len(y.data) == 0 || p.fixed(y.data[0])) {
		packs, z.made = 1, 0 // of constants
	}
	for i := range packs {
		r := p.temp()
		var b *lane.Words
		if len(y.data) > 0 {
			b = y.pack(i)
		}
		p.emit(c, r, x.pack(i), b)
		z.data = append(z.data, r)
	}
	return z
}

// fixed reports that a register holds a constant.
func (p *planner) fixed(w *lane.Words) bool { return p.consts[w[0]] == w }

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
		base, ok := builtinVectors[e.kids[0].name]
		p.need(ok && e.kids[0].op == "name" && p.find(e.kids[0].name) == nil && len(e.name) == 1 && e.name >= "x" && e.name <= "z")
		return p.builtin(base, int(e.name[0]-'x'))
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
	case typ.Kind == F32:
		return planned{typ: typ, data: []*lane.Words{p.constant(uint32(v))}}
	case typ.isInt() || typ.Kind == F64:
		return planNumber(typ, int64(v))
	}
	p.give()
	return planned{}
}

// builtin is a coordinate of threadIdx, blockIdx, blockDim or gridDim.
func (p *planner) builtin(base, d int) planned {
	v := planNumber(basic[U32], 0)
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
		case x.typ.Kind != Array:
			return p.load(p.element(e))
		}
		return p.decayed(x.array, 0, x.typ)
	}
	switch e.name {
	case "true", "false":
		return planNumber(basic[Bool], int64(bit(e.name == "true")))
	case "warpSize":
		return planNumber(basic[I32], lanes)
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
	if typ.Kind == Array {
		return p.decayed(p.space(globalSpace), offsetOf(at), typ)
	}
	v := planNumber(pointerTo(typ), offsetOf(at))
	v.array = p.space(globalSpace)
	return p.load(planPlace{typ: typ, value: v, at: s.place.at})
}

// decayed is an array as a pointer to its first element.
func (p *planner) decayed(a *planArray, off int64, typ *Type) planned {
	if typ.Kind != Array {
		typ = &Type{Kind: Array, Elem: typ, N: 1}
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
		x = p.convert(x, basic[Bool])
		if x.known != nil {
			return p.each(basic[Bool], x, planNumber(basic[Bool], 0), func(a, _ uint64) uint64 { return a ^ 1 })
		}
		return p.not(x)
	case e.name == "-" && x.typ.Kind == F32:
		return p.op(lane.XorI, x.typ, x, planned{data: []*lane.Words{p.constant(1 << 31)}})
	case e.name == "-" && x.typ.Kind == F64 && x.known != nil:
		return p.each(x.typ, x, x, func(a, _ uint64) uint64 { return a ^ 1<<63 })
	case e.name == "-" && x.typ.isInt():
		x = p.convert(x, promoted(x.typ))
		return p.binary("-", planNumber(x.typ, 0), x)
	case e.name == "~" && x.typ.isInt():
		x = p.convert(x, promoted(x.typ))
		return p.binary("^", x, planNumber(x.typ, int64(wrap(x.typ.Kind, math.MaxUint64))))
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
func (p *planner) bounded(v planned, k Kind) planned {
	lo, hi := p.everywhere(v)
	switch k {
	case I32:
		p.need(lo >= math.MinInt32 && hi <= math.MaxInt32)
	case U32:
		p.need(lo >= 0 && hi <= math.MaxUint32)
	case I64, Pointer:
		p.need(lo > -maxBase && hi < maxBase)
	case U64:
		p.need(lo >= 0 && hi < maxBase)
	default:
		p.give()
	}
	return v
}

// convert converts as conversion does.
func (p *planner) convert(x planned, to *Type) planned {
	from, k := x.typ.Kind, to.Kind
	to = plain(to)
	switch {
	case from == k:
		if from != Pointer {
			x.typ = to
			return x
		}
		x.typ = to
		return x
	case from == Pointer || k == Pointer:
		p.give()
	case x.known != nil && (to.isInt() || k == F64):
		if x.grow != (by{}) {
			x = p.bounded(x, k)
			x.typ = to
			return x
		}
		f := conversion(from, k)
		if f == nil {
			x.typ = to
			return x
		}
		return p.each(to, x, x, func(a, _ uint64) uint64 { return f(a) })
	case x.known != nil && k == F32:
		return p.toFloat(x, to)
	}
	return p.convertWords(x, to)
}

// toFloat makes floats of numbers that are known.
func (p *planner) toFloat(x planned, to *Type) planned {
	if x.grow != (by{}) {
		lo, hi := p.everywhere(x)
		p.need(lo >= math.MinInt32 && hi <= math.MaxInt32)
		x.typ = basic[I32]
		return p.op(lane.FloatOfI, to, p.words(x), planned{})
	}
	f := conversion(x.typ.Kind, F32)
	p.need(f != nil)
	v := p.each(basic[U32], x, x, func(a, _ uint64) uint64 { return f(a) })
	v = p.words(v)
	v.typ = to
	return v
}

func (p *planner) convertWords(x planned, to *Type) planned {
	from, k := x.typ.Kind, to.Kind
	one := func(bits uint32) planned { return planned{data: []*lane.Words{p.constant(bits)}} }
	switch {
	case from == Bool && (k == I32 || k == U32):
		return p.op(lane.AndI, to, x, one(1))
	case from == Bool && k == F32:
		return p.op(lane.AndI, to, x, one(math.Float32bits(1)))
	case k == Bool && (from == I32 || from == U32):
		return p.not(p.op(lane.EqualI, to, x, one(0)))
	case k == Bool && from == F32:
		return p.op(lane.NotEqualF, to, x, one(0))
	case (from == I32 || from == U32) && (k == I32 || k == U32):
		x.typ = to
		return x
	case from == I32 && k == F32:
		return p.op(lane.FloatOfI, to, x, planned{})
	case from == F32 && (k == I32 || k == U32), from == U32 && k == F32:
		f := conversion(from, k)
		return p.goes(to, x, planned{}, func(x, _ uint64) uint64 { return f(x) })
	}
	p.give()
	return planned{}
}

// goes emits an operation of Go on each lane, which is f on registers of the kernel's form.
func (p *planner) goes(to *Type, x, y planned, f func(x, y uint64) uint64) planned {
	signed := x.typ.Kind == I32
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
				z[i] = uint32(f(widened(v, signed), w))
			}
		}, r, x.pack(i), b)
		z.data = append(z.data, r)
	}
	return z
}

func (p *planner) binary(op string, x, y planned) planned {
	if x.typ.Kind == Pointer || y.typ.Kind == Pointer {
		return p.pointer(op, x, y)
	}
	p.need(x.typ.isNumber() && y.typ.isNumber())
	typ := common(x.typ, y.typ)
	if op == "<<" || op == ">>" {
		p.need(x.typ.isInt() && y.typ.isInt())
		typ = promoted(x.typ)
		y = p.convert(y, promoted(y.typ))
	} else {
		y = p.convert(y, typ)
	}
	x = p.convert(x, typ)
	if x.known != nil && y.known != nil {
		p.need(typ.isInt())
		return p.whole(op, typ, x, y)
	}
	return p.registers(op, typ, p.words(x), p.words(y))
}

// whole computes on whole numbers that are known.
func (p *planner) whole(op string, typ *Type, x, y planned) planned {
	compares := binaryPower[op] == 6 || binaryPower[op] == 7
	still := by{}
	if x.grow == still && y.grow == still {
		f := operation(op, typ.Kind)
		p.need(f != nil)
		if op == "/" || op == "%" {
			for _, t := range p.now.threads {
				p.need(y.of(t) != 0)
			}
		}
		to := typ
		if compares {
			to = basic[Bool]
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
func (p *planner) divide(op string, typ *Type, x planned, n int64) planned {
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
func (p *planner) compare(op string, typ *Type, x, y planned) planned {
	for _, v := range []planned{x, y} {
		lo, hi := p.everywhere(v)
		p.need(lo > -maxBase/2 && hi < maxBase/2)
	}
	g := planGuard{op: op}
	for d := range g.grow {
		g.grow[d] = x.grow[d] - y.grow[d]
	}
	still := g.grow.at(p.chosen)
	holds := integerCompare(op, false)
	z := planned{typ: basic[Bool], known: make([]int64, p.count), n: -1}
	for _, t := range p.now.threads {
		d := x.of(t) - y.of(t)
		side, any := &g.no, &g.not
		if holds(uint64(d+still), 0) {
			z.known[t] = 1
			side, any = &g.yes, &g.some
		}
		if !*any {
			*any, *side = true, [2]int64{d, d}
		}
		side[0], side[1] = min(side[0], d), max(side[1], d)
	}
	p.made.guards = append(p.made.guards, g)
	return z
}

// registers computes on registers.
func (p *planner) registers(op string, typ *Type, x, y planned) planned {
	compares := binaryPower[op] == 6 || binaryPower[op] == 7
	kind := typ.Kind
	if compares {
		typ = basic[Bool]
		if op == ">" || op == ">=" {
			x, y, op = y, x, map[string]string{">": "<", ">=": "<="}[op]
		}
	}
	ordered := func(v planned) planned {
		if kind == I32 {
			return v
		}
		return p.op(lane.XorI, basic[I32], v, planned{data: []*lane.Words{p.constant(1 << 31)}})
	}
	switch {
	case kind == F32:
		c, ok := tapeFloats[op]
		p.need(ok)
		return p.op(c, typ, x, y)
	case kind != I32 && kind != U32:
		p.give()
	case op == "<<" || op == ">>":
		c := map[string]lane.Code{"<<": lane.ShiftLeft, ">>": lane.ShiftSigned}[op]
		if op == ">>" && kind == U32 {
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
	c, ok := tapeWhole[op]
	p.need(ok)
	return p.op(c, typ, x, y)
}

// pointer computes the sum of a pointer and a number.
func (p *planner) pointer(op string, x, y planned) planned {
	if y.typ.Kind == Pointer && op == "+" {
		x, y = y, x
	}
	p.need((op == "+" || op == "-") && x.typ.Kind == Pointer && y.typ.isInt() && y.known != nil && x.typ.Elem.Kind != Void)
	size := int64(p.resolve(x.typ.Elem, token{}).Size())
	z := p.whole(op, basic[I64], p.asLong(x), p.whole("*", basic[I64], p.asLong(y), planNumber(basic[I64], size)))
	z.typ, z.array = x.typ, x.array
	return z
}

// asLong is a number, or a pointer's bytes, as a long one.
func (p *planner) asLong(x planned) planned {
	if x.typ.Kind == U64 {
		lo, hi := p.everywhere(x)
		p.need(lo >= 0 && hi < maxBase)
	}
	x.typ, x.array, x.n = basic[I64], nil, -1
	return x
}

func (p *planner) logical(e *expr) planned {
	x := p.convert(p.value(e.kids[0]), basic[Bool])
	if x.known == nil {
		from := p.touches
		y := p.convert(p.value(e.kids[1]), basic[Bool])
		p.need(p.touches == from && y.known == nil) // it might not be evaluated
		c := lane.AndI
		if e.op == "||" {
			c = lane.OrI
		}
		return p.op(c, basic[Bool], x, y)
	}
	yes, no := p.split(x)
	now, ask := p.now, yes
	if e.op == "||" {
		ask = no
	}
	z := planned{typ: basic[Bool], known: make([]int64, p.count), n: -1}
	for _, t := range now.threads {
		z.known[t] = int64(bit(e.op == "||"))
	}
	if p.now = ask; len(ask.threads) > 0 {
		y := p.convert(p.value(e.kids[1]), basic[Bool])
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
	c := p.convert(p.value(e.kids[0]), basic[Bool])
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
		if x := p.find(e.kids[0].name); e.kids[0].op == "name" && x != nil && (x.typ.Kind == Pointer || x.typ.Kind == Array) {
			return p.resolve(x.typ.Elem, e.tok)
		}
	case "member":
		if _, ok := builtinVectors[e.kids[0].name]; ok && e.kids[0].op == "name" {
			return basic[U32]
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
	p.need(typ.Kind == F32 || typ.Kind == I32 || typ.Kind == U32)
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
