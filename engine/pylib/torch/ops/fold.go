package ops

import (
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/tensor"
)

// Sliding blocks of images: unfold, fold, and unpooling.

// blocks describes the sliding blocks of an image.
type blocks struct {
	kernel, dilation, padding, stride []int
	height, width                     int // of the padded image
	rows, cols                        int // of blocks
}

func blocksOf(c *dispatch.Call, height, width int) blocks {
	b := blocks{kernel: spread(c.Ints("kernel_size"), 2), dilation: spread(c.Ints("dilation"), 2),
		padding: spread(c.Ints("padding"), 2), stride: spread(c.Ints("stride"), 2)}
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

// asBatch adds a batch dimension to one image.
func asBatch(c *dispatch.Call, x *tensor.Tensor, dims int) (*tensor.Tensor, bool, error) {
	if x.Dim() == dims-1 {
		y, err := c.Tape.Unsqueeze(x, 0)
		return y, true, err
	}
	return x, false, nil
}

func opIm2col(c *dispatch.Call) (object.Value, error) {
	x, single, err := asBatch(c, c.Input(), 4)
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
	b := blocksOf(c, x.Shape()[2], x.Shape()[3])
	if b.rows < 1 || b.cols < 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "Given input with spatial size (%d, %d), kernel_size=(%d, %d), dilation=(%d, %d), padding=(%d, %d), calculated shape of the array of sliding blocks as (%d, %d), but its components must be at least one.",
			x.Shape()[2], x.Shape()[3], b.kernel[0], b.kernel[1], b.dilation[0], b.dilation[1], b.padding[0], b.padding[1], b.rows, b.cols)
	}
	s := &steps{Tape: c.Tape}
	y := s.do(c.Tape.ConstantPad(x, []int{b.padding[1], b.padding[1], b.padding[0], b.padding[0]}, tensor.Int(0)))
	y = s.with(func() (*tensor.Tensor, error) { return c.Tape.Reshape(y, []int{n, ch, b.height * b.width}) })
	at := s.with(func() (*tensor.Tensor, error) { return positionsOn(c, x, b.positions()) })
	y = s.with(func() (*tensor.Tensor, error) { return c.Tape.IndexSelect(y, 2, at) })
	y = s.with(func() (*tensor.Tensor, error) {
		return c.Tape.Reshape(y, []int{n, ch * b.kernel[0] * b.kernel[1], b.rows * b.cols})
	})
	return unbatched(c, y, single, s.err)
}

// positionsOn makes an index tensor where x lives.
func positionsOn(c *dispatch.Call, x *tensor.Tensor, list []int64) (*tensor.Tensor, error) {
	at, err := c.Tape.FromInts(list, len(list))
	if err != nil {
		return nil, err
	}
	return c.Tape.Env.To(at, tensor.Options{DType: tensor.Int64, Device: x.Device()}, false, false)
}

func unbatched(c *dispatch.Call, y *tensor.Tensor, single bool, err error) (object.Value, error) {
	if err == nil && single {
		y, err = c.Tape.Squeeze(y, []int{0})
	}
	return c.One(y, err)
}

func opCol2im(c *dispatch.Call) (object.Value, error) {
	x, single, err := asBatch(c, c.Input(), 3)
	if err != nil {
		return object.Value{}, err
	}
	size := spread(c.Ints("output_size"), 2)
	b := blocksOf(c, size[0], size[1])
	window := b.kernel[0] * b.kernel[1]
	n := x.Shape()[0]
	if x.Shape()[1]%window != 0 || x.Shape()[2] != b.rows*b.cols {
		return object.Value{}, object.Raise(object.RuntimeError, "Given output_size=(%d, %d), kernel_size=(%d, %d), dilation=(%d, %d), padding=(%d, %d), stride=(%d, %d), expected size of input's dimension 2 to match the calculated number of sliding blocks %d * %d = %d, but got input.size(2)=%d.",
			size[0], size[1], b.kernel[0], b.kernel[1], b.dilation[0], b.dilation[1], b.padding[0], b.padding[1], b.stride[0], b.stride[1], b.rows, b.cols, b.rows*b.cols, x.Shape()[2])
	}
	ch := x.Shape()[1] / window
	s := &steps{Tape: c.Tape}
	y := s.do(c.Tape.Reshape(x, []int{n, ch, window * b.rows * b.cols}))
	at := s.with(func() (*tensor.Tensor, error) { return positionsOn(c, x, b.positions()) })
	zeros := s.do(c.Tape.Zeros([]int{n, ch, b.height * b.width}, x.Like()))
	y = s.with(func() (*tensor.Tensor, error) { return c.Tape.IndexAdd(zeros, 2, at, y, tensor.Int(1)) })
	y = s.with(func() (*tensor.Tensor, error) { return c.Tape.Reshape(y, []int{n, ch, b.height, b.width}) })
	y = s.with(func() (*tensor.Tensor, error) { return c.Tape.Narrow(y, 2, b.padding[0], size[0]) })
	y = s.with(func() (*tensor.Tensor, error) { return c.Tape.Narrow(y, 3, b.padding[1], size[1]) })
	return unbatched(c, y, single, s.err)
}

func opMaxUnpool(c *dispatch.Call) (object.Value, error) {
	x, at, size := c.Input(), c.Tensor("indices"), c.Ints("output_size")
	lead := x.Shape()[:x.Dim()-2]
	area := x.Shape()[x.Dim()-2] * x.Shape()[x.Dim()-1]
	s := &steps{Tape: c.Tape}
	flat := s.do(c.Tape.Reshape(x, join(lead, area)))
	index := s.do(c.Tape.Reshape(at, join(lead, area)))
	zeros := s.do(c.Tape.Zeros(join(lead, size[0]*size[1]), x.Like()))
	y := s.with(func() (*tensor.Tensor, error) { return c.Tape.Scatter(zeros, -1, index, flat) })
	return c.One(s.with(func() (*tensor.Tensor, error) { return c.Tape.Reshape(y, join(lead, size...)) }), s.err)
}
