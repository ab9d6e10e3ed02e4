package numeric

import (
	"errors"
	"math/big"
	"testing"

	"gputour/engine/object"
)

// wide are calls that take seconds to minutes in one piece, and what math/big says of smaller ones of the same kind.
var wide = []struct {
	name string
	call func(*object.Thread, []object.Value) (object.Value, error)
	args func(bits uint) []*big.Int
	want func(a []*big.Int) *big.Int
	list bool // the arguments come as one tuple
}{
	{"gcd", mathGcd, twoLong, func(a []*big.Int) *big.Int { return new(big.Int).GCD(nil, nil, a[0], a[1]) }, true},
	{"lcm", mathLcm, twoLong, func(a []*big.Int) *big.Int {
		return new(big.Int).Mul(a[0], new(big.Int).Quo(a[1], new(big.Int).GCD(nil, nil, a[0], a[1])))
	}, true},
	{"isqrt", mathIsqrt, func(bits uint) []*big.Int { return twoLong(bits)[:1] }, func(a []*big.Int) *big.Int { return new(big.Int).Sqrt(a[0]) }, false},
	{"factorial", mathFactorial, func(bits uint) []*big.Int { return []*big.Int{big.NewInt(int64(bits) / 16)} }, func(a []*big.Int) *big.Int {
		return new(big.Int).MulRange(1, a[0].Int64())
	}, false},
	{"comb", mathComb, half, func(a []*big.Int) *big.Int { return new(big.Int).Binomial(a[0].Int64(), a[1].Int64()) }, false},
	{"perm", mathPerm, half, func(a []*big.Int) *big.Int {
		return new(big.Int).MulRange(a[0].Int64()-a[1].Int64()+1, a[0].Int64())
	}, false},
}

// twoLong are two numbers with the divisor 21.
func twoLong(bits uint) []*big.Int {
	a := new(big.Int).Lsh(big.NewInt(21), bits)
	b := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(bits/2)), nil)
	return []*big.Int{a.Sub(a, big.NewInt(21)), b.Mul(b, big.NewInt(7))}
}

// half are a number and the half of it.
func half(bits uint) []*big.Int {
	return []*big.Int{big.NewInt(int64(bits) / 16), big.NewInt(int64(bits) / 32)}
}

func values(ints []*big.Int, list bool) []object.Value {
	var vs []object.Value
	for _, n := range ints {
		vs = append(vs, object.NewBig(n))
	}
	if list {
		return []object.Value{object.NewTuple(vs...)}
	}
	return vs
}

func TestLargeIntegers(t *testing.T) {
	thread := object.NewThread(object.NewSession(), &object.Token{})
	for _, f := range wide {
		for _, bits := range []uint{64, 2_000, 300_000} {
			args := f.args(bits)
			got, err := f.call(thread, values(args, f.list))
			if err != nil || object.BigOf(got).Cmp(f.want(args)) != 0 {
				t.Errorf("%s of %d bits is wrong (%v)", f.name, bits, err)
			}
		}
	}
}

// TestLargeIntegersStop: whoever waits for a large number can give up.
func TestLargeIntegersStop(t *testing.T) {
	token := &object.Token{}
	thread := object.NewThread(object.NewSession(), token)
	token.Stop(&object.Stopped{Limit: "time"})
	for _, f := range wide {
		var stopped *object.Stopped
		if _, err := f.call(thread, values(f.args(3_000_000), f.list)); !errors.As(err, &stopped) {
			t.Errorf("%s went on to its end: %v", f.name, err)
		}
	}
}
