//go:build linux

package kernels_test

import (
	"math"
	"testing"

	"gputour/engine/device"
)

// Products of every kind of kernel: any strides, large tiles in the four orders, split sums,
// more batches than a grid has layers.
func TestMatmul(t *testing.T) {
	both(t, func(t *testing.T, d *emulated) {
		d.limits.SMs, d.limits.MaxGrid[2] = 2, 3 // few tiles are enough to fill it
		for _, dtype := range append(append(wide, halves...), integers...) {
			for _, c := range []struct{ batch, m, n, k int }{{1, 3, 5, 4}, {2, 17, 33, 15}, {1, 132, 136, 20}, {4, 8, 12, 36}, {7, 5, 4, 3},
				{1, 2, 3, 2000}, {1, 9, 7, 0}} {
				if dtype != device.Float32 && c.m > 100 {
					continue
				}
				for la := range immediate {
					for lb := range immediate {
						if dtype != device.Float32 && lb != (la+1)%immediate {
							continue
						}
						value := between(1, -1, 1)
						if !dtype.IsFloat() {
							value = whole(1, 0, 3)
						}
						trial{op: device.OpMatmul, compute: dtype.Compute(), f: []float64{float64(la % 2), 1 + float64(lb)}, units: 8, scale: 4 * math.Sqrt(float64(c.k)+1),
							args: []spec{{dtype: dtype, shape: []int{c.batch, c.m, c.n}}, {dtype, []int{c.batch, c.m, c.k}, la, value}, {dtype,
								[]int{c.batch, c.k, c.n}, lb, value}}}.run(t, d)
					}
				}
			}
		}
	})
}

// transposedBatch lays each matrix of a batch out by columns.
func transposedBatch(o *device.Operand) {
	o.Strides[1], o.Strides[2] = 1, o.Shape[1]
}

// The kernels for large matrices, by name: each must have run.
func TestLargeMatmul(t *testing.T) {
	both(t, func(t *testing.T, d *emulated) {
		d.limits.SMs = 2
		for _, dtype := range []device.DType{device.Float32, device.Float16, device.BFloat16} {
			for _, shape := range [][3]int{{128, 128, 32}, {136, 264, 40}, {8, 16, 72}} {
				for order := range 4 {
					largeTrial(t, d, dtype, shape, order)
				}
			}
			if dtype == device.Float16 { // before there were asynchronous copies
				d.limits.Major = 7
				largeTrial(t, d, dtype, [3]int{136, 264, 40}, 0)
				largeTrial(t, d, dtype, [3]int{136, 264, 40}, 3)
				d.limits.Major = 8
			}
		}
	})
}

func largeTrial(t *testing.T, d *emulated, dtype device.DType, shape [3]int, order int) {
	t.Helper()
	m, n, k := shape[0], shape[1], shape[2]
	c := trial{op: device.OpMatmul, compute: dtype.Compute(), f: []float64{0.5, 2}, units: 4, scale: math.Sqrt(float64(k)),
		args: []spec{{dtype: dtype, shape: []int{2, m, n}}, {dtype, []int{2, m, k}, dense, between(1, -1, 1)}, {dtype, []int{2, k, n}, dense, between(2, -1, 1)}}}
	c.arrange = func(l *device.Launch) {
		for a := range 2 {
			if order>>a&1 == 1 {
				transposedBatch(&l.Args[1+a])
			}
		}
	}
	c.run(t, d)
	orders := [4]string{"nn", "tn", "nt", "tt"}
	prefix := map[device.DType]string{device.Float32: "matmul_f32_", device.Float16: "matmul_f16_", device.BFloat16: "matmul_bf16_"}[dtype]
	if d.limits.Major == 7 {
		prefix += "sm70_"
	}
	if got := d.plan.Calls[0].Name; m > 100 && got != prefix+orders[order] {
		t.Errorf("%v in order %s runs %s", c, orders[order], got)
	}
}

