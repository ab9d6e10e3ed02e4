package random

import (
	"math"
	"math/bits"
)

// PCG64 is O'Neill's generator with 128 bits of state (https://www.pcg-random.org),
// seeded as numpy.random.SeedSequence seeds it.
type PCG64 struct {
	high, low       uint64 // state
	incHigh, incLow uint64
	half            uint32
	hasHalf         bool
}

// NewPCG64 starts the generator from words of entropy.
func NewPCG64(entropy []uint32) *PCG64 {
	w := seedWords(entropy, 4)
	p := &PCG64{}
	p.seed([2]uint64{w[0], w[1]}, [2]uint64{w[2], w[3]})
	return p
}

func (p *PCG64) step() {
	const mulHigh, mulLow = 2549297995355413924, 4865540595714422341
	high, low := bits.Mul64(p.low, mulLow)
	high += p.high*mulLow + p.low*mulHigh
	var carry uint64
	p.low, carry = bits.Add64(low, p.incLow, 0)
	p.high, _ = bits.Add64(high, p.incHigh, carry)
}

func (p *PCG64) seed(state, seq [2]uint64) {
	p.high, p.low = 0, 0
	p.incHigh, p.incLow = seq[0]<<1|seq[1]>>63, seq[1]<<1|1
	p.step()
	var carry uint64
	p.low, carry = bits.Add64(p.low, state[1], 0)
	p.high, _ = bits.Add64(p.high, state[0], carry)
	p.step()
}

// Uint64 is the output function XSL RR.
func (p *PCG64) Uint64() uint64 {
	p.step()
	return bits.RotateLeft64(p.high^p.low, -int(p.high>>58))
}

// Uint32 hands out the halves of one 64-bit number.
func (p *PCG64) Uint32() uint32 {
	if p.hasHalf {
		p.hasHalf = false
		return p.half
	}
	v := p.Uint64()
	p.half, p.hasHalf = uint32(v>>32), true
	return uint32(v)
}

// Float64 is uniform in [0, 1).
func (p *PCG64) Float64() float64 { return float64(p.Uint64()>>11) / 9007199254740992 }

// Bounded is uniform in [0, high] by Lemire's method (ACM TOMACS 29, 2019).
func (p *PCG64) Bounded(high uint64) uint64 {
	switch {
	case high == 0:
		return 0
	case high == math.MaxUint32:
		return uint64(p.Uint32())
	case high < math.MaxUint32:
		n := uint32(high) + 1
		m := uint64(p.Uint32()) * uint64(n)
		if uint32(m) < n {
			for limit := (math.MaxUint32 - uint32(high)) % n; uint32(m) < limit; {
				m = uint64(p.Uint32()) * uint64(n)
			}
		}
		return m >> 32
	case high == math.MaxUint64:
		return p.Uint64()
	}
	n := high + 1
	top, low := bits.Mul64(p.Uint64(), n)
	if low < n {
		for limit := (math.MaxUint64 - high) % n; low < limit; {
			top, low = bits.Mul64(p.Uint64(), n)
		}
	}
	return top
}

// seedWords mixes entropy as numpy.random.SeedSequence does and makes n 64-bit words.
func seedWords(entropy []uint32, n int) []uint64 {
	const xorshift = 16
	hash := uint32(0x43b0d7e5)
	hashmix := func(v uint32) uint32 {
		v ^= hash
		hash *= 0x931e8875
		v *= hash
		return v ^ v>>xorshift
	}
	mix := func(x, y uint32) uint32 {
		r := 0xca01f9dd*x - 0x4973f715*y
		return r ^ r>>xorshift
	}
	var pool [4]uint32
	for i := range pool {
		v := uint32(0)
		if i < len(entropy) {
			v = entropy[i]
		}
		pool[i] = hashmix(v)
	}
	for src := range pool {
		for dst := range pool {
			if src != dst {
				pool[dst] = mix(pool[dst], hashmix(pool[src]))
			}
		}
	}
	for _, v := range entropy[min(len(entropy), len(pool)):] {
		for dst := range pool {
			pool[dst] = mix(pool[dst], hashmix(v))
		}
	}
	hash = 0x8b51f9dd
	out := make([]uint64, n)
	for i := range 2 * n {
		v := pool[i%len(pool)] ^ hash
		hash *= 0x58f38ded
		v *= hash
		v ^= v >> xorshift
		out[i/2] |= uint64(v) << (32 * (i % 2))
	}
	return out
}
