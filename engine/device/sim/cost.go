// This file defines what work costs on a model's clock: the roofline (S. Williams, A.
// Waterman, D. Patterson, "Roofline", 2009) of memory traffic against arithmetic.

package sim

import (
	"gputour/engine/device"
)

// Shares of the published peaks that good kernels reach, and the least time of a kernel. They are round numbers that this
// model assumes, not a maker's: lessons/pages/simulation.en.md tells learners so.
const (
	memoryShare   = 0.85  // of Model.Bandwidth
	matrixShare   = 0.75  // of Model.Flops, for products of matrices
	scalarShare   = 0.50  // of Model.Flops, for everything else
	kernelNanos   = 2_000 // that every kernel takes, however small
	pageableShare = 0.5   // of the link's bandwidth: the driver copies through a staging buffer
	peerShare     = 0.9   // of Model.PeerLink's bandwidth
	fillShare     = 4     // a kernel with one thread in so many of those that fit has the device to itself
)

// kernelTime is how long a launch runs, in nanoseconds.
func (m *Model) kernelTime(l *device.Launch) int64 {
	bytes := 0.0
	for i := range l.Args {
		bytes += traffic(&l.Args[i])
	}
	rate, share := m.Flops[compute(l)], scalarShare
	if l.Op.Family() == device.Matrix {
		share = matrixShare
	} else if compute(l).Size() < 4 { // 16-bit floats, bytes, bools
		rate = m.Flops[device.Float32] // only matrix units are faster on short numbers
	}
	if rate == 0 {
		rate = m.Flops[device.Float32]
	}
	seconds := max(bytes/(m.Bandwidth*memoryShare), operations(l)/(rate*share))
	return kernelNanos + int64(seconds*1e9)
}

// compute is the type that decides the arithmetic rate: that of the first input.
func compute(l *device.Launch) device.DType {
	if len(l.Args) > l.Outs {
		return l.Args[l.Outs].DType
	}
	if len(l.Args) > 0 {
		return l.Args[0].DType
	}
	return device.Float32
}

// traffic is the bytes of an operand that cross the memory bus once: broadcast
// dimensions are read again from cache.
func traffic(o *device.Operand) float64 {
	if o.Buffer == nil {
		return 0
	}
	n := float64(o.DType.Size())
	for d, size := range o.Shape {
		if o.Strides[d] != 0 || size == 0 {
			n *= float64(size)
		}
	}
	return n
}

// operations is the number of arithmetic operations of a launch: two for each product that is added up in products of matrices
// and convolutions, Row.Cost for each element of the largest operand elsewhere.
func operations(l *device.Launch) float64 {
	if len(l.Args) == 0 {
		return 0
	}
	switch l.Op {
	case device.OpMatmul:
		if len(l.Args) < 3 || len(l.Args[1].Shape) == 0 {
			return 0
		}
		a := &l.Args[1]
		return 2 * float64(l.Args[0].Numel()) * float64(a.Shape[len(a.Shape)-1])
	case device.OpConv, device.OpConvGradInput, device.OpConvGradWeight:
		return convOperations(l)
	}
	most := 0.0
	for i := range l.Args {
		most = max(most, float64(l.Args[i].Numel()))
	}
	if cost := l.Op.Row().Cost; cost != 0 {
		return most * cost
	}
	return most * 2
}

// convOperations is twice the products of a convolution: every output element sums over
// a filter. The gradients do the same products.
func convOperations(l *device.Launch) float64 {
	output, weight := 0, 2 // operands out, x, w
	switch l.Op {
	case device.OpConvGradInput: // dx, grad, w
		output, weight = 1, 2
	case device.OpConvGradWeight: // dw, grad, x
		output, weight = 1, 0
	}
	if len(l.Args) < 3 || len(l.Args[weight].Shape) == 0 || l.Args[weight].Shape[0] == 0 {
		return 0
	}
	w := &l.Args[weight]
	return 2 * float64(l.Args[output].Numel()) * float64(w.Numel()/w.Shape[0])
}

// transferTime is how long bytes take over a link, at a share of its bandwidth.
func (k link) transferTime(bytes int, share float64) int64 {
	return k.Latency + int64(float64(bytes)/(k.Bandwidth*share)*1e9)
}

// fills reports whether a launch, of a thread for each element of its first operand, occupies the device.
func (m *Model) fills(l *device.Launch) bool {
	return len(l.Args) > 0 && m.filledBy(l.Args[0].Numel())
}

// filledBy reports whether so many threads occupy the whole device, so that no other kernel runs beside them.
func (m *Model) filledBy(threads int) bool { return threads > m.SMs*m.SMThreads/fillShare }
