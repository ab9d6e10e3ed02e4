package cpu

import (
	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// window is the geometry of a convolution or pooling in three dimensions; fewer
// dimensions have leading ones.
type window struct {
	in, out, kernel, stride, pad, dilation [3]int
}

func (w *window) taps() int    { return w.kernel[0] * w.kernel[1] * w.kernel[2] }
func (w *window) outputs() int { return w.out[0] * w.out[1] * w.out[2] }
func (w *window) inputs() int  { return w.in[0] * w.in[1] * w.in[2] }
func trailing(v []int) (t [3]int) {
	t = [3]int{1, 1, 1}
	copy(t[3-len(v):], v)
	return t
}

func zeros(v []int) (t [3]int) {
	copy(t[3-len(v):], v)
	return t
}

// runConv computes a convolution or one of its gradients. Operands are contiguous.
func runConv[T float32 | float64](l *device.Launch) bool {
	n := l.I[0]
	x, weight, y := &l.Args[1], &l.Args[2], &l.Args[0]
	switch l.Op {
	case device.OpConvGradInput:
		x, weight, y = &l.Args[0], &l.Args[2], &l.Args[1]
	case device.OpConvGradWeight:
		x, weight, y = &l.Args[2], &l.Args[0], &l.Args[1]
	}
	c := conv[T]{
		window: window{in: trailing(x.Shape[2:]), out: trailing(y.Shape[2:]), kernel: trailing(weight.Shape[2:]),
			stride: trailing(l.I[1 : 1+n]), pad: zeros(l.I[1+n : 1+2*n]), dilation: trailing(l.I[1+2*n : 1+3*n])},
		batch: x.Shape[0], groups: l.I[1+3*n], channels: weight.Shape[1], filters: weight.Shape[0] / max(l.I[1+3*n], 1),
		x: device.Slice[T](x.Mem), weight: device.Slice[T](weight.Mem), y: device.Slice[T](y.Mem),
	}
	switch l.Op {
	case device.OpConv:
		c.forward()
	case device.OpConvGradInput:
		c.gradInput()
	default:
		c.gradWeight(weight.Numel())
	}
	return true
}

// conv is a convolution of batch images in groups: channels and filters count one group's.
type conv[T float32 | float64] struct {
	window
	batch, groups, channels, filters int
	x, weight, y                     []T
}

func (c *conv[T]) image(i, g int) []T {
	n := c.channels * c.inputs()
	return c.x[(i*c.groups+g)*n:][:n]
}

func (c *conv[T]) result(i, g int) []T {
	n := c.filters * c.outputs()
	return c.y[(i*c.groups+g)*n:][:n]
}

func (c *conv[T]) filter(g int) []T {
	n := c.filters * c.channels * c.taps()
	return c.weight[g*n:][:n]
}

// pointwise convolutions need no unfolding: the image is its own columns.
func (c *conv[T]) pointwise() bool {
	one := [3]int{1, 1, 1}
	return c.kernel == one && c.stride == one && c.pad == [3]int{}
}

func (c *conv[T]) forward() {
	depth, width := c.channels*c.taps(), c.outputs()
	vec.For(c.batch, 1, func(lo, hi int) {
		var columns []T
		if !c.pointwise() {
			columns = make([]T, depth*width)
		}
		for i := lo; i < hi; i++ {
			for g := range c.groups {
				src := c.image(i, g)
				if columns != nil {
					unfold(&c.window, c.channels, src, columns)
					src = columns
				}
				vec.Gemm(vec.NoTrans, vec.NoTrans, c.filters, width, depth, 1, c.filter(g), depth, src, width, 0, c.result(i, g), width)
			}
		}
	})
}

func (c *conv[T]) gradInput() {
	depth, width := c.channels*c.taps(), c.outputs()
	vec.For(c.batch, 1, func(lo, hi int) {
		columns := make([]T, depth*width)
		for i := lo; i < hi; i++ {
			for g := range c.groups {
				vec.Gemm(vec.Trans, vec.NoTrans, depth, width, c.filters, 1, c.filter(g), depth, c.result(i, g), width, 0, columns, width)
				fold3(&c.window, c.channels, columns, c.image(i, g))
			}
		}
	})
}

// gradWeight sums over images in a fixed number of pieces, so that the result does
// not depend on the machine.
func (c *conv[T]) gradWeight(numel int) {
	const pieces = 4
	depth, width := c.channels*c.taps(), c.outputs()
	parts := make([][]T, pieces)
	each := (c.batch + pieces - 1) / pieces
	vec.For(pieces, 1, func(lo, hi int) {
		columns := make([]T, depth*width)
		for p := lo; p < hi; p++ {
			part := make([]T, numel)
			for i := p * each; i < min((p+1)*each, c.batch); i++ {
				for g := range c.groups {
					unfold(&c.window, c.channels, c.image(i, g), columns)
					dst := part[g*c.filters*depth:][:c.filters*depth]
					vec.Gemm(vec.NoTrans, vec.Trans, c.filters, depth, width, 1, c.result(i, g), width, columns, width, 1, dst, depth)
				}
			}
			parts[p] = part
		}
	})
	copy(c.weight[:numel], parts[0])
	for _, part := range parts[1:] {
		vec.Binary(vec.Add, c.weight[:numel], c.weight[:numel], part)
	}
}

// unfold lays out, for each channel and kernel tap, the input each output sees
// (im2col).
func unfold[T device.Element](w *window, channels int, src, dst []T) {
	eachTap(w, channels, func(row, plane, kd, kh, kw int) {
		out := dst[row*w.outputs():]
		for od := range w.out[0] {
			id := od*w.stride[0] - w.pad[0] + kd*w.dilation[0]
			for oh := range w.out[1] {
				ih := oh*w.stride[1] - w.pad[1] + kh*w.dilation[1]
				line := out[(od*w.out[1]+oh)*w.out[2]:][:w.out[2]]
				if id < 0 || id >= w.in[0] || ih < 0 || ih >= w.in[1] {
					clear(line)
					continue
				}
				from := src[plane*w.inputs()+(id*w.in[1]+ih)*w.in[2]:][:w.in[2]]
				lo, hi := w.valid(kw)
				clear(line[:lo])
				first := lo*w.stride[2] - w.pad[2] + kw*w.dilation[2]
				if w.stride[2] == 1 {
					copy(line[lo:hi], from[min(first, len(from)):])
				} else {
					for o, i := lo, first; o < hi; o, i = o+1, i+w.stride[2] {
						line[o] = from[i]
					}
				}
				clear(line[hi:])
			}
		}
	})
}

// valid is the range of outputs along the last dimension whose tap kw is inside.
func (w *window) valid(kw int) (lo, hi int) {
	shift := kw*w.dilation[2] - w.pad[2]
	if shift < 0 {
		lo = min((-shift+w.stride[2]-1)/w.stride[2], w.out[2])
	}
	if last := w.in[2] - 1 - shift; last >= 0 {
		hi = min(last/w.stride[2]+1, w.out[2])
	}
	return lo, max(lo, hi)
}

// fold3 is unfold's transpose (col2im): it sums what each input contributed.
func fold3[T device.Element](w *window, channels int, src, dst []T) {
	clear(dst)
	eachTap(w, channels, func(row, plane, kd, kh, kw int) {
		in := src[row*w.outputs():]
		for od := range w.out[0] {
			id := od*w.stride[0] - w.pad[0] + kd*w.dilation[0]
			for oh := range w.out[1] {
				ih := oh*w.stride[1] - w.pad[1] + kh*w.dilation[1]
				if id < 0 || id >= w.in[0] || ih < 0 || ih >= w.in[1] {
					continue
				}
				line := in[(od*w.out[1]+oh)*w.out[2]:][:w.out[2]]
				to := dst[plane*w.inputs()+(id*w.in[1]+ih)*w.in[2]:][:w.in[2]]
				lo, hi := w.valid(kw)
				for o, i := lo, lo*w.stride[2]-w.pad[2]+kw*w.dilation[2]; o < hi; o, i = o+1, i+w.stride[2] {
					to[i] += line[o]
				}
			}
		}
	})
}

func eachTap(w *window, channels int, f func(row, plane, kd, kh, kw int)) {
	row := 0
	for plane := range channels {
		for kd := range w.kernel[0] {
			for kh := range w.kernel[1] {
				for kw := range w.kernel[2] {
					f(row, plane, kd, kh, kw)
					row++
				}
			}
		}
	}
}
