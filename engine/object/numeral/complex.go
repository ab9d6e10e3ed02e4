package numeral

import (
	"math"
	"strings"

	"gputour/engine/object/char"
)

// This file converts between complex numbers and text.

// Complex returns repr(c).
func Complex(c complex128) string {
	im := complexPart(imag(c))
	if real(c) == 0 && !math.Signbit(real(c)) {
		return im + "j"
	}
	if im[0] != '-' {
		im = "+" + im
	}
	return "(" + complexPart(real(c)) + im + "j)"
}

// complexPart is the repr of a part: a float without ".0".
func complexPart(f float64) string { return strings.TrimSuffix(Float(f), ".0") }

// ParseComplex reads "1+2j", "(1+2j)", "-j" and the like.
func ParseComplex(text string) (complex128, bool) {
	s := char.TrimSpace(text)
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") && len(s) > 1 {
		s = char.TrimSpace(s[1 : len(s)-1])
	}
	if s == "" {
		return 0, false
	}
	if c := s[len(s)-1]; c != 'j' && c != 'J' {
		f, ok := ParseFloat(s)
		return complex(f, 0), ok && s == char.TrimSpace(s)
	}
	s = s[:len(s)-1]
	split := 0
	for i := len(s) - 1; i > 0; i-- {
		if (s[i] == '+' || s[i] == '-') && s[i-1] != 'e' && s[i-1] != 'E' {
			split = i
			break
		}
	}
	re, ok := 0.0, true
	if split > 0 {
		re, ok = ParseFloat(s[:split])
	}
	im, imOK := 1.0, true
	switch part := s[split:]; part {
	case "", "+":
	case "-":
		im = -1
	default:
		im, imOK = ParseFloat(part)
	}
	return complex(re, im), ok && imOK && !strings.ContainsAny(s, " \t\n")
}
