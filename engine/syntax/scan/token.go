// Package scan cuts a source into tokens.
//
// It follows CPython's tokenizer, so that its errors come with the same text and place.
package scan

import (
	"gputour/engine/diag"
	"gputour/engine/syntax"
)

// Kind is what a token is: an operator, a keyword, a name, the end of a line …
type Kind uint8

const (
	End     Kind = iota // end of the source
	Error               // the scanner stopped here; see Scanner.Err
	Newline             // end of a logical line
	Indent
	Dedent
	Name
	Number
	String

	// Operators and delimiters.
	LParen
	RParen
	LBracket
	RBracket
	LBrace
	RBrace
	Comma
	Colon
	ColonEqual
	Dot
	Ellipsis
	Semi
	Arrow
	At
	Equal
	Plus
	Minus
	Star
	Slash
	DoubleSlash
	Percent
	DoubleStar
	LShift
	RShift
	VBar
	Caret
	Amp
	Tilde
	Less
	Greater
	LessEqual
	GreaterEqual
	EqEqual
	NotEqual
	PlusEqual
	MinusEqual
	StarEqual
	SlashEqual
	DoubleSlashEqual
	PercentEqual
	AtEqual
	AmpEqual
	VBarEqual
	CaretEqual
	LShiftEqual
	RShiftEqual
	DoubleStarEqual
	Other // a character that no rule uses: $ ? ! `

	// Keywords.
	False
	None
	True
	And
	As
	Assert
	Async
	Await
	Break
	Class
	Continue
	Def
	Del
	Elif
	Else
	Except
	Finally
	For
	From
	Global
	If
	Import
	In
	Is
	Lambda
	Nonlocal
	Not
	Or
	Pass
	Raise
	Return
	Try
	While
	With
	Yield

	Kinds // the number of kinds
)

// spelling gives the spelling of every token that has only one.
var spelling = [Kinds]string{
	LParen: "(", RParen: ")", LBracket: "[", RBracket: "]", LBrace: "{", RBrace: "}",
	Comma: ",", Colon: ":", ColonEqual: ":=", Dot: ".", Ellipsis: "...", Semi: ";",
	Arrow: "->", At: "@", Equal: "=", Plus: "+", Minus: "-", Star: "*", Slash: "/",
	DoubleSlash: "//", Percent: "%", DoubleStar: "**", LShift: "<<", RShift: ">>",
	VBar: "|", Caret: "^", Amp: "&", Tilde: "~", Less: "<", Greater: ">",
	LessEqual: "<=", GreaterEqual: ">=", EqEqual: "==", NotEqual: "!=",
	PlusEqual: "+=", MinusEqual: "-=", StarEqual: "*=", SlashEqual: "/=",
	DoubleSlashEqual: "//=", PercentEqual: "%=", AtEqual: "@=", AmpEqual: "&=",
	VBarEqual: "|=", CaretEqual: "^=", LShiftEqual: "<<=", RShiftEqual: ">>=",
	DoubleStarEqual: "**=",

	False: "False", None: "None", True: "True", And: "and", As: "as", Assert: "assert",
	Async: "async", Await: "await", Break: "break", Class: "class", Continue: "continue",
	Def: "def", Del: "del", Elif: "elif", Else: "else", Except: "except",
	Finally: "finally", For: "for", From: "from", Global: "global", If: "if",
	Import: "import", In: "in", Is: "is", Lambda: "lambda", Nonlocal: "nonlocal",
	Not: "not", Or: "or", Pass: "pass", Raise: "raise", Return: "return", Try: "try",
	While: "while", With: "with", Yield: "yield",
}

// String returns the spelling of a kind that has only one, "" of any other.
func (k Kind) String() string { return spelling[k] }

// keywords maps the spelling of each keyword to its kind.
var keywords = func() map[string]Kind {
	m := make(map[string]Kind)
	for k := False; k <= Yield; k++ {
		m[spelling[k]] = k
	}
	return m
}()

// Token is one lexical element. Offsets are bytes into the source, columns code points.
// A Col of -1 (an INDENT, a DEDENT, the end) means that the token has no text.
type Token struct {
	Kind            Kind
	Level           uint8 // depth of brackets after the token
	Off, End        int32
	Line, Col       int32
	EndLine, EndCol int32
}

// Start is where the token begins.
func (t *Token) Start() diag.Pos { return diag.Pos{Line: int(t.Line), Col: int(t.Col)} }

// Stop is where the token ends.
func (t *Token) Stop() diag.Pos { return diag.Pos{Line: int(t.EndLine), Col: int(t.EndCol)} }

// Span is what the token covers.
func (t *Token) Span() syntax.Range { return syntax.Range{Start: t.Start(), End: t.Stop()} }
