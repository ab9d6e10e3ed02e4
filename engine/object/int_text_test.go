package object

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestShortText compares reading, writing and dividing ints of a few words with math/big.
func TestShortText(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		digits := strings.TrimLeft(strings.Repeat("0", r.IntN(3))+big.NewInt(0).SetUint64(r.Uint64()).String()+strings.Repeat("0", r.IntN(40))+
			big.NewInt(0).SetUint64(r.Uint64()).String()+strings.Repeat("9", r.IntN(40)), "0")
		want, _ := new(big.Int).SetString(digits, 10)
		neg := r.IntN(2) == 0
		if neg {
			want.Neg(want)
		}
		v, ok := shortParse(digits, neg)
		if !ok || BigOf(v).Cmp(want) != 0 {
			t.Fatalf("%s: read as %v", digits, BigOf(v))
		}
		if len(want.Bits()) <= len(pieces{}) && shortDecimal(want) != want.String() {
			t.Fatalf("%v: written as %s", want, shortDecimal(want))
		}
		d := int64(r.Uint64()>>r.IntN(64)) | 1
		q, m := new(big.Int), new(big.Int)
		q.DivMod(want, big.NewInt(d), m)
		if m.Sign() != 0 && d < 0 { // towards minus infinity, not Euclid's
			q.Sub(q, big.NewInt(1))
			m.Add(m, big.NewInt(d))
		}
		if BigOf(divWord(FloorDiv, want, d)).Cmp(q) != 0 || BigOf(divWord(Mod, want, d)).Cmp(m) != 0 {
			t.Fatalf("%v by %d: %v, rest %v", want, d, BigOf(divWord(FloorDiv, want, d)), BigOf(divWord(Mod, want, d)))
		}
	}
	if _, ok := shortParse("12345678901234567890x", false); ok {
		t.Error("a letter is read as a digit")
	}
}
