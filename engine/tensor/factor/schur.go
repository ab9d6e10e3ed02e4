package factor

import (
	"math"
	"math/cmplx"
)

// Eigen is the shifted QR algorithm: a becomes upper triangular, and vectors are solved for from the end.
func (a Complex) Eigen(n int) (values, vectors Complex) {
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
	values, vectors = make(Complex, n), make(Complex, n*n)
	for k := range n {
		values[k] = a[k*n+k]
		x := make(Complex, n)
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
func (a Complex) wilkinson(n, high int) complex128 {
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
func (a Complex) turn(n, i, j, from, to int, c float64, s complex128, z Complex) {
	for k := from; k < n; k++ {
		x, y := a[i*n+k], a[j*n+k]
		a[i*n+k], a[j*n+k] = complex(c, 0)*x+s*y, complex(c, 0)*y-cmplx.Conj(s)*x
	}
	columns := func(m Complex, rows int) {
		for r := range rows {
			x, y := m[r*n+i], m[r*n+j]
			m[r*n+i], m[r*n+j] = complex(c, 0)*x+cmplx.Conj(s)*y, complex(c, 0)*y-s*x
		}
	}
	columns(a, to)
	columns(z, n)
}

// hessenberg makes all below the first subdiagonal zero.
func (a Complex) hessenberg(n int, z Complex) {
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
func (a Complex) qrStep(n, low, high int, shift complex128, z Complex) {
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
