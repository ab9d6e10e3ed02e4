package tensor

import (
	"math/cmplx"
	"math/rand/v2"
	"testing"
)

func (a matrix) times(b matrix, m, k, n int) matrix {
	out := make(matrix, m*n)
	for i := range m {
		for j := range n {
			for l := range k {
				out[i*n+j] += a[i*k+l] * b[l*n+j]
			}
		}
	}
	return out
}

func near(t *testing.T, what string, m, n int, got, want matrix) {
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
	random := func(m, n, rank int) matrix {
		draw := func(size int) matrix {
			a := make(matrix, size)
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
		tall := append(matrix{}, a...)
		q := tall.householder(m, n)
		near(t, "QR", m, n, q.times(tall, m, m, n), a)
		near(t, "QᴴQ", m, n, q.adjoint(m, m).times(q, m, m, m), unitMatrix(m))

		u, s, vh := append(matrix{}, a...).svd(m, n)
		us := append(matrix{}, u...)
		for i := range us {
			us[i] *= complex(s[i%n], 0)
		}
		near(t, "USVh", m, n, us.times(vh, m, n, n), a)
		near(t, "UᴴU", m, n, u.adjoint(m, n).times(u, n, m, n), unitMatrix(n))
		near(t, "VhV", m, n, vh.times(vh.adjoint(n, n), n, n, n), unitMatrix(n))
		if m != n {
			continue
		}
		square := a.times(a.adjoint(n, n), n, n, n)
		values, v := append(matrix{}, square...).hermitian(n)
		vl := append(matrix{}, v...)
		for i := range vl {
			vl[i] *= complex(values[i%n], 0)
		}
		near(t, "VLVᴴ", n, n, vl.times(v.adjoint(n, n), n, n, n), square)
		lambda, w := append(matrix{}, a...).eigen(n)
		wl := append(matrix{}, w...)
		for i := range wl {
			wl[i] *= lambda[i%n]
		}
		near(t, "AW", n, n, a.times(w, n, n, n), wl)
		if size[2] == n {
			l := append(matrix{}, square...)
			if bad := l.cholesky(n); bad != 0 {
				t.Fatalf("cholesky of %d×%d: %d", n, n, bad)
			}
			near(t, "LLᴴ", n, n, l.times(l.adjoint(n, n), n, n, n), square)
		}
	}
}
