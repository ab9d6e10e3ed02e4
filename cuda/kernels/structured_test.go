//go:build linux

package kernels_test

import (
	"fmt"
	"math"
	"testing"

	"gputour/engine/device"
)

// both runs f on a machine whose blocks run their threads in order, and on one where they run
// backwards: a result that depends on it misses a barrier.
func both(t *testing.T, f func(t *testing.T, d *emulated)) {
	for _, backwards := range []bool{false, true} {
		t.Run(fmt.Sprint("backwards=", backwards), func(t *testing.T) { f(t, emulator(t, backwards)) })
	}
}

func TestReduce(t *testing.T) {
	both(t, func(t *testing.T, d *emulated) {
		shapes := []struct{ keep, drop []int }{{nil, []int{7}}, {nil, []int{9011}}, {[]int{3}, []int{5000}}, {[]int{300}, []int{5}},
			{[]int{7, 11}, []int{13, 2, 3}}, {[]int{600}, []int{1}}, {[]int{5}, []int{0}}, {[]int{0}, []int{5}}, {[]int{40}, []int{256}}}
		each(device.Reduce, func(op device.Op) {
			params := [][]float64{nil}
			if op == device.OpNorm {
				params = [][]float64{{2}, {1}, {0}, {3}, {math.Inf(1)}, {math.Inf(-1)}}
			} else if op == device.OpVar {
				params = [][]float64{{1}, {0}}
			}
			for _, f := range params {
				for _, dtype := range dtypesOn(d) {
					for _, s := range shapes {
						if s.drop[0] > 1000 && (dtype.Size() < 4 || dtype == device.Int32) {
							continue // long ones in the computing types only
						}
						for _, in := range layoutsOf(dtype) {
							reduceTrial(op, dtype, f, s.keep, s.drop, in).run(t, d)
						}
					}
				}
			}
		})
	})
}

func reduceTrial(op device.Op, dtype device.DType, f []float64, keep, drop []int, in layout) trial {
	if op == device.OpMaxDim || op == device.OpMinDim {
		keep, drop = append(append([]int{}, keep...), drop[:len(drop)-1]...), drop[len(drop)-1:]
	}
	shape := append(append([]int{}, keep...), drop...)
	value := whole(3, 0, 6)
	out := dtype
	if dtype.IsFloat() {
		value = between(3, 0.5, 1.5)
	}
	if (op == device.OpSum || op == device.OpProd || op == device.OpNansum) && !dtype.IsFloat() {
		out = device.Int64
	}
	switch op {
	case device.OpProd:
		value = func(i int) float64 { return 1 + float64(i%3/2) - float64(i%5/4)*0.5 }
	case device.OpArgmax, device.OpArgmin, device.OpCountNonzero:
		out = device.Int64
	case device.OpAny, device.OpAll:
		out = device.Bool
	}
	compute := dtype.Compute()
	if !dtype.IsFloat() && out == device.Int64 && op != device.OpArgmax && op != device.OpArgmin {
		compute = device.Int64
	}
	c := trial{op: op, optional: true, compute: compute, f: f, i: []int{len(drop)}, units: 4096, scale: 1e-3, args: []spec{{dtype: out, shape: keep}}}
	if op == device.OpMaxDim || op == device.OpMinDim {
		c.outs = 2
		c.args = append(c.args, spec{dtype: device.Int64, shape: keep})
	}
	c.args = append(c.args, spec{dtype, shape, in, value})
	return c
}

// NaN wins every extreme, and the first of equals.
func TestExtremes(t *testing.T) {
	d := emulator(t, false)
	for _, op := range []device.Op{device.OpAmax, device.OpAmin, device.OpArgmax, device.OpArgmin, device.OpMaxDim, device.OpMinDim,
		device.OpNorm, device.OpLogsumexp} {
		for _, n := range []int{3, 40, 1000, 9000} {
			for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
				f := []float64{math.Inf(1)}
				c := reduceTrial(op, device.Float32, f, []int{4}, []int{n}, dense)
				c.args[len(c.args)-1].value = func(i int) float64 {
					if i%n == n/2 || i%n == n-1 {
						return bad
					}
					return float64(i % 5)
				}
				c.run(t, d)
			}
		}
	}
}

