package interp

import (
	"gputour/engine/compile"
	"gputour/engine/object"
)

// This file tells objects with memory worth giving back that their only use is over: the
// intermediate results of an expression, and a result that nobody uses. RATIONALE.md says
// how that is known.

// makes reports operands whose operators give a new object or one of the operands.
func makes(a, b object.Value) bool {
	switch {
	case a.Class().Makes:
		return b.Class().Makes || b.IsInt() || b.IsFloat()
	case b.Class().Makes:
		return a.IsInt() || a.IsFloat()
	}
	return false
}

// disown is for operands of an operator that may do anything with them.
func disown(a, b object.Value) {
	for _, v := range [...]object.Value{a, b} {
		if o, ok := v.Object().(object.Temporary); ok {
			o.Disown()
		}
	}
}

// end is called with the operands and the result of an operator for which makes holds.
func end(ends uint8, a, b, v object.Value) {
	if ends&compile.EndsLeft != 0 {
		endOf(a, v)
	}
	if ends&compile.EndsRight != 0 {
		endOf(b, v)
	}
	if v != a && v != b {
		made(ends, v)
	}
}

func endOf(operand, result object.Value) {
	if o, ok := operand.Object().(object.Temporary); ok && operand != result {
		o.End(result)
	}
}

// made is called with a new object, or with what a function that Makes has returned.
func made(ends uint8, v object.Value) {
	if ends&(compile.EndsResult|compile.Passes) == 0 {
		return
	}
	if o, ok := v.Object().(object.Temporary); ok {
		o.Own()
		if ends&compile.EndsResult != 0 {
			o.End(object.Value{})
		}
	}
}
