// Package numeral is numbers as text: how Python writes them, plainly or by a format specification, and what it reads as one.
package numeral

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"gputour/engine/object/char"
)

// Float returns repr(f): the shortest digits that read back as f.
func Float(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	return floatShortest(f)
}

// floatShortest uses an exponent below 1e-4 and from 1e16 on.
func floatShortest(f float64) string {
	abs := math.Abs(f)
	if abs != 0 && (abs < 1e-4 || abs >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// Round rounds f to a number of decimal digits after the point, half to
// even of the exact value, as round() does.
func Round(f float64, digits int) float64 {
	if digits >= 0 {
		r, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'f', digits, 64), 64)
		return r
	}
	// Before the point: round the exact integer part and what follows it.
	unit := new(big.Float).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-digits)), nil))
	q := new(big.Rat).SetFloat64(f)
	u, _ := unit.Rat(nil)
	q.Quo(q, u)
	n := roundRat(q)
	r, _ := new(big.Float).SetInt(n.Mul(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-digits)), nil))).Float64()
	if r == 0 {
		return math.Copysign(0, f)
	}
	return r
}

// roundRat rounds to the nearest integer, half to even.
func roundRat(q *big.Rat) *big.Int {
	n, r := new(big.Int).DivMod(q.Num(), q.Denom(), new(big.Int))
	c := r.Lsh(r, 1).Cmp(q.Denom())
	if c > 0 || c == 0 && n.Bit(0) == 1 {
		n.Add(n, big.NewInt(1))
	}
	return n
}

// ParseFloat reads text as float() does.
func ParseFloat(text string) (float64, bool) {
	s := char.ASCIIDigits(char.TrimSpace(text))
	if strings.Contains(s, "_") {
		clean, ok := dropUnderscores(s)
		if !ok {
			return 0, false
		}
		s = clean
	}
	body := strings.TrimLeft(s, "+-")
	if len(s)-len(body) > 1 || body == "" {
		return 0, false
	}
	if c := body[0]; c != '.' && (c < '0' || c > '9') {
		return specialFloat(body, s[0] == '-')
	}
	if strings.ContainsAny(body, "xXpPiInN") {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}

func specialFloat(body string, neg bool) (float64, bool) {
	switch strings.ToLower(body) {
	case "inf", "infinity":
		if neg {
			return math.Inf(-1), true
		}
		return math.Inf(1), true
	case "nan":
		return math.NaN(), true
	}
	return 0, false
}

// dropUnderscores removes underscores, each of which must stand between digits.
func dropUnderscores(s string) (string, bool) {
	isDigit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	for i := 0; i < len(s); i++ {
		if s[i] == '_' && !(isDigit(i-1) && isDigit(i+1)) {
			return "", false
		}
	}
	return strings.ReplaceAll(s, "_", ""), true
}

// Hex is float.hex(): 13 hexadecimal digits after the point.
func Hex(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Float(f)
	}
	sign := ""
	if math.Signbit(f) {
		sign = "-"
	}
	bits := math.Float64bits(f)
	exp, frac := int(bits>>52&0x7ff), bits&(1<<52-1)
	digits := strconv.FormatUint(frac|1<<52, 16)[1:]
	switch {
	case exp == 0 && frac == 0:
		return sign + "0x0.0p+0"
	case exp == 0:
		return sign + "0x0." + digits + "p-1022"
	}
	e := strconv.Itoa(exp - 1023)
	if exp >= 1023 {
		e = "+" + e
	}
	return sign + "0x1." + digits + "p" + e
}

// ParseHex reads text as float.fromhex does, without blanks around it.
func ParseHex(s string) (float64, bool) {
	body := strings.ToLower(strings.TrimLeft(s, "+-"))
	if len(s)-len(body) > 1 || body == "" {
		return 0, false
	}
	neg := s[0] == '-'
	if f, ok := specialFloat(body, neg); ok {
		return f, true
	}
	body = strings.TrimPrefix(body, "0x")
	if strings.ContainsAny(body, "_x") || body == "" || body[0] == 'p' {
		return 0, false
	}
	if !strings.Contains(body, "p") {
		body += "p0"
	}
	f, err := strconv.ParseFloat("0x"+body, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	if neg {
		f = -f
	}
	return f, true
}
