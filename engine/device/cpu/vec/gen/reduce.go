//go:build avo

// This file defines the reduction kernels. Each leaves vectors of partial results; the
// caller combines them and takes the tail.

package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func reductions() {
	for _, l := range widths {
		if !l.wide() {
			l.cascade()
		}
		name := l.floatName()
		l.fills("reduce."+lower(name)+".cascade", "cascade"+name)
		if l.wide() { // the one form serves both levels
			list := entries[l.suffix()]
			list[len(list)-1].name = "cascade" + name + "AVX2"
		}
		l.extreme("max", lanes.rawMax)
		l.extreme("min", lanes.rawMin)
		l.dot()
	}
	for _, l := range []lanes{{32, 4}, {64, 4}} {
		l.expSum("expSum", true)
		l.expSum("expSumOnly", false)
	}
}

func lower(floatName string) string { return "f" + floatName[1:] }

func (l lanes) fillsReduce(slot, name string) {
	l.fills(fmt.Sprintf("reduce.%s.%s", lower(l.floatName()), slot), name)
}

// cascade emits func(out, src *byte, rowStride, colStride, rows, power int): the sums
// over rows of four vectors that lie colStride apart, by PyTorch's cascade of four
// levels, each collecting 2^power sums of the level below. Strides are in bytes.
func (l lanes) cascade() {
	TEXT("cascade"+l.floatName()+l.suffix(), NOSPLIT, "func(out, src *byte, rowStride, colStride, rows, power int)")
	Pragma("noescape")
	src := Load(Param("src"), GP64()).(GPVirtual)
	row, col := Load(Param("rowStride"), GP64()).(GPVirtual), Load(Param("colStride"), GP64()).(GPVirtual)
	rows, power := Load(Param("rows"), GP64()).(GPVirtual), Load(Param("power"), GP64()).(GPVirtual)
	var acc [4][4]vec
	for level := range acc {
		for k := range acc[level] {
			acc[level][k] = l.copy(l.constant(0))
		}
	}
	at := func(k int) Mem {
		return [4]Mem{{Base: src}, {Base: src, Index: col, Scale: 1}, {Base: src, Index: col, Scale: 2}}[k]
	}
	third := GP64()
	LEAQ(Mem{Base: col, Index: col, Scale: 2}, third)
	addRow := func() {
		for k := range 3 {
			emit(l.pick(VADDPS, VADDPD), at(k), acc[0][k], acc[0][k])
		}
		emit(l.pick(VADDPS, VADDPD), Mem{Base: src, Index: third, Scale: 1}, acc[0][3], acc[0][3])
		ADDQ(row, src)
	}
	done, step, left, mask := GP64(), GP64(), GP64(), GP64()
	XORQ(done, done)
	MOVQ(U64(1), step)
	SHLXQ(power, step, step)
	Label("block")
	MOVQ(done, left)
	ADDQ(step, left)
	CMPQ(left, rows)
	JG(LabelRef("rest"))
	MOVQ(left, done)
	MOVQ(step, left)
	Label("row")
	addRow()
	DECQ(left)
	JNZ(LabelRef("row"))
	LEAQ(Mem{Base: step, Disp: -1}, mask)
	for level := 1; level < 4; level++ {
		for k := range acc[level] {
			emit(l.pick(VADDPS, VADDPD), acc[level-1][k], acc[level][k], acc[level][k])
			emit(l.pick(VXORPS, VXORPD), acc[level-1][k], acc[level-1][k], acc[level-1][k])
		}
		if level < 3 {
			SHLXQ(power, mask, mask)
			TESTQ(mask, done)
			JNZ(LabelRef("block"))
		}
	}
	JMP(LabelRef("block"))
	Label("rest")
	CMPQ(done, rows)
	JGE(LabelRef("end"))
	addRow()
	INCQ(done)
	JMP(LabelRef("rest"))
	Label("end")
	out := Load(Param("out"), GP64()).(GPVirtual)
	for k := range 4 {
		for level := 1; level < 4; level++ {
			emit(l.pick(VADDPS, VADDPD), acc[level][k], acc[0][k], acc[0][k])
		}
		l.save(acc[0][k], Mem{Base: out, Disp: 32 * k}, nil)
	}
	VZEROUPPER()
	RET()
}

