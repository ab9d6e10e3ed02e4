package ops

import (
	"math"
	"slices"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/tensor"
)

// The functions behind layers: activations, convolution, pooling, normalization, resizing.

var layerRows = []row{
	{"gelu", func(c *dispatch.Call) (object.Value, error) {
		if how := c.Text("approximate"); how != "none" && how != "tanh" {
			return object.Value{}, object.Raise(object.RuntimeError, "approximate argument must be either none or tanh.")
		}
		return c.One(c.Tape.Gelu(c.Input(), c.Text("approximate") == "tanh"))
	}},
	{"selu", dispatch.Simple((*tape).Selu)}, {"celu", func(c *dispatch.Call) (object.Value, error) {
		if c.Float("alpha") == 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "ZeroDivisionError: alpha cannot be 0 for CELU")
		}
		return c.One(c.Tape.Celu(c.Input(), c.Float("alpha")))
	}},
	{"hardtanh", func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.Hardtanh(c.Input(), c.Float("min_val"), c.Float("max_val")))
	}},
	{"relu6", func(c *dispatch.Call) (object.Value, error) { return c.One(c.Tape.Hardtanh(c.Input(), 0, 6)) }},
	{"softshrink", func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.Softshrink(c.Input(), c.Float("lambd")))
	}},
	{"hardshrink", func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.Hardshrink(c.Input(), c.Float("lambd")))
	}},
	{"glu", opGlu}, {"prelu", dispatch.Autocast(device.Narrow, device.Keep, func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.Prelu(c.Input(), c.Tensor("weight")))
	})},
	{"conv1d", dispatch.Narrowed(conv(1))}, {"conv2d", dispatch.Narrowed(conv(2))}, {"conv3d", dispatch.Narrowed(dispatch.OneDevice(conv(3)))},
	{"conv_transpose1d", dispatch.Autocast(device.Narrow, device.Widen, convTranspose(1))}, {"conv_transpose2d", dispatch.Autocast(device.Narrow, device.Widen, convTranspose(2))}, {"conv_transpose3d", dispatch.Autocast(device.Narrow, device.Widen, convTranspose(3))},
	{"max_pool1d", maxPool(1, false)}, {"max_pool2d", maxPool(2, false)}, {"max_pool3d", dispatch.WideOnCPU(maxPool(3, false))},
	{"max_pool1d_with_indices", maxPool(1, true)}, {"max_pool2d_with_indices", maxPool(2, true)}, {"max_pool3d_with_indices", maxPool(3, true)},
	{"avg_pool1d", avgPool(1)}, {"avg_pool2d", avgPool(2)}, {"avg_pool3d", dispatch.WideOnCPU(avgPool(3))},
	{"adaptive_avg_pool1d", adaptiveAvg(1)}, {"adaptive_avg_pool2d", adaptiveAvg(2)}, {"adaptive_avg_pool3d", dispatch.WideOnCPU(adaptiveAvg(3))},
	{"adaptive_max_pool1d", adaptiveMax(1)}, {"adaptive_max_pool2d", adaptiveMax(2)},
	{"batch_norm", dispatch.OneDevice(opBatchNorm)}, {"layer_norm", dispatch.WideOnGPU(dispatch.OneDevice(opLayerNorm))}, {"group_norm", dispatch.WideOnGPU(dispatch.OneDevice(opGroupNorm))}, {"instance_norm", dispatch.OneDevice(opInstanceNorm)},
	{"upsample_nearest1d upsample_nearest2d upsample_nearest3d", upsample(tensor.Nearest)},
	{"upsample_linear1d upsample_bilinear2d upsample_trilinear3d", upsample(tensor.Linear)}, {"upsample_bicubic2d", upsample(tensor.Cubic)},
	{"pad", opPad}, {"constant_pad_nd", opConstantPad}, {"embedding_renorm_", dispatch.OneDevice(opEmbeddingRenorm)},
	{"cosine_similarity", dispatch.WideOnGPU(dispatch.OneDevice(opCosineSimilarity))}, {"pairwise_distance", dispatch.OneDevice(opPairwiseDistance)}, {"cdist", dispatch.Widened(dispatch.OneDevice(opCdist))}, {"pdist", dispatch.WideOnGPU(opPdist)},
	{"im2col", opIm2col}, {"col2im", opCol2im}, {"max_unpool2d", opMaxUnpool},
}

func opGlu(c *dispatch.Call) (object.Value, error) {
	x := c.Input()
	d, err := x.WrapDim(c.Int("dim"))
	if err != nil {
		return object.Value{}, err
	}
	if n := x.Shape()[d]; n%2 != 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "Halving dimension must be even, but dimension %d is size %d", d, n)
	}
	return c.One(c.Tape.Glu(x, d))
}

