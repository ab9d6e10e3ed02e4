package devicetest

import (
	"fmt"
	"math"
	"testing"

	"gputour/engine/device"
)

// Gradients of convolutions: each is linear in the output's gradient, so it is compared with the
// sum over all products of the convolution itself.
func testConvGradients(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range wideFloats {
		for _, c := range []struct{ n, in, out, size, kernel, stride, pad, dilation, groups int }{
			{1, 1, 1, 5, 3, 1, 0, 1, 1}, {2, 3, 4, 8, 3, 1, 1, 1, 1}, {1, 4, 6, 9, 3, 2, 1, 1, 2}, {2, 2, 2, 10, 3, 1, 2, 2, 1}, {3, 8, 8, 6, 1, 1, 0, 1, 8}, {0, 2, 2, 4, 3, 1, 0, 1, 1},
		} {
			o := (c.size+2*c.pad-c.dilation*(c.kernel-1)-1)/c.stride + 1
			depth, square := c.in/c.groups, c.kernel*c.kernel
			x := newArray(t, d, dtype, []int{c.n, c.in, c.size, c.size}, contiguous, random(5, dtype, -1, 1))
			w := newArray(t, d, dtype, []int{c.out, depth, c.kernel, c.kernel}, contiguous, random(6, dtype, -1, 1))
			g := newArray(t, d, dtype, []int{c.n, c.out, o, o}, contiguous, random(7, dtype, -1, 1))
			dx, dw := newArray(t, d, dtype, x.Shape, contiguous, zeros), newArray(t, d, dtype, w.Shape, contiguous, zeros)
			ints := []int{2, c.stride, c.stride, c.pad, c.pad, c.dilation, c.dilation, c.groups}
			launch(t, d, device.OpConvGradInput, dtype, nil, ints, dx, g, w)
			launch(t, d, device.OpConvGradWeight, dtype, nil, ints, dw, g, x)
			wantX, wantW := make([]float64, len(x.values)), make([]float64, len(w.values))
			for p, v := range g.values {
				b, f, i, j := p/(o*o*c.out), p/(o*o)%c.out, p/o%o, p%o
				for q := range depth * square {
					ch, row, col := q/square+f/(c.out/c.groups)*depth, i*c.stride-c.pad+q/c.kernel%c.kernel*c.dilation, j*c.stride-c.pad+q%c.kernel*c.dilation
					if row < 0 || col < 0 || row >= c.size || col >= c.size {
						continue
					}
					at := ((b*c.in+ch)*c.size+row)*c.size + col
					wantX[at] += v * w.values[f*depth*square+q]
					wantW[f*depth*square+q] += v * x.values[at]
				}
			}
			what := fmt.Sprintf("%v %+v", dtype, c)
			check(t, "conv_grad_input "+what, dx, wantX, 8, math.Sqrt(float64(c.out*square)))
			check(t, "conv_grad_weight "+what, dw, wantW, 8, math.Sqrt(float64(max(c.n, 1)*o*o)))
		}
	}
}

// Gradients of pooling: of the largest to its place, of means shared out, also where windows overlap
// or reach over the edge, and of windows that adapt.
func testPoolGradients(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range wideFloats {
		for _, c := range []struct{ planes, size, kernel, stride, pad, counted int }{{1, 4, 2, 2, 0, 1}, {6, 9, 3, 2, 1, 1}, {3, 7, 3, 1, 1, 0}, {2, 5, 5, 1, 2, 1}} {
			o := (c.size+2*c.pad-c.kernel)/c.stride + 1
			k, s, plane := c.kernel, c.stride, c.size*c.size
			x := newArray(t, d, dtype, []int{c.planes, c.size, c.size}, contiguous, random(7, dtype, -5, 5))
			g := newArray(t, d, dtype, []int{c.planes, o, o}, contiguous, random(8, dtype, -1, 1))
			top, at := newArray(t, d, dtype, g.Shape, contiguous, zeros), newArray(t, d, device.Int64, g.Shape, contiguous, zeros)
			dTop, dMean := newArray(t, d, dtype, x.Shape, contiguous, zeros), newArray(t, d, dtype, x.Shape, contiguous, zeros)
			launchOuts(t, d, 2, device.OpMaxPool, dtype, nil, []int{2, k, k, s, s, c.pad, c.pad, 1, 1}, top, at, x)
			launch(t, d, device.OpMaxPoolGrad, dtype, nil, []int{2, k, k, s, s, c.pad, c.pad, 1, 1}, dTop, g, at)
			launch(t, d, device.OpAvgPoolGrad, dtype, nil, []int{2, k, k, s, s, c.pad, c.pad, c.counted, 0}, dMean, g)
			tops, means := make([]float64, len(x.values)), make([]float64, len(x.values))
			for p, v := range g.values {
				base, i, j := p/(o*o)*plane, p/o%o*s-c.pad, p%o*s-c.pad
				best, where, cells := math.Inf(-1), 0, []int{}
				for q := range k * k {
					row, col := i+q/k, j+q%k
					if row < 0 || col < 0 || row >= c.size || col >= c.size {
						continue
					}
					cell := base + row*c.size + col
					cells = append(cells, cell)
					if x.values[cell] > best {
						best, where = x.values[cell], cell
					}
				}
				tops[where] += v
				count := len(cells)
				if c.counted == 1 {
					count = k * k
				}
				for _, cell := range cells {
					means[cell] += v / float64(count)
				}
			}
			what := fmt.Sprintf("%v %+v", dtype, c)
			check(t, "max_pool_grad "+what, dTop, tops, 8, 2)
			check(t, "avg_pool_grad "+what, dMean, means, 16, 2)
		}
		testAdaptive(t, d, dtype)
	}
}

