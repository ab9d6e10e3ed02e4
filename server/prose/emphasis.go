package prose

import (
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// emphasis reads runs of * and _ as CommonMark does, but lets a run touch
// punctuation on one side when Chinese, Japanese or Korean text stands on the
// other: there no spaces part words (commonmark/commonmark-spec#650).
type emphasis struct{}

func (emphasis) Trigger() []byte { return []byte{'*', '_'} }

func (emphasis) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	node := parser.ScanDelimiter(line, before, 1, emphasisProcessor{})
	if node == nil {
		return nil
	}
	if node.Char == '*' {
		loosen(node, before, runeAt(line, node.OriginalLength))
	}
	node.Segment = segment.WithStop(segment.Start + node.OriginalLength)
	block.Advance(node.OriginalLength)
	pc.PushDelimiter(node)
	return node
}

// loosen lets a run between a CJK character and punctuation open or close.
func loosen(d *parser.Delimiter, before, after rune) {
	if isPunct(after) && isWide(before) {
		d.CanOpen = true
	}
	if isPunct(before) && isWide(after) {
		d.CanClose = true
	}
}

func runeAt(line []byte, i int) rune {
	for _, r := range string(line[min(i, len(line)):]) {
		return r
	}
	return '\n'
}

func isPunct(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef
}

type emphasisProcessor struct{}

func (emphasisProcessor) IsDelimiter(b byte) bool { return b == '*' || b == '_' }

func (emphasisProcessor) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char
}

func (emphasisProcessor) OnMatch(consumes int) ast.Node { return ast.NewEmphasis(consumes) }
