package object

import (
	"math/big"
	"math/bits"
)

// Hash functions and generators of random numbers keep ints of 64 bits with a mask, and
// products of these for a moment. This file computes with up to two words without
// big.Int's temporaries.

// double is an int of up to 128 bits.
type double struct {
	hi, lo uint64
	neg    bool
}

// doubleOf returns v as a double; ok is false where it has more bits.
func doubleOf(v Value) (d double, ok bool) {
	if v.head == &intHead || v.head == &boolHead {
		return double{lo: magnitude(int64(v.bits)), neg: int64(v.bits) < 0}, true
	}
	n := v.head.object.(*BigInt).Int
	words := n.Bits()
	switch len(words) {
	case 0:
	case 1:
		d.lo = uint64(words[0])
	case 2:
		d.hi, d.lo = uint64(words[1]), uint64(words[0])
	default:
		return d, false
	}
	d.neg = n.Sign() < 0
	return d, bits.UintSize == 64
}

// doubleInt is a BigInt in one allocation with its words.
type doubleInt struct {
	BigInt
	words [2]big.Word
}

func (d double) value() Value {
	if d.hi == 0 && d.lo <= 1<<63-1 {
		if d.neg {
			return Int(-int64(d.lo))
		}
		return Int(int64(d.lo))
	}
	if d.hi == 0 && d.lo == 1<<63 && d.neg {
		return Int(-1 << 63)
	}
	b := &doubleInt{words: [2]big.Word{big.Word(d.lo), big.Word(d.hi)}}
	b.own.SetBits(b.words[:])
	if d.neg {
		b.own.Neg(&b.own)
	}
	b.Int = &b.own
	b.class, b.object = IntClass, &b.BigInt
	return Value{&b.Head, 0}
}

func (d double) isZero() bool { return d.hi|d.lo == 0 }

// product is d·e, which has more than 64 bits.
func (d double) product(e double) Value {
	h0, w0 := bits.Mul64(d.lo, e.lo)
	h1, l1 := bits.Mul64(d.lo, e.hi)
	h2, l2 := bits.Mul64(d.hi, e.lo)
	h3, l3 := bits.Mul64(d.hi, e.hi)
	w1, c1 := bits.Add64(h0, l1, 0)
	w1, c2 := bits.Add64(w1, l2, 0)
	w2, c3 := bits.Add64(h1, h2, c1)
	w2, c4 := bits.Add64(w2, l3, c2)
	b := &shortInt{words: [4]big.Word{big.Word(w0), big.Word(w1), big.Word(w2), big.Word(h3 + c3 + c4)}}
	b.own.SetBits(b.words[:])
	if d.neg != e.neg {
		b.own.Neg(&b.own)
	}
	b.Int = &b.own
	b.class, b.object = IntClass, &b.BigInt
	return Value{&b.Head, 0}
}

// doubleBinary is a op b, where the operands fit, and the result too unless it is a product.
func doubleBinary(op BinaryOp, av, bv Value) (v Value, ok bool) {
	a, ok := doubleOf(av)
	if !ok {
		return v, false
	}
	b, ok := doubleOf(bv)
	if !ok {
		return v, false
	}
	var r double
	switch op {
	case Add:
		r, ok = a.plus(b)
	case Sub:
		b.neg = !b.neg
		r, ok = a.plus(b)
	case Mul:
		if a.hi|b.hi != 0 && !a.isZero() && !b.isZero() {
			return a.product(b), true
		}
		r.hi, r.lo = bits.Mul64(a.lo, b.lo)
		r.neg = a.neg != b.neg
		ok = a.hi|b.hi == 0
	case And, Or, Xor:
		r, ok = bitwise(op, a, b), !a.neg && !b.neg
	case RShift:
		r, ok = a.shiftRight(b.lo), !a.neg && !b.neg && b.hi == 0
	case LShift:
		r, ok = double{hi: a.lo >> (64 - b.lo), lo: a.lo << b.lo, neg: a.neg}, a.hi|b.hi == 0 && !b.neg && b.lo <= 64
	case FloorDiv, Mod:
		if ok = !a.neg && !b.neg && b.hi == 0 && b.lo != 0; ok {
			r = a.divide(op, b.lo)
		}
	default:
		ok = false
	}
	if !ok {
		return v, false
	}
	return r.value(), true
}

// plus is d + e; ok is false where it does not fit.
func (d double) plus(e double) (r double, ok bool) {
	if d.neg == e.neg {
		var carry uint64
		r.lo, carry = bits.Add64(d.lo, e.lo, 0)
		r.hi, carry = bits.Add64(d.hi, e.hi, carry)
		r.neg = d.neg
		return r, carry == 0
	}
	if d.hi < e.hi || d.hi == e.hi && d.lo < e.lo {
		d, e = e, d
	}
	var borrow uint64
	r.lo, borrow = bits.Sub64(d.lo, e.lo, 0)
	r.hi, _ = bits.Sub64(d.hi, e.hi, borrow)
	r.neg = d.neg
	return r, true
}

func bitwise(op BinaryOp, a, b double) double {
	switch op {
	case And:
		return double{hi: a.hi & b.hi, lo: a.lo & b.lo}
	case Or:
		return double{hi: a.hi | b.hi, lo: a.lo | b.lo}
	}
	return double{hi: a.hi ^ b.hi, lo: a.lo ^ b.lo}
}

func (d double) shiftRight(n uint64) double {
	if n >= 64 {
		return double{lo: d.hi >> (n - 64)}
	}
	return double{hi: d.hi >> n, lo: d.lo>>n | d.hi<<(64-n)}
}

// divide is d // n or d % n.
func (d double) divide(op BinaryOp, n uint64) double {
	hi, r := d.hi/n, d.hi%n
	lo, r := bits.Div64(r, d.lo, n)
	if op == Mod {
		return double{lo: r}
	}
	return double{hi: hi, lo: lo}
}
