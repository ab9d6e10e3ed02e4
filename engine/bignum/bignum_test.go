package bignum

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
)

func never() error { return nil }

// number is a random integer of so many bits; a negative count asks for a negative one.
func number(r *rand.Rand, bits int) *big.Int {
	words := make([]big.Word, (max(bits, -bits)+63)/64)
	for i := range words {
		words[i] = big.Word(r.Uint64())
	}
	x := new(big.Int).SetBits(words)
	x.SetBit(x.Rsh(x, uint(len(words)*64-max(bits, -bits))), max(bits, -bits)-1, 1)
	if bits < 0 {
		x.Neg(x)
	}
	return x
}

var sizes = [][2]int{
	{100, 64}, {-3 * pieceBits, 50}, {3 * pieceBits, -pieceBits}, {2*pieceBits + 7, 2*pieceBits + 7}, {-4*pieceBits - 1, -3*pieceBits - 5},
	{9*pieceBits + 3, 2*pieceBits + 1}, {5 * pieceBits, 5*pieceBits - 64},
}

func TestMulAndDivide(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range sizes {
		x, y := number(r, s[0]), number(r, s[1])
		product, err := Mul(never, x, y)
		if want := new(big.Int).Mul(x, y); err != nil || product.Cmp(want) != 0 {
			t.Errorf("product of %v bits: %v", s, err)
		}
		for _, a := range []*big.Int{x, product, new(big.Int).Sub(product, big.NewInt(1)), new(big.Int).Add(product, y)} {
			q, m, err := QuoRem(never, a, y)
			if wantQ, wantM := new(big.Int).QuoRem(a, y, new(big.Int)); err != nil || q.Cmp(wantQ) != 0 || m.Cmp(wantM) != 0 {
				t.Errorf("quotient of %d and %d bits: %v", a.BitLen(), y.BitLen(), err)
			}
		}
		floor, m, _ := Div(never, x, y)
		if m.Sign() != 0 && m.Sign() != y.Sign() || new(big.Int).Add(new(big.Int).Mul(floor, y), m).Cmp(x) != 0 {
			t.Errorf("floor division of %v bits", s)
		}
	}
}

// TestDivideNearDigits has digits of ones and zeros, where the guess of a quotient is off.
func TestDivideNearDigits(t *testing.T) {
	one := big.NewInt(1)
	power := func(n uint) *big.Int { return new(big.Int).Lsh(one, n) }
	y := power(2*pieceBits + 2)
	for _, y := range []*big.Int{y, new(big.Int).Sub(y, one), new(big.Int).Add(y, power(pieceBits+1)), new(big.Int).Sub(y, power(pieceBits))} {
		for _, x := range []*big.Int{power(6 * pieceBits), new(big.Int).Sub(power(6*pieceBits), one), new(big.Int).Mul(y, y), new(big.Int).Sub(new(big.Int).Mul(y, y), one)} {
			q, r, err := QuoRem(never, x, y)
			if wantQ, wantR := new(big.Int).QuoRem(x, y, new(big.Int)); err != nil || q.Cmp(wantQ) != 0 || r.Cmp(wantR) != 0 {
				t.Errorf("quotient of %d and %d bits: %v", x.BitLen(), y.BitLen(), err)
			}
		}
	}
}

func TestPowers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		bits int
		n    uint
	}{{4, 3}, {3, 500_000}, {-60, 20_001}, {pieceBits + 1, 3}} {
		x := number(r, c.bits)
		got, err := Pow(never, x, c.n)
		if want := new(big.Int).Exp(x, big.NewInt(int64(c.n)), nil); err != nil || got.Cmp(want) != 0 {
			t.Errorf("power %d of %d bits: %v", c.n, c.bits, err)
		}
	}
	for _, c := range [][3]int{{10, 10, 10}, {700, 9000, 64 * 130}, {-700, 30, -64 * 2000}, {100, 40, pieceBits + 9}, {2 * pieceBits, 3, pieceBits}} {
		x, e, m := number(r, c[0]), number(r, c[1]), number(r, c[2])
		got, err := PowMod(never, x, e, m)
		if want := new(big.Int).Exp(new(big.Int).Mod(x, m), e, new(big.Int).Abs(m)); err != nil || got.Cmp(want) != 0 {
			t.Errorf("power modulo of %v bits: %v", c, err)
		}
	}
	if got, _ := PowMod(never, number(r, 2*pieceBits), new(big.Int), big.NewInt(1)); got.Sign() != 0 {
		t.Errorf("modulo 1: %v", got)
	}
}