func testAdaptive(t *testing.T, d device.Device, dtype device.DType) {
	for _, c := range []struct{ size, out int }{{7, 3}, {4, 4}, {5, 1}, {3, 5}} {
		x := newArray(t, d, dtype, []int{2, c.size}, contiguous, random(9, dtype, -2, 2))
		y, g := newArray(t, d, dtype, []int{2, c.out}, contiguous, zeros), newArray(t, d, dtype, []int{2, c.out}, contiguous, random(10, dtype, -2, 2))
		dx := newArray(t, d, dtype, x.Shape, contiguous, zeros)
		launch(t, d, device.OpAvgPool, dtype, nil, []int{-1}, y, x)
		launch(t, d, device.OpAvgPoolGrad, dtype, nil, []int{-1}, dx, g)
		means, back := make([]float64, 2*c.out), make([]float64, 2*c.size)
		for p := range means {
			from, to := p%c.out*c.size/c.out, ((p%c.out+1)*c.size+c.out-1)/c.out
			for i := from; i < to; i++ {
				means[p] += x.values[p/c.out*c.size+i] / float64(to-from)
				back[p/c.out*c.size+i] += g.values[p] / float64(to-from)
			}
		}
		check(t, fmt.Sprintf("adaptive avg_pool %v %+v", dtype, c), y, means, 8, 2)
		check(t, fmt.Sprintf("adaptive avg_pool_grad %v %+v", dtype, c), dx, back, 8, 4)
	}
}

// Resampling along a line, up and down: each output is a weighted sum of inputs, and the gradient
// gives the same weights back.
func testUpsample(t *testing.T, open Open) {
	d := first(t, open)
	for _, dtype := range wideFloats {
		for _, c := range []struct{ in, out, mode, align int }{{4, 8, 0, 0}, {5, 3, 0, 0}, {4, 9, 1, 0}, {4, 9, 1, 1}, {7, 3, 1, 0}, {1, 4, 1, 1}, {6, 6, 1, 0}} {
			x := newArray(t, d, dtype, []int{3, c.in}, contiguous, random(11, dtype, -2, 2))
			y, g := newArray(t, d, dtype, []int{3, c.out}, contiguous, zeros), newArray(t, d, dtype, []int{3, c.out}, contiguous, random(12, dtype, -2, 2))
			dx := newArray(t, d, dtype, x.Shape, contiguous, zeros)
			launch(t, d, device.OpUpsample, dtype, []float64{0}, []int{c.mode, c.align}, y, x)
			launch(t, d, device.OpUpsampleGrad, dtype, []float64{0}, []int{c.mode, c.align}, dx, g)
			want, back := make([]float64, 3*c.out), make([]float64, 3*c.in)
			for p := range want {
				for i, weight := range resampled(p%c.out, c.in, c.out, c.mode, c.align) {
					want[p] += weight * x.values[p/c.out*c.in+i]
					back[p/c.out*c.in+i] += weight * g.values[p]
				}
			}
			what := fmt.Sprintf("%v %+v", dtype, c)
			check(t, "upsample "+what, y, want, 32, 2)
			check(t, "upsample_grad "+what, dx, back, 64, 4)
		}
	}
}

// resampled is the weight of each input in output i: torch.nn.functional.interpolate.
func resampled(i, in, out, mode, align int) []float64 {
	weights := make([]float64, in)
	if mode == 0 {
		weights[min(i*in/out, in-1)] = 1
		return weights
	}
	at := (float64(i)+0.5)*float64(in)/float64(out) - 0.5
	if align == 1 {
		at = 0
		if out > 1 {
			at = float64(i) * float64(in-1) / float64(out-1)
		}
	}
	at = max(at, 0)
	low := min(int(at), in-1)
	weights[low] += 1 - (at - float64(low))
	weights[min(low+1, in-1)] += at - float64(low)
	return weights
}
