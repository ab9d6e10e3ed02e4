package numeral

import (
	"math"
	"math/cmplx"
	"strconv"
	"testing"
)

// FuzzParse: what is read is written so that it reads back as the same.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"1", " -1_000.5e-3 ", "inf", "-nan", "0x1.8p3", "1+2j", "-j", "１２", "1__0", "9e999", "0b101"} {
		f.Add(s, 0.1)
	}
	f.Fuzz(func(t *testing.T, text string, x float64) {
		if v, ok := ParseFloat(text); ok {
			if back, ok := ParseFloat(Float(v)); !ok || back != v && !math.IsNaN(v) {
				t.Fatalf("float(%q) = %v, its repr reads as %v", text, v, back)
			}
		}
		if z, ok := ParseComplex(text); ok && !cmplx.IsNaN(z) {
			if back, ok := ParseComplex(Complex(z)); !ok || back != z {
				t.Fatalf("complex(%q) = %v, its repr %s reads as %v", text, z, Complex(z), back)
			}
		}
		if back, err := strconv.ParseFloat(Float(x), 64); err != nil || back != x && !math.IsNaN(x) {
			t.Fatalf("repr(%v) = %s", x, Float(x))
		}
		if h, ok := ParseHex(Hex(x)); !ok || h != x && !math.IsNaN(x) {
			t.Fatalf("fromhex(%s) = %v, want %v", Hex(x), h, x)
		}
	})
}
