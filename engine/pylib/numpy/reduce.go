package numpy

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file has reductions.

// axesArg reads an axis argument: None, an int or a tuple. all is true for None.
func axesArg(t *object.Thread, v object.Value, ndim int) (axes []int, all bool, err error) {
	if v.IsNil() || v.IsNone() {
		for d := range ndim {
			axes = append(axes, d)
		}
		return axes, true, nil
	}
	list, err := shapeArg(t, v)
	for _, d := range list {
		if d, err = axisIn(d, ndim); err != nil {
			return nil, false, err
		}
		if slices.Contains(axes, d) {
			return nil, false, valueError("duplicate value in 'axis'")
		}
		axes = append(axes, d)
	}
	return axes, false, err
}

// reduced are the shape and strides of what stays and of what is reduced.
func (a *Array) reduced(axes []int) (shape, strides, inner, innerStrides, kept []int) {
	for d, n := range a.shape {
		if slices.Contains(axes, d) {
			inner, innerStrides = append(inner, n), append(innerStrides, a.strides[d])
			kept = append(kept, 1)
		} else {
			shape, strides = append(shape, n), append(strides, a.strides[d])
			kept = append(kept, n)
		}
	}
	return
}

// count is how many elements one result is made of.
func (a *Array) count(axes []int) int {
	n := 1
	for _, axis := range axes {
		n *= a.shape[axis]
	}
	return n
}

// finishReduction gives the result its shape.
func finishReduction(env *tensor.Env, r *Array, kept []int, keepdims bool) (object.Value, error) {
	if keepdims {
		v, err := r.view(env, kept, rowMajor(kept), r.offset)
		return result(v, err)
	}
	return unbox(r), nil
}

// sumType is the dtype that integers are added in.
func sumType(d tensor.DType) tensor.DType {
	if d == tensor.Bool || d.IsIntegral() {
		return tensor.Int64
	}
	return d
}

// reduceWith reduces with a kernel of the tensor library.
func (a *Array) reduceWith(env *tensor.Env, axes []int, f func(*tensor.Tensor, []int) (*tensor.Tensor, error)) (*Array, error) {
	x, err := a.tensor(env)
	if err != nil {
		return nil, err
	}
	if len(a.shape) == 0 {
		axes = nil
	}
	y, err := f(x, axes)
	if err != nil {
		return nil, fail(err)
	}
	return arrayOf(y), nil
}

// methodSum is a.sum(axis, dtype, out, keepdims).
func methodSum(t *object.Thread, v []object.Value) (object.Value, error) {
	return reduceMethod(t, v, func(a *Array, axes []int, d tensor.DType) (*Array, []int, error) {
		if d == tensor.NoDType {
			d = sumType(a.dtype())
		}
		return a.sum(envOf(t), axes, d)
	})
}

func methodMean(t *object.Thread, v []object.Value) (object.Value, error) {
	return reduceMethod(t, v, func(a *Array, axes []int, d tensor.DType) (*Array, []int, error) {
		if a.count(axes) == 0 {
			if _, err := callNumpy(t, "_warn_mean", object.Args{Pos: []object.Value{object.Bool(len(axes) == len(a.shape))}}); err != nil {
				return nil, nil, err
			}
		}
		return a.mean(envOf(t), axes, d)
	})
}

func (a *Array) mean(env *tensor.Env, axes []int, d tensor.DType) (*Array, []int, error) {
	if d == tensor.NoDType {
		if d = a.dtype(); kindOf(d) < 2 {
			d = tensor.Float64
		}
	}
	work := d
	if d == tensor.Float16 {
		work = tensor.Float32
	}
	total, kept, err := a.sum(env, axes, work)
	if err != nil {
		return nil, nil, err
	}
	n := a.count(axes)
	m, err := ufuncNamed["divide"].compute(env, []operand{{a: total, d: work}, {s: tensor.Int(int64(n)), d: tensor.Int64}})
	if err == nil {
		m, err = m.cast(env, d)
	}
	return m, kept, err
}

// variance is the mean of squared distances; ddof is taken off the count.
func (a *Array) variance(env *tensor.Env, axes []int, d tensor.DType, ddof float64) (*Array, []int, error) {
	if d == tensor.NoDType {
		if d = a.dtype(); kindOf(d) < 2 {
			d = tensor.Float64
		}
	}
	b, err := a.cast(env, d)
	if err != nil {
		return nil, nil, err
	}
	mean, kept, err := b.mean(env, axes, d)
	if err != nil {
		return nil, nil, err
	}
	if total, ok := b.squares(mean, axes); ok {
		r, err := boxed(env, d, tensor.Float(total))
		if err != nil {
			return nil, nil, err
		}
		r, err = b.perCount(env, r, axes, d, ddof)
		return r, kept, err
	}
	if mean, err = mean.view(env, kept, rowMajor(kept), mean.offset); err != nil {
		return nil, nil, err
	}
	gap, err := ufuncNamed["subtract"].compute(env, []operand{{a: b, d: d}, {a: mean, d: d}})
	if err != nil {
		return nil, nil, err
	}
	turned := gap
	if d.IsComplex() {
		if turned, err = ufuncNamed["conjugate"].compute(env, []operand{{a: gap, d: d}}); err != nil {
			return nil, nil, err
		}
	}
	square, err := ufuncNamed["multiply"].compute(env, []operand{{a: gap, d: d}, {a: turned, d: d}})
	if err == nil && d.IsComplex() { // and a variance is real
		d = d.Real()
		square, err = square.cast(env, d)
	}
	if err != nil {
		return nil, nil, err
	}
	total, kept, err := square.sum(env, axes, d)
	if err != nil {
		return nil, nil, err
	}
	r, err := a.perCount(env, total, axes, d, ddof)
	return r, kept, err
}

