package decimal

import (
	"math"
	"math/big"
	"strconv"

	"gputour/engine/object"
)

// decimalClass is the base of Python's Decimal: its data, operators and what is hot.
var decimalClass = object.NewBuiltin("_decimal.Number")

func init() {
	slots := object.Slots{
		Repr: func(t *object.Thread, v object.Value) (string, error) {
			text, err := decimalText(t, v)
			return "Decimal('" + text + "')", err
		},
		Str: decimalText, Hash: decimalHash, Compare: decimalRichCompare,
		Bool:  func(_ *object.Thread, v object.Value) (bool, error) { return !decimalOf(v).isZero(), nil },
		Int:   decimalInt,
		Float: decimalFloat,
	}
	for op, do := range map[object.BinaryOp]struct {
		all   decimalOperation
		short shortOperation
	}{object.Add: {decimalAdd, shortAdd}, object.Sub: {decimalSub, shortSub}, object.Mul: {decimalMul, shortMul},
		object.TrueDiv: {decimalDiv, shortDiv}, object.FloorDiv: {decimalFloorDiv, nil}, object.Mod: {decimalMod, nil}} {
		slots.Binary[op] = func(t *object.Thread, a, b object.Value) (object.Value, error) {
			return decimalBinary(t, a, b, do.all, do.short)
		}
		slots.Reflected[op] = slots.Binary[op]
	}
	slots.Binary[object.DivMod] = decimalDivMod
	slots.Reflected[object.DivMod] = decimalDivMod
	slots.Unary[object.Neg] = decimalUnary(func(d *decimal, c *decimalContext) *decimal {
		if d.isZero() && c.rounding != roundFloor {
			return d.magnitude()
		}
		return d.negated()
	})
	slots.Unary[object.Pos] = decimalUnary(func(d *decimal, c *decimalContext) *decimal {
		if d.isZero() && c.rounding != roundFloor {
			return d.magnitude()
		}
		return d
	})
	slots.Unary[object.Abs] = decimalUnary(func(d *decimal, _ *decimalContext) *decimal { return d.magnitude() })
	decimalClass.Define(object.Spec{
		Signature: "Decimal(value='0', context=None)",
		Make:      makeDecimal,
		Slots:     slots,
		Methods:   decimalMethods(),
		Props: []object.Prop{
			{Name: "_sign", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				if decimalOf(v).neg {
					return object.Int(1), nil
				}
				return object.Int(0), nil
			}},
			{Name: "_int", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.NewBig(decimalOf(v).coef), nil
			}},
			{Name: "_exp", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return object.Int(decimalOf(v).exp), nil }},
			{Name: "_special", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.NewStr(kindLetters[decimalOf(v).kind]), nil
			}},
		},
		StaticMethods: []object.Method{{Sig: "_of(sign, coefficient, exponent, special='', /)", Fn: decimalFromParts, Doc: "A number of its parts."},
			{Sig: "_from_float(f, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				f, err := object.ToFloat(t, a[0])
				if err != nil {
					return object.Value{}, err
				}
				return newDecimal(t, decimalFromFloat(f)), nil
			}, Doc: "A float exactly."}},
	})
}

