package main

// Opcodes of WebAssembly's vector instructions, by their names in its text format.
const (
	v128Load, v128Load16x4U, v128Load32x2S        = 0x00, 0x04, 0x05
	v128Load16Splat, load32Splat, load64Splat     = 0x08, 0x09, 0x0a
	v128Store, v128Const, i8x16Shuffle            = 0x0b, 0x0c, 0x0d
	i32x4Splat, i64x2Splat, i32x4Extract          = 0x11, 0x12, 0x1b
	i64x2Extract                                  = 0x1d
	f32x4Ne, f32x4Lt, f64x2Ne, f64x2Lt            = 0x42, 0x43, 0x48, 0x49
	i32x4LtS                                      = 0x39
	v128And, v128AndNot, v128Or, v128Xor, select_ = 0x4e, 0x4f, 0x50, 0x51, 0x52
	load32Lane, load64Lane                        = 0x56, 0x57
	store32Lane, store64Lane, load32Zero          = 0x5a, 0x5b, 0x5c
	f32x4Demote, f64x2Promote                     = 0x5e, 0x5f
	i8x16NarrowS, i16x8NarrowS, i16x8NarrowU      = 0x65, 0x85, 0x86
	i16x8ExtendU, i32x4ExtendU, i64x2ExtendU      = 0x89, 0xa9, 0xc9
	f32x4Nearest                                  = 0x6a
	f32x4Add, f32x4Mul, f64x2Add, f64x2Mul        = 0xe4, 0xe6, 0xf0, 0xf2
	f32x4Sub, f64x2Sub                            = 0xe5, 0xf1
	i32x4TruncF32, i32x4TruncF64, f64x2Convert    = 0xf8, 0xfc, 0xfe
	f32x4Convert                                  = 0xfa
	f32x4Madd, f32x4Nmadd, f64x2Madd, f64x2Nmadd  = 0x105, 0x106, 0x107, 0x108
	i32x4Laneselect, i64x2Laneselect              = 0x10b, 0x10c
	i32x4RelaxedF32                               = 0x101
)

// lanewise are instructions of two sources that do the same in WebAssembly. The value is
// the opcode for the last source but one, then the first: Go writes them in reverse.
var lanewise = map[string]uint32{
	"VADDPS": f32x4Add, "VSUBPS": f32x4Sub, "VMULPS": f32x4Mul, "VDIVPS": 0xe7,
	"VADDPD": f64x2Add, "VSUBPD": f64x2Sub, "VMULPD": f64x2Mul, "VDIVPD": 0xf3,
	"VANDPS": v128And, "VANDPD": v128And, "VPAND": v128And,
	"VORPS": v128Or, "VORPD": v128Or, "VPOR": v128Or,
	"VXORPS": v128Xor, "VXORPD": v128Xor, "VPXOR": v128Xor,
	"VPADDD": 0xae, "VPSUBD": 0xb1, "VPMULLD": 0xb5, "VPMAXSD": 0xb8, "VPMINSD": 0xb6,
	"VPADDQ": 0xce, "VPSUBQ": 0xd1,
	"VPCMPEQD": 0x37, "VPCMPGTD": 0x3b, "VPCMPEQQ": 0xd6, "VPCMPGTQ": 0xd9,
	"VPACKSSDW": i16x8NarrowS, "VPACKUSDW": i16x8NarrowU, "VPACKSSWB": i8x16NarrowS,
}

// reversed are those that take their sources the other way round: ~a & b there is b & ~a
// here, and of two numbers neither of which is the larger x86 gives the second and
// WebAssembly the first.
var reversed = map[string]uint32{
	"VMAXPS": 0xeb, "VMINPS": 0xea, "VMAXPD": 0xf7, "VMINPD": 0xf6,
	"VANDNPS": v128AndNot, "VANDNPD": v128AndNot, "VPANDN": v128AndNot,
}

var single = map[string]uint32{
	"VSQRTPS": 0xe3, "VSQRTPD": 0xef, "VCVTDQ2PS": f32x4Convert,
}

var shifts = map[string]uint32{
	"VPSLLD": 0xab, "VPSRAD": 0xac, "VPSRLD": 0xad, "VPSLLQ": 0xcb, "VPSRLQ": 0xcd,
}

// shuffles are the bytes that a shuffle of two sources takes, in units of the element.
var shuffles = map[string][]byte{
	"VUNPCKLPS": {0, 4, 1, 5}, "VUNPCKHPS": {2, 6, 3, 7},
	"VUNPCKLPD": {0, 2}, "VUNPCKHPD": {1, 3},
}

// neighbours are sums of neighbours: the two shuffles, and the addition.
var neighbours = map[string]struct {
	even, odd []byte
	add       uint32
}{
	"VHADDPS": {[]byte{0, 2, 4, 6}, []byte{1, 3, 5, 7}, f32x4Add},
	"VHADDPD": {[]byte{0, 2}, []byte{1, 3}, f64x2Add},
}

// comparisons by x86's predicate, float32 and float64. Whether one is NaN is made of two.
var comparisons = map[int64][2]uint32{
	0x00: {0x41, 0x47}, 0x11: {f32x4Lt, f64x2Lt}, 0x12: {0x45, 0x4b},
	0x04: {f32x4Ne, f64x2Ne}, 0x1d: {0x46, 0x4c}, 0x1e: {0x44, 0x4a},
}

const unordered = 0x03

// roundings by mode: half to even, down, up, towards zero.
var roundings = [4][2]uint32{{f32x4Nearest, 0x94}, {0x68, 0x75}, {0x67, 0x74}, {0x69, 0x7a}}

// fused are the multiplications with addition: which of the operands (0: the first in
// Go's order, 2: the destination) are multiplied and which is added.
var fused = map[string]struct {
	a, b, c            int
	negProduct, negAdd bool
}{
	"VFMADD231": {a: 0, b: 1, c: 2}, "VFMADD213": {a: 1, b: 2, c: 0},
	"VFMSUB231": {a: 0, b: 1, c: 2, negAdd: true}, "VFNMADD231": {a: 0, b: 1, c: 2, negProduct: true},
}

// Instructions of general registers: their opcode for 64-bit integers.
var arithmetic = map[string]byte{
	"ADDQ": 0x7c, "SUBQ": 0x7d, "ANDQ": 0x83, "XORQ": 0x85, "SHRQ": 0x88,
}

// conditions of jumps and moves, comparing the flags' two numbers.
var conditions = map[string]byte{
	"Z": 0x51, "NZ": 0x52, "L": 0x53, "G": 0x55, "GE": 0x59, "LT": 0x53, "GT": 0x55,
}

// skipped have no meaning here.
var skipped = map[string]bool{"VZEROUPPER": true, "PREFETCHT0": true}
