package tensor

import (
	"math"
	"slices"

	"gputour/engine/libm"
	"gputour/engine/tensor/factor"
)

// This file has linear algebra on batches of matrices, computed on the host in float64 by package
// factor and rounded.

// matrices reads x as row-major float64 matrices.
func (e *Env) matrices(name string, x *Tensor) (list [][]float64, rows, cols int, err error) {
	k := len(x.shape)
	if k < 2 {
		return nil, 0, 0, runtimeErr("%s: The input tensor A must have at least 2 dimensions.", name)
	}
	if x.dtype != Float32 && x.dtype != Float64 {
		return nil, 0, 0, runtimeErr("%s: Expected a floating point or complex tensor as input. Got %s", name, x.dtype.Scalar())
	}
	rows, cols = x.shape[k-2], x.shape[k-1]
	flat, err := e.Float64s(x)
	if err != nil {
		return nil, 0, 0, err
	}
	if rows*cols == 0 {
		return make([][]float64, numel(x.shape[:k-2])), rows, cols, nil
	}
	for ; len(flat) > 0; flat = flat[rows*cols:] {
		list = append(list, flat[:rows*cols])
	}
	return list, rows, cols, nil
}

func (e *Env) square(name string, x *Tensor) ([][]float64, int, error) {
	list, rows, cols, err := e.matrices(name, x)
	if err == nil && rows != cols {
		err = runtimeErr("%s: A must be batches of square matrices, but they are %d by %d matrices", name, rows, cols)
	}
	return list, rows, err
}

// back makes a tensor of x's dtype and device from batches of values.
func (e *Env) back(x *Tensor, list [][]float64, tail ...int) (*Tensor, error) {
	shape := append(slices.Clone(x.shape[:len(x.shape)-2]), tail...)
	flat := make([]float64, 0, numel(shape))
	for _, m := range list {
		flat = append(flat, m...)
	}
	if len(flat) != numel(shape) {
		flat = make([]float64, numel(shape))
	}
	t, err := e.FromFloats(flat, x.dtype, shape...)
	if err != nil {
		return nil, err
	}
	if len(shape) == 0 {
		t.setShape(nil)
	}
	return e.To(t, Options{Device: x.storage.Device}, false, false)
}

func singular(name string, batch int, x *Tensor, where int) error {
	prefix := name + ": "
	if len(x.shape) > 2 {
		prefix += "(Batch element " + Int(int64(batch)).String() + "): "
	}
	return &Error{Kind: LinAlgError, Text: prefix + "The diagonal element " + Int(int64(where)).String() + " is zero, the inversion could not be completed because the input matrix is singular."}
}

func identity(n int) []float64 {
	a := make([]float64, n*n)
	for i := range n {
		a[i*n+i] = 1
	}
	return a
}

// Inv inverts square matrices.
func (e *Env) Inv(x *Tensor) (*Tensor, error) { return e.inv(x, true) }

// InvPlain is Inv by way of the factors of x itself, as NumPy has it; PyTorch factors the
// transpose, which shows in the last digits.
func (e *Env) InvPlain(x *Tensor) (*Tensor, error) { return e.inv(x, false) }

func (e *Env) inv(x *Tensor, turned bool) (*Tensor, error) {
	list, n, err := e.square("linalg.inv", x)
	if err != nil || n == 0 {
		return x, err
	}
	for i, a := range list {
		inverse := identity(n)
		var zero int
		if err := e.aside(cube(n), func() { zero = factor.Solve(a, inverse, n, n, turned, x.dtype == Float32) }); err != nil {
			return nil, err
		}
		if zero > 0 {
			return nil, singular("linalg.inv", i, x, zero)
		}
		for k := range inverse {
			inverse[k] += 0 // no negative zeros, as LAPACK has none here
		}
		list[i] = inverse
	}
	return e.back(x, list, n, n)
}

// Solve finds X with A·X = B. A vector B is one column.
func (e *Env) Solve(a, b *Tensor) (*Tensor, error) { return e.solve(a, b, true) }

// SolvePlain is Solve as NumPy has it; see InvPlain.
func (e *Env) SolvePlain(a, b *Tensor) (*Tensor, error) { return e.solve(a, b, false) }

