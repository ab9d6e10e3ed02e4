package decimal

import (
	"math/big"

	"gputour/engine/object"
)

// This file rounds: to an exponent, and to the precision and range of a context.

// roundsUp reports whether kept, with a rest of 10**cut cut off, is one more after rounding.
func (r decimalRounding) roundsUp(neg bool, kept, rest *big.Int, cut int64) bool {
	if rest.Sign() == 0 {
		return false
	}
	half := func() int {
		if cut < int64(len(halvesOfTen)) {
			return rest.Cmp(halvesOfTen[cut])
		}
		return new(big.Int).Lsh(rest, 1).Cmp(powerOfTen(cut))
	}
	switch r {
	case roundHalfEven:
		h := half()
		return h > 0 || h == 0 && kept.Bit(0) == 1
	case roundHalfUp:
		return half() >= 0
	case roundHalfDown:
		return half() > 0
	case roundUp:
		return true
	case roundCeiling:
		return !neg
	case roundFloor:
		return neg
	case round05Up:
		last := new(big.Int).Mod(kept, bigTen).Int64()
		return last == 0 || last == 5
	}
	return false
}

// rescaled is d with another exponent: zeros are appended, or digits rounded off. exact
// tells that no digit but zeros was lost. A fresh d is changed itself.
func (d *decimal) rescaled(t *object.Thread, exp int64, r decimalRounding) (res *decimal, exact bool, err error) {
	if d.coef.Sign() == 0 {
		return zeroDecimal(d.neg, exp), true, nil
	}
	if res = d; !d.fresh() {
		res = result(d.neg, d.exp)
	}
	if exp <= d.exp {
		err = scale(t, res.coef, d.coef, d.exp-exp)
		res.exp = exp
		return res, true, err
	}
	cut := exp - d.exp
	if n := digitCount(d.coef); cut > n {
		// All digits go: what is left rounds as 0.1 does.
		res = zeroDecimal(d.neg, exp)
		if r.roundsUp(d.neg, bigZero, bigOne, 1) {
			res.coef = bigOne
		}
		return res, false, nil
	}
	rest := &decimalKey.Get(t.Session).rest
	kept, _ := res.coef.QuoRem(d.coef, powerOfTen(cut), rest)
	exact = rest.Sign() == 0
	if r.roundsUp(d.neg, kept, rest, cut) {
		kept.Add(kept, bigOne)
	}
	res.exp = exp
	return res, exact, nil
}

// fixed is d in the precision and range of c, and the conditions that were met on the way.
func (d *decimal) fixed(t *object.Thread, c *decimalContext) (*decimal, decimalStatus, error) {
	switch {
	case d.isNaN():
		return d.trimmedNaN(c), 0, nil
	case d.kind != finiteDecimal:
		return d, 0, nil
	case d.coef.Sign() == 0:
		return d.fixedZero(c)
	}
	digits := digitCount(d.coef)
	least := digits + d.exp - c.prec // the exponent at which all digits of the precision are used
	if least > c.etop() {
		return c.overflow(d.neg), decimalOverflow | decimalInexact | decimalRounded, nil
	}
	met := decimalStatus(0)
	if least < c.etiny() {
		least, met = c.etiny(), decimalSubnormal
	}
	if d.exp < least {
		return d.rounded(t, c, least, met)
	}
	if c.clamp == 1 && d.exp > c.etop() {
		coef, err := scaled(t, d.coef, d.exp-c.etop())
		return &decimal{neg: d.neg, coef: coef, exp: c.etop()}, met | decimalClamped, err
	}
	return d, met, nil
}

func (d *decimal) fixedZero(c *decimalContext) (*decimal, decimalStatus, error) {
	top := c.emax
	if c.clamp == 1 {
		top = c.etop()
	}
	if exp := min(max(d.exp, c.etiny()), top); exp != d.exp {
		return zeroDecimal(d.neg, exp), decimalClamped, nil
	}
	return d, 0, nil
}

func (d *decimal) rounded(t *object.Thread, c *decimalContext, exp int64, met decimalStatus) (*decimal, decimalStatus, error) {
	subnormal := met&decimalSubnormal != 0
	res, exact, err := d.rescaled(t, exp, c.rounding)
	if err != nil {
		return nil, 0, err
	}
	if digitCount(res.coef) > c.prec { // 9.99 has become 10.0
		res.coef, res.exp = new(big.Int).Quo(res.coef, bigTen), res.exp+1
	}
	if res.exp > c.etop() {
		res, met = c.overflow(d.neg), met|decimalOverflow
	}
	met |= decimalRounded
	if !exact {
		met |= decimalInexact
		if subnormal {
			met |= decimalUnderflow
		}
	}
	if res.isZero() {
		met |= decimalClamped
	}
	return res, met, nil
}

// overflow is what a number too large becomes: infinity, or the largest number where
// rounding goes towards zero.
func (c *decimalContext) overflow(neg bool) *decimal {
	switch c.rounding {
	case roundHalfUp, roundHalfEven, roundHalfDown, roundUp:
		return infinity(neg)
	case roundCeiling:
		if !neg {
			return infinity(neg)
		}
	case roundFloor:
		if neg {
			return infinity(neg)
		}
	}
	nines := new(big.Int).Sub(powerOfTen(min(c.prec, 1<<20)), bigOne)
	return &decimal{neg: neg, coef: nines, exp: c.etop()}
}

// trimmedNaN cuts the digits of a NaN to what the precision holds.
func (d *decimal) trimmedNaN(c *decimalContext) *decimal {
	room := c.prec - c.clamp
	if d.coef.Sign() == 0 || digitCount(d.coef) <= room {
		return d
	}
	return &decimal{neg: d.neg, kind: d.kind, coef: new(big.Int).Mod(d.coef, powerOfTen(room))}
}

// quantized is d with the exponent of like, which must not cost a digit of the precision.
func (d *decimal) quantized(t *object.Thread, like *decimal, c *decimalContext, r decimalRounding) (*decimal, decimalStatus, error) {
	if d.kind != finiteDecimal || like.kind != finiteDecimal {
		if res, met := nanOf(d, like, c); res != nil {
			return res, met, nil
		}
		if d.kind == like.kind {
			return d, 0, nil
		}
		return notANumber(), invalidOperation, nil
	}
	exp := like.exp
	if exp < c.etiny() || exp > c.emax {
		return notANumber(), invalidOperation, nil
	}
	if d.coef.Sign() == 0 {
		return zeroDecimal(d.neg, exp).fixed(t, c)
	}
	if first := d.adjusted(); first > c.emax || first-exp+1 > c.prec {
		return notANumber(), invalidOperation, nil
	}
	res, exact, err := d.rescaled(t, exp, r)
	if err != nil {
		return nil, 0, err
	}
	if res.adjusted() > c.emax || digitCount(res.coef) > c.prec {
		return notANumber(), invalidOperation, nil
	}
	met := decimalStatus(0)
	if res.coef.Sign() != 0 && res.adjusted() < c.emin {
		met = decimalSubnormal
	}
	if res.exp > d.exp {
		met |= decimalRounded
		if !exact {
			met |= decimalInexact
		}
	}
	res, more, err := res.fixed(t, c)
	return res, met | more, err
}
