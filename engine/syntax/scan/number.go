package scan

import (
	"strings"

	"gputour/engine/diag"
)

// This file scans the form of numbers; their value is taken in number.go.

// IsHexDigit tells whether c is a hexadecimal digit.
func IsHexDigit(c byte) bool {
	return IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// IsOctDigit tells whether c is an octal digit.
func IsOctDigit(c byte) bool { return '0' <= c && c <= '7' }
func isBinDigit(c byte) bool { return c == '0' || c == '1' }

// scanNumber reads a number. In an error the offset is left where CPython's caret stands.
func (s *Scanner) scanNumber() Kind {
	start := s.off
	ok := false
	switch {
	case s.src[s.off] == '.':
		ok = s.scanFraction()
	case s.src[s.off] == '0':
		ok = s.scanZero(start)
	default:
		ok = s.scanDigits() && s.scanFraction()
	}
	if !ok {
		return Error
	}
	return s.emit(Number, start)
}

// scanZero reads a number that begins with 0.
func (s *Scanner) scanZero(start int) bool {
	s.off++
	switch s.peek(0) | 0x20 {
	case 'x':
		return s.scanRadix("hexadecimal", IsHexDigit)
	case 'o':
		return s.scanRadix("octal", IsOctDigit)
	case 'b':
		return s.scanRadix("binary", isBinDigit)
	}
	for s.peek(0) == '0' || s.peek(0) == '_' {
		s.off++
		if s.src[s.off-1] == '_' && !IsDigit(s.peek(0)) {
			s.fail("invalid decimal literal")
			return false
		}
	}
	zeros := s.off
	if !IsDigit(s.peek(0)) {
		return s.scanFraction()
	}
	if !s.scanDigits() {
		return false
	}
	if strings.IndexByte(".eEjJ", s.peek(0)) < 0 {
		s.fail("leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers")
		s.Err.Start.Col = s.column(start)
		s.Err.End = diag.Pos{Line: s.line, Col: s.column(zeros)}
		return false
	}
	return s.scanFraction()
}

func (s *Scanner) scanRadix(kind string, valid func(byte) bool) bool {
	s.off++
	for {
		if s.peek(0) == '_' {
			s.off++
		}
		if c := s.peek(0); !valid(c) {
			return s.failRadix(kind, c)
		}
		for valid(s.peek(0)) {
			s.off++
		}
		if s.peek(0) != '_' {
			break
		}
	}
	if c := s.peek(0); IsDigit(c) {
		return s.failRadix(kind, c)
	}
	return s.endNumber(kind)
}

func (s *Scanner) failRadix(kind string, c byte) bool {
	if IsDigit(c) {
		s.off++
		s.fail("invalid digit '%c' in %s literal", c, kind)
	} else {
		s.fail("invalid %s literal", kind)
	}
	return false
}

// scanDigits reads decimal digits with single underscores between them.
func (s *Scanner) scanDigits() bool {
	for {
		for IsDigit(s.peek(0)) {
			s.off++
		}
		if s.peek(0) != '_' {
			return true
		}
		s.off++
		if !IsDigit(s.peek(0)) {
			s.fail("invalid decimal literal")
			return false
		}
	}
}

// scanFraction reads what may follow the digits before the point.
func (s *Scanner) scanFraction() bool {
	if s.peek(0) == '.' {
		s.off++
		if IsDigit(s.peek(0)) && !s.scanDigits() {
			return false
		}
	}
	if s.peek(0)|0x20 == 'e' {
		if done, ok := s.scanExponent(); done {
			return ok
		}
	}
	if s.peek(0)|0x20 == 'j' {
		s.off++
		return s.endNumber("imaginary")
	}
	return s.endNumber("decimal")
}

// scanExponent reads an exponent. done tells that the number ends here.
func (s *Scanner) scanExponent() (done, ok bool) {
	n := 1
	if c := s.peek(1); c == '+' || c == '-' {
		n = 2
	}
	if !IsDigit(s.peek(n)) {
		if n == 1 {
			return true, s.endNumber("decimal")
		}
		s.off += n
		s.fail("invalid decimal literal")
		return true, false
	}
	s.off += n
	return !s.scanDigits(), false
}

// keywordsAfterNumber may follow a number without space; CPython only warns.
var keywordsAfterNumber = []string{"and", "else", "for", "if", "in", "is", "or", "not"}

// endNumber checks what stands right behind a number.
func (s *Scanner) endNumber(kind string) bool {
	c := s.peek(0)
	if s.off >= s.limit || !IsNameByte(c) {
		return true
	}
	rest := s.src[s.off:s.limit]
	for _, word := range keywordsAfterNumber {
		if strings.HasPrefix(rest, word) {
			s.warn("SyntaxWarning", "invalid "+kind+" literal", s.line, s.column(s.off))
			return true
		}
	}
	s.fail("invalid %s literal", kind)
	return false
}

func (s *Scanner) warn(code, msg string, line, col int) {
	pos := diag.Pos{Line: line, Col: col}
	s.Warnings = append(s.Warnings, &diag.Diagnostic{
		Severity: diag.Warning, Code: code, Message: msg, Span: diag.Span{Start: pos, End: pos},
	})
}
