//go:build avo

// This file defines conversions between element types. A kernel takes whole groups of
// eight elements; the caller does the rest.

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// conversion reads eight elements at src and writes them at dst.
type conversion struct {
	name             string
	srcSize, dstSize int
	body             func(l lanes, src, dst Mem)
}

func convert() {
	narrow, wide := lanes{32, 4}, lanes{64, 4}
	for _, c := range conversions {
		c.emit(narrow)
		for _, s := range []string{"AVX2", "AVX512"} {
			entries[s] = append(entries[s], entry{"convert." + c.name, c.name + "AVX2"})
		}
	}
	for _, c := range wideConversions {
		c.emit(wide)
		wide.fills("convert."+c.name, c.name)
	}
}

func (c conversion) emit(l lanes) {
	TEXT(c.name+l.suffix(), NOSPLIT, "func(dst, a *byte, n int)")
	Pragma("noescape")
	dst, a := Load(Param("dst"), GP64()).(GPVirtual), Load(Param("a"), GP64()).(GPVirtual)
	n := Load(Param("n"), GP64()).(GPVirtual)
	Label("loop")
	CMPQ(n, U32(8))
	JL(LabelRef("done"))
	c.body(l, Mem{Base: a}, Mem{Base: dst})
	ADDQ(U32(8*c.srcSize), a)
	ADDQ(U32(8*c.dstSize), dst)
	SUBQ(U32(8), n)
	JMP(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

var conversions = []conversion{
	{"halfToF32", 2, 4, func(l lanes, src, dst Mem) { l.save(l.to(VCVTPH2PS, src), dst, nil) }},
	{"f32ToHalf", 4, 2, func(l lanes, src, dst Mem) { VCVTPS2PH(U8(0), l.copy(src), dst) }},
	{"bfloatToF32", 2, 4, func(l lanes, src, dst Mem) { l.save(l.shl(l.to(VPMOVZXWD, src), 16), dst, nil) }},
	{"f32ToBFloat", 4, 2, func(l lanes, src, dst Mem) { l.roundToBFloat(l.copy(src), dst) }},
	{"f32ToF64", 4, 8, func(l lanes, src, dst Mem) {
		l.save(l.to(VCVTPS2PD, src), dst, nil)
		l.save(l.to(VCVTPS2PD, src.Offset(16)), dst.Offset(32), nil)
	}},
	{"f64ToF32", 8, 4, func(l lanes, src, dst Mem) {
		for half := range 2 {
			x := XMM()
			VCVTPD2PSY(src.Offset(32*half), x)
			VMOVUPS(x, dst.Offset(16*half))
		}
	}},
	{"i32ToF32", 4, 4, func(l lanes, src, dst Mem) { l.save(l.to(VCVTDQ2PS, src), dst, nil) }},
	{"f32ToI32", 4, 4, func(l lanes, src, dst Mem) { l.save(l.to(VCVTTPS2DQ, src), dst, nil) }},
	{"i32ToF64", 4, 8, func(l lanes, src, dst Mem) {
		l.save(l.to(VCVTDQ2PD, src), dst, nil)
		l.save(l.to(VCVTDQ2PD, src.Offset(16)), dst.Offset(32), nil)
	}},
	{"f64ToI32", 8, 4, func(l lanes, src, dst Mem) {
		for half := range 2 {
			x := XMM()
			VCVTTPD2DQY(src.Offset(32*half), x)
			VMOVUPS(x, dst.Offset(16*half))
		}
	}},
	{"i32ToI64", 4, 8, func(l lanes, src, dst Mem) {
		l.save(l.to(VPMOVSXDQ, src), dst, nil)
		l.save(l.to(VPMOVSXDQ, src.Offset(16)), dst.Offset(32), nil)
	}},
	{"u8ToI64", 1, 8, func(l lanes, src, dst Mem) {
		l.save(l.to(VPMOVZXBQ, src), dst, nil)
		l.save(l.to(VPMOVZXBQ, src.Offset(4)), dst.Offset(32), nil)
	}},
	{"u8ToF64", 1, 8, func(l lanes, src, dst Mem) {
		for half := range 2 {
			x := XMM()
			VPMOVZXBD(src.Offset(4*half), x)
			l.save(l.to(VCVTDQ2PD, x), dst.Offset(32*half), nil)
		}
	}},
	{"u8ToF32", 1, 4, func(l lanes, src, dst Mem) { l.save(l.toFloat(l.to(VPMOVZXBD, src)), dst, nil) }},
}

// wideConversions have no AVX2 instruction.
var wideConversions = []conversion{
	{"i64ToF32", 8, 4, func(l lanes, src, dst Mem) {
		y := YMM()
		VCVTQQ2PS(l.copy(src), y)
		VMOVUPS(y, dst)
	}},
	{"f32ToI64", 4, 8, func(l lanes, src, dst Mem) { l.save(l.to(VCVTTPS2QQ, src), dst, nil) }},
	{"f64ToI64", 8, 8, func(l lanes, src, dst Mem) { l.save(l.to(VCVTTPD2QQ, src), dst, nil) }},
	{"i64ToF64", 8, 8, func(l lanes, src, dst Mem) { l.save(l.to(VCVTQQ2PD, src), dst, nil) }},
}

// roundToBFloat rounds to nearest, ties to even, and narrows.
func (l lanes) roundToBFloat(x vec, dst Mem) {
	odd := l.iand(l.shr(x, 16), l.bits(1))
	r := l.shr(l.iadd(l.iadd(x, l.bits(0x7fff)), odd), 16)
	r = l.choose(l.cmp(cmpUnord, x, x), l.bits(0x7fc0), r)
	high := XMM()
	VEXTRACTI128(U8(1), r, high)
	VPACKUSDW(high, r.AsX(), high)
	VMOVDQU(high, dst)
}
