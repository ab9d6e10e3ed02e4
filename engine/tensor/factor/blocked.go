package factor

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// blockedFrom is the size from which matrices are factored in blocks. The order of the
// sums in smaller ones shows in printed digits; in larger ones nobody could follow it.
const blockedFrom = 64

// eliminateBlocked is eliminate with row exchanges for a large matrix.
func eliminateBlocked(a []float64, rows, cols int) (swaps []int64, zero int64) {
	small := min(rows, cols)
	pivots := make([]int, small)
	lapack64.Getrf(blas64.General{Rows: rows, Cols: cols, Stride: cols, Data: a}, pivots)
	for i, p := range pivots {
		swaps = append(swaps, int64(p+1))
		if zero == 0 && a[i*cols+i] == 0 {
			zero = int64(i + 1)
		}
	}
	return swaps, zero
}

// solveBlocked overwrites b, n×k, with the solution of a·x = b; a, n×n, is lost. zero is
// the number of the first pivot that is 0, or 0.
func solveBlocked(a, b []float64, n, k int) (zero int) {
	m, pivots := blas64.General{Rows: n, Cols: n, Stride: n, Data: a}, make([]int, n)
	lapack64.Getrf(m, pivots)
	if zero := zeroPivot(a, n); zero > 0 {
		return zero
	}
	lapack64.Getrs(blas.NoTrans, m, blas64.General{Rows: n, Cols: k, Stride: max(k, 1), Data: b}, pivots)
	return 0
}
