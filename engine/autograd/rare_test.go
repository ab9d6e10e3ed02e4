package autograd

import (
	"math"
	"regexp"
	"testing"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// rareCases are operations in the forms that few programs use: numbers for tensors, three dimensions, ties and bounds, changes in place.
func rareCases(t *testing.T, tp *Tape) []gradCase {
	var cases []gradCase
	one := func(name string, x *Tensor, f func(x *Tensor) (*Tensor, error)) {
		cases = append(cases, gradCase{name: name, inputs: []*Tensor{x}, f: func(in []*Tensor) (*Tensor, error) { return f(in[0]) }})
	}
	several := func(name string, f func(in []*Tensor) (*Tensor, error), shapes ...[]int) {
		c := gradCase{name: name, f: f}
		for i, s := range shapes {
			c.inputs = append(c.inputs, sample(t, tp, 3+4*i, true, s...))
		}
		cases = append(cases, c)
	}
	first := func(y, _ *Tensor, err error) (*Tensor, error) { return y, err }
	signed := func(shape ...int) *Tensor { return sample(t, tp, 3, true, shape...) }
	positive := func(shape ...int) *Tensor { return sample(t, tp, 3, false, shape...) }
	num := func(f float64) *Tensor { return tp.Wrap(tensor.Float(f)) }
	with := func() *calc { return &calc{t: tp} } // whose operations need no check between
	done := func(c *calc, y *Tensor) (*Tensor, error) { return y, c.err }
	none, half := tensor.NoDType, tensor.Float(0.5)

	one("rsub", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Rsub(x, num(2)) })
	several("add with alpha", func(in []*Tensor) (*Tensor, error) { return tp.Add(in[0], in[1], tensor.Float(-3)) }, []int{2, 3}, []int{3})
	several("sub with alpha", func(in []*Tensor) (*Tensor, error) { return tp.Sub(in[0], in[1], tensor.Int(2)) }, []int{2, 3}, []int{2, 1})
	one("remainder by a number", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Binary(device.OpRemainder, x, num(0.35)) })
	several("remainder", func(in []*Tensor) (*Tensor, error) { return tp.Binary(device.OpRemainder, in[0], in[1]) }, []int{2, 3}, []int{3})
	one("fmod by a number", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Binary(device.OpFmod, x, num(0.35)) })
	several("div rounded", func(in []*Tensor) (*Tensor, error) { return tp.DivMode(in[0], in[1], "floor") }, []int{2, 3}, []int{3})
	one("pow of a number", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Pow(num(2.5), x) })
	one("pow 0", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Pow(x, num(0)) })
	one("pow 0.5", positive(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Pow(x, num(0.5)) })
	several("lerp by a number", func(in []*Tensor) (*Tensor, error) { return tp.Lerp(in[0], in[1], num(0.3)) }, []int{2, 3}, []int{3})
	mask := must(t)(tp.FromBytes([]byte{1, 0, 1, 0, 0, 1}, tensor.Bool, []int{2, 3}, tp.CPU))
	several("masked_fill of a tensor", func(in []*Tensor) (*Tensor, error) { return tp.MaskedFill(in[0], mask, in[1]) }, []int{2, 3}, []int{})
	several("clamp of tensors", func(in []*Tensor) (*Tensor, error) {
		c := with()
		low := c.plus(in[1], -0.6)
		if high := c.add(low, c.unary(device.OpAbs, in[2])); !c.bad(high) {
			return tp.ClampTensor(in[0], low, high)
		}
		return nil, c.err
	}, []int{3, 4}, []int{4}, []int{3, 1})
	one("clamp_min", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.ClampMin(x, half) })
	one("clamp_max", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.ClampMax(x, half) })
	one("celu", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Celu(x, 1.3) })
	one("hardtanh", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Hardtanh(x, -0.4, 0.5) })
	one("hardshrink", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Hardshrink(x, 0.45) })
	one("softshrink", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Softshrink(x, 0.45) })
	one("logit", must(t)(tp.Env.Mul(positive(2, 3), num(0.7))), func(x *Tensor) (*Tensor, error) { return tp.Logit(x, nil) })
	one("deg2rad", signed(2, 3), tp.Deg2rad)
	one("rad2deg", signed(2, 3), tp.Rad2deg)

	one("nansum", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Nansum(x, []int{1}, false, none) })
	for _, p := range []float64{0, 1, 1.5, 2, 3, math.Inf(-1)} {
		one("vector norm "+tensor.Float(p).String(), signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.VectorNorm(x, p, []int{0}, true, none) })
	}
	several("dist", func(in []*Tensor) (*Tensor, error) { return tp.Dist(in[0], in[1], 3) }, []int{2, 3}, []int{3})
	one("amin", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Amin(x, []int{0}, true) })
	one("amax of both", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Amax(x, []int{0, 1}, false) })
	one("min of all", signed(2, 3), tp.MinAll)
	one("min of 0", signed(2, 3), func(x *Tensor) (*Tensor, error) { return first(tp.MinDim(x, 0, true)) })
	one("median of all", signed(2, 3), tp.MedianAll)
	one("mode", signed(2, 3), func(x *Tensor) (*Tensor, error) { return first(tp.Mode(x, 1, false)) })
	one("kthvalue", signed(2, 3), func(x *Tensor) (*Tensor, error) { return first(tp.Kthvalue(x, 2, -1, false)) })
	one("cummax", signed(2, 3), func(x *Tensor) (*Tensor, error) { return first(tp.Cummax(x, 1)) })
	one("cummin", signed(2, 3), func(x *Tensor) (*Tensor, error) { return first(tp.Cummin(x, 0)) })
	one("sort of no dimensions", signed(), func(x *Tensor) (*Tensor, error) { return first(tp.Sort(x, 0, true)) })
	one("max of no dimensions", signed(), func(x *Tensor) (*Tensor, error) { return first(tp.MaxDim(x, 0, false)) })
	one("cumsum of no dimensions", signed(), func(x *Tensor) (*Tensor, error) { return tp.Cumsum(x, 0, none) })
	one("cumprod of no dimensions", signed(), func(x *Tensor) (*Tensor, error) { return tp.Cumprod(x, 0, none) })
	for _, zeros := range []int{1, 2} { // the products of the others are not quotients there
		x := func() *Tensor {
			x := signed(3, 3)
			for i := range zeros {
				device.Slice[float64](x.Storage().Host)[4-i] = 0
			}
			return x
		}
		name := tensor.Int(int64(zeros)).String() + " zeros"
		one("prod of all of "+name, x(), func(x *Tensor) (*Tensor, error) { return tp.Prod(x, nil, false, none) })
		one("prod of "+name, x(), func(x *Tensor) (*Tensor, error) { return tp.Prod(x, []int{-1}, false, none) })
		one("prod kept of "+name, x(), func(x *Tensor) (*Tensor, error) { return tp.Prod(x, []int{0}, true, none) })
		one("cumprod of "+name, x(), func(x *Tensor) (*Tensor, error) { return tp.Cumprod(x, 1, none) })
		one("cumprod of 0 of "+name, x(), func(x *Tensor) (*Tensor, error) { return tp.Cumprod(x, 0, none) })
	}
	one("var of a population", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Var(x, []int{-1, 0}, 0, true) })

	pairs := must(t)(tp.FromInts([]int64{0, 2, 2, 1}, 2, 2))
	rows, two := must(t)(tp.FromInts([]int64{2, 0}, 2)), must(t)(tp.FromInts([]int64{1, 1}, 2))
	one("index of nothing", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.Index(x, nil) })
	one("index of two", signed(3, 4), func(x *Tensor) (*Tensor, error) { return tp.IndexTensors(x, []*Tensor{nil, pairs}) })
	several("index_put", func(in []*Tensor) (*Tensor, error) {
		return tp.IndexPutTensors(in[0], []*Tensor{rows, two}, in[1], false)
	}, []int{3, 4}, []int{2})
	several("index_put that adds", func(in []*Tensor) (*Tensor, error) {
		return tp.IndexPutTensors(in[0], []*Tensor{two}, in[1], true)
	}, []int{3, 4}, []int{2, 4})
	several("index_copy", func(in []*Tensor) (*Tensor, error) { return tp.IndexCopy(in[0], 1, rows, in[1]) }, []int{2, 4}, []int{2, 2})
	one("index_fill", signed(2, 4), func(x *Tensor) (*Tensor, error) { return tp.IndexFill(x, 1, rows, num(2)) })
	several("index_fill of a tensor", func(in []*Tensor) (*Tensor, error) { return tp.IndexFill(in[0], -1, two, in[1]) }, []int{2, 4}, []int{})
	one("scatter of a number", signed(3, 3), func(x *Tensor) (*Tensor, error) { return tp.Scatter(x, 0, pairs, num(3)) })
	several("scatter_reduce", func(in []*Tensor) (*Tensor, error) { return tp.ScatterReduce(in[0], 1, pairs, in[1], "sum", true) }, []int{2, 3}, []int{3, 2})
	several("masked_scatter", func(in []*Tensor) (*Tensor, error) { return tp.MaskedScatter(in[0], mask, in[1]) }, []int{2, 3}, []int{2, 2})
	several("masked_scatter of just enough", func(in []*Tensor) (*Tensor, error) { return tp.MaskedScatter(in[0], mask, in[1]) }, []int{2, 3}, []int{3})
	one("masked_select, broadcast", signed(3), func(x *Tensor) (*Tensor, error) { return tp.MaskedSelect(x, mask) })
	one("embedding", signed(3, 2), func(x *Tensor) (*Tensor, error) { return tp.Embedding(x, pairs, -1) })
	one("embedding with a pad", signed(3, 2), func(x *Tensor) (*Tensor, error) { // whose row's gradient is left out on purpose
		c := with()
		y := c.keep(tp.Embedding(x, pairs, 2))
		return done(c, c.only(c.unsqueeze(c.compare(device.OpNe, pairs, num(2)), -1), y))
	})

	one("triu", signed(3, 3), func(x *Tensor) (*Tensor, error) { return tp.Triu(x, 1) })
	one("split with sizes", signed(2, 4), func(x *Tensor) (*Tensor, error) {
		parts, err := tp.SplitSizes(x, []int{1, 3}, -1)
		if err != nil {
			return nil, err
		}
		return tp.Square(parts[1])
	})
	one("squeeze", signed(2, 1, 3), func(x *Tensor) (*Tensor, error) { return tp.Squeeze(x, nil) })
	one("squeeze 1", signed(2, 1, 3), func(x *Tensor) (*Tensor, error) { return tp.Squeeze(x, []int{1}) })
	one("to float32 and back", signed(2, 3), func(x *Tensor) (*Tensor, error) {
		y, err := tp.Cast(x, tensor.Complex128)
		if err != nil {
			return nil, err
		}
		return tp.Mul(y, y)
	})
	one("view as complex", signed(3, 2), func(x *Tensor) (*Tensor, error) {
		c := with()
		y := c.one(tp.ViewAsComplex, x)
		return done(c, c.mul(y, c.conj(y)))
	})
	cases = append(cases, gradCase{name: "polar", inputs: []*Tensor{positive(3), signed(3)}, f: func(in []*Tensor) (*Tensor, error) { return tp.Polar(in[0], in[1]) }})
	several("sgn of complex numbers", func(in []*Tensor) (*Tensor, error) {
		c := with()
		return done(c, c.one(tp.Sgn, c.two(tp.Complex, in[0], in[1])))
	}, []int{3}, []int{3})
	several("angle of complex numbers", func(in []*Tensor) (*Tensor, error) {
		c := with()
		return done(c, c.unary(device.OpAngle, c.two(tp.Complex, in[0], in[1])))
	}, []int{3}, []int{3})
	inPlace := func(name string, f func(c *calc, x, y *Tensor) error, source ...int) {
		several(name, func(in []*Tensor) (*Tensor, error) {
			c := with()
			y := c.mul(in[0], in[0])
			if c.bad(y) {
				return nil, c.err
			}
			return done(c, c.keep(y, f(c, y, in[1])))
		}, []int{2, 3}, source)
	}
	inPlace("filled", func(c *calc, x, _ *Tensor) error { return tp.FillInPlace(x, half) })
	inPlace("zeroed", func(c *calc, x, _ *Tensor) error { return tp.ZeroInPlace(x) })
	inPlace("a row filled", func(c *calc, x, _ *Tensor) error { return tp.FillInPlace(c.keep(tp.Select(x, 0, 1)), half) })
	inPlace("a column zeroed", func(c *calc, x, _ *Tensor) error { return tp.ZeroInPlace(c.keep(tp.Narrow(x, 1, 1, 1))) })
	inPlace("copied into", func(c *calc, x, y *Tensor) error { return tp.CopyInPlace(x, y, false) }, 3)
	inPlace("copied into a view", func(c *calc, x, y *Tensor) error {
		return tp.CopyInPlace(c.keep(tp.Slice(c.one(tp.T, x), 0, 0, 3, 2)), y, false)
	}, 2, 2)
	inPlace("a view multiplied", func(c *calc, x, y *Tensor) error { return tp.MulInPlace(c.keep(tp.Select(x, 1, -1)), y) }, 2)

	several("baddbmm", func(in []*Tensor) (*Tensor, error) { return tp.Baddbmm(in[0], in[1], in[2], 0.5, -2) }, []int{2, 1, 2}, []int{2, 2, 3}, []int{2, 3, 2})
	several("addmv", func(in []*Tensor) (*Tensor, error) { return tp.Addmv(in[0], in[1], in[2], 3, 0.5) }, []int{2}, []int{2, 3}, []int{3})
	several("mm of columns", func(in []*Tensor) (*Tensor, error) {
		c := with()
		return done(c, c.mm(c.one(tp.T, in[0]), c.one(tp.T, in[1])))
	}, []int{3, 2}, []int{2, 3})
	plain, columns := sample(t, tp, 6, false, 3), sample(t, tp, 9, false, 3)
	for _, how := range []string{"none", "mean", "sum"} {
		for _, weight := range []*Tensor{nil, sample(t, tp, 8, false, 3)} {
			cases = append(cases, gradCase{name: "bce " + how, inputs: []*Tensor{must(t)(tp.Env.Mul(positive(2, 3), num(0.7))), positive(2, 3)}, f: func(in []*Tensor) (*Tensor, error) {
				return tp.BinaryCrossEntropy(in[0], in[1], weight, how)
			}})
			several("bce with logits "+how, func(in []*Tensor) (*Tensor, error) {
				return tp.BinaryCrossEntropyWithLogits(in[0], in[1], weight, columns, how)
			}, []int{2, 3}, []int{2, 3})
		}
		classes := must(t)(tp.FromInts([]int64{2, 0}, 2))
		one("nll "+how, signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.NllLoss(x, classes, plain, how, 1) })
		images := must(t)(tp.FromInts([]int64{2, 0, 1, 0}, 2, 1, 2))
		one("nll of images "+how, signed(2, 3, 1, 2), func(x *Tensor) (*Tensor, error) { return tp.NllLoss(x, images, plain, how, 1) })
	}
	class := must(t)(tp.FromInts([]int64{2}))
	class = must(t)(tp.Env.Reshape(class, []int{}))
	one("nll of one", signed(3), func(x *Tensor) (*Tensor, error) {
		return tp.NllLoss(x, class, nil, "mean", -100)
	})
	bytes := must(t)(tp.FromBytes([]byte{2, 0}, tensor.Uint8, []int{2}, tp.CPU))
	one("nll of bytes", signed(2, 3), func(x *Tensor) (*Tensor, error) { return tp.NllLoss(x, bytes, nil, "sum", -100) })

	running, spread := sample(t, tp, 4, true, 2), sample(t, tp, 5, false, 2)
	several("batch norm in use", func(in []*Tensor) (*Tensor, error) {
		return tp.BatchNorm(in[0], in[1], in[2], running, spread, false, 0.1, 1e-3)
	}, []int{3, 2, 2}, []int{2}, []int{2})
	one("repeat of a number", signed(), func(x *Tensor) (*Tensor, error) { return tp.Repeat(x, []int{2, 3}) })
	one("repeat by nothing", signed(), func(x *Tensor) (*Tensor, error) { return tp.Repeat(x, nil) })

	cube := tensor.PoolParams{Kernel: []int{2, 2, 2}, Stride: []int{1, 2, 1}, Padding: []int{1, 0, 0}, Dilation: []int{1, 1, 1}}
	one("max pool of space", signed(1, 2, 2, 3, 2), func(x *Tensor) (*Tensor, error) { return first(tp.MaxPool(x, cube)) })
	one("max pool seen across", signed(1, 2, 3, 4), func(x *Tensor) (*Tensor, error) {
		c := with()
		return done(c, c.transpose(c.keep(first(tp.MaxPool(x, tensor.PoolParams{Kernel: []int{2, 2}, Stride: []int{1, 1}, Padding: []int{0, 0}, Dilation: []int{1, 1}})))))
	})
	one("avg pool of space", signed(1, 2, 2, 3, 2), func(x *Tensor) (*Tensor, error) { return tp.AvgPool(x, cube) })
	one("avg pool over a number", signed(1, 1, 3, 3), func(x *Tensor) (*Tensor, error) {
		return tp.AvgPool(x, tensor.PoolParams{Kernel: []int{2, 2}, Stride: []int{1, 1}, Padding: []int{0, 0}, Dilation: []int{1, 1}, Divisor: 3})
	})
	one("adaptive pool of space", signed(1, 1, 2, 3, 4), func(x *Tensor) (*Tensor, error) { return tp.AdaptiveAvgPool(x, []int{2, 2, 3}) })
	one("linear", signed(1, 1, 3), func(x *Tensor) (*Tensor, error) { return tp.Upsample(x, []int{5}, tensor.Linear, true, nil) })
	one("nearest of a line", signed(1, 1, 3), func(x *Tensor) (*Tensor, error) { return tp.Upsample(x, []int{5}, tensor.Nearest, false, nil) })
	one("nearest of space", signed(1, 1, 2, 2, 1), func(x *Tensor) (*Tensor, error) {
		return tp.Upsample(x, []int{3, 2, 2}, tensor.Nearest, false, nil)
	})
	one("trilinear", signed(1, 1, 2, 2, 1), func(x *Tensor) (*Tensor, error) {
		return tp.Upsample(x, []int{3, 3, 2}, tensor.Linear, false, nil)
	})
	one("fft padded", signed(3), func(x *Tensor) (*Tensor, error) { return tp.Fft(x, 5, -1, tensor.NormOrtho) })
	one("fft cut", signed(4, 2), func(x *Tensor) (*Tensor, error) { return tp.Fft(x, 3, 0, tensor.NormForward) })
	for i, c := range cases {
		cases[i].host = placed.MatchString(c.name)
	}
	return cases
}

// placed are the cases with positions, masks, weights or classes.
var placed = regexp.MustCompile("^(masked_|index_|index of two|scatter|embedding|bce|nll|batch norm in use)")
