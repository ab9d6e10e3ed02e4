//go:build !race

// This file has the accesses to memory that all cores share: one instruction for an element.

package word

import (
	"bytes"
	"encoding/binary"
)

// Load8 reads a byte.
func Load8(b []byte) uint8 { return b[0] }

func load16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }

// Load32 reads four bytes.
func Load32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// Load64 reads eight bytes.
func Load64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// Store8 writes a byte.
func Store8(b []byte, v uint8) { b[0] = v }

func store16(b []byte, v uint16) { binary.LittleEndian.PutUint16(b, v) }

// Store32 writes four bytes.
func Store32(b []byte, v uint32) { binary.LittleEndian.PutUint32(b, v) }

// Store64 writes eight bytes.
func Store64(b []byte, v uint64) { binary.LittleEndian.PutUint64(b, v) }

// Move copies bytes.
func Move(to, from []byte) { copy(to, from) }

// AllSet reports that no byte is 0.
func AllSet(b []byte) bool { return bytes.IndexByte(b, 0) < 0 }

// SetAll sets all bytes to 1.
func SetAll(b []byte) {
	for len(b) > 0 {
		b = b[copy(b, ones[:]):]
	}
}

// fillChunk is how many bytes fillBytes copies at once.
const fillChunk = 256

var ones = [fillChunk]byte(bytes.Repeat([]byte{1}, fillChunk))
