// Package parse reads Python sources into trees.
//
// It reads the syntax of Python 3.12 and refuses what CPython 3.11 refuses with CPython's message,
// position and caret range.
//
//	m, err := parse.Source("Cell In[1]", src, parse.Options{})
//	if err != nil {
//		e := err.(*syntax.Error) // e.Class, e.Msg, e.Start, e.End, e.Text
//	}
//	for _, s := range m.Body { … }
package parse

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gputour/engine/diag"
	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file defines Source and the machinery of the parser: a recursive descent
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

// Options are the choices of Source; the zero value reads a file.
type Options struct {
	Mode Mode
	// FirstLine is the number of the source's first line; 0 means 1.
	FirstLine int
}

// Source reads a source text. Any error is an *Error. The tree does not depend
// on later changes of anything; Source may be called from several goroutines.
func Source(filename, src string, opt Options) (*syntax.Module, error) {
	if strings.IndexByte(src, 0) >= 0 {
		return nil, &syntax.Error{Class: syntax.ValueError, Msg: "source code string cannot contain null bytes", Filename: filename}
	}
	if i := invalidUTF8(src); i >= 0 {
		return nil, &syntax.Error{Filename: filename,
			Msg: fmt.Sprintf("(unicode error) 'utf-8' codec can't decode byte 0x%02x in position %d: invalid start byte", src[i], i)}
	}
	open := opt.Mode == Eval && !strings.HasSuffix(src, "\n")
	if open && src == "" {
		return nil, &syntax.Error{Msg: errSyntax.Msg, Filename: filename, Start: diag.Pos{Col: -1}}
	}
	src = scan.Normalize(src)
	first := max(opt.FirstLine, 1)
	s := scan.New(src, first)
	s.All()
	if open {
		s.HideLastNewline()
	}
	p := &parser{src: src, filename: filename, toks: s.Tokens, warnings: s.Warnings}
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
var errSyntax = &syntax.Error{Msg: "invalid syntax"}

// completeError fills in the text of the line that the error stands on. CPython
// cuts the end column to that line's length, also where the end is on another.
func completeError(e *syntax.Error, src string, firstLine int) {
	if !e.Start.IsValid() {
		return
	}
	if e.Text == "" {
		e.Text = syntax.SourceLine(src, e.Start.Line-firstLine)
	}
	if e.End.Line > e.Start.Line {
		e.End.Col = min(e.End.Col, utf8.RuneCountInString(strings.TrimSuffix(e.Text, "\n")))
	}
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
	toks     []scan.Token
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
func (p *parser) module(mode Mode) (m *syntax.Module, err *syntax.Error) {
	defer p.recover(&err)
	m = &syntax.Module{Filename: p.filename}
	if mode == Eval {
		m.Expr = p.expressions()
		for p.accept(scan.Newline) {
		}
	} else {
		for p.kind() != scan.End {
			p.top = p.i
			m.Body = p.statement(m.Body)
		}
		m.FutureAnnotations = futureAnnotations(m.Body)
	}
	if p.kind() != scan.End {
		p.fail()
	}
	if p.deepest > maxTreeDepth {
		return nil, &syntax.Error{Class: syntax.RecursionError, Msg: "maximum recursion depth exceeded during compilation"}
	}
	m.Warnings = p.warnings
	m.Range = syntax.Range{Start: p.toks[0].Start(), End: p.tok().Start()}
	return m, nil
}

// recover turns the parser's panic into an error; any other panic goes on.
func (p *parser) recover(err **syntax.Error) {
	switch e := recover().(type) {
	case nil:
	case *syntax.Error:
		*err = e
	default:
		panic(e)
	}
}

// fail gives up: the tokens from here on do not fit the grammar.
func (p *parser) fail() { panic(errSyntax) }

// failAt reports a mistake whose text and place are known.
func (p *parser) failAt(r syntax.Range, msg string) {
	panic(&syntax.Error{Msg: msg, Start: r.Start, End: r.End})
}

// failHere reports a mistake at the token that is next.
func (p *parser) failHere(msg string) {
	t := p.tok()
	if t.Kind == scan.Error {
		p.fail()
	}
	p.failAt(t.Span(), msg)
}

// enter counts one level of recursion; the caller leaves by p.depth--.
func (p *parser) enter() {
	p.depth++
	if p.depth > maxParseDepth {
		panic(&syntax.Error{Class: syntax.MemoryError})
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

func (p *parser) tok() *scan.Token { return &p.toks[p.i] }
func (p *parser) kind() scan.Kind  { return p.toks[p.i].Kind }

// peek returns the kind of the token n places ahead.
func (p *parser) peek(n int) scan.Kind {
	if p.i+n < len(p.toks) {
		return p.toks[p.i+n].Kind
	}
	return scan.End
}

// accept skips the next token if it is of kind k.
func (p *parser) accept(k scan.Kind) bool {
	if p.toks[p.i].Kind != k {
		return false
	}
	p.i++
	return true
}

// expect skips the next token, which must be of kind k.
func (p *parser) expect(k scan.Kind) *scan.Token {
	t := &p.toks[p.i]
	if t.Kind != k {
		p.fail()
	}
	p.i++
	return t
}

// text returns the source of a token.
func (p *parser) text(t *scan.Token) string { return p.src[t.Off:t.End] }

// isWord reports whether the next token is the soft keyword word.
func (p *parser) isWord(word string) bool {
	t := p.tok()
	return t.Kind == scan.Name && p.text(t) == word
}

// since returns the range from start to the end of the last token read.
func (p *parser) since(start diag.Pos) syntax.Range {
	return syntax.Range{Start: start, End: p.toks[p.i-1].Stop()}
}

func (p *parser) pos() diag.Pos { return p.toks[p.i].Start() }

// name reads an identifier.
func (p *parser) name(ctx syntax.Context) *syntax.Name {
	t := p.expect(scan.Name)
	return &syntax.Name{Range: t.Span(), ID: scan.Identifier(p.text(t)), Ctx: ctx}
}

// futureAnnotations looks for `from __future__ import annotations` at the start.
func futureAnnotations(body []syntax.Stmt) bool {
	for _, s := range body {
		f, ok := s.(*syntax.ImportFrom)
		if !ok || f.Module != "__future__" || f.Level != 0 {
			if _, isDoc := s.(*syntax.ExprStmt); isDoc {
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
