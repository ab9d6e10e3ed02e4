package torch

import (
	"slices"

	"math"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// The functions behind layers: activations, convolution, pooling, normalization, resizing.

var layerRows = []row{
	{"gelu", func(c *call) (object.Value, error) {
		if how := c.text("approximate"); how != "none" && how != "tanh" {
			return object.Value{}, object.Raise(object.RuntimeError, "approximate argument must be either none or tanh.")
		}
		return c.one(c.tape.Gelu(c.input(), c.text("approximate") == "tanh"))
	}},
	{"selu", simple((*tape).Selu)}, {"celu", func(c *call) (object.Value, error) {
		if c.float("alpha") == 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "ZeroDivisionError: alpha cannot be 0 for CELU")
		}
		return c.one(c.tape.Celu(c.input(), c.float("alpha")))
	}},
	{"hardtanh", func(c *call) (object.Value, error) {
		return c.one(c.tape.Hardtanh(c.input(), c.float("min_val"), c.float("max_val")))
	}},
	{"relu6", func(c *call) (object.Value, error) { return c.one(c.tape.Hardtanh(c.input(), 0, 6)) }},
	{"softshrink", func(c *call) (object.Value, error) { return c.one(c.tape.Softshrink(c.input(), c.float("lambd"))) }},
	{"hardshrink", func(c *call) (object.Value, error) { return c.one(c.tape.Hardshrink(c.input(), c.float("lambd"))) }},
	{"glu", opGlu}, {"prelu", autocast(narrow, keep, func(c *call) (object.Value, error) {
		return c.one(c.tape.Prelu(c.input(), c.tensor("weight")))
	})},
	{"conv1d", narrowed(conv(1))}, {"conv2d", narrowed(conv(2))}, {"conv3d", narrowed(oneDevice(conv(3)))},
	{"conv_transpose1d", autocast(narrow, widen, convTranspose(1))}, {"conv_transpose2d", autocast(narrow, widen, convTranspose(2))}, {"conv_transpose3d", autocast(narrow, widen, convTranspose(3))},
	{"max_pool1d", maxPool(1, false)}, {"max_pool2d", maxPool(2, false)}, {"max_pool3d", wideOnCPU(maxPool(3, false))},
	{"max_pool1d_with_indices", maxPool(1, true)}, {"max_pool2d_with_indices", maxPool(2, true)}, {"max_pool3d_with_indices", maxPool(3, true)},
	{"avg_pool1d", avgPool(1)}, {"avg_pool2d", avgPool(2)}, {"avg_pool3d", wideOnCPU(avgPool(3))},
	{"adaptive_avg_pool1d", adaptiveAvg(1)}, {"adaptive_avg_pool2d", adaptiveAvg(2)}, {"adaptive_avg_pool3d", wideOnCPU(adaptiveAvg(3))},
	{"adaptive_max_pool1d", adaptiveMax(1)}, {"adaptive_max_pool2d", adaptiveMax(2)},
	{"batch_norm", oneDevice(opBatchNorm)}, {"layer_norm", wideOnGPU(oneDevice(opLayerNorm))}, {"group_norm", wideOnGPU(oneDevice(opGroupNorm))}, {"instance_norm", oneDevice(opInstanceNorm)},
	{"upsample_nearest1d upsample_nearest2d upsample_nearest3d", upsample(tensor.Nearest)},
	{"upsample_linear1d upsample_bilinear2d upsample_trilinear3d", upsample(tensor.Linear)}, {"upsample_bicubic2d", upsample(tensor.Cubic)},
	{"pad", opPad}, {"constant_pad_nd", opConstantPad}, {"embedding_renorm_", oneDevice(opEmbeddingRenorm)},
	{"cosine_similarity", wideOnGPU(oneDevice(opCosineSimilarity))}, {"pairwise_distance", oneDevice(opPairwiseDistance)}, {"cdist", widened(oneDevice(opCdist))}, {"pdist", wideOnGPU(opPdist)},
	{"im2col", opIm2col}, {"col2im", opCol2im}, {"max_unpool2d", opMaxUnpool},
}

