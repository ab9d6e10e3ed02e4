package tensor

import "math"

// LuFactor factors matrices by Gaussian elimination with row exchanges: L and U in one
// matrix, the row each was exchanged with (counted from 1), and the position of the
// first zero pivot, 0 for none. Without pivot no rows are exchanged.
func (e *Env) LuFactor(x *Tensor, pivot bool) (factors, pivots, info *Tensor, err error) {
	list, rows, cols, err := e.matrices("linalg.lu_factor", x)
	if err != nil {
		return nil, nil, nil, err
	}
	small := min(rows, cols)
	var swaps, zero []int64
	for _, a := range list {
		s, z := eliminate(a, rows, cols, pivot)
		swaps, zero = append(swaps, s...), append(zero, z)
	}
	if factors, err = e.back(x, list, rows, cols); err != nil {
		return nil, nil, nil, err
	}
	batch := x.shape[:len(x.shape)-2]
	ints := func(values []int64, shape ...int) *Tensor {
		if err != nil {
			return nil
		}
		var t *Tensor
		if t, err = e.FromInts(values, shape...); err != nil {
			return nil
		}
		if len(shape) == 0 {
			t.setShape(nil)
		}
		t, err = e.To(t, Options{DType: Int32, Device: x.storage.Device}, false, false)
		return t
	}
	pivots = ints(swaps, append(append([]int{}, batch...), small)...)
	info = ints(zero, batch...)
	return factors, pivots, info, err
}

// eliminate factors one row-major matrix in place.
func eliminate(a []float64, rows, cols int, pivot bool) (swaps []int64, zero int64) {
	for k := range min(rows, cols) {
		p := k
		for i := k + 1; pivot && i < rows; i++ {
			if math.Abs(a[i*cols+k]) > math.Abs(a[p*cols+k]) {
				p = i
			}
		}
		swaps = append(swaps, int64(p+1))
		if p != k {
			for j := range cols {
				a[k*cols+j], a[p*cols+j] = a[p*cols+j], a[k*cols+j]
			}
		}
		if a[k*cols+k] == 0 {
			if zero == 0 {
				zero = int64(k + 1)
			}
			continue
		}
		for i := k + 1; i < rows; i++ {
			f := a[i*cols+k] / a[k*cols+k]
			a[i*cols+k] = f
			for j := k + 1; j < cols; j++ {
				a[i*cols+j] -= f * a[k*cols+j]
			}
		}
	}
	return swaps, zero
}
