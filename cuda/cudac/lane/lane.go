// Package lane computes on the 32 lanes of a warp at once. A lane is 64 bits wide: it holds
// an integer extended by its sign, a float's or double's bits with zeros above, or an
// address. On amd64 with AVX2 the operations are assembly; elsewhere they are loops.
package lane

//go:generate go run -tags avo ./gen -out lane_amd64.s -stubs stubs_amd64.go -pkg lane

import (
	"encoding/binary"
	"math"
)

// Count is the lanes of a warp.
const Count = 32

// Vec is a register of a warp.
type Vec = [Count]uint64

// Full is the mask of all lanes.
const Full = 1<<Count - 1

func f32(v uint64) float32    { return math.Float32frombits(uint32(v)) }
func f64(v uint64) float64    { return math.Float64frombits(v) }
func bits32(f float32) uint64 { return uint64(math.Float32bits(f)) }

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Binary computes z from x and y, in all lanes.
type Binary func(z, x, y *Vec)

func plain(f func(a, b uint64) uint64) Binary {
	return func(z, x, y *Vec) {
		for i := range z {
			z[i] = f(x[i], y[i])
		}
	}
}

// The operations, by the kind of the operands. Less, Equal and their kin give 0 or 1; those
// without a kind take any integers below 2⁶³ and addresses.
var (
	AddI32 Binary = func(z, x, y *Vec) {
		for i := range z {
			z[i] = uint64(int64(int32(x[i] + y[i])))
		}
	}
	SubI32 Binary = func(z, x, y *Vec) {
		for i := range z {
			z[i] = uint64(int64(int32(x[i] - y[i])))
		}
	}
	MulI32 Binary = func(z, x, y *Vec) {
		for i := range z {
			z[i] = uint64(int64(int32(x[i] * y[i])))
		}
	}
	AddU32 Binary = func(z, x, y *Vec) {
		for i := range z {
			z[i] = uint64(uint32(x[i] + y[i]))
		}
	}
	SubU32        = plain(func(a, b uint64) uint64 { return uint64(uint32(a - b)) })
	MulU32 Binary = func(z, x, y *Vec) {
		for i := range z {
			z[i] = uint64(uint32(x[i] * y[i]))
		}
	}
	Add64 Binary = func(z, x, y *Vec) {
		for i := range z {
			z[i] = x[i] + y[i]
		}
	}
	Sub64         = plain(func(a, b uint64) uint64 { return a - b })
	And           = plain(func(a, b uint64) uint64 { return a & b })
	Or            = plain(func(a, b uint64) uint64 { return a | b })
	Xor           = plain(func(a, b uint64) uint64 { return a ^ b })
	AddF32 Binary = func(z, x, y *Vec) {
		for i := range z {
			z[i] = bits32(f32(x[i]) + f32(y[i]))
		}
	}
	SubF32        = plain(func(a, b uint64) uint64 { return bits32(f32(a) - f32(b)) })
	MulF32 Binary = func(z, x, y *Vec) {
		for i := range z {
			z[i] = bits32(f32(x[i]) * f32(y[i]))
		}
	}
	DivF32        = plain(func(a, b uint64) uint64 { return bits32(f32(a) / f32(b)) })
	AddF64        = plain(func(a, b uint64) uint64 { return math.Float64bits(f64(a) + f64(b)) })
	SubF64        = plain(func(a, b uint64) uint64 { return math.Float64bits(f64(a) - f64(b)) })
	MulF64        = plain(func(a, b uint64) uint64 { return math.Float64bits(f64(a) * f64(b)) })
	DivF64        = plain(func(a, b uint64) uint64 { return math.Float64bits(f64(a) / f64(b)) })
	Less   Binary = func(z, x, y *Vec) {
		for i := range z {
			z[i] = bit(int64(x[i]) < int64(y[i]))
		}
	}
	Equal        = plain(func(a, b uint64) uint64 { return bit(a == b) })
	LessF32      = plain(func(a, b uint64) uint64 { return bit(f32(a) < f32(b)) })
	LessEqualF32 = plain(func(a, b uint64) uint64 { return bit(f32(a) <= f32(b)) })
	EqualF32     = plain(func(a, b uint64) uint64 { return bit(f32(a) == f32(b)) })
	NotEqualF32  = plain(func(a, b uint64) uint64 { return bit(f32(a) != f32(b)) })
	LessF64      = plain(func(a, b uint64) uint64 { return bit(f64(a) < f64(b)) })
	LessEqualF64 = plain(func(a, b uint64) uint64 { return bit(f64(a) <= f64(b)) })
	EqualF64     = plain(func(a, b uint64) uint64 { return bit(f64(a) == f64(b)) })
	NotEqualF64  = plain(func(a, b uint64) uint64 { return bit(f64(a) != f64(b)) })
)

// Index computes addresses: z = p + q*size.
func Index(size uint64) Binary {
	if f := fastIndex(size); f != nil {
		return f
	}
	return func(z, p, q *Vec) {
		for i := range z {
			z[i] = p[i] + q[i]*size
		}
	}
}

// Fill gives all lanes one value.
func Fill(z *Vec, v uint64) {
	if fast {
		fillAVX2(z, v)
		return
	}
	for i := range z {
		z[i] = v
	}
}

