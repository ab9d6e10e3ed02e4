package devicetest

import (
	"fmt"
	"math"
	"sort"
	"testing"

	"gputour/engine/device"
)

var wideFloats = []device.DType{device.Float32, device.Float64}

func zeros(int) float64 { return 0 }

func testTernary(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range wideFloats {
		forLayouts(func(shape []int, in, out layout) {
			cond := newArray(t, d, device.Bool, shape, in, func(i int) float64 { return float64(i * 7 % 3 / 2) })
			a := newArray(t, d, dtype, shape, in, random(1, dtype, -5, 5))
			b := newArray(t, d, dtype, shape, contiguous, random(2, dtype, -5, 5))
			c := newArray(t, d, dtype, shape, in, random(3, dtype, 1, 5))
			y := newArray(t, d, dtype, shape, out, zeros)
			want := make([]float64, y.Numel())
			for _, o := range []struct {
				op     device.Op
				f      []float64
				inputs []*array
				value  func(i int) float64
			}{
				{device.OpWhere, nil, []*array{cond, a, b}, func(i int) float64 {
					if cond.values[i] != 0 {
						return a.values[i]
					}
					return b.values[i]
				}},
				{device.OpAddcmul, []float64{0.5}, []*array{a, b, c}, func(i int) float64 { return a.values[i] + 0.5*b.values[i]*c.values[i] }},
				{device.OpAddcdiv, []float64{-2}, []*array{a, b, c}, func(i int) float64 { return a.values[i] - 2*b.values[i]/c.values[i] }},
				{device.OpLerp, nil, []*array{a, b, c}, func(i int) float64 { return a.values[i] + c.values[i]*(b.values[i]-a.values[i]) }},
			} {
				launch(t, d, o.op, dtype, o.f, nil, append([]*array{y}, o.inputs...)...)
				for i := range want {
					want[i] = o.value(i)
				}
				check(t, describe(o.op, dtype, shape, in, out), y, want, 4, 20)
			}
		})
	}
}

// rowsOf are shapes for operations along the last dimension.
var rowsOf = [][]int{{1}, {9}, {3, 5}, {4, 0}, {2, 3, 17}, {5, 1000}}

func testScan(t *testing.T, open Open) {
	d := first(t, open)
	for op, f := range map[device.Op]func(a, x float64) float64{
		device.OpCumsum:  func(a, x float64) float64 { return a + x },
		device.OpCumprod: func(a, x float64) float64 { return a * x },
	} {
		for _, dtype := range wideFloats {
			for _, shape := range rowsOf {
				for in := range numLayouts {
					x := newArray(t, d, dtype, shape, in, random(4, dtype, 0.95, 1.05))
					y := newArray(t, d, dtype, shape, contiguous, zeros)
					launch(t, d, op, dtype, nil, nil, y, x)
					want, width := append([]float64(nil), x.values...), shape[len(shape)-1]
					for i := range want {
						if i%width != 0 {
							want[i] = f(want[i-1], want[i])
						}
					}
					check(t, fmt.Sprintf("%v %v %v from %v", op, dtype, shape, in), y, want, float64(2*width), 1)
				}
			}
		}
	}
}

// Sorted values and where they came from; equal values keep their order.
func testSort(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range []device.DType{device.Float32, device.Float64, device.Int64} {
		for _, shape := range rowsOf {
			for descending := range 2 {
				x := newArray(t, d, dtype, shape, contiguous, func(i int) float64 { return float64(i * 7919 % 31) })
				y, at := newArray(t, d, dtype, shape, contiguous, zeros), newArray(t, d, device.Int64, shape, contiguous, zeros)
				launchOuts(t, d, 2, device.OpSort, dtype, nil, []int{descending}, y, at, x)
				width := shape[len(shape)-1]
				values, places := make([]float64, len(x.values)), make([]float64, len(x.values))
				for r := 0; r < len(x.values); r += width {
					row, order := x.values[r:r+width], make([]int, width)
					for i := range order {
						order[i] = i
					}
					sort.SliceStable(order, func(i, j int) bool {
						if descending == 1 {
							return row[order[i]] > row[order[j]]
						}
						return row[order[i]] < row[order[j]]
					})
					for i, o := range order {
						values[r+i], places[r+i] = row[o], float64(o)
					}
				}
				what := fmt.Sprintf("sort %v %v descending %d", dtype, shape, descending)
				check(t, what, y, values, 0, 0)
				check(t, what+" positions", at, places, 0, 0)
			}
		}
	}
}

