package object

// This file ties the slots of operators to their dunder methods.

func numberSlotDefs() []*slotDef {
	var defs []*slotDef
	for op := Add; op < numBinary; op++ {
		stem := binaryNames[op]
		defs = append(defs,
			binarySlotDef("__"+stem+"__", func(s *Slots) *binaryFunc { return &s.Binary[op] }, false),
			binarySlotDef("__r"+stem+"__", func(s *Slots) *binaryFunc { return &s.Reflected[op] }, true))
		if op != DivMod {
			defs = append(defs, binarySlotDef("__i"+stem+"__", func(s *Slots) *binaryFunc { return &s.Inplace[op] }, false))
		}
	}
	for op := Neg; op < numUnary; op++ {
		name := unaryNames[op]
		defs = append(defs, &slotDef{name, "(self, /)",
			func(s *Slots) bool { return s.Unary[op] != nil },
			func(s *Slots) GoFunc { return unaryWrapper(s.Unary[op]) },
			func(s *Slots) { s.Unary[op] = pyConvert(name) },
			func(d, s *Slots) { d.Unary[op] = s.Unary[op] }})
	}
	return defs
}

type binaryFunc = func(t *Thread, a, b Value) (Value, error)

// binarySlotDef ties one binary slot; the reflected ones get their operands in
// the order in which they stand in the expression, so self is the second.
func binarySlotDef(name string, slot func(*Slots) *binaryFunc, reflected bool) *slotDef {
	sig := "(self, value, /)"
	if name == "__pow__" || name == "__rpow__" {
		sig = "(self, value, mod=None, /)"
	}
	return &slotDef{name, sig,
		func(s *Slots) bool { return *slot(s) != nil },
		func(s *Slots) GoFunc {
			fn := *slot(s)
			return func(t *Thread, a []Value) (Value, error) {
				if len(a) == 3 && !a[2].IsNone() {
					v, err := powModInt(t, a[0], a[1], a[2])
					if err != nil && Catch(err, TypeError) && !IsInteger(a[1]) {
						return NotImplemented, nil
					}
					return v, err
				}
				x, y := a[0], a[1]
				if reflected {
					x, y = y, x
				}
				v, err := fn(t, x, y)
				if err == nil && v == NotImplemented && isSequence(a[0]) {
					return v, refusal(name, a[0], a[1])
				}
				return v, err
			}
		},
		func(s *Slots) {
			*slot(s) = func(t *Thread, a, b Value) (Value, error) {
				if reflected {
					a, b = b, a
				}
				return pySlot(t, a, name, b)
			}
		},
		func(d, s *Slots) { *slot(d) = *slot(s) }}
}

// refusal is the error of a sequence's own operator method, which in CPython does
// not answer NotImplemented; nil for the others.
func refusal(name string, a, b Value) error {
	switch name {
	case "__add__":
		return Unsupported("+", Add, a, b)
	case "__mul__", "__rmul__", "__imul__":
		return Raise(TypeError, "'%s' object cannot be interpreted as an integer", TypeName(b))
	}
	return nil
}
