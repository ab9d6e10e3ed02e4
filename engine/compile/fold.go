package compile

import (
	"math"
	"math/big"
	"math/bits"

	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file computes constant expressions at compile time: literals, signs,
// small arithmetic and tuples of constants.

// fold returns the value of e if e is a constant.
func fold(e syntax.Expr) (any, bool) {
	switch e := e.(type) {
	case *syntax.Constant:
		return e.Value, true
	case *syntax.UnaryOp:
		return foldUnary(e)
	case *syntax.BinOp:
		return foldBinary(e)
	case *syntax.Tuple:
		if t, ok := foldAll(e.Elts); ok {
			return bytecode.Tuple(t), true
		}
	}
	return nil, false
}

func foldAll(elts []syntax.Expr) ([]any, bool) {
	vs := make([]any, 0, len(elts))
	for _, e := range elts {
		v, ok := fold(e)
		if !ok {
			return nil, false
		}
		vs = append(vs, v)
	}
	return vs, true
}

func foldUnary(e *syntax.UnaryOp) (any, bool) {
	v, ok := fold(e.Operand)
	if !ok || e.Op != syntax.USub {
		return nil, false
	}
	switch v := v.(type) {
	case int64:
		if v == math.MinInt64 {
			return nil, false
		}
		return -v, true
	case float64:
		return -v, true
	case complex128:
		return complex(-real(v), -imag(v)), true
	case *big.Int:
		n := new(big.Int).Neg(v)
		if n.IsInt64() {
			return n.Int64(), true
		}
		return n, true
	}
	return nil, false
}

func foldBinary(e *syntax.BinOp) (any, bool) {
	l, ok := fold(e.Left)
	if !ok {
		return nil, false
	}
	r, ok := fold(e.Right)
	if !ok {
		return nil, false
	}
	if a, ok := l.(int64); ok {
		if b, ok := r.(int64); ok {
			return foldInts(e.Op, a, b)
		}
	}
	if a, ok := l.(float64); ok {
		if b, ok := r.(float64); ok {
			return foldFloats(e.Op, a, b)
		}
	}
	if b, ok := r.(complex128); ok {
		return foldComplex(e.Op, l, b)
	}
	return nil, false
}

// foldInts answers where the result is sure to fit an int64; else the sum is left to the program, which has
// larger numbers. A fault (1 << -1) is the program's too: it is raised when the line runs.
func foldInts(op syntax.Operator, a, b int64) (any, bool) {
	switch op {
	case syntax.Add:
		s := a + b
		return s, (s > a) == (b > 0)
	case syntax.Sub:
		d := a - b
		return d, (d < a) == (b > 0)
	case syntax.Mult:
		return a * b, bits.Len64(abs(a))+bits.Len64(abs(b)) < 63
	case syntax.LShift:
		ok := b >= 0 && a >= 0 && int64(bits.Len64(uint64(a)))+b < 63 && b < 63
		if !ok {
			return nil, false
		}
		return a << b, true
	case syntax.Pow:
		if b < 0 || b > 62 {
			return nil, false
		}
		p := int64(1)
		for range b {
			if bits.Len64(abs(p))+bits.Len64(abs(a)) >= 63 {
				return nil, false
			}
			p *= a
		}
		return p, true
	}
	return nil, false
}

func abs(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

func foldFloats(op syntax.Operator, a, b float64) (any, bool) {
	switch op {
	case syntax.Add:
		return a + b, true
	case syntax.Sub:
		return a - b, true
	case syntax.Mult:
		return a * b, true
	case syntax.Div:
		return a / b, b != 0
	}
	return nil, false
}

// foldComplex handles literals such as 1+2j.
func foldComplex(op syntax.Operator, l any, b complex128) (any, bool) {
	var a complex128
	switch l := l.(type) {
	case int64:
		a = complex(float64(l), 0)
	case float64:
		a = complex(l, 0)
	default:
		return nil, false
	}
	switch op {
	case syntax.Add:
		return a + b, true
	case syntax.Sub:
		return a - b, true
	}
	return nil, false
}
