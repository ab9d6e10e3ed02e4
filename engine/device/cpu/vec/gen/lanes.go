//go:build avo

// This file defines lanes, the vocabulary in which kernels are written: vector
// arithmetic that is the same text for AVX2 and AVX-512 and for both float widths.

package main

import (
	"fmt"
	"math"
	"reflect"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// vec is a vector register, mask a comparison's result: a vector of all-ones lanes
// under AVX2, a mask register under AVX-512.
type (
	vec  = VecVirtual
	mask = Op
	inst = any // one of avo's instruction functions, of any number of operands
)

// lanes is a vector shape: register width and element width, in bytes.
type lanes struct {
	bytes int
	elem  int
}

func (l lanes) wide() bool  { return l.bytes == 64 }
func (l lanes) count() int  { return l.bytes / l.elem }
func (l lanes) half() lanes { return lanes{32, l.elem} }

func (l lanes) suffix() string {
	if l.wide() {
		return "AVX512"
	}
	return "AVX2"
}

func (l lanes) floatName() string { return fmt.Sprintf("F%d", 8*l.elem) }

func (l lanes) vec() vec {
	if l.wide() {
		return ZMM()
	}
	return YMM()
}

// pick chooses by element width.
func (l lanes) pick(four, eight inst) inst {
	if l.elem == 4 {
		return four
	}
	return eight
}

// emit calls op with its operands, destination last.
func emit(op inst, operands ...Op) {
	args := make([]reflect.Value, len(operands))
	for i, o := range operands {
		args[i] = reflect.ValueOf(o)
	}
	reflect.ValueOf(op).Call(args)
}

// to emits op with a fresh destination.
func (l lanes) to(op inst, srcs ...Op) vec {
	d := l.vec()
	emit(op, append(srcs, d)...)
	return d
}

func (l lanes) add(a vec, b Op) vec { return l.to(l.pick(VADDPS, VADDPD), b, a) }
func (l lanes) sub(a vec, b Op) vec { return l.to(l.pick(VSUBPS, VSUBPD), b, a) }
func (l lanes) mul(a vec, b Op) vec { return l.to(l.pick(VMULPS, VMULPD), b, a) }
func (l lanes) div(a vec, b Op) vec { return l.to(l.pick(VDIVPS, VDIVPD), b, a) }
func (l lanes) sqrt(a vec) vec      { return l.to(l.pick(VSQRTPS, VSQRTPD), a) }
func (l lanes) and(a vec, b Op) vec { return l.to(l.pick(VANDPS, VANDPD), b, a) }
func (l lanes) or(a vec, b Op) vec  { return l.to(l.pick(VORPS, VORPD), b, a) }
func (l lanes) xor(a vec, b Op) vec { return l.to(l.pick(VXORPS, VXORPD), b, a) }
func (l lanes) rawMax(a, b Op) vec  { return l.to(l.pick(VMAXPS, VMAXPD), b, a) }
func (l lanes) rawMin(a, b Op) vec  { return l.to(l.pick(VMINPS, VMINPD), b, a) }
func (l lanes) copy(a Op) vec       { return l.to(l.pick(VMOVUPS, VMOVUPD), a) }
func (l lanes) neg(a vec) vec       { return l.xor(a, l.signBit()) }
func (l lanes) abs(a vec) vec       { return l.and(a, l.absMask()) }
func (l lanes) signOf(a vec) vec    { return l.and(a, l.signBit()) }
func (l lanes) recip(a vec) vec     { return l.div(l.copy(l.constant(1)), a) }
func (l lanes) broadcast(m Mem) vec { return l.to(l.pick(VBROADCASTSS, VBROADCASTSD), m) }

// zero is loaded: to the register allocator an exclusive-or would read its register.
func (l lanes) zero() vec { return l.copy(l.constant(0)) }

// fma is a·b + c, with one rounding. At most b is in memory.
func (l lanes) fma(a vec, b Op, c vec) vec {
	d := l.copy(c)
	emit(l.pick(VFMADD231PS, VFMADD231PD), b, a, d)
	return d
}

// fmaTo is a·b + c for a c in memory, such as a constant.
func (l lanes) fmaTo(a, b vec, c Op) vec {
	d := l.copy(a)
	emit(l.pick(VFMADD213PS, VFMADD213PD), c, b, d)
	return d
}

// fms is a·b − c, fnma is c − a·b.
func (l lanes) fms(a vec, b Op, c vec) vec {
	d := l.copy(c)
	emit(l.pick(VFMSUB231PS, VFMSUB231PD), b, a, d)
	return d
}

func (l lanes) fnma(a vec, b Op, c vec) vec {
	d := l.copy(c)
	emit(l.pick(VFNMADD231PS, VFNMADD231PD), b, a, d)
	return d
}

// poly evaluates the polynomial in x whose highest coefficient comes first.
func (l lanes) poly(x vec, coefficients ...float64) vec {
	u := l.copy(l.constant(coefficients[0]))
	for _, c := range coefficients[1:] {
		emit(l.pick(VFMADD213PS, VFMADD213PD), l.constant(c), x, u)
	}
	return u
}

// Predicates of VCMPPS: ordered and quiet but where a name says otherwise.
const (
	cmpEq    = U8(0x00)
	cmpLt    = U8(0x11)
	cmpLe    = U8(0x12)
	cmpUnord = U8(0x03)
	cmpNeq   = U8(0x04) // true for NaN
	cmpGe    = U8(0x1d)
	cmpGt    = U8(0x1e)
)

// cmp is the mask of lanes where a pred b.
func (l lanes) cmp(pred U8, a vec, b Op) mask {
	if l.wide() {
		k := K()
		emit(l.pick(VCMPPS, VCMPPD), pred, b, a, k)
		return k
	}
	return l.to(l.pick(VCMPPS, VCMPPD), pred, b, a)
}

// choose is yes where m holds and no elsewhere.
func (l lanes) choose(m mask, yes Op, no vec) vec {
	if l.wide() { // a blend would read its destination, to the register allocator
		d := l.copy(no)
		emit(l.pick(VMOVUPS, VMOVUPD), yes, m, d)
		return d
	}
	return l.to(l.pick(VBLENDVPS, VBLENDVPD), m, yes, no)
}

func (l lanes) anyOf(a, b mask) mask {
	if l.wide() {
		k := K()
		KORW(a, b, k)
		return k
	}
	return l.to(VORPS, a, b)
}

// max and min give NaN if either operand is NaN, and b when both are equal.
func (l lanes) max(a, b vec) vec { return l.choose(l.cmp(cmpUnord, a, a), a, l.rawMax(a, b)) }
func (l lanes) min(a, b vec) vec { return l.choose(l.cmp(cmpUnord, a, a), a, l.rawMin(a, b)) }

// round rounds to whole numbers by mode: 0 half to even, 1 down, 2 up, 3 towards zero.
func (l lanes) round(a vec, mode uint8) vec {
	if l.wide() {
		return l.to(l.pick(VRNDSCALEPS, VRNDSCALEPD), U8(8|mode), a)
	}
	return l.to(l.pick(VROUNDPS, VROUNDPD), U8(8|mode), a)
}

// Integer lanes of the floats' width; conversions and sar have 32 bits only.
func (l lanes) toInt(a vec) vec        { return l.to(VCVTPS2DQ, a) }
func (l lanes) toFloat(a vec) vec      { return l.to(VCVTDQ2PS, a) }
func (l lanes) iadd(a vec, b Op) vec   { return l.to(l.pick(VPADDD, VPADDQ), b, a) }
func (l lanes) isub(a vec, b Op) vec   { return l.to(l.pick(VPSUBD, VPSUBQ), b, a) }
func (l lanes) shl(a vec, n uint8) vec { return l.to(l.pick(VPSLLD, VPSLLQ), U8(n), a) }
func (l lanes) shr(a vec, n uint8) vec { return l.to(l.pick(VPSRLD, VPSRLQ), U8(n), a) }
func (l lanes) sar(a vec, n uint8) vec { return l.to(VPSRAD, U8(n), a) }

// constant is x in every lane, in memory.
func (l lanes) constant(x float64) Mem {
	if l.elem == 4 {
		return l.bits(uint64(math.Float32bits(float32(x))))
	}
	return l.bits(math.Float64bits(x))
}

func (l lanes) signBit() Mem { return l.bits(1 << (8*l.elem - 1)) }
func (l lanes) absMask() Mem { return l.bits(1<<(8*l.elem-1) - 1) }

var pool = map[string]Mem{}

// bits is a pattern in every lane, in memory: 64 bytes, enough for either width.
func (l lanes) bits(pattern uint64) Mem {
	name := fmt.Sprintf("lanes%d_%0*x", 8*l.elem, 2*l.elem, pattern)
	if m, ok := pool[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	for off := 0; off < 64; off += l.elem {
		if l.elem == 4 {
			DATA(off, U32(pattern))
		} else {
			DATA(off, U64(pattern))
		}
	}
	pool[name] = m
	return m
}

// nan is the bits of the quiet NaN.
func (l lanes) nan() Mem {
	if l.elem == 4 {
		return l.bits(0x7fc00000)
	}
	return l.bits(nan64)
}
