//go:build linux

package kernels_test

import (
	"slices"
	"testing"

	"gputour/cuda/kernels"
	"gputour/engine/device"
	"gputour/engine/device/cpu"
)

// fallbacks lists what the CPU computes and no kernel does: the launch goes through the host.
// Of these complex numbers are missing; floats of 8 bits are everywhere.
var fallbacks = []device.Op{
	device.OpAsin, device.OpAcos, device.OpAtan, device.OpAsinh, device.OpAcosh, device.OpAtanh,
	device.OpIsposinf, device.OpIsneginf, device.OpSignbit,
	device.OpProd, device.OpNorm, device.OpAll, device.OpCountNonzero, device.OpCumprod,
}

func fallsBack(op device.Op, d device.DType) bool {
	return d.IsFloat8() || d.IsComplex() && slices.Contains(fallbacks, op)
}

// Every op has a kernel for every dtype that the CPU has one for, but for the fallbacks.
func TestFallbacks(t *testing.T) {
	limits := kernels.Limits{SMs: 80, SMThreads: 2048, Major: 7, SharedBytes: 48 << 10, MaxGrid: [3]uint32{1<<31 - 1, 65535, 65535}}
	host := cpu.New()
	some := 0
	for op := device.Op(1); op < device.NumOps; op++ {
		for _, d := range device.DTypes() {
			c, ok := sample(op, d)
			if !ok {
				continue
			}
			l := c.launch(t, host)
			var p kernels.Plan
			planned := p.Make(l, &limits)
			computed := host.Launch(l) == nil
			if computed {
				some++
			}
			if computed && !planned && !fallsBack(op, d) {
				t.Errorf("%v: no kernel", c)
			}
			if computed && planned && fallsBack(op, d) {
				t.Errorf("%v has a kernel now: it is no fallback", c)
			}
		}
	}
	if some < 700 {
		t.Errorf("only %d of the samples are computed at all", some)
	}
}

// Empty operands: a plan for each size that may be zero, with the CPU's result.
func TestEmpty(t *testing.T) {
	d := emulator(t, false)
	for op := device.Op(1); op < device.NumOps; op++ {
		for size := 1; size <= 4; size++ {
			c, ok := sample(op, device.Float32)
			if !ok || !canBeEmpty(c, size) {
				continue
			}
			empty := false
			for i := range c.args {
				for k, s := range c.args[i].shape {
					if s == size {
						c.args[i].shape[k], empty = 0, true
					}
				}
				if c.args[i].dtype == device.Int64 && i >= max(c.outs, 1) {
					c.args[i].value = func(int) float64 { return 0 }
				}
			}
			if empty {
				c.optional, c.units = true, 4
				c.run(t, d)
			}
		}
	}
}

// canBeEmpty reports a sample that makes sense when what has a size has none.
func canBeEmpty(c trial, size int) bool {
	switch f := c.op.Family(); f {
	case device.Index: // positions may be none, the indexed dimension not
		return false
	case device.Window, device.Norm:
		return size == c.args[0].shape[0]
	case device.Matrix:
		return c.op == device.OpMatmul || size == 1
	default:
		return c.op != device.OpTri
	}
}

// sample is a small launch of an op on a dtype, with the operands that ops.md asks for.
func sample(op device.Op, d device.DType) (c trial, ok bool) {
	c = trial{op: op, compute: d.Compute(), f: []float64{1, 1, 1}}
	if !d.IsFloat() && !d.IsComplex() {
		c.i = []int{1, 2}
	}
	of := func(d device.DType, shape ...int) spec { return spec{dtype: d, shape: shape} }
	switch op.Family() {
	case device.Unary:
		out := d
		if d.IsComplex() && slices.Contains([]device.Op{device.OpAbs, device.OpAngle, device.OpReal, device.OpImag}, op) {
			out = d.Real()
		}
		c.args = []spec{of(out, 3), of(d, 3)}
	case device.Predicate:
		c.args = []spec{of(device.Bool, 3), of(d, 3)}
	case device.Binary:
		out := d
		if op == device.OpComplex {
			out = d.Complex()
		}
		c.args = []spec{of(out, 3), of(d, 3), of(d, 3)}
	case device.Compare:
		c.args = []spec{of(device.Bool, 3), of(d, 3), of(d, 3)}
	case device.Ternary:
		first := d
		if op == device.OpWhere {
			first, c.compute = device.Bool, d
		}
		c.args = []spec{of(d, 3), of(first, 3), of(d, 3), of(d, 3)}
	case device.Reduce:
		c.i = []int{1}
		c.args = []spec{of(d, 3), of(d, 3, 4)}
		if op == device.OpArgmax || op == device.OpArgmin {
			c.args[0].dtype = device.Int64
		}
		if op == device.OpMaxDim || op == device.OpMinDim {
			c.outs, c.args = 2, []spec{of(d, 3), of(device.Int64, 3), of(d, 3, 4)}
		}
	case device.Scan, device.Order, device.Softmax:
		if op == device.OpLogcumsumexp && !d.IsFloat() || (op == device.OpCummax || op == device.OpCummin) && d.IsComplex() {
			return c, false // has no meaning, though the CPU computes something
		}
		c.i, c.args = []int{0, 0}, []spec{of(d, 3, 4), of(d, 3, 4)}
		if op == device.OpCummax || op == device.OpCummin || op == device.OpSort {
			c.outs, c.args = 2, []spec{of(d, 3, 4), of(device.Int64, 3, 4), of(d, 3, 4)}
		} else if op == device.OpSoftmaxGrad || op == device.OpLogSoftmaxGrad {
			c.args = append(c.args, of(d, 3, 4))
		}
	default:
		return structured(op, d, c)
	}
	return c, true
}

