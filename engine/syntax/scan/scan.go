package scan

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gputour/engine/diag"
	"gputour/engine/syntax"
)

// MaxNesting is how many brackets may be open at once.
const MaxNesting = 200

const (
	maxIndent = 100 // levels of indentation
	tabSize   = 8
)

// bracket is an opening bracket that waits for its partner.
type bracket struct {
	char      byte
	line, col int32
}

// Scanner makes tokens of src from off up to limit. It stops at the first error, Err.
type Scanner struct {
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

	Tokens   []Token
	brackets []bracket
	indents  []indent
	Err      *syntax.Error
	// SoftErr tells that CPython reports Err only when its parser comes to it,
	// not when it looks for scan errors behind a syntax error.
	SoftErr  bool
	Warnings diag.List
}

// indent is the width of an open indentation with tabs of 8 and of 1 columns.
type indent struct{ col, alt int }

// New returns a scanner of a normalized source whose first line has this number.
func New(src string, firstLine int) *Scanner {
	s := &Scanner{src: src, limit: len(src), line: firstLine, ascii: IsASCII(src)}
	s.Tokens = make([]Token, 0, len(src)/4+8)
	return s
}

// IsASCII tells whether every character of s is one byte.
func IsASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Normalize makes "\n" of every line end and ends the last line, as CPython does.
func Normalize(src string) string {
	if strings.IndexByte(src, '\r') >= 0 {
		src = strings.ReplaceAll(src, "\r\n", "\n")
		src = strings.ReplaceAll(src, "\r", "\n")
	}
	if src != "" && src[len(src)-1] != '\n' {
		src += "\n"
	}
	return src
}

// All reads the whole source. The last token is End or Error.
func (s *Scanner) All() {
	s.indents = append(s.indents, indent{})
	atLineStart := true
	for s.Err == nil {
		if atLineStart {
			if s.scanIndent(); s.Err != nil {
				break
			}
		}
		k := s.scanToken()
		if k == End {
			s.finish()
			return
		}
		atLineStart = k == Newline
	}
	s.emitBare(Error)
}

// finish closes the open indentations at the end of the source.
func (s *Scanner) finish() {
	if len(s.brackets) > 0 {
		s.failUnclosed()
		s.emitBare(Error)
		return
	}
	for range len(s.indents) - 1 {
		s.emitBare(Dedent)
	}
	s.emitBare(End)
}

// HideLastNewline takes the text from the NEWLINE that normalize added: CPython
// adds none to an expression, and its NEWLINE there has no place.
func (s *Scanner) HideLastNewline() {
	for i := len(s.Tokens) - 1; i >= 0; i-- {
		if t := &s.Tokens[i]; t.Kind == Newline {
			t.Col, t.EndCol = -1, -1
			return
		}
	}
}

// UnclosedBefore tells whether a bracket of a line before this one is still open, which then is the scanner's error.
func (s *Scanner) UnclosedBefore(line int32) bool {
	n := len(s.brackets)
	if n == 0 || s.brackets[n-1].line >= line {
		return false
	}
	s.failUnclosed()
	return true
}

func (s *Scanner) failUnclosed() {
	b := s.brackets[len(s.brackets)-1]
	s.SoftErr = true
	s.Err = &syntax.Error{
		Msg:   fmt.Sprintf("'%c' was never closed", b.char),
		Start: diag.Pos{Line: int(b.line), Col: int(b.col)},
	}
}

