package prose

import (
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// breaks is a goldmark transformer that joins the lines of a paragraph where Chinese or Japanese text goes on, as CSS says of
// segment breaks (https://www.w3.org/TR/css-text-3/#line-break-transform): elsewhere the end of a line is a space. goldmark's own
// option of that name joins lines after any full stop, too.
type breaks struct{}

// Transform implements parser.ASTTransformer.
func (breaks) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	source := reader.Source()
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		line, ok := n.(*ast.Text)
		if !ok || !entering || !line.SoftLineBreak() {
			return ast.WalkContinue, nil
		}
		before, _ := utf8.DecodeLastRune(line.Value(source))
		if joins(before, begins(n.NextSibling(), source)) {
			line.SetSoftLineBreak(false)
		}
		return ast.WalkContinue, nil
	})
}

// begins is the first character of what follows; utf8.RuneError where that does not begin with text.
func begins(n ast.Node, source []byte) rune {
	for ; n != nil; n = n.FirstChild() {
		if t, ok := n.(*ast.Text); ok {
			first, _ := utf8.DecodeRune(t.Value(source))
			return first
		}
	}
	return utf8.RuneError
}

// joins reports whether no space stands between two characters of two lines.
func joins(before, after rune) bool {
	if before == utf8.RuneError || after == utf8.RuneError {
		return false
	}
	return isFull(before) && isFull(after) || isFull(before) && unicode.IsPunct(before) || isFull(after) && unicode.IsPunct(after)
}

// isFull reports whether a character fills a square, and stands in no script that has spaces between words.
func isFull(r rune) bool {
	switch util.EastAsianWidth(r) {
	case "F", "W", "H":
		return !unicode.Is(unicode.Hangul, r)
	}
	return false
}
