package random

import (
	"math"
	"math/bits"

	"gputour/engine/mt19937"
)

// Twister is the Mersenne Twister with NumPy's legacy distributions on top
// (numpy/random/src/legacy).
type Twister struct {
	mt19937.Generator
	Spare    float64 // the second number of a pair of normal ones
	HasSpare bool
}

// NewTwister starts the generator from the authors' own seed.
func NewTwister() *Twister {
	m := &Twister{}
	m.Seed(5489)
	return m
}

// Seed starts again from one word.
func (m *Twister) Seed(word uint32) {
	m.Generator.Seed(word)
	m.HasSpare = false
}

// SeedKey starts again from one word or more.
func (m *Twister) SeedKey(key []uint32) {
	m.Generator.SeedKey(key)
	m.HasSpare = false
}

// Normal is Marsaglia's polar method, which makes two at a time.
func (m *Twister) Normal() float64 {
	if m.HasSpare {
		m.HasSpare = false
		return m.Spare
	}
	for {
		x, y := 2*m.Float64()-1, 2*m.Float64()-1
		r := x*x + y*y
		if r >= 1 || r == 0 {
			continue
		}
		f := math.Sqrt(-2 * math.Log(r) / r)
		m.Spare, m.HasSpare = f*x, true
		return f * y
	}
}

// Fill draws many numbers of a kind, "random" or "normal", without a dynamic call for each; it answers whether it knows the kind.
func (m *Twister) Fill(kind string, list []float64) bool {
	switch kind {
	case "random":
		for i := range list {
			list[i] = m.Float64()
		}
	case "normal":
		for i := range list {
			list[i] = m.Normal()
		}
	default:
		return false
	}
	return true
}

// Exponential is by inversion.
func (m *Twister) Exponential() float64 { return -math.Log(1 - m.Float64()) }

// Bounded is Masked.
func (m *Twister) Bounded(high uint64) uint64 { return Masked(m, high) }

// Masked is uniform in [0, high] by masks and rejection.
func Masked(s Source, high uint64) uint64 {
	if high == 0 {
		return 0
	}
	mask := uint64(math.MaxUint64) >> bits.LeadingZeros64(high)
	for {
		v := uint64(0)
		if high <= math.MaxUint32 {
			v = uint64(s.Uint32()) & mask
		} else {
			v = s.Uint64() & mask
		}
		if v <= high {
			return v
		}
	}
}
