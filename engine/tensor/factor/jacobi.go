package factor

import (
	"math"
	"math/cmplx"
	"slices"
)

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
func (a Complex) rotate(m, n, i, j int, c float64, s complex128) {
	for r := range m {
		x, y := a[r*n+i], a[r*n+j]
		a[r*n+i] = complex(c, 0)*x + s*y
		a[r*n+j] = complex(c, 0)*y - cmplx.Conj(s)*x
	}
}

// Hermitian is Jacobi's method for a Hermitian matrix, whose lower triangle is read.
func (a Complex) Hermitian(n int) ([]float64, Complex) {
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
				copy(a, a.Adjoint(n, n)) // (A·G)ᴴ = Gᴴ·A
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

// SVD is the one-sided Jacobi method for at least as many rows as columns.
func (a Complex) SVD(m, n int) (u Complex, s []float64, vh Complex) {
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
	return u, s, v.Adjoint(n, n)
}

// complete makes the columns from the given one on orthonormal to those before (Gram and Schmidt, twice).
func (a Complex) complete(m, n, from int) {
	for j, unit := from, 0; j < n && unit < m; unit++ {
		x := make(Complex, m)
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
func (a Complex) columns(m, n int, order []int) Complex {
	out := make(Complex, m*n)
	for r := range m {
		for k, i := range order {
			out[r*n+k] = a[r*n+i]
		}
	}
	return out
}
