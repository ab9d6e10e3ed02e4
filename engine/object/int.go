package object

import (
	"math"
	"math/big"
	"math/bits"

	"gputour/engine/bignum"
)

// BigInt is an int that does not fit into a Value: beyond 64 bits, or of a
// subclass of int. An exact int of 64 bits is always immediate (see NewBig).
type BigInt struct {
	Head
	Int *big.Int // never changed once it is here
	own big.Int  // what Int points to if the result was computed here
}

func (b *BigInt) value() Value {
	if b.own.IsInt64() {
		return Int(b.own.Int64())
	}
	b.class, b.object = IntClass, b
	return Value{&b.Head, 0}
}

// IntClass is int, BoolClass bool.
var (
	IntClass  = bare("int")
	BoolClass = bare("bool")
)

// NewBig returns the int n, which the caller must not change afterwards.
func NewBig(n *big.Int) Value {
	if n.IsInt64() {
		return Int(n.Int64())
	}
	return Adopt(&BigInt{Int: n}, IntClass)
}

// IsInteger reports whether v is an int, a bool or an instance of a subclass.
func IsInteger(v Value) bool {
	if v.head == &intHead || v.head == &boolHead {
		return true
	}
	_, ok := v.head.object.(*BigInt)
	return ok
}

// AsInt returns the number of an int, bool or subclass that fits into 64 bits.
func AsInt(v Value) (int64, bool) {
	if v.head == &intHead || v.head == &boolHead {
		return int64(v.bits), true
	}
	if b, ok := v.head.object.(*BigInt); ok && b.Int.IsInt64() {
		return b.Int.Int64(), true
	}
	return 0, false
}

// BigOf returns the number of an int, bool or subclass; it must not be changed.
func BigOf(v Value) *big.Int { return bigOf(v) }

func bigOf(v Value) *big.Int {
	if b, ok := v.head.object.(*BigInt); ok {
		return b.Int
	}
	return big.NewInt(int64(v.bits))
}

// exactInt turns a bool or an instance of a subclass into a plain int.
func exactInt(v Value) Value {
	switch {
	case v.head == &intHead:
		return v
	case v.head == &boolHead:
		return Int(int64(v.bits))
	}
	if b := v.head.object.(*BigInt); b.class != IntClass {
		return NewBig(b.Int)
	}
	return v
}

// newIntOf returns n as an instance of c, which is int or a subclass.
func newIntOf(c *Class, n Value) Value {
	if c == IntClass {
		return n
	}
	return Adopt(&BigInt{Int: bigOf(n)}, c)
}

const hashModulus = 1<<61 - 1

// smallHash is CPython's hash of an int: the remainder by 2**61-1, with its sign; -1 is taken.
func smallHash(n int64) int64 {
	if n > -hashModulus && n < hashModulus {
		if n == -1 {
			return -2
		}
		return n
	}
	n %= hashModulus
	if n == -1 {
		return -2
	}
	return n
}

// intHash is hash() of any integer.
func intHash(v Value) int64 {
	n, ok := AsInt(v)
	if ok {
		return smallHash(n)
	}
	big := bigOf(v)
	r := int64(wordsRem(big.Bits(), hashModulus))
	if big.Sign() < 0 {
		r = -r
	}
	return smallHash(r)
}

// smallBinary is a op b of two small ints.
func smallBinary(t *Thread, op BinaryOp, a, b int64) (Value, error) {
	switch op {
	case Add:
		if c := a + b; (c > a) == (b > 0) {
			return Int(c), nil
		}
	case Sub:
		if c := a - b; (c < a) == (b > 0) {
			return Int(c), nil
		}
	case Mul:
		if hi, lo := bits.Mul64(uint64(a), uint64(b)); fitsProduct(hi, lo, a, b) {
			return Int(int64(lo)), nil
		}
	case TrueDiv:
		return smallTrueDiv(a, b)
	case FloorDiv, Mod, DivMod:
		return smallDiv(op, a, b)
	case Pow:
		if v, ok := smallPow(a, b); ok {
			return v, nil
		}
	case LShift, RShift:
		return smallShift(t, op, a, b)
	case And:
		return Int(a & b), nil
	case Or:
		return Int(a | b), nil
	case Xor:
		return Int(a ^ b), nil
	}
	return bigBinary(t, op, Int(a), Int(b))
}

// fitsProduct reports whether lo is the whole product of a and b, whose unsigned
// product is hi:lo.
func fitsProduct(hi, lo uint64, a, b int64) bool {
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	return hi == uint64(int64(lo)>>63)
}

