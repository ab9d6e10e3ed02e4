//go:build linux

package kernels_test

import (
	"math"
	"testing"

	"gputour/engine/device"
)

// special values stand among the others of every elementwise test.
var special = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 3, 1.5, 2.5, -2.5, 1e-8, -1e-8, 1e-20, 1e-40, 10, -10, 20, 30.5, 88, -88, 89.5,
	-104, 170, 0.999999, 1.000001, 1e5, -1e5, 1e10, 1e30, math.Inf(1), math.Inf(-1), math.NaN()}

// mixed makes special values first, then others from low to high.
func mixed(seed int, low, high float64) func(int) float64 {
	f := between(seed, low, high)
	return func(i int) float64 {
		if i < len(special) {
			return special[i]
		}
		return f(i)
	}
}

// accuracies says how far an op may be from the CPU's result: in units in the last place, of
// the result or of scale where it is smaller. Other ops are within 2 units. Where Go's own
// functions lose digits the bound is wide: accuracy_test.go has the kernels' own errors.
var accuracies = map[device.Op]struct{ units, scale float64 }{
	device.OpTanh: {4, 0}, device.OpSinh: {4, 0}, device.OpCosh: {4, 0}, device.OpLog10: {3, 0}, device.OpLog2: {3, 1},
	device.OpLog1p: {3, 0}, device.OpExpm1: {3, 0}, device.OpSigmoid: {3, 1e-30}, device.OpSilu: {4, 1e-30}, device.OpSoftplus: {4, 1e-30},
	device.OpLogSigmoid: {4, 1e-30}, device.OpMish: {8, 1e-30}, device.OpElu: {4, 0},
	device.OpGelu: {4, 1}, device.OpGeluTanh: {8, 1}, // the CPU's own erf is good to 1.5e-7
	device.OpSin: {4, 1e-3}, device.OpCos: {4, 1e-3}, device.OpTan: {4, 1e-3}, device.OpSinc: {4, 1},
	device.OpAsin: {64, 0}, device.OpAcos: {64, 1}, device.OpAcosh: {4, 1e-3}, device.OpAsinh: {4, 0}, device.OpAtanh: {4, 0},
	device.OpErfinv: {4, 0}, device.OpErfc: {8, 1e-30}, device.OpLgamma: {16, 1}, device.OpDigamma: {16, 1}, device.OpI0: {4, 0},
	device.OpPow: {64, 1e-30}, device.OpLogaddexp: {4, 1}, device.OpLogaddexp2: {4, 1}, device.OpAtan2: {4, 0}, device.OpXlogy: {4, 1},
	device.OpSigmoidGrad: {4, 0}, device.OpTanhGrad: {4, 1}, device.OpHypot: {3, 0}, device.OpExp2: {3, 1e-37},
	device.OpLerp: {4, 10}, device.OpAddcmul: {4, 10}, device.OpAddcdiv: {4, 10},
}

// parameters of the ops that have some.
var parameters = map[device.Op][][]float64{
	device.OpRound: {nil, {2}, {-1}}, device.OpSoftplus: {{1, 20}, {2, 5}}, device.OpElu: {{1, 1, 1}, {1.67, 1.05, 1}},
	device.OpLeakyRelu: {{0.01}}, device.OpClamp: {{-1, 2}, {math.Inf(-1), 1}}, device.OpNanToNum: {{0, 1e30, -1e30}},
	device.OpThreshold: {{0.5, 7}}, device.OpAdd: {nil, {1}, {-2.5}}, device.OpSub: {nil, {1}, {0.5}}, device.OpReluGrad: {nil},
	device.OpAddcmul: {{0.5}}, device.OpAddcdiv: {{-2}},
}

func each(family device.Family, f func(op device.Op)) {
	for op := device.Op(1); op < device.NumOps; op++ {
		if op.Family() == family {
			f(op)
		}
	}
}

func parametersOf(op device.Op) [][]float64 {
	if list := parameters[op]; list != nil {
		return list
	}
	return [][]float64{nil}
}

func accuracyOf(op device.Op) (units, scale float64) {
	if a, ok := accuracies[op]; ok {
		return a.units, a.scale
	}
	return 2, 0
}

