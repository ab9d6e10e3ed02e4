package numeric

import (
	"math/big"
	"math/bits"

	"gputour/engine/bignum"
	"gputour/engine/object"
)

// The functions of math on ints of any size.

// factorialLimit bounds factorial, comb and perm: larger results would need minutes and gigabytes.
const factorialLimit = 1_000_000

// Integer converts an argument by __index__.
func Integer(t *object.Thread, v object.Value) (*big.Int, error) {
	n, err := object.Index(t, v)
	if err != nil {
		return nil, err
	}
	return object.BigOf(n), nil
}

func integers(t *object.Thread, v object.Value) ([]*big.Int, error) {
	var list []*big.Int
	err := object.ForEach(t, v, func(item object.Value) error {
		n, err := Integer(t, item)
		list = append(list, n)
		return err
	})
	return list, err
}

func mathGcd(t *object.Thread, a []object.Value) (object.Value, error) {
	if pair := a[0].Object().(*object.Tuple).Items; len(pair) == 2 && pair[0].IsInt() && pair[1].IsInt() {
		return object.GCD(pair[0].SmallInt(), pair[1].SmallInt()), nil
	}
	list, err := integers(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	g := new(big.Int)
	for _, n := range list {
		if g, err = bignum.GCD(t.Poll, g, n); err != nil {
			return object.Value{}, err
		}
	}
	return object.NewBig(g), nil
}

func mathLcm(t *object.Thread, a []object.Value) (object.Value, error) {
	list, err := integers(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	l := big.NewInt(1)
	for _, n := range list {
		if n.Sign() == 0 {
			return object.Int(0), nil
		}
		if err := t.Charge(8 * (len(l.Bits()) + len(n.Bits()))); err != nil {
			return object.Value{}, err
		}
		g, err := bignum.GCD(t.Poll, l, n)
		if err != nil {
			return object.Value{}, err
		}
		q, _, err := bignum.QuoRem(t.Poll, n, g)
		if err != nil {
			return object.Value{}, err
		}
		if l, err = bignum.Mul(t.Poll, l, q); err != nil {
			return object.Value{}, err
		}
	}
	return object.NewBig(l.Abs(l)), nil
}

// smallCount reads an argument that must be a small non-negative int.
func smallCount(t *object.Thread, v object.Value, negative, large string) (int64, error) {
	n, err := Integer(t, v)
	if err != nil {
		return 0, err
	}
	if n.Sign() < 0 {
		return 0, object.Raise(object.ValueError, "%s", negative)
	}
	if !n.IsInt64() || n.Int64() > factorialLimit {
		return 0, object.Raise(object.OverflowError, "%s", large)
	}
	return n.Int64(), nil
}

func mathFactorial(t *object.Thread, a []object.Value) (object.Value, error) {
	if a[0].IsFloat() {
		return object.Value{}, object.Raise(object.TypeError, "'float' object cannot be interpreted as an integer")
	}
	n, err := smallCount(t, a[0], "factorial() not defined for negative values", "factorial() argument should not exceed 1000000")
	if err != nil {
		return object.Value{}, err
	}
	return whole(product(t, 1, n))
}

// whole is a result of package bignum as a value.
func whole(n *big.Int, err error) (object.Value, error) {
	if err != nil {
		return object.Value{}, err
	}
	return object.NewBig(n), nil
}

// product multiplies lo..hi, half by half, so that both factors are of one size.
func product(t *object.Thread, lo, hi int64) (*big.Int, error) {
	const short, piece = 64, 5_000 // factors: what needs no halves, and what math/big needs a few milliseconds for
	if err := t.Poll(); err != nil {
		return nil, err
	}
	if hi-lo < short {
		return productOfFew(uint64(max(lo, 1)), uint64(max(hi, 1))), nil
	}
	if hi-lo < piece {
		return new(big.Int).MulRange(lo, hi), nil
	}
	mid := lo + (hi-lo)/2
	low, err := product(t, lo, mid)
	if err != nil {
		return nil, err
	}
	high, err := product(t, mid+1, hi)
	if err != nil {
		return nil, err
	}
	return bignum.Mul(t.Poll, low, high)
}

// productOfFew multiplies lo..hi in words as long as they hold it.
func productOfFew(lo, hi uint64) *big.Int {
	product, factor := new(big.Int).SetUint64(lo), new(big.Int)
	word := uint64(1)
	for n := lo + 1; n <= hi; n++ {
		high, low := bits.Mul64(word, n)
		if high != 0 {
			product.Mul(product, factor.SetUint64(word))
			low = n
		}
		word = low
	}
	return product.Mul(product, factor.SetUint64(word))
}

// binomialWord is the binomial coefficient where each step to it fits into a word.
func binomialWord(n, k uint64) (uint64, bool) {
	result := uint64(1)
	for i := uint64(1); i <= min(k, n-k); i++ {
		high, low := bits.Mul64(result, n-i+1)
		if high != 0 {
			return 0, false
		}
		result = low / i
	}
	return result, true
}

func mathComb(t *object.Thread, a []object.Value) (object.Value, error) {
	if a[0].IsInt() && a[1].IsInt() && a[1].SmallInt() >= 0 && a[0].SmallInt() >= a[1].SmallInt() {
		if c, ok := binomialWord(uint64(a[0].SmallInt()), uint64(a[1].SmallInt())); ok {
			return object.Uint(c), nil
		}
	}
	n, k, err := choose(t, a)
	if err != nil || k.Cmp(n) > 0 {
		return object.Int(0), err
	}
	if other := new(big.Int).Sub(n, k); other.Cmp(k) < 0 {
		k = other
	}
	if !k.IsInt64() || k.Int64() > factorialLimit {
		return object.Value{}, object.Raise(object.OverflowError, "min(n - k, k) must not exceed %d", factorialLimit)
	}
	if n.IsInt64() {
		return binomial(t, n.Int64(), k.Int64())
	}
	result := big.NewInt(1)
	for i := int64(0); i < k.Int64(); i++ {
		if err := t.Poll(); err != nil {
			return object.Value{}, err
		}
		result.Mul(result, new(big.Int).Sub(n, big.NewInt(i)))
		result.Quo(result, big.NewInt(i+1))
	}
	return object.NewBig(result), nil
}

// binomial is n!/(k!·(n-k)!), for 0 ≤ k ≤ n.
func binomial(t *object.Thread, n, k int64) (object.Value, error) {
	above, err := product(t, n-k+1, n)
	if err != nil {
		return object.Value{}, err
	}
	below, err := product(t, 1, k)
	if err != nil {
		return object.Value{}, err
	}
	q, _, err := bignum.QuoRem(t.Poll, above, below)
	return whole(q, err)
}

func mathPerm(t *object.Thread, a []object.Value) (object.Value, error) {
	if a[1].IsNone() {
		return mathFactorial(t, a[:1])
	}
	n, k, err := choose(t, a)
	if err != nil || k.Cmp(n) > 0 {
		return object.Int(0), err
	}
	if !k.IsInt64() || k.Int64() > factorialLimit {
		return object.Value{}, object.Raise(object.OverflowError, "k must not exceed %d", factorialLimit)
	}
	if n.IsInt64() {
		return whole(product(t, n.Int64()-k.Int64()+1, n.Int64()))
	}
	result := big.NewInt(1)
	for i := int64(0); i < k.Int64(); i++ {
		if err := t.Poll(); err != nil {
			return object.Value{}, err
		}
		result.Mul(result, new(big.Int).Sub(n, big.NewInt(i)))
	}
	return object.NewBig(result), nil
}

func choose(t *object.Thread, a []object.Value) (n, k *big.Int, err error) {
	if n, err = Integer(t, a[0]); err != nil {
		return nil, nil, err
	}
	if k, err = Integer(t, a[1]); err != nil {
		return nil, nil, err
	}
	if n.Sign() < 0 {
		return nil, nil, object.Raise(object.ValueError, "n must be a non-negative integer")
	}
	if k.Sign() < 0 {
		return nil, nil, object.Raise(object.ValueError, "k must be a non-negative integer")
	}
	return n, k, nil
}

func mathIsqrt(t *object.Thread, a []object.Value) (object.Value, error) {
	n, err := Integer(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	if n.Sign() < 0 {
		return object.Value{}, object.Raise(object.ValueError, "isqrt() argument must be nonnegative")
	}
	return whole(bignum.Sqrt(t.Poll, n))
}
