package autograd

import (
	"gputour/engine/device"
	"gputour/engine/tensor"
)

// Gradients of linear algebra; see Giles, "Collected matrix derivative results for
// forward and reverse mode algorithmic differentiation", 2008.
func linalgRules() map[string]rule {
	return map[string]rule{
		"LinalgInvExBackward0": one(func(c *calc) *Tensor {
			yt := c.transpose(c.x(0))
			return c.neg(c.mm(yt, c.mm(c.g, yt)))
		}),
		"LinalgSolveExBackward0": {all: func(c *calc) []*Tensor {
			a, x := c.x(0), c.x(1)
			if c.bad(a, x, c.g) {
				return nil
			}
			gb := c.two(c.t.Solve, c.transpose(a), c.g)
			list := []*Tensor{nil, gb}
			if c.wants(0) {
				g := gb
				if c.n.state.flag { // vectors
					g, x = c.unsqueeze(gb, -1), c.unsqueeze(x, -1)
				}
				list[0] = c.neg(c.mm(g, c.transpose(x)))
			}
			return list
		}},
		"LinalgDetBackward0": one(func(c *calc) *Tensor {
			inverse := c.transpose(c.one(c.t.Inv, c.x(0)))
			return c.mul(c.matrixOf(c.mul(c.g, c.x(1))), inverse)
		}),
		"LinalgSlogdetBackward0": one(func(c *calc) *Tensor {
			if len(c.gs) < 2 || c.gs[1] == nil {
				return c.zerosOf(0)
			}
			return c.mul(c.matrixOf(c.gs[1]), c.transpose(c.one(c.t.Inv, c.x(0))))
		}),
		"LinalgCholeskyExBackward0": one(func(c *calc) *Tensor {
			l := c.x(0)
			phi := c.mm(c.transpose(l), c.g)
			if c.bad(phi) {
				return nil
			}
			phi = c.keep(c.t.Tril(phi, 0))
			phi = c.halfDiagonal(phi)
			inverse := c.one(c.t.Inv, l)
			s := c.mm(c.transpose(inverse), c.mm(phi, inverse))
			return c.times(c.add(s, c.transpose(s)), 0.5)
		}),
		"LinalgQrBackward0": one(qrGrad),
		"LinalgEighBackward0": one(func(c *calc) *Tensor {
			l, v := c.x(0), c.x(1)
			vt := c.transpose(v)
			var inner *Tensor
			if g := c.gs[0]; g != nil {
				inner = c.diagonalMatrix(g)
			}
			if len(c.gs) > 1 && c.gs[1] != nil {
				gap := c.sub(c.unsqueeze(l, -2), c.unsqueeze(l, -1))
				part := c.offDiagonal(c.mm(vt, c.gs[1]), gap)
				inner = c.plusMaybe(inner, part)
			}
			return c.mm(v, c.mm(inner, vt))
		}),
		"LinalgSvdBackward0": one(svdGrad),
		"LinalgPinvBackward0": one(func(c *calc) *Tensor {
			a, p := c.x(0), c.x(1)
			pt, gt := c.transpose(p), c.transpose(c.g)
			// Golub and Pereyra, 1973.
			first := c.neg(c.mm(pt, c.mm(c.g, pt)))
			left := c.mm(c.sub(gt, c.mm(a, c.mm(p, gt))), c.mm(p, pt))
			right := c.mm(c.mm(pt, p), c.sub(gt, c.mm(gt, c.mm(p, a))))
			return c.add(first, c.add(left, right))
		}),
		"FftBackward": one(func(c *calc) *Tensor {
			if c.bad(c.g) {
				return nil
			}
			return c.keep(c.n.linear(c.t, c.g))
		}),
	}
}

// matrixOf shows a batch of numbers as 1×1 matrices.
func (c *calc) matrixOf(x *Tensor) *Tensor { return c.unsqueeze(c.unsqueeze(x, -1), -1) }

func (c *calc) plusMaybe(a, b *Tensor) *Tensor {
	if a == nil {
		return b
	}
	return c.add(a, b)
}

