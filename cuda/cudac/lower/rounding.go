// This file rounds in the direction that an intrinsic's name gives: _rn to the nearest value, _rz towards zero, _ru up, _rd down.
// The nearest one is computed as everywhere; where it lies on the wrong side of the exact result, its neighbour is taken.

package lower

import (
	"math"
	"math/big"

	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// directions are the endings of names.
var directions = []string{"rn", "rz", "ru", "rd"}

// exactBits hold any product of two doubles and a sum with a third.
const exactBits = 6600

func exactly(x float64) *big.Float { return new(big.Float).SetPrec(exactBits).SetFloat64(x) }

// directed is an operation whose result can be rounded in any direction.
type directed struct {
	n int
	f func(x []float64) float64
	// above is how a value compares with the exact result: 1 above it, -1 below, 0 on it. All are finite.
	above func(v *big.Float, x []*big.Float) int
	// negative, of a sum, is whether an addend has that sign; a sum of nothing is then -0 where it is rounded down.
	negative func(x []float64) bool
}

// directedOperations are in __fadd_rz without their kind and direction, in single precision __f and in double __d.
var directedOperations = map[string]directed{
	"add": {2, func(x []float64) float64 { return x[0] + x[1] }, exactSum(func(x []*big.Float) *big.Float { return exactPlus(x[0], x[1]) }),
		func(x []float64) bool { return math.Signbit(x[0]) || math.Signbit(x[1]) }},
	"sub": {2, func(x []float64) float64 { return x[0] - x[1] }, exactSum(func(x []*big.Float) *big.Float { return exactPlus(x[0], new(big.Float).Neg(x[1])) }),
		func(x []float64) bool { return math.Signbit(x[0]) || !math.Signbit(x[1]) }},
	"mul": {2, func(x []float64) float64 { return x[0] * x[1] }, exactSum(func(x []*big.Float) *big.Float { return exactProduct(x[0], x[1]) }), nil},
	"fma": {3, func(x []float64) float64 { return math.FMA(x[0], x[1], x[2]) }, exactSum(func(x []*big.Float) *big.Float { return exactPlus(exactProduct(x[0], x[1]), x[2]) }),
		func(x []float64) bool { return math.Signbit(x[0]) != math.Signbit(x[1]) || math.Signbit(x[2]) }},
	"div":  {2, func(x []float64) float64 { return x[0] / x[1] }, func(v *big.Float, x []*big.Float) int { return exactProduct(v, x[1]).Cmp(x[0]) * x[1].Sign() }, nil},
	"rcp":  {1, func(x []float64) float64 { return 1 / x[0] }, func(v *big.Float, x []*big.Float) int { return exactProduct(v, x[0]).Cmp(exactly(1)) * x[0].Sign() }, nil},
	"sqrt": {1, func(x []float64) float64 { return math.Sqrt(x[0]) }, func(v *big.Float, x []*big.Float) int { return exactProduct(v, v).Cmp(x[0]) }, nil},
}

func exactPlus(a, b *big.Float) *big.Float    { return new(big.Float).SetPrec(exactBits).Add(a, b) }
func exactProduct(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(exactBits).Mul(a, b) }

func exactSum(f func(x []*big.Float) *big.Float) func(*big.Float, []*big.Float) int {
	return func(v *big.Float, x []*big.Float) int { return v.Cmp(f(x)) }
}

// directedIntrinsics are __fadd_rn … __fma_rd.
func directedIntrinsics() map[string]intrinsic {
	list := map[string]intrinsic{}
	for _, k := range []word.Kind{word.F32, word.F64} {
		prefix := map[word.Kind]string{word.F32: "__f", word.F64: "__d"}[k]
		for op, o := range directedOperations {
			name := prefix + op
			if op == "fma" {
				name = map[word.Kind]string{word.F32: "__fmaf", word.F64: "__fma"}[k]
			}
			params := make([]word.Kind, o.n)
			for i := range params {
				params[i] = k
			}
			for _, d := range directions {
				list[name+"_"+d] = simple(k, params, func(x []uint64) uint64 { return o.rounded(k, d, x) })
			}
		}
	}
	return list
}

// rounded is the result for arguments of a kind.
func (o *directed) rounded(k word.Kind, direction string, args []uint64) uint64 {
	x, finite := make([]float64, len(args)), true
	for i, a := range args {
		x[i] = floatOf(k, a)
		finite = finite && !math.IsInf(x[i], 0) && x[i] == x[i]
	}
	nearest := floatOf(k, floatBits(k, o.f(x)))
	if direction == "rn" || !finite || nearest != nearest || math.IsInf(o.f(x), 0) && len(x) == 2 && x[1] == 0 || len(x) == 1 && x[0] == 0 {
		return floatBits(k, nearest)
	}
	above := 1
	switch {
	case math.IsInf(nearest, -1):
		above = -1
	case !math.IsInf(nearest, 1):
		exact := make([]*big.Float, len(x))
		for i := range x {
			exact[i] = exactly(x[i])
		}
		above = o.above(exactly(nearest), exact)
	}
	if above == 0 && nearest == 0 && direction == "rd" && o.negative != nil && o.negative(x) {
		return floatBits(k, math.Copysign(0, -1))
	}
	return floatBits(k, toward(k, direction, nearest, above))
}

// toward is the value of a kind that a direction asks for, given the nearest one and whether that lies above the exact result.
func toward(k word.Kind, direction string, nearest float64, above int) float64 {
	switch {
	case above > 0 && (direction == "rd" || direction == "rz" && nearest > 0):
		return beside(k, nearest, math.Inf(-1))
	case above < 0 && (direction == "ru" || direction == "rz" && nearest < 0):
		return beside(k, nearest, math.Inf(1))
	}
	return nearest
}

// beside is the next value of a kind on the way to another.
func beside(k word.Kind, v, to float64) float64 {
	if k == word.F32 {
		return float64(math.Nextafter32(float32(v), float32(to)))
	}
	return math.Nextafter(v, to)
}

func floatOf(k word.Kind, bits uint64) float64 {
	if k == word.F32 {
		return float64(word.Float32(bits))
	}
	return word.Float64(bits)
}

func floatBits(k word.Kind, v float64) uint64 {
	if k == word.F32 {
		return word.Bits32(float32(v))
	}
	return word.Bits64(v)
}

// convertedToward converts a number to a float of a kind, rounded in a direction.
func convertedToward(v uint64, from, to word.Kind, direction string) uint64 {
	bits := syntax.Converted(v, syntax.Basic[from], syntax.Basic[to])
	nearest := floatOf(to, bits)
	exact := new(big.Float).SetPrec(64)
	switch {
	case from >= word.F16:
		x := floatOf(from, v)
		if x != x || math.IsInf(x, 0) {
			return bits
		}
		exact.SetFloat64(x)
	case from.Unsigned():
		exact.SetUint64(v)
	default:
		exact.SetInt64(int64(v))
	}
	return floatBits(to, toward(to, direction, nearest, new(big.Float).SetFloat64(nearest).Cmp(exact)))
}
