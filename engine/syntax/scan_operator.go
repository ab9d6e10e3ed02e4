package syntax

import (
	"fmt"
	"unicode"
)

// This file scans operators and brackets.

// operators1 maps the operators of one character.
var operators1 = [256]tokenKind{
	'(': tokLParen, ')': tokRParen, '[': tokLBracket, ']': tokRBracket, '{': tokLBrace, '}': tokRBrace,
	',': tokComma, ':': tokColon, '.': tokDot, ';': tokSemi, '@': tokAt, '=': tokEqual, '+': tokPlus,
	'-': tokMinus, '*': tokStar, '/': tokSlash, '%': tokPercent, '|': tokVBar, '^': tokCaret,
	'&': tokAmp, '~': tokTilde, '<': tokLess, '>': tokGreater,
	'$': tokOther, '?': tokOther, '!': tokOther, '`': tokOther,
}

// operators2 returns the operator of two characters, or tokEnd.
func operators2(c, d byte) tokenKind {
	if d == '=' {
		switch c {
		case '=':
			return tokEqEqual
		case '!':
			return tokNotEqual
		case '<':
			return tokLessEqual
		case '>':
			return tokGreaterEqual
		case '+':
			return tokPlusEqual
		case '-':
			return tokMinusEqual
		case '*':
			return tokStarEqual
		case '/':
			return tokSlashEqual
		case '%':
			return tokPercentEqual
		case '@':
			return tokAtEqual
		case '&':
			return tokAmpEqual
		case '|':
			return tokVBarEqual
		case '^':
			return tokCaretEqual
		case ':':
			return tokColonEqual
		}
		return tokEnd
	}
	switch {
	case c == '*' && d == '*':
		return tokDoubleStar
	case c == '/' && d == '/':
		return tokDoubleSlash
	case c == '<' && d == '<':
		return tokLShift
	case c == '>' && d == '>':
		return tokRShift
	case c == '-' && d == '>':
		return tokArrow
	case c == '<' && d == '>':
		return tokOther // Python 2's !=
	}
	return tokEnd
}

// operators3 returns the operator of three characters that begins with two, or tokEnd.
func operators3(two tokenKind, c, e byte) tokenKind {
	if e == '=' {
		switch two {
		case tokDoubleStar:
			return tokDoubleStarEqual
		case tokDoubleSlash:
			return tokDoubleSlashEqual
		case tokLShift:
			return tokLShiftEqual
		case tokRShift:
			return tokRShiftEqual
		}
	}
	return tokEnd
}

func (s *scanner) scanOperator(c byte) tokenKind {
	start := s.off
	kind := operators1[c]
	if kind == tokEnd {
		s.off++
		return s.failCharacter(rune(c))
	}
	s.off++
	if c == '.' && s.peek(0) == '.' && s.peek(1) == '.' {
		s.off += 2
		return s.emit(tokEllipsis, start)
	}
	if two := operators2(c, s.peek(0)); two != tokEnd {
		s.off++
		kind = two
		if three := operators3(two, c, s.peek(0)); three != tokEnd {
			s.off++
			kind = three
		}
		return s.emit(kind, start)
	}
	switch kind {
	case tokLParen, tokLBracket, tokLBrace:
		if len(s.brackets) >= maxNesting {
			return s.fail("too many nested parentheses")
		}
		s.brackets = append(s.brackets, bracket{c, int32(s.line), int32(s.column(start))})
	case tokRParen, tokRBracket, tokRBrace:
		if !s.closeBracket(c) {
			return tokError
		}
	}
	return s.emit(kind, start)
}

var partners = map[byte]byte{'(': ')', '[': ']', '{': '}'}

func (s *scanner) closeBracket(c byte) bool {
	n := len(s.brackets)
	if n == 0 {
		s.fail("unmatched '%c'", c)
		return false
	}
	open := s.brackets[n-1]
	s.brackets = s.brackets[:n-1]
	if partners[open.char] == c {
		return true
	}
	where := ""
	if int(open.line) != s.line {
		where = fmt.Sprintf(" on line %d", open.line)
	}
	s.fail("closing parenthesis '%c' does not match opening parenthesis '%c'%s", c, open.char, where)
	return false
}

// failCharacter reports r, which cannot stand outside of a string.
func (s *scanner) failCharacter(r rune) tokenKind {
	if isPrintable(r) {
		return s.fail("invalid character '%c' (U+%04X)", r, r)
	}
	return s.fail("invalid non-printable character U+%04X", r)
}

// isPrintable is str.isprintable for one character.
func isPrintable(r rune) bool {
	if r == ' ' {
		return true
	}
	return !unicode.In(r, unicode.C, unicode.Z) && unicode.IsPrint(r)
}
