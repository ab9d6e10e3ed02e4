package cpu

import (
	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// This file has pooling and resampling. Operands are contiguous; their first
// dimension counts planes.

func runWindow(l *device.Launch) bool {
	switch l.Args[0].DType {
	case device.Float32:
		return poolOf[float32](l)
	case device.Float64:
		return poolOf[float64](l)
	case device.Int64:
		return l.Op == device.OpMaxPool && poolOf[int64](l)
	}
	return false
}

func poolOf[T vec.Number](l *device.Launch) bool {
	switch l.Op {
	case device.OpMaxPool:
		maxPool[T](l)
	case device.OpMaxPoolGrad:
		maxPoolGrad[T](l)
	case device.OpAvgPool:
		avgPool[T](l, &l.Args[1], &l.Args[0], func(x, y []T, at, count int, in *box[T]) {
			var s T
			for i := in.first[0]; i < in.last[0]; i++ {
				for j := in.first[1]; j < in.last[1]; j++ {
					for _, v := range in.line(x, i, j) {
						s += v
					}
				}
			}
			y[at] = s / T(count)
		})
	case device.OpAvgPoolGrad:
		clear(l.Args[0].Mem[:l.Args[0].Numel()*l.Args[0].DType.Size()])
		avgPool[T](l, &l.Args[0], &l.Args[1], func(x, y []T, at, count int, in *box[T]) {
			g := y[at] / T(count)
			for i := in.first[0]; i < in.last[0]; i++ {
				for j := in.first[1]; j < in.last[1]; j++ {
					line := in.line(x, i, j)
					for k := range line {
						line[k] += g
					}
				}
			}
		})
	case device.OpUpsample, device.OpUpsampleGrad:
		upsample[T](l)
	default:
		return false
	}
	return true
}

func poolWindow(l *device.Launch, in, out []int) window {
	n := l.I[0]
	w := window{in: trailing(in), out: trailing(out), kernel: trailing(l.I[1 : 1+n]), stride: trailing(l.I[1+n : 1+2*n]),
		pad: zeros(l.I[1+2*n : 1+3*n]), dilation: [3]int{1, 1, 1}}
	if l.Op == device.OpMaxPool {
		w.dilation = trailing(l.I[1+3*n : 1+4*n])
	}
	return w
}

func maxPool[T vec.Number](l *device.Launch) {
	y, pos, x := device.Slice[T](l.Args[0].Mem), device.Slice[int64](l.Args[1].Mem), device.Slice[T](l.Args[2].Mem)
	w := poolWindow(l, l.Args[2].Shape[1:], l.Args[0].Shape[1:])
	in, out := w.inputs(), w.outputs()
	vec.For(l.Args[0].Shape[0], max(1, grain/8/max(out*w.taps(), 1)), func(lo, hi int) {
		for p := lo; p < hi; p++ {
			plane := x[p*in:][:in]
			at := p * out
			for d := range w.out[0] {
				for h := range w.out[1] {
					for v := range w.out[2] {
						if best := largest(&w, plane, d, h, v); best >= 0 {
							y[at], pos[at] = plane[best], int64(best)
						}
						at++
					}
				}
			}
		}
	})
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

// largest is the position of the first of the largest inputs under the window of an
// output, or of the last NaN; -1 where there is none.
func largest[T vec.Number](w *window, plane []T, d, h, v int) int {
	d0, h0, v0 := d*w.stride[0]-w.pad[0], h*w.stride[1]-w.pad[1], v*w.stride[2]-w.pad[2]
	best := -1
	var top T
	for kd := range w.kernel[0] {
		id := d0 + kd*w.dilation[0]
		if uint(id) >= uint(w.in[0]) {
			continue
		}
		for kh := range w.kernel[1] {
			ih := h0 + kh*w.dilation[1]
			if uint(ih) >= uint(w.in[1]) {
				continue
			}
			line := (id*w.in[1] + ih) * w.in[2]
			for kw := range w.kernel[2] {
				iw := v0 + kw*w.dilation[2]
				if uint(iw) >= uint(w.in[2]) {
					continue
				}
				if x := plane[line+iw]; best < 0 || x > top || x != x {
					best, top = line+iw, x
				}
			}
		}
	}
	return best
}

func maxPoolGrad[T vec.Number](l *device.Launch) {
	dx, g, pos := device.Slice[T](l.Args[0].Mem), device.Slice[T](l.Args[1].Mem), device.Slice[int64](l.Args[2].Mem)
	planes := l.Args[0].Shape[0]
	if planes == 0 {
		return
	}
	in, out := l.Args[0].Numel()/planes, l.Args[1].Numel()/planes
	clear(dx[:planes*in])
	for p := range planes {
		for i := range out {
			dx[p*in+int(pos[p*out+i])] += g[p*out+i]
		}
	}
}

// avgPool visits every output with the inputs under it and what to divide by. A
// negative I[0] asks for adaptive windows.
func avgPool[T vec.Number](l *device.Launch, xo, yo *device.Operand, f func(x, y []T, at, count int, in *box[T])) {
	x, y := device.Slice[T](xo.Mem), device.Slice[T](yo.Mem)
	adaptive := l.I[0] < 0
	w := window{in: trailing(xo.Shape[1:]), out: trailing(yo.Shape[1:])}
	padded, divisor := true, 0
	if !adaptive {
		n := l.I[0]
		w = poolWindow(l, xo.Shape[1:], yo.Shape[1:])
		padded, divisor = l.I[1+3*n] == 1, l.I[2+3*n]
	}
	in, out := w.inputs(), w.outputs()
	vec.For(yo.Shape[0], max(1, grain/8/max(out, 1)), func(lo, hi int) {
		b := box[T]{height: w.in[1], width: w.in[2]}
		for p := lo; p < hi; p++ {
			at := 0
			w.eachOutput(func(d, h, v int) {
				var full int
				b.first, b.last, full = w.span([3]int{d, h, v}, adaptive)
				count := b.count()
				if divisor != 0 {
					count = divisor
				} else if padded {
					count = full
				}
				f(x[p*in:][:in], y[p*out:][:out], at, max(count, 1), &b)
				at++
			})
		}
	})
}

// box is a part of a plane of lines of width elements, height of them to a slice.
type box[T vec.Number] struct {
	first, last   [3]int
	height, width int
}

// line is the part of the line (i, j) of plane x that the box has.
func (b *box[T]) line(x []T, i, j int) []T {
	at := (i*b.height + j) * b.width
	return x[at+b.first[2] : at+max(b.last[2], b.first[2])]
}

func (b *box[T]) count() int {
	n := 1
	for d := range b.first {
		n *= max(b.last[d]-b.first[d], 0)
	}
	return n
}

// span is the part of the input under an output's window, and the window's size with
// padding counted.
func (w *window) span(at [3]int, adaptive bool) (first, last [3]int, full int) {
	full = 1
	for d, i := range at {
		if adaptive {
			first[d] = i * w.in[d] / w.out[d]
			last[d] = ((i+1)*w.in[d] + w.out[d] - 1) / w.out[d]
			full *= last[d] - first[d]
			continue
		}
		lo := i*w.stride[d] - w.pad[d]
		hi := min(lo+w.kernel[d], w.in[d]+w.pad[d])
		full *= hi - lo
		first[d], last[d] = max(lo, 0), min(hi, w.in[d])
	}
	return first, last, full
}