func opGlu(c *call) (object.Value, error) {
	x := c.input()
	d, err := x.WrapDim(c.int("dim"))
	if err != nil {
		return object.Value{}, err
	}
	if n := x.Shape()[d]; n%2 != 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "Halving dimension must be even, but dimension %d is size %d", d, n)
	}
	return c.one(c.tape.Glu(x, d))
}

// spread makes a list of one number as long as there are dimensions.
func spread(list []int, n int) []int {
	if len(list) == 1 && n > 1 {
		return repeated(list[0], n)
	}
	return list
}

func conv(rank int) operation {
	return func(c *call) (object.Value, error) {
		x, w := c.input(), c.tensor("weight")
		p := tensor.ConvParams{Stride: spread(c.ints("stride"), rank), Dilation: spread(c.ints("dilation"), rank), Groups: c.int("groups")}
		if i := c.o.find("padding"); c.o.params[i].typ != typString {
			p.Padding = spread(c.ints("padding"), rank)
			return c.convolve(x, w, p)
		}
		p.Padding = repeated(0, rank)
		if err := p.CheckRanks(x, w); err != nil {
			return object.Value{}, err
		}
		if c.text("padding") == "same" {
			var err error
			if x, err = c.padSame(x, w, p, rank); err != nil {
				return object.Value{}, err
			}
		} else if c.text("padding") != "valid" {
			return object.Value{}, object.Raise(object.RuntimeError, "Invalid padding string: '%s'", c.text("padding"))
		}
		return c.convolve(x, w, p)
	}
}

// convolve is the convolution of a batch, or of one input without the batch's dimension.
func (c *call) convolve(x, w *tensor.Tensor, p tensor.ConvParams) (object.Value, error) {
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
		return c.one(c.tape.Conv(x, w, c.tensor("bias"), p))
	}
	batch, err := c.tape.Unsqueeze(x, 0)
	if err != nil {
		return c.one(nil, err)
	}
	out, err := c.tape.Conv(batch, w, c.tensor("bias"), p)
	if err != nil {
		return c.one(nil, err)
	}
	return c.one(c.tape.Squeeze(out, []int{0}))
}

// padSame pads so that the output is as large as the input; what is uneven goes to the
// end. Even amounts are left to the convolution itself.
func (c *call) padSame(x, w *tensor.Tensor, p tensor.ConvParams, rank int) (*tensor.Tensor, error) {
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
	return c.tape.ConstantPad(x, pads, tensor.Int(0))
}

func convTranspose(rank int) operation {
	return func(c *call) (object.Value, error) {
		p := tensor.ConvParams{
			Stride: spread(c.ints("stride"), rank), Padding: spread(c.ints("padding"), rank), Dilation: spread(c.ints("dilation"), rank),
			OutputPadding: spread(c.ints("output_padding"), rank), Groups: c.int("groups"), Transposed: true,
		}
		return c.convolve(c.input(), c.tensor("weight"), p)
	}
}

// pool reads the parameters that poolings share; the stride is the kernel's size
// unless it is given.
func (c *call) pool(rank int) tensor.PoolParams {
	p := tensor.PoolParams{
		Kernel: spread(c.ints("kernel_size"), rank), Stride: spread(c.ints("stride"), rank),
		Padding: spread(c.ints("padding"), rank), Ceil: c.bool("ceil_mode"), Dilation: repeated(1, rank),
	}
	if len(p.Stride) == 0 {
		p.Stride = p.Kernel
	}
	if c.has("dilation") {
		p.Dilation = spread(c.ints("dilation"), rank)
	}
	return p
}

func maxPool(rank int, both bool) operation {
	return func(c *call) (object.Value, error) {
		p := c.pool(rank)
		if len(p.Kernel) != rank {
			return object.Value{}, object.Raise(object.RuntimeError, "max_pool%dd: kernel_size must either be a single int, or a tuple of %s ints", rank, []string{"", "one", "two", "three"}[rank])
		}
		y, at, err := c.tape.MaxPool(c.input(), p)
		if both {
			return c.two(y, at, err)
		}
		return c.one(y, err)
	}
}

