package decimal

import (
	"math"
	"math/big"
	"math/bits"

	"gputour/engine/object"
)

// This file compares and hashes decimals, together with Python's other numbers.

// decimalHash is the hash that an equal int, float or Fraction has: modulo 2**61 - 1.
func decimalHash(t *object.Thread, v object.Value) (int64, error) {
	const modulus = 1<<61 - 1
	d := decimalOf(v)
	switch d.kind {
	case infiniteDecimal:
		return object.Hash(t, object.Float(math.Inf(1-2*btoi(d.neg))))
	case signalingNaN:
		return 0, object.Raise(object.TypeError, "Cannot hash a signaling NaN value")
	case quietNaN:
		return object.ID(v) >> 4, nil
	}
	base, exp := uint64(10), d.exp
	if exp < 0 {
		base, exp = 2075258708292324556, -exp // the inverse of ten
	}
	h := new(big.Int).Mod(d.coef, big.NewInt(modulus)).Uint64()
	for ; exp > 0; exp >>= 1 {
		if exp&1 == 1 {
			h = mulMod(h, base)
		}
		base = mulMod(base, base)
	}
	if d.neg {
		if h == 1 {
			return -2, nil
		}
		return -int64(h), nil
	}
	return int64(h), nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mulMod multiplies modulo 2**61 - 1.
func mulMod(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return bits.Rem64(high, low, 1<<61-1)
}

// compares tells whether two numbers ordered like this are in the relation.
func compares(op object.CompareOp, order int) bool {
	return [...]bool{object.Lt: order < 0, object.Le: order <= 0, object.Eq: order == 0, object.Ne: order != 0, object.Gt: order > 0, object.Ge: order >= 0}[op]
}

// decimalRichCompare compares with numbers of any kind: exactly, in whatever precision.
func decimalRichCompare(t *object.Thread, op object.CompareOp, v, w object.Value) (object.Value, error) {
	if x, ok := shortOperand(v); ok {
		if y, ok := shortOperand(w); ok {
			if order, ok := shortCompare(x, y); ok {
				return object.Bool(compares(op, order)), nil
			}
		}
	}
	a, b := decimalOf(v), decimalOperand(w)
	c, err := decimalContextOf(t, object.None)
	if err != nil {
		return object.Value{}, err
	}
	met := decimalStatus(0)
	if b == nil {
		if f, ok := object.AsFloat(w); ok {
			b, met = decimalFromFloat(f), floatOperation
		} else {
			if _, isComplex := w.Object().(*object.Complex); isComplex && op != object.Eq && op != object.Ne {
				return object.NotImplemented, nil
			}
			pair, err := object.CallAttr(t, v, "_comparable", w)
			if err != nil || pair == object.NotImplemented {
				return pair, err
			}
			row, err := object.Unpack(t, pair, 2)
			if err != nil {
				return object.Value{}, err
			}
			if a, b = decimalOf(row[0]), decimalOf(row[1]); a == nil || b == nil {
				return object.NotImplemented, nil
			}
		}
	}
	equality := op == object.Eq || op == object.Ne
	if equality && met != 0 { // a float is only noted then
		if err := object.SetItem(t, c.flags, decimalKey.Get(t.Session).signals[1], object.True); err != nil {
			return object.Value{}, err
		}
	} else if err := c.raise(t, met); err != nil {
		return object.Value{}, err
	}
	if a.isNaN() || b.isNaN() {
		met = 0
		if !equality || a.kind == signalingNaN || b.kind == signalingNaN {
			met = invalidOperation
		}
		return object.Bool(op == object.Ne), c.raise(t, met)
	}
	order, err := decimalCompare(t, a, b)
	if err != nil {
		return object.Value{}, err
	}
	return object.Bool(compares(op, order)), nil
}
