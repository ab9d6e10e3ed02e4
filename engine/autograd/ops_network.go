package autograd

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// This file has the layers of neural networks with gradients: pooling, normalisation,
// resampling, padding, dropout.

// batchOf adds a batch dimension to x where it has none, and says whether it did.
func (t *Tape) batchOf(x *Tensor, n int) (*Tensor, bool, error) {
	if x.Dim() == n+2 {
		return x, false, nil
	}
	y, err := t.Unsqueeze(x, 0)
	return y, true, err
}

var poolNames = map[int]string{2: "2DWithIndices", 3: "3DWithIndices"}

// MaxPool pools n spatial dimensions; positions are flat within a plane.
func (t *Tape) MaxPool(x *Tensor, p tensor.PoolParams) (y, positions *Tensor, err error) {
	n := len(p.Kernel)
	if n == 1 {
		return t.maxPool1d(x, p)
	}
	if y, positions, err = t.Env.MaxPool(x, p); err != nil {
		return nil, nil, err
	}
	if node := t.node("MaxPool"+poolNames[n]+"Backward0", y, x); node != nil {
		node.state.dim = n
		node.save(positions, x) // the input is kept as PyTorch keeps it, here and below; rules need its shape
	}
	return y, positions, nil
}

// maxPool1d pools lines as images of height one.
func (t *Tape) maxPool1d(x *Tensor, p tensor.PoolParams) (y, positions *Tensor, err error) {
	if x.Dim() != 2 && x.Dim() != 3 {
		return nil, nil, t.errorf("max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but got:%s", tensor.FormatShape(x.Shape()))
	}
	wide, err := t.Unsqueeze(x, -2)
	if err != nil {
		return nil, nil, err
	}
	two := tensor.PoolParams{Kernel: []int{1, p.Kernel[0]}, Stride: []int{1, p.Stride[0]}, Padding: []int{0, p.Padding[0]}, Dilation: []int{1, p.Dilation[0]}, Ceil: p.Ceil}
	if y, positions, err = t.MaxPool(wide, two); err != nil {
		return nil, nil, err
	}
	if positions, err = t.Env.Squeeze(positions, []int{-2}); err != nil {
		return nil, nil, err
	}
	y, err = t.Squeeze(y, []int{-2})
	return y, positions, err
}

// AvgPool averages windows of n spatial dimensions.
func (t *Tape) AvgPool(x *Tensor, p tensor.PoolParams) (*Tensor, error) {
	n := len(p.Kernel)
	if n == 1 {
		wide, err := t.Unsqueeze(x, -2)
		if err != nil {
			return nil, err
		}
		p.Kernel, p.Stride, p.Padding, p.Dilation = []int{1, p.Kernel[0]}, []int{1, p.Stride[0]}, []int{0, p.Padding[0]}, nil
		y, err := t.AvgPool(wide, p)
		if err != nil {
			return nil, err
		}
		return t.Squeeze(y, []int{-2})
	}
	y, err := t.Env.AvgPool(x, p)
	if err != nil {
		return nil, err
	}
	if node := t.node(map[int]string{2: "AvgPool2DBackward0", 3: "AvgPool3DBackward0"}[n], y, x); node != nil {
		node.state.ints = slices.Concat(p.Kernel, p.Stride, p.Padding)
		node.state.flag, node.state.dim = p.CountPadding, p.Divisor
		node.save(x)
	}
	return y, nil
}

// AdaptiveAvgPool averages to a size; −1 keeps a dimension's.
func (t *Tape) AdaptiveAvgPool(x *Tensor, size []int) (*Tensor, error) {
	if len(size) == 1 {
		wide, err := t.Unsqueeze(x, -2)
		if err != nil {
			return nil, err
		}
		y, err := t.AdaptiveAvgPool(wide, []int{1, size[0]})
		if err != nil {
			return nil, err
		}
		return t.Squeeze(y, []int{-2})
	}
	if len(size) == 2 && size[0] == 1 && size[1] == 1 && x.Dim() >= 3 && x.Shape()[x.Dim()-2] != 1 {
		return t.Mean(x, []int{-1, -2}, true, tensor.NoDType)
	}
	y, err := t.Env.AdaptiveAvgPool(x, size)
	if err != nil {
		return nil, err
	}
	if node := t.node(map[int]string{2: "AdaptiveAvgPool2DBackward0", 3: "AdaptiveAvgPool3DBackward0"}[len(size)], y, x); node != nil {
		node.state.dim = len(size)
		node.save(x)
	}
	return y, nil
}