// dtypesOn are all real dtypes, and one of them where only the order of threads is at stake.
func dtypesOn(d *emulated) []device.DType {
	if d.backwards {
		return []device.DType{device.Float32}
	}
	return append(append(append([]device.DType{device.Bool}, integers...), halves...), wide...)
}

// layoutsOf are all layouts for the dtypes that kernels compute in; the others, which differ in
// how elements are read, take one.
func layoutsOf(dtype device.DType) []layout {
	if dtype == device.Float32 || dtype == device.Float64 || dtype == device.Int64 {
		return []layout{dense, reversed, gapped, repeated}
	}
	return []layout{gapped}
}

// rows are shapes for what works along the last dimension.
var rows = [][]int{{}, {1}, {9}, {3, 5}, {4, 0}, {2, 3, 17}, {5, 300}, {2, 1025}, {2, 4100}}

func TestSoftmax(t *testing.T) {
	both(t, func(t *testing.T, d *emulated) {
		each(device.Softmax, func(op device.Op) {
			for _, dtype := range append(wide, halves...) {
				for _, shape := range append(rows, []int{1, 13_000}) { // one too long to be kept
					for in := range immediate {
						c := trial{op: op, compute: dtype.Compute(), units: 512, scale: 1, args: []spec{{dtype: dtype, shape: shape, layout: gapped},
							{dtype, shape, in, between(1, -4, 4)}}}
						if op == device.OpSoftmaxGrad || op == device.OpLogSoftmaxGrad {
							c.args = append(c.args, spec{dtype, shape, dense, between(2, -1, 0)})
						}
						c.run(t, d)
					}
				}
			}
		})
	})
}

func TestScan(t *testing.T) {
	both(t, func(t *testing.T, d *emulated) {
		each(device.Scan, func(op device.Op) {
			for _, dtype := range dtypesOn(d) {
				for _, shape := range rows[1:] {
					for _, in := range layoutsOf(dtype) {
						value := whole(1, 0, 3)
						if dtype.IsFloat() {
							value = between(1, 0.98, 1.02)
						}
						if op == device.OpLogcumsumexp && !dtype.IsFloat() || len(shape) == 2 && shape[1] > 1000 && dtype.Size() < 4 {
							continue
						}
						out := dtype
						if !dtype.IsFloat() && op != device.OpCummax && op != device.OpCummin {
							out = device.Int64
						}
						c := trial{op: op, compute: out.Compute(), units: 64, scale: 1, args: []spec{{dtype: out, shape: shape}}}
						if op == device.OpCummax || op == device.OpCummin {
							c.outs = 2
							c.args = append(c.args, spec{dtype: device.Int64, shape: shape, layout: gapped})
							if dtype.IsFloat() {
								value = func(i int) float64 { return []float64{1, 3, 3, -2, math.NaN(), 5, 1}[min(i*i%11, 6)] }
							}
						}
						c.args = append(c.args, spec{dtype, shape, in, value})
						c.run(t, d)
					}
				}
			}
		})
	})
}

func TestSort(t *testing.T) {
	both(t, func(t *testing.T, d *emulated) {
		for _, dtype := range dtypesOn(d) {
			for _, shape := range rows[1:] {
				for _, in := range layoutsOf(dtype) {
					for descending := range 2 {
						value := whole(1, 0, 40)
						if dtype.IsFloat() && in == dense {
							value = func(i int) float64 { return special[i*7%len(special)] }
						}
						trial{op: device.OpSort, compute: dtype.Compute(), outs: 2, i: []int{descending, 0}, args: []spec{{dtype: dtype, shape: shape},
							{dtype: device.Int64, shape: shape, layout: reversed}, {dtype, shape, in, value}}}.run(t, d)
					}
				}
			}
		}
		// the first few of many
		const n, k = 3000, 5
		trial{op: device.OpSort, compute: device.Float32, outs: 2, i: []int{1, k}, skip: func(_, i int) bool { return i%n >= k },
			args: []spec{{dtype: device.Float32, shape: []int{2, n}}, {dtype: device.Int64, shape: []int{2, n}}, {device.Float32, []int{2, n},
				dense, between(1, 0, 1)}}}.run(t, d)
	})
}

