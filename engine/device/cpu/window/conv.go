// Package window has the kernels that slide a window over images, and the products of matrices that convolutions come
// down to.
package window

import (
	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
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
		launch: l,
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
	launch                           *device.Launch
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

// forward multiplies, block by block of outputs, the filters with what the outputs see.
func (c *conv[T]) forward() {
	depth, width := c.channels*c.taps(), c.outputs()
	walk.Share(c.launch, c.batch, 1, func(lo, hi int) {
		u := newUnfolder[T](&c.window, c.channels)
		defer u.free()
		for i := lo; i < hi; i++ {
			for g := range c.groups {
				y := c.result(i, g)
				if c.pointwise() {
					gemm(c.launch, c.filters, width, depth, 1, matrix[T]{c.filter(g), depth, 1}, matrix[T]{c.image(i, g), width, 1}, 0, matrix[T]{y, width, 1})
					continue
				}
				u.load(c.image(i, g))
				u.eachBlock(c.launch, func(at, n int) {
					u.unfold(at, n)
					vec.Gemm(vec.NoTrans, vec.NoTrans, c.filters, n, depth, 1, c.filter(g), depth, u.columns, n, 0, y[at:], width)
				})
			}
		}
	})
}

func (c *conv[T]) gradInput() {
	depth, width := c.channels*c.taps(), c.outputs()
	walk.Share(c.launch, c.batch, 1, func(lo, hi int) {
		u := newUnfolder[T](&c.window, c.channels)
		defer u.free()
		for i := lo; i < hi; i++ {
			for g := range c.groups {
				clear(u.padded)
				u.eachBlock(c.launch, func(at, n int) {
					vec.Gemm(vec.Trans, vec.NoTrans, depth, n, c.filters, 1, c.filter(g), depth, c.result(i, g)[at:], width, 0, u.columns, n)
					u.fold(at, n)
				})
				u.store(c.image(i, g))
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
	walk.Share(c.launch, pieces, 1, func(lo, hi int) {
		u := newUnfolder[T](&c.window, c.channels)
		defer u.free()
		for p := lo; p < hi; p++ {
			part := make([]T, numel)
			for i := p * each; i < min((p+1)*each, c.batch); i++ {
				for g := range c.groups {
					dst := part[g*c.filters*depth:][:c.filters*depth]
					u.load(c.image(i, g))
					u.eachBlock(c.launch, func(at, n int) {
						u.unfold(at, n)
						vec.Gemm(vec.NoTrans, vec.Trans, c.filters, depth, n, 1, c.result(i, g)[at:], width, u.columns, n, 1, dst, depth)
					})
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
