package binding

import (
	"math"

	"gputour/engine/object"
)

// This file is how arguments are read.

// Keywords turns a dict with string keys into keyword arguments.
func Keywords(d *object.Dict) []object.Keyword {
	list := make([]object.Keyword, 0, d.Len())
	for k, v := range d.All() {
		name, _ := object.AsStr(k)
		list = append(list, object.Keyword{Name: name, Value: v})
	}
	return list
}

// Real converts an argument to a float64, by __float__ or __index__ where it is no number.
func Real(t *object.Thread, v object.Value) (float64, error) {
	switch {
	case v.IsFloat():
		return v.Float64(), nil
	case v.IsInt() || v.IsBool():
		return float64(v.SmallInt()), nil
	}
	return object.ToFloat(t, v)
}

// Seconds reads seconds.
func Seconds(t *object.Thread, v object.Value) (float64, error) {
	if v.IsFloat() {
		if math.IsNaN(v.Float64()) {
			return 0, object.Raise(object.ValueError, "Invalid value NaN (not a number)")
		}
		return v.Float64(), nil
	}
	n, err := object.Index(t, v)
	if err != nil {
		return 0, err
	}
	return Real(t, n)
}