func (c *calc) diagonalMatrix(x *Tensor) *Tensor {
	if c.bad(x) {
		return nil
	}
	return c.keep(c.t.DiagEmbed(x, 0, -2, -1))
}

func (c *calc) eyeLike(x *Tensor) *Tensor {
	if c.bad(x) {
		return nil
	}
	n := x.Shape()[x.Dim()-1]
	return c.keep(c.t.Eye(n, n, x.Like()))
}

func (c *calc) halfDiagonal(x *Tensor) *Tensor {
	eye := c.eyeLike(x)
	return c.sub(x, c.times(c.mul(x, eye), 0.5))
}

// offDiagonal divides by gaps off the diagonal, and is zero on it.
func (c *calc) offDiagonal(x, gap *Tensor) *Tensor {
	eye := c.eyeLike(x)
	safe := c.add(gap, eye)
	return c.mul(c.div(x, safe), c.plus(c.neg(eye), 1))
}

// qrGrad is the gradient of a reduced factorisation with at least as many rows as
// columns.
func qrGrad(c *calc) *Tensor {
	q, r := c.x(0), c.x(1)
	if c.bad(q, r) {
		return nil
	}
	if q.Dim() == 1 {
		c.err = c.t.errorf("The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use linalg.qr(A, mode='reduced') if you are going to differentiate through linalg.qr.")
		return nil
	}
	if r.Shape()[r.Dim()-1] > q.Shape()[q.Dim()-2] || q.Shape()[q.Dim()-1] > r.Shape()[r.Dim()-1] {
		c.err = c.t.errorf("The QR decomposition is not differentiable when mode='complete' and nrows > ncols.")
		return nil
	}
	gq, gr := c.gs[0], (*Tensor)(nil)
	if len(c.gs) > 1 {
		gr = c.gs[1]
	}
	var m *Tensor
	if gr != nil {
		m = c.mm(r, c.transpose(gr))
	}
	if gq != nil {
		part := c.neg(c.mm(c.transpose(gq), q))
		m = c.plusMaybe(m, part)
	}
	if c.bad(m) {
		return nil
	}
	low := c.keep(c.t.Tril(m, -1))
	full := c.keep(c.t.Tril(m, 0))
	sym := c.add(full, c.transpose(low))
	b := c.mm(q, sym)
	if gq != nil {
		b = c.add(b, gq)
	}
	return c.mm(b, c.transpose(c.one(c.t.Inv, r)))
}

// svdGrad is the gradient of a reduced decomposition.
func svdGrad(c *calc) *Tensor {
	u, s, vh := c.x(0), c.x(1), c.x(2)
	if c.bad(u, s, vh) {
		return nil
	}
	pick := func(i int) *Tensor {
		if i < len(c.gs) {
			return c.gs[i]
		}
		return nil
	}
	gu, gs, gv := pick(0), pick(1), pick(2)
	var inner *Tensor
	if gs != nil {
		inner = c.diagonalMatrix(gs)
	}
	square := c.square(s)
	gap := c.sub(c.unsqueeze(square, -2), c.unsqueeze(square, -1))
	if gu != nil {
		skew := c.mm(c.transpose(u), gu)
		skew = c.offDiagonal(c.sub(skew, c.transpose(skew)), gap)
		inner = c.plusMaybe(inner, c.mul(skew, c.unsqueeze(s, -2)))
	}
	if gv != nil {
		skew := c.mm(vh, c.transpose(gv))
		skew = c.offDiagonal(c.sub(skew, c.transpose(skew)), gap)
		inner = c.plusMaybe(inner, c.mul(c.unsqueeze(s, -1), skew))
	}
	total := c.mm(u, c.mm(inner, vh))
	inverse := c.unary(device.OpReciprocal, s)
	if gu != nil {
		out := c.mul(gu, c.unsqueeze(inverse, -2))
		total = c.add(total, c.mm(c.sub(out, c.mm(u, c.mm(c.transpose(u), out))), vh))
	}
	if gv != nil {
		out := c.mul(c.unsqueeze(inverse, -1), gv)
		total = c.add(total, c.mm(u, c.sub(out, c.mm(c.mm(out, c.transpose(vh)), vh))))
	}
	return total
}

