package tensor

import (
	"slices"

	"gputour/engine/tensor/factor"
)

// This file has singular values and eigenvalues.

// Svd factors x as U·diag(S)·Vh; reduced unless full.
func (e *Env) Svd(x *Tensor, full bool) (u, s, vh *Tensor, err error) {
	list, m, n, err := e.matrices("linalg.svd", x)
	if err != nil {
		return nil, nil, nil, err
	}
	k := min(m, n)
	uc, vr := k, k
	if full {
		uc, vr = m, n
	}
	us, ss, vs := make([][]float64, len(list)), make([][]float64, len(list)), make([][]float64, len(list))
	for i, a := range list {
		if k == 0 {
			continue
		}
		ok := false
		err := e.aside(4*float64(m)*float64(n)*float64(k), func() { us[i], ss[i], vs[i], ok = factor.SVD(a, m, n, full) })
		if err != nil {
			return nil, nil, nil, err
		}
		if !ok {
			return nil, nil, nil, &Error{Kind: LinAlgError, Text: "linalg.svd: The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated singular values (error code: 1)."}
		}
	}
	if u, err = e.back(x, us, m, uc); err != nil {
		return nil, nil, nil, err
	}
	if s, err = e.back(x, ss, k); err != nil {
		return nil, nil, nil, err
	}
	vh, err = e.back(x, vs, vr, n)
	return u, s, vh, err
}

// Eigh are the eigenvalues, ascending, and vectors of symmetric matrices, of which it
// reads the lower triangle.
func (e *Env) Eigh(x *Tensor) (values, vectors *Tensor, err error) {
	list, n, err := e.square("linalg.eigh", x)
	if err != nil {
		return nil, nil, err
	}
	ls, vs := make([][]float64, len(list)), make([][]float64, len(list))
	for i, a := range list {
		if n == 0 {
			continue
		}
		ls[i] = make([]float64, n)
		ok := false
		if err := e.aside(4*cube(n), func() { ok = factor.SymmetricEigen(a, n, ls[i]) }); err != nil {
			return nil, nil, err
		}
		if !ok {
			return nil, nil, &Error{Kind: LinAlgError, Text: "linalg.eigh: The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated eigenvalues (error code: 1)."}
		}
		vs[i] = a
	}
	if values, err = e.back(x, ls, n); err != nil {
		return nil, nil, err
	}
	vectors, err = e.back(x, vs, n, n)
	return values, vectors, err
}

func notFinite() error {
	return runtimeErr("torch.linalg.eig: input tensor should not contain infs or NaNs.")
}

// Eig are the complex eigenvalues and vectors of square matrices.
func (e *Env) Eig(x *Tensor) (values, vectors *Tensor, err error) {
	list, n, err := e.square("linalg.eig", x)
	if err != nil {
		return nil, nil, err
	}
	var ls, vs []Scalar
	for _, a := range list {
		if n == 0 {
			break
		}
		if slices.ContainsFunc(a, func(f float64) bool { return f-f != 0 }) {
			return nil, nil, notFinite()
		}
		var values, vectors factor.Complex
		ok := false
		if err := e.aside(10*cube(n), func() { values, vectors, ok = factor.Eigen(a, n) }); err != nil {
			return nil, nil, err
		}
		if !ok {
			return nil, nil, &Error{Kind: LinAlgError, Text: "linalg.eig: The algorithm failed to converge because the input matrix is ill-conditioned."}
		}
		ls, vs = append(ls, complexScalars(values)...), append(vs, complexScalars(vectors)...)
	}
	lead := x.shape[:len(x.shape)-2]
	o := Options{DType: x.dtype.Complex(), Device: x.storage.Device}
	if values, err = e.FromScalars(ls, append(slices.Clone(lead), n), o); err != nil {
		return nil, nil, err
	}
	vectors, err = e.FromScalars(vs, append(slices.Clone(lead), n, n), o)
	return values, vectors, err
}