// AdaptiveMaxPool takes maxima of adaptive windows. It is a max over each window's
// slice, for the small outputs it is used with.
func (t *Tape) AdaptiveMaxPool(x *Tensor, size []int) (y, positions *Tensor, err error) {
	n := len(size)
	if n == 1 {
		wide, err := t.Unsqueeze(x, -2)
		if err != nil {
			return nil, nil, err
		}
		if y, positions, err = t.AdaptiveMaxPool(wide, []int{1, size[0]}); err != nil {
			return nil, nil, err
		}
		if positions, err = t.Env.Squeeze(positions, []int{-2}); err != nil {
			return nil, nil, err
		}
		y, err = t.Squeeze(y, []int{-2})
		return y, positions, err
	}
	s := x.Shape()
	h, w := s[len(s)-2], s[len(s)-1]
	lead := s[:len(s)-2]
	var values, places []*Tensor
	for i := range size[0] {
		for j := range size[1] {
			r0, r1 := i*h/size[0], ((i+1)*h+size[0]-1)/size[0]
			c0, c1 := j*w/size[1], ((j+1)*w+size[1]-1)/size[1]
			v, at, err := t.windowMax(x, r0, r1, c0, c1, w)
			if err != nil {
				return nil, nil, err
			}
			values, places = append(values, v), append(places, at)
		}
	}
	shape := slices.Concat(lead, size)
	if y, err = t.Env.Cat(values, -1); err == nil {
		y, err = t.Env.Reshape(y, shape)
	}
	if err != nil {
		return nil, nil, err
	}
	if positions, err = t.Env.Cat(places, -1); err == nil {
		positions, err = t.Env.Reshape(positions, shape)
	}
	if err != nil {
		return nil, nil, err
	}
	if node := t.node("AdaptiveMaxPool2DBackward0", y, x); node != nil {
		node.state.dim = n
		node.save(positions, x)
	}
	return y, positions, nil
}

// windowMax is the maximum of rows r0…r1 and columns c0…c1 of each plane of width w,
// and its flat position there.
func (t *Tape) windowMax(x *Tensor, r0, r1, c0, c1, w int) (*Tensor, *Tensor, error) {
	part, err := t.Env.Slice(x, -2, r0, r1, 1)
	if err == nil {
		part, err = t.Env.Slice(part, -1, c0, c1, 1)
	}
	if err == nil {
		part, err = t.Env.Reshape(part, append(slices.Clone(x.Shape()[:x.Dim()-2]), -1))
	}
	if err != nil {
		return nil, nil, err
	}
	v, at, err := t.Env.MaxDim(part, -1, true)
	if err != nil {
		return nil, nil, err
	}
	cols := t.Wrap(tensor.Int(int64(c1 - c0)))
	row, err := t.Env.Binary(device.OpFloorDivide, at, cols)
	if err != nil {
		return nil, nil, err
	}
	col, err := t.Env.Binary(device.OpRemainder, at, cols)
	if err != nil {
		return nil, nil, err
	}
	if row, err = t.Env.Add(row, t.Wrap(tensor.Int(int64(r0))), tensor.One); err != nil {
		return nil, nil, err
	}
	if row, err = t.Env.Mul(row, t.Wrap(tensor.Int(int64(w)))); err != nil {
		return nil, nil, err
	}
	if col, err = t.Env.Add(col, t.Wrap(tensor.Int(int64(c0))), tensor.One); err != nil {
		return nil, nil, err
	}
	at, err = t.Env.Add(row, col, tensor.One)
	return v, at, err
}

var upsampleNames = map[[2]int]string{
	{tensor.Nearest, 1}: "UpsampleNearest1DBackward1", {tensor.Nearest, 2}: "UpsampleNearest2DBackward1", {tensor.Nearest, 3}: "UpsampleNearest3DBackward1",
	{tensor.Linear, 1}: "UpsampleLinear1DBackward1", {tensor.Linear, 2}: "UpsampleBilinear2DBackward1", {tensor.Linear, 3}: "UpsampleTrilinear3DBackward1",
	{tensor.Cubic, 2}: "UpsampleBicubic2DBackward1",
}

// Upsample resamples the spatial dimensions.
func (t *Tape) Upsample(x *Tensor, size []int, mode int, align bool, scales []float64) (*Tensor, error) {
	name := upsampleNames[[2]int{mode, len(size)}]
	if name == "" {
		return nil, t.errorf("Input and output must have the same number of spatial dimensions")
	}
	y, err := t.Env.Upsample(x, size, mode, align, scales)
	if err != nil {
		return nil, err
	}
	if n := t.node(name, y, x); n != nil {
		n.state.dim, n.state.reduce, n.state.flag, n.state.floats = len(size), mode, align, slices.Clone(scales)
	}
	return y, nil
}

// ConstantPad surrounds x with a value.
func (t *Tape) ConstantPad(x *Tensor, pads []int, value tensor.Scalar) (*Tensor, error) {
	y, err := t.Env.ConstantPad(x, pads, value)
	if err != nil {
		return nil, err
	}
	if n := t.node("ConstantPadNdBackward0", y, x); n != nil {
		n.state.ints = slices.Clone(pads)
	}
	return y, nil
}

