//go:build !race

package cudac

import (
	"bytes"
	"encoding/binary"
)

// These are the accesses to memory that all cores share: one instruction for an element.

func load16(b []byte) uint16     { return binary.LittleEndian.Uint16(b) }
func load32(b []byte) uint32     { return binary.LittleEndian.Uint32(b) }
func load64(b []byte) uint64     { return binary.LittleEndian.Uint64(b) }
func store8(b []byte, v uint8)   { b[0] = v }
func store16(b []byte, v uint16) { binary.LittleEndian.PutUint16(b, v) }
func store32(b []byte, v uint32) { binary.LittleEndian.PutUint32(b, v) }
func store64(b []byte, v uint64) { binary.LittleEndian.PutUint64(b, v) }
func allBytes(b []byte) bool     { return bytes.IndexByte(b, 0) < 0 }
func load8(b []byte) uint8       { return b[0] }
func moveBytes(to, from []byte)  { copy(to, from) }

// fillBytes sets all to 1.
func fillBytes(b []byte) {
	for len(b) > 0 {
		b = b[copy(b, ones[:]):]
	}
}

var ones = [8 * lanes]byte(bytes.Repeat([]byte{1}, 8*lanes))