func (e *Env) solve(a, b *Tensor, turned bool) (*Tensor, error) {
	if err := sameDevice("linalg_solve_ex_out", []string{"A", "B"}, a, b); err != nil {
		return nil, err
	}
	_, n, err := e.square("linalg.solve", a)
	if err != nil {
		return nil, err
	}
	if a.dtype != b.dtype {
		return nil, runtimeErr("linalg.solve: Expected A and B to have the same dtype, but found A of type %s and B of type %s instead", a.dtype.Scalar(), b.dtype.Scalar())
	}
	vector := len(b.shape) == 1 || len(a.shape)-1 == len(b.shape) && slices.Equal(b.shape, a.shape[:len(a.shape)-1])
	right := b
	if vector {
		if right, err = e.Unsqueeze(b, -1); err != nil {
			return nil, err
		}
	}
	k := right.shape[len(right.shape)-1]
	if right.shape[len(right.shape)-2] != n {
		return nil, runtimeErr("linalg.solve: Incompatible shapes of A and B for the equation AX = B (%dx%d and %dx%d)", n, n, right.shape[len(right.shape)-2], k)
	}
	batch, err := broadcast(a.shape[:len(a.shape)-2], right.shape[:len(right.shape)-2])
	if err != nil {
		return nil, err
	}
	if right, err = e.Expand(right, append(slices.Clone(batch), n, k)); err != nil {
		return nil, err
	}
	wide, err := e.Expand(a, append(slices.Clone(batch), n, n))
	if err != nil {
		return nil, err
	}
	list, _, err := e.square("linalg.solve", wide)
	if err != nil {
		return nil, err
	}
	rhs, _, _, err := e.matrices("linalg.solve", right)
	if err != nil {
		return nil, err
	}
	for i, m := range list {
		var zero int
		err := e.aside(float64(n)*float64(n)*float64(n+k), func() { zero = factor.Solve(m, rhs[i], n, k, turned, a.dtype == Float32) })
		if err != nil {
			return nil, err
		}
		if zero > 0 {
			prefix := "torch.linalg.solve: "
			if len(wide.shape) > 2 {
				prefix += "(Batch element " + Int(int64(i)).String() + "): "
			}
			return nil, &Error{Kind: LinAlgError, Text: prefix + "The solver failed because the input matrix is singular."}
		}
	}
	out, err := e.back(wide, rhs, n, k)
	if err == nil && vector {
		out, err = e.Squeeze(out, []int{-1})
	}
	return out, err
}

// Det is the determinant; Slogdet its sign and the logarithm of its size.
func (e *Env) Det(x *Tensor) (*Tensor, error) {
	list, n, err := e.square("linalg.det", x)
	if err != nil {
		return nil, err
	}
	narrow := x.dtype == Float32
	for i, a := range list {
		var diagonal []float64
		var sign float64
		err := e.aside(cube(n), func() { diagonal, sign = factor.Diagonal(a, n, true, narrow) }) // as PyTorch, which factors the transpose
		if err != nil {
			return nil, err
		}
		det := 1.0
		for _, f := range diagonal {
			if det *= f; narrow {
				det = float64(float32(det))
			}
		}
		list[i] = []float64{sign * det}
	}
	return e.back(x, list)
}

// Slogdet is the determinant's sign and logarithm.
func (e *Env) Slogdet(x *Tensor) (sign, log *Tensor, err error) {
	list, n, err := e.square("linalg.slogdet", x)
	if err != nil {
		return nil, nil, err
	}
	signs, logs := make([][]float64, len(list)), make([][]float64, len(list))
	for i, a := range list {
		var diagonal []float64
		var s float64
		if err := e.aside(cube(n), func() { diagonal, s = factor.Diagonal(a, n, false, x.dtype == Float32) }); err != nil {
			return nil, nil, err
		}
		l := 0.0
		for _, f := range diagonal {
			if x.dtype == Float32 {
				l = float64(float32(l) + float32(libm.Log(math.Abs(f))))
			} else {
				l += libm.Log(math.Abs(f))
			}
			s *= sign1(f)
		}
		signs[i], logs[i] = []float64{s}, []float64{l}
	}
	if sign, err = e.back(x, signs); err != nil {
		return nil, nil, err
	}
	log, err = e.back(x, logs)
	return sign, log, err
}

