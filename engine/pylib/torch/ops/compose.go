package ops

import (
	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file makes operations of others: joining and splitting in the ways of NumPy,
// shuffles of channels and pixels.

type tape = autograd.Tape

// steps runs operations one after the other until one fails.
type steps struct {
	*autograd.Tape
	err error
}

// do keeps a result, or the first error.
func (s *steps) do(x *tensor.Tensor, err error) *tensor.Tensor {
	if s.err == nil {
		s.err = err
	}
	return x
}

// with runs f on x unless a step has failed.
func (s *steps) with(f func() (*tensor.Tensor, error)) *tensor.Tensor {
	if s.err != nil {
		return nil
	}
	return s.do(f())
}

// atLeastRank adds dimensions of one as atleast_1d, 2d and 3d do.
func atLeastRank(p *tape, x *tensor.Tensor, rank int) (*tensor.Tensor, error) {
	shape := x.Shape()
	switch {
	case x.Dim() >= rank:
		return x, nil
	case x.Dim() == 0:
		return p.Reshape(x, dispatch.Repeated(1, rank))
	case rank == 2:
		return p.Unsqueeze(x, 0)
	case x.Dim() == 1:
		return p.Reshape(x, []int{1, shape[0], 1})
	}
	return p.Unsqueeze(x, -1)
}

func atLeastAll(p *tape, list []*tensor.Tensor, rank int) ([]*tensor.Tensor, error) {
	out := make([]*tensor.Tensor, len(list))
	for i, x := range list {
		var err error
		if out[i], err = atLeastRank(p, x, rank); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// stackRank joins tensors that have at least rank dimensions along dim.
func stackRank(rank, dim int) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		list, err := atLeastAll(c.Tape, c.Tensors("tensors"), rank)
		if err != nil || c.Err != nil {
			return object.Value{}, err
		}
		if rank == 1 && len(list) > 0 && list[0].Dim() == 1 {
			return c.One(c.Tape.Cat(list, 0))
		}
		return c.One(c.Tape.Cat(list, dim))
	}
}

func opColumnStack(c *dispatch.Call) (object.Value, error) {
	list := c.Tensors("tensors")
	for i, x := range list {
		if x.Dim() <= 1 {
			var err error
			if list[i], err = c.Tape.Reshape(x, []int{x.Numel(), 1}); err != nil {
				return object.Value{}, err
			}
		}
	}
	return c.One(c.Tape.Cat(list, 1))
}

// sections are the ends of n nearly equal parts.
func sections(size, n int) []int {
	ends := make([]int, 0, n-1)
	at := 0
	for i := range n - 1 {
		at += size / n
		if i < size%n {
			at++
		}
		ends = append(ends, at)
	}
	return ends
}

// splitAtEnds cuts x before each index along dim.
func splitAtEnds(p *tape, x *tensor.Tensor, ends []int, dim int) ([]*tensor.Tensor, error) {
	if x.Dim() == 0 {
		return nil, &tensor.Error{Kind: tensor.RuntimeError, Text: "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims"}
	}
	d, err := x.WrapDim(dim)
	if err != nil {
		return nil, err
	}
	size := x.Shape()[d]
	var out []*tensor.Tensor
	start := 0
	for _, end := range append(append([]int{}, ends...), size) {
		part, err := p.Slice(x, d, start, end, 1)
		if err != nil {
			return nil, err
		}
		out = append(out, part)
		start = end
	}
	return out, nil
}

func splitSections(c *dispatch.Call, x *tensor.Tensor, n, dim int) (object.Value, error) {
	if x.Dim() == 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
	}
	if n <= 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "number of sections must be larger than 0, got %d", n)
	}
	d, err := x.WrapDim(dim)
	if err != nil {
		return object.Value{}, err
	}
	return c.Many(splitAtEnds(c.Tape, x, sections(x.Shape()[d], n), d))
}

func opCartesianProd(c *dispatch.Call) (object.Value, error) {
	list := c.Tensors("tensors")
	if len(list) == 1 {
		return c.One(list[0], nil)
	}
	grids, err := c.Tape.Meshgrid(list, true)
	if err != nil {
		return object.Value{}, err
	}
	for i, g := range grids {
		if grids[i], err = c.Tape.Reshape(g, []int{-1}); err != nil {
			return object.Value{}, err
		}
	}
	return c.One(c.Tape.Stack(grids, 1))
}

func opBlockDiag(c *dispatch.Call) (object.Value, error) {
	list, err := atLeastAll(c.Tape, c.Tensors("tensors"), 2)
	if err != nil {
		return object.Value{}, err
	}
	rows, cols := 0, 0
	for _, x := range list {
		rows, cols = rows+x.Shape()[0], cols+x.Shape()[1]
	}
	s := &steps{Tape: c.Tape}
	var blocks []*tensor.Tensor
	left := 0
	for _, x := range list {
		h, w := x.Shape()[0], x.Shape()[1]
		row := []*tensor.Tensor{
			s.do(c.Tape.Zeros([]int{h, left}, x.Like())), x,
			s.do(c.Tape.Zeros([]int{h, cols - left - w}, x.Like())),
		}
		blocks = append(blocks, s.with(func() (*tensor.Tensor, error) { return c.Tape.Cat(row, 1) }))
		left += w
	}
	if s.err != nil {
		return object.Value{}, s.err
	}
	return c.One(c.Tape.Cat(blocks, 0))
}

