package tensor

import (
	"slices"
	"strconv"
	"strings"

	"gputour/engine/device"
)

// ConvParams are a convolution's parameters, one entry per spatial dimension.
type ConvParams struct {
	Stride, Padding, Dilation []int
	Groups                    int
	Transposed                bool
	OutputPadding             []int // of a transposed convolution
}

func (p *ConvParams) ints() []int {
	return slices.Concat([]int{len(p.Stride)}, p.Stride, p.Padding, p.Dilation, []int{p.Groups})
}

// outputShape is the shape of a convolution's result.
func (p *ConvParams) outputShape(x, w *Tensor) []int {
	shape := []int{x.shape[0], w.shape[0]}
	if p.Transposed {
		shape[1] = w.shape[1] * p.Groups
	}
	for d := range p.Stride {
		in, k := x.shape[d+2], p.Dilation[d]*(w.shape[d+2]-1)+1
		if p.Transposed {
			extra := 0
			if len(p.OutputPadding) > d {
				extra = p.OutputPadding[d]
			}
			shape = append(shape, (in-1)*p.Stride[d]-2*p.Padding[d]+k+extra)
		} else {
			shape = append(shape, (in+2*p.Padding[d]-k)/p.Stride[d]+1)
		}
	}
	return shape
}

// Conv is a convolution (cross-correlation) of a batch, without bias.
func (e *Env) Conv(x, w *Tensor, p ConvParams) (*Tensor, error) {
	if err := e.checkConv(x, w, &p); err != nil {
		return nil, err
	}
	if err := refuse(device.OpConv.Row(), x.dtype); err != nil {
		return nil, err
	}
	op := device.OpConv
	if p.Transposed {
		op = device.OpConvGradInput
	}
	return e.convLaunch(op, p.outputShape(x, w), x, w, &p)
}

func (e *Env) checkConv(x, w *Tensor, p *ConvParams) error {
	if err := p.CheckRanks(x, w); err != nil {
		return err
	}
	n := len(p.Stride)
	channels := w.shape[1] * p.Groups
	if p.Transposed {
		channels = w.shape[0]
	}
	switch {
	case x.storage.Device != w.storage.Device:
		return runtimeErr("Input type (%s) and weight type (%s) should be the same", typeName(x), typeName(w))
	case len(x.shape) != n+2:
		return p.wrongRank(x)
	case p.Groups <= 0:
		return runtimeErr("non-positive groups is not supported")
	case x.shape[1] != channels && p.Transposed:
		return runtimeErr("Given transposed=1, weight of size %s, expected input%s to have %d channels, but got %d channels instead", FormatShape(w.shape), FormatShape(x.shape), channels, x.shape[1])
	case x.shape[1] != channels:
		return runtimeErr("Given groups=%d, weight of size %s, expected input%s to have %d channels, but got %d channels instead", p.Groups, FormatShape(w.shape), FormatShape(x.shape), channels, x.shape[1])
	case !p.Transposed && w.shape[0]%p.Groups != 0:
		return runtimeErr("Given groups=%d, expected weight to be divisible by %d at dimension 0, but got weight of size [%s] instead", p.Groups, p.Groups, FormatShape(w.shape))
	}
	if slices.Min(p.Dilation) <= 0 {
		return runtimeErr("dilation should be greater than zero, but got %s", FormatShape(p.Dilation))
	}
	if x.dtype != w.dtype {
		return expectScalar(x, w)
	}
	for d := range n {
		if p.Stride[d] <= 0 {
			return runtimeErr("non-positive stride is not supported")
		}
		if p.Padding[d] < 0 {
			return runtimeErr("negative padding is not supported")
		}
		if len(p.OutputPadding) > d && p.OutputPadding[d] >= max(p.Stride[d], p.Dilation[d]) {
			return runtimeErr("output padding must be smaller than either stride or dilation, but got %s", p.outputPaddings())
		}
		if k := p.Dilation[d]*(w.shape[d+2]-1) + 1; !p.Transposed && x.shape[d+2]+2*p.Padding[d] < k {
			return runtimeErr("Calculated padded input size per channel: (%s). Kernel size: (%s). Kernel size can't be greater than actual input size", paddedSizes(x, p), kernelSizes(w, p))
		}
	}
	return nil
}

// CheckRanks refuses an input that is neither a batch nor one of its items, and a weight of other dimensions.
func (p *ConvParams) CheckRanks(x, w *Tensor) error {
	n := len(p.Stride)
	switch rank := n + 2; {
	case len(x.shape) != n+1 && len(x.shape) != rank:
		return p.wrongRank(x)
	case len(w.shape) < 3:
		return runtimeErr("weight should have at least three dimensions")
	case len(w.shape) != rank:
		shape := x.shape
		if len(shape) < rank {
			shape = append([]int{1}, shape...)
		}
		return runtimeErr("Expected %d-dimensional input for %d-dimensional weight%s, but got %d-dimensional input of size %s instead",
			len(w.shape), len(w.shape), FormatShape(w.shape), rank, FormatShape(shape))
	}
	return nil
}

