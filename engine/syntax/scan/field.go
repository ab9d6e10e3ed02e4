package scan

import (
	"strings"

	"gputour/engine/diag"
	"gputour/engine/syntax"
)

// This file scans the expressions in f-strings.

// Field makes tokens of src[from:to], the expression of a replacement field that covers r, with
// a parenthesis on either side.
func Field(src string, from, to int, r syntax.Range) *Scanner {
	s := &Scanner{src: src, off: from, limit: to, line: r.Start.Line}
	s.lineStart = strings.LastIndexByte(src[:s.off], '\n') + 1
	s.brackets = []bracket{{'(', int32(r.Start.Line), int32(r.Start.Col - 1)}}
	s.Tokens = append(make([]Token, 0, (to-from)/3+4), bareParen(LParen, r.Start, -1, s.off))
	for s.Err == nil && s.scanToken() != End {
	}
	if s.Err != nil {
		s.emitBare(Error)
		return s
	}
	s.Tokens = append(s.Tokens, bareParen(RParen, r.End, 1, s.off))
	s.brackets = nil
	s.emitBare(End)
	return s
}

// bareParen is a parenthesis that does not stand in the source: the one before
// the expression (side -1) takes the place of the brace, the other (side 1) that
// of the character behind.
func bareParen(k Kind, pos diag.Pos, side int32, off int) Token {
	l, c, e := int32(pos.Line), int32(pos.Col), int32(pos.Col)+side
	return Token{Kind: k, Off: int32(off), End: int32(off), Line: l, Col: min(c, e), EndLine: l, EndCol: max(c, e)}
}
