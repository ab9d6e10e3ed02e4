// This file defines the Mersenne twister as PyTorch's CPU generator uses it.

package vec

import (
	"math"
)

// randomKernels are the assembly forms of the generator's loops.
type randomKernels struct {
	twist           func(dst, a, following, far *byte, n int)
	temper, uniform kernel2
	normal          func(data, params *byte, blocks int)
}

const (
	twisterWords = 624
	twisterShift = 397
)

// Twister is MT19937 (M. Matsumoto, T. Nishimura, "Mersenne Twister", 1998). Its zero
// value is not usable; see NewTwister. A Twister must not be used by two goroutines at
// once.
type Twister struct {
	state [twisterWords]uint32
	next  int // words of state already given out
}

// NewTwister starts the generator from the low 32 bits of seed, as
// torch.manual_seed(seed) does.
func NewTwister(seed uint64) *Twister {
	t := new(Twister)
	t.Seed(seed)
	return t
}

// Seed starts again from seed.
func (t *Twister) Seed(seed uint64) {
	t.state[0] = uint32(seed)
	for i := 1; i < twisterWords; i++ {
		p := t.state[i-1]
		t.state[i] = 1812433253*(p^p>>30) + uint32(i)
	}
	t.next = twisterWords
}

// State is the generator's words and how many of them have been given out (0…624).
func (t *Twister) State() (words [twisterWords]uint32, given int) { return t.state, t.next }

// SetState restores what State returned; given is brought into range.
func (t *Twister) SetState(words [twisterWords]uint32, given int) {
	t.state, t.next = words, min(max(given, 0), twisterWords)
}

// Uint32 is the next 32 random bits.
func (t *Twister) Uint32() uint32 {
	if t.next == twisterWords {
		t.refill()
	}
	y := t.state[t.next]
	t.next++
	return temper(y)
}

// Uint64 is the next two words, the first one high.
func (t *Twister) Uint64() uint64 {
	high := t.Uint32()
	return uint64(high)<<32 | uint64(t.Uint32())
}

// Float32 is uniform in [0, 1): 24 bits of one word.
func (t *Twister) Float32() float32 { return float32(t.Uint32()&(1<<24-1)) * 0x1p-24 }

// Float64 is uniform in [0, 1): 53 bits of two words.
func (t *Twister) Float64() float64 { return float64(t.Uint64()&(1<<53-1)) * 0x1p-53 }

func temper(y uint32) uint32 {
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

func (t *Twister) refill() {
	const n, m = twisterWords, twisterShift
	t.twist(0, n-m, m)
	t.twist(n-m, n-1, 0)
	t.state[n-1] = twist(t.state[n-1], t.state[0], t.state[m-1])
	t.next = 0
}

// twist renews words [lo, hi); word i depends on word far+i−lo.
func (t *Twister) twist(lo, hi, far int) {
	s := t.state[:]
	if kernel := active.random.twist; kernel != nil {
		kernel(bytesOf(s[lo:]), bytesOf(s[lo:]), bytesOf(s[lo+1:]), bytesOf(s[far:]), hi-lo)
		return
	}
	for i := lo; i < hi; i++ {
		s[i] = twist(s[i], s[i+1], s[far+i-lo])
	}
}

func twist(a, following, far uint32) uint32 {
	y := a&0x80000000 | following&0x7fffffff
	return far ^ y>>1 ^ -(following&1)&0x9908b0df
}

// each hands out the next n words of state in runs, renewing it between them.
func (t *Twister) each(n int, run func(done int, words []uint32)) {
	for done := 0; done < n; {
		if t.next == twisterWords {
			t.refill()
		}
		count := min(twisterWords-t.next, n-done)
		run(done, t.state[t.next:t.next+count])
		t.next += count
		done += count
	}
}

// Uint32s fills dst as repeated Uint32 calls would.
func (t *Twister) Uint32s(dst []uint32) {
	t.each(len(dst), func(done int, words []uint32) {
		if kernel := active.random.temper; kernel != nil {
			kernel(bytesOf(dst[done:]), bytesOf(words), len(words))
			return
		}
		for i, y := range words {
			dst[done+i] = temper(y)
		}
	})
}

// Float32s fills dst as repeated Float32 calls would: torch.rand.
func (t *Twister) Float32s(dst []float32) {
	t.each(len(dst), func(done int, words []uint32) {
		if kernel := active.random.uniform; kernel != nil {
			kernel(bytesOf(dst[done:]), bytesOf(words), len(words))
			return
		}
		for i, y := range words {
			dst[done+i] = float32(temper(y)&(1<<24-1)) * 0x1p-24
		}
	})
}

// Float64s fills dst as repeated Float64 calls would.
func (t *Twister) Float64s(dst []float64) {
	for i := range dst {
		dst[i] = t.Float64()
	}
}

// normalBlock is the number of elements that PyTorch makes normal together: eight pairs
// (u, v) with v eight places behind u.
const normalBlock = 16

// Normals fills dst, of at least 16 elements, with normal numbers as torch.randn and
// normal_ do: uniform numbers throughout, Box and Muller's transform on blocks of 16, and
// the last 16 drawn anew where the length is no multiple. It panics on a shorter dst,
// for which PyTorch follows another scheme.
func (t *Twister) Normals(dst []float32, mean, deviation float32) {
	n := len(dst)
	if n < normalBlock {
		panic("vec: Normals needs 16 elements")
	}
	t.Float32s(dst)
	normalBlocks(dst, mean, deviation)
	if n%normalBlock != 0 {
		last := dst[n-normalBlock:]
		t.Float32s(last)
		normalBlocks(last, mean, deviation)
	}
}

func normalBlocks(dst []float32, mean, deviation float32) {
	blocks := len(dst) / normalBlock
	params := []float32{mean, deviation}
	For(blocks, grainHeavy/normalBlock, func(lo, hi int) {
		part := dst[lo*normalBlock : hi*normalBlock]
		if kernel := active.random.normal; kernel != nil {
			kernel(bytesOf(part), bytesOf(params), hi-lo)
			return
		}
		for ; len(part) > 0; part = part[normalBlock:] {
			boxMuller(part, func(x float64) float32 { return float32(x) }, mean, deviation)
		}
	})
}

// Normals64 is Normals for float64.
func (t *Twister) Normals64(dst []float64, mean, deviation float64) {
	n := len(dst)
	if n < normalBlock {
		panic("vec: Normals64 needs 16 elements")
	}
	t.Float64s(dst)
	same := func(x float64) float64 { return x }
	for i := 0; i+normalBlock <= n; i += normalBlock {
		boxMuller(dst[i:], same, mean, deviation)
	}
	if n%normalBlock != 0 {
		last := dst[n-normalBlock:]
		t.Float64s(last)
		boxMuller(last, same, mean, deviation)
	}
}

// boxMuller transforms one block.
func boxMuller[T Float](block []T, round func(float64) T, mean, deviation T) {
	for j := range normalBlock / 2 {
		u, v := float64(1-block[j]), float64(block[j+normalBlock/2])
		radius := math.Sqrt(-2 * math.Log(u))
		sine, cosine := math.Sincos(2 * math.Pi * v)
		block[j] = round(radius*cosine)*deviation + mean
		block[j+normalBlock/2] = round(radius*sine)*deviation + mean
	}
}