// opCombinations picks r of the elements of a vector, in order.
func opCombinations(c *dispatch.Call) (object.Value, error) {
	x, r := c.Input(), c.Int("r")
	if x.Dim() != 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "Expect a 1D vector, but got shape %s", tensor.FormatShape(x.Shape()))
	}
	if r < 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "Expect a non-negative number, but got %d", r)
	}
	if r == 0 {
		return c.One(c.Tape.Empty([]int{0}, x.Like()))
	}
	n := x.Numel()
	again := c.Bool("with_replacement")
	var picks []int64
	index := make([]int, r)
	count := 0
	var failed error
	var walk func(depth, from int)
	walk = func(depth, from int) {
		if failed != nil {
			return
		}
		if depth == r {
			failed = c.Thread.ChargeItems(r, 8)
			for _, i := range index {
				picks = append(picks, int64(i))
			}
			count++
			if failed == nil && count%1024 == 0 {
				failed = c.Thread.Poll()
			}
			return
		}
		for i := from; i < n; i++ {
			index[depth] = i
			next := i + 1
			if again {
				next = i
			}
			walk(depth+1, next)
		}
	}
	walk(0, 0)
	if failed != nil {
		return object.Value{}, failed
	}
	at, err := c.Tape.FromInts(picks, len(picks))
	if err == nil {
		at, err = beside(c, x, at)
	}
	if err != nil {
		return object.Value{}, err
	}
	flat, err := c.Tape.IndexSelect(x, 0, at)
	if err != nil {
		return object.Value{}, err
	}
	return c.One(c.Tape.Reshape(flat, []int{count, r}))
}

func opDiff(c *dispatch.Call) (object.Value, error) {
	x, dim := c.Input(), c.Int("dim")
	n := 1
	if c.Given("n") {
		n = c.Int("n")
	}
	if n == 0 {
		return c.One(c.Tape.Clone(x))
	}
	parts := []*tensor.Tensor{x}
	for _, name := range []string{"prepend", "append"} {
		if y := c.Tensor(name); y != nil && y.Dim() != x.Dim() {
			return object.Value{}, object.Raise(object.RuntimeError, "diff expects prepend or append to be the same dimension as input")
		}
	}
	if before := c.Tensor("prepend"); before != nil {
		parts = append([]*tensor.Tensor{before}, parts...)
	}
	if after := c.Tensor("append"); after != nil {
		parts = append(parts, after)
	}
	var err error
	if len(parts) > 1 {
		if x, err = c.Tape.Cat(parts, dim); err != nil {
			return object.Value{}, err
		}
	}
	for range n {
		d, err := x.WrapDim(dim)
		if err != nil {
			return object.Value{}, err
		}
		size := x.Shape()[d]
		if size == 0 {
			break
		}
		s := &steps{Tape: c.Tape}
		later := s.do(c.Tape.Narrow(x, d, 1, size-1))
		earlier := s.do(c.Tape.Narrow(x, d, 0, size-1))
		x = s.with(func() (*tensor.Tensor, error) {
			if x.DType() == tensor.Bool {
				return c.Tape.Compare(device.OpLogicalXor, later, earlier)
			}
			return c.Tape.Sub(later, earlier, tensor.Int(1))
		})
		if s.err != nil {
			return object.Value{}, s.err
		}
	}
	return c.One(x, nil)
}

// rearrange views x with split dimensions, permutes them and merges them again.
func rearrange(p *tape, x *tensor.Tensor, split, order, merged []int) (*tensor.Tensor, error) {
	s := &steps{Tape: p}
	y := s.do(p.Reshape(x, split))
	y = s.with(func() (*tensor.Tensor, error) { return p.Permute(y, order) })
	y = s.with(func() (*tensor.Tensor, error) { return p.Reshape(y, merged) })
	return y, s.err
}

// offset adds the batch dimensions before an order of the last ones.
func offset(batch int, order ...int) []int {
	out := make([]int, 0, batch+len(order))
	for i := range batch {
		out = append(out, i)
	}
	for _, d := range order {
		out = append(out, batch+d)
	}
	return out
}

