package factor

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"
)

func (a Complex) times(b Complex, m, k, n int) Complex {
	out := make(Complex, m*n)
	for i := range m {
		for j := range n {
			for l := range k {
				out[i*n+j] += a[i*k+l] * b[l*n+j]
			}
		}
	}
	return out
}

func near(t *testing.T, what string, m, n int, got, want Complex) {
	t.Helper()
	for i := range want {
		if cmplx.Abs(got[i]-want[i]) > 1e-11 {
			t.Fatalf("%s of %d×%d: element %d is %v, want %v", what, m, n, i, got[i], want[i])
		}
	}
}

// TestFactors: the factors of complex matrices give the matrix back, and are of the kind that they should be.
func TestFactors(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func(m, n, rank int) Complex {
		draw := func(size int) Complex {
			a := make(Complex, size)
			for i := range a {
				a[i] = complex(r.NormFloat64(), r.NormFloat64())
			}
			return a
		}
		if rank < min(m, n) {
			return draw(m*rank).times(draw(rank*n), m, rank, n)
		}
		return draw(m * n)
	}
	for _, size := range [][3]int{{1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {5, 5, 5}, {8, 8, 8}, {6, 3, 3}, {7, 4, 2}, {5, 5, 3}, {4, 4, 0}, {12, 12, 12}} {
		m, n := size[0], size[1]
		a := random(m, n, size[2])
		tall := append(Complex{}, a...)
		q := tall.QR(m, n)
		near(t, "QR", m, n, q.times(tall, m, m, n), a)
		near(t, "QᴴQ", m, n, q.Adjoint(m, m).times(q, m, m, m), unitMatrix(m))

		u, s, vh := append(Complex{}, a...).SVD(m, n)
		us := append(Complex{}, u...)
		for i := range us {
			us[i] *= complex(s[i%n], 0)
		}
		near(t, "USVh", m, n, us.times(vh, m, n, n), a)
		near(t, "UᴴU", m, n, u.Adjoint(m, n).times(u, n, m, n), unitMatrix(n))
		near(t, "VhV", m, n, vh.times(vh.Adjoint(n, n), n, n, n), unitMatrix(n))
		if m != n {
			continue
		}
		square := a.times(a.Adjoint(n, n), n, n, n)
		values, v := append(Complex{}, square...).Hermitian(n)
		vl := append(Complex{}, v...)
		for i := range vl {
			vl[i] *= complex(values[i%n], 0)
		}
		near(t, "VLVᴴ", n, n, vl.times(v.Adjoint(n, n), n, n, n), square)
		lambda, w := append(Complex{}, a...).Eigen(n)
		wl := append(Complex{}, w...)
		for i := range wl {
			wl[i] *= lambda[i%n]
		}
		near(t, "AW", n, n, a.times(w, n, n, n), wl)
		if size[2] == n {
			l := append(Complex{}, square...)
			if bad := l.Cholesky(n); bad != 0 {
				t.Fatalf("cholesky of %d×%d: %d", n, n, bad)
			}
			near(t, "LLᴴ", n, n, l.times(l.Adjoint(n, n), n, n, n), square)
		}
	}
}

// TestSolve: real equations are solved on both sides of the size from which matrices are factored in blocks, by way of the matrix
// or its transpose; the first zero pivot of a singular matrix is named.
func TestSolve(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 3, 20, blockedFrom - 1, blockedFrom, blockedFrom + 9} {
		for _, k := range []int{1, 3} {
			for _, turned := range []bool{false, true} {
				a, x, b := make([]float64, n*n), make([]float64, n*k), make([]float64, n*k)
				for i := range a {
					a[i] = r.NormFloat64()
				}
				for i := range n {
					a[i*n+i] += float64(n)
				}
				for i := range x {
					x[i] = r.NormFloat64()
				}
				for i := range n {
					for j := range k {
						for l := range n {
							b[i*k+j] += a[i*n+l] * x[l*k+j]
						}
					}
				}
				if zero := Solve(slices.Clone(a), b, n, k, turned, false); zero != 0 {
					t.Fatalf("n=%d: zero pivot %d", n, zero)
				}
				for i := range x {
					if !(math.Abs(x[i]-b[i]) < 1e-10) {
						t.Fatalf("n=%d k=%d turned=%v: element %d is %v, want %v", n, k, turned, i, b[i], x[i])
					}
				}
			}
		}
		diagonal := make([]float64, n*n)
		for i := range n - 1 {
			diagonal[i*n+i] = 2
		}
		if zero := Solve(diagonal, make([]float64, n), n, 1, false, false); zero != n {
			t.Errorf("n=%d: the zero pivot is number %d", n, zero)
		}
	}
}