func TestNorm(t *testing.T) {
	both(t, func(t *testing.T, d *emulated) {
		for _, dtype := range wide {
			for _, s := range [][]int{{1, 2}, {4, 10}, {33, 257}, {2, 3000}} {
				for weight := dense; weight <= immediate; weight += immediate {
					row := func(seed int) spec {
						if weight == immediate { // no weight is 1, no bias 0
							return spec{dtype, s[1:], weight, func(int) float64 { return float64(3 - seed) }}
						}
						return spec{dtype, s[1:], weight, between(seed, 0.5, 2)}
					}
					m := func(seed int) spec { return spec{dtype, s, dense, between(seed, -3, 9)} }
					stat := func(seed int) spec { return spec{dtype, s[:1], dense, between(seed, 0.5, 1)} }
					trial{op: device.OpLayerNorm, compute: dtype, outs: 3, f: []float64{1e-5}, units: 64, scale: 1,
						args: []spec{{dtype: dtype, shape: s}, {dtype: dtype, shape: s[:1]}, {dtype: dtype, shape: s[:1]}, m(1), row(2), row(3)}}.run(t, d)
					trial{op: device.OpLayerNormGrad, compute: dtype, units: 512, scale: 1,
						args: []spec{{dtype: dtype, shape: s}, m(4), m(5), stat(6), stat(7), row(2)}}.run(t, d)
				}
			}
			for _, s := range [][]int{{1, 1, 1}, {2, 3, 50}, {5, 4, 301}} {
				m := func(seed int) spec { return spec{dtype, s, dense, between(seed, -3, 9)} }
				c := func(seed int) spec { return spec{dtype, s[1:2], dense, between(seed, 0.5, 2)} }
				one := spec{dtype, s[1:2], immediate, func(int) float64 { return 1.5 }}
				trial{op: device.OpBatchNorm, compute: dtype, units: 8, scale: 4, args: []spec{{dtype: dtype, shape: s}, m(1), c(2), c(3), c(4), c(5)}}.run(t, d)
				trial{op: device.OpBatchNorm, compute: dtype, units: 8, scale: 4, args: []spec{{dtype: dtype, shape: s}, m(1), c(2), c(3), one, one}}.run(t, d)
				for training := range 2 {
					trial{op: device.OpBatchNormGrad, compute: dtype, i: []int{training}, units: 64, scale: 4,
						args: []spec{{dtype: dtype, shape: s}, m(1), m(2), c(3), c(4), c(5)}}.run(t, d)
				}
			}
		}
	})
}

