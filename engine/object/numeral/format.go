package numeral

import (
	"math"
	"strconv"
	"strings"

	"gputour/engine/object/char"
)

// This file writes numbers by a format specification.

// Pad aligns sign (or prefix) and text in the width.
func (f *Spec) Pad(sign, text string) string {
	n := f.Width - char.Count(text) - len(sign)
	if n <= 0 {
		return sign + text
	}
	var before, between, after int
	switch f.Align {
	case '<':
		after = n
	case '^':
		before, after = n/2, n-n/2
	case '=':
		between = n
	default:
		before = n
	}
	b := make([]byte, 0, len(sign)+len(text)+n*len(string(f.Fill)))
	b = append(f.fillIn(b, before), sign...)
	b = append(f.fillIn(b, between), text...)
	return string(f.fillIn(b, after))
}

// fillIn appends n times the fill character.
func (f *Spec) fillIn(b []byte, n int) []byte {
	for range n {
		b = char.Append(b, f.Fill)
	}
	return b
}

// Base is that of an integer's digits.
func (f *Spec) Base() int {
	switch f.Kind {
	case 'b':
		return 2
	case 'o':
		return 8
	case 'x', 'X':
		return 16
	}
	return 10
}

// Digits writes an integer that has these digits in f's base.
func (f *Spec) Digits(digits string, neg bool) string {
	if f.Kind == 'X' {
		digits = strings.ToUpper(digits)
	}
	sign := f.signText(neg)
	size := 3
	if f.Base() != 10 {
		size = 4
		if f.Alt {
			sign += "0" + string(rune(f.Kind))
		}
	}
	return f.padNumber(sign, digits, "", size)
}

func (f *Spec) signText(neg bool) string {
	switch {
	case neg:
		return "-"
	case f.Sign == '+':
		return "+"
	case f.Sign == ' ':
		return " "
	}
	return ""
}

// padNumber groups the digits before the point and pads; with '=' and zeros the
// groups go on into the padding.
func (f *Spec) padNumber(sign, digits, rest string, size int) string {
	if f.Group == 0 {
		return f.Pad(sign, digits+rest)
	}
	width := 0
	if f.Align == '=' && f.Fill == '0' {
		width = f.Width - len(sign) - len(rest)
	}
	return f.Pad(sign, Group(digits, f.Group, size, width)+rest)
}

// Float writes x by all of f.
func (f *Spec) Float(x float64) string {
	text := f.FloatText(x)
	neg := strings.HasPrefix(text, "-")
	text = strings.TrimPrefix(text, "-")
	if neg && f.NoNegZero && strings.Trim(text, "0.eE+-%") == "" {
		neg = false
	}
	if f.Group == 0 {
		return f.Pad(f.signText(neg), text)
	}
	i := 0
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	if i == 0 { // inf and nan are not grouped
		return f.Pad(f.signText(neg), text)
	}
	return f.padNumber(f.signText(neg), text[:i], text[i:], 3)
}

// FloatText writes x by kind and precision, with its sign but without padding.
func (f *Spec) FloatText(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		s := Float(x)
		if f.Kind >= 'A' && f.Kind <= 'Z' {
			s = strings.ToUpper(s)
		}
		if f.Kind == '%' {
			s += "%"
		}
		return s
	}
	p := f.Precision
	switch f.Kind {
	case 0:
		if p < 0 {
			return AltPoint(Float(x), f.Alt)
		}
		return G(x, max(p, 1), f.Alt, true)
	case '%':
		if p < 0 {
			p = 6
		}
		return AltPoint(strconv.FormatFloat(x*100, 'f', p, 64), f.Alt) + "%"
	}
	return C(x, f.Kind, p, f.Alt)
}

// Complex writes c by all of f.
func (f *Spec) Complex(c complex128) string {
	part := *f
	part.Width = -1
	if f.Kind == 0 && f.Precision >= 0 {
		part.Kind = 'g'
	}
	re := part.Float(real(c))
	part.Sign = '+'
	im := part.Float(imag(c))
	if f.Kind != 0 {
		return f.Pad("", re+im+"j")
	}
	return f.Pad("", f.complexText(c, re, im))
}

// complexText is the form without a type: as repr, without ".0", in brackets.
func (f *Spec) complexText(c complex128, re, im string) string {
	im = strings.TrimSuffix(im, ".0")
	if real(c) == 0 && !math.Signbit(real(c)) {
		if f.Sign != '+' {
			im = strings.TrimPrefix(im, "+")
		}
		return im + "j"
	}
	return "(" + strings.TrimSuffix(re, ".0") + im + "j)"
}