// perCount divides the total of squares by the count less ddof.
func (a *Array) perCount(env *tensor.Env, total *Array, axes []int, d tensor.DType, ddof float64) (*Array, error) {
	n := max(float64(a.count(axes))-ddof, 0)
	r, err := ufuncNamed["divide"].compute(env, []operand{{a: total, d: d}, {s: tensor.Float(n), d: tensor.Float64}})
	if err == nil {
		r, err = r.cast(env, d)
	}
	return r, err
}

// squares is the sum of squared distances from the mean of all of a contiguous array; ok
// is false for others.
func (a *Array) squares(mean *Array, axes []int) (total float64, ok bool) {
	if len(axes) != len(a.shape) || !a.contiguous() || mean.size() != 1 {
		return 0, false
	}
	shift, n := load(mean.memory(), mean.dtype(), mean.offset).Float64(), a.size()
	switch a.dtype() {
	case tensor.Float64:
		return vec.PairwiseSquares(device.Slice[float64](a.memory())[a.offset:a.offset+n], shift), true
	case tensor.Float32:
		return float64(vec.PairwiseSquares(device.Slice[float32](a.memory())[a.offset:a.offset+n], float32(shift))), true
	}
	return 0, false
}

// spread is var (root false) or std: (axis, dtype, out, ddof, keepdims).
func spread(root bool) object.GoFunc {
	return func(t *object.Thread, v []object.Value) (object.Value, error) {
		ddof, err := object.ToFloat(t, v[4])
		if err != nil {
			return object.Value{}, err
		}
		return reduceMethod(t, []object.Value{v[0], v[1], v[2], v[3], v[5]}, func(a *Array, axes []int, d tensor.DType) (*Array, []int, error) {
			if n := a.count(axes); float64(n)-ddof <= 0 {
				if _, err := callNumpy(t, "_warn_spread", object.Args{Pos: []object.Value{object.Int(int64(n)), object.Bool(len(axes) == len(a.shape))}}); err != nil {
					return nil, nil, err
				}
			}
			r, kept, err := a.variance(envOf(t), axes, d, ddof)
			if err != nil || !root {
				return r, kept, err
			}
			r, err = ufuncNamed["sqrt"].compute(envOf(t), []operand{{a: r, d: r.dtype()}})
			return r, kept, err
		})
	}
}

// reduceMethod binds (self, axis, dtype, out, keepdims) and shapes the result.
func reduceMethod(t *object.Thread, v []object.Value, f func(a *Array, axes []int, d tensor.DType) (*Array, []int, error)) (object.Value, error) {
	a, err := asArray(t, v[0], 0)
	if err != nil {
		return object.Value{}, err
	}
	axes, _, err := axesArg(t, v[1], len(a.shape))
	if err != nil {
		return object.Value{}, err
	}
	d, err := dtypeArg(t, v[2])
	if err != nil {
		return object.Value{}, err
	}
	keep, err := object.ToBool(t, v[4])
	if err != nil {
		return object.Value{}, err
	}
	r, kept, err := f(a, axes, d)
	if err == nil {
		err = checkReduction(t, a, r, "reduce")
	}
	if err != nil {
		return object.Value{}, err
	}
	res, err := finishReduction(envOf(t), r, kept, keep)
	if out := v[3]; err == nil && !out.IsNil() && !out.IsNone() {
		return ufuncNamed["add"].into(t, out, res, object.True)
	}
	return res, err
}

// kernelReduction is a reduction that the tensor library has.
func kernelReduction(empty string, f func(env *tensor.Env, x *tensor.Tensor, axes []int, d tensor.DType) (*tensor.Tensor, error)) object.GoFunc {
	return func(t *object.Thread, v []object.Value) (object.Value, error) {
		return reduceMethod(t, []object.Value{v[0], v[1], object.None, v[2], v[3]}, func(a *Array, axes []int, d tensor.DType) (*Array, []int, error) {
			_, _, inner, _, kept := a.reduced(axes)
			if empty != "" && product(inner) == 0 {
				return nil, nil, valueError("zero-size array to reduction operation %s which has no identity", empty)
			}
			r, err := a.reduceWith(envOf(t), axes, func(x *tensor.Tensor, dims []int) (*tensor.Tensor, error) {
				if len(dims) == 0 && len(a.shape) == 0 {
					dims = nil
				}
				return f(envOf(t), x, dims, d)
			})
			return r, kept, err
		})
	}
}

