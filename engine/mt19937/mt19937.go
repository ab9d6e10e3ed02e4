// Package mt19937 is the Mersenne Twister, which CPython's random, NumPy's RandomState
// and PyTorch's CPU generator share (M. Matsumoto, T. Nishimura, "Mersenne Twister",
// ACM TOMACS 8, 1998).
package mt19937

const (
	Size  = 624 // words of state
	Shift = 397 // how far ahead the word lies that a renewed one takes in
)

// Words is the state, whose words are given out tempered before it is renewed.
type Words [Size]uint32

// Seed starts again from one word.
func (w *Words) Seed(seed uint32) {
	w[0] = seed
	for i := 1; i < Size; i++ {
		w[i] = 1812433253*(w[i-1]^w[i-1]>>30) + uint32(i)
	}
}

// SeedKey starts again from one word or more.
func (w *Words) SeedKey(key []uint32) {
	w.Seed(19650218)
	i, j := 1, 0
	for range max(Size, len(key)) {
		w[i] = (w[i] ^ (w[i-1]^w[i-1]>>30)*1664525) + key[j] + uint32(j)
		i, j = w.wrap(i+1), (j+1)%len(key)
	}
	for range Size - 1 {
		w[i] = (w[i] ^ (w[i-1]^w[i-1]>>30)*1566083941) - uint32(i)
		i = w.wrap(i + 1)
	}
	w[0] = 1 << 31
}

// wrap goes from the end of the words to the second one.
func (w *Words) wrap(i int) int {
	if i < Size {
		return i
	}
	w[0] = w[Size-1]
	return 1
}

// Renew makes the next words.
func (w *Words) Renew() {
	for i := range Size - Shift {
		w[i] = Twist(w[i], w[i+1], w[i+Shift])
	}
	for i := Size - Shift; i < Size-1; i++ {
		w[i] = Twist(w[i], w[i+1], w[i+Shift-Size])
	}
	w[Size-1] = Twist(w[Size-1], w[0], w[Shift-1])
}

// Twist is the word that replaces word, from the one after it and the one Shift ahead.
func Twist(word, following, far uint32) uint32 {
	y := word&0x80000000 | following&0x7fffffff
	return far ^ y>>1 ^ -(following&1)&0x9908b0df
}

// Temper is what is given out for a word.
func Temper(y uint32) uint32 {
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// Generator gives out random bits. Its zero value is not usable: seed it.
type Generator struct {
	Words Words
	Given int // words given out since they were renewed, 0…Size
}

// Seed starts again from one word.
func (g *Generator) Seed(seed uint32) {
	g.Words.Seed(seed)
	g.Given = Size
}

// SeedKey starts again from one word or more.
func (g *Generator) SeedKey(key []uint32) {
	g.Words.SeedKey(key)
	g.Given = Size
}

// Uint32 is the next 32 random bits.
func (g *Generator) Uint32() uint32 {
	if g.Given >= Size {
		g.Words.Renew()
		g.Given = 0
	}
	y := g.Words[g.Given]
	g.Given++
	return Temper(y)
}

// Uint64 is the next two words, the first one high.
func (g *Generator) Uint64() uint64 {
	high := uint64(g.Uint32())
	return high<<32 | uint64(g.Uint32())
}

// Float64 is uniform in [0, 1): 53 bits of two words, as CPython and NumPy take them.
func (g *Generator) Float64() float64 {
	a, b := g.Uint32()>>5, g.Uint32()>>6
	return (float64(a)*(1<<26) + float64(b)) / (1 << 53)
}
