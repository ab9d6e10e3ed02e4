// Package cudac is a front end and an interpreter for the CUDA C++ that courses teach.
//
// Compile turns a source into a Program: preprocess, parse, check types, and lower each
// kernel to closures that work on a warp of 32 lanes under a mask. Launch runs a kernel
// over plain memory, checks every access and counts what a profiler counts. The package
// knows nothing of Python, tensors or devices.
//
//	program, problems := cudac.Compile("cell", source, 1)
//	kernel := program.Kernels[0]
//	profile, err := kernel.Launch(cudac.Launch{Grid: ..., Block: ..., Args: ...})
package cudac

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gputour/engine/diag"
)

type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokName
	tokNumber
	tokString
	tokChar
	tokPunct
)

// token is a word of the source; first says that it begins a line, spaced that blanks
// stand before it.
type token struct {
	kind   tokenKind
	text   string
	pos    diag.Pos
	end    int // column behind it
	first  bool
	spaced bool
	header bool    // from a header of CUDA's
	hidden *hidden // macros that must not expand here again
}

func (t token) is(text string) bool {
	return (t.kind == tokPunct || t.kind == tokName) && t.text == text
}

// puncts are the operators, longest first.
var puncts = []string{"<<<", ">>>", "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", "##"}

// lexer cuts a source into tokens.
type lexer struct {
	src       string
	at        int
	line, col int
	first     bool
	spaced    bool
	c         *compiler
}

func (l *lexer) next() rune {
	r, n := utf8.DecodeRuneInString(l.src[l.at:])
	l.at += n
	if r == '\n' {
		l.line++
		l.col = 0
	} else {
		l.col++
	}
	return r
}

func (l *lexer) has(prefix string) bool { return strings.HasPrefix(l.src[l.at:], prefix) }

func (l *lexer) skip(n int) {
	for range n {
		l.next()
	}
}

// blank skips blanks and comments.
func (l *lexer) blank() {
	for l.at < len(l.src) {
		switch {
		case l.has("\\\n"):
			l.skip(2)
		case l.has("\\\r\n"):
			l.skip(3)
		case l.src[l.at] == '\n':
			l.first = true
			l.next()
		case l.has("//"):
			for l.at < len(l.src) && l.src[l.at] != '\n' {
				l.next()
			}
		case l.has("/*"):
			pos := diag.Pos{Line: l.line, Col: l.col}
			l.skip(2)
			for l.at < len(l.src) && !l.has("*/") {
				l.next()
			}
			if l.at >= len(l.src) {
				l.c.report(pos, 2, "unterminated comment", "close it with */")
				return
			}
			l.skip(2)
		case strings.IndexByte(" \t\r\f\v", l.src[l.at]) >= 0:
			l.next()
		default:
			return
		}
		l.spaced = true
	}
}

func isNameRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// all returns every token of the source.
func (l *lexer) all() []token {
	var list []token
	for {
		l.spaced = false
		l.blank()
		if l.at >= len(l.src) {
			return append(list, token{kind: tokEOF, pos: diag.Pos{Line: l.line, Col: l.col}, end: l.col, first: true})
		}
		t := token{pos: diag.Pos{Line: l.line, Col: l.col}, first: l.first, spaced: l.spaced}
		l.first = false
		from := l.at
		t.kind = l.word()
		t.text, t.end = l.src[from:l.at], l.col
		if t.kind != tokEOF {
			list = append(list, t)
		}
	}
}

// word passes one token; tokEOF says that it was nothing of the language.
func (l *lexer) word() tokenKind {
	r, _ := utf8.DecodeRuneInString(l.src[l.at:])
	digit := r >= '0' && r <= '9' || r == '.' && l.at+1 < len(l.src) && l.src[l.at+1] >= '0' && l.src[l.at+1] <= '9'
	switch {
	case digit:
		l.number()
		return tokNumber
	case isNameRune(r):
		for l.at < len(l.src) {
			if r, _ := utf8.DecodeRuneInString(l.src[l.at:]); !isNameRune(r) {
				break
			}
			l.next()
		}
		return tokName
	case r == '"' || r == '\'':
		return l.quoted(r)
	}
	for _, p := range puncts {
		if l.has(p) {
			l.skip(len(p))
			return tokPunct
		}
	}
	if r < 128 && strings.ContainsRune("+-*/%=<>!&|^~?:;,.()[]{}#", r) {
		l.next()
		return tokPunct
	}
	l.c.report(diag.Pos{Line: l.line, Col: l.col}, 1, "stray '"+string(r)+"' in program", "")
	l.next()
	return tokEOF
}

func (l *lexer) number() {
	hex := l.has("0x") || l.has("0X")
	for l.at < len(l.src) {
		b := l.src[l.at]
		if (b == '+' || b == '-') && !hex && strings.IndexByte("eE", l.src[l.at-1]) >= 0 {
			l.next()
			continue
		}
		if b == '\'' && l.at+1 < len(l.src) && isNameRune(rune(l.src[l.at+1])) {
			l.next()
			continue
		}
		if b != '.' && (b >= 128 || !isNameRune(rune(b))) {
			return
		}
		l.next()
	}
}

func (l *lexer) quoted(quote rune) tokenKind {
	pos := diag.Pos{Line: l.line, Col: l.col}
	l.next()
	for l.at < len(l.src) && l.src[l.at] != '\n' {
		r := l.next()
		if r == '\\' && l.at < len(l.src) {
			l.next()
		} else if r == quote {
			if quote == '"' {
				return tokString
			}
			return tokChar
		}
	}
	l.c.report(pos, 1, "missing terminating "+string(quote)+" character", "")
	return tokEOF
}
