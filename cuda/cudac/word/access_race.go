//go:build race

package word

import (
	"encoding/binary"
	"sync/atomic"
	"unsafe"
)

// Kernels may race: then an access of one block meets that of another, on purpose or not,
// and the launch says so. Go's race detector must not take that for a mistake of the
// interpreter, so under it words are accessed as atomics. There are none for smaller ones.

// Load32 reads four bytes.
func Load32(b []byte) uint32 {
	if p := unsafe.Pointer(&b[:4][0]); uintptr(p)%4 == 0 {
		return atomic.LoadUint32((*uint32)(p))
	}
	return loose32(b)
}

// Load64 reads eight bytes.
func Load64(b []byte) uint64 {
	if p := unsafe.Pointer(&b[:8][0]); uintptr(p)%8 == 0 {
		return atomic.LoadUint64((*uint64)(p))
	}
	return uint64(Load32(b)) | uint64(Load32(b[4:]))<<32
}

// Store32 writes four bytes.
func Store32(b []byte, v uint32) {
	if p := unsafe.Pointer(&b[:4][0]); uintptr(p)%4 == 0 {
		atomic.StoreUint32((*uint32)(p), v)
		return
	}
	setLoose32(b, v)
}

// Store64 writes eight bytes.
func Store64(b []byte, v uint64) {
	if p := unsafe.Pointer(&b[:8][0]); uintptr(p)%8 == 0 {
		atomic.StoreUint64((*uint64)(p), v)
		return
	}
	Store32(b, uint32(v))
	Store32(b[4:], uint32(v>>32))
}

//go:norace
func loose32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

//go:norace
func setLoose32(b []byte, v uint32) { binary.LittleEndian.PutUint32(b, v) }

// Load8 reads a byte.
//
//go:norace
func Load8(b []byte) uint8 { return b[0] }

// Store8 writes a byte.
//
//go:norace
func Store8(b []byte, v uint8) { b[0] = v }

//go:norace
func load16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }

//go:norace
func store16(b []byte, v uint16) { binary.LittleEndian.PutUint16(b, v) }

// Move copies bytes.
//
//go:norace
func Move(to, from []byte) { copy(to, from) }

// AllSet reports that no byte is 0.
//
//go:norace
func AllSet(b []byte) bool {
	for _, v := range b {
		if v == 0 {
			return false
		}
	}
	return true
}

// SetAll sets all bytes to 1.
//
//go:norace
func SetAll(b []byte) {
	for i := range b {
		b[i] = 1
	}
}
