package numpy

import (
	"bytes"
	"math"
	"slices"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// functions are the names of module _numpy; the Python source builds on them.
var functions = []*object.Builtin{
	object.Def("array(object, dtype=None, copy=True, order='K', subok=False, ndmin=0)", array, "Create an array."),
	object.Def("asarray(a, dtype=None, order=None)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		info, err := typeArg(t, a[1])
		if err != nil {
			return object.Value{}, err
		}
		x, err := asArrayOf(t, a[0], info)
		if err == nil {
			x, err = x.laidOut(envOf(t), a[2], false)
		}
		return result(x, err)
	}, "Convert the input to an array."),
	object.Def("empty(shape, dtype=None, order='C')", empty, "Return a new array of given shape and type, without initializing entries."),
	object.Def("arange(*args, dtype=None)", arange, "Return evenly spaced values within a given interval."),
	object.Def("concatenate(arrays, axis=0, out=None, dtype=None)", concatenate, "Join a sequence of arrays along an existing axis."),
	object.Def("broadcast_to(array, shape, subok=False)", broadcastTo, "Broadcast an array to a new shape."),
	object.Def("_strided(a, shape, strides)", fromLayout, ""),
	object.Def("_where(condition, x, y)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		mask, err := asArray(t, a[0], 0)
		if err != nil {
			return object.Value{}, err
		}
		r, err := choose(t, mask, a[1], a[2])
		return result(r, err)
	}, ""),
	object.Def("nonzero(a)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		x, err := asArray(t, a[0], 0)
		if err != nil {
			return object.Value{}, err
		}
		list, err := x.nonzero(envOf(t))
		items := make([]object.Value, len(list))
		for i, l := range list {
			items[i] = object.Of(l)
		}
		return object.NewTuple(items...), err
	}, "Return the indices of the elements that are non-zero."),
	object.Def("_sentence(name)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
		name, _ := object.AsStr(a[0])
		return object.NewStr(sentence(name)), nil
	}, ""),
	object.Def("matmul(a, b, /)", matmul, "Matrix product of two arrays."),
	object.Def("_argsort(a, stable)", argsort, ""),
	object.Def("_watch_faults(divide, over, invalid)", watchFaults, ""),
	object.Def("_count(a)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		x, err := asArray(t, a[0], tensor.Bool)
		if err != nil {
			return object.Value{}, err
		}
		if x.contiguous() {
			return object.Int(int64(bytes.Count(x.memory()[x.offset:x.offset+x.size()], []byte{1}))), nil
		}
		flat, err := x.trueAt(envOf(t))
		if err != nil {
			return object.Value{}, err
		}
		return object.Int(int64(flat.size())), nil
	}, ""),
	object.Def("_bincount(x, n, weights=None)", bincount, ""),
	object.Def("_argpartition(a, ranks)", argpartition, ""),
	object.Def("_sort(a)", sortLast, ""),
	object.Def("_searchsorted(a, v, right)", searchSorted, ""),
	object.Def("result_type(*arrays_and_dtypes)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		var list []operand
		for _, v := range a[0].Object().(*object.Tuple).Items {
			o, err := operandOf(t, v)
			_, class := v.Object().(*object.Class)
			_, text := object.AsStr(v)
			_, kind := v.Object().(*dtype)
			if class || kind || text || err != nil {
				info, err := typeFrom(t, v)
				if err != nil {
					return object.Value{}, err
				}
				o = operand{a: &Array{shape: []int{1}}, d: info.d}
				if info.isDomain() {
					o.a.dom = newDomain(info)
				}
			}
			list = append(list, o)
		}
		if len(list) == 0 {
			return object.Value{}, valueError("at least one array or dtype is required")
		}
		return resultInfo(t, list)
	}, "Returns the type that results from applying the NumPy type promotion rules to the arguments."),
	object.Def("_linalg(name, *arrays)", linalg, ""),
	object.Def("_einsum(equation, *arrays)", einsum, ""),
	object.Def("frombuffer(buffer, dtype=None, count=-1, offset=0, *, like=None)", fromBuffer, ""),
	object.Def("_frombytes(data, dtype, shape)", fromBytes, ""),
	object.Def("_print_options(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, sign=None, floatmode=None, nanstr=None, infstr=None, formatter=False)", setPrint, ""),
	object.Def("_text(a, separator=' ', hang=0, tail=0)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		x, err := asArray(t, a[0], 0)
		if err != nil {
			return object.Value{}, err
		}
		sep, _ := object.AsStr(a[1])
		hang, err := object.IndexInt(t, a[2])
		if err != nil {
			return object.Value{}, err
		}
		tail, err := object.IndexInt(t, a[3])
		if err != nil {
			return object.Value{}, err
		}
		return object.NewStr(x.text(t, sep, hang, tail)), nil
	}, ""),
	object.Def("shares_memory(a, b, max_work=None)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		x, ok := a[0].Object().(*Array)
		y, ok2 := a[1].Object().(*Array)
		return object.Bool(ok && ok2 && x.overlaps(y)), nil
	}, "Determine if two arrays share memory."),
}