// Pad is F.pad: mode "constant", "reflect", "replicate" or "circular".
func (t *Tape) Pad(x *Tensor, pads []int, mode string, value tensor.Scalar) (*Tensor, error) {
	if mode == "constant" {
		return t.ConstantPad(x, pads, value)
	}
	spatial := len(pads) / 2
	if len(pads)%2 != 0 || x.Dim() != spatial+1 && x.Dim() != spatial+2 {
		return nil, &tensor.Error{Kind: tensor.NotImplementedError, Text: "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now"}
	}
	prefix := map[string]string{"reflect": "ReflectionPad", "replicate": "ReplicationPad"}[mode]
	name := prefix + [...]string{"", "1D", "2D", "3D"}[min(spatial, 3)] + "Backward0"
	if mode == "circular" {
		if err := t.checkCircular(x, pads); err != nil {
			return nil, err
		}
		name = "CopySlices"
	} else if prefix == "" {
		return nil, &tensor.Error{Kind: tensor.NotImplementedError, Text: "Unrecognised padding mode " + mode}
	}
	y, err := t.Env.PadIndex(x, pads, mode)
	if err != nil {
		return nil, err
	}
	if n := t.node("PadBackward", y, x); n != nil {
		n.rule = renamed(n.rule, name)
		n.state.ints = slices.Clone(pads)
		n.state.dims = []int{slices.Index(padModes, mode)}
	}
	return y, nil
}

// checkCircular refuses amounts that leave nothing, or go around more than once.
func (t *Tape) checkCircular(x *Tensor, pads []int) error {
	for i := range len(pads) / 2 {
		n, before, after := x.Shape()[x.Dim()-1-i], pads[2*i], pads[2*i+1]
		switch {
		case before > n || after > n:
			return t.errorf("Padding value causes wrapping around more than once.")
		case before+after+n < 0:
			return t.errorf("Negative padding value is resulting in an empty dimension")
		}
	}
	return nil
}

var padModes = []string{"reflect", "replicate", "circular"}

func renamed(r *rule, name string) *rule {
	other := *r
	other.name = name
	return &other
}

// Dropout zeroes elements with probability p and scales the rest, in training.
func (t *Tape) Dropout(x *Tensor, p float64, training bool, g *tensor.Generator) (*Tensor, error) {
	return t.dropout(x, x.Shape(), p, training, g)
}

// FeatureDropout drops whole channels.
func (t *Tape) FeatureDropout(x *Tensor, p float64, training bool, g *tensor.Generator) (*Tensor, error) {
	if x.Dim() < 2 {
		return nil, t.errorf("Feature dropout requires at least 2 dimensions in the input")
	}
	shape := slices.Repeat([]int{1}, x.Dim())
	shape[0], shape[1] = x.Shape()[0], x.Shape()[1]
	return t.dropout(x, shape, p, training, g)
}

func (t *Tape) dropout(x *Tensor, shape []int, p float64, training bool, g *tensor.Generator) (*Tensor, error) {
	if !(p >= 0 && p <= 1) {
		return nil, t.errorf("dropout probability has to be between 0 and 1, but got %v", p)
	}
	if p == 0 || !training || x.Numel() == 0 {
		return x, nil
	}
	noise, err := t.DropoutMask(shape, p, x.Like(), g)
	if err != nil {
		return nil, err
	}
	return t.Mul(x, noise)
}

// DropoutMask is the factor dropout multiplies by: 0 or 1/(1−p).
func (t *Tape) DropoutMask(shape []int, p float64, o tensor.Options, g *tensor.Generator) (*Tensor, error) {
	if p == 1 {
		return t.Env.Zeros(shape, o)
	}
	noise, err := t.Env.Empty(shape, o)
	if err != nil {
		return nil, err
	}
	if err := t.Env.BernoulliIn(noise, 1-p, g); err != nil {
		return nil, err
	}
	return t.Env.BinaryInto(noise, device.OpDiv, noise, t.Wrap(tensor.Float(1-p)))
}

// PixelShuffle moves channels into space by a factor.
func (t *Tape) PixelShuffle(x *Tensor, r int) (*Tensor, error) {
	s := x.Shape()
	k := len(s)
	if k < 3 || s[k-3]%(r*r) != 0 {
		return nil, t.errorf("pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)=%d is not divisible by %d", s[max(k-3, 0)], r*r)
	}
	lead := s[:k-3]
	c, h, w := s[k-3]/(r*r), s[k-2], s[k-1]
	y, err := t.Reshape(x, slices.Concat(lead, []int{c, r, r, h, w}))
	if err != nil {
		return nil, err
	}
	n := len(lead)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if y, err = t.Permute(y, append(order, n, n+3, n+1, n+4, n+2)); err != nil {
		return nil, err
	}
	return t.Reshape(y, slices.Concat(lead, []int{c, h * r, w * r}))
}
