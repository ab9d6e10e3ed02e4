package device

import "unsafe"

// This file is the only one of the CPU path that uses unsafe: it reads a buffer's
// bytes as the elements they hold.

// Element lists the Go types that hold elements: bool as uint8, the 16-bit floats as
// their bits in uint16.
type Element interface {
	~uint8 | ~uint16 | ~int8 | ~int16 | ~int32 | ~int64 | ~float32 | ~float64 | ~complex64 | ~complex128
}

// Slice reads bytes as elements. The bytes must be aligned for T.
func Slice[T Element](b []byte) []T {
	var t T
	n := len(b) / int(unsafe.Sizeof(t))
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), n)
}

// Bytes reads elements as bytes.
func Bytes[T Element](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

// Aligned returns n bytes aligned for any element, all zero.
func Aligned(n int) []byte {
	if n == 0 {
		return nil
	}
	words := make([]complex128, (n+15)/16)
	return Bytes(words)[:n:n]
}
