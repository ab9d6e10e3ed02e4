package parse

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"gputour/engine/syntax/scan"
)

// This file takes the value of numeric literals.

// maxDigits bounds decimal integers, as sys.set_int_max_str_digits does by default.
const maxDigits = 4300

// number returns the value of a NUMBER token: int64, *big.Int, float64 or complex128.
func (p *parser) number(t *scan.Token) any {
	text := p.text(t)
	if len(text) < 18 && isDecimal(text) {
		n, _ := strconv.ParseInt(text, 10, 64)
		return n
	}
	text = strings.ReplaceAll(text, "_", "")
	last := text[len(text)-1] | 0x20
	hex := len(text) > 1 && text[1]|0x20 == 'x'
	switch {
	case last == 'j':
		return complex(0, parseFloat(text[:len(text)-1]))
	case !hex && strings.ContainsAny(text, ".eE"):
		return parseFloat(text)
	case len(text) > maxDigits && isDecimal(text):
		p.failHuge(t, len(text))
	}
	return parseInt(text)
}

func isDecimal(s string) bool {
	for i := 0; i < len(s); i++ {
		if !scan.IsDigit(s[i]) {
			return false
		}
	}
	return true
}

// parseFloat rounds to the nearest float; what is too great is infinite.
func parseFloat(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

func parseInt(s string) any {
	base := 10
	if len(s) > 2 && s[0] == '0' {
		switch s[1] | 0x20 {
		case 'x':
			base, s = 16, s[2:]
		case 'o':
			base, s = 8, s[2:]
		case 'b':
			base, s = 2, s[2:]
		}
	}
	if n, err := strconv.ParseInt(s, base, 64); err == nil {
		return n
	}
	n, _ := new(big.Int).SetString(s, base)
	return n
}

func (p *parser) failHuge(t *scan.Token, digits int) {
	p.failAt(t.Span(), fmt.Sprintf("Exceeds the limit (%d digits) for integer string conversion: "+
		"value has %d digits; use sys.set_int_max_str_digits() to increase the limit"+
		" - Consider hexadecimal for huge integer literals to avoid decimal conversion limits.", maxDigits, digits))
}
