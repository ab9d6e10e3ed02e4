// This file makes Sobol sequences, with the direction numbers of S. Joe and F. Y. Kuo
// ("Constructing Sobol sequences with better two-dimensional projections", 2008; new-joe-kuo-6).

package host

import (
	"math"
	"math/bits"

	"gputour/cuda/cudac/word"
)

// sobolStart is what a dimension's direction numbers begin with: the inner coefficients of its
// polynomial, as bits, and the first numbers; their count is the polynomial's degree.
type sobolStart struct {
	a uint64
	m []uint64
}

// sobolStarts are those of the dimensions behind the first, whose numbers are the powers of two.
var sobolStarts = []sobolStart{
	{0, []uint64{1}}, {1, []uint64{1, 3}}, {1, []uint64{1, 3, 1}}, {2, []uint64{1, 1, 1}}, {1, []uint64{1, 1, 3, 3}}, {4, []uint64{1, 3, 5, 13}},
	{2, []uint64{1, 1, 5, 5, 17}}, {4, []uint64{1, 1, 5, 5, 5}}, {7, []uint64{1, 1, 7, 11, 19}}, {11, []uint64{1, 1, 5, 1, 1}}, {13, []uint64{1, 1, 1, 3, 11}}, {14, []uint64{1, 3, 5, 5, 31}},
	{1, []uint64{1, 3, 3, 9, 7, 49}}, {13, []uint64{1, 1, 1, 15, 21, 21}}, {16, []uint64{1, 3, 1, 13, 27, 49}}, {19, []uint64{1, 1, 1, 15, 7, 5}}, {22, []uint64{1, 3, 1, 15, 13, 25}}, {25, []uint64{1, 1, 5, 5, 19, 61}},
	{1, []uint64{1, 3, 7, 11, 23, 15, 103}},
}

// sobolDirections are the direction numbers of a dimension, counted from 0, as words of width bits.
func sobolDirections(dimension, width int) []uint64 {
	v := make([]uint64, width)
	if dimension == 0 {
		for i := range v {
			v[i] = 1 << (width - 1 - i)
		}
		return v
	}
	s := sobolStarts[dimension-1]
	n := len(s.m)
	for i := range v {
		if i < n {
			v[i] = s.m[i] << (width - 1 - i)
			continue
		}
		v[i] = v[i-n] ^ v[i-n]>>n
		for k := 1; k < n; k++ {
			if s.a>>(n-1-k)&1 != 0 {
				v[i] ^= v[i-k]
			}
		}
	}
	return v
}

// sobolPoint is number i of the sequence, in the order of Gray's code.
func sobolPoint(directions []uint64, i uint64) (x uint64) {
	for g := i ^ i>>1; g != 0; g &= g - 1 {
		if k := bits.TrailingZeros64(g); k < len(directions) {
			x ^= directions[k]
		}
	}
	return x
}

// sobolNatives are what the header makes Sobol sequences of.
var sobolNatives = map[string]func(c *Call) uint64{
	// __sobolDirections writes the numbers of all dimensions, in words of as many bytes as are named.
	"__sobolDirections": func(c *Call) uint64 {
		size := int(c.A[1])
		to := c.bytes(0, uint64((len(sobolStarts)+1)*size*8*size), true)
		for d := range len(sobolStarts) + 1 {
			for i, v := range sobolDirections(d, 8*size) {
				word.Store(to[(d*8*size+i)*size:], map[int]word.Kind{4: word.U32, 8: word.U64}[size], v)
			}
		}
		return 0
	},
	"__sobolDimensions": func(c *Call) uint64 { return uint64(len(sobolStarts) + 1) },
	"__sobolFill":       sobolFill,
}

// sobolFill fills an array for curand.h, one dimension after the other, and moves the offset on.
// What it fills it with is that of randomFill, with 8 added for words of 64 bits.
func sobolFill(c *Call) uint64 {
	what, width := int(c.A[3]&7), 32+32*int(c.A[3]>>3&1)
	kind := []word.Kind{word.U32, word.F32, word.F64, word.F32, word.F64}[min(what, 4)]
	n, size := c.A[2], uint64(kind.Size())
	if n > maxAllocation/8 {
		c.W.Fail("memcheck", c.At, 0, "%d bytes are more than any allocation has", n)
	}
	offset := c.bytes(0, 8, true)
	from, dimensions := word.Load(offset, word.U64), min(c.A[5], uint64(len(sobolStarts)+1))
	data, valid := c.H.reach(c, c.A[1], n*size, c.A[4] == 0, true, "array for cuRAND")
	c.W.Core.Labour(len(data))
	mean, deviation := word.Float64(c.A[6]), word.Float64(c.A[7])
	each := n / max(dimensions, 1)
	for d := range dimensions {
		directions := sobolDirections(int(d), width)
		for i := range each {
			x := sobolPoint(directions, from+i)
			at := data[(d*each+i)*size:]
			unit := (float64(x>>(width-32)) + 0.5) / (1 << 32)
			if width == 64 && kind == word.F64 {
				unit = (float64(x>>11) + 0.5) / (1 << 53)
			}
			if what > 2 {
				unit = mean - deviation*math.Sqrt2*math.Erfcinv(2*unit)
			}
			switch kind {
			case word.U32:
				word.Store(at, word.U32, x>>(width-32))
			case word.F32:
				word.Store(at, word.F32, word.Bits32(float32(unit)))
			default:
				word.Store(at, word.F64, word.Bits64(unit))
			}
		}
	}
	for i := range valid {
		valid[i] = 1
	}
	word.Store(offset, word.U64, from+each)
	return 0
}
