package autograd

import (
	"math"
	"slices"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// This file has linear algebra with gradients, and the products made of others:
// einsum, tensordot, kron.

// Inv inverts square matrices.
func (t *Tape) Inv(x *Tensor) (*Tensor, error) {
	y, err := t.Env.Inv(x)
	if err != nil {
		return nil, err
	}
	if n := t.node("LinalgInvExBackward0", y, x); n != nil {
		n.save(y)
	}
	return y, nil
}

// Solve finds X with A·X = B.
func (t *Tape) Solve(a, b *Tensor) (*Tensor, error) {
	y, err := t.Env.Solve(a, b)
	if err != nil {
		return nil, err
	}
	if n := t.node("LinalgSolveExBackward0", y, a, b); n != nil {
		n.state.flag = y.Dim() < a.Dim()
		n.save(a, y)
	}
	return y, nil
}

// Det is the determinant.
func (t *Tape) Det(x *Tensor) (*Tensor, error) {
	y, err := t.Env.Det(x)
	if err != nil {
		return nil, err
	}
	if n := t.node("LinalgDetBackward0", y, x); n != nil {
		n.save(x, y)
	}
	return y, nil
}

// Slogdet is the determinant's sign and the logarithm of its size.
func (t *Tape) Slogdet(x *Tensor) (sign, log *Tensor, err error) {
	if sign, log, err = t.Env.Slogdet(x); err != nil {
		return nil, nil, err
	}
	if t.needs(x) {
		n := t.nodeFor("LinalgSlogdetBackward0", x)
		n.addOutput(sign)
		t.attach(n, log)
		n.save(x)
	}
	return sign, log, nil
}

// Logdet is the logarithm of the determinant; NaN where that is negative.
func (t *Tape) Logdet(x *Tensor) (*Tensor, error) {
	sign, log, err := t.Slogdet(x)
	if err != nil {
		return nil, err
	}
	c := &calc{t: t}
	negative := c.compare(device.OpEq, sign, c.num(-1))
	y := c.where(negative, c.num(math.NaN()), log)
	return y, c.err
}

// Cholesky factors positive-definite matrices, of which the triangle of the factor is read.
func (t *Tape) Cholesky(x *Tensor, upper bool) (*Tensor, error) {
	read := x
	if upper && x.Dim() > 1 {
		var err error
		if read, err = t.Env.Transpose(x, -2, -1); err != nil {
			return nil, err
		}
	}
	y, err := t.Env.Cholesky(read)
	if err != nil {
		return nil, err
	}
	if n := t.node("LinalgCholeskyExBackward0", y, x); n != nil {
		n.save(y)
	}
	if upper {
		return t.Transpose(y, -2, -1)
	}
	return y, nil
}

// outputsNode records an operation with several outputs that are not views.
func (t *Tape) outputsNode(name string, x *Tensor, outputs ...*Tensor) *Node {
	if !t.needs(x) {
		return nil
	}
	n := t.nodeFor(name, x)
	for _, y := range outputs {
		t.attach(n, y)
	}
	return n
}

// Qr factors x as Q·R.
func (t *Tape) Qr(x *Tensor, mode string) (q, r *Tensor, err error) {
	if q, r, err = t.Env.Qr(x, mode); err != nil {
		return nil, nil, err
	}
	if n := t.outputsNode("LinalgQrBackward0", x, q, r); n != nil {
		n.save(q, r)
	}
	return q, r, nil
}

// Svd factors x as U·diag(S)·Vh.
func (t *Tape) Svd(x *Tensor, full bool) (u, s, vh *Tensor, err error) {
	if u, s, vh, err = t.Env.Svd(x, full); err != nil {
		return nil, nil, nil, err
	}
	if n := t.outputsNode("LinalgSvdBackward0", x, u, s, vh); n != nil {
		n.save(u, s, vh)
	}
	return u, s, vh, nil
}

// Eigh are the eigenvalues and vectors of symmetric matrices.
func (t *Tape) Eigh(x *Tensor) (values, vectors *Tensor, err error) {
	if values, vectors, err = t.Env.Eigh(x); err != nil {
		return nil, nil, err
	}
	if n := t.outputsNode("LinalgEighBackward0", x, values, vectors); n != nil {
		n.save(values, vectors)
	}
	return values, vectors, nil
}

// Pinv is the Moore–Penrose inverse, by the singular value decomposition.
func (t *Tape) Pinv(x *Tensor) (*Tensor, error) {
	u, s, vh, err := t.Env.Svd(x, false)
	if err != nil {
		return nil, err
	}
	c := t.plain()
	cut := tensor.Epsilon(x.DType()) * float64(max(x.Shape()[x.Dim()-1], x.Shape()[x.Dim()-2]))
	var top *Tensor
	if s.Numel() > 0 {
		top = c.times(c.keep(t.Env.Amax(s, []int{-1}, true)), cut)
	} else {
		return c.t.Transpose(x, -2, -1)
	}
	inverse := c.only(c.compare(device.OpGt, s, top), c.unary(device.OpReciprocal, s))
	y := c.mm(c.mul(c.transpose(vh), c.unsqueeze(inverse, -2)), c.transpose(u))
	if c.err != nil {
		return nil, c.err
	}
	if n := t.node("LinalgPinvBackward0", y, x); n != nil {
		n.save(x, y)
	}
	return y, nil
}

// Lstsq finds the X that makes A·X nearest to B.
func (t *Tape) Lstsq(a, b *Tensor) (*Tensor, error) {
	inverse, err := t.Pinv(a)
	if err != nil {
		return nil, err
	}
	return t.Matmul(inverse, b)
}

// MatrixPower multiplies a square matrix by itself n times; below zero its inverse.
func (t *Tape) MatrixPower(x *Tensor, n int) (*Tensor, error) {
	k := x.Dim()
	if k < 2 {
		return nil, t.errorf("linalg.matrix_power: The input tensor A must have at least 2 dimensions.")
	}
	if x.Shape()[k-1] != x.Shape()[k-2] {
		return nil, t.errorf("linalg.matrix_power: A must be batches of square matrices, but they are %d by %d matrices", x.Shape()[max(k-2, 0)], x.Shape()[max(k-1, 0)])
	}
	if n < 0 {
		inverse, err := t.Inv(x)
		if err != nil {
			return nil, err
		}
		return t.MatrixPower(inverse, -n)
	}
	if n == 0 {
		eye, err := t.Eye(x.Shape()[k-1], x.Shape()[k-1], x.Like())
		if err != nil {
			return nil, err
		}
		wide, err := t.Env.Expand(eye, x.Shape())
		if err != nil {
			return nil, err
		}
		return t.Env.Clone(wide)
	}
	if n == 1 {
		return t.Clone(x)
	}
	var result *Tensor
	square := x
	for {
		var err error
		if n&1 == 1 {
			if result == nil {
				result = square
			} else if result, err = t.Matmul(result, square); err != nil {
				return nil, err
			}
		}
		if n >>= 1; n == 0 {
			return result, nil
		}
		if square, err = t.Matmul(square, square); err != nil {
			return nil, err
		}
	}
}

// MatrixExp is the exponential of square matrices: Taylor's series of the matrix
// scaled down, squared back up.
func (t *Tape) MatrixExp(x *Tensor) (*Tensor, error) {
	c := &calc{t: t}
	k := x.Dim()
	if k < 2 || x.Shape()[k-1] != x.Shape()[k-2] {
		return nil, t.errorf("linalg.matrix_exp: A must be batches of square matrices, but they are %d by %d matrices", x.Shape()[max(k-2, 0)], x.Shape()[max(k-1, 0)])
	}
	size := c.keep(t.Env.Norm(x, inf, nil, false, tensor.NoDType))
	if c.err != nil {
		return nil, c.err
	}
	norm, err := t.Item(size)
	if err != nil {
		return nil, err
	}
	squarings := max(0, int(math.Ceil(math.Log2(norm.Float64()*float64(x.Shape()[k-1])+1e-30)))+1)
	a := c.times(x, math.Exp2(-float64(squarings)))
	eye := c.keep(t.Eye(x.Shape()[k-1], x.Shape()[k-1], x.Like()))
	sum, term := c.add(a, eye), a
	for i := 2; i <= 16; i++ {
		term = c.times(c.mm(term, a), 1/float64(i))
		sum = c.add(sum, term)
	}
	for range squarings {
		sum = c.mm(sum, sum)
	}
	return sum, c.err
}

// Tensordot sums products over pairs of dimensions.
func (t *Tape) Tensordot(a, b *Tensor, da, db []int) (*Tensor, error) {
	if len(da) != len(db) {
		return nil, t.errorf("both dimension lists should have same length")
	}
	free := func(x *Tensor, dims []int) (rest, sizes []int, n int, err error) {
		n = 1
		for i, d := range dims {
			if dims[i], err = x.WrapDim(d); err != nil {
				return nil, nil, 0, err
			}
			n *= x.Shape()[dims[i]]
		}
		for d := range x.Shape() {
			if !slices.Contains(dims, d) {
				rest, sizes = append(rest, d), append(sizes, x.Shape()[d])
			}
		}
		return rest, sizes, n, nil
	}
	da, db = slices.Clone(da), slices.Clone(db)
	ra, sa, n, err := free(a, da)
	if err != nil {
		return nil, err
	}
	rb, sb, _, err := free(b, db)
	if err != nil {
		return nil, err
	}
	for i := range da {
		if x, y := a.Shape()[da[i]], b.Shape()[db[i]]; x != y {
			return nil, t.errorf("contracted dimensions need to match, but first has size %d in dim %d and second has size %d in dim %d", x, da[i], y, db[i])
		}
	}
	c := &calc{t: t}
	left := c.reshape(c.keep(t.Permute(a, slices.Concat(ra, da))), []int{product(sa), n})
	right := c.reshape(c.keep(t.Permute(b, slices.Concat(db, rb))), []int{n, product(sb)})
	if c.err != nil {
		return nil, c.err
	}
	return t.reshapeOf(c.mm(left, right), slices.Concat(sa, sb), c)
}

func (t *Tape) reshapeOf(x *Tensor, shape []int, c *calc) (*Tensor, error) {
	if c.err != nil {
		return nil, c.err
	}
	return t.Reshape(x, shape)
}

// Kron is the Kronecker product.
func (t *Tape) Kron(a, b *Tensor) (*Tensor, error) {
	k := max(a.Dim(), b.Dim())
	var as, bs, shape []int
	for i := range k {
		x, y := 1, 1
		if j := i - (k - a.Dim()); j >= 0 {
			x = a.Shape()[j]
		}
		if j := i - (k - b.Dim()); j >= 0 {
			y = b.Shape()[j]
		}
		as, bs, shape = append(as, x, 1), append(bs, 1, y), append(shape, x*y)
	}
	c := &calc{t: t}
	y := c.mul(c.reshape(a, as), c.reshape(b, bs))
	if c.err != nil {
		return nil, c.err
	}
	return t.unsafeView(y, shape)
}
