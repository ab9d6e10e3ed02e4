package factor

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Cholesky answers the lower factor, or the order of the first minor that is not
// positive.
func Cholesky(a []float64, n int) ([]float64, int) {
	l := make([]float64, n*n)
	for j := range n {
		for i := j; i < n; i++ {
			s := a[i*n+j]
			for k := range j {
				s -= l[i*n+k] * l[j*n+k]
			}
			if i == j {
				if !(s > 0) {
					return nil, j + 1
				}
				l[i*n+j] = math.Sqrt(s)
			} else {
				l[i*n+j] = s / l[j*n+j]
			}
		}
	}
	return l, 0
}

// QR is the QR factorisation by reflections, as LAPACK's geqrf: the diagonal
// of R has the sign opposite to the column it came from.
func QR(a []float64, m, n int) (q, r []float64) {
	r, q = slices.Clone(a), make([]float64, m*m)
	for i := range m {
		q[i*m+i] = 1
	}
	v := make([]float64, m)
	for j := range min(m-1, n) {
		norm := 0.0
		for i := j; i < m; i++ {
			norm = math.Hypot(norm, r[i*n+j])
		}
		below := 0.0
		for i := j + 1; i < m; i++ {
			below = math.Max(below, math.Abs(r[i*n+j]))
		}
		if below == 0 {
			continue
		}
		alpha := -math.Copysign(norm, r[j*n+j])
		size := 0.0
		for i := j; i < m; i++ {
			v[i] = r[i*n+j]
			if i == j {
				v[i] -= alpha
			}
			size += v[i] * v[i]
		}
		reflect := func(row func(i int) *float64) {
			dot := 0.0
			for i := j; i < m; i++ {
				dot += v[i] * *row(i)
			}
			for i := j; i < m; i++ {
				*row(i) -= 2 * dot / size * v[i]
			}
		}
		for c := range n {
			reflect(func(i int) *float64 { return &r[i*n+c] })
		}
		for c := range m {
			reflect(func(i int) *float64 { return &q[c*m+i] })
		}
		for i := j + 1; i < m; i++ {
			r[i*n+j] = 0
		}
	}
	return q, r
}

// SymmetricEigen puts the eigenvalues of a's lower triangle into w and the vectors into
// a. Reading the lower triangle gives the vectors the signs they have in PyTorch. ok is false where it does not converge.
func SymmetricEigen(a []float64, n int, w []float64) (ok bool) {
	sym := blas64.Symmetric{N: n, Stride: n, Data: a, Uplo: blas.Lower}
	work := make([]float64, 1)
	lapack64.Syev(lapack.EVCompute, sym, w, work, -1)
	work = make([]float64, int(work[0]))
	return lapack64.Syev(lapack.EVCompute, sym, w, work, len(work))
}

// SVD factors an m×n matrix as U·diag(S)·Vh; reduced unless full. ok is false where it does not converge.
func SVD(a []float64, m, n int, full bool) (u, s, vh []float64, ok bool) {
	kind := mat.SVDThin
	if full {
		kind = mat.SVDFull
	}
	var f mat.SVD
	if !f.Factorize(mat.NewDense(m, n, a), kind) {
		return nil, nil, nil, false
	}
	var um, vm mat.Dense
	f.UTo(&um)
	f.VTo(&vm)
	return raw(&um), f.Values(nil), raw(vm.T()), true
}

func raw(m mat.Matrix) []float64 { return mat.DenseCopyOf(m).RawMatrix().Data }

// Eigen are the eigenvalues and the right vectors, as columns, of a square matrix. ok is false where it does not converge.
func Eigen(a []float64, n int) (values, vectors Complex, ok bool) {
	var f mat.Eigen
	if !f.Factorize(mat.NewDense(n, n, a), mat.EigenRight) {
		return nil, nil, false
	}
	var v mat.CDense
	f.VectorsTo(&v)
	vectors = make(Complex, 0, n*n)
	for r := range n {
		for c := range n {
			vectors = append(vectors, v.At(r, c))
		}
	}
	return f.Values(nil), vectors, true
}
