package along

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// This file has the normalisation kernels. Operands are contiguous; weight and bias
// may be immediates.

// Norm runs a launch that normalises, or its gradient; false where there is no kernel for it, as below.
func Norm(l *device.Launch) bool {
	switch l.Args[0].DType {
	case device.Float32:
		return normOf[float32](l)
	case device.Float64:
		return normOf[float64](l)
	}
	return false
}

func normOf[T float32 | float64](l *device.Launch) bool {
	switch l.Op {
	case device.OpLayerNorm:
		layerNorm[T](l)
	case device.OpLayerNormGrad:
		layerNormGrad[T](l)
	case device.OpBatchNorm:
		batchNorm[T](l)
	case device.OpBatchNormGrad:
		batchNormGrad[T](l)
	default:
		return false
	}
	return true
}

// param reads an operand that holds one value per position, or one for all.
type param[T device.Element] struct {
	values []T
	step   int
}

func paramOf[T device.Element](o *device.Operand) param[T] {
	p := param[T]{values: device.Slice[T](o.Mem), step: 1}
	if o.Buffer == nil {
		p.step = 0
	}
	return p
}

func (p param[T]) at(i int) T { return p.values[i*p.step] }

func layerNorm[T float32 | float64](l *device.Launch) {
	x := device.Slice[T](l.Args[3].Mem)
	y, mean, rstd := device.Slice[T](l.Args[0].Mem), device.Slice[T](l.Args[1].Mem), device.Slice[T](l.Args[2].Mem)
	weight, bias := paramOf[T](&l.Args[4]), paramOf[T](&l.Args[5])
	rows, n, eps := l.Args[3].Shape[0], l.Args[3].Shape[1], l.F[0]
	switch {
	case weight.step == 1 && bias.step == 1:
		vec.LayerNormRows(y[:rows*n], mean[:rows], rstd[:rows], x[:rows*n], weight.values[:n], bias.values[:n], n, eps)
		return
	case weight.step == 0 && bias.step == 0:
		vec.LayerNormRows(y[:rows*n], mean[:rows], rstd[:rows], x[:rows*n], nil, nil, n, eps)
		return
	}
	walk.EachLane(l, rows, n, func(lo, hi int) {
		for r := lo; r < hi; r++ {
			row, out := x[r*n:][:n], y[r*n:][:n]
			m, v := moments(row)
			s := 1 / math.Sqrt(v+eps)
			mean[r], rstd[r] = T(m), T(s)
			scale, shift := T(s), T(-m*s)
			for i, v := range row {
				out[i] = (v*scale+shift)*weight.at(i) + bias.at(i)
			}
		}
	})
}

// moments are the mean and the biased variance.
func moments[T float32 | float64](x []T) (mean, variance float64) {
	mean, squares := vec.Moments(x)
	return mean, squares / float64(len(x))
}

// layerNormGrad computes dx = rstd·(gw − mean(gw) − x̂·mean(gw·x̂)) with gw = grad·weight.
func layerNormGrad[T float32 | float64](l *device.Launch) {
	dx, g, x := device.Slice[T](l.Args[0].Mem), device.Slice[T](l.Args[1].Mem), device.Slice[T](l.Args[2].Mem)
	mean, rstd, weight := device.Slice[T](l.Args[3].Mem), device.Slice[T](l.Args[4].Mem), paramOf[T](&l.Args[5])
	rows, n := l.Args[0].Shape[0], l.Args[0].Shape[1]
	walk.EachLane(l, rows, n, func(lo, hi int) {
		gw, hat := make([]T, n), make([]T, n)
		for r := lo; r < hi; r++ {
			var s1, s2 float64
			g, x, dx := g[r*n:][:n], x[r*n:][:n], dx[r*n:][:n]
			if weight.step == 0 {
				vec.BinaryScalar(vec.Mul, gw, g, weight.at(0))
			} else {
				vec.Binary(vec.Mul, gw, g, weight.values[:n])
			}
			vec.BinaryScalar(vec.Sub, hat, x, mean[r])
			vec.BinaryScalar(vec.Mul, hat, hat, rstd[r])
			for i, v := range gw {
				s1 += float64(v)
				s2 += float64(v) * float64(hat[i])
			}
			a, b, s := T(s1/float64(n)), T(s2/float64(n)), rstd[r]
			for i, v := range gw {
				dx[i] = s * (v - a - hat[i]*b)
			}
		}
	})
}

func batchNorm[T float32 | float64](l *device.Launch) {
	y, x := device.Slice[T](l.Args[0].Mem), device.Slice[T](l.Args[1].Mem)
	mean, invstd := paramOf[T](&l.Args[2]), paramOf[T](&l.Args[3])
	weight, bias := paramOf[T](&l.Args[4]), paramOf[T](&l.Args[5])
	n, channels, length := l.Args[1].Shape[0], l.Args[1].Shape[1], l.Args[1].Shape[2]
	walk.EachLane(l, n*channels, length, func(lo, hi int) {
		for p := lo; p < hi; p++ {
			c := p % channels
			alpha := invstd.at(c) * weight.at(c)
			beta := bias.at(c) - mean.at(c)*alpha
			src, dst := x[p*length:][:length], y[p*length:][:length]
			vec.BinaryScalar(vec.Mul, dst, src, alpha)
			vec.BinaryScalar(vec.Add, dst, dst, beta)
		}
	})
}

// batchNormGrad is the input's gradient; in training the statistics depend on it too.
func batchNormGrad[T float32 | float64](l *device.Launch) {
	dx, g, x := device.Slice[T](l.Args[0].Mem), device.Slice[T](l.Args[1].Mem), device.Slice[T](l.Args[2].Mem)
	mean, invstd, weight := paramOf[T](&l.Args[3]), paramOf[T](&l.Args[4]), paramOf[T](&l.Args[5])
	n, channels, length := l.Args[0].Shape[0], l.Args[0].Shape[1], l.Args[0].Shape[2]
	training := l.I[0] == 1
	walk.EachLane(l, channels, n*length, func(lo, hi int) {
		for c := lo; c < hi; c++ {
			m, s, w := mean.at(c), invstd.at(c), weight.at(c)
			var sum, dot float64
			if training {
				for i := range n {
					at := (i*channels + c) * length
					for j := range length {
						sum += float64(g[at+j])
						dot += float64(g[at+j] * (x[at+j] - m))
					}
				}
			}
			count := float64(n * length)
			a, b := T(sum/count), T(dot/count*float64(s)*float64(s))
			for i := range n {
				at := (i*channels + c) * length
				for j := range length {
					dx[at+j] = (g[at+j] - a - (x[at+j]-m)*b) * s * w
				}
			}
		}
	})
}