// Rise computes z = base + x*dx + y*dy. x and y are below 2³².
func Rise(z, x, y *Vec, base, dx, dy uint64) {
	if fast {
		riseAVX2(z, x, y, base, dx, dy)
		return
	}
	for i := range z {
		z[i] = base + x[i]*dx + y[i]*dy
	}
}

// Among reports that all numbers are from one up to another. There are a multiple of 8.
func Among(list []uint32, from, to uint32) bool {
	if fast {
		return amongAVX2(&list[0], len(list), from, to-from-1)
	}
	for _, v := range list {
		if v-from >= to-from {
			return false
		}
	}
	return true
}

// Mark sets all numbers. There are a multiple of 8.
func Mark(list []uint32, v uint32) {
	if fast {
		markAVX2(&list[0], len(list), v)
		return
	}
	for i := range list {
		list[i] = v
	}
}

// salt are odd numbers in each half of a lane.
var salt = func() (v Vec) {
	h := uint64(1)
	for i := range v {
		h *= 0x9e3779b97f4a7c15
		v[i] = (h ^ h>>29) | 1<<32 | 1
	}
	return v
}()

// Hash tells registers apart.
func Hash(x *Vec) uint32 {
	var h uint64
	if fast {
		h = hashAVX2(x, &salt)
	} else {
		for i, v := range x {
			h += (v&0xffffffff)*(salt[i]&0xffffffff) + v>>32*(salt[i]>>32)
		}
	}
	return uint32(h * 0x9e3779b97f4a7c15 >> 32)
}

// Truth is the mask of the lanes that are not zero.
func Truth(x *Vec) uint32 {
	if fast {
		return ^zerosAVX2(x)
	}
	var t uint32
	for i, v := range x {
		if v != 0 {
			t |= 1 << i
		}
	}
	return t
}

// Contiguous reports that each lane is step above the one before it. step is below 2³².
func Contiguous(x *Vec, step uint64) bool {
	if fast {
		return contiguousAVX2(x, step)
	}
	for i := 1; i < Count; i++ {
		if x[i]-x[i-1] != step {
			return false
		}
	}
	return true
}

// Outside is the mask of the lanes below lo, above last, or with a bit of align set. All
// are below 2⁶³.
func Outside(x *Vec, lo, last, align uint64) uint32 {
	if fast {
		return outsideAVX2(x, lo, last, align)
	}
	var bad uint32
	for i, v := range x {
		if int64(v) < int64(lo) || int64(v) > int64(last) || v&align != 0 {
			bad |= 1 << i
		}
	}
	return bad
}

// Inside reports that no lane is Outside.
func Inside(x *Vec, lo, last, align uint64) bool {
	if fast {
		return insideAVX2(x, lo, last, align)
	}
	return Outside(x, lo, last, align) == 0
}

// Load32 fills the lanes with the 32-bit words of data, extended by their sign if signed.
func Load32(z *Vec, data []byte, signed bool) {
	data = data[:4*Count]
	switch {
	case fast && signed:
		spreadSignedAVX2(z, &data[0])
	case fast:
		spreadAVX2(z, &data[0])
	case signed:
		for i := range z {
			z[i] = uint64(int64(int32(binary.LittleEndian.Uint32(data[4*i:]))))
		}
	default:
		for i := range z {
			z[i] = uint64(binary.LittleEndian.Uint32(data[4*i:]))
		}
	}
}

// FillRow gives Row lanes one value, the first of which is given.
func FillRow(z *Vec, from int, v uint64) {
	part := z[from : from+Row]
	if fast {
		fillRowAVX2(&part[0], v)
		return
	}
	for i := range part {
		part[i] = v
	}
}

// Row is the lanes that LoadRow and FillRow fill.
const Row = 16

// LoadRow is Load32 for Row lanes, the first of which is given.
func LoadRow(z *Vec, from int, data []byte, signed bool) {
	data, part := data[:4*Row], z[from:from+Row]
	switch {
	case fast && signed:
		spreadRowSignedAVX2(&part[0], &data[0])
	case fast:
		spreadRowAVX2(&part[0], &data[0])
	case signed:
		for i := range part {
			part[i] = uint64(int64(int32(binary.LittleEndian.Uint32(data[4*i:]))))
		}
	default:
		for i := range part {
			part[i] = uint64(binary.LittleEndian.Uint32(data[4*i:]))
		}
	}
}

// Store32 writes the lower halves of the lanes to data.
func Store32(data []byte, x *Vec) {
	data = data[:4*Count]
	if fast {
		packAVX2(&data[0], x)
		return
	}
	for i, v := range x {
		binary.LittleEndian.PutUint32(data[4*i:], uint32(v))
	}
}

// Move copies the lanes of m.
func Move(z, x *Vec, m uint32) {
	switch {
	case m == Full:
		*z = *x
	case fast:
		blendAVX2(z, x, m)
	default:
		for i := range z {
			if m>>i&1 != 0 {
				z[i] = x[i]
			}
		}
	}
}

// I32ToF32 converts integers to floats.
func I32ToF32(z, x *Vec) {
	if fast {
		i32ToF32AVX2(z, x)
		return
	}
	for i := range z {
		z[i] = bits32(float32(int32(x[i])))
	}
}
