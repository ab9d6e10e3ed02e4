package vec

import (
	"fmt"
	"math"
	"math/rand"
	"testing"
)

func testConvert[D, S Number](t *testing.T) {
	rng := rand.New(rand.NewSource(9))
	for _, n := range lengths() {
		src := sample[S](rng, n+1)[1:]
		if elemOf[D]() > elemF64 { // what lies out of range has no defined value
			for i, x := range src {
				if !(math.Abs(float64(x)) < 100) {
					src[i] = 7
				}
			}
		}
		checkMap(t, fmt.Sprintf("%T from %T", *new(D), *new(S)), n, 0,
			func(d []D) { Convert(d, src) }, func(d []D) {
				for i := range d {
					d[i] = D(src[i])
				}
			})
	}
}

func TestConvert(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		testConvert[float64, float32](t)
		testConvert[float32, float64](t)
		testConvert[float32, int32](t)
		testConvert[int32, float32](t)
		testConvert[float32, uint8](t)
		testConvert[float32, int64](t)
		testConvert[int64, float32](t)
		testConvert[float64, int64](t)
		testConvert[int8, int64](t)
		testConvert[int64, int16](t)
	})
}

// Every 16-bit pattern goes to float32 and back; float32 values between two patterns
// round to the nearer, ties to even.
func TestHalves(t *testing.T) {
	all := make([]uint16, 1<<16)
	for i := range all {
		all[i] = uint16(i)
	}
	eachLevel(t, func(t *testing.T) {
		wide, back := make([]float32, len(all)), make([]uint16, len(all))
		for _, kind := range []struct {
			name   string
			widen  func([]float32, []uint16)
			narrow func([]uint16, []float32)
			one    func(uint16) float32
			round  func(float32) uint16
		}{
			{"half", HalfToFloat32, Float32ToHalf, halfToFloat, floatToHalf},
			{"bfloat16", BFloatToFloat32, Float32ToBFloat,
				func(h uint16) float32 { return math.Float32frombits(uint32(h) << 16) }, floatToBFloat},
		} {
			kind.widen(wide, all)
			kind.narrow(back, wide)
			for i, f := range wide {
				if !same(f, kind.one(all[i]), 0) {
					t.Fatalf("%s %04x = %v, want %v", kind.name, i, f, kind.one(all[i]))
				}
				if f == f && back[i] != all[i] {
					t.Fatalf("%s %04x came back as %04x", kind.name, i, back[i])
				}
			}
			rng := rand.New(rand.NewSource(10))
			src, got := make([]float32, 5000), make([]uint16, 5000)
			for i := range src {
				src[i] = math.Float32frombits(rng.Uint32())
				if i%3 == 0 { // a tie
					src[i] = math.Float32frombits(rng.Uint32()&^0x1fff | 0x1000)
				}
			}
			kind.narrow(got, src)
			for i, f := range src {
				if want := kind.round(f); f == f && got[i] != want {
					t.Fatalf("%s of %v = %04x, want %04x", kind.name, f, got[i], want)
				}
			}
		}
	})
}

func testTransposeMatrix[T comparable](t *testing.T, value func(int) T) {
	for _, c := range [][2]int{{0, 3}, {1, 1}, {1, 9}, {9, 1}, {8, 8}, {7, 13}, {16, 24}, {65, 70}, {130, 67}} {
		rows, cols := c[0], c[1]
		ss, ds := cols+2, rows+1
		src, dst := make([]T, rows*ss), make([]T, cols*ds)
		for i := range src {
			src[i] = value(i)
		}
		TransposeMatrix(dst, ds, src, ss, rows, cols)
		for i := range rows {
			for j := range cols {
				if dst[j*ds+i] != src[i*ss+j] {
					t.Fatalf("%T %d×%d: [%d,%d] = %v, want %v", dst[0], rows, cols, j, i, dst[j*ds+i], src[i*ss+j])
				}
			}
		}
		var zero T
		for j := range cols {
			if dst[j*ds+rows] != zero {
				t.Fatalf("%T %d×%d: wrote behind row %d", zero, rows, cols, j)
			}
		}
	}
}

func TestTransposeMatrix(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		testTransposeMatrix(t, func(i int) float32 { return float32(i + 1) })
		testTransposeMatrix(t, func(i int) float64 { return float64(i + 1) })
		testTransposeMatrix(t, func(i int) uint8 { return uint8(i%255 + 1) })
		testTransposeMatrix(t, func(i int) [2]float64 { return [2]float64{float64(i), 1} })
	})
}
