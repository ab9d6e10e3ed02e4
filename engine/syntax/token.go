package syntax

import "gputour/engine/diag"

// This file defines the tokens that the scanner makes and the parsers read.

type tokenKind uint8

const (
	tokEnd     tokenKind = iota // end of the source
	tokError                    // the scanner stopped here; see scanner.err
	tokNewline                  // end of a logical line
	tokIndent
	tokDedent
	tokName
	tokNumber
	tokString

	// Operators and delimiters.
	tokLParen
	tokRParen
	tokLBracket
	tokRBracket
	tokLBrace
	tokRBrace
	tokComma
	tokColon
	tokColonEqual
	tokDot
	tokEllipsis
	tokSemi
	tokArrow
	tokAt
	tokEqual
	tokPlus
	tokMinus
	tokStar
	tokSlash
	tokDoubleSlash
	tokPercent
	tokDoubleStar
	tokLShift
	tokRShift
	tokVBar
	tokCaret
	tokAmp
	tokTilde
	tokLess
	tokGreater
	tokLessEqual
	tokGreaterEqual
	tokEqEqual
	tokNotEqual
	tokPlusEqual
	tokMinusEqual
	tokStarEqual
	tokSlashEqual
	tokDoubleSlashEqual
	tokPercentEqual
	tokAtEqual
	tokAmpEqual
	tokVBarEqual
	tokCaretEqual
	tokLShiftEqual
	tokRShiftEqual
	tokDoubleStarEqual
	tokOther // a character that no rule uses: $ ? ! `

	// Keywords.
	tokFalse
	tokNone
	tokTrue
	tokAnd
	tokAs
	tokAssert
	tokAsync
	tokAwait
	tokBreak
	tokClass
	tokContinue
	tokDef
	tokDel
	tokElif
	tokElse
	tokExcept
	tokFinally
	tokFor
	tokFrom
	tokGlobal
	tokIf
	tokImport
	tokIn
	tokIs
	tokLambda
	tokNonlocal
	tokNot
	tokOr
	tokPass
	tokRaise
	tokReturn
	tokTry
	tokWhile
	tokWith
	tokYield

	tokKinds // the number of kinds
)

// tokenText gives the spelling of every token that has only one.
var tokenText = [tokKinds]string{
	tokLParen: "(", tokRParen: ")", tokLBracket: "[", tokRBracket: "]", tokLBrace: "{", tokRBrace: "}",
	tokComma: ",", tokColon: ":", tokColonEqual: ":=", tokDot: ".", tokEllipsis: "...", tokSemi: ";",
	tokArrow: "->", tokAt: "@", tokEqual: "=", tokPlus: "+", tokMinus: "-", tokStar: "*", tokSlash: "/",
	tokDoubleSlash: "//", tokPercent: "%", tokDoubleStar: "**", tokLShift: "<<", tokRShift: ">>",
	tokVBar: "|", tokCaret: "^", tokAmp: "&", tokTilde: "~", tokLess: "<", tokGreater: ">",
	tokLessEqual: "<=", tokGreaterEqual: ">=", tokEqEqual: "==", tokNotEqual: "!=",
	tokPlusEqual: "+=", tokMinusEqual: "-=", tokStarEqual: "*=", tokSlashEqual: "/=",
	tokDoubleSlashEqual: "//=", tokPercentEqual: "%=", tokAtEqual: "@=", tokAmpEqual: "&=",
	tokVBarEqual: "|=", tokCaretEqual: "^=", tokLShiftEqual: "<<=", tokRShiftEqual: ">>=",
	tokDoubleStarEqual: "**=",

	tokFalse: "False", tokNone: "None", tokTrue: "True", tokAnd: "and", tokAs: "as", tokAssert: "assert",
	tokAsync: "async", tokAwait: "await", tokBreak: "break", tokClass: "class", tokContinue: "continue",
	tokDef: "def", tokDel: "del", tokElif: "elif", tokElse: "else", tokExcept: "except",
	tokFinally: "finally", tokFor: "for", tokFrom: "from", tokGlobal: "global", tokIf: "if",
	tokImport: "import", tokIn: "in", tokIs: "is", tokLambda: "lambda", tokNonlocal: "nonlocal",
	tokNot: "not", tokOr: "or", tokPass: "pass", tokRaise: "raise", tokReturn: "return", tokTry: "try",
	tokWhile: "while", tokWith: "with", tokYield: "yield",
}

// keywords maps the spelling of each keyword to its kind.
var keywords = func() map[string]tokenKind {
	m := make(map[string]tokenKind)
	for k := tokFalse; k <= tokYield; k++ {
		m[tokenText[k]] = k
	}
	return m
}()

// IsKeyword reports whether s is a reserved word, which cannot name a variable.
func IsKeyword(s string) bool {
	_, ok := keywords[s]
	return ok
}

// Keywords returns the reserved words in CPython's order (keyword.kwlist).
func Keywords() []string { return append([]string(nil), tokenText[tokFalse:tokYield+1]...) }

// SoftKeywords returns the words that are reserved in some places only.
func SoftKeywords() []string { return []string{"_", "case", "match", "type"} }

// token is one lexical element. Offsets are bytes into the source, columns code points.
// A col of -1 (an INDENT, a DEDENT, the end) means that the token has no text.
type token struct {
	kind            tokenKind
	level           uint8 // depth of brackets after the token
	off, end        int32
	line, col       int32
	endLine, endCol int32
}

func (t *token) start() diag.Pos { return diag.Pos{Line: int(t.line), Col: int(t.col)} }
func (t *token) stop() diag.Pos  { return diag.Pos{Line: int(t.endLine), Col: int(t.endCol)} }
func (t *token) span() Range     { return Range{t.start(), t.stop()} }
