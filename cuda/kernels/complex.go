package kernels

import (
	"math"
	"slices"

	"gputour/engine/device"
)

// This file plans complex launches of the structured families by way of real kernels: a
// complex number is two real ones that lie side by side.

// parts views a complex operand as real numbers: dimension `at` of two is put in, along
// which the real and the imaginary part lie.
func parts(o *device.Operand, at int) device.Operand {
	v := *o
	v.DType, v.Offset = o.DType.Real(), 2*o.Offset
	v.Shape = slices.Insert(slices.Clone(o.Shape), at, 2)
	v.Strides = slices.Clone(o.Strides)
	for d := range v.Strides {
		v.Strides[d] *= 2
	}
	v.Strides = slices.Insert(v.Strides, at, 1)
	return v
}

// as plans another launch in l's place, whose operands have the same buffers.
func (p *Plan) as(l *device.Launch, plan func(*Plan, *device.Launch) bool) bool {
	before := p.launch
	p.launch = l
	ok := plan(p, l)
	p.launch = before
	return ok
}

// complexReduce sums each part by itself. The norm of order 2 is that of all parts, and any
// is any part.
func complexReduce(p *Plan, l *device.Launch) bool {
	out, in := &l.Args[0], &l.Args[1]
	if in.Buffer == nil || !in.DType.IsComplex() || len(l.Args) != 2 {
		return false
	}
	real := device.Launch{Op: l.Op, Compute: in.DType.Real(), Outs: 1, F: l.F, I: slices.Clone(l.I)}
	cut := len(in.Shape) - l.I[0]
	switch {
	case l.Op == device.OpSum && out.DType.IsComplex():
		real.Args = []device.Operand{parts(out, cut), parts(in, cut)}
	case l.Op == device.OpAny, l.Op == device.OpNorm && l.F[0] == 2 && !out.DType.IsComplex():
		real.I[0]++
		real.Args = []device.Operand{*out, parts(in, cut)}
	default:
		return false
	}
	return p.as(&real, planReduce)
}

// complexScan sums each part by itself.
func complexScan(p *Plan, l *device.Launch) bool {
	out, in := &l.Args[0], &l.Args[1]
	if l.Op != device.OpCumsum || in.Buffer == nil || !in.DType.IsComplex() || !out.DType.IsComplex() {
		return false
	}
	at := max(len(in.Shape)-1, 0)
	real := device.Launch{Op: l.Op, Compute: in.DType.Real(), Outs: 1, Args: []device.Operand{parts(out, at), parts(in, at)}}
	return p.as(&real, planScan)
}

// complexMatmul is four real products: the parts of (a + bi)(c + di), of which the second is
// added to the first.
func complexMatmul(p *Plan, l *device.Launch) bool {
	part := func(arg, k int) device.Operand {
		v := parts(&l.Args[arg], 3)
		v.Shape, v.Strides, v.Offset = v.Shape[:3], v.Strides[:3], v.Offset+k
		return v
	}
	beta, alpha := l.F[0], l.F[1]
	for _, c := range []struct {
		out, a, b   int
		beta, alpha float64
	}{{0, 0, 0, beta, alpha}, {0, 1, 1, 1, -alpha}, {1, 0, 1, beta, alpha}, {1, 1, 0, 1, alpha}} {
		real := device.Launch{Op: l.Op, Outs: 1, F: []float64{c.beta, c.alpha}, Args: []device.Operand{part(0, c.out), part(1, c.a), part(2, c.b)}}
		if !p.as(&real, planMatmul) {
			return false
		}
	}
	return true
}

// tooLarge reports a grid of tiles that the GPU cannot launch.
func (p *Plan) tooLarge(rows, columns, tile int) bool {
	grid := [3]uint32{uint32(min(ceilDiv(columns, tile), math.MaxUint32)), uint32(min(ceilDiv(rows, tile), math.MaxUint32)), 1}
	return !p.limits.fits(grid)
}