// spread makes a list of one number as long as there are dimensions.
func spread(list []int, n int) []int {
	if len(list) == 1 && n > 1 {
		return dispatch.Repeated(list[0], n)
	}
	return list
}

func conv(rank int) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		x, w := c.Input(), c.Tensor("weight")
		p := tensor.ConvParams{Stride: spread(c.Ints("stride"), rank), Dilation: spread(c.Ints("dilation"), rank), Groups: c.Int("groups")}
		if !c.TakesText("padding") {
			p.Padding = spread(c.Ints("padding"), rank)
			return convolve(c, x, w, p)
		}
		p.Padding = dispatch.Repeated(0, rank)
		if err := p.CheckRanks(x, w); err != nil {
			return object.Value{}, err
		}
		if c.Text("padding") == "same" {
			var err error
			if x, err = padSame(c, x, w, p, rank); err != nil {
				return object.Value{}, err
			}
		} else if c.Text("padding") != "valid" {
			return object.Value{}, object.Raise(object.RuntimeError, "Invalid padding string: '%s'", c.Text("padding"))
		}
		return convolve(c, x, w, p)
	}
}

// convolve is the convolution of a batch, or of one input without the batch's dimension.
func convolve(c *dispatch.Call, x, w *tensor.Tensor, p tensor.ConvParams) (object.Value, error) {
	rank := w.Dim() - 2
	for _, amounts := range []struct {
		name string
		list []int
	}{{"stride", p.Stride}, {"padding", p.Padding}, {"dilation", p.Dilation}} {
		if n := len(amounts.list); n != rank && n == len(p.Stride) && rank > 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "expected %s to be a single integer value or a list of %d values to match the convolution dimensions, but got %s=%s",
				amounts.name, rank, amounts.name, tensor.FormatShape(amounts.list))
		}
	}
	if x.Dim() != len(p.Stride)+1 {
		return c.One(c.Tape.Conv(x, w, c.Tensor("bias"), p))
	}
	batch, err := c.Tape.Unsqueeze(x, 0)
	if err != nil {
		return c.One(nil, err)
	}
	out, err := c.Tape.Conv(batch, w, c.Tensor("bias"), p)
	if err != nil {
		return c.One(nil, err)
	}
	return c.One(c.Tape.Squeeze(out, []int{0}))
}

// padSame pads so that the output is as large as the input; what is uneven goes to the
// end. Even amounts are left to the convolution itself.
func padSame(c *dispatch.Call, x, w *tensor.Tensor, p tensor.ConvParams, rank int) (*tensor.Tensor, error) {
	for _, s := range p.Stride {
		if s != 1 {
			return nil, object.Raise(object.RuntimeError, "padding='same' is not supported for strided convolutions")
		}
	}
	pads := make([]int, 2*rank)
	uneven := false
	for i := range rank {
		total := p.Dilation[i] * (w.Shape()[2+i] - 1)
		p.Padding[i] = total / 2
		if total%2 != 0 {
			pads[2*(rank-1-i)+1] = 1
			uneven = true
		}
	}
	if !uneven {
		return x, nil
	}
	return c.Tape.ConstantPad(x, pads, tensor.Int(0))
}

func convTranspose(rank int) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		p := tensor.ConvParams{
			Stride: spread(c.Ints("stride"), rank), Padding: spread(c.Ints("padding"), rank), Dilation: spread(c.Ints("dilation"), rank),
			OutputPadding: spread(c.Ints("output_padding"), rank), Groups: c.Int("groups"), Transposed: true,
		}
		return convolve(c, c.Input(), c.Tensor("weight"), p)
	}
}

// poolParams reads the parameters that poolings share; the stride is the kernel's size
// unless it is given.
func poolParams(c *dispatch.Call, rank int) tensor.PoolParams {
	p := tensor.PoolParams{
		Kernel: spread(c.Ints("kernel_size"), rank), Stride: spread(c.Ints("stride"), rank),
		Padding: spread(c.Ints("padding"), rank), Ceil: c.Bool("ceil_mode"), Dilation: dispatch.Repeated(1, rank),
	}
	if len(p.Stride) == 0 {
		p.Stride = p.Kernel
	}
	if c.Has("dilation") {
		p.Dilation = spread(c.Ints("dilation"), rank)
	}
	return p
}

func maxPool(rank int, both bool) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		p := poolParams(c, rank)
		if len(p.Kernel) != rank {
			return object.Value{}, object.Raise(object.RuntimeError, "max_pool%dd: kernel_size must either be a single int, or a tuple of %s ints", rank, []string{"", "one", "two", "three"}[rank])
		}
		y, at, err := c.Tape.MaxPool(c.Input(), p)
		if both {
			return c.Two(y, at, err)
		}
		return c.One(y, err)
	}
}

