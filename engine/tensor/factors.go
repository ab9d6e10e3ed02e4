package tensor

import (
	"math"
	"math/cmplx"
	"slices"
)

// This file factors complex matrices, row-major and in complex128, whatever the tensor's width.
// Sources: Golub and Van Loan, "Matrix Computations", 4th edition, 2013; signs and phases are LAPACK's where
// those are determined by its definitions.

// ComplexFactors are the factors of a batch of complex matrices, by the name of the factorization:
//
//	lu        L and U in one matrix, the row that each was exchanged with (from 1), the first zero pivot (from 1; 0: none)
//	cholesky  L, and the order of the first minor that is not positive (0: none)
//	qr        Q (rows × rows) and R
//	eigh      the eigenvalues, ascending, and the vectors; the lower triangle is read
//	svd       U, S and Vh, all reduced
//	eig       the eigenvalues and the vectors
func (e *Env) ComplexFactors(kind string, x *Tensor) ([]*Tensor, error) {
	k := len(x.shape)
	values, err := e.Scalars(x)
	if err != nil {
		return nil, err
	}
	rows, cols := x.shape[k-2], x.shape[k-1]
	count, small := numel(x.shape[:k-2]), min(rows, cols)
	outs := factorShapes[kind](rows, cols)
	collected := make([][]Scalar, len(outs))
	for b := range count {
		a := make(matrix, rows*cols)
		for i := range a {
			a[i] = values[b*rows*cols+i].C
			if kind == "eig" && (cmplx.IsNaN(a[i]) || cmplx.IsInf(a[i])) {
				return nil, notFinite()
			}
		}
		var parts [][]Scalar
		if err := e.aside(20*float64(rows)*float64(cols)*float64(small), func() { parts = factorings[kind](a, rows, cols) }); err != nil {
			return nil, err
		}
		for i, p := range parts {
			collected[i] = append(collected[i], p...)
		}
	}
	list := make([]*Tensor, len(outs))
	for i, out := range outs {
		d := x.dtype
		switch out.kind {
		case 'r':
			d = x.dtype.Real()
		case 'i':
			d = Int32
		}
		shape := append(slices.Clone(x.shape[:k-2]), out.tail...)
		if list[i], err = e.FromScalars(collected[i], shape, Options{DType: d, Device: x.storage.Device}); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// factorShape is what one result of a factorization holds ('c' complex, 'r' real, 'i' integers) and its last dimensions.
type factorShape struct {
	kind byte
	tail []int
}

var factorShapes = map[string]func(m, n int) []factorShape{
	"lu": func(m, n int) []factorShape {
		return []factorShape{{'c', []int{m, n}}, {'i', []int{min(m, n)}}, {'i', nil}}
	},
	"cholesky": func(m, n int) []factorShape { return []factorShape{{'c', []int{m, n}}, {'i', nil}} },
	"qr":       func(m, n int) []factorShape { return []factorShape{{'c', []int{m, m}}, {'c', []int{m, n}}} },
	"eigh":     func(m, n int) []factorShape { return []factorShape{{'r', []int{n}}, {'c', []int{n, n}}} },
	"svd": func(m, n int) []factorShape {
		k := min(m, n)
		return []factorShape{{'c', []int{m, k}}, {'r', []int{k}}, {'c', []int{k, n}}}
	},
	"eig": func(m, n int) []factorShape { return []factorShape{{'c', []int{n}}, {'c', []int{n, n}}} },
}

var factorings = map[string]func(a matrix, m, n int) [][]Scalar{
	"lu": func(a matrix, m, n int) [][]Scalar {
		swaps, zero := a.eliminate(m, n)
		return [][]Scalar{a.scalars(), swaps, {Int(int64(zero))}}
	},
	"cholesky": func(a matrix, _, n int) [][]Scalar {
		bad := a.cholesky(n)
		return [][]Scalar{a.scalars(), {Int(int64(bad))}}
	},
	"qr": func(a matrix, m, n int) [][]Scalar {
		q := a.householder(m, n)
		return [][]Scalar{q.scalars(), a.scalars()}
	},
	"eigh": func(a matrix, _, n int) [][]Scalar {
		values, vectors := a.hermitian(n)
		return [][]Scalar{floatScalars(values), vectors.scalars()}
	},
	"svd": func(a matrix, m, n int) [][]Scalar {
		if m < n { // A = U·S·Vh is Aᴴ = V·S·Uh
			v, s, uh := a.adjoint(m, n).svd(n, m)
			return [][]Scalar{uh.adjoint(m, m).scalars(), floatScalars(s), v.adjoint(n, m).scalars()}
		}
		u, s, vh := a.svd(m, n)
		return [][]Scalar{u.scalars(), floatScalars(s), vh.scalars()}
	},
	"eig": func(a matrix, _, n int) [][]Scalar {
		values, vectors := a.eigen(n)
		return [][]Scalar{values.scalars(), vectors.scalars()}
	},
}

// matrix is a row-major matrix, whose sizes its methods are told.
type matrix []complex128

func (a matrix) scalars() []Scalar {
	list := make([]Scalar, len(a))
	for i, v := range a {
		list[i] = Complex(v)
	}
	return list
}

func floatScalars(a []float64) []Scalar {
	list := make([]Scalar, len(a))
	for i, v := range a {
		list[i] = Float(v)
	}
	return list
}

func unitMatrix(n int) matrix {
	a := make(matrix, n*n)
	for i := range n {
		a[i*n+i] = 1
	}
	return a
}

// adjoint is the conjugate transpose of an m×n matrix.
func (a matrix) adjoint(m, n int) matrix {
	t := make(matrix, len(a))
	for i := range m {
		for j := range n {
			t[j*m+i] = cmplx.Conj(a[i*n+j])
		}
	}
	return t
}

// size1 is LAPACK's cheap size of a number, by which pivots are picked.
func size1(v complex128) float64 { return math.Abs(real(v)) + math.Abs(imag(v)) }

// eliminate is Gaussian elimination in place with row exchanges.
func (a matrix) eliminate(m, n int) (swaps []Scalar, zero int) {
	for j := range min(m, n) {
		p := j
		for i := j + 1; i < m; i++ {
			if size1(a[i*n+j]) > size1(a[p*n+j]) {
				p = i
			}
		}
		swaps = append(swaps, Int(int64(p+1)))
		for k := range n {
			a[j*n+k], a[p*n+k] = a[p*n+k], a[j*n+k]
		}
		if a[j*n+j] == 0 {
			if zero == 0 {
				zero = j + 1
			}
			continue
		}
		for i := j + 1; i < m; i++ {
			f := a[i*n+j] / a[j*n+j]
			a[i*n+j] = f
			for k := j + 1; k < n; k++ {
				a[i*n+k] -= f * a[j*n+k]
			}
		}
	}
	return swaps, zero
}

// cholesky leaves L in a, or answers the order of the first minor that is not positive.
func (a matrix) cholesky(n int) (bad int) {
	for j := range n {
		for i := j; i < n; i++ {
			s := a[i*n+j]
			for k := range j {
				s -= a[i*n+k] * cmplx.Conj(a[j*n+k])
			}
			if i > j {
				a[i*n+j] = s / a[j*n+j]
				continue
			}
			if !(real(s) > 0) {
				return j + 1
			}
			a[j*n+j] = complex(math.Sqrt(real(s)), 0)
		}
		for i := range j {
			a[i*n+j] = 0
		}
	}
	return 0
}

// householder leaves R in a and answers Q, m×m, by LAPACK's reflections (zgeqrf): the diagonal of R is real.
func (a matrix) householder(m, n int) matrix {
	q, v := unitMatrix(m), make(matrix, m)
	for j := range min(m, n) {
		norm := 0.0
		for i := j; i < m; i++ {
			v[i] = a[i*n+j]
			norm = math.Hypot(norm, cmplx.Abs(v[i]))
		}
		alpha := v[j]
		if norm == 0 || j == m-1 && imag(alpha) == 0 {
			continue
		}
		beta := complex(-math.Copysign(norm, real(alpha)), 0)
		tau := (beta - alpha) / beta
		for i := j + 1; i < m; i++ {
			v[i] /= alpha - beta
		}
		v[j] = 1
		for c := range n { // a = Hᴴ·a
			dot := complex128(0)
			for i := j; i < m; i++ {
				dot += cmplx.Conj(v[i]) * a[i*n+c]
			}
			for i := j; i < m; i++ {
				a[i*n+c] -= cmplx.Conj(tau) * dot * v[i]
			}
		}
		for r := range m { // q = q·H
			dot := complex128(0)
			for i := j; i < m; i++ {
				dot += q[r*m+i] * v[i]
			}
			for i := j; i < m; i++ {
				q[r*m+i] -= tau * dot * cmplx.Conj(v[i])
			}
		}
		a[j*n+j] = beta
		for i := j + 1; i < m; i++ {
			a[i*n+j] = 0
		}
	}
	return q
}

const maxSweeps = 60

// rotation is the unitary [[c, -conj(s)], [s, c]] that makes the Hermitian [[p, h], [conj(h), q]] diagonal.
func rotation(p, q float64, h complex128) (c float64, s complex128) {
	size := cmplx.Abs(h)
	zeta := (q - p) / (2 * size)
	t := math.Copysign(1, zeta) / (math.Abs(zeta) + math.Hypot(1, zeta))
	c = 1 / math.Hypot(1, t)
	return c, complex(-c*t, 0) * cmplx.Conj(h) / complex(size, 0)
}

// rotate puts columns i and j of an m×n matrix through a rotation.
func (a matrix) rotate(m, n, i, j int, c float64, s complex128) {
	for r := range m {
		x, y := a[r*n+i], a[r*n+j]
		a[r*n+i] = complex(c, 0)*x + s*y
		a[r*n+j] = complex(c, 0)*y - cmplx.Conj(s)*x
	}
}

// hermitian is Jacobi's method for a Hermitian matrix, whose lower triangle is read.
func (a matrix) hermitian(n int) ([]float64, matrix) {
	for i := range n {
		a[i*n+i] = complex(real(a[i*n+i]), 0)
		for j := range i {
			a[j*n+i] = cmplx.Conj(a[i*n+j])
		}
	}
	v := unitMatrix(n)
	for range maxSweeps {
		done := true
		for i := range n {
			for j := i + 1; j < n; j++ {
				h := a[i*n+j]
				if cmplx.Abs(h) <= 1e-17*math.Sqrt(math.Abs(real(a[i*n+i])*real(a[j*n+j]))) || h == 0 {
					continue
				}
				done = false
				c, s := rotation(real(a[i*n+i]), real(a[j*n+j]), h)
				a.rotate(n, n, i, j, c, s)
				copy(a, a.adjoint(n, n)) // (A·G)ᴴ = Gᴴ·A
				a.rotate(n, n, i, j, c, s)
				v.rotate(n, n, i, j, c, s)
				a[i*n+j], a[j*n+i] = 0, 0
			}
		}
		if done {
			break
		}
	}
	values := make([]float64, n)
	for i := range n {
		values[i] = real(a[i*n+i])
	}
	order := ordered(values, false)
	return picked(values, order), v.columns(n, n, order)
}

// svd is the one-sided Jacobi method for at least as many rows as columns.
func (a matrix) svd(m, n int) (u matrix, s []float64, vh matrix) {
	v := unitMatrix(n)
	for range maxSweeps {
		done := true
		for i := range n {
			for j := i + 1; j < n; j++ {
				var p, q float64
				var h complex128
				for r := range m {
					x, y := a[r*n+i], a[r*n+j]
					p, q = p+real(x)*real(x)+imag(x)*imag(x), q+real(y)*real(y)+imag(y)*imag(y)
					h += cmplx.Conj(x) * y
				}
				if cmplx.Abs(h) <= 1e-16*math.Sqrt(p*q) || h == 0 {
					continue
				}
				done = false
				c, t := rotation(p, q, h)
				a.rotate(m, n, i, j, c, t)
				v.rotate(n, n, i, j, c, t)
			}
		}
		if done {
			break
		}
	}
	s = make([]float64, n)
	for j := range n {
		for r := range m {
			s[j] = math.Hypot(s[j], cmplx.Abs(a[r*n+j]))
		}
	}
	order := ordered(s, true)
	s, u, v = picked(s, order), a.columns(m, n, order), v.columns(n, n, order)
	rank := 0
	for j := range n {
		if s[j] <= s[0]*1e-300 || s[j] == 0 {
			break
		}
		for r := range m {
			u[r*n+j] /= complex(s[j], 0)
		}
		rank++
	}
	u.complete(m, n, rank)
	return u, s, v.adjoint(n, n)
}

// complete makes the columns from the given one on orthonormal to those before (Gram and Schmidt, twice).
func (a matrix) complete(m, n, from int) {
	for j, unit := from, 0; j < n && unit < m; unit++ {
		x := make(matrix, m)
		x[unit] = 1
		for range 2 {
			for k := range j {
				dot := complex128(0)
				for r := range m {
					dot += cmplx.Conj(a[r*n+k]) * x[r]
				}
				for r := range m {
					x[r] -= dot * a[r*n+k]
				}
			}
		}
		norm := 0.0
		for _, v := range x {
			norm = math.Hypot(norm, cmplx.Abs(v))
		}
		if norm < 0.1/float64(m) {
			continue
		}
		for r := range m {
			a[r*n+j] = x[r] / complex(norm, 0)
		}
		j++
	}
}

// eigen is the shifted QR algorithm: a becomes upper triangular, and vectors are solved for from the end.
func (a matrix) eigen(n int) (values, vectors matrix) {
	z := unitMatrix(n)
	scale := 0.0
	for _, v := range a {
		scale = math.Max(scale, cmplx.Abs(v))
	}
	a.hessenberg(n, z)
	for high, steps := n-1, 0; high > 0; steps++ {
		low := high
		for low > 0 && size1(a[low*n+low-1]) > 2e-16*(size1(a[low*n+low])+size1(a[(low-1)*n+low-1])+1e-300) && steps < 100*n {
			low--
		}
		if low == high {
			if high > 0 {
				a[high*n+high-1] = 0
			}
			high--
			continue
		}
		if low > 0 {
			a[low*n+low-1] = 0
		}
		shift := a.wilkinson(n, high)
		if steps%11 == 10 {
			shift = complex(size1(a[high*n+high-1]), 0) + a[high*n+high]
		}
		a.qrStep(n, low, high, shift, z)
	}
	values, vectors = make(matrix, n), make(matrix, n*n)
	for k := range n {
		values[k] = a[k*n+k]
		x := make(matrix, n)
		x[k] = 1
		for i := k - 1; i >= 0; i-- {
			sum := a[i*n+k]
			for j := i + 1; j < k; j++ {
				sum += a[i*n+j] * x[j]
			}
			gap := values[k] - a[i*n+i]
			if cmplx.Abs(gap) < 1e-16*scale {
				gap = complex(math.Max(1e-16*scale, 1e-300), 0)
			}
			x[i] = sum / gap
		}
		norm := 0.0
		for r := range n {
			sum := complex128(0)
			for j := 0; j <= k; j++ {
				sum += z[r*n+j] * x[j]
			}
			vectors[r*n+k] = sum
			norm = math.Hypot(norm, cmplx.Abs(sum))
		}
		for r := range n {
			vectors[r*n+k] /= complex(norm, 0)
		}
	}
	return values, vectors
}

// wilkinson is the eigenvalue of the 2×2 block that ends at high that is nearer to its last element.
func (a matrix) wilkinson(n, high int) complex128 {
	p, q := a[(high-1)*n+high-1], a[(high-1)*n+high]
	r, s := a[high*n+high-1], a[high*n+high]
	half := (p + s) / 2
	root := cmplx.Sqrt((p-s)*(p-s)/4 + q*r)
	if cmplx.Abs(half+root-s) < cmplx.Abs(half-root-s) {
		return half + root
	}
	return half - root
}

// givens is the unitary [[c, s], [-conj(s), c]] that takes (x, y) to (r, 0).
func givens(x, y complex128) (c float64, s complex128) {
	size := math.Hypot(cmplx.Abs(x), cmplx.Abs(y))
	if size == 0 || y == 0 {
		return 1, 0
	}
	if x == 0 {
		return 0, cmplx.Conj(y) / complex(cmplx.Abs(y), 0)
	}
	return cmplx.Abs(x) / size, x / complex(cmplx.Abs(x), 0) * cmplx.Conj(y) / complex(size, 0)
}

// turn applies a Givens rotation to rows i and j of a from column from on, its adjoint to columns i and j down to row to, and to z.
func (a matrix) turn(n, i, j, from, to int, c float64, s complex128, z matrix) {
	for k := from; k < n; k++ {
		x, y := a[i*n+k], a[j*n+k]
		a[i*n+k], a[j*n+k] = complex(c, 0)*x+s*y, complex(c, 0)*y-cmplx.Conj(s)*x
	}
	columns := func(m matrix, rows int) {
		for r := range rows {
			x, y := m[r*n+i], m[r*n+j]
			m[r*n+i], m[r*n+j] = complex(c, 0)*x+cmplx.Conj(s)*y, complex(c, 0)*y-s*x
		}
	}
	columns(a, to)
	columns(z, n)
}

// hessenberg makes all below the first subdiagonal zero.
func (a matrix) hessenberg(n int, z matrix) {
	for j := range max(n-2, 0) {
		for i := n - 1; i > j+1; i-- {
			if a[i*n+j] == 0 {
				continue
			}
			c, s := givens(a[(i-1)*n+j], a[i*n+j])
			a.turn(n, i-1, i, j, n, c, s, z)
			a[i*n+j] = 0
		}
	}
}

// qrStep is one implicit step with a shift on the block from low to high.
func (a matrix) qrStep(n, low, high int, shift complex128, z matrix) {
	x, y := a[low*n+low]-shift, a[(low+1)*n+low]
	for k := low; k < high; k++ {
		c, s := givens(x, y)
		a.turn(n, k, k+1, max(k-1, low), min(k+3, high+1), c, s, z)
		if k > low {
			a[(k+1)*n+k-1] = 0
		}
		if k+2 <= high {
			x, y = a[(k+1)*n+k], a[(k+2)*n+k]
		}
	}
}

// ordered are the positions of values by size.
func ordered(values []float64, falling bool) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if falling {
			i, j = j, i
		}
		switch {
		case values[i] < values[j]:
			return -1
		case values[i] > values[j]:
			return 1
		}
		return 0
	})
	return order
}

func picked(values []float64, order []int) []float64 {
	out := make([]float64, len(order))
	for k, i := range order {
		out[k] = values[i]
	}
	return out
}

// columns are the columns of an m×n matrix in an order.
func (a matrix) columns(m, n int, order []int) matrix {
	out := make(matrix, m*n)
	for r := range m {
		for k, i := range order {
			out[r*n+k] = a[r*n+i]
		}
	}
	return out
}
