package object

import (
	"math/big"
	"math/bits"

	"gputour/engine/bignum"
)

// This file raises integers to powers.

// smallPow multiplies as long as the result fits.
func smallPow(a, b int64) (Value, bool) {
	if b < 0 || b > 64 && (a > 1 || a < -1) {
		return Value{}, false
	}
	result := int64(1)
	for base := a; ; {
		if b&1 == 1 {
			hi, lo := bits.Mul64(uint64(result), uint64(base))
			if !fitsProduct(hi, lo, result, base) {
				return Value{}, false
			}
			result = int64(lo)
		}
		if b >>= 1; b == 0 {
			return Int(result), true
		}
		hi, lo := bits.Mul64(uint64(base), uint64(base))
		if !fitsProduct(hi, lo, base, base) {
			return Value{}, false
		}
		base = int64(lo)
	}
}

func bigPow(t *Thread, a, b *big.Int) (Value, error) {
	if b.Sign() < 0 {
		x, err := bigToFloat(a)
		if err != nil {
			return Value{}, err
		}
		y, err := bigToFloat(b)
		if err != nil {
			return Value{}, err
		}
		return floatPow(x, y)
	}
	if a.IsInt64() && a.Int64() >= -1 && a.Int64() <= 1 {
		return trivialPow(a.Int64(), b), nil
	}
	if !b.IsInt64() || b.Int64() > t.Session.Limits.IntBits {
		return Value{}, NewException(MemoryError)
	}
	if err := chargeBits(t, a.BitLen()*int(b.Int64())); err != nil {
		return Value{}, err
	}
	if a.BitLen()*int(b.Int64()) <= bignum.Large {
		return NewBig(new(big.Int).Exp(a, b, nil)), nil
	}
	return newBig(bignum.Pow(t.Poll, a, uint(b.Int64())))
}

// trivialPow is the power of -1, 0 or 1, however large the exponent.
func trivialPow(a int64, b *big.Int) Value {
	switch {
	case b.Sign() == 0:
		return Int(1)
	case a == -1 && b.Bit(0) == 0:
		return Int(1)
	}
	return Int(a)
}

// PowMod returns pow(a, b, mod) of integers.
func PowMod(t *Thread, av, bv, mv Value) (Value, error) {
	if !av.Class().Builtin {
		v, ok, err := CallMethod(t, av, "__pow__", bv, mv)
		if ok && (err != nil || v != NotImplemented) {
			return v, err
		}
	}
	return powModInt(t, av, bv, mv)
}

// powModInt is pow of the built-in numbers.
func powModInt(t *Thread, av, bv, mv Value) (Value, error) {
	if !IsInteger(av) || !IsInteger(bv) || !IsInteger(mv) {
		return Value{}, powModError(av, bv, mv)
	}
	if av.IsInt() && bv.IsInt() && mv.IsInt() && bv.SmallInt() >= 0 && mv.SmallInt() != 0 {
		return powModWords(av.SmallInt(), bv.SmallInt(), mv.SmallInt()), nil
	}
	a, b, m := bigOf(av), bigOf(bv), bigOf(mv)
	if m.Sign() == 0 {
		return Value{}, Raise(ValueError, "pow() 3rd argument cannot be 0")
	}
	abs := new(big.Int).Abs(m)
	if b.Sign() < 0 {
		inv := new(big.Int).ModInverse(new(big.Int).Mod(a, abs), abs)
		if inv == nil {
			return Value{}, Raise(ValueError, "base is not invertible for the given modulus")
		}
		a, b = inv, new(big.Int).Neg(b)
	}
	r, err := bignum.PowMod(t.Poll, a, b, abs)
	if err != nil {
		return Value{}, err
	}
	if m.Sign() < 0 && r.Sign() != 0 {
		r.Add(r, m)
	}
	return NewBig(r), nil
}

// powModError refuses operands that are not all integers.
func powModError(a, b, m Value) error {
	_, isComplex := a.Object().(*Complex)
	if _, ok := b.Object().(*Complex); ok || isComplex {
		return Raise(ValueError, "complex modulo")
	}
	_, aFloat := numeric(a)
	_, bFloat := numeric(b)
	_, mFloat := numeric(m)
	if aFloat && bFloat && mFloat {
		return Raise(TypeError, "pow() 3rd argument not allowed unless all arguments are integers")
	}
	return Raise(TypeError, "unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'", TypeName(a), TypeName(b), TypeName(m))
}