var (
	methodMax = kernelReduction("maximum", func(env *tensor.Env, x *tensor.Tensor, axes []int, _ tensor.DType) (*tensor.Tensor, error) {
		return env.Amax(x, axes, false)
	})
	methodMin = kernelReduction("minimum", func(env *tensor.Env, x *tensor.Tensor, axes []int, _ tensor.DType) (*tensor.Tensor, error) {
		return env.Amin(x, axes, false)
	})
	methodAny = kernelReduction("", func(env *tensor.Env, x *tensor.Tensor, axes []int, _ tensor.DType) (*tensor.Tensor, error) {
		return decided(env, x, axes, env.Any)
	})
	methodAll = kernelReduction("", func(env *tensor.Env, x *tensor.Tensor, axes []int, _ tensor.DType) (*tensor.Tensor, error) {
		return decided(env, x, axes, env.All)
	})
)

// decided is any or all; of uint8 the tensor library answers in uint8.
func decided(env *tensor.Env, x *tensor.Tensor, axes []int, f func(*tensor.Tensor, []int, bool) (*tensor.Tensor, error)) (*tensor.Tensor, error) {
	y, err := f(x, axes, false)
	if err == nil && y.DType() != tensor.Bool {
		y, err = env.Cast(y, tensor.Bool)
	}
	return y, err
}

func methodProd(t *object.Thread, v []object.Value) (object.Value, error) {
	return reduceMethod(t, v, func(a *Array, axes []int, d tensor.DType) (*Array, []int, error) {
		if d == tensor.NoDType {
			d = sumType(a.dtype())
		}
		_, _, _, _, kept := a.reduced(axes)
		r, err := a.reduceWith(envOf(t), axes, func(x *tensor.Tensor, dims []int) (*tensor.Tensor, error) {
			return envOf(t).Prod(x, dims, false, d)
		})
		return r, kept, err
	})
}

// scan is cumsum or cumprod: (self, axis, dtype, out).
func scan(op device.Op) object.GoFunc {
	return func(t *object.Thread, v []object.Value) (object.Value, error) {
		env := envOf(t)
		a, err := asArray(t, v[0], 0)
		if err != nil {
			return object.Value{}, err
		}
		axis := 0
		if v[1].IsNone() {
			a, err = a.reshape(env, []int{-1}, false)
		} else if axis, err = object.IndexInt(t, v[1]); err == nil {
			axis, err = axisIn(axis, len(a.shape))
		}
		if err != nil {
			return object.Value{}, err
		}
		d, err := dtypeArg(t, v[2])
		if err != nil {
			return object.Value{}, err
		}
		if d == tensor.NoDType {
			d = sumType(a.dtype())
		}
		r, err := a.reduceWith(env, nil, func(x *tensor.Tensor, _ []int) (*tensor.Tensor, error) {
			if op == device.OpCumprod {
				return env.Cumprod(x, axis, d)
			}
			return env.Cumsum(x, axis, d)
		})
		if err == nil {
			err = checkReduction(t, a, r, "accumulate")
		}
		if err == nil && !v[3].IsNil() && !v[3].IsNone() {
			return ufuncNamed["add"].into(t, v[3], object.Of(r), object.True)
		}
		return result(r, err)
	}
}

// extreme is argmax or argmin: (self, axis, out, keepdims). The first of equals wins,
// and a NaN beats all.
func extreme(name string, find func(env *tensor.Env, x *tensor.Tensor, dim *int, keepdim bool) (*tensor.Tensor, error)) object.GoFunc {
	return func(t *object.Thread, v []object.Value) (object.Value, error) {
		env := envOf(t)
		a, err := asArray(t, v[0], 0)
		if err != nil {
			return object.Value{}, err
		}
		axes, all, err := axesArg(t, v[1], len(a.shape))
		if err != nil {
			return object.Value{}, err
		}
		_, _, inner, _, kept := a.reduced(axes)
		if product(inner) == 0 {
			return object.Value{}, valueError("attempt to get %s of an empty sequence", name)
		}
		if a.dom != nil {
			a = a.plain()
		}
		x, err := a.tensor(env)
		if err == nil && a.dtype() == tensor.Bool {
			x, err = env.Cast(x, tensor.Uint8)
		}
		if err == nil && a.dtype().IsComplex() { // by the real parts
			x, err = env.Unary(device.OpReal, x)
		}
		if err != nil {
			return object.Value{}, fail(err)
		}
		var dim *int
		if !all && len(axes) > 0 {
			dim = &axes[0]
		}
		y, err := find(env, x, dim, false)
		if err != nil {
			return object.Value{}, fail(err)
		}
		return finishReduction(env, arrayOf(y), kept, v[3] == object.True)
	}
}
