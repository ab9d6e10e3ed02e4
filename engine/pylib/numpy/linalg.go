package numpy

import (
	"slices"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file has products of matrices and the decompositions.

// matmul is a @ b.
func matmul(t *object.Thread, v []object.Value) (object.Value, error) {
	env := envOf(t)
	a, err := asArray(t, v[0], 0)
	if err != nil {
		return object.Value{}, err
	}
	b, err := asArray(t, v[1], 0)
	if err != nil {
		return object.Value{}, err
	}
	for i, x := range []*Array{a, b} {
		if len(x.shape) == 0 {
			return object.Value{}, valueError("matmul: Input operand %d does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)", i)
		}
	}
	n, at := a.shape[len(a.shape)-1], max(0, len(b.shape)-2)
	if b.shape[at] != n {
		return object.Value{}, valueError("matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size %d is different from %d)", b.shape[at], n)
	}
	r, err := product2(env, a, b)
	if err != nil {
		return object.Value{}, err
	}
	return unbox(r), nil
}

func product2(env *tensor.Env, a, b *Array) (*Array, error) {
	d := promote(a.dtype(), b.dtype())
	work := d
	if d == tensor.Bool {
		work = tensor.Int64
	}
	x, err := tensorsIn(env, work, a, b)
	if err != nil {
		return nil, err
	}
	multiply := matrixProduct
	if len(a.shape) == 1 && len(b.shape) == 1 && work.IsFloat() {
		multiply = (*tensor.Env).Dot
	}
	y, err := multiply(env, x[0], x[1])
	if err != nil {
		return nil, fail(err)
	}
	return arrayOf(y).cast(env, d)
}

// matrixProduct multiplies as @ does, whatever the numbers of dimensions.
func matrixProduct(env *tensor.Env, a, b *tensor.Tensor) (*tensor.Tensor, error) {
	row, column := a.Dim() == 1, b.Dim() == 1
	var err error
	if row {
		a, err = env.Unsqueeze(a, 0)
	}
	if column && err == nil {
		b, err = env.Unsqueeze(b, 1)
	}
	if err != nil {
		return nil, err
	}
	lead, err := broadcastShape(a.Shape()[:a.Dim()-2], b.Shape()[:b.Dim()-2])
	if err != nil {
		return nil, valueError("operands could not be broadcast together with remapped shapes")
	}
	y, err := batchProduct(env, a, b, lead)
	if err != nil {
		return nil, err
	}
	if row {
		y, err = env.Squeeze(y, []int{y.Dim() - 2})
	}
	if column && err == nil {
		y, err = env.Squeeze(y, []int{y.Dim() - 1})
	}
	return y, err
}

func batchProduct(env *tensor.Env, a, b *tensor.Tensor, lead []int) (*tensor.Tensor, error) {
	if len(lead) == 0 {
		return env.Mm(a, b)
	}
	n, k, m := a.Shape()[a.Dim()-2], a.Shape()[a.Dim()-1], b.Shape()[b.Dim()-1]
	flat := func(x *tensor.Tensor, rows, cols int) (*tensor.Tensor, error) {
		x, err := env.Expand(x, slices.Concat(lead, []int{rows, cols}))
		if err != nil {
			return nil, err
		}
		return env.Reshape(x, []int{product(lead), rows, cols})
	}
	a, err := flat(a, n, k)
	if err != nil {
		return nil, err
	}
	if b, err = flat(b, k, m); err != nil {
		return nil, err
	}
	y, err := env.Bmm(a, b)
	if err != nil {
		return nil, err
	}
	return env.Reshape(y, slices.Concat(lead, []int{n, m}))
}

// tensorsIn are arrays as tensors of dtype d.
func tensorsIn(env *tensor.Env, d tensor.DType, list ...*Array) ([]*tensor.Tensor, error) {
	out := make([]*tensor.Tensor, len(list))
	for i, a := range list {
		a, err := a.cast(env, d)
		if err != nil {
			return nil, err
		}
		if out[i], err = a.tensor(env); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// decompositions are the functions of the tensor library behind numpy.linalg.
var decompositions = map[string]func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error){
	"inv": func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) { return one(env.InvPlain(x[0])) },
	"det": func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) { return one(env.Det(x[0])) },
	"solve": func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		return one(env.SolvePlain(x[0], x[1]))
	},
	"cholesky": func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		return one(env.Cholesky(x[0]))
	},
	"eig":  func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) { return two(env.Eig(x[0])) },
	"eigh": func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) { return two(env.Eigh(x[0])) },
	"qr": func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		return two(env.Qr(x[0], "reduced"))
	},
	"slogdet": func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) { return two(env.Slogdet(x[0])) },
	"svd": func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		return three(env.Svd(x[0], false))
	},
	"svdfull": func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) { return three(env.Svd(x[0], true)) },
}