func smallTrueDiv(a, b int64) (Value, error) {
	if b == 0 {
		return Value{}, Raise(ZeroDivisionError, "division by zero")
	}
	const exact = 1 << 53
	if a >= -exact && a <= exact && b >= -exact && b <= exact {
		return Float(float64(a) / float64(b)), nil
	}
	return bigTrueDiv(big.NewInt(a), big.NewInt(b))
}

func smallDiv(op BinaryOp, a, b int64) (Value, error) {
	switch {
	case b == 0:
		return Value{}, intZeroDivision(op)
	case b == -1 && a == math.MinInt64:
		return bigDiv(nil, op, big.NewInt(a), big.NewInt(b))
	}
	q, r := a/b, a%b
	if r != 0 && (r < 0) != (b < 0) {
		q, r = q-1, r+b
	}
	switch op {
	case FloorDiv:
		return Int(q), nil
	case Mod:
		return Int(r), nil
	}
	return pair(Int(q), Int(r)), nil
}

func intZeroDivision(op BinaryOp) error {
	switch op {
	case Mod:
		return Raise(ZeroDivisionError, "integer modulo by zero")
	case TrueDiv:
		return Raise(ZeroDivisionError, "division by zero")
	}
	return Raise(ZeroDivisionError, "integer division or modulo by zero")
}

func smallShift(t *Thread, op BinaryOp, a, b int64) (Value, error) {
	switch {
	case b < 0:
		return Value{}, Raise(ValueError, "negative shift count")
	case op == RShift:
		return Int(a >> min(uint64(b), 63)), nil
	case a == 0:
		return Int(0), nil
	case b < 63:
		if c := a << uint(b); c>>uint(b) == a {
			return Int(c), nil
		}
	}
	return bigBinary(t, LShift, Int(a), Int(b))
}

// intBinary is the slot of op for int: both operands must be integers.
func intBinary(op BinaryOp) func(*Thread, Value, Value) (Value, error) {
	return func(t *Thread, a, b Value) (Value, error) {
		if !IsInteger(a) || !IsInteger(b) {
			return NotImplemented, nil
		}
		x, xOK := AsInt(a)
		y, yOK := AsInt(b)
		if xOK && yOK {
			return smallBinary(t, op, x, y)
		}
		return bigBinary(t, op, a, b)
	}
}

// bigBinary is a op b beyond 64 bits. Sizes are checked before the work.
func bigBinary(t *Thread, op BinaryOp, av, bv Value) (Value, error) {
	if v, ok := doubleBinary(op, av, bv); ok {
		return v, t.Charge(32)
	}
	switch op {
	case TrueDiv:
		return bigTrueDiv(bigOf(av), bigOf(bv))
	case Mod, FloorDiv, DivMod:
		if bv.IsInt() && bv.bits != 0 && bits.UintSize == 64 && bigOf(av).BitLen() <= bignum.Large {
			return divWord(op, bigOf(av), bv.SmallInt()), nil
		}
		return bigDiv(t, op, bigOf(av), bigOf(bv))
	case Pow:
		return bigPow(t, bigOf(av), bigOf(bv))
	case LShift, RShift:
		return bigShift(t, op, bigOf(av), bigOf(bv))
	}
	if op == Mul && bigOf(av).BitLen()+bigOf(bv).BitLen() > bignum.Large {
		return largeMul(t, bigOf(av), bigOf(bv))
	}
	return ringBinary(t, op, av, bv)
}

func largeMul(t *Thread, a, b *big.Int) (Value, error) {
	if err := chargeBits(t, a.BitLen()+b.BitLen()); err != nil {
		return Value{}, err
	}
	return newBig(bignum.Mul(t.Poll, a, b))
}

// ringBinary is sums, products and bits of a and b, of which a small one stays on the stack.
func ringBinary(t *Thread, op BinaryOp, av, bv Value) (Value, error) {
	a, b := bigOf(av), bigOf(bv)
	size, words := max(a.BitLen(), b.BitLen()), max(len(a.Bits()), len(b.Bits()))+1
	if op == Mul {
		size, words = a.BitLen()+b.BitLen(), len(a.Bits())+len(b.Bits())
	}
	if err := chargeBits(t, size); err != nil {
		return Value{}, err
	}
	r := newResult(words)
	switch op {
	case Add:
		r.own.Add(a, b)
	case Sub:
		r.own.Sub(a, b)
	case Mul:
		r.own.Mul(a, b)
	case And:
		r.own.And(a, b)
	case Or:
		r.own.Or(a, b)
	case Xor:
		r.own.Xor(a, b)
	default:
		return NotImplemented, nil
	}
	return r.value(), nil
}