func TestConv(t *testing.T) {
	both(t, func(t *testing.T, d *emulated) {
		d.limits.SMs = 20
		for _, dtype := range wide {
			for _, c := range []struct {
				images, channels, filters, groups int
				in, kernel, stride, pad, dilation []int
			}{
				{1, 1, 1, 1, []int{5}, []int{3}, []int{1}, []int{0}, []int{1}},
				{2, 3, 4, 1, []int{8, 7}, []int{3, 2}, []int{1, 2}, []int{1, 0}, []int{1, 1}},
				{3, 4, 6, 2, []int{9, 9}, []int{3, 3}, []int{2, 3}, []int{1, 2}, []int{1, 2}},
				{1, 8, 8, 8, []int{6, 6}, []int{1, 1}, []int{1, 1}, []int{0, 0}, []int{1, 1}},
				{2, 2, 3, 1, []int{4, 5, 6}, []int{2, 3, 2}, []int{1, 2, 1}, []int{1, 1, 0}, []int{1, 1, 2}},
				{9, 16, 70, 1, []int{12, 12}, []int{3, 3}, []int{1, 1}, []int{1, 1}, []int{1, 1}},
			} {
				n := len(c.in)
				out := []int{c.images, c.filters}
				for k := range n {
					out = append(out, (c.in[k]+2*c.pad[k]-c.dilation[k]*(c.kernel[k]-1)-1)/c.stride[k]+1)
				}
				x := append([]int{c.images, c.channels}, c.in...)
				w := append([]int{c.filters, c.channels / c.groups}, c.kernel...)
				ints := append(append(append(append([]int{n}, c.stride...), c.pad...), c.dilation...), c.groups)
				of := func(shape []int, seed int) spec { return spec{dtype, shape, dense, between(seed, -1, 1)} }
				scale := math.Sqrt(float64(len(x) * c.channels * c.filters * 64))
				trial{op: device.OpConv, i: ints, units: 8, scale: scale, args: []spec{{dtype: dtype, shape: out}, of(x, 1), of(w, 2)}}.run(t, d)
				trial{op: device.OpConvGradInput, i: ints, units: 8, scale: scale, args: []spec{{dtype: dtype, shape: x}, of(out, 1), of(w, 2)}}.run(t, d)
				trial{op: device.OpConvGradWeight, i: ints, units: 8, scale: scale, args: []spec{{dtype: dtype, shape: w}, of(out, 1), of(x, 2)}}.run(t, d)
			}
		}
	})
}

func TestPool(t *testing.T) {
	d := emulator(t, false)
	for _, dtype := range wide {
		for _, c := range []struct{ in, kernel, stride, pad []int }{
			{[]int{7}, []int{3}, []int{2}, []int{1}}, {[]int{9, 8}, []int{3, 2}, []int{2, 2}, []int{1, 1}}, {[]int{6, 6}, []int{3, 3}, []int{1, 1}, []int{0, 0}},
			{[]int{4, 5, 6}, []int{2, 2, 3}, []int{1, 2, 2}, []int{0, 1, 1}},
		} {
			n, out := len(c.in), []int{5}
			for k := range n {
				out = append(out, (c.in[k]+2*c.pad[k]-c.kernel[k])/c.stride[k]+1)
			}
			x := append([]int{5}, c.in...)
			ints := append(append(append([]int{n}, c.kernel...), c.stride...), c.pad...)
			one := []int{1, 1, 1}[:n]
			of := func(shape []int, seed int) spec { return spec{dtype, shape, dense, between(seed, -1, 1)} }
			trial{op: device.OpMaxPool, outs: 2, i: append(append([]int{}, ints...), one...), args: []spec{{dtype: dtype, shape: out},
				{dtype: device.Int64, shape: out}, of(x, 1)}}.run(t, d)
			last := 1
			for _, s := range x[1:] {
				last *= s
			}
			trial{op: device.OpMaxPoolGrad, units: 8, scale: 1, args: []spec{{dtype: dtype, shape: x}, of(out, 2), {device.Int64, out, dense,
				whole(3, 0, float64(last-1))}}}.run(t, d)
			for _, rest := range [][]int{{1, 0}, {0, 0}, {1, 3}} {
				i := append(append([]int{}, ints...), rest...)
				trial{op: device.OpAvgPool, i: i, units: 8, scale: 1, args: []spec{{dtype: dtype, shape: out}, of(x, 1)}}.run(t, d)
				trial{op: device.OpAvgPoolGrad, i: i, units: 8, scale: 1, args: []spec{{dtype: dtype, shape: x}, of(out, 1)}}.run(t, d)
			}
			for _, size := range []int{1, 3, 11} {
				adaptive := []int{5}
				for range n {
					adaptive = append(adaptive, size)
				}
				trial{op: device.OpAvgPool, i: []int{-1}, units: 8, scale: 1, args: []spec{{dtype: dtype, shape: adaptive}, of(x, 1)}}.run(t, d)
				trial{op: device.OpAvgPoolGrad, i: []int{-1}, units: 8, scale: 1, args: []spec{{dtype: dtype, shape: x}, of(adaptive, 1)}}.run(t, d)
			}
		}
		for mode := range 3 {
			for align := range 2 {
				for _, f := range [][]float64{nil, {1.7, 1.7}} {
					small, large := []int{3, 5, 4}, []int{3, 8, 6}
					of := func(shape []int, seed int) spec { return spec{dtype, shape, dense, between(seed, -1, 1)} }
					trial{op: device.OpUpsample, f: f, i: []int{mode, align}, units: 8, scale: 1, args: []spec{{dtype: dtype, shape: large}, of(small, 1)}}.run(t, d)
					trial{op: device.OpUpsampleGrad, f: f, i: []int{mode, align}, units: 16, scale: 1, args: []spec{{dtype: dtype, shape: small}, of(large, 1)}}.run(t, d)
				}
			}
		}
	}
}