func opPixelShuffle(c *dispatch.Call) (object.Value, error) {
	x, r := c.Input(), c.Int("upscale_factor")
	n := x.Dim()
	if n < 3 {
		return object.Value{}, object.Raise(object.RuntimeError, "pixel_shuffle expects input to have at least 3 dimensions, but got input with %d dimension(s)", n)
	}
	batch, ch, h, w := x.Shape()[:n-3], x.Shape()[n-3], x.Shape()[n-2], x.Shape()[n-1]
	if r <= 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "pixel_shuffle expects a positive upscale_factor, but got %d", r)
	}
	if ch%(r*r) != 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)=%d is not divisible by %d", ch, r*r)
	}
	return c.One(rearrange(c.Tape, x, join(batch, ch/(r*r), r, r, h, w), offset(n-3, 0, 3, 1, 4, 2), join(batch, ch/(r*r), h*r, w*r)))
}

func opPixelUnshuffle(c *dispatch.Call) (object.Value, error) {
	x, r := c.Input(), c.Int("downscale_factor")
	n := x.Dim()
	if n < 3 {
		return object.Value{}, object.Raise(object.RuntimeError, "pixel_unshuffle expects input to have at least 3 dimensions, but got input with %d dimension(s)", n)
	}
	if r <= 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "pixel_unshuffle expects a positive downscale_factor, but got %d", r)
	}
	batch, ch, h, w := x.Shape()[:n-3], x.Shape()[n-3], x.Shape()[n-2], x.Shape()[n-1]
	for _, side := range []struct {
		name string
		n    int
	}{{"height", h}, {"width", w}} {
		if side.n%r != 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "pixel_unshuffle expects %s to be divisible by downscale_factor, but input.size(-2)=%d is not divisible by %d", side.name, side.n, r)
		}
	}
	return c.One(rearrange(c.Tape, x, join(batch, ch, h/r, r, w/r, r), offset(n-3, 0, 2, 4, 1, 3), join(batch, ch*r*r, h/r, w/r)))
}

func opChannelShuffle(c *dispatch.Call) (object.Value, error) {
	x, g := c.Input(), c.Int("groups")
	if x.Dim() < 3 {
		return object.Value{}, object.Raise(object.RuntimeError, "channel_shuffle expects input with > 2 dims, but got input with sizes %s", sizesText(x.Shape()))
	}
	n, ch := x.Shape()[0], x.Shape()[1]
	if g <= 0 || ch%g != 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "Number of channels must be divisible by groups. Got %d channels and %d groups.", ch, g)
	}
	return c.One(rearrange(c.Tape, x, []int{n, g, ch / g, -1}, []int{0, 2, 1, 3}, x.Shape()))
}

func join(batch []int, rest ...int) []int { return append(append([]int{}, batch...), rest...) }

// sizesText writes a shape as C++ does: [2, 3].
func sizesText(shape []int) string {
	text, _ := values.SizeRepr(nil, values.Size(shape))
	return text[len("torch.Size(") : len(text)-1]
}

func opPadSequence(c *dispatch.Call) (object.Value, error) {
	list, first := c.Tensors("sequences"), c.Bool("batch_first")
	if len(list) == 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "received an empty list of sequences")
	}
	longest := 0
	for _, x := range list {
		longest = max(longest, x.Shape()[0])
	}
	s := &steps{Tape: c.Tape}
	padded := make([]*tensor.Tensor, len(list))
	for i, x := range list {
		padded[i] = x
		if missing := longest - x.Shape()[0]; missing > 0 {
			tail := s.do(c.Tape.Full(join([]int{missing}, x.Shape()[1:]...), tensor.Float(c.Float("padding_value")), x.Like()))
			padded[i] = s.with(func() (*tensor.Tensor, error) { return c.Tape.Cat([]*tensor.Tensor{x, tail}, 0) })
		}
	}
	if s.err != nil {
		return object.Value{}, s.err
	}
	dim := 1
	if first {
		dim = 0
	}
	return c.One(c.Tape.Stack(padded, dim))
}

func opOneHot(c *dispatch.Call) (object.Value, error) {
	x, n := c.Input(), c.Int("num_classes")
	if x.DType() != tensor.Int64 {
		return object.Value{}, object.Raise(object.RuntimeError, "one_hot is only applicable to index tensor.")
	}
	list, err := c.Tape.Int64s(x)
	if err != nil {
		return object.Value{}, err
	}
	if len(list) == 0 && n <= 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "Can not infer total number of classes from empty tensor.")
	}
	top := int64(-1)
	for _, k := range list {
		if k < 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "Class values must be non-negative.")
		}
		top = max(top, k)
	}
	if n == -1 {
		n = int(top) + 1
	} else if n < 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "num_classes should be positive")
	} else if int(top) >= n {
		return object.Value{}, object.Raise(object.RuntimeError, "Class values must be smaller than num_classes.")
	}
	zeros, err := c.Tape.Zeros(join(x.Shape(), n), x.Like())
	if err != nil {
		return object.Value{}, err
	}
	at, err := c.Tape.Unsqueeze(x, -1)
	if err != nil {
		return object.Value{}, err
	}
	return c.One(c.Tape.Scatter(zeros, -1, at, c.Tape.Wrap(tensor.Int(1))))
}
