//go:build avo

// This file defines the kernels of the Mersenne twister and of PyTorch's normal numbers.

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func random() {
	for _, l := range []lanes{{32, 4}, {64, 4}} {
		l.fills("random.twist", "twist")
		mapKernel{lanes: l, name: "twist", sources: vectors("a", "following", "far"), unroll: 1,
			body: func(in []vec) Op { return l.twist(in[0], in[1], in[2]) }}.emit()
		l.fills("random.temper", "temper")
		mapKernel{lanes: l, name: "temper", sources: vectors("a"), unroll: 2,
			body: func(in []vec) Op { return l.temper(in[0]) }}.emit()
		l.fills("random.uniform", "uniform")
		mapKernel{lanes: l, name: "uniform", sources: vectors("a"), unroll: 2,
			body: func(in []vec) Op { return l.uniform(in[0]) }}.emit()
	}
	l := lanes{32, 4}
	l.normal()
	for _, s := range []string{"AVX2", "AVX512"} {
		entries[s] = append(entries[s], entry{"random.normal", "normalAVX2"})
	}
}

func (l lanes) iand(a vec, b Op) vec { return l.to(l.intAnd(), b, a) }
func (l lanes) ixor(a vec, b Op) vec { return l.to(l.intXor(), b, a) }

// twist is one step of the recurrence (Matsumoto and Nishimura, 1998).
func (l lanes) twist(a, following, far vec) vec {
	y := l.or(l.iand(a, l.bits(0x80000000)), l.iand(following, l.bits(0x7fffffff)))
	odd := l.sar(l.shl(following, 31), 31)
	return l.ixor(l.ixor(far, l.shr(y, 1)), l.iand(odd, l.bits(0x9908b0df)))
}

func (l lanes) temper(y vec) vec {
	y = l.ixor(y, l.shr(y, 11))
	y = l.ixor(y, l.iand(l.shl(y, 7), l.bits(0x9d2c5680)))
	y = l.ixor(y, l.iand(l.shl(y, 15), l.bits(0xefc60000)))
	return l.ixor(y, l.shr(y, 18))
}

// uniform is the low 24 bits of the tempered word over 2^24.
func (l lanes) uniform(y vec) vec {
	bits := l.iand(l.temper(y), l.bits(1<<24-1))
	return l.mul(l.toFloat(bits), l.constant(0x1p-24))
}

// normal emits func(data, params *byte, blocks int): it turns each block of sixteen
// uniform numbers into normal ones with the mean and deviation that params holds, by
// Box and Muller's transform. Logarithm, sine and cosine are the Cephes approximations
// (S. Moshier) in the order of operations of PyTorch's compiled vector code.
func (l lanes) normal() {
	TEXT("normalAVX2", NOSPLIT, "func(data, params *byte, blocks int)")
	Pragma("noescape")
	data, params := Load(Param("data"), GP64()).(GPVirtual), Load(Param("params"), GP64()).(GPVirtual)
	blocks := Load(Param("blocks"), GP64()).(GPVirtual)
	Label("loop")
	TESTQ(blocks, blocks)
	JZ(LabelRef("done"))
	u1 := l.sub(l.copy(l.constant(1)), Mem{Base: data})
	radius := l.sqrt(l.mul(l.cephesLog(u1), l.constant(-2)))
	theta := l.mul(l.copy(l.constant(2*math.Pi)), Mem{Base: data, Disp: 32})
	sine, cosine := l.cephesSinCos(theta)
	for k, wave := range []vec{cosine, sine} {
		mean, deviation := l.broadcast(Mem{Base: params}), l.broadcast(Mem{Base: params, Disp: 4})
		l.save(l.fma(l.mul(radius, wave), deviation, mean), Mem{Base: data, Disp: 32 * k}, nil)
	}
	ADDQ(U32(64), data)
	DECQ(blocks)
	JMP(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// cephesLog is the logarithm of a positive normal number.
func (l lanes) cephesLog(x vec) vec {
	x = l.rawMax(x, l.bits(0x00800000))
	e := l.add(l.toFloat(l.isub(l.shr(x, 23), l.bits(0x7f))), l.constant(1))
	x = l.or(l.and(x, l.bits(0x807fffff)), l.constant(0.5))
	low := l.cmp(cmpLt, x, l.constant(0.707106781186547524))
	extra := l.choose(low, x, l.zero())
	e = l.sub(e, l.choose(low, l.constant(1), l.zero()))
	x = l.add(l.sub(x, l.constant(1)), extra)
	z := l.mul(x, x)
	y := l.poly(x, 7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
		-1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1)
	y = l.fma(l.mul(y, x), z, l.mul(e, l.constant(-2.12194440e-4)))
	y = l.sub(y, l.mul(z, l.constant(0.5)))
	return l.fma(e, l.constant(0.693359375), l.add(x, y))
}

// cephesSinCos takes arguments from 0 up.
func (l lanes) cephesSinCos(x vec) (sine, cosine vec) {
	j := l.to(VCVTTPS2DQ, l.mul(x, l.constant(1.27323954473516)))
	j = l.iand(l.iadd(j, l.bits(1)), l.bits(0xfffffffe))
	n := l.toFloat(j)
	for _, part := range []float64{-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8} {
		x = l.fma(n, l.constant(part), x)
	}
	z := l.mul(x, x)
	c := l.poly(z, 2.443315711809948e-005, -1.388731625493765e-003, 4.166664568298827e-002)
	c = l.add(l.fms(l.mul(c, z), z, l.mul(z, l.constant(0.5))), l.constant(1))
	s := l.poly(z, -1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
	s = l.fma(l.mul(s, z), x, x)
	plain := l.to(VPCMPEQD, l.iand(j, l.bits(2)), l.zero())
	sine = l.choose(plain, s, c)
	cosine = l.choose(plain, c, s)
	sine = l.xor(sine, l.shl(l.iand(j, l.bits(4)), 29))
	flip := l.shl(l.to(VPANDN, l.bits(4), l.isub(j, l.bits(2))), 29)
	return sine, l.xor(cosine, flip)
}