func avgPool(rank int) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		p := poolParams(c, rank)
		p.CountPadding = c.Bool("count_include_pad")
		if c.Given("divisor_override") {
			if p.Divisor = c.Int("divisor_override"); p.Divisor == 0 {
				return object.Value{}, object.Raise(object.RuntimeError, "divisor must be not zero")
			}
		}
		x := c.Input()
		if x.DType() != tensor.Int64 {
			return c.One(c.Tape.AvgPool(x, p))
		}
		e := exprOf(c) // whole numbers are averaged, and what is behind the point is dropped
		wide := e.do(e.Cast(x, tensor.Float64))
		mean := e.with(func() (*tensor.Tensor, error) { return e.AvgPool(wide, p) })
		return c.One(e.with(func() (*tensor.Tensor, error) { return e.Cast(mean, tensor.Int64) }), e.err)
	}
}

func adaptiveAvg(rank int) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		x, size := c.Input(), spread(c.Ints("output_size"), rank)
		if x.Dim() != rank+1 && x.Dim() != rank+2 {
			return object.Value{}, object.Raise(object.RuntimeError, "adaptive_avg_pool%dd(): Expected %dD or %dD tensor, but got %s", rank, rank+1, rank+2, tensor.FormatShape(x.Shape()))
		}
		if slices.ContainsFunc(size, func(n int) bool { return n < 0 }) {
			list := tensor.FormatShape(size)
			return object.Value{}, object.Raise(object.RuntimeError, "adaptive_avg_pool%dd: elements of output_size must be greater than or equal to 0 but received {%s}", rank, list[1:len(list)-1])
		}
		return c.One(c.Tape.AdaptiveAvgPool(x, size))
	}
}

func adaptiveMax(rank int) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		size := c.Ints("output_size")
		if len(size) != rank {
			return object.Value{}, object.Raise(object.RuntimeError, "adaptive_max_pool%dd(): internal error: output_size.size() must be %d", rank, rank)
		}
		return c.Two(c.Tape.AdaptiveMaxPool(c.Input(), size))
	}
}

func opBatchNorm(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.BatchNorm(c.Input(), c.Tensor("weight"), c.Tensor("bias"), c.Tensor("running_mean"), c.Tensor("running_var"),
		c.Bool("training"), c.Float("momentum"), c.Float("eps")))
}

func opLayerNorm(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.LayerNorm(c.Input(), c.Ints("normalized_shape"), c.Tensor("weight"), c.Tensor("bias"), c.Float("eps")))
}

func opGroupNorm(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.GroupNorm(c.Input(), c.Int("num_groups"), c.Tensor("weight"), c.Tensor("bias"), c.Float("eps")))
}

// opInstanceNorm is a batch norm of one example with N·C channels.
func opInstanceNorm(c *dispatch.Call) (object.Value, error) {
	x := c.Input()
	n, ch := x.Shape()[0], x.Shape()[1]
	s := &steps{Tape: c.Tape}
	repeat := func(name string) *tensor.Tensor {
		v := c.Tensor(name)
		if v == nil || n == 1 {
			return v
		}
		return s.with(func() (*tensor.Tensor, error) { return c.Tape.Repeat(v, []int{n}) })
	}
	mean, variance := repeat("running_mean"), repeat("running_var")
	flat := s.with(func() (*tensor.Tensor, error) { return c.Tape.Reshape(x, join([]int{1, n * ch}, x.Shape()[2:]...)) })
	w, b := repeat("weight"), repeat("bias")
	if s.err != nil {
		return object.Value{}, s.err
	}
	y, err := c.Tape.BatchNorm(flat, w, b, mean, variance, c.Bool("use_input_stats"), c.Float("momentum"), c.Float("eps"))
	if err != nil {
		return object.Value{}, err
	}
	for name, all := range map[string]*tensor.Tensor{"running_mean": mean, "running_var": variance} {
		if err := averageInto(c, c.Tensor(name), all, n); err != nil {
			return object.Value{}, err
		}
	}
	return c.One(c.Tape.View(y, x.Shape()))
}

// averageInto takes the mean over examples of updated statistics into the buffer.
func averageInto(c *dispatch.Call, buffer, all *tensor.Tensor, n int) error {
	if buffer == nil || buffer == all {
		return nil
	}
	rows, err := c.Tape.Env.View(all, []int{n, -1})
	if err != nil {
		return err
	}
	mean, err := c.Tape.Env.Mean(rows, []int{0}, false, tensor.NoDType)
	if err != nil {
		return err
	}
	return c.Tape.Env.CopyInto(buffer, mean, false)
}