// Fft transforms dimension dim of x (real or complex) to n points, padding or
// cutting; n ≤ 0 keeps the length.
func (t *Tape) Fft(x *Tensor, n, dim int, norm string) (*Tensor, error) {
	name := "FftC2CBackward0"
	if !x.DType().IsComplex() {
		name = "FftR2CBackward0"
	}
	return t.fft(name, x, n, dim, norm, false)
}

// Ifft is the inverse of Fft.
func (t *Tape) Ifft(x *Tensor, n, dim int, norm string) (*Tensor, error) {
	return t.fft("FftC2CBackward0", x, n, dim, norm, true)
}

func (t *Tape) fft(name string, x *Tensor, n, dim int, norm string, inverse bool) (*Tensor, error) {
	x, err := t.fitLength(x, n, dim)
	if err != nil {
		return nil, err
	}
	y, err := t.Env.FftC2C(x, dim, norm, inverse)
	if err != nil {
		return nil, err
	}
	if node := t.node("FftBackward", y, x); node != nil {
		node.rule = renamed(node.rule, name)
		node.linear = func(t *Tape, g *Tensor) (*Tensor, error) { return t.fftGrad(g, dim, norm, inverse) }
	}
	return y, nil
}

// fftGrad is the conjugate transpose of a transform: the other one without its factor.
func (t *Tape) fftGrad(g *Tensor, dim int, norm string, inverse bool) (*Tensor, error) {
	back := map[string]string{tensor.NormOrtho: tensor.NormOrtho, tensor.NormForward: tensor.NormBackward, tensor.NormBackward: tensor.NormForward, "": tensor.NormForward}[norm]
	return t.fft("FftC2CBackward0", g, 0, dim, back, !inverse)
}

// fitLength pads with zeros or cuts a dimension to n.
func (t *Tape) fitLength(x *Tensor, n, dim int) (*Tensor, error) {
	d, err := x.WrapDim(dim)
	if err != nil {
		return nil, err
	}
	if x.Dim() == 0 || n <= 0 || n == x.Shape()[d] {
		return x, nil
	}
	if n < x.Shape()[d] {
		return t.Narrow(x, d, 0, n)
	}
	pads := make([]int, 2*(x.Dim()-d))
	pads[len(pads)-1] = n - x.Shape()[d]
	return t.ConstantPad(x, pads, tensor.Int(0))
}

// Rfft is the half of a real tensor's transform that determines the rest.
func (t *Tape) Rfft(x *Tensor, n, dim int, norm string) (*Tensor, error) {
	if x.DType().IsComplex() {
		return nil, t.errorf("rfft expects a real input tensor, but got %s", x.DType().Scalar())
	}
	full, err := t.Fft(x, n, dim, norm)
	if err != nil {
		return nil, err
	}
	d, err := full.WrapDim(dim)
	if err != nil {
		return nil, err
	}
	return t.Narrow(full, d, 0, full.Shape()[d]/2+1)
}

// Irfft is the inverse of Rfft: a real tensor of n points (default 2·(length − 1)).
func (t *Tape) Irfft(x *Tensor, n, dim int, norm string) (*Tensor, error) {
	d, err := x.WrapDim(dim)
	if err != nil {
		return nil, err
	}
	if n <= 0 {
		n = 2 * (x.Shape()[d] - 1)
	}
	if n < 1 {
		return nil, t.errorf("Invalid number of data points (%d) specified", n)
	}
	half, err := t.fitLength(x, n/2+1, d)
	if err != nil {
		return nil, err
	}
	c := &calc{t: t}
	full := half
	if k := (n - 1) / 2; k > 0 {
		tail := c.keep(t.Narrow(half, d, 1, k))
		if c.err == nil {
			tail = c.conj(c.keep(t.Flip(tail, []int{d})))
		}
		if c.err == nil {
			full = c.keep(t.Cat([]*Tensor{half, tail}, d))
		}
	}
	if c.err != nil {
		return nil, c.err
	}
	y, err := t.Ifft(full, 0, d, norm)
	if err != nil {
		return nil, err
	}
	return t.Real(y)
}
