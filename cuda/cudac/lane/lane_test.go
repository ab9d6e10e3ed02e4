package lane

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

// reference are the operations as C defines them.
var reference = map[string]struct {
	op *Binary
	f  func(a, b uint64) uint64
}{
	"AddI32":       {&AddI32, func(a, b uint64) uint64 { return uint64(int64(int32(a + b))) }},
	"SubI32":       {&SubI32, func(a, b uint64) uint64 { return uint64(int64(int32(a - b))) }},
	"MulI32":       {&MulI32, func(a, b uint64) uint64 { return uint64(int64(int32(a * b))) }},
	"AddU32":       {&AddU32, func(a, b uint64) uint64 { return uint64(uint32(a + b)) }},
	"SubU32":       {&SubU32, func(a, b uint64) uint64 { return uint64(uint32(a - b)) }},
	"MulU32":       {&MulU32, func(a, b uint64) uint64 { return uint64(uint32(a * b)) }},
	"Add64":        {&Add64, func(a, b uint64) uint64 { return a + b }},
	"Sub64":        {&Sub64, func(a, b uint64) uint64 { return a - b }},
	"And":          {&And, func(a, b uint64) uint64 { return a & b }},
	"Or":           {&Or, func(a, b uint64) uint64 { return a | b }},
	"Xor":          {&Xor, func(a, b uint64) uint64 { return a ^ b }},
	"Less":         {&Less, func(a, b uint64) uint64 { return bit(int64(a) < int64(b)) }},
	"Equal":        {&Equal, func(a, b uint64) uint64 { return bit(a == b) }},
	"AddF32":       {&AddF32, func(a, b uint64) uint64 { return bits32(f32(a) + f32(b)) }},
	"SubF32":       {&SubF32, func(a, b uint64) uint64 { return bits32(f32(a) - f32(b)) }},
	"MulF32":       {&MulF32, func(a, b uint64) uint64 { return bits32(f32(a) * f32(b)) }},
	"DivF32":       {&DivF32, func(a, b uint64) uint64 { return bits32(f32(a) / f32(b)) }},
	"LessF32":      {&LessF32, func(a, b uint64) uint64 { return bit(f32(a) < f32(b)) }},
	"LessEqualF32": {&LessEqualF32, func(a, b uint64) uint64 { return bit(f32(a) <= f32(b)) }},
	"EqualF32":     {&EqualF32, func(a, b uint64) uint64 { return bit(f32(a) == f32(b)) }},
	"NotEqualF32":  {&NotEqualF32, func(a, b uint64) uint64 { return bit(f32(a) != f32(b)) }},
	"AddF64":       {&AddF64, func(a, b uint64) uint64 { return math.Float64bits(f64(a) + f64(b)) }},
	"SubF64":       {&SubF64, func(a, b uint64) uint64 { return math.Float64bits(f64(a) - f64(b)) }},
	"MulF64":       {&MulF64, func(a, b uint64) uint64 { return math.Float64bits(f64(a) * f64(b)) }},
	"DivF64":       {&DivF64, func(a, b uint64) uint64 { return math.Float64bits(f64(a) / f64(b)) }},
	"LessF64":      {&LessF64, func(a, b uint64) uint64 { return bit(f64(a) < f64(b)) }},
	"LessEqualF64": {&LessEqualF64, func(a, b uint64) uint64 { return bit(f64(a) <= f64(b)) }},
	"EqualF64":     {&EqualF64, func(a, b uint64) uint64 { return bit(f64(a) == f64(b)) }},
	"NotEqualF64":  {&NotEqualF64, func(a, b uint64) uint64 { return bit(f64(a) != f64(b)) }},
}

// operand makes lanes as an operation of that name meets them.
func operand(r *rand.Rand, name string) (v Vec) {
	special := []float64{0, math.Copysign(0, -1), 1, -1.5, math.Inf(1), math.Inf(-1), math.NaN(), 1e-42, 3e38}
	for i := range v {
		x := r.Uint64()
		pick := special[r.IntN(len(special))]
		switch name[max(len(name)-3, 0):] {
		case "I32":
			v[i] = uint64(int64(int32(x)))
		case "U32":
			v[i] = uint64(uint32(x))
		case "F32":
			v[i] = bits32(float32(pick) * float32(r.IntN(3)))
		case "F64":
			v[i] = math.Float64bits(pick * float64(r.IntN(3)))
		default:
			v[i] = x >> r.IntN(64)
		}
	}
	return v
}

// same compares lanes; any NaN is as good as another.
func same(name string, a, b uint64) bool {
	switch name[max(len(name)-3, 0):] {
	case "F32":
		return a == b || f32(a) != f32(a) && f32(b) != f32(b) && a>>32 == 0 && b>>32 == 0
	case "F64":
		return a == b || f64(a) != f64(a) && f64(b) != f64(b)
	}
	return a == b
}

func TestBinary(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, c := range reference {
		for range 50 {
			x, y := operand(r, name), operand(r, name)
			if name == "Equal" {
				y[r.IntN(Count)] = x[0]
				y[0] = x[0]
			}
			var z Vec
			(*c.op)(&z, &x, &y)
			for i := range z {
				if want := c.f(x[i], y[i]); !same(name, z[i], want) {
					t.Fatalf("%s(%#x, %#x) = %#x, want %#x", name, x[i], y[i], z[i], want)
				}
			}
		}
	}
}

func TestIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, size := range []uint64{1, 2, 4, 8, 12, 16, 24, 4096, 5 << 33, ^uint64(3)} {
		f := Index(size)
		p, q := operand(r, "Sub64"), operand(r, "AddI32")
		var z Vec
		f(&z, &p, &q)
		for i := range z {
			if want := p[i] + q[i]*size; z[i] != want {
				t.Fatalf("size %d: %#x + %#x = %#x, want %#x", size, p[i], q[i], z[i], want)
			}
		}
	}
}

func TestMasks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		var x, z, want Vec
		m := r.Uint32()
		var truth, outside uint32
		for i := range x {
			x[i] = uint64(r.IntN(3)) << (r.IntN(4) * 20)
			z[i] = r.Uint64()
			want[i] = z[i]
			if m>>i&1 != 0 {
				want[i] = x[i]
			}
			if x[i] != 0 {
				truth |= 1 << i
			}
			if x[i] < 1 || x[i] > 1<<20 || x[i]&1 != 0 {
				outside |= 1 << i
			}
		}
		if got := Truth(&x); got != truth {
			t.Errorf("Truth(%v) = %b, want %b", x, got, truth)
		}
		if got := Outside(&x, 1, 1<<20, 1); got != outside {
			t.Errorf("Outside(%v) = %b, want %b", x, got, outside)
		}
		if got := Inside(&x, 1, 1<<20, 1); got != (outside == 0) {
			t.Errorf("Inside(%v) = %v", x, got)
		}
		var y Vec
		for i := range y {
			y[i] = 2 + 2*uint64(i)
		}
		if y[r.IntN(Count)] += uint64(r.IntN(3)) << (r.IntN(2) * 30); Inside(&y, 2, 1000, 1) != (Outside(&y, 2, 1000, 1) == 0) {
			t.Errorf("Inside and Outside differ on %v", y)
		}
		if Move(&z, &x, m); z != want {
			t.Errorf("Move with %b gives %v, want %v", m, z, want)
		}
	}
}

func TestContiguous(t *testing.T) {
	for _, step := range []uint64{0, 1, 4, 8, 1 << 20} {
		var x Vec
		for i := range x {
			x[i] = 7<<40 + uint64(i)*step
		}
		if !Contiguous(&x, step) {
			t.Errorf("step %d is not seen", step)
		}
		for i := range x {
			y := x
			if y[i]++; Contiguous(&y, step) {
				t.Errorf("step %d: lane %d is off, and it is not seen", step, i)
			}
		}
	}
}

func TestMemory(t *testing.T) {
	data := make([]byte, 4*Count)
	for i := range data {
		data[i] = byte(i * 37)
	}
	var s, u, f Vec
	Load32(&s, data, true)
	Load32(&u, data, false)
	I32ToF32(&f, &s)
	for i := range s {
		if uint32(s[i]) != uint32(u[i]) || u[i]>>32 != 0 || int64(s[i]) != int64(int32(u[i])) || f32(f[i]) != float32(int32(u[i])) || f[i]>>32 != 0 {
			t.Errorf("lane %d: %#x, %#x, %#x", i, s[i], u[i], f[i])
		}
	}
	back := make([]byte, 4*Count)
	if Store32(back, &s); string(back) != string(data) {
		t.Errorf("Store32 wrote %v, want %v", back, data)
	}
}

// TestRows: what fills, loads and rises, by rows or not, against the plain loops.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	data := make([]byte, 4*Row)
	for range 100 {
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		v, base, dx, dy := r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()
		var x, y, fill, rise, rows, load Vec
		for i := range x {
			x[i], y[i] = uint64(r.Uint32()), uint64(r.Uint32())
		}
		Fill(&fill, v)
		Rise(&rise, &x, &y, base, dx, dy)
		FillRow(&rows, 0, v)
		FillRow(&rows, Row, dx)
		LoadRow(&load, 0, data, true)
		LoadRow(&load, Row, data, false)
		for i := range x {
			word := uint64(binary.LittleEndian.Uint32(data[i%Row*4:]))
			row, loaded := v, uint64(int64(int32(word)))
			if i >= Row {
				row, loaded = dx, word
			}
			if want := base + x[i]*dx + y[i]*dy; fill[i] != v || rise[i] != want || rows[i] != row || load[i] != loaded {
				t.Fatalf("lane %d: %#x, %#x, %#x, %#x; want %#x, %#x, %#x, %#x", i, fill[i], rise[i], rows[i], load[i], v, want, row, loaded)
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, n := range []int{8, 16, 32} {
		for _, from := range []uint32{0, 1, 1 << 31, 1<<32 - 9} {
			list := make([]uint32, n+1)
			Mark(list[:n], from)
			if list[n] != 0 || !Among(list[:n], from, from+1) || Among(list[:n], from+1, from+5) {
				t.Errorf("%v is not all %d", list, from)
			}
			for i := range n {
				if list[i] = from + 4; !Among(list[:n], from, from+5) || Among(list[:n], from, from+4) {
					t.Errorf("number %d of %v is off", i, list)
				}
			}
		}
	}
}

// TestHash: any change of a lane is seen.
func TestHash(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	x := operand(r, "Sub64")
	h := Hash(&x)
	for i := range x {
		for bit := range 64 {
			if y := x; Hash(&y) != h {
				t.Fatal("a hash changes by itself")
			} else if y[i] ^= 1 << bit; Hash(&y) == h {
				t.Errorf("bit %d of lane %d is not seen", bit, i)
			}
		}
		y := x
		if y[i], y[0] = x[0], x[i]; x[i] != x[0] && Hash(&y) == h {
			t.Errorf("lanes 0 and %d may change places", i)
		}
	}
}
