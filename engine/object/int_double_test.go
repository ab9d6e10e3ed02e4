package object

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestDoubleBinary compares ints of up to two words with big.Int.
func TestDoubleBinary(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	operand := func() *big.Int {
		edges := []int64{0, 1, -1, 63, 64, 1<<63 - 1, -1 << 63, 1 << 32}
		n := big.NewInt(edges[r.IntN(len(edges))])
		if r.IntN(2) == 0 {
			n.SetUint64(r.Uint64() >> r.IntN(64))
		}
		if r.IntN(3) == 0 {
			n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(r.Uint64()))
		}
		if r.IntN(3) == 0 {
			n.Neg(n)
		}
		return n
	}
	exact := map[BinaryOp]func(a, b *big.Int) *big.Int{
		Add:      func(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) },
		Sub:      func(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) },
		Mul:      func(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) },
		And:      func(a, b *big.Int) *big.Int { return new(big.Int).And(a, b) },
		Or:       func(a, b *big.Int) *big.Int { return new(big.Int).Or(a, b) },
		Xor:      func(a, b *big.Int) *big.Int { return new(big.Int).Xor(a, b) },
		LShift:   func(a, b *big.Int) *big.Int { return new(big.Int).Lsh(a, uint(b.Uint64())) },
		RShift:   func(a, b *big.Int) *big.Int { return new(big.Int).Rsh(a, uint(b.Uint64())) },
		FloorDiv: func(a, b *big.Int) *big.Int { return new(big.Int).Div(a, b) },
		Mod:      func(a, b *big.Int) *big.Int { return new(big.Int).Mod(a, b) },
	}
	done := map[BinaryOp]int{}
	for range 20_000 {
		a, b := operand(), operand()
		for op, f := range exact {
			v, ok := doubleBinary(op, NewBig(a), NewBig(b))
			if !ok {
				continue
			}
			done[op]++
			if want := f(a, b); BigOf(v).Cmp(want) != 0 || v.IsInt() != want.IsInt64() {
				t.Fatalf("%v %v %v: got %v, not %v", a, op, b, BigOf(v), want)
			}
		}
	}
	for op := range exact {
		if done[op] < 1000 {
			t.Errorf("operator %v was computed %d times", op, done[op])
		}
	}
}
