package autograd

import "gputour/engine/tensor"

// This file has F.unfold and F.fold: images as columns of their windows and back.

// Im2col lists the windows of images (N, C, H, W) as columns (N, C·kh·kw, L).
func (t *Tape) Im2col(x *Tensor, kernel, dilation, padding, stride []int) (*Tensor, error) {
	batched, added, err := t.batchOf(x, 2)
	if err != nil {
		return nil, err
	}
	if batched.Dim() != 4 {
		return nil, t.errorf("Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: %s", tensor.FormatShape(x.Shape()))
	}
	c := &calc{t: t}
	y := c.keep(t.ConstantPad(batched, []int{padding[1], padding[1], padding[0], padding[0]}, tensor.Int(0)))
	if c.err != nil {
		return nil, c.err
	}
	s, st := y.Shape(), y.Strides()
	oh, ow := windows(s[2], kernel[0], dilation[0], stride[0]), windows(s[3], kernel[1], dilation[1], stride[1])
	if oh < 1 || ow < 1 {
		return nil, t.errorf("Given input with spatial size (%d, %d), kernel_size=(%d, %d), dilation=(%d, %d), padding=(%d, %d), calculated shape of the array of sliding blocks as (%d, %d), but its components must be at least one.",
			x.Shape()[x.Dim()-2], x.Shape()[x.Dim()-1], kernel[0], kernel[1], dilation[0], dilation[1], padding[0], padding[1], oh, ow)
	}
	view := c.keep(t.AsStrided(y, []int{s[0], s[1], kernel[0], kernel[1], oh, ow},
		[]int{st[0], st[1], st[2] * dilation[0], st[3] * dilation[1], st[2] * stride[0], st[3] * stride[1]}, y.Offset()))
	out := c.reshape(view, []int{s[0], s[1] * kernel[0] * kernel[1], oh * ow})
	if added && c.err == nil {
		out = c.keep(t.Squeeze(out, []int{0}))
	}
	return out, c.err
}

func windows(n, kernel, dilation, stride int) int {
	return (n-dilation*(kernel-1)-1)/stride + 1
}

// Col2im adds columns of windows up to images of a size: Im2col's transpose.
func (t *Tape) Col2im(x *Tensor, size, kernel, dilation, padding, stride []int) (*Tensor, error) {
	columns, added := x, false
	var err error
	if x.Dim() == 2 {
		added = true
		if columns, err = t.Unsqueeze(x, 0); err != nil {
			return nil, err
		}
	}
	s := columns.Shape()
	taps := kernel[0] * kernel[1]
	h, w := size[0]+2*padding[0], size[1]+2*padding[1]
	oh, ow := windows(h, kernel[0], dilation[0], stride[0]), windows(w, kernel[1], dilation[1], stride[1])
	if len(s) != 3 || s[1]%taps != 0 {
		return nil, t.errorf("Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got input.size(1)=%d and kernel_size=(%d, %d).", s[1], kernel[0], kernel[1])
	}
	if s[2] != oh*ow {
		return nil, t.errorf("Given output_size=(%d, %d), kernel_size=(%d, %d), dilation=(%d, %d), padding=(%d, %d), stride=(%d, %d), expected size of input's dimension 2 to match the calculated number of sliding blocks %d * %d = %d, but got input.size(2)=%d.",
			size[0], size[1], kernel[0], kernel[1], dilation[0], dilation[1], padding[0], padding[1], stride[0], stride[1], oh, ow, oh*ow, s[2])
	}
	channels := s[1] / taps
	index, err := t.stridedPositions([]int{kernel[0], kernel[1], oh, ow}, []int{w * dilation[0], dilation[1], w * stride[0], stride[1]}, 0, columns)
	if err != nil {
		return nil, err
	}
	c := &calc{t: t}
	flat := c.reshape(columns, []int{s[0] * channels, taps * oh * ow})
	zero := c.keep(t.Zeros([]int{s[0] * channels, h * w}, columns.Like()))
	if c.err != nil {
		return nil, c.err
	}
	image := c.reshape(c.keep(t.IndexAdd(zero, 1, index, flat, tensor.One)), []int{s[0], channels, h, w})
	if c.err != nil {
		return nil, c.err
	}
	image = c.keep(t.ConstantPad(image, []int{-padding[1], -padding[1], -padding[0], -padding[0]}, tensor.Int(0)))
	if added && c.err == nil {
		image = c.keep(t.Squeeze(image, []int{0}))
	}
	return image, c.err
}
