package object

import (
	"encoding/binary"
	"math"
	"math/big"
)

// Buffered is an object of another package that keeps items of one C type in
// bytes, as array.array does.
type Buffered interface {
	Object
	// Buffer returns the bytes themselves and the struct code of an item.
	Buffer() (b []byte, format string)
}

// Viewable is an object whose memory a memoryview shows, though it is no bytes elsewhere, as a NumPy array.
type Viewable interface {
	Object
	// View returns the memory itself, the struct code of an item and the shape.
	View() (b []byte, format string, shape []int, readonly bool, err error)
}

// writable tells whether the bytes of an object may be changed in place.
func writable(v Value) bool {
	switch v.Object().(type) {
	case *ByteArray, Buffered:
		return true
	}
	return false
}

// LoadItem returns the item that b holds in the machine's layout for a struct code.
func LoadItem(code byte, b []byte) Value {
	le := binary.LittleEndian
	switch code {
	case 'B':
		return Int(int64(b[0]))
	case 'b':
		return Int(int64(int8(b[0])))
	case 'c':
		return NewBytes([]byte{b[0]})
	case '?':
		return Bool(b[0] != 0)
	case 'h':
		return Int(int64(int16(le.Uint16(b))))
	case 'H':
		return Int(int64(le.Uint16(b)))
	case 'i':
		return Int(int64(int32(le.Uint32(b))))
	case 'I':
		return Int(int64(le.Uint32(b)))
	case 'e':
		return Float(fromHalf(le.Uint16(b)))
	case 'f':
		return Float(float64(math.Float32frombits(le.Uint32(b))))
	case 'd':
		return Float(math.Float64frombits(le.Uint64(b)))
	case 'L', 'Q':
		return NewBig(new(big.Int).SetUint64(le.Uint64(b)))
	}
	return Int(int64(le.Uint64(b)))
}

// fromHalf reads the 16 bits of a half.
func fromHalf(bits uint16) float64 {
	exponent, fraction := int(bits>>10&31), float64(bits&1023)
	f := math.Ldexp(fraction+1024, exponent-25)
	switch {
	case exponent == 0:
		f = math.Ldexp(fraction, -24)
	case exponent == 31 && fraction == 0:
		f = math.Inf(1)
	case exponent == 31:
		f = math.NaN()
	}
	if bits>>15 != 0 {
		return -f
	}
	return f
}

// StoreFloat writes f as a 'f' or 'd'.
func StoreFloat(code byte, b []byte, f float64) {
	if code == 'f' {
		binary.LittleEndian.PutUint32(b, math.Float32bits(float32(f)))
		return
	}
	binary.LittleEndian.PutUint64(b, math.Float64bits(f))
}

// StoreInt writes n into all of b, in two's complement where the code is of a
// signed type, or reports that it does not fit.
func StoreInt(code byte, b []byte, n *big.Int) bool {
	out, ok := fixedBytes(n, len(b), code >= 'a')
	ok = ok && (n.Sign() >= 0 || code >= 'a')
	if ok {
		reverseBytes(out)
		copy(b, out)
	}
	return ok
}
