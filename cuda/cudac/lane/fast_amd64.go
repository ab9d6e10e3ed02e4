package lane

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

var fast = cpu.X86.HasAVX2

func init() {
	if fast {
		useAVX2()
	}
}

func useAVX2() {
	AddI32, SubI32, MulI32 = addI32AVX2, subI32AVX2, mulI32AVX2
	AddU32, SubU32, MulU32 = addU32AVX2, subU32AVX2, mulU32AVX2
	Add64, Sub64, And, Or, Xor = add64AVX2, sub64AVX2, andAVX2, orAVX2, xorAVX2
	AddF32, SubF32, MulF32, DivF32 = addF32AVX2, subF32AVX2, mulF32AVX2, divF32AVX2
	AddF64, SubF64, MulF64, DivF64 = addF64AVX2, subF64AVX2, mulF64AVX2, divF64AVX2
	Less, Equal = lessAVX2, equalAVX2
	LessF32, LessEqualF32, EqualF32, NotEqualF32 = lessF32AVX2, lessEqualF32AVX2, equalF32AVX2, notEqualF32AVX2
	LessF64, LessEqualF64, EqualF64, NotEqualF64 = lessF64AVX2, lessEqualF64AVX2, equalF64AVX2, notEqualF64AVX2
}

func fastIndex(size uint64) Binary {
	switch {
	case !fast || size == 0 || size >= 1<<32:
		return nil
	case size&(size-1) == 0:
		shift := uint64(bits.TrailingZeros64(size))
		return func(z, p, q *Vec) { indexShiftAVX2(z, p, q, shift) }
	}
	return func(z, p, q *Vec) { indexAVX2(z, p, q, size) }
}
