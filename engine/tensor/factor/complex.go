package factor

import (
	"math"
	"math/cmplx"
)

// Complex is a row-major matrix, in complex128 whatever a tensor's width, whose sizes its methods are told.
// Sources: Golub and Van Loan, "Matrix Computations", 4th edition, 2013; signs and phases are LAPACK's where
// those are determined by its definitions.
type Complex []complex128

func unitMatrix(n int) Complex {
	a := make(Complex, n*n)
	for i := range n {
		a[i*n+i] = 1
	}
	return a
}

// Adjoint is the conjugate transpose of an m×n matrix.
func (a Complex) Adjoint(m, n int) Complex {
	t := make(Complex, len(a))
	for i := range m {
		for j := range n {
			t[j*m+i] = cmplx.Conj(a[i*n+j])
		}
	}
	return t
}

// size1 is LAPACK's cheap size of a number, by which pivots are picked.
func size1(v complex128) float64 { return math.Abs(real(v)) + math.Abs(imag(v)) }

// LU is Gaussian elimination in place with row exchanges: the row that each was exchanged with, counted from 1, and the
// position of the first zero pivot, 0 for none.
func (a Complex) LU(m, n int) (swaps []int, zero int) {
	for j := range min(m, n) {
		p := j
		for i := j + 1; i < m; i++ {
			if size1(a[i*n+j]) > size1(a[p*n+j]) {
				p = i
			}
		}
		swaps = append(swaps, p+1)
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

// Cholesky leaves L in a, or answers the order of the first minor that is not positive.
func (a Complex) Cholesky(n int) (bad int) {
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
				a[j*n+j] = complex(real(s), 0) // as LAPACK leaves it
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

// Reflectors leaves R in a, and below it the vectors of the reflections whose scales it answers, as LAPACK's zgeqrf:
// the diagonal of R is real.
func (a Complex) Reflectors(m, n int) (tau Complex) {
	tau = make(Complex, min(m, n))
	for j := range tau {
		norm, below := 0.0, 0.0
		for i := j; i < m; i++ {
			norm = math.Hypot(norm, cmplx.Abs(a[i*n+j]))
			if i > j {
				below = max(below, cmplx.Abs(a[i*n+j]))
			}
		}
		alpha := a[j*n+j]
		if below == 0 && imag(alpha) == 0 {
			continue
		}
		beta := complex(-math.Copysign(norm, real(alpha)), 0)
		tau[j] = (beta - alpha) / beta
		for i := j + 1; i < m; i++ {
			a[i*n+j] /= alpha - beta
		}
		a[j*n+j] = 1
		for c := j + 1; c < n; c++ { // a = Hᴴ·a
			dot := complex128(0)
			for i := j; i < m; i++ {
				dot += cmplx.Conj(a[i*n+j]) * a[i*n+c]
			}
			for i := j; i < m; i++ {
				a[i*n+c] -= cmplx.Conj(tau[j]) * dot * a[i*n+j]
			}
		}
		a[j*n+j] = beta
	}
	return tau
}

// QR leaves R in a and answers Q, m×m, by LAPACK's reflections.
func (a Complex) QR(m, n int) Complex {
	tau := a.Reflectors(m, n)
	q, v := unitMatrix(m), make(Complex, m)
	for j, scale := range tau {
		v[j] = 1
		for i := j + 1; i < m; i++ {
			v[i], a[i*n+j] = a[i*n+j], 0
		}
		for r := range m { // q = q·H
			dot := complex128(0)
			for i := j; i < m; i++ {
				dot += q[r*m+i] * v[i]
			}
			for i := j; i < m; i++ {
				q[r*m+i] -= scale * dot * cmplx.Conj(v[i])
			}
		}
	}
	return q
}
