// Package lex turns the text of a program into tokens: it scans it, includes CUDA's headers and other files, and expands
// macros.
package lex

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"gputour/cuda/cudac/source"
	"gputour/engine/diag"
)

// Kind is a sort of token.
type Kind uint8

// The kinds of tokens; EOF ends a list.
const (
	EOF Kind = iota
	Name
	Number
	String
	Char
	Punct
)

// Token is a word of the source; First says that it begins a line, spaced that blanks
// stand before it.
type Token struct {
	Kind   Kind
	Text   string
	Pos    diag.Pos
	End    int // column behind it
	First  bool
	spaced bool
	Header bool    // from a header of CUDA's
	Hidden *hidden // macros that must not expand here again
}

// Width is the columns that it takes in its line.
func (t Token) Width() int { return max(t.End-t.Pos.Col, 1) }

// Is reports a name or a punctuator of this text.
func (t Token) Is(text string) bool {
	return (t.Kind == Punct || t.Kind == Name) && t.Text == text
}

// puncts are the operators, longest first.
var puncts = []string{"<<<", ">>>", "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", "##"}

// alternatives are the words that C++ takes for operators.
var alternatives = map[string]string{"and": "&&", "or": "||", "not": "!", "bitand": "&", "bitor": "|", "xor": "^", "compl": "~", "and_eq": "&=", "or_eq": "|=", "xor_eq": "^=", "not_eq": "!="}

// Scan are the tokens of a text, the first line of which has this number; first says that it begins a line.
func Scan(c *source.Text, text string, line int, first bool) []Token {
	l := &lexer{src: strings.TrimPrefix(text, "\ufeff"), line: line, first: first, c: c}
	return l.all()
}

// lexer cuts a source into tokens.
type lexer struct {
	src       string
	at        int
	line, col int
	first     bool
	spaced    bool
	c         *source.Text
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

// beforeEnd is what may stand between a backslash and the end of its line: CUDA's compiler takes comments away first, and then
// goes on in the next line.
var beforeEnd = regexp.MustCompile(`^\\[ \t]*(//[^\n]*|/\*[^\n]*?\*/[ \t]*)?\r?\n`)

// blank skips blanks and comments.
func (l *lexer) blank() {
	for l.at < len(l.src) {
		switch {
		case l.has("\\\n"):
			l.skip(2)
		case l.has("\\\r\n"):
			l.skip(3)
		case l.src[l.at] == '\\' && beforeEnd.MatchString(l.src[l.at:]):
			l.skip(utf8.RuneCountInString(beforeEnd.FindString(l.src[l.at:])))
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
				l.c.Report(pos, 2, "unterminated comment", "close it with */")
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
func (l *lexer) all() []Token {
	var list []Token
	for {
		l.spaced = false
		l.blank()
		if l.at >= len(l.src) {
			return append(list, Token{Kind: EOF, Pos: diag.Pos{Line: l.line, Col: l.col}, End: l.col, First: true})
		}
		t := Token{Pos: diag.Pos{Line: l.line, Col: l.col}, First: l.first, spaced: l.spaced}
		l.first = false
		from := l.at
		t.Kind = l.word()
		t.Text, t.End = l.src[from:l.at], l.col
		if other := alternatives[t.Text]; other != "" && t.Kind == Name {
			t.Kind, t.Text = Punct, other
		}
		if t.Kind != EOF {
			list = append(list, t)
		}
	}
}

// word passes one token; tokEOF says that it was nothing of the language.
func (l *lexer) word() Kind {
	r, _ := utf8.DecodeRuneInString(l.src[l.at:])
	digit := r >= '0' && r <= '9' || r == '.' && l.at+1 < len(l.src) && l.src[l.at+1] >= '0' && l.src[l.at+1] <= '9'
	switch {
	case digit:
		l.number()
		return Number
	case isNameRune(r):
		for l.at < len(l.src) {
			if r, _ := utf8.DecodeRuneInString(l.src[l.at:]); !isNameRune(r) {
				break
			}
			l.next()
		}
		return Name
	case r == '"' || r == '\'':
		return l.quoted(r)
	}
	for _, p := range puncts {
		if l.has(p) {
			l.skip(len(p))
			return Punct
		}
	}
	if r < 128 && strings.ContainsRune("+-*/%=<>!&|^~?:;,.()[]{}#", r) {
		l.next()
		return Punct
	}
	l.c.Report(diag.Pos{Line: l.line, Col: l.col}, 1, "stray '"+string(r)+"' in program", "")
	l.next()
	return EOF
}

func (l *lexer) number() {
	hex := l.has("0x") || l.has("0X")
	for l.at < len(l.src) {
		b := l.src[l.at]
		if exponent := map[bool]string{false: "eE", true: "pP"}[hex]; (b == '+' || b == '-') && strings.IndexByte(exponent, l.src[l.at-1]) >= 0 {
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

func (l *lexer) quoted(quote rune) Kind {
	pos := diag.Pos{Line: l.line, Col: l.col}
	l.next()
	for l.at < len(l.src) && l.src[l.at] != '\n' {
		r := l.next()
		if r == '\\' && l.at < len(l.src) {
			l.next()
		} else if r == quote {
			if quote == '"' {
				return String
			}
			return Char
		}
	}
	l.c.Report(pos, 1, "missing terminating "+string(quote)+" character", "")
	return EOF
}

// Reserved are words that name nothing.
var Reserved = map[string]bool{"if": true, "else": true, "for": true, "while": true, "do": true, "return": true, "switch": true, "case": true, "default": true, "break": true, "continue": true,
	"int": true, "float": true, "double": true, "char": true, "long": true, "short": true, "unsigned": true, "signed": true, "void": true, "bool": true, "sizeof": true, "struct": true, "class": true, "new": true, "delete": true, "const": true}
