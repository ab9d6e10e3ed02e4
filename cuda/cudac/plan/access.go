// This file finds what plans load and store: where, for each thread, and that nobody is in another's way.

package plan

import (
	"cmp"
	"slices"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/libdevice"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// array is memory that a plan's pointers point into: an allocation, or an array in shared memory.
type array struct {
	space int    // of an allocation
	data  []byte // of shared memory, with room behind it for lanes that are idle
	size  int64
	marks []mark // by word of shared memory
}

// mark is who has touched a word since the last barrier.
type mark struct {
	wrote, read    int32 // the period, from 1 on
	writer, reader int32
	set            bool
}

const several = -1

// place is an element that threads access.
type place struct {
	typ   *syntax.Type
	value planned // its address
	at    *simt.Site
}

// access is an access to global memory.
type access struct {
	space   int
	store   bool
	at      *simt.Site
	kind    word.Kind
	grow    simt.By
	threads []int32
	offs    []int64 // by thread of threads
	period  int
}

// shared is an array in shared memory.
func (p *planner) shared(d *syntax.Decl, typ *syntax.Type) *array {
	size := int64(typ.Size())
	if d.External {
		size = int64(p.r.Launch.DynamicShared)
		if p.extern == nil {
			p.extern = newArray(size)
		}
		p.need(typ.Kind == word.Array)
		return p.extern
	}
	p.need(typ.Kind != word.Array || typ.N >= 0)
	if p.arrays[d] == nil {
		p.arrays[d] = newArray(size)
	}
	return p.arrays[d]
}

func newArray(size int64) *array {
	return &array{space: -1, data: make([]byte, size+4*simt.Lanes), size: size, marks: make([]mark, (size+3)/4)}
}

// space is an allocation.
func (p *planner) space(k int) *array {
	if p.global[k] == nil {
		s := &p.r.Spaces[k]
		p.need(s.Heap == nil && !s.Turns && s.Size > 0)
		p.global[k] = &array{space: k, size: s.Size}
	}
	return p.global[k]
}

// element is what an expression in brackets, or behind a star, refers to.
func (p *planner) element(e *syntax.Expr) place {
	at, ok := p.l.Element(e)
	if e.Op == "name" {
		x := p.find(e.Name)
		p.need(x != nil && x.array != nil && x.typ.Kind != word.Array)
		return place{x.typ, p.decayed(x.array, 0, x.typ), nil}
	}
	p.need(ok)
	if e.Op == "unary" {
		v := p.value(e.Kids[0])
		p.need(v.typ.Kind == word.Pointer && v.known != nil && v.array != nil)
		return place{p.resolve(v.typ.Elem, e.Tok), v, at}
	}
	base, i := p.value(e.Kids[0]), p.value(e.Kids[1])
	p.need(base.typ.Kind == word.Pointer && base.known != nil && base.array != nil && i.typ.IsInt() && i.known != nil)
	if base.n >= 0 {
		lo, hi := p.everywhere(i)
		p.need(lo >= 0 && hi < int64(base.n))
	}
	return place{p.resolve(base.typ.Elem, e.Tok), p.pointer("+", base, i), at}
}

// read is the value of an element, or the address of a row of an array.
func (p *planner) read(a place) planned {
	if a.typ.Kind != word.Array {
		return p.load(a)
	}
	v := a.value
	v.typ, v.n = syntax.PointerTo(a.typ.Elem), a.typ.N
	return v
}

// word needs an element to be a word in bounds for all threads, and gives where.
func (p *planner) word(a place) *array {
	k := a.typ.Kind
	p.need((k == word.F32 || k == word.I32 || k == word.U32) && !a.typ.Volatile && a.value.array != nil)
	v, m := a.value, a.value.array
	for d, g := range v.grow {
		p.need(g%32 == 0 || p.grid[d] == 1 || p.alone(v)) // else blocks differ in sectors
	}
	lo, hi := p.extent(v)
	p.need(lo > -1<<40 && hi < 1<<40)
	if m.space < 0 {
		p.need(v.grow == simt.By{} && lo >= 0 && hi+4 <= m.size)
	}
	for _, t := range p.now.threads {
		p.need(v.of(t)&3 == 0)
	}
	return m
}

// alone reports that the threads of each warp access one word.
func (p *planner) alone(v planned) bool {
	for i, t := range p.now.threads {
		if i > 0 && t/simt.Lanes == p.now.threads[i-1]/simt.Lanes && v.of(t) != v.of(p.now.threads[i-1]) {
			return false
		}
	}
	return true
}

// touch notes an access of the threads at hand.
func (p *planner) touch(m *array, a place, store bool) {
	p.touches++
	if m.space < 0 {
		for _, t := range p.now.threads {
			p.need(m.marks[a.value.of(t)>>2].touch(t, int32(p.period+1), store))
		}
		return
	}
	c := access{space: m.space, store: store, at: a.at, kind: a.typ.Kind, grow: a.value.grow, threads: p.now.threads, offs: make([]int64, len(p.now.threads)), period: p.period}
	for i, t := range p.now.threads {
		c.offs[i] = a.value.of(t)
	}
	p.touched = append(p.touched, c)
}

// touch notes that a thread touches a word; false says that another has, and one of them writes, or that
// nobody has written it.
func (k *mark) touch(t, period int32, store bool) bool {
	if k.wrote == period && k.writer != t {
		return false
	}
	if store {
		if k.read == period && k.reader != t {
			return false
		}
		k.wrote, k.writer, k.set = period, t, true
		return true
	}
	if k.read == period && k.reader != t {
		k.reader = several
	} else {
		k.read, k.reader = period, t
	}
	return k.set
}

// load reads an element.
func (p *planner) load(a place) planned {
	m := p.word(a)
	p.touch(m, a, false)
	z := planned{typ: syntax.Plain(a.typ), data: make([]*lane.Words, len(p.now.packs)), made: p.tape.Len() + 1}
	for i, k := range p.now.packs {
		if i > 0 && k.as(p.now.packs[i-1], a.value) {
			z.data[i] = z.data[i-1]
		} else {
			z.data[i] = p.fetch(m, k, a.value)
		}
	}
	if p.tape.Len()+1-z.made != len(p.now.packs) || m.space < 0 {
		z.made = 0
	}
	return z
}

// as reports that the threads of two packs access the same elements.
func (k *pack) as(o pack, v planned) bool {
	if len(k.threads) != len(o.threads) {
		return false
	}
	for i, t := range k.threads {
		if v.of(t) != v.of(o.threads[i]) {
			return false
		}
	}
	return true
}

// line reports that elements of a pack's threads lie one after the other.
func (k *pack) line(v planned) bool {
	from := v.of(k.threads[0])
	for i, t := range k.threads {
		if v.of(t) != from+4*int64(i) {
			return false
		}
	}
	return true
}

// fetch reads the elements of a pack.
func (p *planner) fetch(m *array, k pack, v planned) *lane.Words {
	from := v.of(k.threads[0])
	line := k.line(v)
	if m.space < 0 && line {
		return lane.At(m.data, from)
	}
	off := func(t int32) int64 { return v.of(t) - from }
	code, row := lane.LoadSome, int64(len(k.threads))
	switch half := lane.Row; {
	case line && len(k.threads) == simt.Lanes && from >= 0:
		code, row = lane.LoadLine, 0
	case k.alike(off, 0, len(k.threads)):
		code, row = lane.LoadOne, 0
	case len(k.threads) < simt.Lanes:
	case k.alike(off, 0, half) && k.alike(off, half, simt.Lanes):
		code, row = lane.LoadRowOnes, off(k.threads[half])
	case k.rises(off, 0, half) && k.rises(off, half, simt.Lanes):
		code, row = lane.LoadRows, off(k.threads[half])
	}
	var y *lane.Words
	if code == lane.LoadSome {
		y = p.offsets(k, off)
	}
	z := p.temp()
	p.stream(p.emit(code, z, nil, y), code, m, from, v.grow, row)
	return z
}

func (k *pack) alike(off func(int32) int64, from, to int) bool {
	for _, t := range k.threads[from:to] {
		if off(t) != off(k.threads[from]) {
			return false
		}
	}
	return true
}

func (k *pack) rises(off func(int32) int64, from, to int) bool {
	for i, t := range k.threads[from:to] {
		if off(t) != off(k.threads[from])+4*int64(i) {
			return false
		}
	}
	return true
}

// offsets is a register with what is between the lanes' elements and the first.
func (p *planner) offsets(k pack, off func(int32) int64) *lane.Words {
	y := new(lane.Words)
	for i := range y {
		o := off(k.threads[min(i, len(k.threads)-1)])
		p.need(o < 1<<31 && o >= -1<<31)
		y[i] = uint32(int32(o))
	}
	return y
}

// stream points an operation to memory.
func (p *planner) stream(op int, c lane.Code, m *array, off int64, grow simt.By, row int64) {
	if m.space < 0 {
		p.tape.Stream(op, c, m.data, off, 0, row)
		return
	}
	p.made.Streams = append(p.made.Streams, simt.PlanStream{Op: op, Code: c, Space: m.space, Off: off, Row: row, Grow: grow})
}

// gather reads words of variables.
func (p *planner) gather(data []byte, k pack, off func(int32) int64) *lane.Words {
	z := p.temp()
	i := p.emit(lane.LoadSome, z, nil, p.offsets(k, off))
	p.tape.Stream(i, lane.LoadSome, data, 0, 0, int64(len(k.threads)))
	return z
}

// scatter writes words to where their threads have theirs, each bytes apart.
func (p *planner) scatter(data []byte, from, each int64, k pack, x *lane.Words) {
	i := p.emit(lane.StoreSome, nil, x, p.offsets(k, func(t int32) int64 { return from + each*int64(t) }))
	p.tape.Stream(i, lane.StoreSome, data, 0, 0, int64(len(k.threads)))
}

// store writes an element.
func (p *planner) store(a place, v planned) {
	m := p.word(a)
	v = p.words(v)
	p.touch(m, a, true)
	direct := v.made > 0 && v.made-1+len(p.now.packs) == p.tape.Len()
	for i, k := range p.now.packs {
		from := a.value.of(k.threads[0])
		line, full := k.line(a.value), len(k.threads) == simt.Lanes
		off := func(t int32) int64 { return a.value.of(t) - from }
		switch half := lane.Row; {
		case m.space < 0 && line && full && direct:
			p.tape.Into(v.made-1+i, lane.At(m.data, from))
		case m.space < 0 && line && full:
			p.emit(lane.Copy, lane.At(m.data, from), v.pack(i), nil)
		case line && full:
			p.stream(p.emit(lane.StoreLine, nil, v.pack(i), nil), lane.StoreLine, m, from, a.value.grow, 0)
		case full && m.space >= 0 && k.rises(off, 0, half) && k.rises(off, half, simt.Lanes):
			p.stream(p.emit(lane.StoreRows, nil, v.pack(i), nil), lane.StoreRows, m, from, a.value.grow, off(k.threads[half]))
		default:
			p.stream(p.emit(lane.StoreSome, nil, v.pack(i), p.offsets(k, off)), lane.StoreSome, m, from, a.value.grow, int64(len(k.threads)))
		}
	}
}

// finish completes the plan.
func (p *planner) finish() {
	for i := range p.made.Rising {
		s := &p.made.Rising[i]
		if s.Grow[0] != 0 {
			s.Op = p.emit(lane.Advance, s.Reg, nil, nil)
			p.tape.Rise(s.Op, uint32(s.Grow[0]))
		}
	}
	p.emit(lane.End, nil, nil, nil)
	p.made.Tape = p.tape
	global := p.touched
	p.made.Spans = spansOf(global)
	p.made.Apart = true
	for k := range p.global {
		p.orderly(k, global)
	}
	for i := range global {
		a := &global[i]
		if s := &p.r.Spaces[a.space]; s.Watched && s.Grain <= 4 {
			p.enter(a)
		}
	}
	p.need(len(p.made.Entries) <= maxEntries)
}

// maxEntries bounds what a block logs.
const maxEntries = 1 << 11

// orderly needs no two threads of a block to race for an allocation, and no word to be written twice.
func (p *planner) orderly(space int, list []access) {
	lo, hi := int64(1)<<62, int64(-1)<<62
	marks := map[int64]*mark{}
	var grow *simt.By
	stores := slices.ContainsFunc(list, func(a access) bool { return a.space == space && a.store })
	if !stores {
		return
	}
	for i := range list {
		a := &list[i]
		if a.space != space {
			continue
		}
		if grow == nil {
			grow = &a.grow
		}
		p.need(a.grow == *grow)
		for j, off := range a.offs {
			k := marks[off]
			if k == nil {
				k = &mark{}
				marks[off] = k
			}
			p.need(!a.store || !k.set)
			set := k.set
			k.set = true
			p.need(k.touch(a.threads[j], int32(a.period+1), a.store))
			k.set = set || a.store
			if a.store {
				lo, hi = min(lo, off), max(hi, off+4)
			}
		}
	}
	p.made.Apart = p.made.Apart && max(grow[0], -grow[0]) >= hi-lo
}

// enter notes what a block logs of an access.
func (p *planner) enter(a *access) {
	how := simt.Reads
	if a.store {
		how = simt.Writes
	}
	p.need(a.at != nil)
	for i := 0; i < len(a.threads); {
		t := a.threads[i]
		j := i + 1
		for j < len(a.threads) && a.threads[j] == t+int32(j-i) && a.threads[j]/simt.Lanes == t/simt.Lanes && a.offs[j] == a.offs[i]+4*int64(j-i) {
			j++
		}
		if a.store && j-i < simt.Lanes {
			j = i + 1
		}
		p.made.Logs(p.r, t, a.at, how, j-i, simt.PlanEntry{Space: a.space, Off: a.offs[i], Grow: a.grow, Kind: a.kind, Interval: uint32(a.period)})
		i = j
	}
}

// call computes a call: of mathematics, of a shuffle, or of a function that is inlined.
func (p *planner) call(e *syntax.Expr) planned {
	p.need(e.Kids[0].Op == "name" && e.Kids[0].Type == nil)
	name := e.Kids[0].Name
	if list := p.unit.Functions[name]; len(list) > 0 {
		p.need(p.find(name) == nil)
		return p.inline(list, e)
	}
	p.need(p.find(name) == nil)
	switch name {
	case "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync":
		return p.shuffle(name, e)
	case "__infinity":
		return planned{typ: syntax.Basic[word.F32], data: []*lane.Words{p.constant(0x7f800000)}}
	case "min", "max":
		p.need(len(e.Kids) == 3)
		x := p.value(e.Kids[1])
		y := p.value(e.Kids[2])
		typ := syntax.Common(x.typ, y.typ)
		x, y = p.convert(x, typ), p.convert(y, typ)
		p.need(x.known != nil && y.known != nil && typ.IsInt())
		less := word.IntegerCompare("<", typ.Kind.Unsigned())
		return p.each(typ, x, y, func(a, b uint64) uint64 {
			if less(a, b) == (name == "min") {
				return a
			}
			return b
		})
	}
	p.need(len(name) > 1 && name[len(name)-1] == 'f')
	f1, f2 := libdevice.Unary[name[:len(name)-1]], libdevice.Binary[name[:len(name)-1]]
	c, known := word.FunctionCodes[name]
	p.need(f1 != nil && len(e.Kids) == 2 || f2 != nil && len(e.Kids) == 3)
	x := p.convert(p.value(e.Kids[1]), syntax.Basic[word.F32])
	var y planned
	if f2 != nil {
		y = p.convert(p.value(e.Kids[2]), syntax.Basic[word.F32])
	}
	switch {
	case known:
		return p.op(c, syntax.Basic[word.F32], x, y)
	case f2 != nil:
		return p.goes(syntax.Basic[word.F32], x, y, func(x, y uint64) uint64 {
			return word.Bits32(float32(f2(float64(word.Float32(x)), float64(word.Float32(y)))))
		})
	}
	return p.goes(syntax.Basic[word.F32], x, y, func(x, _ uint64) uint64 { return word.Bits32(float32(f1(float64(word.Float32(x))))) })
}

// shuffle computes a shuffle: whose value each thread gets is known.
func (p *planner) shuffle(name string, e *syntax.Expr) planned {
	p.need(len(e.Kids) == 4 || len(e.Kids) == 5)
	mask := p.convert(p.value(e.Kids[1]), syntax.Basic[word.U32])
	v := p.value(e.Kids[2])
	by32 := p.convert(p.value(e.Kids[3]), syntax.Basic[word.I32])
	width := number(syntax.Basic[word.I32], simt.Lanes)
	if len(e.Kids) == 5 {
		width = p.convert(p.value(e.Kids[4]), syntax.Basic[word.I32])
	}
	p.need(mask.known != nil && by32.known != nil && width.known != nil && mask.grow == simt.By{} && by32.grow == simt.By{} && width.grow == simt.By{})
	p.need(v.typ.Kind == word.F32 || v.typ.Kind == word.I32 || v.typ.Kind == word.U32)
	on := make([]bool, (p.count+simt.Lanes-1)/simt.Lanes*simt.Lanes)
	for _, t := range p.now.threads {
		on[t] = true
	}
	from := make([]int64, p.count)
	for _, t := range p.now.threads {
		i, warp := int(t)%simt.Lanes, int(t)/simt.Lanes*simt.Lanes
		m := uint32(mask.of(t))
		p.need(m>>i&1 != 0)
		for j := range simt.Lanes {
			p.need(m>>j&1 == 0 || on[warp+j] || warp+j >= p.count)
		}
		n, d := int(width.of(t)), int(by32.of(t))
		p.need(n >= 1 && n <= simt.Lanes && n&(n-1) == 0)
		j := simt.Shuffled(name, i, d, n)
		p.need(on[warp+j])
		from[t] = int64(warp + j)
	}
	words := make([]lane.Words, (p.count+simt.Lanes-1)/simt.Lanes)
	x := &variable{typ: v.typ, born: p.now, words: words}
	p.put(x, p.words(v))
	z := planned{typ: syntax.Plain(v.typ)}
	for _, k := range p.now.packs {
		z.data = append(z.data, p.gather(lane.Bytes(words), k, func(t int32) int64 { return 4 * from[t] }))
	}
	return z
}

// spansOf joins what accesses touch.
func spansOf(list []access) (spans []simt.PlanSpan) {
	for i := range list {
		a := &list[i]
		offs := slices.Clone(a.offs)
		slices.Sort(offs)
		for j, off := range offs {
			if n := len(spans); j > 0 && off <= spans[n-1].To {
				spans[n-1].To = max(spans[n-1].To, off+4)
				continue
			}
			spans = append(spans, simt.PlanSpan{Space: a.space, From: off, To: off + 4, Grow: a.grow, Store: a.store})
		}
	}
	slices.SortFunc(spans, func(a, b simt.PlanSpan) int {
		return cmp.Or(a.Space-b.Space, int(word.Bit(a.Store))-int(word.Bit(b.Store)), slices.Compare(a.Grow[:], b.Grow[:]), cmp.Compare(a.From, b.From))
	})
	joined := spans[:0]
	for _, s := range spans {
		if n := len(joined); n > 0 {
			if last := &joined[n-1]; last.Space == s.Space && last.Store == s.Store && last.Grow == s.Grow && s.From <= last.To {
				last.To = max(last.To, s.To)
				continue
			}
		}
		joined = append(joined, s)
	}
	return joined
}