// complexDecompositions are those of complex matrices that have algorithms of their own.
var complexDecompositions = map[string]func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error){
	"cholesky": func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		y, err := env.ComplexFactors("cholesky", x[0])
		if err != nil {
			return nil, err
		}
		info, err := env.Scalars(y[1])
		if err == nil && slices.ContainsFunc(info, func(n tensor.Scalar) bool { return n.I != 0 }) {
			err = object.Raise(linAlgError, "Matrix is not positive definite")
		}
		return y[:1], err
	},
	"eig":   complexFactors("eig"),
	"eigh":  complexFactors("eigh"),
	"qr":    complexFactors("qr"),
	"svd":   complexFactors("svd"),
	"geqrf": complexFactors("geqrf"),
}

func complexFactors(name string) func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
	return func(env *tensor.Env, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		return env.ComplexFactors(name, x[0])
	}
}

func one(x *tensor.Tensor, err error) ([]*tensor.Tensor, error) { return []*tensor.Tensor{x}, err }
func two(x, y *tensor.Tensor, err error) ([]*tensor.Tensor, error) {
	return []*tensor.Tensor{x, y}, err
}
func three(x, y, z *tensor.Tensor, err error) ([]*tensor.Tensor, error) {
	return []*tensor.Tensor{x, y, z}, err
}

// linalg is _linalg(name, *arrays): the results as a tuple.
func linalg(t *object.Thread, v []object.Value) (object.Value, error) {
	env := envOf(t)
	name, _ := object.AsStr(v[0])
	f := decompositions[name]
	if f == nil && complexDecompositions[name] == nil {
		return object.Value{}, valueError("no such decomposition: %s", name)
	}
	var list []*Array
	d := tensor.Float32
	for _, item := range v[1].Object().(*object.Tuple).Items {
		a, err := asArray(t, item, 0)
		if err != nil {
			return object.Value{}, err
		}
		if len(a.shape) < 2 && len(list) == 0 {
			return object.Value{}, object.Raise(linAlgError, "%d-dimensional array given. Array must be at least two-dimensional", len(a.shape))
		}
		if n := len(a.shape); len(list) == 0 && a.shape[n-1] != a.shape[n-2] && name != "qr" && name != "geqrf" && name != "svd" && name != "svdfull" {
			return object.Value{}, object.Raise(linAlgError, "Last 2 dimensions of the array must be square")
		}
		if a.dtype() != tensor.Float32 {
			d = promote(d, max(floatFor(a.dtype()), tensor.Float64))
		}
		list = append(list, a)
	}
	if factors := complexDecompositions[name]; factors != nil && d.IsComplex() {
		f = factors
	}
	single := d == tensor.Float32 // computed in float64 all the same, as NumPy does
	if single {
		d = tensor.Float64
	}
	x, err := tensorsIn(env, d, list...)
	if err != nil {
		return object.Value{}, err
	}
	y, err := f(env, x)
	if err != nil {
		var words = map[string]string{"inv": "Singular matrix", "solve": "Singular matrix", "cholesky": "Matrix is not positive definite"}[name]
		if words != "" {
			return object.Value{}, object.Raise(linAlgError, "%s", words)
		}
		return object.Value{}, fail(err)
	}
	items := make([]object.Value, len(y))
	for i, r := range y {
		a := arrayOf(r)
		if narrow := map[tensor.DType]tensor.DType{tensor.Float64: tensor.Float32, tensor.Complex128: tensor.Complex64}[a.dtype()]; single && narrow != 0 {
			if a, err = a.cast(env, narrow); err != nil {
				return object.Value{}, err
			}
		}
		items[i] = unbox(a)
	}
	return object.NewTuple(items...), nil
}
