package char

import "strings"

// This file writes the repr of text.

// Quote returns the repr of text.
func Quote(s string) string {
	q := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		q = '"'
	}
	if plainText(s) {
		return string(q) + s + string(q)
	}
	b := make([]byte, 0, len(s)+8)
	b = append(b, q)
	for i := 0; i < len(s); {
		r, size := Decode(s[i:])
		b = appendQuoted(b, r, q)
		i += max(size, 1)
	}
	return string(append(b, q))
}

// plainText reports whether s is printable ASCII without quotes and backslashes.
func plainText(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' || c == '\\' || c == '\'' {
			return false
		}
	}
	return true
}

func appendQuoted(b []byte, r rune, q byte) []byte {
	switch {
	case r == rune(q) || r == '\\':
		return append(b, '\\', byte(r))
	case r == '\n':
		return append(b, '\\', 'n')
	case r == '\r':
		return append(b, '\\', 'r')
	case r == '\t':
		return append(b, '\\', 't')
	case r >= ' ' && r < 0x7f, r > 0x7f && IsPrintable(r):
		return Append(b, r)
	}
	return appendEscaped(b, r)
}

// appendEscaped writes \xhh, \uhhhh or \Uhhhhhhhh.
func appendEscaped(b []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	kind, width := byte('U'), 8
	switch {
	case r <= 0xff:
		kind, width = 'x', 2
	case r <= 0xffff:
		kind, width = 'u', 4
	}
	b = append(b, '\\', kind)
	for shift := 4 * (width - 1); shift >= 0; shift -= 4 {
		b = append(b, digits[r>>shift&15])
	}
	return b
}

// Escape writes r as an escape of a literal.
func Escape(r rune) string { return string(appendEscaped(nil, r)) }
