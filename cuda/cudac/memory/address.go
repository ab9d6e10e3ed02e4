// Package memory has the addresses of the memory that a program and its kernels reach.
package memory

// An address has the number of its space in the upper 24 bits and an offset below, so
// that arithmetic on it stays within its space by far.
const (
	SpaceShift = 40
	OffsetBias = 1 << 39
	OffsetMask = 1<<SpaceShift - 1
)

// The spaces that every launch has; the allocations follow.
const (
	Null = iota
	Shared
	Local
	Text   // string literals, which every side can read
	Host   // the host's variables and stack
	Global // __device__ and __constant__ variables
	FirstBuffer
)

// Address is the address of a byte of allocation i of those of a launch.
func Address(i, offset int) uint64 { return AddressIn(FirstBuffer+i, offset) }

// Allocation is the inverse of Address; i is negative for an address of no allocation.
func Allocation(address uint64) (i int, offset int64) {
	return SpaceOf(address) - FirstBuffer, OffsetOf(address)
}

// AddressIn is the address of a byte of a space.
func AddressIn(space, offset int) uint64 {
	return uint64(space)<<SpaceShift + OffsetBias + uint64(offset)
}

// SpaceOf is the space that an address points into.
func SpaceOf(a uint64) int { return int(a >> SpaceShift) }

// OffsetOf is the offset in its space of what an address points to; it may lie outside.
func OffsetOf(a uint64) int64 { return int64(a&OffsetMask) - OffsetBias }