// column returns the column of offset off, which lies on the current line.
func (s *Scanner) column(off int) int {
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
func (s *Scanner) peek(n int) byte {
	if s.off+n < s.limit {
		return s.src[s.off+n]
	}
	return 0
}

// newline moves past the '\n' at off.
func (s *Scanner) newline() {
	s.off++
	s.line++
	s.lineStart = s.off
}

// emitBare adds a token without text.
func (s *Scanner) emitBare(k Kind) {
	line := int32(s.line)
	if k == End || k == Dedent || k == Error {
		line = int32(s.lastLine())
	}
	s.Tokens = append(s.Tokens, Token{
		Kind: k, Level: uint8(len(s.brackets)), Off: int32(s.off), End: int32(s.off),
		Line: line, Col: -1, EndLine: line, EndCol: -1,
	})
}

// lastLine is the current line, or at the end of the source the last that there is.
func (s *Scanner) lastLine() int {
	if s.off >= s.limit && s.off == s.lineStart && s.line > 1 {
		return s.line - 1
	}
	return s.line
}

// emit adds the token that started at off start on the current line and ends at s.off.
func (s *Scanner) emit(k Kind, start int) Kind {
	col := s.column(start)
	end := s.off - s.lineStart
	if !s.ascii {
		end = s.column(s.off)
	}
	line := int32(s.line)
	s.Tokens = append(s.Tokens, Token{
		Kind: k, Level: uint8(len(s.brackets)), Off: int32(start), End: int32(s.off),
		Line: line, Col: int32(col), EndLine: line, EndCol: int32(end),
	})
	return k
}

// scanIndent measures the white space at the start of a line and adds the
// INDENT and DEDENT tokens. It skips blank lines.
func (s *Scanner) scanIndent() {
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
func (s *Scanner) measureIndent() (in indent, ok bool) {
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

func (s *Scanner) applyIndent(in indent) {
	top := s.indents[len(s.indents)-1]
	switch {
	case in.col == top.col:
		if in.alt != top.alt {
			s.failTabs()
		}
	case in.col > top.col:
		if len(s.indents) >= maxIndent {
			s.failLine(syntax.IndentationError, "too many levels of indentation")
		} else if in.alt <= top.alt {
			s.failTabs()
		} else {
			s.indents = append(s.indents, in)
			s.emitBare(Indent)
		}
	default:
		s.applyDedent(in)
	}
}

func (s *Scanner) applyDedent(in indent) {
	n := len(s.indents)
	for n > 1 && in.col < s.indents[n-1].col {
		n--
	}
	if in.col != s.indents[n-1].col {
		s.failLine(syntax.IndentationError, "unindent does not match any outer indentation level")
		s.Err.Start.Col = s.column(s.lineEnd()) - 1
		s.Err.End = diag.Pos{}
		return
	}
	if in.alt != s.indents[n-1].alt {
		s.failTabs()
		return
	}
	for range len(s.indents) - n {
		s.Tokens = append(s.Tokens, Token{Kind: Dedent, Off: int32(s.off), End: int32(s.off),
			Line: int32(s.line), Col: -1, EndLine: int32(s.line), EndCol: -1})
	}
	s.indents = s.indents[:n]
}

func (s *Scanner) failTabs() {
	s.failLine(syntax.TabError, "inconsistent use of tabs and spaces in indentation")
}

// lineEnd returns the offset behind the newline of the current line.
func (s *Scanner) lineEnd() int {
	if i := strings.IndexByte(s.src[s.off:s.limit], '\n'); i >= 0 {
		return s.off + i + 1
	}
	return s.limit
}

// failLine reports an error of the current line as a whole.
func (s *Scanner) failLine(class syntax.Class, msg string) {
	s.SoftErr = true
	s.Err = &syntax.Error{Class: class, Msg: msg, Start: diag.Pos{Line: s.line}}
	s.off = s.lineEnd() - 1
}

// fail reports an error at the character before s.off, where CPython puts its caret.
func (s *Scanner) fail(format string, args ...any) Kind {
	pos := diag.Pos{Line: s.line, Col: s.column(s.off) - 1}
	s.Err = &syntax.Error{Msg: fmt.Sprintf(format, args...), Start: pos, End: pos}
	return Error
}

func (s *Scanner) skipComment() {
	if i := strings.IndexByte(s.src[s.off:s.limit], '\n'); i >= 0 {
		s.off += i
	} else {
		s.off = s.limit
	}
}

// continueLine moves past a backslash at the end of a line.
func (s *Scanner) continueLine() bool {
	s.off++
	if s.peek(0) != '\n' || s.off >= s.limit {
		s.SoftErr = true
		s.Err = &syntax.Error{
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

func (s *Scanner) failEOF() {
	s.SoftErr = true
	if len(s.brackets) > 0 {
		s.failUnclosed()
		return
	}
	end := s.off - 1
	line := s.src[strings.LastIndexByte(s.src[:end], '\n')+1 : end]
	col := utf8.RuneCountInString(line)
	s.Err = &syntax.Error{Msg: "unexpected EOF while parsing", Start: diag.Pos{Line: s.line - 1, Col: col}}
}

// scanToken reads the next token, which a NEWLINE also is, and returns its kind.
func (s *Scanner) scanToken() Kind {
	for s.off < s.limit {
		switch c := s.src[s.off]; c {
		case ' ', '\t', '\f':
			s.off++
		case '\\':
			if !s.continueLine() {
				return Error
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
	return End
}

func (s *Scanner) emitNewline(start int) Kind {
	s.emit(Newline, start)
	if s.off < s.limit {
		s.newline()
	}
	return Newline
}

// scanVisible reads a token that starts with c, which is no white space.
func (s *Scanner) scanVisible(c byte) Kind {
	switch class := byteClass[c]; class {
	case letterByte:
		return s.scanName()
	case digitByte:
		return s.scanNumber()
	case quoteByte:
		return s.scanString(s.off)
	case dotByte:
		if IsDigit(s.peek(1)) {
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
		case IsNameByte(byte(c)) && !IsDigit(byte(c)):
			t[c] = letterByte
		case IsDigit(byte(c)):
			t[c] = digitByte
		case c == '"' || c == '\'':
			t[c] = quoteByte
		case c == '.':
			t[c] = dotByte
		}
	}
	return t
}()

// IsDigit tells whether c is a decimal digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsNameByte tells whether c may be part of an identifier.
func IsNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || IsDigit(c) || c >= utf8.RuneSelf
}
