package parse

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gputour/engine/charname"
	"gputour/engine/diag"
	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file takes the value of string literals: prefixes, escape sequences,
// and the joining of adjacent ones.

// literal is one STRING token taken apart.
type literal struct {
	tok    *scan.Token
	body   string // between the quotes
	off    int    // offset of body in the source
	raw    bool
	bytes  bool
	format bool
}

func (p *parser) takeApart(t *scan.Token) literal {
	text := p.text(t)
	l := literal{tok: t}
	i := 0
	for ; text[i] != '\'' && text[i] != '"'; i++ {
		switch text[i] | 0x20 {
		case 'r':
			l.raw = true
		case 'b':
			l.bytes = true
		case 'f':
			l.format = true
		}
	}
	_, size := scan.QuoteAt(text, i)
	if len(text) < i+2*size { // the empty string
		size = 1
	}
	l.body = text[i+size : len(text)-size]
	l.off = int(t.Off) + i + size
	return l
}

// strings reads one or more adjacent string literals as one expression.
func (p *parser) strings() syntax.Expr {
	first := p.i
	for p.kind() == scan.String {
		p.i++
	}
	toks := p.toks[first:p.i]
	r := syntax.Range{Start: toks[0].Start(), End: toks[len(toks)-1].Stop()}
	if len(toks) == 1 {
		if l := p.takeApart(&toks[0]); !l.format {
			return &syntax.Constant{Range: r, Value: p.literalValue(&l)}
		}
	}
	return p.join(toks, r)
}

// literalValue returns the string or Bytes that a plain literal stands for.
func (p *parser) literalValue(l *literal) any {
	if l.bytes {
		if !scan.IsASCII(l.body) {
			p.failHere("bytes can only contain ASCII literal characters")
		}
		if l.raw || strings.IndexByte(l.body, '\\') < 0 {
			return syntax.Bytes(l.body)
		}
		return syntax.Bytes(p.unescape(l, l.body, true))
	}
	if l.raw || strings.IndexByte(l.body, '\\') < 0 {
		return l.body
	}
	return p.unescape(l, l.body, false)
}

// join concatenates literals, f-strings among them.
func (p *parser) join(toks []scan.Token, r syntax.Range) syntax.Expr {
	var text strings.Builder
	b := fstringBuilder{r: r, whole: r}
	bytesMode := false
	for i := range toks {
		l := p.takeApart(&toks[i])
		if i > 0 && l.bytes != bytesMode {
			p.failHere("cannot mix bytes and nonbytes literals")
		}
		bytesMode = l.bytes
		switch {
		case l.format:
			b.isFormat = true
			p.fstring(&b, &l)
		case l.bytes:
			text.WriteString(string(p.literalValue(&l).(syntax.Bytes)))
		default:
			b.text(p.literalValue(&l).(string))
		}
	}
	if bytesMode {
		return &syntax.Constant{Range: r, Value: syntax.Bytes(text.String())}
	}
	return b.expr()
}

// simpleEscapes maps the letter of an escape sequence to its character.
var simpleEscapes = [256]byte{
	'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v',
}

// unescape replaces the escape sequences of s, which is a part of l's body.
func (p *parser) unescape(l *literal, s string, isBytes bool) string {
	u := unescaper{p: p, l: l, s: s, bytes: isBytes}
	u.out = make([]byte, 0, len(s))
	for u.i < len(s) {
		c := s[u.i]
		if c != '\\' {
			u.out = append(u.out, c)
			u.i++
			continue
		}
		u.escape()
	}
	return string(u.out)
}

// unescaper reads one literal with escape sequences.
type unescaper struct {
	p      *parser
	l      *literal
	s      string
	i      int // the next byte of s
	out    []byte
	bytes  bool
	warned bool
}

func (u *unescaper) escape() {
	start := u.i
	if start+1 >= len(u.s) { // before the brace of an f-string
		u.warn('{')
		u.out = append(u.out, '\\')
		u.i++
		return
	}
	c := u.s[start+1]
	u.i += 2
	switch {
	case simpleEscapes[c] != 0:
		u.out = append(u.out, simpleEscapes[c])
	case c == '\n':
	case scan.IsOctDigit(c):
		u.octal(start)
	case c == 'x':
		u.hex(start, 2, `truncated \xXX escape`)
	case c == 'u' && !u.bytes:
		u.hex(start, 4, `truncated \uXXXX escape`)
	case c == 'U' && !u.bytes:
		u.hex(start, 8, `truncated \UXXXXXXXX escape`)
	case c == 'N' && !u.bytes:
		u.named(start)
	default:
		u.out = append(u.out, '\\')
		u.i--
		u.warn(c)
	}
}

