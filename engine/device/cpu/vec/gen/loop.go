//go:build avo

// This file defines the loop every elementwise kernel shares: groups of vectors, then
// single vectors, then one masked vector for the tail.

package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// source is a pointer parameter that a kernel reads.
type source struct {
	name   string
	scalar bool // one element, broadcast
	size   int  // bytes per element in memory; 0: as the lanes
}

func vectors(names ...string) []source {
	list := make([]source, len(names))
	for i, n := range names {
		list[i] = source{name: n}
	}
	return list
}

// mapKernel emits func name(dst, sources… *byte, n int). Body computes one vector from
// one vector of each source; store writes it, by default as lanes of the same shape.
type mapKernel struct {
	lanes
	name    string
	sources []source
	unroll  int
	setup   func(args []GPVirtual) // before the loop, may load more from the sources
	body    func(in []vec) Op
	// For results of another size than the lanes (AVX-512 masks, bytes):
	dstSize int
	store   func(result Op, at Mem, tail *tailMask)
}

// tailMask selects the first n lanes, 0 < n < count.
type tailMask struct {
	sel   Op        // K register or vector
	count GPVirtual // n
}

func (k mapKernel) emit() {
	params := "dst"
	for _, s := range k.sources {
		params += ", " + s.name
	}
	TEXT(k.name+k.suffix(), NOSPLIT, fmt.Sprintf("func(%s *byte, n int)", params))
	Pragma("noescape")
	dst := Load(Param("dst"), GP64()).(GPVirtual)
	ptrs := make([]GPVirtual, len(k.sources))
	held := make([]vec, len(k.sources))
	for i, s := range k.sources {
		ptrs[i] = Load(Param(s.name), GP64()).(GPVirtual)
		if s.scalar {
			held[i] = k.broadcast(Mem{Base: ptrs[i]})
		}
	}
	n := Load(Param("n"), GP64()).(GPVirtual)
	if k.setup != nil {
		k.setup(ptrs)
	}
	k.groups(dst, ptrs, held, n, max(k.unroll, 1))
	if k.unroll > 1 {
		k.groups(dst, ptrs, held, n, 1)
	}
	k.tail(dst, ptrs, held, n)
	Label("done")
	if !k.wide() {
		VZEROUPPER()
	} else {
		VZEROUPPER()
	}
	RET()
}

func (k mapKernel) size(i int) int {
	if s := k.sources[i].size; s != 0 {
		return s
	}
	return k.elem
}

func (k mapKernel) outSize() int {
	if k.dstSize != 0 {
		return k.dstSize
	}
	return k.elem
}

func (k mapKernel) groups(dst GPVirtual, ptrs []GPVirtual, held []vec, n GPVirtual, unroll int) {
	loop, end := fmt.Sprintf("loop%d", unroll), fmt.Sprintf("end%d", unroll)
	step := unroll * k.count()
	Label(loop)
	CMPQ(n, U32(step))
	JL(LabelRef(end))
	for u := range unroll {
		in := make([]vec, len(ptrs))
		for i := range ptrs {
			in[i] = held[i]
			if in[i] == nil {
				in[i] = k.load(Mem{Base: ptrs[i], Disp: u * k.count() * k.size(i)}, k.size(i))
			}
		}
		k.write(k.body(in), Mem{Base: dst, Disp: u * k.count() * k.outSize()}, nil)
	}
	for i := range ptrs {
		if held[i] == nil {
			ADDQ(U32(step*k.size(i)), ptrs[i])
		}
	}
	ADDQ(U32(step*k.outSize()), dst)
	SUBQ(U32(step), n)
	JMP(LabelRef(loop))
	Label(end)
}

func (k mapKernel) tail(dst GPVirtual, ptrs []GPVirtual, held []vec, n GPVirtual) {
	TESTQ(n, n)
	JZ(LabelRef("done"))
	t := k.tailMask(n)
	in := make([]vec, len(ptrs))
	for i := range ptrs {
		in[i] = held[i]
		if in[i] == nil {
			in[i] = k.loadTail(Mem{Base: ptrs[i]}, t, k.size(i))
		}
	}
	k.write(k.body(in), Mem{Base: dst}, t)
}

func (l lanes) load(m Mem, size int) vec {
	if size == l.elem {
		return l.copy(m)
	}
	panic("a kernel with a source of another size loads it itself")
}

// tailMask makes the mask of the first n lanes.
func (l lanes) tailMask(n GPVirtual) *tailMask {
	if l.wide() {
		bits, k := GP64(), K()
		MOVQ(I64(-1), bits)
		BZHIQ(n, bits, bits)
		KMOVW(bits.As32(), k)
		return &tailMask{k, n}
	}
	table, back, m := GP64(), GP64(), YMM()
	LEAQ(tailTable(l.elem), table)
	MOVQ(n, back)
	NEGQ(back)
	VMOVDQU(Mem{Base: table, Index: back, Scale: uint8(l.elem), Disp: 32}, m)
	return &tailMask{m, n}
}

// tailTable is a vector of ones before a vector of zeros: read n elements before the
// border it is the mask of n lanes.
func tailTable(elem int) Mem {
	const name = "tailmasks"
	if m, ok := pool[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	for off := 0; off < 64; off += 8 {
		DATA(off, U64([]uint64{math64, 0}[off/32]))
	}
	pool[name] = m
	return m
}

const math64 = 1<<64 - 1

func (l lanes) loadTail(m Mem, t *tailMask, size int) vec {
	if l.wide() {
		d := ZMM()
		emit(l.pick(VMOVUPS_Z, VMOVUPD_Z), m, t.sel, d)
		return d
	}
	return l.to(l.pick(VMASKMOVPS, VMASKMOVPD), m, t.sel)
}

func (k mapKernel) write(result Op, at Mem, t *tailMask) {
	if k.store != nil {
		k.store(result, at, t)
		return
	}
	k.save(result, at, t)
}

func (l lanes) save(result Op, at Mem, t *tailMask) {
	switch {
	case t == nil:
		emit(l.pick(VMOVUPS, VMOVUPD), result, at)
	case l.wide():
		emit(l.pick(VMOVUPS, VMOVUPD), result, t.sel, at)
	default:
		emit(l.pick(VMASKMOVPS, VMASKMOVPD), result, t.sel, at)
	}
}
