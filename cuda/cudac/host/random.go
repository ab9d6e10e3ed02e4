// This file computes the random numbers of C's library as glibc does, so that programs
// print what they print elsewhere.

package host

import (
	"math"

	"gputour/cuda/cudac/word"
)

// random is the state of rand and of drand48.
type random struct {
	list    [31]uint32
	at      int
	state48 uint64
}

func newRandom() (r random) {
	r.seed(1)
	r.state48 = 0x1234abcd330e
	return r
}

// seed is srand: glibc's additive feedback generator of degree 31 (TYPE_3).
func (r *random) seed(s uint32) {
	if s == 0 {
		s = 1
	}
	word := int32(s)
	for i := range r.list {
		r.list[i] = uint32(word)
		if word = int32(int64(word) * 16807 % 2147483647); word < 0 {
			word += 2147483647
		}
	}
	r.at = 0
	for range 310 {
		r.next()
	}
}

// next is from 0 to RAND_MAX.
func (r *random) next() uint32 {
	front := (r.at + 3) % 31
	r.list[front] += r.list[r.at]
	r.at = (r.at + 1) % 31
	return r.list[front] >> 1
}

// next48 is from 0 up to 1.
func (r *random) next48() float64 {
	r.state48 = (r.state48*0x5deece66d + 0xb) & (1<<48 - 1)
	return float64(r.state48) / (1 << 48)
}

// randomFill fills an array for curand.h: integers, floats or doubles, uniform in (0, 1] or normal.
func randomFill(c *Call) uint64 {
	what := int(c.A[3])
	size := []int{4, 4, 8, 4, 8}[min(what, 4)]
	n := c.A[2]
	if n > maxAllocation/8 {
		c.W.Fail("memcheck", c.At, 0, "%d bytes are more than any allocation has", n)
	}
	state := c.bytes(0, 8, true)
	s := word.Load(state, word.U64)
	data, valid := c.H.reach(c, c.A[1], n*uint64(size), c.A[4] == 0, true, "array for cuRAND")
	c.W.Core.Labour(len(data))
	next := func() uint64 { // splitmix64
		s += 0x9e3779b97f4a7c15
		z := s
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	unit := func() float64 { return float64(next()>>11+1) / (1 << 53) }
	mean, deviation := word.Float64(c.A[5]), word.Float64(c.A[6])
	for i := range int(n) {
		at := data[i*size:]
		switch what {
		case 0:
			word.Store(at, word.U32, next()>>32)
		case 1:
			word.Store(at, word.F32, word.Bits32(max(float32(unit()), 1e-9)))
		case 2:
			word.Store(at, word.F64, word.Bits64(unit()))
		default:
			v := mean + deviation*math.Sqrt(-2*math.Log(unit()))*math.Cos(2*math.Pi*unit())
			if what == 3 {
				word.Store(at, word.F32, word.Bits32(float32(v)))
			} else {
				word.Store(at, word.F64, word.Bits64(v))
			}
		}
	}
	for i := range valid {
		valid[i] = 1
	}
	word.Store(state, word.U64, s)
	return 0
}
