package autograd

import (
	"fmt"
	"math"
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
	"gputour/engine/tensor"
)

func newTape() *Tape { return New(tensor.NewEnv(cpu.New())) }

// must fails the test on an error.
func must(t *testing.T) func(x *Tensor, err error) *Tensor {
	return func(x *Tensor, err error) *Tensor {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

// sample makes a deterministic float64 tensor of values in about (0.2, 1.2), none
// equal, with mixed signs when signed.
func sample(t *testing.T, tp *Tape, seed int, signed bool, shape ...int) *Tensor {
	t.Helper()
	n := 1
	for _, s := range shape {
		n *= s
	}
	values := make([]float64, n)
	for i := range values {
		values[i] = 0.2 + math.Mod(float64(i*37+seed*61+11)*0.0731, 1)
		if signed && (i+seed)%3 == 1 {
			values[i] = -values[i]
		}
	}
	return must(t)(tp.FromFloats(values, tensor.Float64, append([]int{}, shape...)...))
}

// gradCase is one operation checked against finite differences, first and second order.
type gradCase struct {
	name   string
	inputs []*Tensor
	f      func(in []*Tensor) (*Tensor, error)
	once   bool // second derivatives are not offered
	host   bool // it has operands beside the inputs, which lie on the CPU
}

// bent is the square of what the case computes: the gradient that comes back to it is then no constant.
func (c *gradCase) bent(tp *Tape) func(in []*Tensor) (*Tensor, error) {
	return func(in []*Tensor) (*Tensor, error) {
		y, err := c.f(in)
		if err == nil && y.DType().IsComplex() {
			y, err = tp.ViewAsReal(y)
		}
		if err != nil {
			return nil, err
		}
		return tp.Mul(y, y)
	}
}

func TestGradients(t *testing.T) {
	tp := newTape()
	for _, c := range gradCases(t, tp) {
		t.Run(c.name, func(t *testing.T) {
			for _, x := range c.inputs {
				if err := tp.SetRequiresGrad(x, true); err != nil {
					t.Fatal(err)
				}
			}
			checkGradients(t, tp, c.inputs, c.f)
			if !c.once {
				checkSecond(t, tp, c)
			}
		})
	}
}

// weighted sums the output with fixed weights, so that every element counts.
func weighted(tp *Tape, f func(in []*Tensor) (*Tensor, error), in []*Tensor) (*Tensor, error) {
	y, err := f(in)
	if err != nil {
		return nil, err
	}
	if y.DType().IsComplex() {
		if y, err = tp.ViewAsReal(y); err != nil {
			return nil, err
		}
	}
	w := make([]float64, y.Numel())
	for i := range w {
		w[i] = 1 + 0.3*math.Sin(float64(i)*1.7)
	}
	weights, err := tp.FromFloats(w, tensor.Float64, append([]int{}, y.Shape()...)...)
	if err != nil {
		return nil, err
	}
	if y.Dim() == 0 {
		return y, nil
	}
	p, err := tp.Mul(y, weights)
	if err != nil {
		return nil, err
	}
	return tp.Sum(p, nil, false, tensor.NoDType)
}

func checkGradients(t *testing.T, tp *Tape, in []*Tensor, f func(in []*Tensor) (*Tensor, error)) {
	t.Helper()
	y, err := weighted(tp, f, in)
	if err != nil {
		t.Fatal(err)
	}
	grads, err := tp.Gradients([]*Tensor{y}, in, nil, Walk{AllowUnused: true})
	if err != nil {
		t.Fatal(err)
	}
	const h = 1e-6
	for k, x := range in {
		var got []float64
		if grads[k] != nil {
			if got, err = tp.Float64s(grads[k]); err != nil {
				t.Fatal(err)
			}
		} else {
			got = make([]float64, x.Numel())
		}
		data := device.Slice[float64](x.Storage().Host)
		for i := range x.Numel() {
			was := data[i]
			data[i] = was + h
			up := valueOf(t, tp, f, in)
			data[i] = was - h
			down := valueOf(t, tp, f, in)
			data[i] = was
			want := (up - down) / (2 * h)
			if math.Abs(got[i]-want) > 2e-5*math.Max(1, math.Abs(want)) {
				t.Errorf("input %d element %d: gradient %.8g, finite difference %.8g", k, i, got[i], want)
				return
			}
		}
	}
}

func valueOf(t *testing.T, tp *Tape, f func(in []*Tensor) (*Tensor, error), in []*Tensor) float64 {
	t.Helper()
	was := tp.SetGradEnabled(false)
	defer tp.SetGradEnabled(was)
	y, err := weighted(tp, f, in)
	if err != nil {
		t.Fatal(err)
	}
	s, err := tp.Item(y)
	if err != nil {
		t.Fatal(err)
	}
	return s.Float64()
}

// checkSecond checks the gradients of the gradients.
func checkSecond(t *testing.T, tp *Tape, c gradCase) {
	t.Helper()
	gradient := func(in []*Tensor) (*Tensor, error) {
		was := tp.SetGradEnabled(true)
		defer tp.SetGradEnabled(was)
		y, err := weighted(tp, c.bent(tp), in)
		if err != nil {
			return nil, err
		}
		gs, err := tp.Gradients([]*Tensor{y}, in, nil, Walk{Create: true, AllowUnused: true})
		if err != nil {
			return nil, err
		}
		var parts []*Tensor
		for _, g := range gs {
			if g == nil || !RequiresGrad(g) {
				continue
			}
			flat, err := tp.Reshape(g, []int{-1})
			if err != nil {
				return nil, err
			}
			parts = append(parts, flat)
		}
		if parts == nil {
			return nil, nil
		}
		return tp.Cat(parts, 0)
	}
	if g, err := gradient(c.inputs); err != nil {
		t.Fatal("second order:", err)
	} else if g == nil {
		return
	}
	checkGradients(t, tp, c.inputs, gradient)
}

func gradCases(t *testing.T, tp *Tape) []gradCase {
	cases := derivativeCases(t, tp)
	one := func(name string, f func(x *Tensor) (*Tensor, error), shape ...int) {
		x := sample(t, tp, len(name), true, shape...)
		cases = append(cases, gradCase{name: name, inputs: []*Tensor{x}, f: func(in []*Tensor) (*Tensor, error) { return f(in[0]) }})
	}
	two := func(name string, a, b []int, f func(x, y *Tensor) (*Tensor, error)) {
		x, y := sample(t, tp, len(name), false, a...), sample(t, tp, len(name)+4, false, b...)
		cases = append(cases, gradCase{name: name, inputs: []*Tensor{x, y}, f: func(in []*Tensor) (*Tensor, error) { return f(in[0], in[1]) }})
	}
	none := tensor.NoDType
	one("pow3", func(x *Tensor) (*Tensor, error) { return tp.Pow(x, tp.Wrap(tensor.Int(3))) }, 2, 3)
	one("sum0", func(x *Tensor) (*Tensor, error) { return tp.Sum(x, []int{0}, false, none) }, 2, 3)
	one("mean keepdim", func(x *Tensor) (*Tensor, error) { return tp.Mean(x, []int{-1}, true, none) }, 2, 3)
	one("prod", func(x *Tensor) (*Tensor, error) { return tp.Prod(x, nil, false, none) }, 2, 3)
	one("prod1", func(x *Tensor) (*Tensor, error) { return tp.Prod(x, []int{1}, false, none) }, 2, 3)
	one("var", func(x *Tensor) (*Tensor, error) { return tp.Var(x, []int{1}, 1, false) }, 2, 3)
	one("var all", func(x *Tensor) (*Tensor, error) { return tp.Var(x, nil, 0, false) }, 2, 3)
	one("std", func(x *Tensor) (*Tensor, error) { return tp.Std(x, []int{0}, 1, true) }, 2, 3)
	for _, p := range []float64{1, 1.5, 2, 3, math.Inf(1)} {
		one(fmt.Sprint("norm ", p), func(x *Tensor) (*Tensor, error) { return tp.Norm(x, p, []int{1}, false, none) }, 2, 3)
	}
	one("amax", func(x *Tensor) (*Tensor, error) { return tp.Amax(x, []int{1}, false) }, 2, 3)
	one("max all", tp.MaxAll, 2, 3)
	one("max dim", func(x *Tensor) (*Tensor, error) { y, _, err := tp.MaxDim(x, 1, false); return y, err }, 2, 3)
	one("median", func(x *Tensor) (*Tensor, error) { y, _, err := tp.Median(x, 1, true); return y, err }, 2, 3)
	one("sort", func(x *Tensor) (*Tensor, error) { y, _, err := tp.Sort(x, 1, true); return y, err }, 2, 3)
	one("topk", func(x *Tensor) (*Tensor, error) { y, _, err := tp.Topk(x, 2, 1, true); return y, err }, 2, 3)
	one("logsumexp", func(x *Tensor) (*Tensor, error) { return tp.Logsumexp(x, []int{1}, false) }, 2, 3)
	one("cumsum", func(x *Tensor) (*Tensor, error) { return tp.Cumsum(x, 1, none) }, 2, 3)
	one("cumprod", func(x *Tensor) (*Tensor, error) { return tp.Cumprod(x, 1, none) }, 2, 3)
	one("logcumsumexp", func(x *Tensor) (*Tensor, error) { return tp.Logcumsumexp(x, 1) }, 2, 3)
	one("softmax", func(x *Tensor) (*Tensor, error) { return tp.Softmax(x, 1, none) }, 2, 3)
	one("log_softmax", func(x *Tensor) (*Tensor, error) { return tp.LogSoftmax(x, 0, none) }, 2, 3)
	one("transpose", func(x *Tensor) (*Tensor, error) { return tp.Transpose(x, 0, 1) }, 2, 3)
	one("permute", func(x *Tensor) (*Tensor, error) { return tp.Permute(x, []int{2, 0, 1}) }, 2, 3, 2)
	one("reshape copy", func(x *Tensor) (*Tensor, error) {
		y, err := tp.T(x)
		if err != nil {
			return nil, err
		}
		return tp.Reshape(y, []int{6})
	}, 2, 3)
	one("expand", func(x *Tensor) (*Tensor, error) { return tp.Expand(x, []int{2, 2, 3}) }, 2, 3)
	one("select", func(x *Tensor) (*Tensor, error) { return tp.Select(x, 1, -1) }, 2, 3)
	one("slice", func(x *Tensor) (*Tensor, error) { return tp.Slice(x, 1, 0, 3, 2) }, 2, 3)
	one("diagonal", func(x *Tensor) (*Tensor, error) { return tp.Diagonal(x, 1, 0, 1) }, 2, 3)
	one("diag", func(x *Tensor) (*Tensor, error) { return tp.Diag(x, 1) }, 3)
	one("diag_embed", func(x *Tensor) (*Tensor, error) { return tp.DiagEmbed(x, 0, -2, -1) }, 2, 3)
	one("unfold", func(x *Tensor) (*Tensor, error) { return tp.Unfold(x, 1, 2, 1) }, 2, 4)
	one("as_strided", func(x *Tensor) (*Tensor, error) { return tp.AsStrided(x, []int{2, 3}, []int{1, 1}, 1) }, 2, 3)
	one("repeat", func(x *Tensor) (*Tensor, error) { return tp.Repeat(x, []int{2, 1, 2}) }, 2, 3)
	one("flip", func(x *Tensor) (*Tensor, error) { return tp.Flip(x, []int{0, 1}) }, 2, 3)
	one("roll", func(x *Tensor) (*Tensor, error) { return tp.Roll(x, []int{1}, nil) }, 2, 3)
	one("rot90", func(x *Tensor) (*Tensor, error) { return tp.Rot90(x, 1, []int{0, 1}) }, 2, 3)
	one("tril", func(x *Tensor) (*Tensor, error) { return tp.Tril(x, 0) }, 3, 3)
	one("trace", tp.Trace, 3, 3)
	one("split", func(x *Tensor) (*Tensor, error) {
		parts, err := tp.Split(x, 2, 1)
		if err != nil {
			return nil, err
		}
		return tp.Square(parts[0])
	}, 2, 3)
	one("unbind", func(x *Tensor) (*Tensor, error) {
		parts, err := tp.Unbind(x, 0)
		if err != nil {
			return nil, err
		}
		return tp.Mul(parts[0], parts[1])
	}, 2, 3)
	two("cat", []int{2, 3}, []int{1, 3}, func(x, y *Tensor) (*Tensor, error) { return tp.Cat([]*Tensor{x, y, x}, 0) })
	two("stack", []int{2, 3}, []int{2, 3}, func(x, y *Tensor) (*Tensor, error) { return tp.Stack([]*Tensor{x, y}, 1) })
	index := must(t)(tp.FromInts([]int64{1, 0, 1}, 3))
	one("index", func(x *Tensor) (*Tensor, error) { return tp.Index(x, []tensor.Index{tensor.Pick(index)}) }, 2, 3)
	one("index_select", func(x *Tensor) (*Tensor, error) { return tp.IndexSelect(x, 0, index) }, 2, 3)
	at := must(t)(tp.FromInts([]int64{0, 1, 1, 0}, 2, 2))
	one("gather", func(x *Tensor) (*Tensor, error) { return tp.Gather(x, 1, at) }, 2, 3)
	two("scatter", []int{2, 3}, []int{2, 2}, func(x, y *Tensor) (*Tensor, error) { return tp.ScatterAdd(x, 1, at, y) })
	perm := must(t)(tp.FromInts([]int64{0, 2, 1, 0}, 2, 2))
	two("scatter write", []int{2, 3}, []int{2, 2}, func(x, y *Tensor) (*Tensor, error) { return tp.Scatter(x, 1, perm, y) })
	two("index_add", []int{2, 3}, []int{3, 3}, func(x, y *Tensor) (*Tensor, error) { return tp.IndexAdd(x, 0, index, y, tensor.Float(2)) })
	mask := must(t)(tp.FromBytes([]byte{1, 0, 1, 0, 0, 1}, tensor.Bool, []int{2, 3}, tp.CPU))
	one("masked_fill", func(x *Tensor) (*Tensor, error) { return tp.MaskedFill(x, mask, tp.Wrap(tensor.Float(2))) }, 2, 3)
	one("masked_select", func(x *Tensor) (*Tensor, error) { return tp.MaskedSelect(x, mask) }, 2, 3)
	one("take", func(x *Tensor) (*Tensor, error) { return tp.Take(x, index) }, 2, 3)
	two("where", []int{2, 3}, []int{1, 3}, func(x, y *Tensor) (*Tensor, error) { return tp.Where(mask, x, y) })
	two("mm", []int{2, 3}, []int{3, 2}, tp.Matmul)
	two("mv", []int{2, 3}, []int{3}, tp.Matmul)
	two("dot", []int{3}, []int{3}, tp.Matmul)
	two("bmm", []int{2, 2, 3}, []int{2, 3, 2}, tp.Matmul)
	two("matmul fold", []int{2, 2, 3}, []int{3, 2}, tp.Matmul)
	two("matmul right", []int{2, 3}, []int{2, 3, 2}, tp.Matmul)
	two("outer", []int{2}, []int{3}, tp.Outer)
	two("kron", []int{2, 2}, []int{1, 3}, tp.Kron)
	two("einsum", []int{2, 3}, []int{4, 3}, func(x, y *Tensor) (*Tensor, error) { return tp.Einsum("ij,kj->ki", []*Tensor{x, y}) })
	two("tensordot", []int{2, 3}, []int{3, 2}, func(x, y *Tensor) (*Tensor, error) { return tp.Tensordot(x, y, []int{1}, []int{0}) })
	for _, kind := range []string{"mean", "sum", "none"} {
		two("mse "+kind, []int{2, 3}, []int{2, 3}, func(x, y *Tensor) (*Tensor, error) { return tp.MseLoss(x, y, kind) })
		two("smooth l1 "+kind, []int{2, 3}, []int{2, 3}, func(x, y *Tensor) (*Tensor, error) { return tp.SmoothL1Loss(x, y, kind, 0.2) })
		two("huber "+kind, []int{2, 3}, []int{2, 3}, func(x, y *Tensor) (*Tensor, error) { return tp.HuberLoss(x, y, kind, 0.2) })
		two("bce logits "+kind, []int{2, 3}, []int{2, 3}, func(x, y *Tensor) (*Tensor, error) {
			return tp.BinaryCrossEntropyWithLogits(x, y, nil, nil, kind)
		})
	}
	classes := must(t)(tp.FromInts([]int64{2, 0}, 2))
	one("cross entropy", func(x *Tensor) (*Tensor, error) { return tp.CrossEntropy(x, classes, nil, "mean", -100, 0) }, 2, 3)
	one("cross entropy smooth", func(x *Tensor) (*Tensor, error) { return tp.CrossEntropy(x, classes, nil, "mean", -100, 0.1) }, 2, 3)
	one("nll sum ignore", func(x *Tensor) (*Tensor, error) { return tp.NllLoss(x, classes, nil, "sum", 0) }, 2, 3)
	lo, hi := tensor.Float(-0.5), tensor.Float(0.6)
	one("clamp bounds", func(x *Tensor) (*Tensor, error) { return tp.Clamp(x, &lo, &hi) }, 2, 3)
	layer := func(x *Tensor) (*Tensor, error) { return tp.LayerNorm(x, []int{4}, nil, nil, 1e-3) }
	one("layer norm", layer, 2, 4)
	three := func(name string, shapes [3][]int, f func(in []*Tensor) (*Tensor, error)) {
		in := []*Tensor{sample(t, tp, 1, true, shapes[0]...), sample(t, tp, 2, true, shapes[1]...), sample(t, tp, 5, true, shapes[2]...)}
		cases = append(cases, gradCase{name: name, inputs: in, f: f})
	}
	three("layer norm affine", [3][]int{{2, 4}, {4}, {4}}, func(in []*Tensor) (*Tensor, error) { return tp.LayerNorm(in[0], []int{4}, in[1], in[2], 1e-3) })
	three("batch norm", [3][]int{{3, 2, 2}, {2}, {2}}, func(in []*Tensor) (*Tensor, error) {
		return tp.BatchNorm(in[0], in[1], in[2], nil, nil, true, 0.1, 1e-3)
	})
	three("group norm", [3][]int{{2, 4, 2}, {4}, {4}}, func(in []*Tensor) (*Tensor, error) { return tp.GroupNorm(in[0], 2, in[1], in[2], 1e-3) })
	three("addmm", [3][]int{{2}, {3, 4}, {4, 2}}, func(in []*Tensor) (*Tensor, error) { return tp.Addmm(in[0], in[1], in[2], 0.5, 2) })
	three("addcmul", [3][]int{{2, 3}, {3}, {2, 1}}, func(in []*Tensor) (*Tensor, error) { return tp.Addcmul(in[0], in[1], in[2], tensor.Float(2)) })
	three("addcdiv", [3][]int{{2, 3}, {3}, {2, 1}}, func(in []*Tensor) (*Tensor, error) { return tp.Addcdiv(in[0], in[1], in[2], tensor.Float(2)) })
	three("lerp", [3][]int{{2, 3}, {3}, {2, 1}}, func(in []*Tensor) (*Tensor, error) { return tp.Lerp(in[0], in[1], in[2]) })
	p := tensor.ConvParams{Stride: []int{2, 1}, Padding: []int{1, 0}, Dilation: []int{1, 2}, Groups: 1}
	three("conv2d", [3][]int{{2, 2, 4, 5}, {3, 2, 2, 2}, {3}}, func(in []*Tensor) (*Tensor, error) { return tp.Conv(in[0], in[1], in[2], p) })
	grouped := tensor.ConvParams{Stride: []int{1}, Padding: []int{1}, Dilation: []int{1}, Groups: 2}
	three("conv1d groups", [3][]int{{2, 4, 4}, {4, 2, 3}, {4}}, func(in []*Tensor) (*Tensor, error) { return tp.Conv(in[0], in[1], in[2], grouped) })
	transposed := tensor.ConvParams{Stride: []int{2, 2}, Padding: []int{1, 0}, Dilation: []int{1, 1}, Groups: 1, Transposed: true, OutputPadding: []int{1, 0}}
	three("conv transpose", [3][]int{{1, 2, 2, 3}, {2, 3, 2, 2}, {3}}, func(in []*Tensor) (*Tensor, error) { return tp.Conv(in[0], in[1], in[2], transposed) })
	pool := tensor.PoolParams{Kernel: []int{2, 2}, Stride: []int{2, 1}, Padding: []int{1, 0}, Dilation: []int{1, 1}, CountPadding: true}
	one("max pool", func(x *Tensor) (*Tensor, error) { y, _, err := tp.MaxPool(x, pool); return y, err }, 1, 2, 4, 4)
	one("avg pool", func(x *Tensor) (*Tensor, error) { return tp.AvgPool(x, pool) }, 1, 2, 4, 4)
	one("adaptive avg", func(x *Tensor) (*Tensor, error) { return tp.AdaptiveAvgPool(x, []int{2, 3}) }, 1, 2, 4, 5)
	one("adaptive max", func(x *Tensor) (*Tensor, error) { y, _, err := tp.AdaptiveMaxPool(x, []int{2, 2}); return y, err }, 1, 2, 4, 5)
	one("bilinear", func(x *Tensor) (*Tensor, error) { return tp.Upsample(x, []int{4, 3}, tensor.Linear, false, nil) }, 1, 1, 2, 3)
	one("nearest", func(x *Tensor) (*Tensor, error) { return tp.Upsample(x, []int{4, 5}, tensor.Nearest, false, nil) }, 1, 1, 2, 3)
	one("bicubic", func(x *Tensor) (*Tensor, error) { return tp.Upsample(x, []int{4, 5}, tensor.Cubic, true, nil) }, 1, 1, 3, 3)
	for _, mode := range []string{"constant", "reflect", "replicate", "circular"} {
		one("pad "+mode, func(x *Tensor) (*Tensor, error) { return tp.Pad(x, []int{1, 2, 1, 0}, mode, tensor.Float(1)) }, 1, 2, 3, 3)
	}
	cases = append(cases, rareCases(t, tp)...)
	one("inv", func(x *Tensor) (*Tensor, error) { return tp.Inv(x) }, 3, 3)
	two("solve", []int{3, 3}, []int{3, 2}, tp.Solve)
	one("det", tp.Det, 3, 3)
	symmetric := func(f func(s *Tensor) (*Tensor, error)) func(x *Tensor) (*Tensor, error) {
		return func(x *Tensor) (*Tensor, error) {
			c := &calc{t: tp}
			s := c.add(c.mm(x, c.transpose(x)), c.keep(tp.Eye(3, 3, x.Like())))
			if c.err != nil {
				return nil, c.err
			}
			return f(s)
		}
	}
	one("slogdet", symmetric(func(s *Tensor) (*Tensor, error) { _, y, err := tp.Slogdet(s); return y, err }), 3, 3)
	one("cholesky", symmetric(func(s *Tensor) (*Tensor, error) { return tp.Cholesky(s, false) }), 3, 3)
	one("eigh values", symmetric(func(s *Tensor) (*Tensor, error) { v, _, err := tp.Eigh(s); return v, err }), 3, 3)
	one("svd values", func(x *Tensor) (*Tensor, error) { _, s, _, err := tp.Svd(x, false); return s, err }, 3, 2)
	one("qr", func(x *Tensor) (*Tensor, error) { _, r, err := tp.Qr(x, "reduced"); return r, err }, 3, 2)
	one("pinv", tp.Pinv, 3, 2)
	one("matrix power", func(x *Tensor) (*Tensor, error) { return tp.MatrixPower(x, 3) }, 2, 2)
	one("rfft", func(x *Tensor) (*Tensor, error) { return tp.Rfft(x, 0, -1, "") }, 2, 4)
	one("irfft", func(x *Tensor) (*Tensor, error) {
		y, err := tp.Rfft(x, 0, -1, "")
		if err != nil {
			return nil, err
		}
		return tp.Irfft(y, 4, -1, "")
	}, 2, 4)
	two("complex", []int{2}, []int{2}, func(x, y *Tensor) (*Tensor, error) {
		z, err := tp.Complex(x, y)
		if err != nil {
			return nil, err
		}
		return tp.Abs(z)
	})
	return cases
}
