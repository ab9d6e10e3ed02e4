package tensor

import "gputour/engine/tensor/factor"

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
		var s []int64
		var z int64
		err := e.aside(float64(rows)*float64(cols)*float64(small), func() {
			s, z = factor.LU(a, rows, cols, pivot, x.dtype == Float32)
		})
		if err != nil {
			return nil, nil, nil, err
		}
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