// extreme emits func(out, src *byte, n int): the largest (smallest) values of each lane
// over the whole vectors among n elements, at least one, and then a vector that holds a
// NaN in each lane that met one.
func (l lanes) extreme(op string, combine func(l lanes, a, b Op) vec) {
	name := op + "Of" + l.floatName()
	l.fillsReduce(op, name)
	TEXT(name+l.suffix(), NOSPLIT, "func(out, src *byte, n int)")
	Pragma("noescape")
	src, n := Load(Param("src"), GP64()).(GPVirtual), Load(Param("n"), GP64()).(GPVirtual)
	var acc, nan [2]vec
	for k := range acc {
		acc[k], nan[k] = l.copy(Mem{Base: src}), l.copy(l.constant(0))
	}
	visit := func(k int) {
		x := l.copy(Mem{Base: src, Disp: k * l.bytes})
		m := l.cmp(cmpUnord, x, x)
		if l.wide() {
			emit(l.pick(VMOVUPS, VMOVUPD), x, m, nan[k])
		} else {
			emit(l.pick(VORPS, VORPD), m, nan[k], nan[k])
		}
		emit(l.pick(VMOVUPS, VMOVUPD), combine(l, acc[k], x), acc[k])
	}
	for _, unroll := range []int{2, 1} {
		loop, end := fmt.Sprintf("loop%d", unroll), fmt.Sprintf("end%d", unroll)
		Label(loop)
		CMPQ(n, U32(unroll*l.count()))
		JL(LabelRef(end))
		for k := range unroll {
			visit(k)
		}
		ADDQ(U32(unroll*l.bytes), src)
		SUBQ(U32(unroll*l.count()), n)
		JMP(LabelRef(loop))
		Label(end)
	}
	out := Load(Param("out"), GP64()).(GPVirtual)
	l.save(combine(l, acc[0], acc[1]), Mem{Base: out}, nil)
	l.save(l.or(nan[0], nan[1]), Mem{Base: out, Disp: l.bytes}, nil)
	VZEROUPPER()
	RET()
}

// dot emits func(out, a, b *byte, n int): the lanes' sums of products over the whole
// vectors among n elements.
func (l lanes) dot() {
	name := "dot" + l.floatName()
	l.fillsReduce("dot", name)
	TEXT(name+l.suffix(), NOSPLIT, "func(out, a, b *byte, n int)")
	Pragma("noescape")
	a, b := Load(Param("a"), GP64()).(GPVirtual), Load(Param("b"), GP64()).(GPVirtual)
	n := Load(Param("n"), GP64()).(GPVirtual)
	var acc [4]vec
	for k := range acc {
		acc[k] = l.copy(l.constant(0))
	}
	for _, unroll := range []int{4, 1} {
		loop, end := fmt.Sprintf("loop%d", unroll), fmt.Sprintf("end%d", unroll)
		Label(loop)
		CMPQ(n, U32(unroll*l.count()))
		JL(LabelRef(end))
		for k := range unroll {
			x := l.copy(Mem{Base: a, Disp: k * l.bytes})
			emit(l.pick(VFMADD231PS, VFMADD231PD), Mem{Base: b, Disp: k * l.bytes}, x, acc[k])
		}
		ADDQ(U32(unroll*l.bytes), a)
		ADDQ(U32(unroll*l.bytes), b)
		SUBQ(U32(unroll*l.count()), n)
		JMP(LabelRef(loop))
		Label(end)
	}
	out := Load(Param("out"), GP64()).(GPVirtual)
	l.save(l.add(l.add(acc[0], acc[1]), l.add(acc[2], acc[3])), Mem{Base: out}, nil)
	VZEROUPPER()
	RET()
}

// expSum emits func(dst, a, max, sum *byte, n int): exp(a−max), written to dst where
// write says so, and its sum in eight lanes, added one group of eight after the other
// whatever the vector width. It takes the whole groups among n elements; a mask trims
// the wide form's last.
func (l lanes) expSum(op string, write bool) {
	name := op + l.floatName()
	l.fillsReduce(op, name)
	TEXT(name+l.suffix(), NOSPLIT, "func(dst, a, max, sum *byte, n int)")
	Pragma("noescape")
	dst, a := Load(Param("dst"), GP64()).(GPVirtual), Load(Param("a"), GP64()).(GPVirtual)
	sum := Load(Param("sum"), GP64()).(GPVirtual)
	top := l.broadcast(Mem{Base: Load(Param("max"), GP64()).(GPVirtual)})
	n := Load(Param("n"), GP64()).(GPVirtual)
	acc := l.half().copy(Mem{Base: sum})
	Label("loop")
	CMPQ(n, U32(l.count()))
	JL(LabelRef("end"))
	e := l.exp(l.sub(l.copy(Mem{Base: a}), top))
	if write {
		l.save(e, Mem{Base: dst}, nil)
	}
	VADDPS(e.AsY(), acc, acc)
	if l.wide() {
		high := YMM()
		VEXTRACTF32X8(U8(1), e, high)
		VADDPS(high, acc, acc)
	}
	ADDQ(U32(l.bytes), a)
	ADDQ(U32(l.bytes), dst)
	SUBQ(U32(l.count()), n)
	JMP(LabelRef("loop"))
	Label("end")
	if l.wide() {
		l.expSumHalf(dst, a, n, top, acc, write)
	}
	l.half().save(acc, Mem{Base: sum}, nil)
	VZEROUPPER()
	RET()
}

// expSumHalf takes one more group of eight.
func (l lanes) expSumHalf(dst, a, n GPVirtual, top, acc vec, write bool) {
	CMPQ(n, U32(8))
	JL(LabelRef("store"))
	eight := GP64()
	MOVQ(U64(8), eight)
	t := l.tailMask(eight)
	e := l.exp(l.sub(l.loadTail(Mem{Base: a}, t, 4), top))
	if write {
		l.save(e, Mem{Base: dst}, t)
	}
	VADDPS(e.AsY(), acc, acc)
	Label("store")
}
