package factor

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"

	"gputour/engine/device/cpu/vec"
)

// products are the basic operations under gonum's decompositions, with our matrix product:
// in blocked algorithms nearly all work is there.
type products struct{ gonum.Implementation }

// smallProduct is how many multiply-adds take less time than packing the operands.
const smallProduct = 4096

// Dgemm is c = beta·c + alpha·op(a)·op(b).
func (p products) Dgemm(ta, tb blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	if m*n*k <= smallProduct {
		p.Implementation.Dgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	vec.Gemm(vec.Transpose(ta != blas.NoTrans), vec.Transpose(tb != blas.NoTrans), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func init() { blas64.Use(products{}) }