// Reading and adding at positions of the first dimension.
func testGather(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range []device.DType{device.Float32, device.Float64, device.Int32, device.Int64, device.Uint8} {
		for _, c := range []struct{ rows, picks, width int }{{1, 1, 1}, {5, 3, 4}, {7, 20, 1}, {100, 1000, 9}, {3, 0, 2}} {
			x := newArray(t, d, dtype, []int{c.rows, c.width}, contiguous, func(i int) float64 { return float64(i % 50) })
			at := newArray(t, d, device.Int64, []int{c.picks, c.width}, contiguous, func(i int) float64 { return float64(i * 13 % c.rows) })
			y := newArray(t, d, dtype, []int{c.picks, c.width}, contiguous, zeros)
			launch(t, d, device.OpGather, dtype, nil, []int{0}, y, x, at)
			want := make([]float64, c.picks*c.width)
			for i, r := range at.values {
				want[i] = x.values[int(r)*c.width+i%c.width]
			}
			check(t, fmt.Sprintf("gather %v %+v", dtype, c), y, want, 0, 0)
			if dtype == device.Uint8 {
				continue // sums would wrap
			}
			launch(t, d, device.OpScatterAdd, dtype, nil, []int{0}, x, at, y)
			sums := append([]float64(nil), x.values...)
			for i, r := range at.values {
				sums[int(r)*c.width+i%c.width] += want[i]
			}
			check(t, fmt.Sprintf("scatter_add %v %+v", dtype, c), x, sums, 16, 1)
		}
	}
}

// Convolutions in two dimensions against the sum that defines them.
func testConv(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range wideFloats {
		for _, c := range []struct{ n, in, out, size, kernel, stride, pad, dilation, groups int }{
			{1, 1, 1, 5, 3, 1, 0, 1, 1}, {2, 3, 4, 8, 3, 1, 1, 1, 1}, {1, 4, 6, 9, 3, 2, 1, 1, 2}, {2, 2, 2, 10, 3, 1, 2, 2, 1}, {1, 8, 8, 6, 1, 1, 0, 1, 8},
		} {
			o := (c.size+2*c.pad-c.dilation*(c.kernel-1)-1)/c.stride + 1
			depth := c.in / c.groups
			x := newArray(t, d, dtype, []int{c.n, c.in, c.size, c.size}, contiguous, random(5, dtype, -1, 1))
			w := newArray(t, d, dtype, []int{c.out, depth, c.kernel, c.kernel}, contiguous, random(6, dtype, -1, 1))
			y := newArray(t, d, dtype, []int{c.n, c.out, o, o}, contiguous, zeros)
			ints := []int{2, c.stride, c.stride, c.pad, c.pad, c.dilation, c.dilation, c.groups}
			launch(t, d, device.OpConv, dtype, nil, ints, y, x, w)
			want := make([]float64, len(y.values))
			for p := range want {
				b, f, i, j := p/(o*o*c.out), p/(o*o)%c.out, p/o%o, p%o
				for q := range depth * c.kernel * c.kernel {
					ch, u, v := q/(c.kernel*c.kernel), q/c.kernel%c.kernel, q%c.kernel
					row, col := i*c.stride-c.pad+u*c.dilation, j*c.stride-c.pad+v*c.dilation
					if row < 0 || col < 0 || row >= c.size || col >= c.size {
						continue
					}
					ch += f / (c.out / c.groups) * depth
					want[p] += x.values[((b*c.in+ch)*c.size+row)*c.size+col] * w.values[f*depth*c.kernel*c.kernel+q]
				}
			}
			check(t, fmt.Sprintf("conv %v %+v", dtype, c), y, want, 8, math.Sqrt(float64(depth*c.kernel*c.kernel)))
		}
	}
}

