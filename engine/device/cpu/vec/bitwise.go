package vec

import "unsafe"

// bitwise is BitAnd, BitOr or BitXor of integers of any type, by eight bytes where it can.
func bitwise[T Number](op BinaryOp, f form, dst, a, b []T) {
	per := 8 / int(unsafe.Sizeof(dst[0]))
	words := len(dst) / per
	if words > 0 {
		var room [2]uint64
		x, y := operandWords(f == scalarVec, a, words, &room[0]), operandWords(f == vecScalar, b, words, &room[1])
		if kernel := active.binary[elemI64][op][f]; kernel != nil {
			kernel(bytesOf(dst), bytesOf(x), bytesOf(y), words)
		} else {
			bitwiseWords(op, reinterpret[uint64](dst)[:words], x, y)
		}
	}
	for i := words * per; i < len(dst); i++ {
		dst[i] = bitPair(op, a[min(i, len(a)-1)], b[min(i, len(b)-1)])
	}
}

// operandWords is s by words; a single element repeated in one.
func operandWords[T Number](single bool, s []T, words int, room *uint64) []uint64 {
	if !single {
		return reinterpret[uint64](s)[:words]
	}
	size := unsafe.Sizeof(s[0])
	lanes := unsafe.Slice((*T)(unsafe.Pointer(room)), 8/size)
	for i := range lanes {
		lanes[i] = s[0]
	}
	return unsafe.Slice(room, 1)
}

func bitwiseWords(op BinaryOp, dst, a, b []uint64) {
	for i := range dst {
		x, y := a[min(i, len(a)-1)], b[min(i, len(b)-1)]
		switch op {
		case BitAnd:
			dst[i] = x & y
		case BitOr:
			dst[i] = x | y
		default:
			dst[i] = x ^ y
		}
	}
}

// bitPair is op on one pair.
func bitPair[T Number](op BinaryOp, a, b T) T {
	var out [1]uint64
	x, y := [1]T{a}, [1]T{b}
	var p, q [1]uint64
	*(*T)(unsafe.Pointer(&p)), *(*T)(unsafe.Pointer(&q)) = x[0], y[0]
	bitwiseWords(op, out[:], p[:], q[:])
	return *(*T)(unsafe.Pointer(&out))
}