func TestIndex(t *testing.T) {
	d := emulator(t, false)
	for _, dtype := range []device.DType{device.Bool, device.Int8, device.Int16, device.Int32, device.Int64, device.Float16,
		device.BFloat16, device.Float32, device.Float64, device.Complex64, device.Complex128} {
		values := whole(1, 0, 9)
		unique := func(i int) float64 { return float64((i*3 + 1) % 7) } // a permutation of 0…6
		for in := range immediate {
			x := spec{dtype, []int{7, 5, 4}, in, values}
			at := func(shape []int, l layout) spec { return spec{device.Int64, shape, l, whole(2, -5, 4)} }
			trial{op: device.OpIndex, i: []int{1}, args: []spec{{dtype: dtype, shape: []int{6, 2, 5, 4}}, x, at([]int{6, 2}, in)}}.run(t, d)
			trial{op: device.OpIndex, i: []int{2}, args: []spec{{dtype: dtype, shape: []int{6, 3, 4}}, x, at([]int{6, 3}, repeated), at([]int{6, 3}, in)}}.run(t, d)
			trial{op: device.OpIndex, i: []int{3}, args: []spec{{dtype: dtype, shape: []int{11}}, x, at([]int{11}, in), at([]int{11}, dense),
				{device.Int64, []int{11}, dense, whole(3, 0, 3)}}}.run(t, d)
			out := spec{dtype, []int{7, 5}, dense, values}
			trial{op: device.OpIndexPut, i: []int{1, 0}, args: []spec{out, {dtype, []int{7, 5}, in, values}, {device.Int64, []int{7}, dense, unique}}}.run(t, d)
			trial{op: device.OpIndexPut, i: []int{1, 1}, units: 8, scale: 8, args: []spec{out, {dtype, []int{20, 5}, in, values},
				{device.Int64, []int{20}, dense, whole(4, 0, 6)}}}.run(t, d)
			trial{op: device.OpGather, i: []int{1}, args: []spec{{dtype: dtype, shape: []int{7, 3, 4}}, x, {device.Int64, []int{7, 3, 4}, in, whole(5, 0, 4)}}}.run(t, d)
			for _, op := range []device.Op{device.OpScatterAdd, device.OpScatterReduce} {
				for how := range 4 {
					if dtype.IsComplex() && how > 0 {
						continue
					}
					trial{op: op, i: []int{0, how}, units: 8, scale: 8, args: []spec{out, {device.Int64, []int{7, 5}, in, whole(6, 0, 6)}, {dtype,
						[]int{7, 5}, in, whole(7, 1, 2)}}}.run(t, d)
				}
			}
			trial{op: device.OpScatter, i: []int{0}, args: []spec{out, {device.Int64, []int{7, 1}, dense, unique}, {dtype, []int{7, 1}, in, values}}}.run(t, d)
		}
	}
}

// Operands without dimensions, and of one, in every family that has dimensions of its own.
func TestFewDimensions(t *testing.T) {
	d := emulator(t, false)
	f32 := device.Float32
	scalar, five := []int{}, []int{5}
	values := whole(1, 1, 4)
	zero := func(int) float64 { return 0 }
	for _, c := range []trial{
		{op: device.OpAdd, compute: f32, args: []spec{{dtype: f32, shape: scalar}, {f32, scalar, dense, values}, {f32, scalar, immediate, values}}},
		{op: device.OpSum, compute: f32, i: []int{0}, args: []spec{{dtype: f32, shape: scalar}, {f32, scalar, dense, values}}},
		{op: device.OpSum, compute: f32, i: []int{0}, args: []spec{{dtype: f32, shape: five}, {f32, five, dense, values}}},
		{op: device.OpVar, compute: f32, f: []float64{1}, i: []int{1}, args: []spec{{dtype: f32, shape: scalar}, {f32, []int{1}, dense, values}}},
		{op: device.OpSoftmax, compute: f32, units: 2, args: []spec{{dtype: f32, shape: scalar}, {f32, scalar, dense, values}}},
		{op: device.OpCumsum, compute: f32, args: []spec{{dtype: f32, shape: scalar}, {f32, scalar, dense, values}}},
		{op: device.OpSort, compute: f32, outs: 2, i: []int{0, 0}, args: []spec{{dtype: f32, shape: scalar}, {dtype: device.Int64,
			shape: scalar}, {f32, scalar, dense, values}}},
		{op: device.OpIndex, i: []int{1}, args: []spec{{dtype: f32, shape: []int{3}}, {f32, []int{5, 3}, dense, values}, {device.Int64, scalar, dense, values}}},
		{op: device.OpIndex, i: []int{1}, args: []spec{{dtype: f32, shape: scalar}, {f32, five, dense, values}, {device.Int64, scalar, dense, values}}},
		{op: device.OpIndexPut, i: []int{1, 1}, args: []spec{{f32, five, dense, values}, {f32, scalar, dense, values}, {device.Int64, scalar, dense, values}}},
		{op: device.OpGather, i: []int{0}, args: []spec{{dtype: f32, shape: scalar}, {f32, scalar, dense, values}, {device.Int64, scalar, dense, zero}}},
		{op: device.OpScatterAdd, i: []int{0}, args: []spec{{f32, five, dense, values}, {device.Int64, []int{2}, dense, values}, {f32, []int{2}, dense, values}}},
		{op: device.OpCopy, args: []spec{{dtype: f32, shape: scalar}, {device.Int64, scalar, dense, values}}},
		{op: device.OpArange, f: []float64{0, 1}, args: []spec{{dtype: f32, shape: five}}},
		{op: device.OpRandom, f: []float64{0, 1}, i: []int{0, 1, 0, 64}, args: []spec{{dtype: f32, shape: scalar}}},
		{op: device.OpAvgPool, i: []int{1, 2, 1, 0, 1, 0}, units: 1, args: []spec{{dtype: f32, shape: []int{1, 4}}, {f32, []int{1, 5}, dense, values}}},
	} {
		c.run(t, d)
	}
	// a row of its own dimension: y has one, x is viewed with two
	row := trial{op: device.OpLayerNorm, compute: f32, outs: 3, f: []float64{1e-5}, units: 8, scale: 1, args: []spec{{dtype: f32,
		shape: five}, {dtype: f32, shape: []int{1}}, {dtype: f32, shape: []int{1}},
		{f32, []int{1, 5}, dense, values}, {f32, five, dense, values}, {f32, five, dense, values}}}
	row.run(t, d)
}