// resultInfo is the dtype in which operands are combined.
func resultInfo(t *object.Thread, list []operand) (object.Value, error) {
	if !hasDomain(list) {
		return infoOf[resultType(list...)].value, nil
	}
	var arrays []*Array
	for _, o := range list {
		a := o.a
		if a == nil || a.x == nil {
			kind := o.d
			dom := (*domain)(nil)
			if a != nil {
				dom = a.dom
			}
			x, err := newArray(envOf(t), kind, []int{1})
			if err != nil {
				return object.Value{}, err
			}
			x.dom = dom
			a = x
		}
		arrays = append(arrays, a)
	}
	if info := commonType(arrays); info != nil {
		return info.value, nil
	}
	return infoOf[tensor.Float64].value, nil
}

func array(t *object.Thread, a []object.Value) (object.Value, error) {
	env := envOf(t)
	info, err := typeArg(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	x, err := asArrayOf(t, a[0], info)
	if err != nil {
		return object.Value{}, err
	}
	if had, _ := existing(t, a[0]); had != nil && x.x.Storage() == had.x.Storage() && a[2] != object.False {
		if x, err = x.laidOut(env, a[3], true); err != nil {
			return object.Value{}, err
		}
	} else if x, err = x.laidOut(env, a[3], false); err != nil {
		return object.Value{}, err
	}
	ndmin, err := object.IndexInt(t, a[5])
	if err != nil {
		return object.Value{}, err
	}
	if lead := ndmin - len(x.shape); lead > 0 {
		x, err = x.reshape(env, slices.Concat(slices.Repeat([]int{1}, lead), x.shape), false)
	}
	return result(x, err)
}

func empty(t *object.Thread, a []object.Value) (object.Value, error) {
	shape, err := shapeArg(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	info, err := typeFrom(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	columns, _ := object.AsStr(a[2])
	if columns == "F" {
		slices.Reverse(shape)
	}
	x, err := newArray(envOf(t), info.d, shape)
	if err != nil {
		return object.Value{}, err
	}
	if info.isDomain() {
		x.dom = newDomain(info)
	}
	clear(x.memory())
	if columns == "F" {
		x, err = x.transposed(envOf(t), nil)
		x.base = nil
	}
	return result(x, err)
}

func arange(t *object.Thread, a []object.Value) (object.Value, error) {
	if info, err := typeArg(t, a[1]); err != nil {
		return object.Value{}, err
	} else if dated(a[0]) || info != nil && info.isDomain() {
		return domainArange(t, a[0].Object().(*object.Tuple).Items, info)
	}
	args := a[0].Object().(*object.Tuple).Items
	if len(args) == 0 || len(args) > 3 {
		return object.Value{}, typeError("arange() requires stop to be specified.")
	}
	v := [3]tensor.Scalar{tensor.Int(0), tensor.Int(0), tensor.Int(1)}
	d := tensor.Int64
	for i, arg := range args {
		s, own, ok := number(arg)
		if !ok {
			x, err := asArray(t, arg, 0)
			if err != nil || len(x.shape) > 0 {
				return object.Value{}, typeError("arange() arguments must be numbers")
			}
			s, own = load(x.memory(), x.dtype(), x.offset), x.dtype()
		}
		if len(args) == 1 {
			i = 1
		}
		v[i], d = s, promote(d, own)
	}
	asked, err := dtypeArg(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	if v[2].Float64() == 0 {
		return object.Value{}, object.Raise(object.ZeroDivisionError, "division by zero")
	}
	start, step := v[0].Float64(), v[2].Float64()
	n := max(0, int(math.Ceil((v[1].Float64()-start)/step)))
	work := d
	if asked != tensor.NoDType {
		d = asked
	}
	x, err := newArray(envOf(t), d, []int{n})
	if err != nil {
		return object.Value{}, err
	}
	mem := x.memory()
	if d == tensor.Int64 && kindOf(work) < 2 {
		for i, out := 0, device.Slice[int64](mem)[x.offset:]; i < n; i++ {
			out[i] = v[0].Int64() + int64(i)*v[2].Int64()
		}
		return object.Of(x), nil
	}
	if kindOf(d) == 1 && kindOf(work) == 2 { // NumPy casts the first two elements and goes on from there
		first, second := int64(start), int64(start+step)
		for i := range n {
			store(mem, d, x.offset+i, tensor.Int(first+int64(i)*(second-first)))
		}
		return object.Of(x), nil
	}
	delta := (start + step) - start // as NumPy: the difference of the first two elements
	if d == tensor.Float64 && kindOf(work) == 2 {
		for i, out := 0, device.Slice[float64](mem)[x.offset:]; i < n; i++ {
			out[i] = start + float64(float64(i)*delta)
		}
		return object.Of(x), nil
	}
	if d == tensor.Float64 {
		first, by := v[0].Int64(), v[2].Int64()
		for i, out := 0, device.Slice[float64](mem)[x.offset:]; i < n; i++ {
			out[i] = float64(first + int64(i)*by)
		}
		return object.Of(x), nil
	}
	for i := range n {
		s := tensor.Float(start + float64(i)*delta)
		if kindOf(work) < 2 {
			s = tensor.Int(v[0].Int64() + int64(i)*v[2].Int64())
		}
		store(mem, d, x.offset+i, s)
	}
	return object.Of(x), nil
}

// bincount counts, or adds up weights of, the numbers below n in x.
func bincount(t *object.Thread, a []object.Value) (object.Value, error) {
	x, err := asArray(t, a[0], tensor.Int64)
	if err != nil {
		return object.Value{}, err
	}
	n, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	if err := t.ChargeItems(int(n), 2*8); err != nil { // the list, and the array of it
		return object.Value{}, err
	}
	if a[2].IsNone() {
		r := make([]int, n)
		for _, k := range x.ints() {
			r[k]++
		}
		out, err := intArray(envOf(t), r, n)
		return result(out, err)
	}
	w, err := asArray(t, a[2], tensor.Float64)
	if err != nil {
		return object.Value{}, err
	}
	r, weights := make([]float64, n), w.float64s()
	for i, k := range x.ints() {
		r[k] += weights[i]
	}
	out, err := floatArray(envOf(t), r, n)
	return result(out, err)
}

func fromBytes(t *object.Thread, a []object.Value) (object.Value, error) {
	data, err := object.Buffer(a[0])
	if err != nil {
		return object.Value{}, err
	}
	d, err := dtypeFrom(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	shape, err := shapeArg(t, a[2])
	if err != nil {
		return object.Value{}, err
	}
	if len(shape) == 1 && shape[0] == -1 {
		shape[0] = len(data) / d.Size()
	}
	if checkShape(shape) != nil || product(shape)*d.Size() > len(data) {
		return object.Value{}, valueError("buffer size must be a multiple of element size")
	}
	x, err := newArray(envOf(t), d, shape)
	if err != nil {
		return object.Value{}, err
	}
	copy(x.memory()[x.offset*d.Size():], data)
	return object.Of(x), nil
}

func setPrint(t *object.Thread, a []object.Value) (object.Value, error) {
	o := printKey.Get(t.Session)
	for i, field := range []*int{&o.precision, &o.threshold, &o.edge, &o.width} {
		if n, ok := object.AsInt(a[i]); ok {
			*field = int(n)
		} else if f, ok := object.AsFloat(a[i]); ok {
			*field = int(min(f, math.MaxInt32))
		}
	}
	if a[4].IsBool() {
		o.suppress = a[4] == object.True
	}
	for i, field := range []*string{&o.sign, &o.mode, &o.nan, &o.inf} {
		if text, ok := object.AsStr(a[5+i]); ok {
			*field = text
		}
	}
	if a[9] != object.False {
		o.custom = a[9]
	}
	return object.NewTuple(object.Int(int64(o.precision)), object.Int(int64(o.threshold)), object.Int(int64(o.edge)),
		object.Int(int64(o.width)), object.Bool(o.suppress), object.NewStr(o.sign), object.NewStr(o.mode), object.NewStr(o.nan), object.NewStr(o.inf), o.custom), nil
}
