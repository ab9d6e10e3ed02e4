package torch

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Sliding blocks of images: unfold, fold, and unpooling.

// blocks describes the sliding blocks of an image.
type blocks struct {
	kernel, dilation, padding, stride []int
	height, width                     int // of the padded image
	rows, cols                        int // of blocks
}

func (c *call) blocksOf(height, width int) blocks {
	b := blocks{kernel: spread(c.ints("kernel_size"), 2), dilation: spread(c.ints("dilation"), 2),
		padding: spread(c.ints("padding"), 2), stride: spread(c.ints("stride"), 2)}
	b.height, b.width = height+2*b.padding[0], width+2*b.padding[1]
	b.rows = (b.height-b.dilation[0]*(b.kernel[0]-1)-1)/b.stride[0] + 1
	b.cols = (b.width-b.dilation[1]*(b.kernel[1]-1)-1)/b.stride[1] + 1
	return b
}

// positions are the places in the padded image of every element of every block, in
// the order (kernel row, kernel column, block).
func (b *blocks) positions() []int64 {
	out := make([]int64, 0, b.kernel[0]*b.kernel[1]*b.rows*b.cols)
	for i := range b.kernel[0] {
		for j := range b.kernel[1] {
			for r := range b.rows {
				for c := range b.cols {
					y, x := r*b.stride[0]+i*b.dilation[0], c*b.stride[1]+j*b.dilation[1]
					out = append(out, int64(y*b.width+x))
				}
			}
		}
	}
	return out
}

// batched adds a batch dimension to one image.
func (c *call) batched(x *tensor.Tensor, dims int) (*tensor.Tensor, bool, error) {
	if x.Dim() == dims-1 {
		y, err := c.tape.Unsqueeze(x, 0)
		return y, true, err
	}
	return x, false, nil
}

func opIm2col(c *call) (object.Value, error) {
	x, single, err := c.batched(c.input(), 4)
	if err != nil {
		return object.Value{}, err
	}
	if x.Dim() == 4 && !x.DType().Differentiable() {
		return object.Value{}, object.Raise(object.RuntimeError, "\"im2col_out_cpu\" not implemented for '%s'", x.DType().Scalar())
	}
	if x.Dim() != 4 {
		return object.Value{}, object.Raise(object.RuntimeError, "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: %s", sizesText(x.Shape()))
	}
	n, ch := x.Shape()[0], x.Shape()[1]
	b := c.blocksOf(x.Shape()[2], x.Shape()[3])
	if b.rows < 1 || b.cols < 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "Given input with spatial size (%d, %d), kernel_size=(%d, %d), dilation=(%d, %d), padding=(%d, %d), calculated shape of the array of sliding blocks as (%d, %d), but its components must be at least one.",
			x.Shape()[2], x.Shape()[3], b.kernel[0], b.kernel[1], b.dilation[0], b.dilation[1], b.padding[0], b.padding[1], b.rows, b.cols)
	}
	s := &steps{Tape: c.tape}
	y := s.do(c.tape.ConstantPad(x, []int{b.padding[1], b.padding[1], b.padding[0], b.padding[0]}, tensor.Int(0)))
	y = s.with(func() (*tensor.Tensor, error) { return c.tape.Reshape(y, []int{n, ch, b.height * b.width}) })
	at := s.with(func() (*tensor.Tensor, error) { return c.positionsOn(x, b.positions()) })
	y = s.with(func() (*tensor.Tensor, error) { return c.tape.IndexSelect(y, 2, at) })
	y = s.with(func() (*tensor.Tensor, error) {
		return c.tape.Reshape(y, []int{n, ch * b.kernel[0] * b.kernel[1], b.rows * b.cols})
	})
	return c.unbatched(y, single, s.err)
}

// positionsOn makes an index tensor where x lives.
func (c *call) positionsOn(x *tensor.Tensor, list []int64) (*tensor.Tensor, error) {
	at, err := c.tape.FromInts(list, len(list))
	if err != nil {
		return nil, err
	}
	return c.tape.Env.To(at, tensor.Options{DType: tensor.Int64, Device: x.Device()}, false, false)
}

func (c *call) unbatched(y *tensor.Tensor, single bool, err error) (object.Value, error) {
	if err == nil && single {
		y, err = c.tape.Squeeze(y, []int{0})
	}
	return c.one(y, err)
}

func opCol2im(c *call) (object.Value, error) {
	x, single, err := c.batched(c.input(), 3)
	if err != nil {
		return object.Value{}, err
	}
	size := spread(c.ints("output_size"), 2)
	b := c.blocksOf(size[0], size[1])
	window := b.kernel[0] * b.kernel[1]
	n := x.Shape()[0]
	if x.Shape()[1]%window != 0 || x.Shape()[2] != b.rows*b.cols {
		return object.Value{}, object.Raise(object.RuntimeError, "Given output_size=(%d, %d), kernel_size=(%d, %d), dilation=(%d, %d), padding=(%d, %d), stride=(%d, %d), expected size of input's dimension 2 to match the calculated number of sliding blocks %d * %d = %d, but got input.size(2)=%d.",
			size[0], size[1], b.kernel[0], b.kernel[1], b.dilation[0], b.dilation[1], b.padding[0], b.padding[1], b.stride[0], b.stride[1], b.rows, b.cols, b.rows*b.cols, x.Shape()[2])
	}
	ch := x.Shape()[1] / window
	s := &steps{Tape: c.tape}
	y := s.do(c.tape.Reshape(x, []int{n, ch, window * b.rows * b.cols}))
	at := s.with(func() (*tensor.Tensor, error) { return c.positionsOn(x, b.positions()) })
	zeros := s.do(c.tape.Zeros([]int{n, ch, b.height * b.width}, x.Like()))
	y = s.with(func() (*tensor.Tensor, error) { return c.tape.IndexAdd(zeros, 2, at, y, tensor.Int(1)) })
	y = s.with(func() (*tensor.Tensor, error) { return c.tape.Reshape(y, []int{n, ch, b.height, b.width}) })
	y = s.with(func() (*tensor.Tensor, error) { return c.tape.Narrow(y, 2, b.padding[0], size[0]) })
	y = s.with(func() (*tensor.Tensor, error) { return c.tape.Narrow(y, 3, b.padding[1], size[1]) })
	return c.unbatched(y, single, s.err)
}

func opMaxUnpool(c *call) (object.Value, error) {
	x, at, size := c.input(), c.tensor("indices"), c.ints("output_size")
	lead := x.Shape()[:x.Dim()-2]
	area := x.Shape()[x.Dim()-2] * x.Shape()[x.Dim()-1]
	s := &steps{Tape: c.tape}
	flat := s.do(c.tape.Reshape(x, join(lead, area)))
	index := s.do(c.tape.Reshape(at, join(lead, area)))
	zeros := s.do(c.tape.Zeros(join(lead, size[0]*size[1]), x.Like()))
	y := s.with(func() (*tensor.Tensor, error) { return c.tape.Scatter(zeros, -1, index, flat) })
	return c.one(s.with(func() (*tensor.Tensor, error) { return c.tape.Reshape(y, join(lead, size...)) }), s.err)
}
