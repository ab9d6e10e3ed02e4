package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gputour/engine/diag"
)

// This file defines Parse and the machinery of the parser: a recursive descent
// over the tokens that builds the tree of a correct program as fast as it can
// and stops at the first thing it cannot read. What is wrong with an incorrect
// program is then found by diagnose, which follows CPython's grammar to the letter.

// Mode tells what the source is.
type Mode uint8

const (
	// Exec reads statements: a file or a cell.
	Exec Mode = iota
	// Eval reads one expression, as eval() does.
	Eval
)

// Options are the choices of Parse; the zero value reads a file.
type Options struct {
	Mode Mode
	// FirstLine is the number of the source's first line; 0 means 1.
	FirstLine int
}

// Parse reads a source text. Any error is an *Error. The tree does not depend
// on later changes of anything; Parse may be called from several goroutines.
func Parse(filename, src string, opt Options) (*Module, error) {
	if strings.IndexByte(src, 0) >= 0 {
		return nil, &Error{Class: ValueError, Msg: "source code string cannot contain null bytes", Filename: filename}
	}
	if i := invalidUTF8(src); i >= 0 {
		return nil, &Error{Filename: filename,
			Msg: fmt.Sprintf("(unicode error) 'utf-8' codec can't decode byte 0x%02x in position %d: invalid start byte", src[i], i)}
	}
	open := opt.Mode == Eval && !strings.HasSuffix(src, "\n")
	if open && src == "" {
		return nil, &Error{Msg: errSyntax.Msg, Filename: filename, Start: diag.Pos{Col: -1}}
	}
	src = normalize(src)
	first := max(opt.FirstLine, 1)
	s := newScanner(src, first)
	s.scanAll()
	if open {
		s.hideLastNewline()
	}
	p := &parser{src: src, filename: filename, toks: s.tokens, warnings: s.warnings}
	m, err := p.module(opt.Mode)
	if err == nil {
		m.Source, m.FirstLine = src, first
		return m, nil
	}
	err = p.diagnose(s, opt.Mode, err)
	err.Filename = filename
	if open {
		src = src[:len(src)-1]
	}
	completeError(err, src, first)
	return nil, err
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, r := range s {
		if _, size := utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
	}
	return -1
}

// errSyntax stands for a mistake that diagnose shall explain.
var errSyntax = &Error{Msg: "invalid syntax"}

// completeError fills in the text of the line that the error stands on. CPython
// cuts the end column to that line's length, also where the end is on another.
func completeError(e *Error, src string, firstLine int) {
	if !e.Start.IsValid() {
		return
	}
	if e.Text == "" {
		e.Text = sourceLine(src, e.Start.Line-firstLine)
	}
	if e.End.Line > e.Start.Line {
		e.End.Col = min(e.End.Col, utf8.RuneCountInString(strings.TrimSuffix(e.Text, "\n")))
	}
}

// sourceLine returns the n-th line of src from 0, with its newline.
func sourceLine(src string, n int) string {
	for ; n > 0; n-- {
		i := strings.IndexByte(src, '\n')
		if i < 0 {
			return ""
		}
		src = src[i+1:]
	}
	if i := strings.IndexByte(src, '\n'); i >= 0 {
		return src[:i+1]
	}
	return src
}

const (
	// maxParseDepth bounds the recursion of the parser, as CPython's does.
	maxParseDepth = 6000
	// maxTreeDepth bounds the tree that later passes walk, as CPython's compiler does.
	maxTreeDepth = 2995
)

// parser reads tokens from i on. Its methods leave by panic(*Error), which
// never passes module and fstringField.
type parser struct {
	src      string
	filename string
	toks     []token
	i        int
	// top is the first token of the statement of the module being read.
	top int
	// depth counts the methods on the stack that may call themselves.
	depth int
	// deepest is the greatest depth of the tree so far.
	deepest  int
	fdepth   int // nesting of f-strings
	warnings diag.List
}

