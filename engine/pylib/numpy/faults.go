package numpy

import (
	"math"
	"math/big"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file finds floating-point errors the way a processor's flags tell NumPy of them:
// a result that is not finite where the operands were. What then happens, np.errstate
// says (folder python, core/faults.py).

// faultModes are np.errstate's settings of a session that look for faults at all, and
// what looks at results.
type faultModes struct {
	divide, over, invalid bool
	watch                 device.Watch
}

var faultKey = object.NewKey(func(*object.Session) *faultModes {
	return &faultModes{divide: true, over: true, invalid: true}
})

// byZero are the ufuncs whose infinities come from a division by zero.
var byZero = map[string]bool{
	"divide": true, "floor_divide": true, "log": true, "log2": true, "log10": true, "log1p": true, "reciprocal": true, "arctanh": true,
}

// watchFaults is _watch_faults(divide, over, invalid).
func watchFaults(t *object.Thread, a []object.Value) (object.Value, error) {
	m := faultKey.Get(t.Session)
	m.divide, m.over, m.invalid = a[0] == object.True, a[1] == object.True, a[2] == object.True
	return object.None, nil
}

// check looks for faults in a result and reports them. operator says that it came of an
// operator, not a call: between scalars NumPy names those otherwise.
func (f *ufunc) check(t *object.Thread, list []operand, r *Array, operator bool) error {
	m := faultKey.Get(t.Session)
	if f.rule == logical || !m.divide && !m.over && !m.invalid || f.name == "nextafter" {
		return nil
	}
	name := f.name
	if operator && scalarsOnly(list) {
		name = "scalar " + name
	}
	if kindOf(r.dtype()) == 1 {
		return f.checkInts(t, list, r, name)
	}
	if !r.dtype().IsFloat() && !r.dtype().IsComplex() || r.finite() {
		return nil
	}
	divide, over, invalid := f.faults(t, list, r)
	if err := fault(t, "divide", name, divide && m.divide); err != nil {
		return err
	}
	if err := fault(t, "over", name, over && m.over); err != nil {
		return err
	}
	return fault(t, "invalid", name, invalid && m.invalid)
}

// fault reports one, if it happened.
func fault(t *object.Thread, kind, name string, happened bool) error {
	if !happened {
		return nil
	}
	_, err := callNumpy(t, "_fault", object.Args{Pos: []object.Value{object.NewStr(kind), object.NewStr(name)}})
	return err
}

// checkReduction reports the faults of a reduction of a to r.
func checkReduction(t *object.Thread, a, r *Array, name string) error {
	m := faultKey.Get(t.Session)
	if !m.over && !m.invalid || !r.dtype().IsFloat() || r.size() == 0 || a.size() == 0 || r.finite() {
		return nil
	}
	finite, over, invalid := true, false, false
	for _, s := range a.scalars() {
		f := s.Float64()
		if math.IsNaN(f) {
			return nil
		}
		finite = finite && !math.IsInf(f, 0)
	}
	for _, s := range r.scalars() {
		f := s.Float64()
		invalid = invalid || math.IsNaN(f)
		over = over || math.IsInf(f, 0) && finite
	}
	if err := fault(t, "over", name, over && m.over); err != nil {
		return err
	}
	return fault(t, "invalid", name, invalid && m.invalid)
}

// checkCast reports the faults of a conversion of a to r.
func checkCast(t *object.Thread, a, r *Array) error {
	m := faultKey.Get(t.Session)
	from, to := a.dtype(), r.dtype()
	switch {
	case from.IsComplex() && !to.IsComplex() && to != tensor.Bool:
		_, err := callNumpy(t, "_warn_complex", object.Args{})
		return err
	case from.IsFloat() && kindOf(to) == 1 && m.invalid && !a.finite():
		return fault(t, "invalid", "cast", true)
	case from.IsFloat() && to.IsFloat() && to.Size() < from.Size() && m.over && !r.finite() && a.finite():
		return fault(t, "over", "cast", true)
	}
	return nil
}

// scalarsOnly reports operands that are numbers, not arrays.
func scalarsOnly(list []operand) bool {
	for _, o := range list {
		if o.a != nil {
			return false
		}
	}
	return true
}

// checkInts reports an integer division by zero, and of scalars a result that does not
// fit its type.
func (f *ufunc) checkInts(t *object.Thread, list []operand, r *Array, name string) error {
	m := faultKey.Get(t.Session)
	if f.name == "floor_divide" || f.name == "remainder" || f.name == "fmod" {
		zero := list[1].a == nil && list[1].s.Int64() == 0 || list[1].a != nil && m.divide && hasZero(list[1].a)
		return fault(t, "divide", name, zero && m.divide)
	}
	if !scalarsOnly(list) || !m.over {
		return nil
	}
	x, y, got := big.NewInt(list[0].s.Int64()), new(big.Int), load(r.memory(), r.dtype(), r.offset).Int64()
	if len(list) == 2 {
		y.SetInt64(list[1].s.Int64())
	}
	switch f.name {
	case "add":
		x.Add(x, y)
	case "subtract":
		x.Sub(x, y)
	case "multiply":
		x.Mul(x, y)
	case "negative":
		x.Neg(x)
	case "absolute":
		x.Abs(x)
	default:
		return nil
	}
	return fault(t, "over", name, !x.IsInt64() || x.Int64() != got)
}

func hasZero(a *Array) bool {
	mem, d := a.memory(), a.dtype()
	for w := newWalk(a.shape, a.offset, a.strides, 0, make([]int, len(a.shape))); w.ok; w.next() {
		for k := range w.n {
			if !load(mem, d, w.at[0]+k*w.run(0)).IsTrue() {
				return true
			}
		}
	}
	return false
}

// finite reports that no element is infinite or no number. a is a fresh result.
func (a *Array) finite() bool {
	size, n := a.elementSize(), a.size()
	if !a.contiguous() {
		return false
	}
	mem := a.memory()[a.offset*size : (a.offset+n)*size]
	switch a.dtype() {
	case tensor.Float64, tensor.Complex128:
		for _, f := range device.Slice[float64](mem) {
			if f-f != 0 {
				return false
			}
		}
		return true
	case tensor.Float32, tensor.Complex64:
		for _, f := range device.Slice[float32](mem) {
			if f-f != 0 {
				return false
			}
		}
		return true
	}
	return false
}

// faults tells what went wrong where the result is not finite and the operands were.
func (f *ufunc) faults(t *object.Thread, list []operand, r *Array) (divide, over, invalid bool) {
	values := make([][]complex128, len(list))
	for i, o := range list {
		if o.a == nil {
			values[i] = []complex128{o.s.Complex128()}
			continue
		}
		b, err := o.a.broadcast(envOf(t), r.shape)
		if err != nil {
			return
		}
		values[i] = b.complexes()
	}
	for i, c := range r.complexes() {
		re, im := real(c), imag(c)
		if re-re == 0 && im-im == 0 {
			continue
		}
		finite, known, zero := true, true, false
		for k, column := range values {
			x := column[min(i, len(column)-1)]
			known = known && !math.IsNaN(real(x)) && !math.IsNaN(imag(x))
			finite = finite && real(x)-real(x) == 0 && imag(x)-imag(x) == 0
			zero = zero || x == 0 && (f.name != "power" || k == 0)
		}
		switch {
		case !known:
		case re != re || im != im:
			invalid = true
		case !finite:
		case byZero[f.name] || f.name == "power" && zero:
			divide = true
		default:
			over = true
		}
	}
	return
}

// complexes lists a's elements in row-major order.
func (a *Array) complexes() []complex128 {
	list := make([]complex128, 0, a.size())
	for _, s := range a.scalars() {
		if s.DType == tensor.Complex128 {
			list = append(list, s.C)
		} else {
			list = append(list, complex(s.Float64(), 0))
		}
	}
	return list
}

// checkScalars reports the faults of an operator on two floats.
func checkScalars(t *object.Thread, op object.BinaryOp, x, y, r float64) error {
	if r-r == 0 || math.IsNaN(x) || math.IsNaN(y) {
		return nil
	}
	m := faultKey.Get(t.Session)
	kind, on := "over", m.over
	switch {
	case math.IsNaN(r):
		kind, on = "invalid", m.invalid
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return nil
	case op == object.TrueDiv && y == 0:
		kind, on = "divide", m.divide
	}
	return fault(t, kind, "scalar "+operatorUfuncs[op], on)
}
