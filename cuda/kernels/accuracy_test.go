//go:build linux

package kernels_test

import (
	"math"
	"testing"

	"gputour/engine/device"
	"gputour/engine/libm"
)

// accurate has the errors of the elementary functions, in units in the last place of the
// result, over a range of arguments: of float, and of double. References are engine/libm's,
// which round correctly but for one argument in thousands, and package math's where it has none.
var accurate = []struct {
	op             device.Op
	f              func(float64) float64
	low, high      float64
	float, doubles float64
}{
	{device.OpExp, libm.Exp, -80, 80, 1, 1},
	{device.OpExp2, libm.Exp2, -120, 120, 2, 1.5},
	{device.OpExpm1, math.Expm1, -10, 10, 1.5, 1},
	{device.OpExpm1, math.Expm1, -0.5, 0.5, 1.5, 1},
	{device.OpLog, libm.Log, 1e-3, 4, 1, 1},
	{device.OpLog, libm.Log, 1e-30, 1e30, 1, 1},
	{device.OpLog2, libm.Log2, 1e-3, 40, 2, 2},
	{device.OpLog10, libm.Log10, 1e-3, 40, 2.5, 3},
	{device.OpLog1p, math.Log1p, -0.99, 10, 2, 1},
	{device.OpSin, libm.Sin, -3, 3, 1.5, 2},
	{device.OpCos, libm.Cos, -1.5, 1.5, 1.5, 1},
	{device.OpSin, libm.Sin, 1e5, 1e6, 1, 1},
	{device.OpTan, libm.Tan, -1.4, 1.4, 1, 2},
	{device.OpAsin, libm.Asin, -1, 1, 1, 2},
	{device.OpAcos, libm.Acos, -1, 1, 1, 2},
	{device.OpAtan, libm.Atan, -30, 30, 1, 1},
	{device.OpSinh, libm.Sinh, -20, 20, 3, 2},
	{device.OpCosh, libm.Cosh, -20, 20, 3, 2},
	{device.OpTanh, libm.Tanh, -12, 12, 3, 3},
	{device.OpAsinh, libm.Asinh, -100, 100, 1, 2},
	{device.OpAcosh, libm.Acosh, 1, 100, 1, 2},
	{device.OpAtanh, libm.Atanh, -0.99, 0.99, 1, 2},
	{device.OpErf, math.Erf, -4, 4, 1.5, 1.5},
	{device.OpErfc, math.Erfc, -4, 9, 1, 4},
	{device.OpErfinv, math.Erfinv, -0.999, 0.999, 1, 6},
	{device.OpLgamma, libm.Lgamma, 4, 100, 1, 8},
	{device.OpSigmoid, func(x float64) float64 { return 1 / (1 + libm.Exp(-x)) }, -20, 20, 2.5, 2.5},
	{device.OpSqrt, math.Sqrt, 0, 100, 0.5, 0.5},
}

func TestAccuracy(t *testing.T) {
	d := emulator(t, false)
	const n = 20_000
	for _, c := range accurate {
		for k, dtype := range wide {
			x := spec{dtype, []int{n}, dense, between(int(c.op), c.low, c.high)}
			l := trial{op: c.op, compute: dtype, args: []spec{{dtype: dtype, shape: []int{n}}, x}}.launch(t, d)
			if err := d.Launch(l); err != nil {
				t.Fatal(err)
			}
			in, out := numbers(bytesOf(t, l.Args[1].Buffer), dtype), numbers(bytesOf(t, l.Args[0].Buffer), dtype)
			worst, at := 0.0, 0.0
			for i, v := range in {
				if e := ulps(out[i], c.f(v), dtype); e > worst {
					worst, at = e, v
				}
			}
			bound := []float64{c.float, c.doubles}[k]
			if testing.Verbose() {
				t.Logf("%v %v from %g to %g: %.2f ulp", c.op, dtype, c.low, c.high, worst)
			}
			if worst > bound {
				t.Errorf("%v in %v is %.2f ulp off at %v, more than %v", c.op, dtype, worst, at, bound)
			}
		}
	}
}

// ulps is the error of got in units in the last place of want.
func ulps(got, want float64, d device.DType) float64 {
	if got == want {
		return 0
	}
	bits := 52
	if d == device.Float32 {
		bits = 23
	}
	_, exp := math.Frexp(want)
	return math.Abs(got-want) / math.Ldexp(1, exp-1-bits)
}

// Powers: half a unit and a little for float, as they go through double.
func TestPower(t *testing.T) {
	d := emulator(t, false)
	const n = 20_000
	for _, dtype := range wide {
		l := trial{op: device.OpPow, compute: dtype, args: []spec{{dtype: dtype, shape: []int{n}}, {dtype, []int{n}, dense, between(1, 0.01,
			20)}, {dtype, []int{n}, dense, between(2, -20, 20)}}}.launch(t, d)
		if err := d.Launch(l); err != nil {
			t.Fatal(err)
		}
		a, b, out := numbers(bytesOf(t, l.Args[1].Buffer), dtype), numbers(bytesOf(t, l.Args[2].Buffer), dtype), numbers(bytesOf(t, l.Args[0].Buffer), dtype)
		worst := 0.0
		for i := range out {
			worst = max(worst, ulps(out[i], libm.Pow(a[i], b[i]), dtype))
		}
		if worst > 1 {
			t.Errorf("pow in %v is %.2f ulp off", dtype, worst)
		}
	}
}
