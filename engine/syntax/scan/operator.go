package scan

import (
	"fmt"
	"unicode"
)

// This file scans operators and brackets.

// operators1 maps the operators of one character.
var operators1 = [256]Kind{
	'(': LParen, ')': RParen, '[': LBracket, ']': RBracket, '{': LBrace, '}': RBrace,
	',': Comma, ':': Colon, '.': Dot, ';': Semi, '@': At, '=': Equal, '+': Plus,
	'-': Minus, '*': Star, '/': Slash, '%': Percent, '|': VBar, '^': Caret,
	'&': Amp, '~': Tilde, '<': Less, '>': Greater,
	'$': Other, '?': Other, '!': Other, '`': Other,
}

// operators2 returns the operator of two characters, or End.
func operators2(c, d byte) Kind {
	if d == '=' {
		switch c {
		case '=':
			return EqEqual
		case '!':
			return NotEqual
		case '<':
			return LessEqual
		case '>':
			return GreaterEqual
		case '+':
			return PlusEqual
		case '-':
			return MinusEqual
		case '*':
			return StarEqual
		case '/':
			return SlashEqual
		case '%':
			return PercentEqual
		case '@':
			return AtEqual
		case '&':
			return AmpEqual
		case '|':
			return VBarEqual
		case '^':
			return CaretEqual
		case ':':
			return ColonEqual
		}
		return End
	}
	switch {
	case c == '*' && d == '*':
		return DoubleStar
	case c == '/' && d == '/':
		return DoubleSlash
	case c == '<' && d == '<':
		return LShift
	case c == '>' && d == '>':
		return RShift
	case c == '-' && d == '>':
		return Arrow
	case c == '<' && d == '>':
		return Other // Python 2's !=
	}
	return End
}

// operators3 returns the operator of three characters that begins with two, or End.
func operators3(two Kind, c, e byte) Kind {
	if e == '=' {
		switch two {
		case DoubleStar:
			return DoubleStarEqual
		case DoubleSlash:
			return DoubleSlashEqual
		case LShift:
			return LShiftEqual
		case RShift:
			return RShiftEqual
		}
	}
	return End
}

func (s *Scanner) scanOperator(c byte) Kind {
	start := s.off
	kind := operators1[c]
	if kind == End {
		s.off++
		return s.failCharacter(rune(c))
	}
	s.off++
	if c == '.' && s.peek(0) == '.' && s.peek(1) == '.' {
		s.off += 2
		return s.emit(Ellipsis, start)
	}
	if two := operators2(c, s.peek(0)); two != End {
		s.off++
		kind = two
		if three := operators3(two, c, s.peek(0)); three != End {
			s.off++
			kind = three
		}
		return s.emit(kind, start)
	}
	switch kind {
	case LParen, LBracket, LBrace:
		if len(s.brackets) >= MaxNesting {
			return s.fail("too many nested parentheses")
		}
		s.brackets = append(s.brackets, bracket{c, int32(s.line), int32(s.column(start))})
	case RParen, RBracket, RBrace:
		if !s.closeBracket(c) {
			return Error
		}
	}
	return s.emit(kind, start)
}

// Partners are the closing brackets of the opening ones.
var Partners = map[byte]byte{'(': ')', '[': ']', '{': '}'}

func (s *Scanner) closeBracket(c byte) bool {
	n := len(s.brackets)
	if n == 0 {
		s.fail("unmatched '%c'", c)
		return false
	}
	open := s.brackets[n-1]
	s.brackets = s.brackets[:n-1]
	if Partners[open.char] == c {
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
func (s *Scanner) failCharacter(r rune) Kind {
	if unicode.IsPrint(r) {
		return s.fail("invalid character '%c' (U+%04X)", r, r)
	}
	return s.fail("invalid non-printable character U+%04X", r)
}