func decimalMethods() []object.Method {
	is := func(sig string, test func(d *decimal) bool) object.Method {
		return object.Method{Sig: sig + "(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.Bool(test(decimalOf(a[0]))), nil
		}}
	}
	made := func(sig string, make func(d *decimal) *decimal) object.Method {
		return object.Method{Sig: sig + "(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			return newDecimal(t, make(decimalOf(a[0]))), nil
		}}
	}
	within := func(name string, do decimalOperation) object.Method {
		return object.Method{Sig: name + "(self, other, context=None, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			c, err := decimalContextOf(t, a[2])
			if err != nil {
				return object.Value{}, err
			}
			return decimalResult(t, c, decimalOf(a[0]), decimalOf(a[1]), do)
		}}
	}
	return []object.Method{
		is("is_nan", (*decimal).isNaN), is("is_zero", (*decimal).isZero),
		is("is_qnan", func(d *decimal) bool { return d.kind == quietNaN }), is("is_snan", func(d *decimal) bool { return d.kind == signalingNaN }),
		is("is_infinite", func(d *decimal) bool { return d.kind == infiniteDecimal }),
		is("is_finite", func(d *decimal) bool { return d.kind == finiteDecimal }), is("is_signed", func(d *decimal) bool { return d.neg }),
		made("copy_abs", (*decimal).magnitude), made("copy_negate", (*decimal).negated), made("_negated", (*decimal).negated),
		within("_add", decimalAdd), within("_mul", decimalMul), within("_div", decimalDiv),
		within("_quotient", decimalFloorDiv), within("_remainder", decimalMod),
		{Sig: "_short_power(self, other, /)", Fn: decimalShortPower},
		{Sig: "adjusted(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			if d := decimalOf(a[0]); d.kind == finiteDecimal {
				return object.Int(d.adjusted()), nil
			}
			return object.Int(0), nil
		}, Doc: "Return the adjusted exponent of the number."},
		{Sig: "_fix(self, context=None, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			c, err := decimalContextOf(t, a[1])
			if err != nil {
				return object.Value{}, err
			}
			d, met, err := decimalOf(a[0]).fixed(t, c)
			return decimalFinish(t, c, d, met, err)
		}, Doc: "The number in a context's precision and range."},
		{Sig: "_rescale(self, exponent, rounding, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			r, err := roundingOf(a[2])
			if err != nil {
				return object.Value{}, err
			}
			exp, err := object.IndexInt(t, a[1])
			if err != nil {
				return object.Value{}, err
			}
			d, _, err := decimalOf(a[0]).rescaled(t, int64(exp), r)
			return decimalFinish(t, nil, d, 0, err)
		}, Doc: "The number with another exponent."},
		{Sig: "quantize(self, exp, rounding=None, context=None)", Fn: decimalQuantize,
			Doc: "Return a value equal to the first operand after rounding and having the exponent of the second operand."},
		{Sig: "_compare(self, other, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			order, err := decimalCompare(t, decimalOf(a[0]), decimalOf(a[1]))
			return object.Int(int64(order)), err
		}, Doc: "-1, 0 or 1; neither is NaN."},
		{Sig: "_signed(self, exponent, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			exp, err := object.IndexInt(t, a[1])
			if err != nil {
				return object.Value{}, err
			}
			d := decimalOf(a[0])
			n, err := scaled(t, d.signed(), d.exp-int64(exp))
			if err != nil {
				return object.Value{}, err
			}
			return object.NewBig(n), nil
		}, Doc: "The coefficient for a smaller exponent, with the sign."},
		{Sig: "_special_operand(self, other, context=None, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			c, err := decimalContextOf(t, a[2])
			if err != nil {
				return object.Value{}, err
			}
			d, met := nanOf(decimalOf(a[0]), decimalOf(a[1]), c)
			if d == nil {
				return object.None, nil
			}
			return decimalFinish(t, c, d, met, nil)
		}, Doc: "The NaN that an operation on NaNs gives; None when neither is one."},
	}
}

func decimalOf(v object.Value) *decimal { d, _ := v.Object().(*decimal); return d }

// newDecimal is d as a Decimal; one that is an object of this class already stays itself.
func newDecimal(t *object.Thread, d *decimal) object.Value {
	class := decimalKey.Get(t.Session).class
	switch d.Class() {
	case class:
		return object.Of(d)
	case nil:
		return object.Adopt(d, class)
	}
	return object.Adopt(&decimal{neg: d.neg, kind: d.kind, coef: d.coef, exp: d.exp}, class)
}

// decimalFinish raises what an operation has met, or else gives its result.
func decimalFinish(t *object.Thread, c *decimalContext, d *decimal, met decimalStatus, err error) (object.Value, error) {
	if err == nil && met != 0 {
		err = c.raise(t, met)
	}
	if err != nil {
		return object.Value{}, err
	}
	return newDecimal(t, d), nil
}

func decimalResult(t *object.Thread, c *decimalContext, a, b *decimal, do decimalOperation) (object.Value, error) {
	if a == nil || b == nil {
		return object.Value{}, object.Raise(object.TypeError, "operand is no Decimal")
	}
	d, met, err := do(t, a, b, c)
	return decimalFinish(t, c, d, met, err)
}

