package decimal

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"gputour/engine/object"
)

// TestShortDecimals compares the operations on two words with those on big integers, on
// random numbers in random contexts: result, exponent, sign and conditions.
func TestShortDecimals(t *testing.T) {
	th := object.NewThread(object.NewSession(), nil)
	random := rand.New(rand.NewPCG(1, 2))
	number := func() *decimal {
		coef := new(big.Int)
		switch random.IntN(4) {
		case 0:
			coef.SetUint64(random.Uint64N(1000))
		case 1: // near a power of ten or of two
			coef.Set(powerOfTen(random.Int64N(38)))
			coef.Add(coef, big.NewInt(random.Int64N(3)-1))
		case 2:
			coef.Lsh(bigOne, uint(random.IntN(128)))
			coef.Sub(coef, big.NewInt(random.Int64N(2)))
		default:
			coef.SetUint64(random.Uint64())
			coef.Mul(coef, big.NewInt(random.Int64()))
			coef.Rsh(coef, uint(random.IntN(120)))
		}
		return &decimal{neg: random.IntN(2) == 0, coef: coef, exp: random.Int64N(30) - 15}
	}
	known := 0
	for range 200_000 {
		a, b := number(), number()
		c := &decimalContext{prec: 1 + random.Int64N(40), emin: -20, emax: 40, rounding: decimalRounding(random.IntN(8))}
		x, ok := a.short()
		y, also := b.short()
		if !ok || !also {
			continue
		}
		if order, ok := shortCompare(x, y); ok {
			if want, _ := decimalCompare(th, a, b); order != want {
				t.Fatalf("%s and %s are ordered as %d, not %d", a.text(true), b.text(true), order, want)
			}
		}
		for name, do := range map[string]struct {
			all   decimalOperation
			short shortOperation
		}{"+": {decimalAdd, shortAdd}, "-": {decimalSub, shortSub}, "*": {decimalMul, shortMul}, "/": {decimalDiv, shortDiv},
			"quantize": {func(t *object.Thread, a, b *decimal, c *decimalContext) (*decimal, decimalStatus, error) {
				return a.quantized(t, b, c, c.rounding)
			}, func(a, b short, c *decimalContext) (short, decimalStatus, bool) {
				return a.quantized(b.exp, c, c.rounding)
			}}} {
			got, met, ok := do.short(x, y, c)
			if !ok {
				continue
			}
			known++
			want, conditions, err := do.all(th, a, b, c)
			if err != nil {
				t.Fatal(err)
			}
			if d := got.decimal(); d.coef.Cmp(want.coef) != 0 || d.exp != want.exp || d.neg != want.neg || want.kind != finiteDecimal || met != conditions {
				t.Fatalf("%s %s %s in %d digits, %s: %s with %b, not %s with %b",
					a.text(true), name, b.text(true), c.prec, roundingNames[c.rounding], d.text(true), met, want.text(true), conditions)
			}
		}
	}
	if known < 100_000 {
		t.Fatalf("only %d operations were computed in two words", known)
	}
}