func upsample(mode int) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		x := c.Input()
		size, scales := c.Ints("output_size"), c.Floats("scale_factors")
		n := x.Dim() - 2
		if len(size) == 0 {
			size = make([]int, n)
			for i := range size {
				size[i] = int(math.Floor(float64(x.Shape()[2+i]) * scales[min(i, len(scales)-1)]))
			}
		}
		if len(scales) == 0 {
			scales = make([]float64, n)
		}
		return c.One(c.Tape.Upsample(x, size, mode, c.Bool("align_corners"), scales))
	}
}

func opPad(c *dispatch.Call) (object.Value, error) {
	value := tensor.Int(0)
	if c.Given("value") {
		value = c.Scalar("value")
	}
	x, pad := c.Input(), c.Ints("pad")
	if len(pad)%2 == 0 && len(pad) > 2*x.Dim() {
		return object.Value{}, object.Raise(object.RuntimeError, "Padding length too large")
	}
	return c.One(c.Tape.Pad(x, pad, c.Text("mode"), value))
}

func opConstantPad(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.ConstantPad(c.Input(), c.Ints("pad"), c.Scalar("value")))
}

// opEmbeddingRenorm scales the rows that are named down to a norm.
func opEmbeddingRenorm(c *dispatch.Call) (object.Value, error) {
	w, most, p := c.Input(), c.Float("max_norm"), c.Float("norm_type")
	rows, err := c.Tape.Int64s(c.Tensor("indices"))
	if err != nil {
		return object.Value{}, err
	}
	seen := map[int64]bool{}
	for _, i := range rows {
		if seen[i] {
			continue
		}
		seen[i] = true
		row, err := c.Tape.Env.Select(w, 0, int(i))
		if err != nil {
			return object.Value{}, err
		}
		length, err := c.Tape.Env.Norm(row, p, nil, false, tensor.NoDType)
		if err != nil {
			return object.Value{}, err
		}
		n, err := c.Tape.Item(length)
		if err != nil {
			return object.Value{}, err
		}
		if n.Float64() > most {
			scaled, err := c.Tape.Env.Mul(row, c.Tape.Wrap(tensor.Float(most/(n.Float64()+1e-7))))
			if err == nil {
				err = c.Tape.Env.CopyInto(row, scaled, false)
			}
			if err != nil {
				return object.Value{}, err
			}
		}
	}
	return c.Into(nil)
}

// opEmbeddingBag reduces runs of rows: 0 sums, 1 means, 2 maxima.
func opCosineSimilarity(c *dispatch.Call) (object.Value, error) {
	a, b := c.Tensor("x1"), c.Tensor("x2")
	if d := tensor.Promote(a.DType(), b.DType()); !d.Differentiable() {
		return object.Value{}, object.Raise(object.RuntimeError, "expected common dtype to be floating point, yet common dtype is %s", d.Scalar())
	}
	return c.One(c.Tape.CosineSimilarity(c.Tensor("x1"), c.Tensor("x2"), c.Int("dim"), c.Float("eps")))
}

// distance is the p-norm of x - y + eps over the last dimension.
func distance(p *tape, x, y *tensor.Tensor, order, eps float64, keepdim bool) (*tensor.Tensor, error) {
	diff, err := p.Sub(x, y, tensor.Int(1))
	if err == nil && eps != 0 {
		diff, err = p.Add(diff, p.Wrap(tensor.Float(eps)), tensor.Int(1))
	}
	if err != nil {
		return nil, err
	}
	return p.Norm(diff, order, []int{-1}, keepdim, tensor.NoDType)
}

func opPairwiseDistance(c *dispatch.Call) (object.Value, error) {
	return c.One(distance(c.Tape, c.Tensor("x1"), c.Tensor("x2"), c.Float("p"), c.Float("eps"), c.Bool("keepdim")))
}

func opCdist(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Cdist(c.Tensor("x1"), c.Tensor("x2"), c.Float("p")))
}

// opPdist has the distances of all pairs of rows, above the diagonal.
func opPdist(c *dispatch.Call) (object.Value, error) {
	x := c.Input()
	if x.Dim() != 2 {
		return object.Value{}, object.Raise(object.RuntimeError, "pdist only supports 2D tensors, got: %dD", x.Dim())
	}
	n := x.Shape()[0]
	s := &steps{Tape: c.Tape}
	pairs := s.do(c.Tape.TriIndices(n, n, 1, true, tensor.Options{Device: x.Device()}))
	rows := func(i int) *tensor.Tensor {
		return s.with(func() (*tensor.Tensor, error) {
			at, err := c.Tape.Select(pairs, 0, i)
			if err != nil {
				return nil, err
			}
			return c.Tape.IndexSelect(x, 0, at)
		})
	}
	left, right := rows(0), rows(1)
	if s.err != nil {
		return object.Value{}, s.err
	}
	return c.One(distance(c.Tape, left, right, c.Float("p"), 0, false))
}