func TestUnary(t *testing.T) {
	d := emulator(t, false)
	for _, family := range []device.Family{device.Unary, device.Predicate} {
		each(family, func(op device.Op) {
			units, scale := accuracyOf(op)
			for _, f := range parametersOf(op) {
				for _, dtype := range append(wide, halves...) {
					out := dtype
					if family == device.Predicate {
						out = device.Bool
					}
					for in := range immediate {
						c := trial{op: op, optional: true, compute: dtype.Compute(), f: f, units: units, scale: scale,
							args: []spec{{dtype: out, shape: []int{6, 31}}, {dtype, []int{6, 31}, in, mixed(1, -6, 6)}}}
						c.run(t, d)
					}
					c := trial{op: op, optional: true, compute: dtype.Compute(), f: f, units: units, scale: scale,
						args: []spec{{dtype: out, shape: []int{3001}}, {dtype, []int{3001}, dense, mixed(2, -1, 30)}}}
					c.run(t, d)
				}
				for _, dtype := range append(integers, device.Bool) {
					out := dtype
					if family == device.Predicate {
						out = device.Bool
					}
					c := trial{op: op, optional: true, compute: dtype, i: []int{-3, 5}, args: []spec{{dtype: out, shape: []int{3, 700}}, {dtype,
						[]int{3, 700}, dense, whole(1, -120, 120)}}}
					c.run(t, d)
				}
			}
		})
	}
}

func TestBinary(t *testing.T) {
	d := emulator(t, false)
	for _, family := range []device.Family{device.Binary, device.Compare} {
		each(family, func(op device.Op) {
			units, scale := accuracyOf(op)
			for _, f := range parametersOf(op) {
				for _, dtype := range append(wide, halves...) {
					out := dtype
					if family == device.Compare {
						out = device.Bool
					}
					if op == device.OpComplex {
						out = dtype.Complex()
					}
					for in := range numLayouts {
						b := mixed(4, -3, 3)
						if in%2 == 0 {
							b = func(i int) float64 { return special[i%len(special)] }
						}
						if in == immediate {
							b = func(int) float64 { return 2 }
						}
						c := trial{op: op, optional: true, compute: dtype.Compute(), f: f, units: units, scale: scale,
							args: []spec{{dtype: out, shape: []int{40, 34}}, {dtype, []int{40, 34}, dense, mixed(3, -4, 4)}, {dtype, []int{40, 34}, in, b}}}
						c.run(t, d)
					}
				}
			}
			for _, dtype := range append(integers, device.Bool) {
				out := dtype
				if family == device.Compare {
					out = device.Bool
				}
				low, high := -120.0, 120.0
				if op == device.OpLcm {
					low, high = -11, 11 // what overflows differs
				}
				least := -9.0
				if op == device.OpLeftShift || op == device.OpRightShift {
					least = 1 // by how much x86 shifts otherwise, no GPU does
				}
				for in := range numLayouts {
					b := func(i int) float64 { // no zero: dividing by it is an error on the CPU
						if v := whole(6, least, 9)(i); v != 0 {
							return v
						}
						return 1
					}
					c := trial{op: op, optional: true, compute: dtype, i: []int{3}, args: []spec{{dtype: out, shape: []int{40, 34}}, {dtype,
						[]int{40, 34}, dense, whole(5, low, high)}, {dtype, []int{40, 34}, in, b}}}
					c.run(t, d)
				}
			}
		})
	}
}

func TestTernary(t *testing.T) {
	d := emulator(t, false)
	each(device.Ternary, func(op device.Op) {
		units, scale := accuracyOf(op)
		for _, f := range parametersOf(op) {
			for _, dtype := range append(append(wide, halves...), integers...) {
				first, compute := dtype, dtype.Compute()
				if op == device.OpWhere {
					first, compute = device.Bool, dtype
				}
				for in := range numLayouts {
					c := trial{op: op, optional: true, compute: compute, f: f, units: units, scale: scale, args: []spec{{dtype: dtype, shape: []int{40, 34}},
						{first, []int{40, 34}, dense, whole(7, 0, 1)}, {dtype, []int{40, 34}, in, whole(8, -4, 4)}, {dtype, []int{40, 34}, dense, whole(9, 1, 3)}}}
					c.run(t, d)
				}
			}
		}
	})
}