// warn notes an invalid escape sequence, once for a literal. CPython does not
// mind a backslash before a character that is not ASCII.
func (u *unescaper) warn(c byte) {
	if u.warned || c >= utf8.RuneSelf {
		return
	}
	u.warned = true
	u.p.warn("DeprecationWarning", fmt.Sprintf("invalid escape sequence '\\%c'", c), u.l.tok.Start())
}

func (p *parser) warn(code, msg string, pos diag.Pos) {
	p.warnings = append(p.warnings, &diag.Diagnostic{
		Severity: diag.Warning, Code: code, Message: msg, Span: diag.Span{Start: pos, End: pos},
	})
}

func (u *unescaper) octal(start int) {
	n, end := 0, start+1
	for end < len(u.s) && end < start+4 && scan.IsOctDigit(u.s[end]) {
		n = n*8 + int(u.s[end]-'0')
		end++
	}
	u.i = end
	if n > 0o377 && !u.warned {
		u.warned = true
		u.p.warn("DeprecationWarning", fmt.Sprintf("invalid octal escape sequence '%s'", u.s[start:end]), u.l.tok.Start())
	}
	u.put(rune(n))
}

// put appends a character, or in bytes a byte.
func (u *unescaper) put(r rune) {
	switch {
	case u.bytes:
		u.out = append(u.out, byte(r))
	case 0xD800 <= r && r <= 0xDFFF:
		u.out = append(u.out, 0xE0|byte(r>>12), 0x80|byte(r>>6&0x3F), 0x80|byte(r&0x3F))
	default:
		u.out = utf8.AppendRune(u.out, r)
	}
}

// hex reads an escape of exactly n digits.
func (u *unescaper) hex(start, n int, truncated string) {
	var v rune
	end := start + 2
	for end < len(u.s) && end < start+2+n && scan.IsHexDigit(u.s[end]) {
		v = v<<4 | rune(hexValue(u.s[end]))
		end++
	}
	switch {
	case end < start+2+n && u.bytes:
		u.p.failHere(fmt.Sprintf(`(value error) invalid \x escape at position %d`, start))
	case end < start+2+n:
		u.failUnicode(start, end-1, truncated)
	case uint32(v) > utf8.MaxRune:
		u.failUnicode(start, end-1, "illegal Unicode character")
	}
	u.i = end
	u.put(v)
}

func hexValue(c byte) byte {
	if scan.IsDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// named reads `\N{NAME}`.
func (u *unescaper) named(start int) {
	rest := u.s[start+2:]
	end := strings.IndexByte(rest, '}')
	if rest == "" || rest[0] != '{' || end < 0 {
		last := len(u.s) - 1
		if rest == "" || rest[0] != '{' {
			last = start + 1
		}
		u.failUnicode(start, last, `malformed \N character escape`)
	}
	if end == 1 {
		u.failUnicode(start, start+1+end, `malformed \N character escape`)
	}
	r, ok := charname.Find(rest[1:end])
	if !ok {
		u.failUnicode(start, start+2+end, "unknown Unicode character name")
	}
	u.i = start + 2 + end + 1
	u.put(r)
}

// failUnicode reports a bad escape. CPython decodes a copy of the literal in
// which each other character has become an escape of ten, and counts in that.
func (u *unescaper) failUnicode(start, end int, msg string) {
	shift := 0
	for _, r := range u.s[:start] {
		if r >= utf8.RuneSelf {
			shift += 10 - utf8.RuneLen(r)
		}
	}
	start, end = start+shift, end+shift
	where := fmt.Sprintf("bytes in position %d-%d", start, end)
	if start == end {
		where = fmt.Sprintf(`byte 0x5c in position %d`, start)
	}
	u.p.failHere(fmt.Sprintf("(unicode error) 'unicodeescape' codec can't decode %s: %s", where, msg))
}
