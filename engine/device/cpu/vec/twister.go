// This file defines the Mersenne twister as PyTorch's CPU generator uses it.

package vec

import (
	"math"

	"gputour/engine/mt19937"
)

// randomKernels are the assembly forms of the generator's loops.
type randomKernels struct {
	twist           func(dst, a, following, far *byte, n int)
	temper, uniform kernel2
	normal          func(data, params *byte, blocks int)
}

// Twister is the Mersenne Twister as PyTorch reads it, many words at a time. Its zero
// value is not usable; see NewTwister. A Twister must not be used by two goroutines at
// once.
type Twister struct {
	state mt19937.Words
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
	t.state.Seed(uint32(seed))
	t.next = mt19937.Size
}

// State is the generator's words and how many of them have been given out (0…624).
func (t *Twister) State() (words [mt19937.Size]uint32, given int) { return t.state, t.next }

// SetState restores what State returned; given is brought into range.
func (t *Twister) SetState(words [mt19937.Size]uint32, given int) {
	t.state, t.next = words, min(max(given, 0), mt19937.Size)
}

// Uint32 is the next 32 random bits.
func (t *Twister) Uint32() uint32 {
	if t.next == mt19937.Size {
		t.refill()
	}
	y := t.state[t.next]
	t.next++
	return mt19937.Temper(y)
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

func (t *Twister) refill() {
	t.next = 0
	kernel := active.random.twist
	if kernel == nil {
		t.state.Renew()
		return
	}
	const n, m = mt19937.Size, mt19937.Shift
	renew := func(lo, hi, far int) { // words [lo, hi); word i depends on word far+i−lo
		s := t.state[:]
		kernel(bytesOf(s[lo:]), bytesOf(s[lo:]), bytesOf(s[lo+1:]), bytesOf(s[far:]), hi-lo)
	}
	renew(0, n-m, m)
	renew(n-m, n-1, 0)
	t.state[n-1] = mt19937.Twist(t.state[n-1], t.state[0], t.state[m-1])
}

// each hands out the next n words of state in runs, renewing it between them.
func (t *Twister) each(n int, run func(done int, words []uint32)) {
	for done := 0; done < n; {
		if t.next == mt19937.Size {
			t.refill()
		}
		count := min(mt19937.Size-t.next, n-done)
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
			dst[done+i] = mt19937.Temper(y)
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
			dst[done+i] = float32(mt19937.Temper(y)&(1<<24-1)) * 0x1p-24
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