func TestSqrtAndGCD(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, bits := range []int{90, pieceBits + 1, 3*pieceBits + 2} {
		x := number(r, bits)
		for _, x := range []*big.Int{x, new(big.Int).Mul(x, x), new(big.Int).Sub(new(big.Int).Mul(x, x), big.NewInt(1))} {
			if got, err := Sqrt(never, x); err != nil || got.Cmp(new(big.Int).Sqrt(x)) != 0 {
				t.Errorf("root of %d bits: %v", x.BitLen(), err)
			}
		}
	}
	common := number(r, 5000)
	for _, s := range [][2]int{{70, 90}, {pieceBits / 4, -pieceBits / 4}, {pieceBits/4 + 30, pieceBits / 4}, {pieceBits / 2, 60}} {
		x, y := new(big.Int).Mul(common, number(r, s[0])), new(big.Int).Mul(common, number(r, s[1]))
		want := new(big.Int).GCD(nil, nil, new(big.Int).Abs(x), new(big.Int).Abs(y))
		if got, err := GCD(never, x, y); err != nil || got.Cmp(want) != 0 {
			t.Errorf("divisor of %v bits: %v", s, err)
		}
	}
	if got, _ := GCD(never, new(big.Int), big.NewInt(-6)); got.Int64() != 6 {
		t.Errorf("gcd(0, -6) is %v", got)
	}
}

func TestText(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, bits := range []int{10, -3*pieceDigits - 1, 20 * pieceDigits} {
		x := number(r, bits)
		if got, err := Decimal(never, x); err != nil || got != x.String() {
			t.Errorf("decimal of %d bits: %v", bits, err)
		}
	}
	round := new(big.Int).Exp(big.NewInt(10), big.NewInt(3*pieceDigits), nil)
	if got, _ := Decimal(never, round); got != round.String() {
		t.Error("a power of ten")
	}
	for _, base := range []int{7, 10, 16, 36} {
		x := number(r, 12*pieceDigits)
		got, ok, err := Parse(never, x.Text(base), base)
		if err != nil || !ok || got.Cmp(x) != 0 {
			t.Errorf("base %d: %v %v", base, ok, err)
		}
	}
	if _, ok, _ := Parse(never, fmt.Sprintf("%0*d", 3*pieceDigits, 9), 8); ok {
		t.Error("a 9 in base 8")
	}
}

// TestEverythingAsks stops each function at its third question.
func TestEverythingAsks(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	x, y := number(r, 9*pieceBits), number(r, 4*pieceBits+1)
	stop := errors.New("stop")
	for name, f := range map[string]func(Poll) error{
		"Mul":     func(p Poll) error { _, err := Mul(p, x, y); return err },
		"QuoRem":  func(p Poll) error { _, _, err := QuoRem(p, x, y); return err },
		"slices":  func(p Poll) error { _, _, err := QuoRem(p, x, big.NewInt(3)); return err },
		"Pow":     func(p Poll) error { _, err := Pow(p, big.NewInt(3), 20*pieceBits); return err },
		"PowMod":  func(p Poll) error { _, err := PowMod(p, big.NewInt(3), x, number(r, 2000)); return err },
		"large m": func(p Poll) error { _, err := PowMod(p, big.NewInt(3), x, y); return err },
		"Sqrt":    func(p Poll) error { _, err := Sqrt(p, x); return err },
		"GCD":     func(p Poll) error { _, err := GCD(p, x, y); return err },
		"Decimal": func(p Poll) error { _, err := Decimal(p, x); return err },
		"Parse":   func(p Poll) error { _, _, err := Parse(p, fmt.Sprintf("%01000000d", 1), 7); return err },
	} {
		asked := 0
		err := f(func() error {
			if asked++; asked == 3 {
				return stop
			}
			return nil
		})
		if err != stop || asked != 3 {
			t.Errorf("%s asked %d times and ended with %v", name, asked, err)
		}
	}
}

func BenchmarkMul(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, bits := range []int{pieceBits, 16 * pieceBits} {
		x, y := number(r, bits), number(r, bits)
		b.Run(fmt.Sprint("math/big ", bits), func(b *testing.B) {
			for b.Loop() {
				new(big.Int).Mul(x, y)
			}
		})
		b.Run(fmt.Sprint("here ", bits), func(b *testing.B) {
			for b.Loop() {
				Mul(never, x, y)
			}
		})
	}
}
