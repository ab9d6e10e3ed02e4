//go:build avo

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// This file has what a warp does with addresses: where its lanes read and write, and whether
// that is one stretch, within bounds, and so on.

// index computes z = p + q*size for a size below 2³², with 64-bit wrap-around.
func index() {
	function("indexAVX2", "func(z, p, q *[32]uint64, size uint64)")
	z, p, q := pointer("z"), pointer("p"), pointer("q")
	size := YMM()
	VPBROADCASTQ(NewParamAddr("size", 24), size)
	for i := range vectors {
		a, hi := YMM(), YMM()
		VMOVDQU(at(q, i), a)
		VPSRLQ(U8(32), a, hi)
		VPMULUDQ(size, a, a)
		VPMULUDQ(size, hi, hi)
		VPSLLQ(U8(32), hi, hi)
		VPADDQ(hi, a, a)
		VPADDQ(at(p, i), a, a)
		VMOVDQU(a, at(z, i))
	}
	done()
}

// indexShift is index where the size is 1<<shift.
func indexShift() {
	function("indexShiftAVX2", "func(z, p, q *[32]uint64, shift uint64)")
	z, p, q := pointer("z"), pointer("p"), pointer("q")
	shift := XMM()
	VMOVQ(NewParamAddr("shift", 24), shift)
	for i := range vectors {
		a := YMM()
		VMOVDQU(at(q, i), a)
		VPSLLQ(shift, a, a)
		VPADDQ(at(p, i), a, a)
		VMOVDQU(a, at(z, i))
	}
	done()
}

// gather collects a bit of each lane, from vectors whose lanes are all ones or zeros.
func gather(make func(i int) VecVirtual) GPVirtual {
	m := GP32()
	XORL(m, m)
	for i := range vectors {
		t := GP32()
		VMOVMSKPD(make(i), t)
		SHLL(U8(4*i), t)
		ORL(t, m)
	}
	return m
}

func truth() {
	function("zerosAVX2", "func(x *[32]uint64) uint32")
	x := pointer("x")
	zero := YMM()
	VPXOR(zero, zero, zero)
	m := gather(func(i int) VecVirtual {
		a := YMM()
		VPCMPEQQ(at(x, i), zero, a)
		return a
	})
	Store(m, ReturnIndex(0))
	done()
}

// contiguous reports that each lane is step above the one before.
func contiguous() {
	function("contiguousAVX2", "func(x *[32]uint64, step uint64) bool")
	x := pointer("x")
	step, want, all := YMM(), YMM(), YMM()
	VPBROADCASTQ(NewParamAddr("step", 8), step)
	ramp := GLOBL("ramp", RODATA|NOPTR)
	for i := range 4 {
		DATA(8*i, U64(i))
	}
	VPMULUDQ(ramp, step, want)
	first := YMM()
	VPBROADCASTQ(Mem{Base: x}, first)
	VPADDQ(first, want, want)
	VPSLLQ(U8(2), step, step)
	VPCMPEQQ(at(x, 0), want, all)
	for i := 1; i < vectors; i++ {
		t := YMM()
		VPADDQ(step, want, want)
		VPCMPEQQ(at(x, i), want, t)
		VPAND(t, all, all)
	}
	m := GP32()
	VMOVMSKPD(all, m)
	CMPL(m, U8(15))
	ok := GP8()
	SETEQ(ok)
	Store(ok, ReturnIndex(0))
	done()
}

// outside is the lanes below lo, above last, or with a bit of align; all are below 2⁶³.
func outside() {
	function("outsideAVX2", "func(x *[32]uint64, lo, last, align uint64) uint32")
	x := pointer("x")
	lo, last, align, zero := YMM(), YMM(), YMM(), YMM()
	VPBROADCASTQ(NewParamAddr("lo", 8), lo)
	VPBROADCASTQ(NewParamAddr("last", 16), last)
	VPBROADCASTQ(NewParamAddr("align", 24), align)
	VPXOR(zero, zero, zero)
	m := gather(func(i int) VecVirtual {
		a, t, u := YMM(), YMM(), YMM()
		VMOVDQU(at(x, i), a)
		VPCMPGTQ(a, lo, t)
		VPCMPGTQ(last, a, u)
		VPOR(u, t, t)
		VPAND(align, a, a)
		VPCMPGTQ(zero, a, a)
		VPOR(a, t, t)
		return t
	})
	Store(m, ReturnIndex(0))
	done()
}

// inside reports that no lane is outside.
func inside() {
	function("insideAVX2", "func(x *[32]uint64, lo, last, align uint64) bool")
	x := pointer("x")
	lo, last, bad, bits := YMM(), YMM(), YMM(), YMM()
	VPBROADCASTQ(NewParamAddr("lo", 8), lo)
	VPBROADCASTQ(NewParamAddr("last", 16), last)
	VPXOR(bad, bad, bad)
	VPXOR(bits, bits, bits)
	for i := range vectors {
		a, t := YMM(), YMM()
		VMOVDQU(at(x, i), a)
		VPOR(a, bits, bits)
		VPCMPGTQ(a, lo, t)
		VPOR(t, bad, bad)
		VPCMPGTQ(last, a, t)
		VPOR(t, bad, bad)
	}
	align := YMM()
	VPBROADCASTQ(NewParamAddr("align", 24), align)
	VPAND(align, bits, bits)
	VPOR(bits, bad, bad)
	VPTEST(bad, bad)
	ok := GP8()
	SETEQ(ok)
	Store(ok, ReturnIndex(0))
	done()
}

// each emits a loop over the vectors of a list of 32-bit numbers, n in all.
func each(list, n GPVirtual, body func(at Mem)) {
	Label("next")
	body(Mem{Base: list})
	ADDQ(U8(width), list)
	SUBQ(U8(8), n)
	JNZ(LabelRef("next"))
}

// among reports that no number is more than span above from.
func among() {
	function("amongAVX2", "func(list *uint32, n int, from, span uint32) bool")
	list, n := pointer("list"), pointer("n")
	from, span, all := YMM(), YMM(), YMM()
	broadcast("from", from)
	broadcast("span", span)
	VPCMPEQD(all, all, all)
	each(list, n, func(at Mem) {
		a, t := YMM(), YMM()
		VMOVDQU(at, a)
		VPSUBD(from, a, a)
		VPMINUD(span, a, t)
		VPCMPEQD(a, t, t)
		VPAND(t, all, all)
	})
	m := GP32()
	VPMOVMSKB(all, m)
	CMPL(m, I8(-1))
	ok := GP8()
	SETEQ(ok)
	Store(ok, ReturnIndex(0))
	done()
}
