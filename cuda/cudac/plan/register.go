// This file keeps what plans know of values: numbers of all threads that are known, which may go evenly with
// the block, and registers of the tape.

package plan

import (
	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// planned is a value of the threads at hand.
type planned struct {
	typ *syntax.Type

	// What is known, in block 0, as a register holds it: of each thread of the block, or one number for all;
	// of pointers, the bytes from the beginning of an array. It goes with the block, and wraps around nowhere.
	known []int64
	grow  simt.By
	array *array
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

// variable is a variable of the kernel, or an array in shared memory.
type variable struct {
	typ   *syntax.Type
	array *array
	born  *crowd
	has   []bool // threads that have set it; nil for all
	any   bool
	value planned      // that is known
	words []lane.Words // by warp, else
}

// number is a number that all threads share.
func number(typ *syntax.Type, v int64) planned {
	return planned{typ: typ, known: []int64{v}, n: -1}
}

// parameter is a variable with an argument.
func (p *planner) parameter(typ *syntax.Type, bits uint64) *variable {
	x := &variable{typ: typ, born: p.all}
	switch typ.Kind {
	case word.Pointer:
		k := memory.SpaceOf(bits)
		if k < memory.FirstBuffer || k >= len(p.r.Spaces) {
			return nil
		}
		v := number(typ, memory.OffsetOf(bits))
		v.array = p.space(k)
		p.set(x, v)
	case word.F32:
		p.set(x, planned{typ: typ, data: []*lane.Words{p.constant(uint32(bits))}})
	default:
		p.set(x, number(typ, int64(bits)))
	}
	return x
}

// set gives the threads at hand of a variable a value of its type.
func (p *planner) set(x *variable, v planned) {
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
		p.need(x.typ.Kind == word.F32 || x.typ.Kind == word.I32 || x.typ.Kind == word.U32)
		x.words = make([]lane.Words, (p.count+simt.Lanes-1)/simt.Lanes)
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
func (x *variable) mark(p *planner) {
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
func (p *planner) put(x *variable, v planned) {
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
func (p *planner) get(x *variable) planned {
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
		*w = simt.All32(v)
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
	if k == word.Bool {
		w := v
		w.known = make([]int64, len(v.known))
		for i, b := range v.known {
			w.known[i] = -b
		}
		v = w
	}
	p.need(v.array == nil && (k == word.I32 || k == word.U32 || k == word.Bool))
	out := planned{typ: v.typ}
	if len(v.known) == 1 && v.grow == (simt.By{}) {
		out.data = []*lane.Words{p.constant(uint32(v.known[0]))}
		return out
	}
	for _, k := range p.now.packs {
		w := new(lane.Words)
		for i := range w {
			w[i] = uint32(v.of(k.threads[min(i, len(k.threads)-1)]))
		}
		if v.grow != (simt.By{}) {
			p.made.Rising = append(p.made.Rising, simt.PlanRise{Reg: w, From: *w, Grow: v.grow, Op: -1})
		}
		out.data = append(out.data, w)
	}
	return out
}

// op emits an operation on the registers of values.
func (p *planner) op(c lane.Code, typ *syntax.Type, x, y planned) planned {
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
