package tensor

import (
	"math/cmplx"
	"slices"

	"gputour/engine/tensor/factor"
)

// ComplexFactors are the factors of a batch of complex matrices, by the name of the factorization:
//
//	lu        L and U in one matrix, the row that each was exchanged with (from 1), the first zero pivot (from 1; 0: none)
//	cholesky  L, and the order of the first minor that is not positive (0: none)
//	qr        Q (rows × rows) and R
//	geqrf     R with the vectors of the reflections below it, and their scales
//	eigh      the eigenvalues, ascending, and the vectors; the lower triangle is read
//	svd       U, S and Vh, all reduced
//	eig       the eigenvalues and the vectors
func (e *Env) ComplexFactors(kind string, x *Tensor) ([]*Tensor, error) {
	k := len(x.shape)
	values, err := e.Scalars(x)
	if err != nil {
		return nil, err
	}
	rows, cols := x.shape[k-2], x.shape[k-1]
	count, small := numel(x.shape[:k-2]), min(rows, cols)
	outs := factorShapes[kind](rows, cols)
	collected := make([][]Scalar, len(outs))
	for b := range count {
		a := make(factor.Complex, rows*cols)
		for i := range a {
			a[i] = values[b*rows*cols+i].C
			if kind == "eig" && (cmplx.IsNaN(a[i]) || cmplx.IsInf(a[i])) {
				return nil, notFinite()
			}
		}
		var parts [][]Scalar
		if err := e.aside(20*float64(rows)*float64(cols)*float64(small), func() { parts = factorings[kind](a, rows, cols) }); err != nil {
			return nil, err
		}
		for i, p := range parts {
			collected[i] = append(collected[i], p...)
		}
	}
	list := make([]*Tensor, len(outs))
	for i, out := range outs {
		d := x.dtype
		switch out.kind {
		case 'r':
			d = x.dtype.Real()
		case 'i':
			d = Int32
		}
		shape := append(slices.Clone(x.shape[:k-2]), out.tail...)
		if list[i], err = e.FromScalars(collected[i], shape, Options{DType: d, Device: x.storage.Device}); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// factorShape is what one result of a factorization holds ('c' complex, 'r' real, 'i' integers) and its last dimensions.
type factorShape struct {
	kind byte
	tail []int
}

var factorShapes = map[string]func(m, n int) []factorShape{
	"lu": func(m, n int) []factorShape {
		return []factorShape{{'c', []int{m, n}}, {'i', []int{min(m, n)}}, {'i', nil}}
	},
	"cholesky": func(m, n int) []factorShape { return []factorShape{{'c', []int{m, n}}, {'i', nil}} },
	"qr":       func(m, n int) []factorShape { return []factorShape{{'c', []int{m, m}}, {'c', []int{m, n}}} },
	"geqrf":    func(m, n int) []factorShape { return []factorShape{{'c', []int{m, n}}, {'c', []int{min(m, n)}}} },
	"eigh":     func(m, n int) []factorShape { return []factorShape{{'r', []int{n}}, {'c', []int{n, n}}} },
	"svd": func(m, n int) []factorShape {
		k := min(m, n)
		return []factorShape{{'c', []int{m, k}}, {'r', []int{k}}, {'c', []int{k, n}}}
	},
	"eig": func(m, n int) []factorShape { return []factorShape{{'c', []int{n}}, {'c', []int{n, n}}} },
}

var factorings = map[string]func(a factor.Complex, m, n int) [][]Scalar{
	"lu": func(a factor.Complex, m, n int) [][]Scalar {
		swaps, zero := a.LU(m, n)
		return [][]Scalar{complexScalars(a), intScalars(swaps), {Int(int64(zero))}}
	},
	"cholesky": func(a factor.Complex, _, n int) [][]Scalar {
		bad := a.Cholesky(n)
		return [][]Scalar{complexScalars(a), {Int(int64(bad))}}
	},
	"qr": func(a factor.Complex, m, n int) [][]Scalar {
		q := a.QR(m, n)
		return [][]Scalar{complexScalars(q), complexScalars(a)}
	},
	"geqrf": func(a factor.Complex, m, n int) [][]Scalar {
		tau := a.Reflectors(m, n)
		return [][]Scalar{complexScalars(a), complexScalars(tau)}
	},
	"eigh": func(a factor.Complex, _, n int) [][]Scalar {
		values, vectors := a.Hermitian(n)
		return [][]Scalar{floatScalars(values), complexScalars(vectors)}
	},
	"svd": func(a factor.Complex, m, n int) [][]Scalar {
		if m < n { // A = U·S·Vh is Aᴴ = V·S·Uh
			v, s, uh := a.Adjoint(m, n).SVD(n, m)
			return [][]Scalar{complexScalars(uh.Adjoint(m, m)), floatScalars(s), complexScalars(v.Adjoint(n, m))}
		}
		u, s, vh := a.SVD(m, n)
		return [][]Scalar{complexScalars(u), floatScalars(s), complexScalars(vh)}
	},
	"eig": func(a factor.Complex, _, n int) [][]Scalar {
		values, vectors := a.Eigen(n)
		return [][]Scalar{complexScalars(values), complexScalars(vectors)}
	},
}

func floatScalars(a []float64) []Scalar {
	list := make([]Scalar, len(a))
	for i, v := range a {
		list[i] = Float(v)
	}
	return list
}

func intScalars(a []int) []Scalar {
	list := make([]Scalar, len(a))
	for i, v := range a {
		list[i] = Int(int64(v))
	}
	return list
}
