package numeral

import (
	"strconv"
	"strings"
)

// This file writes numbers in the forms of C.

// Group sets sep between groups of size digits, with zeros in front up to width.
func Group(digits string, sep byte, size, width int) string {
	zeros := 0
	for n := len(digits); n+(n-1)/size < width; n++ {
		zeros++
	}
	digits = strings.Repeat("0", zeros) + digits
	if len(digits) <= size {
		return digits
	}
	var b strings.Builder
	first := len(digits) % size
	b.WriteString(digits[:first])
	for i := first; i < len(digits); i += size {
		if b.Len() > 0 {
			b.WriteByte(sep)
		}
		b.WriteString(digits[i : i+size])
	}
	return b.String()
}

// C writes x as C's printf does for e, f, g (and E, F, G, n); precision -1 is 6.
func C(x float64, kind byte, precision int, alt bool) string {
	if precision < 0 {
		precision = 6
	}
	upper := kind >= 'A' && kind <= 'Z'
	var s string
	switch kind {
	case 'f', 'F':
		s = AltPoint(strconv.FormatFloat(x, 'f', precision, 64), alt)
	case 'e', 'E':
		s = AltPoint(strconv.FormatFloat(x, 'e', precision, 64), alt)
	default:
		s = G(x, max(precision, 1), alt, false)
	}
	if upper {
		s = strings.ToUpper(s)
	}
	return s
}

// AltPoint sets the point that `#` asks for.
func AltPoint(s string, alt bool) string {
	if !alt || strings.Contains(s, ".") {
		return s
	}
	if i := strings.IndexByte(s, 'e'); i >= 0 {
		return s[:i] + "." + s[i:]
	}
	return s + "."
}

// G writes x with p significant digits, with an exponent where that is
// below -4 or not below p. addDot0 is format() without a type: at least one
// digit after the point, and the exponent from p-1 on.
func G(x float64, p int, alt, addDot0 bool) string {
	e := strconv.FormatFloat(x, 'e', p-1, 64)
	i := strings.IndexByte(e, 'e')
	exp, _ := strconv.Atoi(e[i+1:])
	limit := p
	if addDot0 {
		limit--
	}
	if exp < -4 || exp >= limit {
		mantissa := e[:i]
		if !alt {
			mantissa = trimZeros(mantissa)
		}
		return AltPoint(mantissa+e[i:], alt)
	}
	s := strconv.FormatFloat(x, 'f', max(p-1-exp, 0), 64)
	if !alt {
		s = trimZeros(s)
		if addDot0 && !strings.Contains(s, ".") {
			s += ".0"
		}
	}
	return AltPoint(s, alt)
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}