// decimalOperand converts an operand of an operator; nil for what is no number of this kind.
func decimalOperand(v object.Value) *decimal {
	if d := decimalOf(v); d != nil {
		return d
	}
	if object.IsInteger(v) {
		return decimalFromInt(object.BigOf(v))
	}
	return nil
}

func decimalFromInt(n *big.Int) *decimal {
	d := &decimal{neg: n.Sign() < 0, coef: n}
	if d.neg {
		d.coef = new(big.Int).Neg(n)
	}
	return d
}

func decimalBinary(t *object.Thread, a, b object.Value, do decimalOperation, quick shortOperation) (object.Value, error) {
	c, err := decimalContextOf(t, object.None)
	if err != nil {
		return object.Value{}, err
	}
	if quick != nil {
		if x, ok := shortOperand(a); ok {
			if y, ok := shortOperand(b); ok {
				if s, met, ok := quick(x, y, c); ok {
					return decimalFinish(t, c, s.decimal(), met, nil)
				}
			}
		}
	}
	x, y := decimalOperand(a), decimalOperand(b)
	if x == nil || y == nil {
		return object.NotImplemented, nil
	}
	return decimalResult(t, c, x, y, do)
}

// decimalShortPower is a power that needs no big integers, or None.
func decimalShortPower(t *object.Thread, a []object.Value) (object.Value, error) {
	c, err := decimalContextOf(t, object.None)
	if err != nil {
		return object.Value{}, err
	}
	x, ok := shortOperand(a[0])
	y, also := shortOperand(a[1])
	if !ok || !also {
		return object.None, nil
	}
	s, met, ok := shortPow(x, y, c)
	if !ok {
		return object.None, nil
	}
	return decimalFinish(t, c, s.decimal(), met, nil)
}

func decimalDivMod(t *object.Thread, a, b object.Value) (object.Value, error) {
	x, y := decimalOperand(a), decimalOperand(b)
	if x == nil || y == nil {
		return object.NotImplemented, nil
	}
	c, err := decimalContextOf(t, object.None)
	if err != nil {
		return object.Value{}, err
	}
	q, met, err := decimalFloorDiv(t, x, y, c)
	if err != nil {
		return object.Value{}, err
	}
	r, more, err := decimalMod(t, x, y, c)
	if err == nil {
		err = c.raise(t, met|more)
	}
	if err != nil {
		return object.Value{}, err
	}
	return object.NewTuple(newDecimal(t, q), newDecimal(t, r)), nil
}

func decimalUnary(do func(d *decimal, c *decimalContext) *decimal) func(*object.Thread, object.Value) (object.Value, error) {
	return func(t *object.Thread, v object.Value) (object.Value, error) {
		c, err := decimalContextOf(t, object.None)
		if err != nil {
			return object.Value{}, err
		}
		d := decimalOf(v)
		if res, met := nanOf(d, nil, c); res != nil {
			return decimalFinish(t, c, res, met, nil)
		}
		res, met, err := do(d, c).fixed(t, c)
		return decimalFinish(t, c, res, met, err)
	}
}