// sign1 is 1, -1 or 0, as f is.
func sign1(f float64) float64 {
	switch {
	case f > 0:
		return 1
	case f < 0:
		return -1
	}
	return 0
}

// Cholesky factors positive-definite matrices, whose lower triangle is read, as L·Lᵀ.
func (e *Env) Cholesky(x *Tensor) (*Tensor, error) {
	list, n, err := e.square("linalg.cholesky", x)
	if err != nil {
		return nil, err
	}
	for i, a := range list {
		var l []float64
		var bad int
		if err := e.aside(cube(n)/3, func() { l, bad = factor.Cholesky(a, n) }); err != nil {
			return nil, err
		}
		if bad > 0 {
			prefix := "linalg.cholesky: "
			if len(x.shape) > 2 {
				prefix += "(Batch element " + Int(int64(i)).String() + "): "
			}
			return nil, &Error{Kind: LinAlgError, Text: prefix + "The factorization could not be completed because the input is not positive-definite (the leading minor of order " + Int(int64(bad)).String() + " is not positive-definite)."}
		}
		list[i] = l
	}
	return e.back(x, list, n, n)
}

// Qr factors x as Q·R; mode is "reduced", "complete" or "r". Signs are LAPACK's.
func (e *Env) Qr(x *Tensor, mode string) (q, r *Tensor, err error) {
	list, m, n, err := e.matrices("linalg.qr", x)
	if err != nil {
		return nil, nil, err
	}
	k := min(m, n)
	qc := k
	if mode == "complete" {
		qc = m
	}
	qs, rs := make([][]float64, len(list)), make([][]float64, len(list))
	for i, a := range list {
		if err := e.room(m*m+m*n, 8); err != nil {
			return nil, nil, err
		}
		var full, upper []float64
		if err := e.aside(2*float64(m)*float64(m+n)*float64(k), func() { full, upper = factor.QR(a, m, n) }); err != nil {
			return nil, nil, err
		}
		qs[i], rs[i] = firstColumns(full, m, m, qc), upper[:qc*n]
	}
	if mode == "r" {
		q, err = e.Empty([]int{0}, x.Like())
	} else {
		q, err = e.back(x, qs, m, qc)
	}
	if err != nil {
		return nil, nil, err
	}
	r, err = e.back(x, rs, qc, n)
	return q, r, err
}

func firstColumns(a []float64, rows, cols, keep int) []float64 {
	out := make([]float64, 0, rows*keep)
	for r := range rows {
		out = append(out, a[r*cols:r*cols+keep]...)
	}
	return out
}

// MatrixRank counts the singular values above tol, by default eps·max(m, n)·largest.
func (e *Env) MatrixRank(x *Tensor, tol *float64) (*Tensor, error) {
	_, s, _, err := e.Svd(x, false)
	if err != nil {
		return nil, err
	}
	values, err := e.Float64s(s)
	if err != nil {
		return nil, err
	}
	k := s.shape[len(s.shape)-1]
	var ranks []int64
	for ; len(values) > 0; values = values[k:] {
		limit := epsilon(x.dtype) * float64(max(x.shape[len(x.shape)-1], x.shape[len(x.shape)-2])) * values[0]
		if tol != nil {
			limit = *tol
		}
		rank := int64(0)
		for _, v := range values[:k] {
			if v > limit {
				rank++
			}
		}
		ranks = append(ranks, rank)
	}
	return e.intsOn(x, ranks, x.shape[:len(x.shape)-2])
}

func epsilon(d DType) float64 {
	if d == Float64 {
		return 0x1p-52
	}
	return 0x1p-23
}

// Epsilon is the distance from one to the next number of a float dtype.
func Epsilon(d DType) float64 {
	switch d {
	case Float16:
		return 0x1p-10
	case BFloat16:
		return 0x1p-7
	}
	return epsilon(d)
}
