package autograd

import (
	"math"
	"slices"
	"strings"

	"gputour/engine/tensor"
)

// This file has products and convolutions with gradients.

var inf = math.Inf(1)

// product records a node over the factors, each saved only where needed.
func (t *Tape) product(name string, y, c, a, b *Tensor, beta, alpha float64) {
	inputs := []*Tensor{a, b}
	if c != nil {
		inputs = []*Tensor{c, a, b}
	}
	n := t.node(name, y, inputs...)
	if n == nil {
		return
	}
	n.state.floats = []float64{beta, alpha}
	if a.Dim() == 2 && b.Dim() == 2 && (columnMajor(a) || columnMajor(b)) {
		n.state.dims = []int{flag(columnMajor(a)), flag(columnMajor(b))}
	}
	k := len(inputs)
	if n.next[k-1].Node == nil {
		a = nil
	}
	if n.next[k-2].Node == nil {
		b = nil
	}
	n.save(a, b)
}

func columnMajor(x *Tensor) bool {
	return x.Strides()[0] == 1 && x.Strides()[1] == x.Shape()[0]
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Mm multiplies two matrices.
func (t *Tape) Mm(a, b *Tensor) (*Tensor, error) {
	y, err := t.Env.Mm(a, b)
	if err == nil {
		t.product("MmBackward0", y, nil, a, b, 0, 1)
	}
	return y, err
}

// Bmm multiplies batches of matrices.
func (t *Tape) Bmm(a, b *Tensor) (*Tensor, error) {
	y, err := t.Env.Bmm(a, b)
	if err == nil {
		t.product("BmmBackward0", y, nil, a, b, 0, 1)
	}
	return y, err
}

// Addmm is beta·c + alpha·a·b.
func (t *Tape) Addmm(c, a, b *Tensor, beta, alpha float64) (*Tensor, error) {
	y, err := t.Env.Addmm(c, a, b, beta, alpha)
	if err == nil {
		t.product("AddmmBackward0", y, c, a, b, beta, alpha)
	}
	return y, err
}

// Baddbmm is beta·c + alpha·a·b over batches.
func (t *Tape) Baddbmm(c, a, b *Tensor, beta, alpha float64) (*Tensor, error) {
	y, err := t.Env.Baddbmm(c, a, b, beta, alpha)
	if err == nil {
		t.product("BaddbmmBackward0", y, c, a, b, beta, alpha)
	}
	return y, err
}

// Mv multiplies a matrix and a vector.
func (t *Tape) Mv(a, v *Tensor) (*Tensor, error) {
	y, err := t.Env.Mv(a, v)
	if err == nil {
		t.product("MvBackward0", y, nil, a, v, 0, 1)
	}
	return y, err
}

// Addmv is beta·c + alpha·a·v.
func (t *Tape) Addmv(c, a, v *Tensor, beta, alpha float64) (*Tensor, error) {
	p, err := t.Env.Mv(a, v)
	if err != nil {
		return nil, err
	}
	if alpha == 0 { // then the product is nobody's business, nan neither
		if p, err = t.Env.Zeros(p.Shape(), p.Like()); err != nil {
			return nil, err
		}
	}
	addend := c
	if beta == 0 {
		if addend, err = t.Env.Zeros(c.Shape(), c.Like()); err != nil {
			return nil, err
		}
	}
	scaled, err := t.Env.Mul(addend, t.Wrap(tensor.Float(beta)))
	if c.DType() < tensor.Float16 {
		scaled, err = t.Env.Mul(addend, t.Wrap(tensor.Int(int64(beta))))
	}
	if err != nil {
		return nil, err
	}
	a1 := tensor.Float(alpha)
	if alpha == math.Trunc(alpha) {
		a1 = tensor.Int(int64(alpha))
	}
	y, err := t.Env.Add(scaled, p, a1)
	if err == nil {
		t.product("AddmvBackward0", y, c, a, v, beta, alpha)
	}
	return y, err
}

// Dot is the inner product of two vectors.
func (t *Tape) Dot(a, b *Tensor) (*Tensor, error) {
	y, err := t.Env.Dot(a, b)
	if err == nil {
		t.product("DotBackward0", y, nil, a, b, 0, 1)
	}
	return y, err
}

// Outer is the product of a column and a row.
func (t *Tape) Outer(a, b *Tensor) (*Tensor, error) {
	if a.Dim() != 1 || b.Dim() != 1 {
		bad, name := a, "self"
		if a.Dim() == 1 {
			bad, name = b, "vec2"
		}
		return nil, t.errorf("outer: Expected 1-D argument %s, but got %d-D", name, bad.Dim())
	}
	column, err := t.Reshape(a, []int{a.Numel(), 1})
	if err != nil {
		return nil, err
	}
	return t.Mul(column, b)
}

// Matmul is the @ operator: vectors, matrices and batches of matrices, broadcast.
func (t *Tape) Matmul(a, b *Tensor) (*Tensor, error) {
	da, db := a.Dim(), b.Dim()
	switch {
	case da == 0 || db == 0:
		return nil, t.errorf("both arguments to matmul need to be at least 1D, but they are %dD and %dD", da, db)
	case da == 1 && db == 1:
		return t.Dot(a, b)
	case da == 2 && db == 1:
		return t.Mv(a, b)
	case da == 1 && db == 2:
		return t.vectorMatrix(a, b)
	case da == 2 && db == 2:
		return t.Mm(a, b)
	case da >= 3 && db <= 2 && !t.needs(b) || da >= 3 && db <= 2:
		return t.foldedMatmul(a, b)
	case da == 2 && db >= 3 || da == 1:
		return t.foldedRight(a, b)
	}
	return t.batchMatmul(a, b)
}

func (t *Tape) vectorMatrix(a, b *Tensor) (*Tensor, error) {
	row, err := t.Unsqueeze(a, 0)
	if err != nil {
		return nil, err
	}
	y, err := t.Mm(row, b)
	if err != nil {
		return nil, err
	}
	return t.Squeeze(y, []int{0})
}

// foldedMatmul multiplies a batch by one matrix or vector: the batch becomes rows.
func (t *Tape) foldedMatmul(a, b *Tensor) (*Tensor, error) {
	shape := a.Shape()
	last := shape[len(shape)-1]
	rows, err := t.Reshape(a, []int{-1, last})
	if last == 0 {
		rows, err = t.Reshape(a, []int{product(shape[:len(shape)-1]), 0})
	}
	if err != nil {
		return nil, err
	}
	if !t.needs(a, b) {
		defer tensor.Spent(rows, a)
	}
	if b.Dim() == 1 {
		y, err := t.Mv(rows, b)
		if err != nil {
			return nil, err
		}
		return t.unsafeView(y, shape[:len(shape)-1])
	}
	y, err := t.Mm(rows, b)
	if err != nil {
		return nil, err
	}
	return t.unsafeView(y, append(slices.Clone(shape[:len(shape)-1]), b.Shape()[1]))
}

func product(shape []int) int {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return n
}

func (t *Tape) unsafeView(x *Tensor, shape []int) (*Tensor, error) {
	y, err := t.Env.View(x, shape)
	if err == nil && t.node("UnsafeViewBackward0", y, x) == nil {
		x.Release() // its memory is y's
	}
	return y, err
}

// foldedRight multiplies a matrix or vector by a batch, as the transpose of the
// product of the transposes.
func (t *Tape) foldedRight(a, b *Tensor) (*Tensor, error) {
	bt, err := t.Transpose(b, -1, -2)
	if err != nil {
		return nil, err
	}
	if a.Dim() == 1 {
		return t.foldedMatmul(bt, a)
	}
	at, err := t.T(a)
	if err != nil {
		return nil, err
	}
	y, err := t.foldedMatmul(bt, at)
	if err != nil {
		return nil, err
	}
	if y, err = t.Transpose(y, -1, -2); err != nil {
		return nil, err
	}
	return t.Contiguous(y)
}

func (t *Tape) batchMatmul(a, b *Tensor) (*Tensor, error) {
	as, bs := a.Shape(), b.Shape()
	n, m := len(as), len(bs)
	batch, err := tensor.BroadcastShapes(as[:n-2], bs[:m-2])
	if err != nil {
		return nil, t.broadcastError(as[:n-2], bs[:m-2])
	}
	fold := func(x *Tensor, s []int) (*Tensor, error) {
		wide, err := t.Expand(x, append(slices.Clone(batch), s...))
		if err != nil {
			return nil, err
		}
		if !t.needs(a, b) {
			defer tensor.Spent(wide, x)
		}
		return t.Reshape(wide, append([]int{product(batch)}, s...))
	}
	left, err := fold(a, as[n-2:])
	if err != nil {
		return nil, err
	}
	right, err := fold(b, bs[m-2:])
	if err != nil {
		return nil, err
	}
	if !t.needs(a, b) {
		defer tensor.Spent(left, a)
		defer tensor.Spent(right, b)
	}
	y, err := t.Bmm(left, right)
	if err != nil {
		return nil, err
	}
	return t.unsafeView(y, append(slices.Clone(batch), as[n-2], bs[m-1]))
}

func (t *Tape) broadcastError(a, b []int) error {
	for i := 1; i <= min(len(a), len(b)); i++ {
		x, y := a[len(a)-i], b[len(b)-i]
		if x != y && x != 1 && y != 1 {
			return t.errorf("The size of tensor a (%d) must match the size of tensor b (%d) at non-singleton dimension %d", x, y, max(len(a), len(b))-i)
		}
	}
	return t.errorf("shapes cannot be broadcast")
}

// Linear is x·weightᵀ + bias; bias may be nil.
func (t *Tape) Linear(x, weight, bias *Tensor) (*Tensor, error) {
	wt, err := t.T(weight)
	if err != nil {
		return nil, err
	}
	if bias == nil {
		return t.Matmul(x, wt)
	}
	if x.Dim() == 2 {
		return t.Addmm(bias, x, wt, 1, 1)
	}
	if x.Dim() == 3 && x.IsContiguous() {
		s := x.Shape()
		rows, err := t.View(x, []int{s[0] * s[1], s[2]})
		if err != nil {
			return nil, err
		}
		y, err := t.Addmm(bias, rows, wt, 1, 1)
		if err != nil {
			return nil, err
		}
		return t.View(y, []int{s[0], s[1], y.Shape()[1]})
	}
	y, err := t.Matmul(x, wt)
	if err != nil {
		return nil, err
	}
	return t.Add(y, bias, tensor.One)
}

// cName is a dtype as C++ calls it.
func cName(d tensor.DType) string {
	name, ok := map[tensor.DType]string{tensor.Uint8: "unsigned char", tensor.Int8: "signed char", tensor.Int16: "short int", tensor.Int32: "int",
		tensor.Int64: "long int", tensor.Float16: "c10::Half", tensor.BFloat16: "c10::BFloat16", tensor.Bool: "bool"}[d]
	if !ok {
		return strings.ToLower(d.Scalar())
	}
	return name
}

// Conv is a convolution with p's parameters, transposed or not; bias may be nil. x is
// a batch: the caller adds the batch dimension where learners leave it out.
func (t *Tape) Conv(x, w, bias *Tensor, p tensor.ConvParams) (*Tensor, error) {
	if bias != nil && bias.DType() != x.DType() && !p.Transposed && x.Device() == w.Device() {
		return nil, t.errorf("Input type (%s) and bias type (%s) should be the same", cName(x.DType()), cName(bias.DType()))
	}
	if x.DType().IsComplex() && x.DType() == w.DType() && !p.Transposed {
		y, err := t.complexConv(x, w, p)
		if err != nil || bias == nil {
			return y, err
		}
		column, err := t.View(bias, append([]int{-1}, slices.Repeat([]int{1}, len(p.Stride))...))
		if err != nil {
			return nil, err
		}
		return t.Add(y, column, tensor.One)
	}
	y, err := t.Env.Conv(x, w, p)
	if err != nil {
		return nil, err
	}
	if bias != nil {
		if bias.Dim() != 1 || bias.Numel() != y.Shape()[1] {
			return nil, t.errorf("Given %sweight of size %s, expected bias to be 1-dimensional with %d elements, but got bias of size %s instead", map[bool]string{true: "transposed=1, "}[p.Transposed], tensor.FormatShape(w.Shape()), y.Shape()[1], tensor.FormatShape(bias.Shape()))
		}
		shape := slices.Repeat([]int{1}, y.Dim())
		shape[1] = bias.Numel()
		column, err := t.Env.Reshape(bias, shape)
		if err != nil {
			return nil, err
		}
		if _, err = t.Env.AddInto(y, opAdd, y, column, tensor.One); err != nil {
			return nil, err
		}
	}
	if n := t.node("ConvolutionBackward0", y, x, w, bias); n != nil {
		n.state = state{dims: p.Stride, ints: p.Padding, shape: p.Dilation, dim: p.Groups, flag: p.Transposed, strides: p.OutputPadding}
		n.save(x, w)
	}
	return y, nil
}

// convGradInput is the input's gradient: a convolution again when something is to be
// recorded or the convolution was transposed.
func (t *Tape) convGradInput(g, x, w *Tensor, p tensor.ConvParams) (*Tensor, error) {
	back := p
	back.Transposed, back.OutputPadding = !p.Transposed, nil
	if p.Transposed {
		return t.Conv(g, w, nil, back)
	}
	if !t.needs(g, w) {
		return t.Env.ConvGradInput(g, w, x.Shape(), p)
	}
	for d := range p.Stride {
		reach := (g.Shape()[d+2]-1)*p.Stride[d] - 2*p.Padding[d] + p.Dilation[d]*(w.Shape()[d+2]-1) + 1
		back.OutputPadding = append(back.OutputPadding, x.Shape()[d+2]-reach)
	}
	return t.Conv(g, w, nil, back)
}

// convGradWeight is the weight's gradient. Recorded, it is the convolution of input
// and gradient with batch and channels exchanged, group by group.
func (t *Tape) convGradWeight(g, x, w *Tensor, p tensor.ConvParams) (*Tensor, error) {
	image, other := x, g
	if p.Transposed { // the roles of input and gradient swap
		image, other = g, x
	}
	if !t.needs(g, x) {
		plain := p
		plain.Transposed = false
		return t.Env.ConvGradWeight(other, image, w.Shape(), plain)
	}
	swapped := tensor.ConvParams{Stride: p.Dilation, Padding: p.Padding, Dilation: p.Stride, Groups: 1}
	var parts []*Tensor
	ci, co := image.Shape()[1]/p.Groups, other.Shape()[1]/p.Groups
	for k := range p.Groups {
		a, err := t.swapFirst(image, k*ci, ci)
		if err != nil {
			return nil, err
		}
		b, err := t.swapFirst(other, k*co, co)
		if err != nil {
			return nil, err
		}
		y, err := t.Conv(a, b, nil, swapped)
		if err != nil {
			return nil, err
		}
		for d := 2; d < w.Dim(); d++ {
			if y, err = t.Narrow(y, d, 0, w.Shape()[d]); err != nil {
				return nil, err
			}
		}
		if y, err = t.Transpose(y, 0, 1); err != nil {
			return nil, err
		}
		parts = append(parts, y)
	}
	return t.Cat(parts, 0)
}

func (t *Tape) swapFirst(x *Tensor, from, n int) (*Tensor, error) {
	part, err := t.Narrow(x, 1, from, n)
	if err != nil {
		return nil, err
	}
	return t.Transpose(part, 0, 1)
}

// complexConv is the convolution of complex numbers by three of real ones: with a and b those of the
// real and of the imaginary parts, and c that of their sums, it is (a - b) + (c - a - b)i.
func (t *Tape) complexConv(x, w *Tensor, p tensor.ConvParams) (*Tensor, error) {
	calc := &calc{t: t}
	conv := func(x, w *Tensor) *Tensor {
		return calc.two(func(x, w *Tensor) (*Tensor, error) { return t.Conv(x, w, nil, p) }, x, w)
	}
	part := func(x *Tensor, i int) *Tensor { return calc.keep(t.part(x, i)) }
	a := conv(part(x, 0), part(w, 0))
	b := conv(part(x, 1), part(w, 1))
	c := conv(calc.add(part(x, 0), part(x, 1)), calc.add(part(w, 0), part(w, 1)))
	y := calc.two(t.Complex, calc.sub(a, b), calc.sub(c, calc.add(a, b)))
	return y, calc.err
}
