package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gputour/engine/diag"
)

// This file defines the scanner, which cuts a source into tokens. It follows
// CPython's tokenizer, so that its errors come with the same text and place.

const (
	maxNesting = 200 // brackets that may be open at once
	maxIndent  = 100 // levels of indentation
	tabSize    = 8
)

// bracket is an opening bracket that waits for its partner.
type bracket struct {
	char      byte
	line, col int32
}

// scanner reads src from off up to limit. It stops at the first error.
type scanner struct {
	src       string
	off       int // next byte
	limit     int
	line      int // line of off
	lineStart int // offset of that line's first byte
	// ascii tells that the source has no other characters, so that a column
	// is a difference of offsets.
	ascii bool
	// colOff and colBase remember one column of the current line: characters
	// are counted from there, not from the line's start.
	colOff, colBase int

	tokens   []token
	brackets []bracket
	indents  []indent
	err      *Error
	// softErr tells that CPython reports err only when its parser comes to it,
	// not when it looks for scan errors behind a syntax error.
	softErr  bool
	warnings diag.List
}

// indent is the width of an open indentation with tabs of 8 and of 1 columns.
type indent struct{ col, alt int }

func newScanner(src string, firstLine int) *scanner {
	s := &scanner{src: src, limit: len(src), line: firstLine, ascii: isASCII(src)}
	s.tokens = make([]token, 0, len(src)/4+8)
	return s
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// normalize makes "\n" of every line end and ends the last line, as CPython does.
func normalize(src string) string {
	if strings.IndexByte(src, '\r') >= 0 {
		src = strings.ReplaceAll(src, "\r\n", "\n")
		src = strings.ReplaceAll(src, "\r", "\n")
	}
	if src != "" && src[len(src)-1] != '\n' {
		src += "\n"
	}
	return src
}

// scanAll reads the whole source. The last token is tokEnd or tokError.
func (s *scanner) scanAll() {
	s.indents = append(s.indents, indent{})
	atLineStart := true
	for s.err == nil {
		if atLineStart {
			if s.scanIndent(); s.err != nil {
				break
			}
		}
		k := s.scanToken()
		if k == tokEnd {
			s.finish()
			return
		}
		atLineStart = k == tokNewline
	}
	s.emitBare(tokError)
}

// finish closes the open indentations at the end of the source.
func (s *scanner) finish() {
	if len(s.brackets) > 0 {
		s.failUnclosed()
		s.emitBare(tokError)
		return
	}
	for range len(s.indents) - 1 {
		s.emitBare(tokDedent)
	}
	s.emitBare(tokEnd)
}

// hideLastNewline takes the text from the NEWLINE that normalize added: CPython
// adds none to an expression, and its NEWLINE there has no place.
func (s *scanner) hideLastNewline() {
	for i := len(s.tokens) - 1; i >= 0; i-- {
		if t := &s.tokens[i]; t.kind == tokNewline {
			t.col, t.endCol = -1, -1
			return
		}
	}
}

func (s *scanner) failUnclosed() {
	b := s.brackets[len(s.brackets)-1]
	s.softErr = true
	s.err = &Error{
		Msg:   fmt.Sprintf("'%c' was never closed", b.char),
		Start: diag.Pos{Line: int(b.line), Col: int(b.col)},
	}
}

// column returns the column of offset off, which lies on the current line.
func (s *scanner) column(off int) int {
	if s.ascii {
		return off - s.lineStart
	}
	if s.colOff < s.lineStart || s.colOff > off {
		s.colOff, s.colBase = s.lineStart, 0
	}
	s.colBase += utf8.RuneCountInString(s.src[s.colOff:off])
	s.colOff = off
	return s.colBase
}

// peek returns the byte n places ahead, or 0 at the end.
func (s *scanner) peek(n int) byte {
	if s.off+n < s.limit {
		return s.src[s.off+n]
	}
	return 0
}

// newline moves past the '\n' at off.
func (s *scanner) newline() {
	s.off++
	s.line++
	s.lineStart = s.off
}

// emitBare adds a token without text.
func (s *scanner) emitBare(k tokenKind) {
	line := int32(s.line)
	if k == tokEnd || k == tokDedent || k == tokError {
		line = int32(s.lastLine())
	}
	s.tokens = append(s.tokens, token{
		kind: k, level: uint8(len(s.brackets)), off: int32(s.off), end: int32(s.off),
		line: line, col: -1, endLine: line, endCol: -1,
	})
}

// lastLine is the current line, or at the end of the source the last that there is.
func (s *scanner) lastLine() int {
	if s.off >= s.limit && s.off == s.lineStart && s.line > 1 {
		return s.line - 1
	}
	return s.line
}

// emit adds the token that started at off start on the current line and ends at s.off.
func (s *scanner) emit(k tokenKind, start int) tokenKind {
	col := s.column(start)
	end := s.off - s.lineStart
	if !s.ascii {
		end = s.column(s.off)
	}
	line := int32(s.line)
	s.tokens = append(s.tokens, token{
		kind: k, level: uint8(len(s.brackets)), off: int32(start), end: int32(s.off),
		line: line, col: int32(col), endLine: line, endCol: int32(end),
	})
	return k
}

// scanIndent measures the white space at the start of a line and adds the
// INDENT and DEDENT tokens. It skips blank lines.
func (s *scanner) scanIndent() {
	for {
		in, ok := s.measureIndent()
		if !ok {
			return
		}
		switch c := s.peek(0); {
		case s.off >= s.limit:
			return
		case c == '#':
			s.skipComment()
			if s.off < s.limit {
				s.newline()
			}
		case c == '\n':
			s.newline()
		default:
			s.applyIndent(in)
			return
		}
	}
}

// measureIndent reads white space at the start of a line. A backslash continues
// the line without changing its indentation.
func (s *scanner) measureIndent() (in indent, ok bool) {
	first := indent{col: -1}
	for {
		switch s.peek(0) {
		case ' ':
			in.col++
			in.alt++
		case '\t':
			in.col = (in.col/tabSize + 1) * tabSize
			in.alt++
		case '\f':
			in = indent{}
		case '\\':
			if first.col < 0 {
				first = in
			}
			if !s.continueLine() {
				return in, false
			}
			continue
		default:
			if first.col >= 0 {
				in = first
			}
			return in, true
		}
		s.off++
	}
}

func (s *scanner) applyIndent(in indent) {
	top := s.indents[len(s.indents)-1]
	switch {
	case in.col == top.col:
		if in.alt != top.alt {
			s.failTabs()
		}
	case in.col > top.col:
		if len(s.indents) >= maxIndent {
			s.failLine(IndentationError, "too many levels of indentation")
		} else if in.alt <= top.alt {
			s.failTabs()
		} else {
			s.indents = append(s.indents, in)
			s.emitBare(tokIndent)
		}
	default:
		s.applyDedent(in)
	}
}

func (s *scanner) applyDedent(in indent) {
	n := len(s.indents)
	for n > 1 && in.col < s.indents[n-1].col {
		n--
	}
	if in.col != s.indents[n-1].col {
		s.failLine(IndentationError, "unindent does not match any outer indentation level")
		s.err.Start.Col = s.column(s.lineEnd()) - 1
		s.err.End = diag.Pos{}
		return
	}
	if in.alt != s.indents[n-1].alt {
		s.failTabs()
		return
	}
	for range len(s.indents) - n {
		s.tokens = append(s.tokens, token{kind: tokDedent, off: int32(s.off), end: int32(s.off),
			line: int32(s.line), col: -1, endLine: int32(s.line), endCol: -1})
	}
	s.indents = s.indents[:n]
}

func (s *scanner) failTabs() {
	s.failLine(TabError, "inconsistent use of tabs and spaces in indentation")
}

// lineEnd returns the offset behind the newline of the current line.
func (s *scanner) lineEnd() int {
	if i := strings.IndexByte(s.src[s.off:s.limit], '\n'); i >= 0 {
		return s.off + i + 1
	}
	return s.limit
}

// failLine reports an error of the current line as a whole.
func (s *scanner) failLine(class Class, msg string) {
	s.softErr = true
	s.err = &Error{Class: class, Msg: msg, Start: diag.Pos{Line: s.line}}
	s.off = s.lineEnd() - 1
}

// fail reports an error at the character before s.off, where CPython puts its caret.
func (s *scanner) fail(format string, args ...any) tokenKind {
	pos := diag.Pos{Line: s.line, Col: s.column(s.off) - 1}
	s.err = &Error{Msg: fmt.Sprintf(format, args...), Start: pos, End: pos}
	return tokError
}

func (s *scanner) skipComment() {
	if i := strings.IndexByte(s.src[s.off:s.limit], '\n'); i >= 0 {
		s.off += i
	} else {
		s.off = s.limit
	}
}

// continueLine moves past a backslash at the end of a line.
func (s *scanner) continueLine() bool {
	s.off++
	if s.peek(0) != '\n' || s.off >= s.limit {
		s.softErr = true
		s.err = &Error{
			Msg:   "unexpected character after line continuation character",
			Start: diag.Pos{Line: s.line, Col: s.column(s.off)},
		}
		return false
	}
	s.newline()
	if s.off >= s.limit {
		s.failEOF()
		return false
	}
	return true
}

func (s *scanner) failEOF() {
	s.softErr = true
	if len(s.brackets) > 0 {
		s.failUnclosed()
		return
	}
	end := s.off - 1
	line := s.src[strings.LastIndexByte(s.src[:end], '\n')+1 : end]
	col := utf8.RuneCountInString(line)
	s.err = &Error{Msg: "unexpected EOF while parsing", Start: diag.Pos{Line: s.line - 1, Col: col}}
}

// scanToken reads the next token, which a NEWLINE also is, and returns its kind.
func (s *scanner) scanToken() tokenKind {
	for s.off < s.limit {
		switch c := s.src[s.off]; c {
		case ' ', '\t', '\f':
			s.off++
		case '\\':
			if !s.continueLine() {
				return tokError
			}
		case '#':
			start := s.off
			s.skipComment()
			if len(s.brackets) == 0 {
				return s.emitNewline(start)
			}
		case '\n':
			if len(s.brackets) == 0 {
				return s.emitNewline(s.off)
			}
			s.newline()
		default:
			return s.scanVisible(c)
		}
	}
	return tokEnd
}

func (s *scanner) emitNewline(start int) tokenKind {
	s.emit(tokNewline, start)
	if s.off < s.limit {
		s.newline()
	}
	return tokNewline
}

// scanVisible reads a token that starts with c, which is no white space.
func (s *scanner) scanVisible(c byte) tokenKind {
	switch class := byteClass[c]; class {
	case letterByte:
		return s.scanName()
	case digitByte:
		return s.scanNumber()
	case quoteByte:
		return s.scanString(s.off)
	case dotByte:
		if isDigit(s.peek(1)) {
			return s.scanNumber()
		}
	}
	return s.scanOperator(c)
}

const (
	otherByte = iota
	letterByte
	digitByte
	quoteByte
	dotByte
)

var byteClass = func() (t [256]uint8) {
	for c := range t {
		switch {
		case isNameByte(byte(c)) && !isDigit(byte(c)):
			t[c] = letterByte
		case isDigit(byte(c)):
			t[c] = digitByte
		case c == '"' || c == '\'':
			t[c] = quoteByte
		case c == '.':
			t[c] = dotByte
		}
	}
	return t
}()

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isNameByte tells whether c may be part of an identifier.
func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || isDigit(c) || c >= utf8.RuneSelf
}