// module reads the whole source.
func (p *parser) module(mode Mode) (m *Module, err *Error) {
	defer p.recover(&err)
	m = &Module{Filename: p.filename}
	if mode == Eval {
		m.Expr = p.expressions()
		for p.accept(tokNewline) {
		}
	} else {
		for p.kind() != tokEnd {
			p.top = p.i
			m.Body = p.statement(m.Body)
		}
		m.FutureAnnotations = futureAnnotations(m.Body)
	}
	if p.kind() != tokEnd {
		p.fail()
	}
	if p.deepest > maxTreeDepth {
		return nil, &Error{Class: RecursionError, Msg: "maximum recursion depth exceeded during compilation"}
	}
	m.Warnings = p.warnings
	m.Range = Range{p.toks[0].start(), p.tok().start()}
	return m, nil
}

// recover turns the parser's panic into an error; any other panic goes on.
func (p *parser) recover(err **Error) {
	switch e := recover().(type) {
	case nil:
	case *Error:
		*err = e
	default:
		panic(e)
	}
}

// fail gives up: the tokens from here on do not fit the grammar.
func (p *parser) fail() { panic(errSyntax) }

// failAt reports a mistake whose text and place are known.
func (p *parser) failAt(r Range, msg string) {
	panic(&Error{Msg: msg, Start: r.Start, End: r.End})
}

// failHere reports a mistake at the token that is next.
func (p *parser) failHere(msg string) {
	t := p.tok()
	if t.kind == tokError {
		p.fail()
	}
	p.failAt(t.span(), msg)
}

// enter counts one level of recursion; the caller leaves by p.depth--.
func (p *parser) enter() {
	p.depth++
	if p.depth > maxParseDepth {
		panic(&Error{Class: MemoryError})
	}
	if p.depth > p.deepest {
		p.deepest = p.depth
	}
}

// wrapped notes that n operators in a row made the tree n levels deeper.
func (p *parser) wrapped(n int) {
	if p.depth+n > p.deepest {
		p.deepest = p.depth + n
	}
}

func (p *parser) tok() *token     { return &p.toks[p.i] }
func (p *parser) kind() tokenKind { return p.toks[p.i].kind }

// peek returns the kind of the token n places ahead.
func (p *parser) peek(n int) tokenKind {
	if p.i+n < len(p.toks) {
		return p.toks[p.i+n].kind
	}
	return tokEnd
}

// accept skips the next token if it is of kind k.
func (p *parser) accept(k tokenKind) bool {
	if p.toks[p.i].kind != k {
		return false
	}
	p.i++
	return true
}

// expect skips the next token, which must be of kind k.
func (p *parser) expect(k tokenKind) *token {
	t := &p.toks[p.i]
	if t.kind != k {
		p.fail()
	}
	p.i++
	return t
}

// text returns the source of a token.
func (p *parser) text(t *token) string { return p.src[t.off:t.end] }

// isWord reports whether the next token is the soft keyword word.
func (p *parser) isWord(word string) bool {
	t := p.tok()
	return t.kind == tokName && p.text(t) == word
}

// since returns the range from start to the end of the last token read.
func (p *parser) since(start diag.Pos) Range { return Range{start, p.toks[p.i-1].stop()} }

func (p *parser) pos() diag.Pos { return p.toks[p.i].start() }

// name reads an identifier.
func (p *parser) name(ctx Context) *Name {
	t := p.expect(tokName)
	return &Name{Range: t.span(), ID: identifier(p.text(t)), Ctx: ctx}
}

// futureAnnotations looks for `from __future__ import annotations` at the start.
func futureAnnotations(body []Stmt) bool {
	for _, s := range body {
		f, ok := s.(*ImportFrom)
		if !ok || f.Module != "__future__" || f.Level != 0 {
			if _, isDoc := s.(*ExprStmt); isDoc {
				continue
			}
			return false
		}
		for _, a := range f.Aliases {
			if a.Path == "annotations" {
				return true
			}
		}
	}
	return false
}
