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
	wideMoments()
	for _, l := range widths {
		if !l.wide() {
			l.cascade()
		}
		name := l.floatName()
		for _, op := range []string{"cascade", "rowSum"} { // the one form serves both levels
			entries[l.suffix()] = append(entries[l.suffix()],
				entry{fmt.Sprintf("reduce.%s.%s", lower(name), op), op + name + "AVX2"})
		}
		l.extreme("max", lanes.rawMax)
		l.extreme("min", lanes.rawMin)
		l.dot()
		l.finite()
		if !l.wide() {
			l.pairwise("pairwise", false)
			l.pairwise("pairwiseSquares", true)
		}
		for _, op := range []string{"pairwise", "pairwiseSquares"} { // the one form serves both levels
			entries[l.suffix()] = append(entries[l.suffix()],
				entry{fmt.Sprintf("reduce.%s.%s", lower(name), op), op + name + "AVX2"})
		}
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

// cascade emits two kernels that add up rows of four vectors by PyTorch's cascade of
// four levels, each collecting 2^power sums of the level below:
//
//	cascade: func(out, src *byte, rowStride, colStride, rows, power int)
//	rowSum:  func(out, src *byte, vectors, power int)
//
// The first leaves four vectors; their strides are in bytes. The second takes contiguous
// vectors, adds those that make no whole row, and leaves one vector.
func (l lanes) cascade() {
	TEXT("cascade"+l.floatName()+l.suffix(), NOSPLIT, "func(out, src *byte, rowStride, colStride, rows, power int)")
	Pragma("noescape")
	c := l.newCascade()
	c.row, c.col = Load(Param("rowStride"), GP64()).(GPVirtual), Load(Param("colStride"), GP64()).(GPVirtual)
	c.rows = Load(Param("rows"), GP64()).(GPVirtual)
	c.third = GP64()
	LEAQ(Mem{Base: c.col, Index: c.col, Scale: 2}, c.third)
	c.emit()
	c.joinLevels()
	out := Load(Param("out"), GP64()).(GPVirtual)
	for k := range 4 {
		l.save(c.acc[0][k], Mem{Base: out, Disp: 32 * k}, nil)
	}
	VZEROUPPER()
	RET()
	l.rowSum()
}

func (l lanes) rowSum() {
	TEXT("rowSum"+l.floatName()+l.suffix(), NOSPLIT, "func(out, src *byte, vectors, power int)")
	Pragma("noescape")
	c := l.newCascade()
	vectors := Load(Param("vectors"), GP64()).(GPVirtual)
	c.rows = GP64()
	MOVQ(vectors, c.rows)
	SHRQ(U8(2), c.rows)
	c.emit()
	c.joinLevels()
	ANDQ(U8(3), vectors)
	Label("left")
	JZ(LabelRef("join"))
	emit(l.pick(VADDPS, VADDPD), Mem{Base: c.src}, c.acc[0][0], c.acc[0][0])
	ADDQ(U32(l.bytes), c.src)
	DECQ(vectors)
	JMP(LabelRef("left"))
	Label("join")
	for k := 1; k < 4; k++ {
		emit(l.pick(VADDPS, VADDPD), c.acc[0][k], c.acc[0][0], c.acc[0][0])
	}
	l.save(c.acc[0][0], Mem{Base: Load(Param("out"), GP64()).(GPVirtual)}, nil)
	VZEROUPPER()
	RET()
}

// cascader is the state of a cascade: where rows are (strides are nil for contiguous
// ones) and the sums of each level.
type cascader struct {
	lanes
	src, power            GPVirtual
	row, col, third, rows GPVirtual
	acc                   [4][4]vec
}

func (l lanes) newCascade() *cascader {
	c := &cascader{lanes: l}
	c.src, c.power = Load(Param("src"), GP64()).(GPVirtual), Load(Param("power"), GP64()).(GPVirtual)
	for level := range c.acc {
		for k := range c.acc[level] {
			c.acc[level][k] = l.copy(l.constant(0))
		}
	}
	return c
}

func (c *cascader) addRow() {
	for k := range 4 {
		at := Mem{Base: c.src, Disp: k * c.bytes}
		if c.col != nil {
			at = [4]Mem{{Base: c.src}, {Base: c.src, Index: c.col, Scale: 1},
				{Base: c.src, Index: c.col, Scale: 2}, {Base: c.src, Index: c.third, Scale: 1}}[k]
		}
		emit(c.pick(VADDPS, VADDPD), at, c.acc[0][k], c.acc[0][k])
	}
	if c.row != nil {
		ADDQ(c.row, c.src)
	} else {
		ADDQ(U32(4*c.bytes), c.src)
	}
}

func (c *cascader) emit() {
	done, step, left, mask := GP64(), GP64(), GP64(), GP64()
	XORQ(done, done)
	MOVQ(U64(1), step)
	SHLXQ(c.power, step, step)
	Label("block")
	MOVQ(done, left)
	ADDQ(step, left)
	CMPQ(left, c.rows)
	JG(LabelRef("rest"))
	MOVQ(left, done)
	MOVQ(step, left)
	Label("row")
	c.addRow()
	DECQ(left)
	JNZ(LabelRef("row"))
	LEAQ(Mem{Base: step, Disp: -1}, mask)
	for level := 1; level < 4; level++ {
		for k := range c.acc[level] {
			emit(c.pick(VADDPS, VADDPD), c.acc[level-1][k], c.acc[level][k], c.acc[level][k])
			emit(c.pick(VXORPS, VXORPD), c.acc[level-1][k], c.acc[level-1][k], c.acc[level-1][k])
		}
		if level < 3 {
			SHLXQ(c.power, mask, mask)
			TESTQ(mask, done)
			JNZ(LabelRef("block"))
		}
	}
	JMP(LabelRef("block"))
	Label("rest")
	CMPQ(done, c.rows)
	JGE(LabelRef("end"))
	c.addRow()
	INCQ(done)
	JMP(LabelRef("rest"))
	Label("end")
}

func (c *cascader) joinLevels() {
	for k := range 4 {
		for level := 1; level < 4; level++ {
			emit(c.pick(VADDPS, VADDPD), c.acc[level][k], c.acc[0][k], c.acc[0][k])
		}
	}
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

// wideMoments emits func(out, a, shift *byte, n int): over the whole groups of eight among
// n float32, in four lanes of float64, the sums of a−shift and of its square.
func wideMoments() {
	l := lanes{32, 8}
	TEXT("wideMomentsAVX2", NOSPLIT, "func(out, a, shift *byte, n int)")
	Pragma("noescape")
	a, n := Load(Param("a"), GP64()).(GPVirtual), Load(Param("n"), GP64()).(GPVirtual)
	shift := l.broadcast(Mem{Base: Load(Param("shift"), GP64()).(GPVirtual)})
	var sums, squares [2]vec
	for k := range sums {
		sums[k], squares[k] = l.copy(l.constant(0)), l.copy(l.constant(0))
	}
	Label("loop")
	CMPQ(n, U32(8))
	JL(LabelRef("end"))
	for k := range sums {
		x := l.sub(l.to(VCVTPS2PD, Mem{Base: a, Disp: 16 * k}), shift)
		VADDPD(x, sums[k], sums[k])
		VFMADD231PD(x, x, squares[k])
	}
	ADDQ(U32(32), a)
	SUBQ(U32(8), n)
	JMP(LabelRef("loop"))
	Label("end")
	out := Load(Param("out"), GP64()).(GPVirtual)
	l.save(l.add(sums[0], sums[1]), Mem{Base: out}, nil)
	l.save(l.add(squares[0], squares[1]), Mem{Base: out, Disp: 32}, nil)
	VZEROUPPER()
	RET()
	for _, suffix := range []string{"AVX2", "AVX512"} {
		entries[suffix] = append(entries[suffix], entry{"reduce.wideMoments", "wideMomentsAVX2"})
	}
}

// dot emits func(out, a, b *byte, n int): the lanes' sums of products over the whole
// groups of four vectors among n elements, one sum for each of the four.
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
	Label("loop")
	CMPQ(n, U32(4*l.count()))
	JL(LabelRef("end"))
	for k := range acc {
		x := l.copy(Mem{Base: a, Disp: k * l.bytes})
		emit(l.pick(VFMADD231PS, VFMADD231PD), Mem{Base: b, Disp: k * l.bytes}, x, acc[k])
	}
	ADDQ(U32(4*l.bytes), a)
	ADDQ(U32(4*l.bytes), b)
	SUBQ(U32(4*l.count()), n)
	JMP(LabelRef("loop"))
	Label("end")
	out := Load(Param("out"), GP64()).(GPVirtual)
	for k := range acc {
		l.save(acc[k], Mem{Base: out, Disp: k * l.bytes}, nil)
	}
	VZEROUPPER()
	RET()
}

// finite emits func(out, src *byte, n int): sums, over the whole groups of four vectors
// among n elements, of each element times zero. One that is not finite makes its lane NaN.
func (l lanes) finite() {
	name := "finite" + l.floatName()
	l.fillsReduce("finite", name)
	TEXT(name+l.suffix(), NOSPLIT, "func(out, src *byte, n int)")
	Pragma("noescape")
	src, n := Load(Param("src"), GP64()).(GPVirtual), Load(Param("n"), GP64()).(GPVirtual)
	zero := l.zero()
	var acc [4]vec
	for k := range acc {
		acc[k] = l.copy(l.constant(0))
	}
	Label("loop")
	CMPQ(n, U32(4*l.count()))
	JL(LabelRef("end"))
	for k := range acc {
		emit(l.pick(VFMADD231PS, VFMADD231PD), Mem{Base: src, Disp: k * l.bytes}, zero, acc[k])
	}
	ADDQ(U32(4*l.bytes), src)
	SUBQ(U32(4*l.count()), n)
	JMP(LabelRef("loop"))
	Label("end")
	l.save(l.add(l.add(acc[0], acc[1]), l.add(acc[2], acc[3])), Mem{Base: Load(Param("out"), GP64()).(GPVirtual)}, nil)
	VZEROUPPER()
	RET()
}

// pairwise emits func(out, src, shift *byte, n int): the sum of the whole groups of eight
// among n elements in eight lanes, folded by pairs, as NumPy's pairwise_sum adds at most
// 128 of them; of squared distances from shift where squares says so.
func (l lanes) pairwise(op string, squares bool) {
	name := op + l.floatName()
	TEXT(name+l.suffix(), NOSPLIT, "func(out, src, shift *byte, n int)")
	Pragma("noescape")
	src, n := Load(Param("src"), GP64()).(GPVirtual), Load(Param("n"), GP64()).(GPVirtual)
	var shift vec
	if squares {
		shift = l.broadcast(Mem{Base: Load(Param("shift"), GP64()).(GPVirtual)})
	}
	vectors := 8 / l.count()
	acc := make([]vec, vectors)
	read := func(k int) vec {
		x := l.copy(Mem{Base: src, Disp: k * l.bytes})
		if squares {
			x = l.sub(x, shift)
			x = l.mul(x, x)
		}
		return x
	}
	for k := range acc { // the first group is no sum yet: -0 stays -0
		acc[k] = read(k)
	}
	Label("loop")
	ADDQ(U32(8*l.elem), src)
	SUBQ(U32(8), n)
	CMPQ(n, U32(8))
	JL(LabelRef("end"))
	for k := range acc {
		emit(l.pick(VADDPS, VADDPD), read(k), acc[k], acc[k])
	}
	JMP(LabelRef("loop"))
	Label("end")
	low, high := XMM(), XMM()
	if l.elem == 8 {
		sums := l.to(VHADDPD, acc[1], acc[0]) // r0+r1, r4+r5, r2+r3, r6+r7
		VEXTRACTF128(U8(1), sums, high)
		VADDPD(high, sums.AsX(), low)
		VHADDPD(low, low, low)
		VMOVSD(low, Mem{Base: Load(Param("out"), GP64()).(GPVirtual)})
	} else {
		sums := l.to(VHADDPS, acc[0], acc[0])
		sums = l.to(VHADDPS, sums, sums)
		VEXTRACTF128(U8(1), sums, high)
		VADDPS(high, sums.AsX(), low)
		VMOVSS(low, Mem{Base: Load(Param("out"), GP64()).(GPVirtual)})
	}
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
