package decimal

import (
	"math/big"

	"gputour/engine/object"
)

// This file adds, multiplies, divides and compares. Each operation gives its result and
// the conditions that it has met; nothing is raised here.

type decimalOperation func(t *object.Thread, a, b *decimal, c *decimalContext) (*decimal, decimalStatus, error)

// nanOf is what an operation on NaNs gives: the first that signals, made quiet, else the
// first; nil if neither is one. b may be nil.
func nanOf(a, b *decimal, c *decimalContext) (*decimal, decimalStatus) {
	if a.kind < quietNaN && (b == nil || b.kind < quietNaN) {
		return nil, 0
	}
	for _, kind := range []decimalKind{signalingNaN, quietNaN} {
		for _, d := range []*decimal{a, b} {
			if d == nil || d.kind != kind {
				continue
			}
			if kind == quietNaN {
				return d.trimmedNaN(c), 0
			}
			quiet := &decimal{neg: d.neg, kind: quietNaN, coef: d.coef}
			return quiet.trimmedNaN(c), invalidOperation
		}
	}
	return nil, 0
}

// signed is the coefficient with its sign.
func (d *decimal) signed() *big.Int {
	if d.neg {
		return new(big.Int).Neg(d.coef)
	}
	return d.coef
}

func decimalAdd(t *object.Thread, a, b *decimal, c *decimalContext) (*decimal, decimalStatus, error) {
	if a.kind != finiteDecimal || b.kind != finiteDecimal {
		return addSpecial(a, b, c)
	}
	exp := min(a.exp, b.exp)
	zeroNeg := c.rounding == roundFloor && a.neg != b.neg || a.neg && b.neg
	switch {
	case a.isZero() && b.isZero():
		return zeroDecimal(zeroNeg, exp).fixed(t, c)
	case a.isZero(), b.isZero():
		some := a
		if a.isZero() {
			some = b
		}
		res, _, err := some.rescaled(t, max(exp, some.exp-c.prec-1), c.rounding)
		if err != nil {
			return nil, 0, err
		}
		return res.fixed(t, c)
	}
	x, y := a, b
	if a.exp != b.exp {
		var err error
		if x, y, err = aligned(t, a, b, c.prec); err != nil {
			return nil, 0, err
		}
	}
	res := result(x.neg, x.exp)
	if x.neg == y.neg {
		res.coef.Add(x.coef, y.coef)
		return res.fixed(t, c)
	}
	switch res.coef.Sub(x.coef, y.coef); res.coef.Sign() {
	case 0:
		return zeroDecimal(zeroNeg, exp).fixed(t, c)
	case -1:
		res.neg = y.neg
		res.coef.Abs(res.coef)
	}
	return res.fixed(t, c)
}

func addSpecial(a, b *decimal, c *decimalContext) (*decimal, decimalStatus, error) {
	if res, met := nanOf(a, b, c); res != nil {
		return res, met, nil
	}
	if a.kind == b.kind && a.neg != b.neg {
		return notANumber(), invalidOperation, nil
	}
	if a.kind == infiniteDecimal {
		return a, 0, nil
	}
	return b, 0, nil
}

// aligned gives two numbers, neither zero, one exponent. One too small to matter becomes
// the least that still makes the sum inexact.
func aligned(t *object.Thread, a, b *decimal, prec int64) (x, y *decimal, err error) {
	large, small := a, b
	if a.exp < b.exp {
		large, small = b, a
	}
	digits := digitCount(large.coef)
	if floor := large.exp + min(-1, digits-prec-2); digitCount(small.coef)+small.exp-1 < floor {
		small = &decimal{neg: small.neg, coef: bigOne, exp: floor}
	}
	wide := result(large.neg, small.exp)
	return wide, small, scale(t, wide.coef, large.coef, large.exp-small.exp)
}

func decimalSub(t *object.Thread, a, b *decimal, c *decimalContext) (*decimal, decimalStatus, error) {
	if b.isNaN() {
		return decimalAdd(t, a, b, c)
	}
	return decimalAdd(t, a, b.negated(), c)
}

func decimalMul(t *object.Thread, a, b *decimal, c *decimalContext) (*decimal, decimalStatus, error) {
	neg := a.neg != b.neg
	if a.kind != finiteDecimal || b.kind != finiteDecimal {
		if res, met := nanOf(a, b, c); res != nil {
			return res, met, nil
		}
		if a.isZero() || b.isZero() {
			return notANumber(), invalidOperation, nil
		}
		return infinity(neg), 0, nil
	}
	if err := chargeDigits(t, int64(a.coef.BitLen()+b.coef.BitLen())/3); err != nil {
		return nil, 0, err
	}
	res := result(neg, a.exp+b.exp)
	res.coef.Mul(a.coef, b.coef)
	return res.fixed(t, c)
}