func avgPool(rank int) operation {
	return func(c *call) (object.Value, error) {
		p := c.pool(rank)
		p.CountPadding = c.bool("count_include_pad")
		if c.given("divisor_override") {
			if p.Divisor = c.int("divisor_override"); p.Divisor == 0 {
				return object.Value{}, object.Raise(object.RuntimeError, "divisor must be not zero")
			}
		}
		x := c.input()
		if x.DType() != tensor.Int64 {
			return c.one(c.tape.AvgPool(x, p))
		}
		e := c.expr() // whole numbers are averaged, and what is behind the point is dropped
		wide := e.do(e.Cast(x, tensor.Float64))
		mean := e.with(func() (*tensor.Tensor, error) { return e.AvgPool(wide, p) })
		return c.one(e.with(func() (*tensor.Tensor, error) { return e.Cast(mean, tensor.Int64) }), e.err)
	}
}

func adaptiveAvg(rank int) operation {
	return func(c *call) (object.Value, error) {
		x, size := c.input(), spread(c.ints("output_size"), rank)
		if x.Dim() != rank+1 && x.Dim() != rank+2 {
			return object.Value{}, object.Raise(object.RuntimeError, "adaptive_avg_pool%dd(): Expected %dD or %dD tensor, but got %s", rank, rank+1, rank+2, tensor.FormatShape(x.Shape()))
		}
		if slices.ContainsFunc(size, func(n int) bool { return n < 0 }) {
			list := tensor.FormatShape(size)
			return object.Value{}, object.Raise(object.RuntimeError, "adaptive_avg_pool%dd: elements of output_size must be greater than or equal to 0 but received {%s}", rank, list[1:len(list)-1])
		}
		return c.one(c.tape.AdaptiveAvgPool(x, size))
	}
}

func adaptiveMax(rank int) operation {
	return func(c *call) (object.Value, error) {
		size := c.ints("output_size")
		if len(size) != rank {
			return object.Value{}, object.Raise(object.RuntimeError, "adaptive_max_pool%dd(): internal error: output_size.size() must be %d", rank, rank)
		}
		return c.two(c.tape.AdaptiveMaxPool(c.input(), size))
	}
}

func opBatchNorm(c *call) (object.Value, error) {
	return c.one(c.tape.BatchNorm(c.input(), c.tensor("weight"), c.tensor("bias"), c.tensor("running_mean"), c.tensor("running_var"),
		c.bool("training"), c.float("momentum"), c.float("eps")))
}

func opLayerNorm(c *call) (object.Value, error) {
	return c.one(c.tape.LayerNorm(c.input(), c.ints("normalized_shape"), c.tensor("weight"), c.tensor("bias"), c.float("eps")))
}

func opGroupNorm(c *call) (object.Value, error) {
	return c.one(c.tape.GroupNorm(c.input(), c.int("num_groups"), c.tensor("weight"), c.tensor("bias"), c.float("eps")))
}

// opInstanceNorm is a batch norm of one example with N·C channels.
func opInstanceNorm(c *call) (object.Value, error) {
	x := c.input()
	n, ch := x.Shape()[0], x.Shape()[1]
	s := &steps{Tape: c.tape}
	repeat := func(name string) *tensor.Tensor {
		v := c.tensor(name)
		if v == nil || n == 1 {
			return v
		}
		return s.with(func() (*tensor.Tensor, error) { return c.tape.Repeat(v, []int{n}) })
	}
	mean, variance := repeat("running_mean"), repeat("running_var")
	flat := s.with(func() (*tensor.Tensor, error) { return c.tape.Reshape(x, join([]int{1, n * ch}, x.Shape()[2:]...)) })
	w, b := repeat("weight"), repeat("bias")
	if s.err != nil {
		return object.Value{}, s.err
	}
	y, err := c.tape.BatchNorm(flat, w, b, mean, variance, c.bool("use_input_stats"), c.float("momentum"), c.float("eps"))
	if err != nil {
		return object.Value{}, err
	}
	for name, all := range map[string]*tensor.Tensor{"running_mean": mean, "running_var": variance} {
		if err := c.averageInto(c.tensor(name), all, n); err != nil {
			return object.Value{}, err
		}
	}
	return c.one(c.tape.View(y, x.Shape()))
}

// averageInto takes the mean over examples of updated statistics into the buffer.
func (c *call) averageInto(buffer, all *tensor.Tensor, n int) error {
	if buffer == nil || buffer == all {
		return nil
	}
	rows, err := c.tape.Env.View(all, []int{n, -1})
	if err != nil {
		return err
	}
	mean, err := c.tape.Env.Mean(rows, []int{0}, false, tensor.NoDType)
	if err != nil {
		return err
	}
	return c.tape.Env.CopyInto(buffer, mean, false)
}

