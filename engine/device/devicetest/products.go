package devicetest

import (
	"fmt"
	"math"
	"testing"

	"gputour/engine/device"
)

// Sums, extremes and norms over trailing dimensions. A sum of n terms may be off by the
// square root of n units of the sum of magnitudes.
func testReduce(t *testing.T, open Open) {
	d := first(t, open)
	ops := []struct {
		op    device.Op
		start float64
		f     func(acc, x float64) float64
		units float64
	}{
		{device.OpSum, 0, func(a, x float64) float64 { return a + x }, 1},
		{device.OpAmax, math.Inf(-1), math.Max, 0},
		{device.OpAmin, math.Inf(1), math.Min, 0},
	}
	for _, o := range ops {
		for _, dtype := range []device.DType{device.Float16, device.BFloat16, device.Float32, device.Float64, device.Int64} {
			for _, c := range []struct{ keep, drop []int }{
				{nil, []int{1}}, {nil, []int{1000}}, {nil, []int{10_007}}, {[]int{5}, []int{7}}, {[]int{33}, []int{129}},
				{[]int{4, 3}, []int{5, 6}}, {[]int{1000}, []int{3}}, {[]int{0}, []int{4}},
			} {
				for in := range numLayouts {
					shape := append(append([]int{}, c.keep...), c.drop...)
					x := newArray(t, d, dtype, shape, in, random(5, dtype, -4, 4))
					y := newArray(t, d, dtype, c.keep, contiguous, func(int) float64 { return 0 })
					launch(t, d, o.op, dtype.Compute(), nil, []int{len(c.drop)}, y, x)
					n := max(x.Numel()/max(y.Numel(), 1), 1)
					want, scale := constants(y.Numel(), o.start), 0.0
					lost := make([]float64, len(want)) // what rounding the sums took (W. Kahan, 1965)
					for i, v := range x.values {
						k := i / n
						if o.units > 0 {
							v -= lost[k]
						}
						next := o.f(want[k], v)
						lost[k] = next - want[k] - v
						want[k] = next
					}
					if o.units > 0 {
						scale = 8 * math.Sqrt(float64(n))
					}
					check(t, fmt.Sprintf("%v %v %v over %d from %v", o.op, dtype, shape, len(c.drop), in), y, want, o.units+1, scale)
				}
			}
		}
	}
}

func testSoftmax(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range floats {
		for _, shape := range [][]int{{1}, {5}, {3, 10}, {64, 1000}, {2, 3, 17}} {
			for in := range numLayouts {
				x := newArray(t, d, dtype, shape, in, random(6, dtype, -20, 20))
				y := newArray(t, d, dtype, shape, contiguous, func(int) float64 { return 0 })
				z := newArray(t, d, dtype, shape, contiguous, func(int) float64 { return 0 })
				launch(t, d, device.OpSoftmax, dtype.Compute(), nil, nil, y, x)
				launch(t, d, device.OpLogSoftmax, dtype.Compute(), nil, nil, z, x)
				width := shape[len(shape)-1]
				soft, logs := make([]float64, x.Numel()), make([]float64, x.Numel())
				for row := 0; row < len(x.values); row += width {
					sum := 0.0
					for _, v := range x.values[row : row+width] {
						sum += math.Exp(v)
					}
					for i, v := range x.values[row : row+width] {
						soft[row+i], logs[row+i] = math.Exp(v)/sum, v-math.Log(sum)
					}
				}
				what := fmt.Sprintf("softmax %v %v from %v", dtype, shape, in)
				check(t, what, y, soft, 64, 1e-4)
				check(t, "log_"+what, z, logs, 64, 1)
			}
		}
	}
}

// Products of batches of matrices in every layout. An inner product of k terms may be
// off by the square root of k units of the product of typical magnitudes.
func testMatmul(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range floats {
		for _, c := range []struct{ batch, m, n, k int }{
			{1, 1, 1, 1}, {1, 3, 5, 4}, {2, 17, 33, 15}, {1, 64, 64, 64}, {3, 1, 9, 300}, {1, 130, 70, 257}, {1, 4, 4, 0}, {0, 2, 2, 2}, {1, 0, 3, 2},
		} {
			for la := range numLayouts {
				lb := (la + 1) % broadcast
				a := newArray(t, d, dtype, []int{c.batch, c.m, c.k}, la, random(7, dtype, -1, 1))
				b := newArray(t, d, dtype, []int{c.batch, c.k, c.n}, lb, random(8, dtype, -1, 1))
				y := newArray(t, d, dtype, []int{c.batch, c.m, c.n}, contiguous, random(9, dtype, -1, 1))
				beta := float64(la % 2)
				want := multiply(a, b, y.values, beta, c.batch, c.m, c.n, c.k)
				launch(t, d, device.OpMatmul, dtype.Compute(), []float64{beta, 1}, nil, y, a, b)
				check(t, fmt.Sprintf("matmul %v %+v %v %v", dtype, c, la, lb), y, want, 8, math.Sqrt(float64(c.k)+1))
			}
		}
	}
}

func multiply(a, b *array, old []float64, beta float64, batch, m, n, k int) []float64 {
	want := make([]float64, batch*m*n)
	for p := range want {
		g, i, j := p/(m*n), p/n%m, p%n
		want[p] = beta * old[p]
		for q := range k {
			want[p] += a.values[(g*m+i)*k+q] * b.values[(g*k+q)*n+j]
		}
	}
	return want
}