// chargeBits announces an int of so many bits.
func chargeBits(t *Thread, bits int) error {
	if int64(bits) > t.Session.Limits.IntBits {
		return NewException(MemoryError)
	}
	return t.Charge(bits/8 + 1)
}

// newBig is NewBig of a result that can fail.
func newBig(n *big.Int, err error) (Value, error) {
	if err != nil {
		return Value{}, err
	}
	return NewBig(n), nil
}

// bigDiv divides towards minus infinity, as Python does. t may be nil where a is small.
func bigDiv(t *Thread, op BinaryOp, a, b *big.Int) (Value, error) {
	if b.Sign() == 0 {
		return Value{}, intZeroDivision(op)
	}
	if a.BitLen() > bignum.Large {
		return largeDiv(t, op, a, b)
	}
	q, r := newResult(len(a.Bits())+1), newResult(len(a.Bits())+1)
	q.own.QuoRem(a, b, &r.own)
	if r.own.Sign() != 0 && r.own.Sign() != b.Sign() {
		q.own.Sub(&q.own, big.NewInt(1))
		r.own.Add(&r.own, b)
	}
	switch op {
	case FloorDiv:
		return q.value(), nil
	case Mod:
		return r.value(), nil
	}
	return pair(q.value(), r.value()), nil
}

func largeDiv(t *Thread, op BinaryOp, a, b *big.Int) (Value, error) {
	q, r, err := bignum.Div(t.Poll, a, b)
	switch {
	case err != nil:
		return Value{}, err
	case op == FloorDiv:
		return NewBig(q), nil
	case op == Mod:
		return NewBig(r), nil
	}
	return pair(NewBig(q), NewBig(r)), nil
}

// bigTrueDiv rounds the exact quotient once: of more bits than a float holds, the last of
// which says whether anything follows.
func bigTrueDiv(a, b *big.Int) (Value, error) {
	if b.Sign() == 0 {
		return Value{}, Raise(ZeroDivisionError, "division by zero")
	}
	const bits = 66
	shift := b.BitLen() - a.BitLen() + bits
	x, y := new(big.Int).Abs(a), new(big.Int).Abs(b)
	if shift > 0 {
		x.Lsh(x, uint(shift))
	} else {
		y.Lsh(y, uint(-shift))
	}
	q, r := x.QuoRem(x, y, new(big.Int))
	if r.Sign() != 0 {
		q.SetBit(q, 0, 1)
	}
	m := new(big.Float).SetInt(q)
	f, _ := m.SetMantExp(m, -shift).Float64()
	if (a.Sign() < 0) != (b.Sign() < 0) {
		f = -f
	}
	if math.IsInf(f, 0) {
		return Value{}, Raise(OverflowError, "integer division result too large for a float")
	}
	return Float(f), nil
}

func bigShift(t *Thread, op BinaryOp, a, b *big.Int) (Value, error) {
	switch {
	case b.Sign() < 0:
		return Value{}, Raise(ValueError, "negative shift count")
	case a.Sign() == 0:
		return Int(0), nil
	case op == RShift && (!b.IsInt64() || b.Int64() > int64(a.BitLen())):
		if a.Sign() < 0 {
			return Int(-1), nil
		}
		return Int(0), nil
	case op == RShift:
		r := newResult(len(a.Bits()) + 1)
		r.own.Rsh(a, uint(b.Int64()))
		return r.value(), nil
	case !b.IsInt64():
		return Value{}, Raise(OverflowError, "too many digits in integer")
	case b.Int64() > t.Session.Limits.IntBits:
		return Value{}, NewException(MemoryError)
	}
	if err := chargeBits(t, a.BitLen()+int(b.Int64())); err != nil {
		return Value{}, err
	}
	r := newResult(len(a.Bits()) + int(b.Int64())/bits.UintSize + 1)
	r.own.Lsh(a, uint(b.Int64()))
	return r.value(), nil
}

// bigToFloat rounds to the nearest float.
func bigToFloat(a *big.Int) (float64, error) {
	f, _ := new(big.Float).SetInt(a).Float64()
	if math.IsInf(f, 0) {
		return 0, Raise(OverflowError, "int too large to convert to float")
	}
	return f, nil
}

// numeric returns a float or int as float64.
func numeric(v Value) (float64, bool) {
	if f, ok := AsFloat(v); ok {
		return f, true
	}
	if IsInteger(v) {
		f, err := bigToFloat(bigOf(v))
		return f, err == nil
	}
	return 0, false
}