// makeDecimal is Decimal(value, context): exact, whatever the precision.
func makeDecimal(t *object.Thread, class *object.Class, a []object.Value) (object.Value, error) {
	c, err := decimalContextOf(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	d, met, err := readDecimal(t, class, a[0])
	if err == nil {
		err = c.raise(t, met)
	}
	if err != nil {
		return object.Value{}, err
	}
	if d.Class() != nil {
		if d.Class() == class && class == decimalKey.Get(t.Session).class {
			return object.Of(d), nil
		}
		d = &decimal{neg: d.neg, kind: d.kind, coef: d.coef, exp: d.exp}
	}
	return object.Adopt(d, class), nil
}

func readDecimal(t *object.Thread, class *object.Class, v object.Value) (*decimal, decimalStatus, error) {
	switch {
	case v.IsFloat():
		return decimalFromFloat(v.Float64()), floatOperation, nil
	case object.IsInteger(v):
		return decimalFromInt(object.BigOf(v)), 0, nil
	}
	if d := decimalOf(v); d != nil {
		return d, 0, nil
	}
	if text, ok := object.AsStr(v); ok {
		d, ok, err := parseDecimal(t, text)
		switch {
		case err != nil:
			return nil, 0, err
		case !ok:
			return notANumber(), conversionSyntax, nil
		case d.coef.Sign() != 0 && d.kind == finiteDecimal && (d.adjusted() > maxDecimal || d.exp < -2*maxDecimal):
			return notANumber(), invalidOperation, nil
		}
		return d, 0, nil
	}
	if f, ok := object.AsFloat(v); ok {
		return decimalFromFloat(f), floatOperation, nil
	}
	parts, err := object.CallAttr(t, class.Value(), "_tuple_parts", v)
	if err != nil {
		return nil, 0, err
	}
	row, err := object.Unpack(t, parts, 4)
	if err != nil {
		return nil, 0, err
	}
	d, err := decimalParts(t, row)
	return d, 0, err
}

// decimalParts makes a number of its sign, coefficient, exponent and kind.
func decimalParts(t *object.Thread, a []object.Value) (*decimal, error) {
	sign, err := object.IndexInt(t, a[0])
	if err != nil {
		return nil, err
	}
	letter, _ := object.AsStr(a[3])
	d := &decimal{neg: sign != 0, coef: object.BigOf(a[1])}
	for kind, name := range kindLetters {
		if name == letter {
			d.kind = decimalKind(kind)
		}
	}
	exp := object.BigOf(a[2])
	if d.exp = exp.Int64(); !exp.IsInt64() || d.exp > 4e18 || d.exp < -4e18 {
		d.exp = clampExponent(float64(exp.Sign()) * math.Inf(1))
	}
	return d, nil
}

func decimalFromParts(t *object.Thread, a []object.Value) (object.Value, error) {
	d, err := decimalParts(t, a)
	if err != nil {
		return object.Value{}, err
	}
	return newDecimal(t, d), nil
}

func decimalText(t *object.Thread, v object.Value) (string, error) {
	c, err := decimalContextOf(t, object.None)
	if err != nil {
		return "", err
	}
	d := decimalOf(v)
	if err := chargeDigits(t, int64(d.coef.BitLen())/3); err != nil {
		return "", err
	}
	return d.text(c.capitals == 1), nil
}

func decimalInt(t *object.Thread, v object.Value) (object.Value, error) {
	d := decimalOf(v)
	switch {
	case d.kind == infiniteDecimal:
		return object.Value{}, object.Raise(object.OverflowError, "cannot convert Infinity to integer")
	case d.isNaN():
		return object.Value{}, object.Raise(object.ValueError, "cannot convert NaN to integer")
	}
	whole, _, err := d.rescaled(t, 0, roundDown)
	if err != nil {
		return object.Value{}, err
	}
	return object.NewBig(new(big.Int).Set(whole.signed())), nil
}

func decimalFloat(_ *object.Thread, v object.Value) (object.Value, error) {
	d := decimalOf(v)
	switch d.kind {
	case infiniteDecimal:
		return object.Float(math.Inf(1 - 2*btoi(d.neg))), nil
	case quietNaN:
		return object.Float(math.Copysign(math.NaN(), float64(1-2*btoi(d.neg)))), nil
	case signalingNaN:
		return object.Value{}, object.Raise(object.ValueError, "cannot convert signaling NaN to float")
	}
	f, _ := strconv.ParseFloat(d.signed().String()+"e"+strconv.FormatInt(d.exp, 10), 64)
	if f == 0 && d.neg {
		f = math.Copysign(0, -1)
	}
	return object.Float(f), nil
}

func decimalQuantize(t *object.Thread, a []object.Value) (object.Value, error) {
	c, err := decimalContextOf(t, a[3])
	if err != nil {
		return object.Value{}, err
	}
	rounding := c.rounding
	if !a[2].IsNone() {
		if rounding, err = roundingOf(a[2]); err != nil {
			return object.Value{}, err
		}
	}
	like := decimalOperand(a[1])
	if like == nil {
		return object.Value{}, object.Raise(object.TypeError, "conversion from %s to Decimal is not supported", object.TypeName(a[1]))
	}
	if x, ok := decimalOf(a[0]).short(); ok && like.kind == finiteDecimal {
		if s, met, ok := x.quantized(like.exp, c, rounding); ok {
			return decimalFinish(t, c, s.decimal(), met, nil)
		}
	}
	d, met, err := decimalOf(a[0]).quantized(t, like, c, rounding)
	return decimalFinish(t, c, d, met, err)
}
