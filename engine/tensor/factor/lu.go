package factor

import "math"

// LU factors a row-major matrix in place by Gaussian elimination with row exchanges, or with none without pivot: L and U in
// one matrix, the row each was exchanged with (counted from 1), and the position of the first zero pivot, 0 for none.
// With narrow every step of a small matrix is rounded to float32.
func LU(a []float64, rows, cols int, pivot, narrow bool) (swaps []int64, zero int64) {
	if pivot && min(rows, cols) >= blockedFrom {
		return eliminateBlocked(a, rows, cols)
	}
	return eliminate(a, rows, cols, pivot, narrow)
}

// Solve overwrites b, n×k, with the solution of a·x = b; a, n×n, is lost. zero is the number of the first pivot that is 0, or 0.
// A small matrix is factored by way of its transpose where turned, which shows in the last digits; narrow is as for LU.
func Solve(a, b []float64, n, k int, turned, narrow bool) (zero int) {
	if n >= blockedFrom {
		return solveBlocked(a, b, n, k)
	}
	if turned {
		a = transposed(a, n)
	}
	swaps, _ := eliminate(a, n, n, true, narrow)
	if zero := zeroPivot(a, n); zero > 0 {
		return zero
	}
	solveLU(a, swaps, b, n, k, turned, narrow)
	return 0
}

// zeroPivot is the position of the first zero on the diagonal, counted from 1; 0 is none.
func zeroPivot(a []float64, n int) int {
	for i := range n {
		if a[i*n+i] == 0 {
			return i + 1
		}
	}
	return 0
}

// eliminate factors one row-major matrix in place, column by column as OpenBLAS's getf2
// does, so that the last digits of determinants agree: an element of U or L is reduced
// by one dot product with fused steps, and a column of L is multiplied by the pivot's
// reciprocal. With narrow every step is rounded to float32.
func eliminate(a []float64, rows, cols int, pivot, narrow bool) (swaps []int64, zero int64) {
	round := func(f float64) float64 { return f }
	if narrow {
		round = func(f float64) float64 { return float64(float32(f)) }
	}
	for j := range cols {
		for i := range rows {
			for from := 0; from < min(i, j); from += 4 {
				dot := 0.0
				for k := from; k < min(i, j, from+4); k++ {
					dot = round(math.FMA(a[i*cols+k], a[k*cols+j], dot))
				}
				a[i*cols+j] = round(a[i*cols+j] - dot)
			}
		}
		if j >= rows {
			continue
		}
		p := j
		for i := j + 1; pivot && i < rows; i++ {
			if math.Abs(a[i*cols+j]) > math.Abs(a[p*cols+j]) {
				p = i
			}
		}
		swaps = append(swaps, int64(p+1))
		if p != j {
			for k := range cols {
				a[j*cols+k], a[p*cols+k] = a[p*cols+k], a[j*cols+k]
			}
		}
		if a[j*cols+j] == 0 {
			if zero == 0 {
				zero = int64(j + 1)
			}
			continue
		}
		reciprocal := round(1 / a[j*cols+j])
		for i := j + 1; i < rows; i++ {
			a[i*cols+j] = round(a[i*cols+j] * reciprocal)
		}
	}
	return swaps, zero
}

// transposed is a square matrix turned over.
func transposed(a []float64, n int) []float64 {
	t := make([]float64, len(a))
	for i := range n {
		for j := range n {
			t[j*n+i] = a[i*n+j]
		}
	}
	return t
}

// Diagonal is the diagonal of U of a square matrix, which is lost, or of its transpose where turned, and the sign of its row exchanges.
func Diagonal(a []float64, n int, turned, narrow bool) (diagonal []float64, sign float64) {
	if turned {
		a = transposed(a, n)
	}
	swaps, _ := eliminate(a, n, n, true, narrow)
	sign = 1
	for i, p := range swaps {
		if p != int64(i+1) {
			sign = -sign
		}
		diagonal = append(diagonal, a[i*n+i])
	}
	return diagonal, sign
}

// solveLU solves A·X = B for the k columns of b in place, given the factors of A, or of
// Aᵀ where turned. The steps are those of OpenBLAS's triangular kernels: a solved row is
// taken from the others at once, with fused steps, and divisions are products with
// reciprocals.
func solveLU(lu []float64, swaps []int64, b []float64, n, k int, turned, narrow bool) {
	round := func(f float64) float64 { return f }
	if narrow {
		round = func(f float64) float64 { return float64(float32(f)) }
	}
	exchange := func(i int) {
		if p := int(swaps[i]) - 1; p != i {
			for c := range k {
				b[i*k+c], b[p*k+c] = b[p*k+c], b[i*k+c]
			}
		}
	}
	at := func(row, col int) float64 {
		if turned {
			row, col = col, row
		}
		return lu[row*n+col]
	}
	dot := func(i, from, to int) float64 {
		sum := 0.0
		for r := from; r < to; r++ {
			sum = round(math.FMA(at(i, r), b[r], sum))
		}
		return sum
	}
	// One column alone takes other kernels: dots for the transpose, and true divisions.
	single := func(i int, unit, ahead bool) {
		if turned && ahead {
			b[i] = round(b[i] - dot(i, 0, i))
		} else if turned {
			b[i] = round(b[i] - dot(i, i+1, n))
		}
		if !unit {
			b[i] = round(b[i] / lu[i*n+i])
		}
		for r := range n {
			if !turned && (ahead && r > i || !ahead && r < i) {
				b[r] = round(math.FMA(-b[i], at(r, i), b[r]))
			}
		}
	}
	substitute := func(i int, unit bool, from, to int) {
		solved := b[i*k:][:k]
		for inverse, c := round(1/lu[i*n+i]), 0; !unit && c < k; c++ {
			solved[c] = round(solved[c] * inverse)
		}
		for r := from; r < to; r++ {
			row, factor := b[r*k:][:k], -at(r, i)
			for c, v := range solved {
				row[c] = math.FMA(v, factor, row[c])
				if narrow {
					row[c] = float64(float32(row[c]))
				}
			}
		}
	}
	if !turned {
		for i := range n {
			exchange(i)
		}
	}
	for i := range n {
		if k == 1 {
			single(i, !turned, true)
		} else {
			substitute(i, !turned, i+1, n)
		}
	}
	for i := n - 1; i >= 0; i-- {
		if k == 1 {
			single(i, turned, false)
		} else {
			substitute(i, turned, 0, i)
		}
	}
	if turned {
		for i := n - 1; i >= 0; i-- {
			exchange(i)
		}
	}
}
