package decimal

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"gputour/engine/object"
	"gputour/engine/pylib/std/fiber"
)

// decimalContext is what the arithmetic depends on: precision, rounding, the range of
// exponents, and the signals that are noted or raise. Python's Context is a subclass.
type decimalContext struct {
	object.Head
	prec, emin, emax int64
	rounding         decimalRounding
	capitals, clamp  int64
	flags, traps     object.Value // dicts: signal → bool
	syntax           bool         // flags[InvalidOperation] stems from a text that is no number
}

// etiny is the least exponent that a subnormal number may have, etop the largest of one
// with all its digits.
func (c *decimalContext) etiny() int64 { return c.emin - c.prec + 1 }
func (c *decimalContext) etop() int64  { return c.emax - c.prec + 1 }

// decimalRounding is a way to round, named by roundingNames.
type decimalRounding uint8

const (
	roundCeiling decimalRounding = iota
	roundFloor
	roundUp
	roundDown
	roundHalfUp
	roundHalfDown
	roundHalfEven
	round05Up
)

var roundingNames = []string{"ROUND_CEILING", "ROUND_FLOOR", "ROUND_UP", "ROUND_DOWN", "ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN", "ROUND_05UP"}

func roundingOf(v object.Value) (decimalRounding, error) {
	text, _ := object.AsStr(v)
	for i, name := range roundingNames {
		if text == name {
			return decimalRounding(i), nil
		}
	}
	return 0, object.Raise(object.TypeError, "valid values for rounding are:\n  [%s,\n   %s,\n   %s]", strings.Join(roundingNames[:4], ", "), strings.Join(roundingNames[4:7], ", "), roundingNames[7])
}

// decimalStatus is a set of conditions that an operation has met.
type decimalStatus uint16

// The signals, in the order in which the first that is trapped is raised.
const (
	invalidOperation decimalStatus = 1 << iota
	floatOperation
	divisionByZero
	decimalOverflow
	decimalUnderflow
	decimalSubnormal
	decimalInexact
	decimalRounded
	decimalClamped
	numSignals = iota
)

// The conditions that are kinds of invalidOperation, and that its errors name.
const (
	conversionSyntax decimalStatus = 1 << (numSignals + iota)
	divisionImpossible
	divisionUndefined
	invalidContext
	numConditions = iota
)

// decimalState is what a session's module decimal has told this one.
type decimalState struct {
	class     *object.Class  // Decimal
	tables    *object.Class  // SignalDict: of flags and traps
	signals   []object.Value // the exceptions by bit, conditions behind signals
	templates []object.Value // DefaultContext, which a thread's own context begins as, and others that are copied when they are set
	rest      big.Int        // of the division that is being made
}

var decimalKey = object.NewKey(func(*object.Session) *decimalState { return &decimalState{} })

// raise notes the conditions in c, and raises the first whose signal is trapped.
func (c *decimalContext) raise(t *object.Thread, met decimalStatus) error {
	if met == 0 {
		return nil
	}
	d := decimalKey.Get(t.Session)
	if met >= 1<<numSignals {
		met |= invalidOperation
		c.syntax = c.syntax || met&conversionSyntax != 0
	}
	var first object.Value
	var list []object.Value
	for i := range numSignals {
		if met&(1<<i) == 0 {
			continue
		}
		signal := d.signals[i]
		if flag, trap := d.place(c.flags, i, signal), d.place(c.traps, i, signal); flag != nil && trap != nil && *trap == object.False {
			*flag = object.True
			continue
		}
		if err := object.SetItem(t, c.flags, signal, object.True); err != nil {
			return err
		}
		trapped, err := object.GetItem(t, c.traps, signal)
		if err != nil {
			return err
		}
		if yes, err := object.ToBool(t, trapped); !yes || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		if first.IsNil() {
			first = signal
		}
		list = append(list, d.named(signal, i, met)...)
	}
	if first.IsNil() {
		return nil
	}
	return object.NewException(first.Object().(*object.Class), object.NewList(list))
}

// place is where a table has what it says of a signal.
func (d *decimalState) place(table object.Value, i int, signal object.Value) *object.Value {
	if places, ok := table.Object().(*object.Dict); ok && table.Class() == d.tables {
		return places.Place(i, signal)
	}
	return nil
}

// named is how an error names a signal: invalidOperation by the conditions that were met.
func (d *decimalState) named(signal object.Value, bit int, met decimalStatus) []object.Value {
	if bit != 0 || met < 1<<numSignals {
		return []object.Value{signal}
	}
	var list []object.Value
	for i := range numConditions {
		if met&(1<<(numSignals+i)) != 0 {
			list = append(list, d.signals[numSignals+i])
		}
	}
	return list
}

// decimalContextOf is the context in an argument, or the current one for None.
func decimalContextOf(t *object.Thread, v object.Value) (*decimalContext, error) {
	if v.IsNil() || v.IsNone() {
		var err error
		if v, err = currentDecimalContext(t); err != nil {
			return nil, err
		}
	}
	c, ok := v.Object().(*decimalContext)
	if !ok {
		return nil, object.Raise(object.TypeError, "optional argument must be a context")
	}
	return c, nil
}

// currentDecimalContext is the running thread's context.
func currentDecimalContext(t *object.Thread) (object.Value, error) {
	f := fiber.Of(t).Running
	if !f.Decimal.IsNil() {
		return f.Decimal, nil
	}
	made, _, err := object.CallMethod(t, decimalKey.Get(t.Session).templates[0], "copy")
	if err == nil {
		f.Decimal = made
	}
	return made, err
}

