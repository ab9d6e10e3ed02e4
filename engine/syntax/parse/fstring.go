package parse

import (
	"fmt"
	"strings"

	"gputour/engine/diag"
	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file parses f-strings: the text, the replacement fields, and the
// expressions in them, which are scanned in place so that their positions are
// those of the source.

// fstringBuilder collects the pieces of joined literals.
type fstringBuilder struct {
	r        syntax.Range // of the literals, or of the one that a specification is in
	whole    syntax.Range // of the literals
	values   []syntax.Expr
	pending  strings.Builder
	isFormat bool
}

func (b *fstringBuilder) text(s string) { b.pending.WriteString(s) }

// flush makes a Constant of the text so far, with CPython's idea of its range.
func (b *fstringBuilder) flush(r syntax.Range) {
	if b.pending.Len() > 0 {
		b.values = append(b.values, &syntax.Constant{Range: r, Value: b.pending.String()})
		b.pending.Reset()
	}
}

func (b *fstringBuilder) add(e syntax.Expr) {
	b.flush(b.whole)
	b.values = append(b.values, e)
}

func (b *fstringBuilder) expr() syntax.Expr {
	if !b.isFormat {
		return &syntax.Constant{Range: b.r, Value: b.pending.String()}
	}
	b.flush(b.r)
	return &syntax.JoinedStr{Range: b.r, Values: b.values}
}

// fstringReader reads the body of one f-string literal.
type fstringReader struct {
	p *parser
	l *literal
	s string // the body
	i int    // the next byte of s
}

func (p *parser) fstring(b *fstringBuilder, l *literal) {
	p.fdepth++
	if p.fdepth > scan.MaxFStringNesting {
		p.failHere("f-string: expressions nested too deeply")
	}
	f := &fstringReader{p: p, l: l, s: l.body}
	f.read(b, 0)
	p.fdepth--
}

// read reads text and fields: at depth 0 the whole literal, deeper a format
// specification, up to its '}'.
func (f *fstringReader) read(b *fstringBuilder, depth int) {
	for f.i < len(f.s) {
		f.literalText(b, depth)
		if f.i >= len(f.s) || f.s[f.i] == '}' {
			return
		}
		f.field(b, depth)
	}
}

// literalText reads up to a '{' that opens a field, or in a specification to its '}'.
func (f *fstringReader) literalText(b *fstringBuilder, depth int) {
	start := f.i
	for f.i < len(f.s) {
		c := f.s[f.i]
		switch {
		case c == '\\' && !f.l.raw && f.i+1 < len(f.s):
			f.skipEscape()
			continue
		case (c == '{' || c == '}') && depth == 0 && f.i+1 < len(f.s) && f.s[f.i+1] == c:
			f.decode(b, start, f.i+1)
			f.i += 2
			start = f.i
			continue
		case c == '}' && depth == 0:
			f.p.failHere("f-string: single '}' is not allowed")
		case c == '{' || c == '}':
			f.decode(b, start, f.i)
			return
		}
		f.i++
	}
	f.decode(b, start, f.i)
}

// skipEscape moves past a backslash and what it escapes; braces are never escaped.
func (f *fstringReader) skipEscape() {
	f.i++
	switch f.s[f.i] {
	case 'N':
		f.i++
		if f.i < len(f.s) && f.s[f.i] == '{' {
			if n := strings.IndexByte(f.s[f.i:], '}'); n >= 0 {
				f.i += n + 1
			} else {
				f.i = len(f.s)
			}
		}
	case '{', '}':
	default:
		f.i++
	}
}

// decode adds the text s[from:to].
func (f *fstringReader) decode(b *fstringBuilder, from, to int) {
	s := f.s[from:to]
	if !f.l.raw && strings.IndexByte(s, '\\') >= 0 {
		s = f.p.unescape(f.l, s, false)
	}
	b.text(s)
}

// field reads `{expression=!conversion:spec}`.
func (f *fstringReader) field(b *fstringBuilder, depth int) {
	f.i++
	start := f.i
	end := f.exprEnd()
	v := &syntax.FormattedValue{Value: f.expression(start, end)}
	if f.s[f.i] == '=' {
		f.i++
		for f.i < len(f.s) && strings.IndexByte(" \t\n\f\r\v", f.s[f.i]) >= 0 {
			f.i++
		}
		b.text(f.s[start:f.i])
		f.needMore()
	}
	debug := f.i > end
	if f.s[f.i] == '!' {
		f.i++
		f.needMore()
		v.Conversion = f.s[f.i]
		if v.Conversion != 's' && v.Conversion != 'r' && v.Conversion != 'a' {
			f.p.failHere("f-string: invalid conversion character: expected 's', 'r', or 'a'")
		}
		f.i++
		f.needMore()
	}
	if f.s[f.i] == ':' {
		f.i++
		f.needMore()
		spec := fstringBuilder{r: f.l.tok.Span(), whole: b.whole, isFormat: true}
		f.read(&spec, depth+1)
		v.Spec = spec.expr().(*syntax.JoinedStr)
	}
	if f.i >= len(f.s) || f.s[f.i] != '}' {
		f.p.failHere("f-string: expecting '}'")
	}
	f.i++
	if debug && v.Spec == nil && v.Conversion == 0 {
		v.Conversion = 'r'
	}
	v.Range = b.whole // as CPython has it until 3.12
	b.add(v)
}

func (f *fstringReader) needMore() {
	if f.i >= len(f.s) {
		f.p.failHere("f-string: expecting '}'")
	}
}

// exprEnd moves to the character behind the expression of a field and returns its offset.
func (f *fstringReader) exprEnd() int {
	var open []byte
	for ; f.i < len(f.s); f.i++ {
		c := f.s[f.i]
		switch c {
		case '\\':
			f.p.failHere("f-string expression part cannot include a backslash")
		case '\'', '"':
			f.skipString()
			continue
		case '[', '{', '(':
			if len(open) >= scan.MaxNesting {
				f.p.failHere("f-string: too many nested parenthesis")
			}
			open = append(open, c)
			continue
		case '#':
			f.p.failHere("f-string expression part cannot include '#'")
		}
		if len(open) == 0 && strings.IndexByte("!:}=<>", c) >= 0 {
			if f.i+1 < len(f.s) && f.s[f.i+1] == '=' && c != ':' && c != '}' {
				f.i++
				continue
			}
			if c == '<' || c == '>' {
				continue
			}
			return f.i
		}
		if c == ']' || c == '}' || c == ')' {
			open = f.close(open, c)
		}
	}
	if len(open) > 0 {
		f.p.failHere(fmt.Sprintf("f-string: unmatched '%c'", open[len(open)-1]))
	}
	f.needMore()
	return f.i
}

func (f *fstringReader) close(open []byte, c byte) []byte {
	if len(open) == 0 {
		f.p.failHere(fmt.Sprintf("f-string: unmatched '%c'", c))
	}
	last := open[len(open)-1]
	if scan.Partners[last] != c {
		f.p.failHere(fmt.Sprintf("f-string: closing parenthesis '%c' does not match opening parenthesis '%c'", c, last))
	}
	return open[:len(open)-1]
}

// skipString moves to the last quote of a string inside an expression. A nested
// f-string may hold any quotes in its own fields.
func (f *fstringReader) skipString() {
	end := scan.NestedEnd(f.s, f.i)
	if end < 0 {
		f.p.failHere("f-string: unterminated string")
	}
	f.i = end - 1
}

// rangeOf returns the place in the source of the body's part from i to j.
func (f *fstringReader) rangeOf(i, j int) syntax.Range {
	start := f.posOf(diag.Pos{Line: int(f.l.tok.Line), Col: int(f.l.tok.Col)}, int(f.l.tok.Off), f.l.off+i)
	return syntax.Range{Start: start, End: f.posOf(start, f.l.off+i, f.l.off+j)}
}

// posOf returns the place of offset to, where pos is that of offset from.
func (f *fstringReader) posOf(pos diag.Pos, from, to int) diag.Pos {
	for _, r := range f.p.src[from:to] {
		if r == '\n' {
			pos = diag.Pos{Line: pos.Line + 1}
			continue
		}
		pos.Col++
	}
	return pos
}

// expression parses s[i:j] as if it stood in parentheses.
func (f *fstringReader) expression(i, j int) syntax.Expr {
	if strings.Trim(f.s[i:j], " \t\n\f\r") == "" {
		if f.s[j] != '}' {
			f.p.failHere(fmt.Sprintf("f-string: expression required before '%c'", f.s[j]))
		}
		f.p.failHere("f-string: empty expression not allowed")
	}
	r := f.rangeOf(i, j)
	sub := scan.Field(f.p.src, f.l.off+i, f.l.off+j, r)
	inner := &parser{src: f.p.src, filename: f.p.filename, toks: sub.Tokens, depth: f.p.depth + 1, fdepth: f.p.fdepth}
	e, err := inner.embedded()
	if err == errSyntax || sub.Err != nil {
		err = f.p.diagnoseField(f.s[i:j], f.l.tok, r)
	}
	if err != nil {
		panic(err)
	}
	f.p.warnings = append(f.p.warnings, inner.warnings...)
	f.p.deepest = max(f.p.deepest, inner.deepest)
	return e
}

// embedded reads the expression of a field, with its parentheses.
func (p *parser) embedded() (e syntax.Expr, err *syntax.Error) {
	defer p.recover(&err)
	e = p.starExpressions()
	if p.kind() != scan.End {
		p.fail()
	}
	return e, nil
}