// structured samples the families whose operands differ from op to op.
func structured(op device.Op, d device.DType, c trial) (trial, bool) {
	of := func(d device.DType, shape ...int) spec { return spec{dtype: d, shape: shape} }
	x, y, w := of(d, 1, 2, 4, 4), of(d, 1, 2, 4, 4), of(d, 2, 2, 3, 3)
	switch op {
	case device.OpIndex, device.OpIndexPut:
		c.i, c.args = []int{1, 1}, []spec{of(d, 3), of(d, 3), of(device.Int64, 3)}
	case device.OpGather:
		c.i, c.args = []int{0}, []spec{of(d, 3), of(d, 3), of(device.Int64, 3)}
	case device.OpScatter, device.OpScatterAdd, device.OpScatterReduce:
		c.i, c.args = []int{0, 0}, []spec{of(d, 3), of(device.Int64, 3), of(d, 3)}
	case device.OpMatmul:
		c.args = []spec{of(d, 1, 2, 3), of(d, 1, 2, 4), of(d, 1, 4, 3)}
	case device.OpConv, device.OpConvGradInput:
		c.i, c.args = []int{2, 1, 1, 1, 1, 1, 1, 1}, []spec{y, x, w}
	case device.OpConvGradWeight:
		c.i, c.args = []int{2, 1, 1, 1, 1, 1, 1, 1}, []spec{w, y, x}
	case device.OpMaxPool:
		c.i, c.outs, c.args = []int{1, 2, 2, 0, 1}, 2, []spec{of(d, 3, 2), of(device.Int64, 3, 2), of(d, 3, 4)}
	case device.OpMaxPoolGrad:
		c.args = []spec{of(d, 3, 4), of(d, 3, 2), of(device.Int64, 3, 2)}
	case device.OpAvgPool:
		c.i, c.args = []int{1, 2, 2, 0, 1, 0}, []spec{of(d, 3, 2), of(d, 3, 4)}
	case device.OpAvgPoolGrad:
		c.i, c.args = []int{1, 2, 2, 0, 1, 0}, []spec{of(d, 3, 4), of(d, 3, 2)}
	case device.OpUpsample:
		c.i, c.args = []int{1, 0}, []spec{of(d, 3, 4), of(d, 3, 2)}
	case device.OpUpsampleGrad:
		c.i, c.args = []int{1, 0}, []spec{of(d, 3, 2), of(d, 3, 4)}
	case device.OpLayerNorm:
		c.outs, c.args = 3, []spec{of(d, 2, 4), of(d, 2), of(d, 2), of(d, 2, 4), of(d, 4), of(d, 4)}
	case device.OpLayerNormGrad:
		c.args = []spec{of(d, 2, 4), of(d, 2, 4), of(d, 2, 4), of(d, 2), of(d, 2), of(d, 4)}
	case device.OpBatchNorm:
		c.args = []spec{of(d, 2, 3, 4), of(d, 2, 3, 4), of(d, 3), of(d, 3), of(d, 3), of(d, 3)}
	case device.OpBatchNormGrad:
		c.i, c.args = []int{1}, []spec{of(d, 2, 3, 4), of(d, 2, 3, 4), of(d, 2, 3, 4), of(d, 3), of(d, 3), of(d, 3)}
	case device.OpCopy:
		c.args = []spec{of(d, 3), of(d, 3)}
	case device.OpArange, device.OpLinspace:
		c.i, c.args = []int{1, 2}, []spec{of(d, 3)}
	case device.OpTri:
		c.i, c.args = []int{0, 1}, []spec{of(d, 3, 3), of(d, 3, 3)}
	case device.OpRandom:
		c.i, c.args = []int{0, 1, 0, 64}, []spec{of(d, 3)}
	default:
		return c, false
	}
	return c, true
}
