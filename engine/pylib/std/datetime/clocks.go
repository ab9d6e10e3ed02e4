package datetime

import (
	"time"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// This file is the clocks of module time, by the names of their functions and by number.

// clock is one of them; several names may be of the same one.
type clock struct {
	name, constant string
	number         int
	now            func(*object.Thread) time.Duration
}

const (
	clockResolution = 1e-9
	errnoInvalid    = 22
	errnoPermission = 1
)

// addClocks gives module m the functions of clocks.
func addClocks(m *object.Module, clocks []clock) {
	for _, c := range clocks {
		m.Dict.Set(c.constant, object.Int(int64(c.number)))
		m.AddFuncs(
			object.Def(c.name+"()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
				return object.Float(float64(c.now(t)) / 1e9), nil
			}, "Seconds, as a float."),
			object.Def(c.name+"_ns()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
				return object.Int(int64(c.now(t))), nil
			}, "Nanoseconds, as an int."),
		)
	}
	byNumber := func(fn func(t *object.Thread, c clock) (object.Value, error)) object.GoFunc {
		return func(t *object.Thread, a []object.Value) (object.Value, error) {
			n, err := object.IndexInt(t, a[0])
			if err != nil {
				return object.Value{}, err
			}
			for _, c := range clocks {
				if c.number == n {
					return fn(t, c)
				}
			}
			return object.Value{}, object.NewOSError(errnoInvalid, "")
		}
	}
	m.AddFuncs(
		object.Def("clock_gettime(clk_id, /)", byNumber(func(t *object.Thread, c clock) (object.Value, error) {
			return object.Float(float64(c.now(t)) / 1e9), nil
		}), "The time of a clock in seconds."),
		object.Def("clock_gettime_ns(clk_id, /)", byNumber(func(t *object.Thread, c clock) (object.Value, error) {
			return object.Int(int64(c.now(t))), nil
		}), "The time of a clock in nanoseconds."),
		object.Def("clock_getres(clk_id, /)", byNumber(func(*object.Thread, clock) (object.Value, error) {
			return object.Float(clockResolution), nil
		}), "What a clock can tell apart, in seconds."),
		object.Def("clock_settime(clk_id, time, /)", byNumber(func(_ *object.Thread, c clock) (object.Value, error) {
			if c.name == "time" {
				return object.Value{}, object.NewOSError(errnoPermission, "")
			}
			return object.Value{}, object.NewOSError(errnoInvalid, "")
		}), "Refused: the clocks are the computer's."),
		object.Def("get_clock_info(name, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			name, ok := object.AsStr(a[0])
			if !ok {
				return object.Value{}, object.Raise(object.TypeError, "get_clock_info() argument 1 must be str, not %s", object.TypeName(a[0]))
			}
			for _, c := range clocks {
				if c.name == name {
					return c.info(), nil
				}
			}
			return object.Value{}, object.Raise(object.ValueError, "unknown clock")
		}, "What is known of a clock."),
	)
}

func (c clock) info() object.Value {
	return binding.NewNamespace(map[string]object.Value{
		"implementation": object.NewStr("clock_gettime(" + c.constant + ")"),
		"monotonic":      object.Bool(c.name != "time"),
		"adjustable":     object.Bool(c.name == "time"),
		"resolution":     object.Float(clockResolution),
	})
}