// contextArgument is an argument that must be a context.
func contextArgument(v object.Value) (object.Value, error) {
	if _, ok := v.Object().(*decimalContext); !ok {
		return object.Value{}, object.Raise(object.TypeError, "argument must be a context")
	}
	return v, nil
}

const maxDecimal = 999999999999999999 // of precision and exponents

var decimalContextClass = object.NewBuiltin("_decimal.Settings").Define(object.Spec{
	OwnLayout: true,
	Slots: object.Slots{New: func(_ *object.Thread, c *object.Class, _ object.Args) (object.Value, error) {
		return object.Adopt(&decimalContext{prec: 28, capitals: 1, emin: -999999, emax: 999999, rounding: roundHalfEven, flags: object.None, traps: object.None}, c), nil
	}},
	Props: []object.Prop{
		contextNumber("prec", 1, maxDecimal, "valid range for prec is [1, MAX_PREC]", func(c *decimalContext) *int64 { return &c.prec }),
		contextNumber("Emin", -maxDecimal, 0, "valid range for Emin is [MIN_EMIN, 0]", func(c *decimalContext) *int64 { return &c.emin }),
		contextNumber("Emax", 0, maxDecimal, "valid range for Emax is [0, MAX_EMAX]", func(c *decimalContext) *int64 { return &c.emax }),
		contextNumber("capitals", 0, 1, "valid values for capitals are [0, 1]", func(c *decimalContext) *int64 { return &c.capitals }),
		contextNumber("clamp", 0, 1, "valid values for clamp are [0, 1]", func(c *decimalContext) *int64 { return &c.clamp }),
		{Name: "rounding", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.NewStr(roundingNames[v.Object().(*decimalContext).rounding]), nil
		}, Set: func(_ *object.Thread, v, x object.Value) error {
			if x.IsNil() {
				return errDeleted()
			}
			r, err := roundingOf(x)
			if err == nil {
				v.Object().(*decimalContext).rounding = r
			}
			return err
		}},
		contextTable("flags", func(c *decimalContext) *object.Value { return &c.flags }),
		contextTable("traps", func(c *decimalContext) *object.Value { return &c.traps }),
		{Name: "_syntax", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Bool(v.Object().(*decimalContext).syntax), nil
		}, Set: func(t *object.Thread, v, x object.Value) (err error) {
			if x.IsNil() {
				return errDeleted()
			}
			v.Object().(*decimalContext).syntax, err = object.ToBool(t, x)
			return err
		}},
	},
})

func errDeleted() error {
	return object.Raise(object.AttributeError, "context attributes cannot be deleted")
}

func contextNumber(name string, low, high int64, message string, field func(*decimalContext) *int64) object.Prop {
	return object.Prop{Name: name, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return object.Int(*field(v.Object().(*decimalContext))), nil
	}, Set: func(_ *object.Thread, v, x object.Value) error {
		if x.IsNil() {
			return errDeleted()
		}
		if !object.IsInteger(x) {
			return object.Raise(object.TypeError, "'%s' object cannot be interpreted as an integer", object.TypeName(x))
		}
		n, ok := object.AsInt(x)
		if !ok || n < low || n > high {
			return object.Raise(object.ValueError, "%s", message)
		}
		*field(v.Object().(*decimalContext)) = n
		return nil
	}}
}

func contextTable(name string, field func(*decimalContext) *object.Value) object.Prop {
	return object.Prop{Name: name, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return *field(v.Object().(*decimalContext)), nil
	}, Set: func(t *object.Thread, v, x object.Value) error {
		if x.IsNil() {
			return errDeleted()
		}
		table, err := object.Call(t, decimalKey.Get(t.Session).tables.Value(), x)
		if err == nil {
			*field(v.Object().(*decimalContext)) = table
		}
		return err
	}}
}

func Init(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_decimal", "The parts of decimal that are hot.")
	m.Dict.Set("Number", decimalClass.Value())
	m.Dict.Set("Settings", decimalContextClass.Value())
	m.AddFuncs(
		object.Def("_begin(cls, signals, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			signals, err := object.Collect(t, a[1])
			if err != nil {
				return object.Value{}, err
			}
			if len(signals) != numSignals+numConditions {
				return object.Value{}, fmt.Errorf("decimal: %d signals", len(signals))
			}
			d := decimalKey.Get(t.Session)
			d.class, d.signals = a[0].Object().(*object.Class), signals
			return object.None, nil
		}, "Tells the class of results and the exceptions."),
		object.Def("getcontext()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			return currentDecimalContext(t)
		}, "Get the current default context."),
		object.Def("setcontext(context, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			c, err := contextArgument(a[0])
			if err == nil && slices.ContainsFunc(decimalKey.Get(t.Session).templates, func(v object.Value) bool { return object.Is(v, c) }) {
				c, _, err = object.CallMethod(t, c, "copy")
			}
			if err == nil {
				fiber.Of(t).Running.Decimal = c
			}
			return object.None, err
		}, "Set a new default context."),
		object.Def("_settemplates(*contexts)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			list, err := object.Collect(t, a[0])
			decimalKey.Get(t.Session).templates = list
			return object.None, err
		}, "Tells what the context of a new thread begins as, and which others are copied."),
		object.Def("_settables(cls, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			decimalKey.Get(t.Session).tables = a[0].Object().(*object.Class)
			return object.None, nil
		}, "Tells the class of flags and traps."),
	)
	return m, nil
}

// clampExponent keeps an exponent that no arithmetic reaches within what sums of two can hold.
func clampExponent(e float64) int64 { return int64(math.Max(-4e18, math.Min(4e18, e))) }