func decimalDiv(t *object.Thread, a, b *decimal, c *decimalContext) (*decimal, decimalStatus, error) {
	neg := a.neg != b.neg
	if a.kind != finiteDecimal || b.kind != finiteDecimal {
		if res, met := nanOf(a, b, c); res != nil {
			return res, met, nil
		}
		switch {
		case a.kind == b.kind:
			return notANumber(), invalidOperation, nil
		case a.kind == infiniteDecimal:
			return infinity(neg), 0, nil
		}
		return zeroDecimal(neg, c.etiny()), decimalClamped, nil
	}
	if b.isZero() {
		if a.isZero() {
			return notANumber(), divisionUndefined, nil
		}
		return infinity(neg), divisionByZero, nil
	}
	ideal := a.exp - b.exp
	if a.isZero() {
		return zeroDecimal(neg, ideal).fixed(t, c)
	}
	// One digit more than the precision, and a last digit that shows whether there are others.
	shift := digitCount(b.coef) - digitCount(a.coef) + c.prec + 1
	x, err := scaled(t, a.coef, max(shift, 0))
	if err != nil {
		return nil, 0, err
	}
	y, err := scaled(t, b.coef, max(-shift, 0))
	if err != nil {
		return nil, 0, err
	}
	res := result(neg, ideal-shift)
	rest := &decimalKey.Get(t.Session).rest
	res.coef.QuoRem(x, y, rest)
	if rest.Sign() != 0 {
		if new(big.Int).Mod(res.coef, bigFive).Sign() == 0 {
			res.coef.Add(res.coef, bigOne)
		}
	} else {
		res.strip(ideal)
	}
	return res.fixed(t, c)
}

// strip takes zeros off the end of a coefficient that nobody else has, as long as the
// exponent is below ideal.
func (d *decimal) strip(ideal int64) {
	quotient, rest := new(big.Int), new(big.Int)
	for d.exp < ideal {
		quotient.QuoRem(d.coef, bigTen, rest)
		if rest.Sign() != 0 {
			return
		}
		d.coef, quotient = quotient, d.coef
		d.exp++
	}
}

// decimalQuoRem divides two numbers, b not zero and neither a NaN nor a infinite, into a
// whole quotient and a rest of a's sign.
func decimalQuoRem(t *object.Thread, a, b *decimal, c *decimalContext) (q, r *decimal, met decimalStatus, err error) {
	neg := a.neg != b.neg
	ideal := a.exp
	if b.kind == finiteDecimal {
		ideal = min(a.exp, b.exp)
	}
	distance := int64(0)
	if !a.isZero() && b.kind == finiteDecimal {
		distance = a.adjusted() - b.adjusted()
	}
	if a.isZero() || b.kind == infiniteDecimal || distance <= -2 {
		if !a.isZero() {
			ideal = max(ideal, a.exp-c.prec) // more digits would be rounded off
		}
		r, _, err = a.rescaled(t, ideal, c.rounding)
		return zeroDecimal(neg, 0), r, 0, err
	}
	if distance <= c.prec {
		x, err := scaled(t, a.coef, a.exp-ideal)
		if err != nil {
			return nil, nil, 0, err
		}
		y, err := scaled(t, b.coef, b.exp-ideal)
		if err != nil {
			return nil, nil, 0, err
		}
		quotient, rest := new(big.Int).QuoRem(x, y, new(big.Int))
		if digitCount(quotient) <= c.prec {
			return &decimal{neg: neg, coef: quotient}, &decimal{neg: a.neg, coef: rest, exp: ideal}, 0, nil
		}
	}
	return notANumber(), notANumber(), divisionImpossible, nil
}

func decimalFloorDiv(t *object.Thread, a, b *decimal, c *decimalContext) (*decimal, decimalStatus, error) {
	if res, met := nanOf(a, b, c); res != nil {
		return res, met, nil
	}
	neg := a.neg != b.neg
	switch {
	case a.kind == infiniteDecimal && b.kind == infiniteDecimal:
		return notANumber(), invalidOperation, nil
	case a.kind == infiniteDecimal:
		return infinity(neg), 0, nil
	case b.isZero() && a.isZero():
		return notANumber(), divisionUndefined, nil
	case b.isZero():
		return infinity(neg), divisionByZero, nil
	case b.kind == infiniteDecimal:
		return zeroDecimal(neg, 0), 0, nil
	}
	q, _, met, err := decimalQuoRem(t, a, b, c)
	if err != nil || met != 0 {
		return q, met, err
	}
	return q.fixed(t, c)
}

func decimalMod(t *object.Thread, a, b *decimal, c *decimalContext) (*decimal, decimalStatus, error) {
	if res, met := nanOf(a, b, c); res != nil {
		return res, met, nil
	}
	switch {
	case a.kind == infiniteDecimal:
		return notANumber(), invalidOperation, nil
	case b.isZero() && a.isZero():
		return notANumber(), divisionUndefined, nil
	case b.isZero():
		return notANumber(), invalidOperation, nil
	}
	_, r, met, err := decimalQuoRem(t, a, b, c)
	if err != nil || met != 0 {
		return r, met, err
	}
	return r.fixed(t, c)
}

// decimalCompare orders two numbers that are no NaNs.
func decimalCompare(t *object.Thread, a, b *decimal) (int, error) {
	rank := func(d *decimal) int { // of the sign, and infinity beyond it
		n := 1
		if d.kind == infiniteDecimal {
			n = 2
		}
		switch {
		case d.isZero():
			return 0
		case d.neg:
			return -n
		}
		return n
	}
	if x, y := rank(a), rank(b); x != y || x != 1 && x != -1 {
		return min(max(x-y, -1), 1), nil
	}
	order := 0
	if x, y := a.adjusted(), b.adjusted(); x != y {
		order = 1
		if x < y {
			order = -1
		}
	} else {
		exp := min(a.exp, b.exp)
		x, err := scaled(t, a.coef, a.exp-exp)
		if err != nil {
			return 0, err
		}
		y, err := scaled(t, b.coef, b.exp-exp)
		if err != nil {
			return 0, err
		}
		order = x.Cmp(y)
	}
	if a.neg {
		order = -order
	}
	return order, nil
}
