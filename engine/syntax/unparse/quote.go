package unparse

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gputour/engine/syntax"
)

// This file writes constants as Python's repr does.

// quoteChar returns the quote that repr chooses for s.
func quoteChar(s string) byte {
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		return '"'
	}
	return '\''
}

// quote is repr of a string, which may hold lone surrogates as three bytes.
func quote(s string) string {
	q := quoteChar(s)
	return string(q) + escape(s, q) + string(q)
}

// escape writes s as the inside of a literal in quotes q.
func escape(s string, q byte) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1 && i+2 < len(s) && s[i] == 0xED:
			fmt.Fprintf(&b, `\u%04x`, rune(s[i]&0xF)<<12|rune(s[i+1]&0x3F)<<6|rune(s[i+2]&0x3F))
			n = 3
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r < utf8.RuneSelf:
			escapeASCII(&b, byte(r), q)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xFF:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		i += n
	}
	return b.String()
}

// quoteDocstring writes a docstring: between three quotes, with as little escaped as that allows.
func quoteDocstring(s string) string {
	var b strings.Builder
	for _, r := range s {
		if text := quote(string(r)); r == '\n' || r == '\t' || r == '\'' || r == '"' {
			b.WriteRune(r)
		} else {
			b.WriteString(text[1 : len(text)-1])
		}
	}
	text := b.String()
	for _, q := range []string{`"""`, "'''"} {
		if !strings.Contains(text, q) && !strings.HasSuffix(text, q[:1]) {
			return q + text + q
		}
	}
	if !strings.Contains(text, `"""`) {
		return `"""` + text[:len(text)-1] + `\"` + `"""`
	}
	return quote(s)
}

func escapeASCII(b *strings.Builder, c, q byte) {
	switch {
	case c == q || c == '\\':
		b.WriteByte('\\')
		b.WriteByte(c)
	case c == '\n':
		b.WriteString(`\n`)
	case c == '\r':
		b.WriteString(`\r`)
	case c == '\t':
		b.WriteString(`\t`)
	case c < ' ' || c == 0x7F:
		fmt.Fprintf(b, `\x%02x`, c)
	default:
		b.WriteByte(c)
	}
}

func quoteBytes(s string) string {
	q := quoteChar(s)
	var b strings.Builder
	b.WriteString("b" + string(q))
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			fmt.Fprintf(&b, `\x%02x`, s[i])
			continue
		}
		escapeASCII(&b, s[i], q)
	}
	b.WriteByte(q)
	return b.String()
}

// formatFloat is repr of a float, but that an infinite literal is 1e309, which reads back.
func formatFloat(f float64) string {
	if math.IsInf(f, 0) {
		return "1e309"
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	exp, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:])
	if exp < -4 || exp >= 16 {
		return s
	}
	s = strconv.FormatFloat(f, 'f', -1, 64)
	if strings.IndexByte(s, '.') < 0 {
		s += ".0"
	}
	return s
}

func formatImaginary(f float64) string {
	s := strings.TrimSuffix(formatFloat(f), ".0")
	return s + "j"
}

// Constant writes the value of a Constant as Python's repr does.
func Constant(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case int64:
		return strconv.FormatInt(v, 10)
	case *big.Int:
		if v.BitLen() > 13000 { // too long for a decimal literal
			return "0x" + v.Text(16)
		}
		return v.String()
	case float64:
		return formatFloat(v)
	case complex128:
		return formatImaginary(imag(v))
	case syntax.Bytes:
		return quoteBytes(string(v))
	case string:
		return quote(v)
	}
	return "..."
}