func (p *ConvParams) wrongRank(x *Tensor) error {
	n := len(p.Stride)
	return runtimeErr("Expected %dD (unbatched) or %dD (batched) input to conv%s%dd, but got input of size: %s", n+1, n+2, transposedWord(p), n, FormatShape(x.shape))
}

// outputPaddings names the amounts that are at odds, of at least two dimensions.
func (p *ConvParams) outputPaddings() string {
	names := []string{"depth", "height", "width"}[max(0, 3-len(p.Stride)):]
	pads, strides, dilations := p.OutputPadding, p.Stride, p.Dilation
	if len(p.Stride) == 1 {
		names = []string{"height", "width"}
		pads, strides, dilations = []int{0, pads[0]}, []int{1, strides[0]}, []int{1, dilations[0]}
	}
	var words []string
	for _, group := range []struct {
		what    string
		amounts []int
	}{{"output_padding", pads}, {"stride", strides}, {"dilation", dilations}} {
		for i, n := range group.amounts {
			words = append(words, group.what+"_"+names[i]+": "+strconv.Itoa(n))
		}
	}
	return strings.Join(words, " ")
}

func transposedWord(p *ConvParams) string {
	if p.Transposed {
		return "_transpose"
	}
	return ""
}

// TypeName is the legacy type: torch.FloatTensor, torch.cuda.FloatTensor.
func TypeName(x *Tensor) string { return typeName(x) }

func typeName(x *Tensor) string {
	if x.IsCPU() {
		return "torch." + x.dtype.Legacy()
	}
	return "torch.cuda." + x.dtype.Legacy()
}

func paddedSizes(x *Tensor, p *ConvParams) string {
	sizes := make([]int, len(p.Stride))
	for d := range sizes {
		sizes[d] = x.shape[d+2] + 2*p.Padding[d]
	}
	return joinX(sizes)
}

func kernelSizes(w *Tensor, p *ConvParams) string {
	sizes := make([]int, len(p.Stride))
	for d := range sizes {
		sizes[d] = p.Dilation[d]*(w.shape[d+2]-1) + 1
	}
	return joinX(sizes)
}

func joinX(sizes []int) string {
	s := ""
	for i, n := range sizes {
		if i > 0 {
			s += " x "
		}
		s += FormatShape([]int{n})[1 : len(FormatShape([]int{n}))-1]
	}
	return s
}

// convLaunch runs a kernel of the conv family on dense operands of a float type.
func (e *Env) convLaunch(op device.Op, shape []int, a, b *Tensor, p *ConvParams) (*Tensor, error) {
	if a.dtype.IsHalf() {
		wide, err := e.wide(a, b)
		if err != nil {
			return nil, err
		}
		out, err := e.convLaunch(op, shape, wide[0], wide[1], p)
		if err != nil {
			return nil, err
		}
		return e.Cast(out, a.dtype)
	}
	a, err := e.Contiguous(a)
	if err != nil {
		return nil, err
	}
	if b, err = e.Contiguous(b); err != nil {
		return nil, err
	}
	for _, n := range shape {
		if n < 0 {
			return nil, runtimeErr("Trying to create tensor with negative dimension %d: %s", n, FormatShape(shape))
		}
	}
	out, err := e.empty(shape, a.dtype, a.storage.Device)
	if err != nil || out.numel == 0 {
		return out, err
	}
	if a.numel == 0 || b.numel == 0 {
		return out, e.Fill(out, Int(0))
	}
	l := e.start(op)
	arg(l, out)
	arg(l, a)
	arg(l, b)
	l.I = append(l.I, p.ints()...)
	if err := e.run(out.storage.Device, l); err != nil {
		return nil, launchErr(err, op, a.dtype)
	}
	return out, nil
}

func (e *Env) wide(list ...*Tensor) ([]*Tensor, error) {
	out := make([]*Tensor, len(list))
	for i, t := range list {
		if t == nil {
			continue
		}
		w, err := e.Cast(t, Float32)
		if err != nil {
			return nil, err
		}
		out[i] = w
	}
	return out, nil
}

// ConvGradInput is the gradient of a plain convolution's input, of the given shape.
func (e *Env) ConvGradInput(grad, w *Tensor, shape []int, p ConvParams) (*Tensor, error) {
	return e.convLaunch(device.OpConvGradInput, shape, grad, w, &p)
}

// ConvGradWeight is the gradient of a plain convolution's weight, of the given shape.
func (e *Env) ConvGradWeight(grad, x *Tensor, shape []int, p ConvParams) (*Tensor, error) {
	return e.convLaunch(device.OpConvGradWeight, shape, grad, x, &p)
}
