package window

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// Interpolation modes of the upsample kernels.
const (
	nearest = iota
	linear
	cubic
)

// tap is one input that an output reads along one dimension, and its weight.
type tap struct {
	at     int
	weight float64
}

// upsample resamples planes, or spreads gradients back, by the product of the taps of
// each dimension.
func upsample[T vec.Number](l *device.Launch) {
	back := l.Op == device.OpUpsampleGrad
	small, large := &l.Args[1], &l.Args[0]
	if back {
		small, large = large, small
		clear(l.Args[0].Mem[:l.Args[0].Numel()*l.Args[0].DType.Size()])
	}
	w := window{in: trailing(small.Shape[1:]), out: trailing(large.Shape[1:])}
	var taps [3][][]tap
	first := 3 - (len(small.Shape) - 1)
	for d := range taps {
		scale := 0.0
		if d >= first && len(l.F) > d-first {
			scale = l.F[d-first]
		}
		taps[d] = taper(l.I[0], l.I[1] == 1, w.in[d], w.out[d], scale)
	}
	x, y := device.Slice[T](small.Mem), device.Slice[T](large.Mem)
	in, out := w.inputs(), w.outputs()
	walk.Share(l, large.Shape[0], max(1, walk.Grain/8/max(out, 1)), func(lo, hi int) {
		for p := lo; p < hi; p++ {
			plane, at := x[p*in:][:in], p*out
			w.eachOutput(func(d, h, v int) {
				var s float64
				for _, a := range taps[0][d] {
					for _, b := range taps[1][h] {
						line, weight := (a.at*w.in[1]+b.at)*w.in[2], a.weight*b.weight
						for _, c := range taps[2][v] {
							if back {
								plane[line+c.at] += T(weight * c.weight * float64(y[at]))
							} else {
								s += weight * c.weight * float64(plane[line+c.at])
							}
						}
					}
				}
				if !back {
					y[at] = T(s)
				}
				at++
			})
		}
	})
}

// taper computes the taps of every output along a dimension. scale is the factor the
// caller gave, 0 for none; see UpSample.h of PyTorch.
func taper(mode int, align bool, in, out int, scale float64) [][]tap {
	step := float64(in) / float64(out)
	if scale > 0 {
		step = 1 / scale
	}
	if align && mode != nearest {
		step = 0
		if out > 1 {
			step = float64(in-1) / float64(out-1)
		}
	}
	list := make([][]tap, out)
	for o := range list {
		center := step * float64(o)
		if mode == nearest {
			list[o] = []tap{{min(int(float32(o)*float32(step)), in-1), 1}}
			continue
		}
		if !align {
			center = step*(float64(o)+0.5) - 0.5
		}
		if mode == linear {
			list[o] = linearTaps(math.Max(center, 0), in)
		} else {
			list[o] = cubicTaps(center, in)
		}
	}
	return list
}

func linearTaps(center float64, in int) []tap {
	i := min(int(center), in-1)
	f := math.Min(math.Max(center-float64(i), 0), 1)
	return []tap{{i, 1 - f}, {min(i+1, in-1), f}}
}

// cubicTaps is Keys' convolution with a = -0.75.
func cubicTaps(center float64, in int) []tap {
	const a = -0.75
	i := int(math.Floor(center))
	t := center - float64(i)
	near := func(x float64) float64 { return ((a+2)*x-(a+3))*x*x + 1 }
	far := func(x float64) float64 { return ((a*x-5*a)*x+8*a)*x - 4*a }
	weights := [4]float64{far(t + 1), near(t), near(1 - t), far(2 - t)}
	list := make([]tap, 4)
	for k := range list {
		list[k] = tap{min(max(i-1+k, 0), in-1), weights[k]}
	}
	return list
}

func (w *window) eachOutput(f func(d, h, v int)) {
	for d := range w.out[0] {
		for h := range w.out[1] {
			for v := range w.out[2] {
				f(d, h, v)
			}
		}
	}
}