func TestComplex(t *testing.T) {
	d := emulator(t, false)
	for _, dtype := range []device.DType{device.Complex64, device.Complex128} {
		for op := device.Op(1); op < device.NumOps; op++ {
			out, inputs, f := dtype, 1, []float64(nil)
			switch op.Family() {
			case device.Unary:
				if op == device.OpReal || op == device.OpImag || op == device.OpAbs || op == device.OpAngle {
					out = dtype.Real()
				}
			case device.Predicate:
				out = device.Bool
			case device.Binary:
				inputs, f = 2, []float64{0.5, 1.5}
			case device.Compare:
				out, inputs = device.Bool, 2
			case device.Ternary:
				inputs, f = 3, []float64{0.5, 1.5}
			default:
				continue
			}
			if fallsBack(op, dtype) {
				continue
			}
			for in := range numLayouts {
				c := trial{op: op, optional: true, compute: dtype, f: f, units: 32, scale: 1, args: []spec{{dtype: out, shape: []int{9, 40}}}}
				for k := range inputs {
					c.args = append(c.args, spec{dtype, []int{9, 40}, dense, between(k, -2, 2)})
				}
				c.args[inputs].layout = in
				if op == device.OpWhere {
					c.args[1].dtype, c.args[1].value = device.Bool, whole(1, 0, 1)
				}
				c.run(t, d)
			}
		}
	}
}

// Rows and columns that are broadcast over a matrix, four elements at a time where they fit.
func TestBroadcast(t *testing.T) {
	d := emulator(t, false)
	for _, dtype := range append(append(wide, halves...), device.Int64, device.Uint8) {
		for _, shape := range [][]int{{40, 64}, {40, 63}, {6, 20, 32}, {2, 3, 4, 128}} {
			strides := make([][]int, 0, 8)
			for mask := range 1 << len(shape) { // each set of dimensions
				s, n := make([]int, len(shape)), 1
				for k := len(shape) - 1; k >= 0; k-- {
					if mask>>k&1 == 1 {
						s[k] = n
						n *= shape[k]
					}
				}
				strides = append(strides, s)
			}
			for _, s := range strides {
				m := spec{dtype, shape, dense, whole(1, 0, 9)}
				c := trial{op: device.OpMul, compute: dtype.Compute(), args: []spec{{dtype: dtype, shape: shape}, m, m}}
				c.arrange = func(l *device.Launch) { l.Args[2].Strides = s }
				c.run(t, d)
				c.args[0].layout = gapped
				c.run(t, d)
			}
		}
	}
}

// Operands of dtypes other than the computing one are converted on the way.
func TestMixed(t *testing.T) {
	d := emulator(t, false)
	all := append(append(append([]device.DType{device.Bool}, integers...), halves...), wide...)
	for _, a := range all {
		for _, b := range all {
			for _, compute := range []device.DType{device.Float32, device.Float64, device.Int64} {
				c := trial{op: device.OpMul, compute: compute, units: 1,
					args: []spec{{dtype: compute, shape: []int{1500}}, {a, []int{1500}, dense, whole(1, 0, 9)}, {b, []int{1500}, gapped, whole(2, 0, 9)}}}
				c.run(t, d)
			}
			for in := range numLayouts {
				trial{op: device.OpCopy, compute: b, args: []spec{{dtype: b, shape: []int{37, 41}}, {a, []int{37, 41}, in, between(3, -300, 300)}}}.run(t, d)
			}
			trial{op: device.OpCopy, compute: b, args: []spec{{dtype: b, shape: []int{64}, layout: gapped}, {a, []int{64}, dense,
				func(i int) float64 { return special[i%len(special)] }}}}.run(t, d)
		}
		trial{op: device.OpCopy, compute: a, args: []spec{{dtype: a, shape: []int{1 << 14}}, {a, []int{1 << 14}, dense, whole(1, 0, 100)}}}.run(t, d)
		trial{op: device.OpCopy, compute: a, args: []spec{{dtype: a, shape: []int{3, 70, 90}}, {a, []int{3, 70, 90}, reversed, whole(1, 0, 100)}}}.run(t, d)
	}
}
