//go:build avo

// Command gen writes the AVX2 code of package lane; the go:generate line in lane.go runs it.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A register of a warp is 256 bytes: eight vectors of four lanes.
const (
	vectors = 8
	width   = 32
)

func main() {
	ConstraintExpr("amd64")
	for _, b := range binaries {
		b.emit()
	}
	index()
	indexShift()
	truth()
	contiguous()
	outside()
	inside()
	spread("spreadAVX2", "[32]uint64", vectors, VPMOVZXDQ)
	spread("spreadSignedAVX2", "[32]uint64", vectors, VPMOVSXDQ)
	spread("spreadRowAVX2", "uint64", vectors/2, VPMOVZXDQ)
	spread("spreadRowSignedAVX2", "uint64", vectors/2, VPMOVSXDQ)
	pack()
	blend()
	toF32()
	fill("fillAVX2", "[32]uint64", vectors)
	fill("fillRowAVX2", "uint64", vectors/2)
	rise()
	among()
	mark()
	hash()
	Generate()
}

func low() Mem { return constant("low", 0x00000000ffffffff) }
func one() Mem { return constant("one", 1) }

var known = map[string]Mem{}

// constant is data that every lane sees.
func constant(name string, v uint64) Mem {
	if m, ok := known[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	DATA(0, U64(v))
	known[name] = m
	return m
}

func everywhere(m Mem) VecVirtual {
	y := YMM()
	VPBROADCASTQ(m, y)
	return y
}

// binary is an operation on two registers, a vector at a time. aux is what setup made.
type binary struct {
	name  string
	setup func() VecVirtual
	body  func(x, y, aux VecVirtual)
}

// signed fills the upper half of each lane with the sign of the lower.
func signed(x VecVirtual) {
	t := YMM()
	VPSHUFD(U8(0xa0), x, t)
	VPSRAD(U8(31), t, t)
	VPBLENDD(U8(0xaa), t, x, x)
}

func compare(f func(x, y VecVirtual)) func(x, y, aux VecVirtual) {
	return func(x, y, _ VecVirtual) {
		f(x, y)
		VPSRLQ(U8(63), x, x)
	}
}

// compareF32 compares the lower halves.
func compareF32(how uint8) func(x, y, aux VecVirtual) {
	return func(x, y, aux VecVirtual) {
		VCMPPS(U8(how), y, x, x)
		VPAND(aux, x, x)
	}
}

func compareF64(how uint8) func(x, y, aux VecVirtual) {
	return func(x, y, _ VecVirtual) {
		VCMPPD(U8(how), y, x, x)
		VPSRLQ(U8(63), x, x)
	}
}

// The predicates of VCMPPS: ordered but for not equal.
const (
	equal     = 0x00
	less      = 0x11
	lessEqual = 0x12
	notEqual  = 0x04
)

var (
	lows = func() VecVirtual { return everywhere(low()) }
	ones = func() VecVirtual { return everywhere(one()) }
)

var binaries = []binary{
	{"addI32AVX2", nil, func(x, y, _ VecVirtual) { VPADDD(y, x, x); signed(x) }},
	{"subI32AVX2", nil, func(x, y, _ VecVirtual) { VPSUBD(y, x, x); signed(x) }},
	{"mulI32AVX2", nil, func(x, y, _ VecVirtual) { VPMULLD(y, x, x); signed(x) }},
	{"addU32AVX2", lows, func(x, y, aux VecVirtual) { VPADDD(y, x, x); VPAND(aux, x, x) }},
	{"subU32AVX2", lows, func(x, y, aux VecVirtual) { VPSUBD(y, x, x); VPAND(aux, x, x) }},
	{"mulU32AVX2", lows, func(x, y, aux VecVirtual) { VPMULLD(y, x, x); VPAND(aux, x, x) }},
	{"add64AVX2", nil, func(x, y, _ VecVirtual) { VPADDQ(y, x, x) }},
	{"sub64AVX2", nil, func(x, y, _ VecVirtual) { VPSUBQ(y, x, x) }},
	{"andAVX2", nil, func(x, y, _ VecVirtual) { VPAND(y, x, x) }},
	{"orAVX2", nil, func(x, y, _ VecVirtual) { VPOR(y, x, x) }},
	{"xorAVX2", nil, func(x, y, _ VecVirtual) { VPXOR(y, x, x) }},
	{"addF32AVX2", nil, func(x, y, _ VecVirtual) { VADDPS(y, x, x) }},
	{"subF32AVX2", nil, func(x, y, _ VecVirtual) { VSUBPS(y, x, x) }},
	{"mulF32AVX2", nil, func(x, y, _ VecVirtual) { VMULPS(y, x, x) }},
	{"divF32AVX2", lows, func(x, y, aux VecVirtual) { VDIVPS(y, x, x); VPAND(aux, x, x) }},
	{"addF64AVX2", nil, func(x, y, _ VecVirtual) { VADDPD(y, x, x) }},
	{"subF64AVX2", nil, func(x, y, _ VecVirtual) { VSUBPD(y, x, x) }},
	{"mulF64AVX2", nil, func(x, y, _ VecVirtual) { VMULPD(y, x, x) }},
	{"divF64AVX2", nil, func(x, y, _ VecVirtual) { VDIVPD(y, x, x) }},
	{"lessAVX2", nil, compare(func(x, y VecVirtual) { VPCMPGTQ(x, y, x) })},
	{"equalAVX2", nil, compare(func(x, y VecVirtual) { VPCMPEQQ(y, x, x) })},
	{"lessF32AVX2", ones, compareF32(less)},
	{"lessEqualF32AVX2", ones, compareF32(lessEqual)},
	{"equalF32AVX2", ones, compareF32(equal)},
	{"notEqualF32AVX2", ones, compareF32(notEqual)},
	{"lessF64AVX2", nil, compareF64(less)},
	{"lessEqualF64AVX2", nil, compareF64(lessEqual)},
	{"equalF64AVX2", nil, compareF64(equal)},
	{"notEqualF64AVX2", nil, compareF64(notEqual)},
}

func function(name, signature string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
}

func pointer(name string) GPVirtual { return Load(Param(name), GP64()).(GPVirtual) }

func at(p GPVirtual, i int) Mem { return Mem{Base: p, Disp: i * width} }

func done() {
	VZEROUPPER()
	RET()
}

func (b *binary) emit() {
	function(b.name, "func(z, x, y *[32]uint64)")
	z, x, y := pointer("z"), pointer("x"), pointer("y")
	var aux VecVirtual
	if b.setup != nil {
		aux = b.setup()
	}
	for i := range vectors {
		a, c := YMM(), YMM()
		VMOVDQU(at(x, i), a)
		VMOVDQU(at(y, i), c)
		b.body(a, c, aux)
		VMOVDQU(a, at(z, i))
	}
	done()
}

func spread(name, typ string, n int, move func(...Op)) {
	function(name, "func(z *"+typ+", data *byte)")
	z, data := pointer("z"), pointer("data")
	for i := range n {
		a := YMM()
		move(Mem{Base: data, Disp: 16 * i}, a)
		VMOVDQU(a, at(z, i))
	}
	done()
}

// pack writes the lower halves of the lanes one after the other.
func pack() {
	function("packAVX2", "func(data *byte, x *[32]uint64)")
	data, x := pointer("data"), pointer("x")
	for i := 0; i < vectors; i += 2 {
		a := YMM()
		VMOVDQU(at(x, i), a)
		VSHUFPS(U8(0x88), at(x, i+1), a, a)
		VPERMQ(U8(0xd8), a, a)
		VMOVDQU(a, Mem{Base: data, Disp: 16 * i})
	}
	done()
}

// broadcast gives all parts of a vector a parameter of 32 bits.
func broadcast(name string, y VecVirtual) {
	x := XMM()
	VMOVD(Load(Param(name), GP32()), x)
	VPBROADCASTD(x, y)
}

// blend moves the lanes of m.
func blend() {
	function("blendAVX2", "func(z, x *[32]uint64, m uint32)")
	z, x := pointer("z"), pointer("x")
	m := YMM()
	broadcast("m", m)
	bits := GLOBL("bits", RODATA|NOPTR)
	for i := range 4 {
		DATA(8*i, U64(1<<i))
	}
	bit := YMM()
	VMOVDQU(bits, bit)
	for i := range vectors {
		on, a := YMM(), YMM()
		VPAND(bit, m, on)
		VPCMPEQQ(bit, on, on)
		VMOVDQU(at(z, i), a)
		VPBLENDVB(on, at(x, i), a, a)
		VMOVDQU(a, at(z, i))
		if i < vectors-1 {
			VPSLLQ(U8(4), bit, bit)
		}
	}
	done()
}

// toF32 converts signed 32-bit integers.
func toF32() {
	function("i32ToF32AVX2", "func(z, x *[32]uint64)")
	z, x := pointer("z"), pointer("x")
	low := lows()
	for i := range vectors {
		a := YMM()
		VCVTDQ2PS(at(x, i), a)
		VPAND(low, a, a)
		VMOVDQU(a, at(z, i))
	}
	done()
}

func fill(name, typ string, n int) {
	function(name, "func(z *"+typ+", v uint64)")
	z, v := pointer("z"), YMM()
	VPBROADCASTQ(NewParamAddr("v", 8), v)
	for i := range n {
		VMOVDQU(v, at(z, i))
	}
	done()
}

// rise computes z = base + x*dx + y*dy for x and y below 2³², with 64-bit wrap-around.
func rise() {
	function("riseAVX2", "func(z, x, y *[32]uint64, base, dx, dy uint64)")
	z, x, y := pointer("z"), pointer("x"), pointer("y")
	base, dx, dxHigh, dy, dyHigh := YMM(), YMM(), YMM(), YMM(), YMM()
	VPBROADCASTQ(NewParamAddr("base", 24), base)
	VPBROADCASTQ(NewParamAddr("dx", 32), dx)
	VPBROADCASTQ(NewParamAddr("dy", 40), dy)
	VPSRLQ(U8(32), dx, dxHigh)
	VPSRLQ(U8(32), dy, dyHigh)
	for i := range vectors {
		a, b, hi, t := YMM(), YMM(), YMM(), YMM()
		VMOVDQU(at(x, i), a)
		VMOVDQU(at(y, i), b)
		VPMULUDQ(a, dxHigh, hi)
		VPMULUDQ(b, dyHigh, t)
		VPADDQ(t, hi, hi)
		VPSLLQ(U8(32), hi, hi)
		VPMULUDQ(a, dx, a)
		VPMULUDQ(b, dy, b)
		VPADDQ(b, a, a)
		VPADDQ(hi, a, a)
		VPADDQ(base, a, a)
		VMOVDQU(a, at(z, i))
	}
	done()
}

func mark() {
	function("markAVX2", "func(list *uint32, n int, v uint32)")
	list, n, v := pointer("list"), pointer("n"), YMM()
	broadcast("v", v)
	each(list, n, func(at Mem) { VMOVDQU(v, at) })
	done()
}

// hash sums the halves of the lanes, each times a number of its own.
func hash() {
	function("hashAVX2", "func(x, salt *[32]uint64) uint64")
	x, salt, sum := pointer("x"), pointer("salt"), YMM()
	VPXOR(sum, sum, sum)
	for i := range vectors {
		a, c, hi := YMM(), YMM(), YMM()
		VMOVDQU(at(x, i), a)
		VMOVDQU(at(salt, i), c)
		VPSRLQ(U8(32), a, hi)
		VPMULUDQ(c, a, a)
		VPSRLQ(U8(32), c, c)
		VPMULUDQ(c, hi, hi)
		VPADDQ(a, sum, sum)
		VPADDQ(hi, sum, sum)
	}
	low, high := sum.AsX(), XMM()
	VEXTRACTI128(U8(1), sum, high)
	VPADDQ(high, low, low)
	VPSHUFD(U8(0xee), low, high)
	VPADDQ(high, low, low)
	h := GP64()
	VMOVQ(low, h)
	Store(h, ReturnIndex(0))
	done()
}
