package devicetest

import (
	"fmt"
	"math"
	"testing"

	"gputour/engine/device"
)

var (
	floats   = []device.DType{device.Float16, device.BFloat16, device.Float32, device.Float64}
	integers = []device.DType{device.Uint8, device.Int8, device.Int16, device.Int32, device.Int64}
)

// unaryOps with the range of their arguments and the units in the last place, of the
// result or of 1e-6, that they may be off. Results in 16-bit floats are rounded from
// float32, so that half a unit is all they lose; one is allowed.
var unaryOps = []struct {
	op        device.Op
	f         func(float64) float64
	low, high float64
	units     float64
}{
	{device.OpNeg, func(x float64) float64 { return -x }, -100, 100, 0},
	{device.OpAbs, math.Abs, -100, 100, 0},
	{device.OpSquare, func(x float64) float64 { return x * x }, -10, 10, 1},
	{device.OpSqrt, math.Sqrt, 0, 100, 1},
	{device.OpRsqrt, func(x float64) float64 { return 1 / math.Sqrt(x) }, 0.1, 100, 2},
	{device.OpReciprocal, func(x float64) float64 { return 1 / x }, 0.1, 100, 1},
	{device.OpExp, math.Exp, -10, 10, 2},
	{device.OpExpm1, math.Expm1, -5, 5, 2},
	{device.OpLog, math.Log, 0.01, 100, 2},
	{device.OpLog10, math.Log10, 0.01, 100, 2},
	{device.OpLog1p, math.Log1p, -0.9, 100, 2},
	{device.OpSin, math.Sin, -50, 50, 2},
	{device.OpCos, math.Cos, -50, 50, 2},
	{device.OpTanh, math.Tanh, -6, 6, 2},
	{device.OpSigmoid, func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }, -20, 20, 3},
	{device.OpErf, math.Erf, -4, 4, 2},
	{device.OpFloor, math.Floor, -50, 50, 0},
	{device.OpCeil, math.Ceil, -50, 50, 0},
	{device.OpTrunc, math.Trunc, -50, 50, 0},
	{device.OpRelu, func(x float64) float64 { return max(x, 0) }, -50, 50, 0},
}

func testUnary(t *testing.T, open Open) {
	d := first(t, open)
	for _, o := range unaryOps {
		for _, dtype := range floats {
			forLayouts(func(shape []int, in, out layout) {
				x := newArray(t, d, dtype, shape, in, random(1, dtype, o.low, o.high))
				y := newArray(t, d, dtype, shape, out, func(int) float64 { return 0 })
				launch(t, d, o.op, dtype.Compute(), nil, nil, y, x)
				want := make([]float64, len(x.values))
				for i, v := range x.values {
					want[i] = o.f(v)
				}
				check(t, describe(o.op, dtype, shape, in, out), y, want, o.units+1, 1e-6)
			})
		}
	}
}

func describe(op device.Op, dtype device.DType, shape []int, in, out layout) string {
	return fmt.Sprintf("%v %v %v from %v to %v", op, dtype, shape, in, out)
}

// forLayouts visits shapes with pairs of input and output layouts: all pairs for small
// shapes, few for large ones. Outputs are not broadcast.
func forLayouts(f func(shape []int, in, out layout)) {
	for k, shape := range shapes {
		n := 1
		for _, s := range shape {
			n *= s
		}
		for in := range numLayouts {
			for out := range broadcast {
				if n > 1000 && int(in+out) != k%3 {
					continue
				}
				f(shape, in, out)
			}
		}
	}
}

var binaryOps = []struct {
	op       device.Op
	f        func(a, b float64) float64
	units    float64
	integral bool // defined for integers too
}{
	{device.OpAdd, func(a, b float64) float64 { return a + b }, 1, true},
	{device.OpSub, func(a, b float64) float64 { return a - b }, 1, true},
	{device.OpMul, func(a, b float64) float64 { return a * b }, 1, true},
	{device.OpDiv, func(a, b float64) float64 { return a / b }, 1, false},
	{device.OpMaximum, func(a, b float64) float64 { return max(a, b) }, 0, true},
	{device.OpMinimum, func(a, b float64) float64 { return min(a, b) }, 0, true},
	{device.OpPow, math.Pow, 4, false},
	{device.OpAtan2, math.Atan2, 3, false},
}

func testBinary(t *testing.T, open Open) {
	d := first(t, open)
	for _, o := range binaryOps {
		dtypes := floats
		if o.integral {
			dtypes = append(integers, floats...)
		}
		for _, dtype := range dtypes {
			f, ints := []float64{1}, []int{1}
			forLayouts(func(shape []int, in, out layout) {
				a := newArray(t, d, dtype, shape, in, random(2, dtype, 1, 5))
				b := newArray(t, d, dtype, shape, (in+1)%numLayouts, random(3, dtype, 1, 5))
				if o.op == device.OpSub && dtype == device.Uint8 {
					b = newArray(t, d, dtype, shape, in, func(int) float64 { return 1 })
				}
				y := newArray(t, d, dtype, shape, out, func(int) float64 { return 0 })
				launch(t, d, o.op, dtype.Compute(), f, ints, y, a, b)
				want := make([]float64, len(a.values))
				for i, v := range a.values {
					want[i] = o.f(v, b.values[i])
				}
				check(t, describe(o.op, dtype, shape, in, out), y, want, o.units+1, 1)
			})
		}
	}
}

func testCompare(t *testing.T, open Open) {
	d := first(t, open)
	ops := map[device.Op]func(a, b float64) bool{
		device.OpEq: func(a, b float64) bool { return a == b }, device.OpNe: func(a, b float64) bool { return a != b },
		device.OpLt: func(a, b float64) bool { return a < b }, device.OpLe: func(a, b float64) bool { return a <= b },
		device.OpGt: func(a, b float64) bool { return a > b }, device.OpGe: func(a, b float64) bool { return a >= b },
	}
	for op, f := range ops {
		for _, dtype := range append(integers, floats...) {
			forLayouts(func(shape []int, in, out layout) {
				a := newArray(t, d, dtype, shape, in, func(i int) float64 { return float64(i % 5) })
				b := newArray(t, d, dtype, shape, contiguous, func(i int) float64 { return float64(i % 3) })
				y := newArray(t, d, device.Bool, shape, out, func(int) float64 { return 0 })
				launch(t, d, op, dtype.Compute(), nil, nil, y, a, b)
				want := make([]float64, len(a.values))
				for i, v := range a.values {
					if f(v, b.values[i]) {
						want[i] = 1
					}
				}
				check(t, describe(op, dtype, shape, in, out), y, want, 0, 0)
			})
		}
	}
}

// Copies convert between any two dtypes.
func testConvert(t *testing.T, open Open) {
	d := first(t, open)
	all := append(append([]device.DType{device.Bool}, integers...), floats...)
	for _, from := range all {
		for _, to := range all {
			for _, shape := range [][]int{{}, {0}, {37}, {5, 9}} {
				for in := range numLayouts {
					x := newArray(t, d, from, shape, in, random(4, device.Int8, 0, 100))
					y := newArray(t, d, to, shape, contiguous, func(int) float64 { return 0 })
					launch(t, d, device.OpCopy, to, nil, nil, y, x)
					want := append([]float64(nil), x.values...)
					for i, v := range want {
						if to == device.Bool && v != 0 {
							want[i] = 1
						}
					}
					check(t, fmt.Sprintf("copy %v %v to %v", from, shape, to), y, want, 1, 0)
				}
			}
		}
	}
}
