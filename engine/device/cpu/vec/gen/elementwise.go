//go:build avo

// This file defines the arithmetic, comparison and selection kernels.

package main

import (
	"fmt"
	"math"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

var widths = []lanes{{32, 4}, {32, 8}, {64, 4}, {64, 8}}

func elementwise() {
	for _, l := range widths {
		for _, op := range binaryOps {
			l.binaryForms(op.name, l.floatName(), op.body)
		}
		for _, op := range unaryOps {
			l.unary(op.name, 4, op.body)
		}
		for _, op := range compareOps {
			l.compareForms(op.name, op.pred)
		}
		l.fused()
		l.integerArithmetic()
		l.where()
	}
}

var binaryOps = []struct {
	name string
	body func(l lanes, a, b vec) vec
}{
	{"add", func(l lanes, a, b vec) vec { return l.add(a, b) }},
	{"sub", func(l lanes, a, b vec) vec { return l.sub(a, b) }},
	{"mul", func(l lanes, a, b vec) vec { return l.mul(a, b) }},
	{"div", func(l lanes, a, b vec) vec { return l.div(a, b) }},
	{"max", func(l lanes, a, b vec) vec { return l.max(a, b) }},
	{"min", func(l lanes, a, b vec) vec { return l.min(a, b) }},
	{"reluGrad", func(l lanes, g, x vec) vec {
		return l.choose(l.cmp(cmpGt, x, l.zero()), g, l.zero())
	}},
	{"sigmoidGrad", func(l lanes, g, y vec) vec {
		return l.mul(l.mul(g, l.sub(l.copy(l.constant(1)), y)), y)
	}},
	{"tanhGrad", func(l lanes, g, y vec) vec {
		return l.mul(g, l.sub(l.copy(l.constant(1)), l.mul(y, y)))
	}},
}

// title makes an operation's name the Go constant's.
func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func (l lanes) unary(name string, unroll int, body func(l lanes, a vec) vec) {
	mapKernel{lanes: l, name: name + l.floatName(), sources: vectors("a"), unroll: unroll,
		body: func(in []vec) Op { return body(l, in[0]) }}.emit()
	l.fills(fmt.Sprintf("unary[%s][%s]", l.elemSlot(), title(name)), name+l.floatName())
}

func (l lanes) binaryForms(op, elem string, body func(l lanes, a, b vec) vec) {
	for _, form := range []struct {
		name, slot       string
		aScalar, bScalar bool
	}{{"VV", "vecVec", false, false}, {"VS", "vecScalar", false, true}, {"SV", "scalarVec", true, false}} {
		name := op + elem + form.name
		l.fills(fmt.Sprintf("binary[elem%s][%s][%s]", elem, title(op), form.slot), name)
		mapKernel{lanes: l, name: name, unroll: 4,
			sources: []source{{name: "a", scalar: form.aScalar}, {name: "b", scalar: form.bScalar}},
			body:    func(in []vec) Op { return body(l, in[0], in[1]) }}.emit()
	}
}

var unaryOps = []struct {
	name string
	body func(l lanes, a vec) vec
}{
	{"neg", lanes.neg},
	{"abs", lanes.abs},
	{"square", func(l lanes, a vec) vec { return l.mul(a, a) }},
	{"relu", func(l lanes, a vec) vec { return l.choose(l.cmp(cmpLt, a, l.zero()), l.zero(), a) }},
	{"sign", func(l lanes, a vec) vec {
		one := l.or(l.signOf(a), l.constant(1))
		return l.choose(l.cmp(cmpNeq, a, l.zero()), l.choose(l.cmp(cmpUnord, a, a), l.zero(), one), l.zero())
	}},
	{"sqrt", lanes.sqrt},
	{"rsqrt", func(l lanes, a vec) vec { return l.recip(l.sqrt(a)) }},
	{"reciprocal", lanes.recip},
	{"round", func(l lanes, a vec) vec { return l.round(a, 0) }},
	{"floor", func(l lanes, a vec) vec { return l.round(a, 1) }},
	{"ceil", func(l lanes, a vec) vec { return l.round(a, 2) }},
	{"trunc", func(l lanes, a vec) vec { return l.round(a, 3) }},
}

var compareOps = []struct {
	name string
	pred U8
}{{"lt", cmpLt}, {"le", cmpLe}, {"gt", cmpGt}, {"ge", cmpGe}, {"eq", cmpEq}, {"ne", cmpNeq}}

func (l lanes) compareForms(op string, pred U8) {
	for _, scalar := range []bool{false, true} {
		name, slot := op+l.floatName()+"VV", "vecVec"
		if scalar {
			name, slot = op+l.floatName()+"VS", "vecScalar"
		}
		l.fills(fmt.Sprintf("compare[%s][%s][%s]", l.elemSlot(), title(op), slot), name)
		mapKernel{lanes: l, name: name, sources: []source{{name: "a"}, {name: "b", scalar: scalar}},
			dstSize: 1, unroll: 2, store: l.storeBools,
			body: func(in []vec) Op { return l.cmp(pred, in[0], in[1]) }}.emit()
	}
}

// storeBools writes a mask as bytes of 0 and 1.
func (l lanes) storeBools(m Op, at Mem, t *tailMask) {
	if l.wide() {
		x := XMM()
		VMOVDQU8_Z(l.bytesOfOne(), m, x)
		switch {
		case t != nil:
			VMOVDQU8(x, t.sel, at)
		case l.elem == 4:
			VMOVDQU(x, at)
		default:
			VMOVQ(x, at)
		}
		return
	}
	packed := l.packBools(m.(vec))
	switch {
	case t != nil:
		l.storeBytes(packed, at.Base.(GPVirtual), t.count)
	case l.elem == 4:
		MOVQ(packed, at)
	default:
		MOVL(packed.As32(), at)
	}
}

func (l lanes) bytesOfOne() Mem {
	const name = "bytesofone"
	if m, ok := pool[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	DATA(0, U64(0x0101010101010101))
	DATA(8, U64(0x0101010101010101))
	pool[name] = m
	return m
}

// packBools narrows all-ones lanes to bytes of 1 in a general register.
func (l lanes) packBools(m vec) GPVirtual {
	hi, lo, r := XMM(), XMM(), GP64()
	VEXTRACTI128(U8(1), m, hi)
	VPACKSSDW(hi, m.AsX(), lo)
	if l.elem == 8 {
		VPACKSSDW(lo, lo, lo)
	}
	VPACKSSWB(lo, lo, lo)
	VPAND(l.bytesOfOne(), lo, lo)
	VMOVQ(lo, r)
	return r
}

// storeBytes writes the low count bytes of r.
func (l lanes) storeBytes(r, at, count GPVirtual) {
	Label("bytes")
	MOVB(r.As8(), Mem{Base: at})
	SHRQ(U8(8), r)
	INCQ(at)
	DECQ(count)
	JNZ(LabelRef("bytes"))
}

// fused emits the operations with a third operand.
func (l lanes) fused() {
	name := l.floatName()
	for _, op := range []string{"axpy", "lerp", "clamp"} {
		l.fills(fmt.Sprintf("ternary[%s][op%s]", l.elemSlot(), title(op)), op+name)
	}
	mapKernel{lanes: l, name: "axpy" + name, unroll: 4,
		sources: []source{{name: "a"}, {name: "b"}, {name: "s", scalar: true}},
		body:    func(in []vec) Op { return l.fma(in[2], in[1], in[0]) }}.emit()
	mapKernel{lanes: l, name: "lerp" + name, unroll: 4,
		sources: []source{{name: "a"}, {name: "b"}, {name: "s", scalar: true}},
		body:    func(in []vec) Op { return l.fma(in[2], l.sub(in[1], in[0]), in[0]) }}.emit()
	for _, op := range []string{"addcmul", "addcdiv", "normalize"} {
		l.fills(fmt.Sprintf("products[%s][op%s]", l.elemSlot(), title(op)), op+name)
	}
	four := []source{{name: "a"}, {name: "b"}, {name: "c"}, {name: "s", scalar: true}}
	mapKernel{lanes: l, name: "addcmul" + name, unroll: 2, sources: four,
		body: func(in []vec) Op { return l.fma(l.mul(in[3], in[1]), in[2], in[0]) }}.emit()
	mapKernel{lanes: l, name: "addcdiv" + name, unroll: 2, sources: four,
		body: func(in []vec) Op { return l.add(in[0], l.div(l.mul(in[3], in[1]), in[2])) }}.emit()
	var shift vec
	mapKernel{lanes: l, name: "normalize" + name, unroll: 2, sources: four,
		setup: func(args []GPVirtual) { shift = l.broadcast(Mem{Base: args[3], Disp: l.elem}) },
		body:  func(in []vec) Op { return l.fma(l.fma(in[0], in[3], shift), in[1], in[2]) }}.emit()
	var high vec
	mapKernel{lanes: l, name: "clamp" + name, unroll: 4,
		sources: []source{{name: "a"}, {name: "b"}, {name: "s", scalar: true}},
		setup:   func(args []GPVirtual) { high = l.broadcast(Mem{Base: args[2], Disp: l.elem}) },
		body:    func(in []vec) Op { return l.min(high, l.max(in[2], in[0])) }}.emit()
}

// integerArithmetic emits wrapping arithmetic on 32- or 64-bit integers.
func (l lanes) integerArithmetic() {
	name := fmt.Sprintf("I%d", 8*l.elem)
	l.binaryForms("add", name, func(l lanes, a, b vec) vec { return l.to(l.pick(VPADDD, VPADDQ), b, a) })
	l.binaryForms("sub", name, func(l lanes, a, b vec) vec { return l.to(l.pick(VPSUBD, VPSUBQ), b, a) })
	if l.elem == 4 {
		l.binaryForms("mul", name, func(l lanes, a, b vec) vec { return l.to(VPMULLD, b, a) })
		l.binaryForms("max", name, func(l lanes, a, b vec) vec { return l.to(VPMAXSD, b, a) })
		l.binaryForms("min", name, func(l lanes, a, b vec) vec { return l.to(VPMINSD, b, a) })
	} else if l.wide() {
		l.binaryForms("mul", name, func(l lanes, a, b vec) vec { return l.to(VPMULLQ, b, a) })
		l.binaryForms("max", name, func(l lanes, a, b vec) vec { return l.to(VPMAXSQ, b, a) })
		l.binaryForms("min", name, func(l lanes, a, b vec) vec { return l.to(VPMINSQ, b, a) })
	}
}

// where emits selection by condition bytes. AVX2 kernels leave the last n mod count
// elements to the caller, for there is no masked load of bytes.
func (l lanes) where() {
	name := fmt.Sprintf("where%d", 8*l.elem)
	l.fills(fmt.Sprintf("where[%s]", l.elemSlot()), name)
	l.fills(fmt.Sprintf("where[elemI%d]", 8*l.elem), name)
	TEXT(name+l.suffix(), NOSPLIT, "func(dst, cond, a, b *byte, n int)")
	Pragma("noescape")
	var p [4]GPVirtual
	for i, name := range []string{"dst", "cond", "a", "b"} {
		p[i] = Load(Param(name), GP64()).(GPVirtual)
	}
	n := Load(Param("n"), GP64()).(GPVirtual)
	Label("loop")
	CMPQ(n, U32(l.count()))
	JL(LabelRef("tail"))
	m := l.condition(Mem{Base: p[1]}, nil)
	l.save(l.choose(m, Mem{Base: p[2]}, l.copy(Mem{Base: p[3]})), Mem{Base: p[0]}, nil)
	for i, ptr := range p {
		step := l.bytes
		if i == 1 {
			step = l.count()
		}
		ADDQ(U32(step), ptr)
	}
	SUBQ(U32(l.count()), n)
	JMP(LabelRef("loop"))
	Label("tail")
	if l.wide() {
		TESTQ(n, n)
		JZ(LabelRef("done"))
		t := l.tailMask(n)
		m := l.condition(Mem{Base: p[1]}, t)
		yes, no := l.loadTail(Mem{Base: p[2]}, t, l.elem), l.loadTail(Mem{Base: p[3]}, t, l.elem)
		l.save(l.choose(m, yes, no), Mem{Base: p[0]}, t)
		Label("done")
	}
	VZEROUPPER()
	RET()
}

// condition is the mask of the bytes at m that are not 0.
func (l lanes) condition(m Mem, t *tailMask) mask {
	if l.wide() {
		x, k := XMM(), K()
		switch {
		case t != nil:
			VMOVDQU8_Z(m, t.sel, x)
		case l.elem == 4:
			VMOVDQU(m, x)
		default:
			VMOVQ(m, x)
		}
		VPTESTMB(x, x, k)
		return k
	}
	wide := YMM()
	emit(l.pick(VPMOVZXBD, VPMOVZXBQ), m, wide)
	is := l.to(l.pick(VPCMPEQD, VPCMPEQQ), wide, l.zero())
	return l.xor(is, l.bits(math.MaxUint64>>(64-8*l.elem)))
}
