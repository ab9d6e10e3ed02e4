package autograd

import (
	"math"
	"testing"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// opNamed is an op by its row's name, NoOp if there is none.
func opNamed(name string) device.Op {
	for op := device.Op(1); op < device.NumOps; op++ {
		if op.String() == name {
			return op
		}
	}
	return device.NoOp
}

// domains shifts the samples of ops that are not smooth, or nothing, on (−1.2, 1.2): what
// comes out is scale·x + shift, of |x| in (0.2, 1.2), of both signs where signed.
var domains = map[device.Op]struct{ scale, shift float64 }{
	device.OpAcosh: {1, 1.5}, device.OpAsin: {0.7, 0}, device.OpAcos: {0.7, 0}, device.OpAtanh: {0.7, 0}, device.OpErfinv: {0.7, 0},
	device.OpSqrt: {1, 0}, device.OpRsqrt: {1, 0}, device.OpReciprocal: {1, 0}, device.OpLog: {1, 0}, device.OpLog2: {1, 0},
	device.OpLog10: {1, 0}, device.OpLog1p: {1, 0}, device.OpLgamma: {1, 0}, device.OpDigamma: {1, 0}, device.OpAngle: {1, 0},
}

// arguments are the parameters F of ops that have some.
var arguments = map[device.Op][]float64{
	device.OpSoftplus: {2, 20}, device.OpElu: {1.3, 1, 1}, device.OpLeakyRelu: {0.1}, device.OpThreshold: {0.1, 0.7},
	device.OpClamp: {-0.7, 0.6}, device.OpNanToNum: {0, math.MaxFloat64, -math.MaxFloat64}, device.OpRound: {0},
}

// derivativeCases checks every row of the derivatives: a new one is a case by itself.
func derivativeCases(t *testing.T, tp *Tape) []gradCase {
	var cases []gradCase
	for op := device.Op(1); op < device.NumOps; op++ {
		r := &derivatives()[op]
		if r.name == "" || r.all != nil {
			continue
		}
		c := gradCase{name: op.String(), once: op == device.OpLgamma || op == device.OpDigamma || op == device.OpI0}
		if op.Family() == device.Binary {
			c.inputs = []*Tensor{sample(t, tp, 3, false, 2, 3), sample(t, tp, 7, false, 3)}
			c.f = func(in []*Tensor) (*Tensor, error) { return tp.Binary(op, in[0], in[1]) }
		} else {
			d, positive := domains[op]
			x := sample(t, tp, 3, !positive || d.shift == 0 && d.scale != 1, 2, 3)
			if positive {
				x = must(t)(tp.Env.Mul(x, tp.Wrap(tensor.Float(d.scale))))
				x = must(t)(tp.Env.Add(x, tp.Wrap(tensor.Float(d.shift)), tensor.One))
			}
			c.inputs = []*Tensor{x}
			c.f = func(in []*Tensor) (*Tensor, error) { return tp.Unary(op, in[0], arguments[op]...) }
		}
		cases = append(cases, c)
	}
	for _, op := range []device.Op{device.OpAdd, device.OpSub, device.OpMul, device.OpDiv, device.OpPow, device.OpFmod} {
		cases = append(cases, gradCase{
			name:   op.String(),
			inputs: []*Tensor{sample(t, tp, 3, false, 2, 3), sample(t, tp, 7, false, 3)},
			f:      func(in []*Tensor) (*Tensor, error) { return tp.Binary(op, in[0], in[1]) },
		})
	}
	return cases
}

// TestEveryFunctionHasAGradient holds the table of ops against that of derivatives: an op that
// makes floats of floats has a row there, or no gradient by nature.
func TestEveryFunctionHasAGradient(t *testing.T) {
	without := map[device.Op]string{
		device.OpSquare: "is pow", device.OpAdd: "has a scalar", device.OpSub: "has a scalar", device.OpMul: "saves by need", device.OpDiv: "saves by need",
		device.OpPow: "takes numbers", device.OpRemainder: "takes numbers", device.OpFmod: "takes numbers", device.OpTruncDivide: "is a mode of div",
		device.OpReal: "is a view", device.OpImag: "is a view", device.OpComplex: "changes the type",
		device.OpReluGrad: "is a gradient", device.OpSigmoidGrad: "is a gradient", device.OpTanhGrad: "is a gradient",
	}
	for op := device.Op(1); op < device.NumOps; op++ {
		row := op.Row()
		if row.Family != device.Unary && row.Family != device.Binary || row.Lacks.Has(device.Float32) {
			continue
		}
		has := derivatives()[op].name != ""
		if why := without[op]; has == (why != "") {
			t.Errorf("%s: a derivative: %v; %s", op, has, why)
		}
	}
}