func upsample(mode int) operation {
	return func(c *call) (object.Value, error) {
		x := c.input()
		size, scales := c.ints("output_size"), c.floats("scale_factors")
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
		return c.one(c.tape.Upsample(x, size, mode, c.bool("align_corners"), scales))
	}
}

func opPad(c *call) (object.Value, error) {
	value := tensor.Int(0)
	if c.given("value") {
		value = c.scalar("value")
	}
	x, pad := c.input(), c.ints("pad")
	if len(pad)%2 == 0 && len(pad) > 2*x.Dim() {
		return object.Value{}, object.Raise(object.RuntimeError, "Padding length too large")
	}
	return c.one(c.tape.Pad(x, pad, c.text("mode"), value))
}

func opConstantPad(c *call) (object.Value, error) {
	return c.one(c.tape.ConstantPad(c.input(), c.ints("pad"), c.scalar("value")))
}

// opEmbeddingRenorm scales the rows that are named down to a norm.
func opEmbeddingRenorm(c *call) (object.Value, error) {
	w, most, p := c.input(), c.float("max_norm"), c.float("norm_type")
	rows, err := c.tape.Int64s(c.tensor("indices"))
	if err != nil {
		return object.Value{}, err
	}
	seen := map[int64]bool{}
	for _, i := range rows {
		if seen[i] {
			continue
		}
		seen[i] = true
		row, err := c.tape.Env.Select(w, 0, int(i))
		if err != nil {
			return object.Value{}, err
		}
		length, err := c.tape.Env.Norm(row, p, nil, false, tensor.NoDType)
		if err != nil {
			return object.Value{}, err
		}
		n, err := c.tape.Item(length)
		if err != nil {
			return object.Value{}, err
		}
		if n.Float64() > most {
			scaled, err := c.tape.Env.Mul(row, c.tape.Wrap(tensor.Float(most/(n.Float64()+1e-7))))
			if err == nil {
				err = c.tape.Env.CopyInto(row, scaled, false)
			}
			if err != nil {
				return object.Value{}, err
			}
		}
	}
	return c.into(nil)
}

// opEmbeddingBag reduces runs of rows: 0 sums, 1 means, 2 maxima.
func opCosineSimilarity(c *call) (object.Value, error) {
	a, b := c.tensor("x1"), c.tensor("x2")
	if d := tensor.Promote(a.DType(), b.DType()); !d.Differentiable() {
		return object.Value{}, object.Raise(object.RuntimeError, "expected common dtype to be floating point, yet common dtype is %s", d.Scalar())
	}
	return c.one(c.tape.CosineSimilarity(c.tensor("x1"), c.tensor("x2"), c.int("dim"), c.float("eps")))
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

func opPairwiseDistance(c *call) (object.Value, error) {
	return c.one(distance(c.tape, c.tensor("x1"), c.tensor("x2"), c.float("p"), c.float("eps"), c.bool("keepdim")))
}

func opCdist(c *call) (object.Value, error) {
	return c.one(c.tape.Cdist(c.tensor("x1"), c.tensor("x2"), c.float("p")))
}

// opPdist has the distances of all pairs of rows, above the diagonal.
func opPdist(c *call) (object.Value, error) {
	x := c.input()
	if x.Dim() != 2 {
		return object.Value{}, object.Raise(object.RuntimeError, "pdist only supports 2D tensors, got: %dD", x.Dim())
	}
	n := x.Shape()[0]
	s := &steps{Tape: c.tape}
	pairs := s.do(c.tape.TriIndices(n, n, 1, true, tensor.Options{Device: x.Device()}))
	rows := func(i int) *tensor.Tensor {
		return s.with(func() (*tensor.Tensor, error) {
			at, err := c.tape.Select(pairs, 0, i)
			if err != nil {
				return nil, err
			}
			return c.tape.IndexSelect(x, 0, at)
		})
	}
	left, right := rows(0), rows(1)
	if s.err != nil {
		return object.Value{}, s.err
	}
	return c.one(distance(c.tape, left, right, c.float("p"), 0, false))
}
