// Package random draws numbers as NumPy does, to the last bit: its two generators of random bits, and the distributions made
// of them.
package random

// Source is a generator of random bits with its own way to draw the distributions that others are made of.
type Source interface {
	Uint32() uint32
	Uint64() uint64
	Float64() float64           // uniform in [0, 1)
	Normal() float64            // mean 0, deviation 1
	Exponential() float64       // mean 1
	Bounded(high uint64) uint64 // uniform in [0, high]
}
