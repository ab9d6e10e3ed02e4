package scan

import (
	"strings"
	"unicode/utf8"

	"gputour/engine/diag"
)

// This file finds the ends of string literals; their value is taken in string.go.

// scanString reads the string whose prefix starts at start and whose quote is at s.off.
func (s *Scanner) scanString(start int) Kind {
	quote, size := QuoteAt(s.src[:s.limit], s.off)
	body := s.off + size
	isF := strings.ContainsAny(s.src[start:s.off], "fF")
	end := -1
	if isF {
		f := fstringScan{src: s.src[:s.limit], raw: strings.ContainsAny(s.src[start:s.off], "rR")}
		end = f.literal(body, quote, size, 0)
	}
	if end < 0 {
		end = stringEnd(s.src[:s.limit], body, quote, size)
	}
	if end < 0 {
		return s.failUnterminated(start, body, size)
	}
	first := Token{Kind: String, Level: uint8(len(s.brackets)), Off: int32(start), End: int32(end),
		Line: int32(s.line), Col: int32(s.column(start))}
	s.advance(end)
	first.EndLine, first.EndCol = int32(s.line), int32(s.column(end))
	s.Tokens = append(s.Tokens, first)
	return String
}

// QuoteAt returns the quote character at off and whether it stands once or three times.
func QuoteAt(src string, off int) (quote byte, size int) {
	q := src[off]
	if off+2 < len(src) && src[off+1] == q && src[off+2] == q {
		return q, 3
	}
	return q, 1
}

// advance moves to end, counting lines.
func (s *Scanner) advance(end int) {
	for {
		i := strings.IndexByte(s.src[s.off:end], '\n')
		if i < 0 {
			s.off = end
			return
		}
		s.off += i
		s.newline()
	}
}

// stringEnd returns the offset behind the closing quotes, or -1.
func stringEnd(src string, off int, quote byte, size int) int {
	for off < len(src) {
		switch c := src[off]; {
		case c == '\\':
			off++
		case c == '\n' && size == 1:
			return -1
		case c == quote:
			if size == 1 {
				return off + 1
			}
			if off+2 < len(src) && src[off+1] == quote && src[off+2] == quote {
				return off + 3
			}
		}
		off++
	}
	return -1
}

func (s *Scanner) failUnterminated(start, body, size int) Kind {
	pos := diag.Pos{Line: s.line, Col: s.column(start)}
	s.off = body
	if size == 3 {
		s.advance(s.limit)
		s.fail("unterminated triple-quoted string literal (detected at line %d)", s.lastLine())
	} else {
		for s.off < s.limit && s.src[s.off] != '\n' {
			n := 1
			if s.src[s.off] == '\\' && s.off+1 < s.limit {
				if s.src[s.off+1] == '\n' {
					s.off++
					s.newline()
					continue
				}
				n = 2
			}
			s.off += n
		}
		s.fail("unterminated string literal (detected at line %d)", s.lastLine())
	}
	s.Err.Start, s.Err.End = pos, pos
	return Error
}

// fstringScan finds the end of an f-string as Python 3.12 does, where the
// expressions in braces may hold any quotes. Its methods return the offset
// behind what they read, or -1; then the plain rule decides.
type fstringScan struct {
	src string
	raw bool
}

// MaxFStringNesting is how deep f-strings may stand in the fields of others.
const MaxFStringNesting = 150

// literal reads the text of an f-string up to its closing quotes.
func (f *fstringScan) literal(off int, quote byte, size, depth int) int {
	for off < len(f.src) {
		c := f.src[off]
		switch {
		case c == '\\':
			off += f.escape(off)
		case c == quote && f.closes(off, quote, size):
			return off + size
		case c == '\n' && size == 1:
			return -1
		case c == '{' && strings.HasPrefix(f.src[off:], "{{"):
			off += 2
		case c == '{':
			if off = f.field(off+1, quote, size, depth+1); off < 0 {
				return -1
			}
		default:
			off++
		}
	}
	return -1
}

func (f *fstringScan) closes(off int, quote byte, size int) bool {
	if size == 1 {
		return true
	}
	return off+2 < len(f.src) && f.src[off+1] == quote && f.src[off+2] == quote
}

// escape returns the length of the escape sequence at off, `\N{…}` as a whole.
func (f *fstringScan) escape(off int) int {
	if !f.raw && strings.HasPrefix(f.src[off:], `\N{`) {
		if i := strings.IndexAny(f.src[off:], "}\n\"'"); i > 0 && f.src[off+i] == '}' {
			return i + 1
		}
	}
	if off+1 < len(f.src) && (f.src[off+1] == '{' || f.src[off+1] == '}') {
		return 1
	}
	return 2
}

// field reads a replacement field behind its opening brace.
func (f *fstringScan) field(off int, quote byte, size, depth int) int {
	if depth > MaxFStringNesting {
		return -1
	}
	level := 0
	for off < len(f.src) {
		c := f.src[off]
		switch {
		case c == '\'' || c == '"':
			if off = f.nested(off, depth); off < 0 {
				return -1
			}
			continue
		case c == '\n' && level == 0 && size == 1: // more likely a forgotten quote
			return -1
		case c == '#':
			i := strings.IndexByte(f.src[off:], '\n')
			if i < 0 {
				return -1
			}
			off += i
		case c == '(' || c == '[' || c == '{':
			level++
		case c == ')' || c == ']':
			level--
		case c == '}' && level == 0:
			return off + 1
		case c == '}':
			level--
		case c == ':' && level == 0:
			return f.spec(off+1, quote, size, depth)
		case c == '\\' && (off+1 >= len(f.src) || f.src[off+1] != '\n'):
			return -1
		}
		if level < 0 {
			return -1
		}
		off++
	}
	return -1
}

// NestedEnd returns the offset behind the string whose quote is at off in the text of an f-string, or -1.
func NestedEnd(src string, off int) int { return (&fstringScan{src: src}).nested(off, 1) }

// nested reads a string inside an expression.
func (f *fstringScan) nested(off, depth int) int {
	quote, size := QuoteAt(f.src, off)
	p := off
	for p > 0 && p > off-2 && IsNameByte(f.src[p-1]) && f.src[p-1] < utf8.RuneSelf {
		p--
	}
	prefix := f.src[p:off]
	if p > 0 && IsNameByte(f.src[p-1]) || !isStringPrefix(prefix) {
		prefix = ""
	}
	if !strings.ContainsAny(prefix, "fF") {
		if strings.ContainsAny(prefix, "rRbBuU") || prefix == "" {
			return stringEnd(f.src, off+size, quote, size)
		}
	}
	inner := fstringScan{src: f.src, raw: strings.ContainsAny(prefix, "rR")}
	return inner.literal(off+size, quote, size, depth)
}

// spec reads a format specification up to the closing brace of its field.
func (f *fstringScan) spec(off int, quote byte, size, depth int) int {
	for off < len(f.src) {
		c := f.src[off]
		switch {
		case c == '}':
			return off + 1
		case c == '{':
			if off = f.field(off+1, quote, size, depth+1); off < 0 {
				return -1
			}
			continue
		case c == quote && f.closes(off, quote, size), c == '\n' && size == 1:
			return -1
		case c == '\\':
			off += f.escape(off) - 1
		}
		off++
	}
	return -1
}
