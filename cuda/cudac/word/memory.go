// This file moves words between registers and memory, in the order of bytes of the device.

package word

// Load reads a register's worth of a kind.
func Load(b []byte, k Kind) uint64 {
	switch k {
	case Bool, U8:
		return uint64(Load8(b))
	case I8:
		return uint64(int64(int8(Load8(b))))
	case U16, F16, BF16:
		return uint64(load16(b))
	case I16:
		return uint64(int64(int16(load16(b))))
	case U32, F32:
		return uint64(Load32(b))
	case I32:
		return uint64(int64(int32(Load32(b))))
	}
	return Load64(b)
}

// Store writes a word as a value of a kind.
func Store(b []byte, k Kind, v uint64) {
	switch k.Size() {
	case 1:
		Store8(b, byte(v))
	case 2:
		store16(b, uint16(v))
	case 4:
		Store32(b, uint32(v))
	default:
		Store64(b, v)
	}
}
