//go:build avo

// This file defines the kernels of integers: bitwise operations, comparisons, extremes
// and sums.

package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func integers() {
	for _, l := range widths {
		elem := fmt.Sprintf("I%d", 8*l.elem)
		if l.elem == 8 { // serves all integer types, whose bits it takes by eight bytes
			l.binaryForms("bitAnd", elem, func(l lanes, a, b vec) vec { return l.and(a, b) })
			l.binaryForms("bitOr", elem, func(l lanes, a, b vec) vec { return l.or(a, b) })
			l.binaryForms("bitXor", elem, func(l lanes, a, b vec) vec { return l.xor(a, b) })
		}
		for _, op := range compareOps {
			for _, scalar := range []bool{false, true} {
				name, slot := op.name+elem+"VV", "vecVec"
				if scalar {
					name, slot = op.name+elem+"VS", "vecScalar"
				}
				l.fills(fmt.Sprintf("compare[elem%s][%s][%s]", elem, title(op.name), slot), name)
				mapKernel{lanes: l, name: name, sources: []source{{name: "a"}, {name: "b", scalar: scalar}},
					dstSize: 1, unroll: 2, store: l.storeBools,
					body: func(in []vec) Op { return l.compareInts(op.name, in[0], in[1]) }}.emit()
			}
		}
		l.foldInts("max", l.greaterInt)
		l.foldInts("min", func(a, b vec) vec { return l.choose(l.compareInts("lt", a, b), a, b) })
		l.foldInts("sum", func(a, b vec) vec { return l.iadd(a, b) })
	}
}

func (l lanes) greaterInt(a, b vec) vec { return l.choose(l.compareInts("gt", a, b), a, b) }

var intPredicates = map[string]U8{"eq": 0, "lt": 1, "le": 2, "ne": 4, "ge": 5, "gt": 6}

// compareInts is the mask of lanes where a op b. AVX2 has only = and >.
func (l lanes) compareInts(op string, a, b vec) mask {
	if l.wide() {
		k := K()
		emit(l.pick(VPCMPD, VPCMPQ), intPredicates[op], b, a, k)
		return k
	}
	equal, greater := l.pick(VPCMPEQD, VPCMPEQQ), l.pick(VPCMPGTD, VPCMPGTQ)
	not := func(m vec) mask { return l.xor(m, l.bits(math.MaxUint64>>(64-8*l.elem))) }
	switch op {
	case "eq":
		return l.to(equal, b, a)
	case "ne":
		return not(l.to(equal, b, a))
	case "gt":
		return l.to(greater, b, a)
	case "lt":
		return l.to(greater, a, b)
	case "le":
		return not(l.to(greater, b, a))
	}
	return not(l.to(greater, a, b))
}

// foldInts emits func(out, src *byte, n int): two vectors' whole groups among n ≥ one
// group folded into one vector. A sum begins with nothing, an extreme with the first.
func (l lanes) foldInts(op string, fold func(a, b vec) vec) {
	name := fmt.Sprintf("%sOfI%d", op, 8*l.elem)
	l.fills(fmt.Sprintf("reduce.i%d.%s", 8*l.elem, op), name)
	TEXT(name+l.suffix(), NOSPLIT, "func(out, src *byte, n int)")
	Pragma("noescape")
	src, n := Load(Param("src"), GP64()).(GPVirtual), Load(Param("n"), GP64()).(GPVirtual)
	var acc [2]vec
	for k := range acc {
		if op == "sum" {
			acc[k] = l.copy(l.constant(0))
		} else {
			acc[k] = l.copy(Mem{Base: src})
		}
	}
	Label("loop")
	CMPQ(n, U32(2*l.count()))
	JL(LabelRef("end"))
	for k := range acc {
		x := l.copy(Mem{Base: src, Disp: k * l.bytes})
		emit(l.pick(VMOVUPS, VMOVUPD), fold(acc[k], x), acc[k])
	}
	ADDQ(U32(2*l.bytes), src)
	SUBQ(U32(2*l.count()), n)
	JMP(LabelRef("loop"))
	Label("end")
	l.save(fold(acc[0], acc[1]), Mem{Base: Load(Param("out"), GP64()).(GPVirtual)}, nil)
	VZEROUPPER()
	RET()
}