func testPool(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range wideFloats {
		for _, c := range []struct{ planes, size, kernel, stride int }{{1, 4, 2, 2}, {6, 9, 3, 2}, {3, 7, 3, 1}} {
			o := (c.size-c.kernel)/c.stride + 1
			x := newArray(t, d, dtype, []int{c.planes, c.size, c.size}, contiguous, random(7, dtype, -5, 5))
			top, at := newArray(t, d, dtype, []int{c.planes, o, o}, contiguous, zeros), newArray(t, d, device.Int64, []int{c.planes, o, o}, contiguous, zeros)
			avg := newArray(t, d, dtype, []int{c.planes, o, o}, contiguous, zeros)
			k, s := c.kernel, c.stride
			launchOuts(t, d, 2, device.OpMaxPool, dtype, nil, []int{2, k, k, s, s, 0, 0, 1, 1}, top, at, x)
			launch(t, d, device.OpAvgPool, dtype, nil, []int{2, k, k, s, s, 0, 0, 1, 0}, avg, x)
			tops, places, means := constants(len(top.values), math.Inf(-1)), make([]float64, len(top.values)), make([]float64, len(top.values))
			for p := range tops {
				for q := range k * k {
					cell := (p/o%o*s+q/k)*c.size + p%o*s + q%k
					v := x.values[p/(o*o)*c.size*c.size+cell]
					means[p] += v / float64(k*k)
					if v > tops[p] {
						tops[p], places[p] = v, float64(cell)
					}
				}
			}
			what := fmt.Sprintf("%v %+v", dtype, c)
			check(t, "max_pool "+what, top, tops, 0, 0)
			check(t, "max_pool positions "+what, at, places, 0, 0)
			check(t, "avg_pool "+what, avg, means, 8, 5)
		}
	}
}

func testNorm(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range wideFloats {
		for _, shape := range [][]int{{1, 2}, {4, 10}, {33, 257}} {
			rows, n := shape[0], shape[1]
			x := newArray(t, d, dtype, shape, contiguous, random(8, dtype, -3, 9))
			w, b := newArray(t, d, dtype, []int{n}, contiguous, random(9, dtype, 0.5, 2)), newArray(t, d, dtype, []int{n}, contiguous, random(10, dtype, -1, 1))
			y := newArray(t, d, dtype, shape, contiguous, zeros)
			mean, rstd := newArray(t, d, dtype, []int{rows}, contiguous, zeros), newArray(t, d, dtype, []int{rows}, contiguous, zeros)
			launchOuts(t, d, 3, device.OpLayerNorm, dtype, []float64{1e-5}, nil, y, mean, rstd, x, w, b)
			want, means, rstds := make([]float64, rows*n), make([]float64, rows), make([]float64, rows)
			for r := range rows {
				row, squares := x.values[r*n:(r+1)*n], 0.0
				for _, v := range row {
					means[r] += v / float64(n)
				}
				for _, v := range row {
					squares += (v - means[r]) * (v - means[r])
				}
				rstds[r] = 1 / math.Sqrt(squares/float64(n)+1e-5)
				for i, v := range row {
					want[r*n+i] = (v-means[r])*rstds[r]*w.values[i] + b.values[i]
				}
			}
			what := fmt.Sprintf("layer_norm %v %v", dtype, shape)
			check(t, what, y, want, 32, 4)
			check(t, what+" mean", mean, means, 16, 4)
			check(t, what+" rstd", rstd, rstds, 16, 0)
		}
	}
}