func TestCreate(t *testing.T) {
	d := emulator(t, false) // the CPU's sequences round as PyTorch's vectors do
	for _, dtype := range append(append(append([]device.DType{device.Bool}, integers...), halves...), wide...) {
		for _, n := range []int{0, 1, 2, 9, 1000} {
			trial{op: device.OpArange, f: []float64{0.5, 0.1}, i: []int{-3, 2}, units: 2, args: []spec{{dtype: dtype, shape: []int{n}}}}.run(t, d)
			trial{op: device.OpLinspace, f: []float64{-3, 10.5}, units: 2, scale: 10, args: []spec{{dtype: dtype, shape: []int{n}}}}.run(t, d)
		}
		for diagonal := -3; diagonal <= 6; diagonal += 3 {
			for upper := range 2 {
				m := spec{dtype, []int{2, 5, 7}, dense, whole(1, 1, 1)}
				trial{op: device.OpTri, i: []int{diagonal, upper}, args: []spec{m, m}}.run(t, d)
			}
		}
	}
}

// Random numbers are those of a simulated GPU, to the bit where only arithmetic and
// logarithms are involved.
func TestRandom(t *testing.T) {
	d := emulator(t, false)
	const uniform, normal, ints, bernoulli, exponential, cauchy, logNormal, geometric = 0, 1, 2, 3, 4, 5, 6, 7
	for _, dtype := range append(append([]device.DType{device.Bool, device.Int32, device.Int64}, halves...), wide...) {
		for _, n := range []int{0, 1, 3, 1000, 5000} {
			for _, c := range []struct {
				kind   int
				f      []float64
				rest   []int
				floats bool
				units  float64
			}{
				{uniform, []float64{-1, 3}, nil, true, 0}, {normal, []float64{1, 2}, nil, true, 0}, {ints, nil, []int{-5, 100}, false, 0}, {ints,
					nil, []int{-5, 1 << 40}, false, 0},
				{bernoulli, []float64{0.3}, nil, false, 0}, {exponential, []float64{1.5}, nil, true, 0}, {cauchy, []float64{0, 1}, nil, true, 64},
				{logNormal, []float64{0, 1}, nil, true, 4},
				{geometric, []float64{0.3}, nil, true, 0},
			} {
				if c.floats && !dtype.IsFloat() {
					continue
				}
				trial{op: device.OpRandom, f: c.f, units: c.units, i: append([]int{c.kind, 1234567890123, 8, 256 * 3}, c.rest...),
					args: []spec{{dtype: dtype, shape: []int{n}}}}.run(t, d)
			}
		}
	}
}