// A position that does not exist is an error that names it, and nothing else is touched.
func TestOutOfRange(t *testing.T) {
	d := emulator(t, false)
	for _, c := range []trial{
		{op: device.OpIndex, i: []int{1}, args: []spec{{dtype: device.Float32, shape: []int{3}}, {device.Float32, []int{4}, dense, whole(1,
			0, 9)}, {device.Int64, []int{3}, dense, func(i int) float64 { return float64(i * 7) }}}},
		{op: device.OpGather, i: []int{0}, args: []spec{{dtype: device.Float32, shape: []int{3}}, {device.Float32, []int{4}, dense, whole(1,
			0, 9)}, {device.Int64, []int{3}, dense, func(i int) float64 { return -float64(i) }}}},
	} {
		want, got := c.op, d.Launch(c.launch(t, d))
		if got == nil {
			t.Errorf("%v at a place that does not exist succeeds", want)
		}
	}
}

// Complex numbers go through the kernels of real ones.
func TestComplexStructured(t *testing.T) {
	d := emulator(t, false)
	for _, dtype := range []device.DType{device.Complex64, device.Complex128} {
		for in := range immediate {
			x := spec{dtype, []int{5, 6, 7}, in, between(1, -1, 1)}
			trial{op: device.OpSum, compute: dtype, i: []int{2}, units: 64, scale: 8, args: []spec{{dtype: dtype, shape: []int{5}}, x}}.run(t, d)
			trial{op: device.OpAny, compute: dtype, i: []int{1}, args: []spec{{dtype: device.Bool, shape: []int{5, 6}}, x}}.run(t, d)
			trial{op: device.OpNorm, compute: dtype, f: []float64{2}, i: []int{2}, units: 8, args: []spec{{dtype: dtype.Real(), shape: []int{5}}, x}}.run(t, d)
			trial{op: device.OpCumsum, compute: dtype, units: 64, scale: 8, args: []spec{{dtype: dtype, shape: []int{5, 6, 7}}, x}}.run(t, d)
			trial{op: device.OpMatmul, f: []float64{0.5, 2}, units: 64, scale: 8, args: []spec{{dtype: dtype, shape: []int{5, 6, 4}}, x,
				{dtype, []int{5, 7, 4}, in, between(2, -1, 1)}}}.run(t, d)
		}
	}
}
