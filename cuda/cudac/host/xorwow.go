// This file skips ahead in the sequence of XORWOW (G. Marsaglia, "Xorshift RNGs", 2003):
// a step is linear over the 160 bits of its state, so many steps are a product of
// matrices.

package host

import (
	"encoding/binary"
	"math/bits"
	"sync"
)

// state160 is the state without the counter that is added to it.
type state160 [5]uint32

func (v state160) step() state160 {
	t := v[0] ^ v[0]>>2
	return state160{v[1], v[2], v[3], v[4], v[4] ^ v[4]<<4 ^ t ^ t<<1}
}

// matrix160 is a linear map: what becomes of each bit.
type matrix160 [160]state160

func (m *matrix160) apply(v state160) (out state160) {
	for i, word := range v {
		for rest := word; rest != 0; rest &= rest - 1 {
			column := &m[32*i+bits.TrailingZeros32(rest)]
			for k := range out {
				out[k] ^= column[k]
			}
		}
	}
	return out
}

// sequenceSteps is the distance of two sequences as a power of two (cuRAND: 2^67).
const sequenceSteps = 67

// skips are the maps of 2^k steps.
var skips = sync.OnceValue(func() *[sequenceSteps + 64]matrix160 {
	var list [sequenceSteps + 64]matrix160
	for i := range list[0] {
		var unit state160
		unit[i/32] = 1 << (i % 32)
		list[0][i] = unit.step()
	}
	for k := 1; k < len(list); k++ {
		for i := range list[k] {
			list[k][i] = list[k-1].apply(list[k-1][i])
		}
	}
	return &list
})

// skip is the state n steps, or n sequences, further on.
func (v state160) skip(n uint64, sequences bool) state160 {
	from := 0
	if sequences {
		from = sequenceSteps
	}
	for ; n != 0; n &= n - 1 {
		v = skips()[from+bits.TrailingZeros64(n)].apply(v)
	}
	return v
}

// xorwowSkip is the native that curand_kernel.h calls.
func xorwowSkip(c *Call) uint64 {
	b := c.bytes(0, 20, true)
	var v state160
	for i := range v {
		v[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	for i, w := range v.skip(c.A[1], c.A[2] != 0) {
		binary.LittleEndian.PutUint32(b[4*i:], w)
	}
	return 0
}
