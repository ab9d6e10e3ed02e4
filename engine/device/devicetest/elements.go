package devicetest

import (
	"fmt"
	"math"
	"math/cmplx"
	"testing"

	"gputour/engine/device"
)

// Writing and adding at positions that index operands give.
func testIndexPut(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range []device.DType{device.Float32, device.Float64, device.Int32, device.Int64, device.Uint8, device.Bool} {
		for _, c := range []struct{ rows, picks, width int }{{1, 1, 1}, {9, 3, 4}, {2000, 100, 1}, {100, 40, 9}, {3, 0, 2}} {
			x := newArray(t, d, dtype, []int{c.rows, c.width}, contiguous, func(i int) float64 { return float64(i % 2) })
			value := newArray(t, d, dtype, []int{c.picks, c.width}, contiguous, func(i int) float64 { return float64(i % 50) })
			at := newArray(t, d, device.Int64, []int{c.picks}, contiguous, func(i int) float64 { return float64(i * 13 % c.rows) }) // no place twice
			launch(t, d, device.OpIndexPut, dtype, nil, []int{1, 0}, x, value, at)
			want := append([]float64(nil), x.values...)
			for i, v := range value.values {
				want[int(at.values[i/c.width])*c.width+i%c.width] = v
			}
			check(t, fmt.Sprintf("index_put %v %+v", dtype, c), x, want, 0, 0)
			y := newArray(t, d, dtype, []int{c.picks, c.width}, contiguous, zeros)
			launch(t, d, device.OpIndex, dtype, nil, []int{1}, y, x, at)
			check(t, fmt.Sprintf("index %v %+v", dtype, c), y, value.values, 0, 0)
			if dtype == device.Bool || dtype == device.Uint8 {
				continue
			}
			places := newArray(t, d, device.Int64, []int{c.picks}, contiguous, func(i int) float64 { return float64(i * i % min(c.rows, 3)) })
			launch(t, d, device.OpIndexPut, dtype, nil, []int{1, 1}, x, value, places)
			for i, v := range value.values {
				want[int(places.values[i/c.width])*c.width+i%c.width] += v
			}
			check(t, fmt.Sprintf("index_put adding %v %+v", dtype, c), x, want, 64, 1)
		}
	}
}

// Random numbers follow from seed and offset, and look like what they should be: mean and variance
// of n numbers lie within five standard errors.
func testRandom(t *testing.T, open Open) {
	d := first(t, open)
	const n, threads = 40_000, 4096
	draw := func(dtype device.DType, kind, seed, offset int, f []float64, more ...int) []float64 {
		x := newArray(t, d, dtype, []int{n}, contiguous, zeros)
		launch(t, d, device.OpRandom, dtype, f, append([]int{kind, seed, offset, threads}, more...), x)
		return x.read(t)
	}
	for _, dtype := range wideFloats {
		for _, c := range []struct {
			name                     string
			kind                     int
			f                        []float64
			mean, variance, low, top float64
		}{
			{"uniform", 0, []float64{-1, 3}, 1, 16.0 / 12, -1, 3},
			{"normal", 1, []float64{2, 3}, 2, 9, math.Inf(-1), math.Inf(1)},
		} {
			x := draw(dtype, c.kind, 7, 0, c.f)
			mean, square := 0.0, 0.0
			for _, v := range x {
				if v < c.low || v > c.top {
					t.Fatalf("%s %v: %v", c.name, dtype, v)
				}
				mean += v / n
				square += (v - c.mean) * (v - c.mean) / n
			}
			if math.Abs(mean-c.mean) > 5*math.Sqrt(c.variance/n) || math.Abs(square/c.variance-1) > 5*math.Sqrt(2.0/n) {
				t.Errorf("%s %v: mean %v, variance %v", c.name, dtype, mean, square)
			}
			same, other := draw(dtype, c.kind, 7, 0, c.f), draw(dtype, c.kind, 8, 0, c.f)
			equal := 0
			for i, v := range x {
				if same[i] != v {
					t.Fatalf("%s %v: the same seed gives other numbers", c.name, dtype)
				}
				if other[i] == v {
					equal++
				}
			}
			if equal > n/100 {
				t.Errorf("%s %v: another seed gives %d of %d numbers", c.name, dtype, equal, n)
			}
		}
	}
	seen := map[float64]int{}
	for _, v := range draw(device.Int64, 2, 3, 0, nil, 10, 6) {
		seen[v]++
	}
	for v := 10.0; v < 16; v++ {
		if k := float64(seen[v]); math.Abs(k-n/6.0) > 5*math.Sqrt(n/6.0) {
			t.Errorf("%v came %v times of %d", v, k, n)
		}
	}
	if len(seen) != 6 {
		t.Errorf("%v", seen)
	}
}

// Complex numbers, with kernels or through the host: real parts and imaginary ones lie side by side.
func testComplex(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range []device.DType{device.Complex64, device.Complex128} {
		real := dtype.Real()
		for _, n := range []int{0, 1, 7, 1000} {
			complexes := func(seed int64) (*array, []complex128) {
				parts := newArray(t, d, real, []int{2 * n}, contiguous, random(seed, real, 0.3, 2))
				z := make([]complex128, n)
				for i := range z {
					z[i] = complex(parts.values[2*i], parts.values[2*i+1])
				}
				return parts, z
			}
			a, va := complexes(1)
			b, vb := complexes(2)
			y, _ := complexes(3)
			seen := func(x *array) *array { // the same memory, as complex numbers
				z := *x
				z.DType, z.Shape = dtype, []int{n}
				return &z
			}
			for _, o := range []struct {
				op device.Op
				f  func(a, b complex128) complex128
				of int // operands
			}{
				{device.OpAdd, func(a, b complex128) complex128 { return a + b }, 2}, {device.OpMul, func(a, b complex128) complex128 { return a * b }, 2},
				{device.OpDiv, func(a, b complex128) complex128 { return a / b }, 2}, {device.OpSub, func(a, b complex128) complex128 { return a - b }, 2},
				{device.OpNeg, func(a, _ complex128) complex128 { return -a }, 1}, {device.OpConj, func(a, _ complex128) complex128 { return complex(realOf(a), -imagOf(a)) }, 1},
				{device.OpReciprocal, func(a, _ complex128) complex128 { return 1 / a }, 1}, {device.OpSquare, func(a, _ complex128) complex128 { return a * a }, 1},
				{device.OpTan, func(a, _ complex128) complex128 { return cmplx.Tan(a) }, 1}, {device.OpAsin, func(a, _ complex128) complex128 { return cmplx.Asin(a) }, 1}, // which no GPU kernel computes
			} {
				args := []*array{seen(y), seen(a), seen(b)}[:1+o.of]
				launch(t, d, o.op, dtype, nil, nil, args...)
				want := make([]float64, 2*n)
				for i := range n {
					v := o.f(va[i], vb[i])
					want[2*i], want[2*i+1] = realOf(v), imagOf(v)
				}
				check(t, fmt.Sprintf("%v %v of %d", o.op, dtype, n), y, want, 64, 2)
			}
		}
	}
}

func realOf(z complex128) float64 { return real(z) }
func imagOf(z complex128) float64 { return imag(z) }
