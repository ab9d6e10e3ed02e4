package page

import (
	"bytes"
	"html/template"
	"strings"
	"sync"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// This file turns Markdown into HTML: CommonMark with tables, without raw HTML,
// with emphasis that works beside Chinese text.

var converter = goldmark.New(
	goldmark.WithExtensions(
		extension.Table, extension.Strikethrough,
		extension.NewCJK(extension.WithEastAsianLineBreaks(extension.EastAsianLineBreaksCSS3Draft)),
	),
	goldmark.WithParserOptions(
		parser.WithInlineParsers(util.Prioritized(emphasis{}, 450)),
		parser.WithASTTransformers(util.Prioritized(links{}, 500)),
	),
	goldmark.WithRendererOptions(
		html.WithEastAsianLineBreaks(html.EastAsianLineBreaksCSS3Draft),
		renderer.WithNodeRenderers(util.Prioritized(codeRenderer{}, 100)),
	),
)

// maxCached bounds the cache of a site that reloads its lessons many times.
const maxCached = 4096

// markdownCache keeps what was rendered, by source: lessons are asked for more
// often than they change.
type markdownCache struct {
	mu   sync.Mutex
	html map[string]template.HTML
}

func (c *markdownCache) render(src string) template.HTML {
	c.mu.Lock()
	defer c.mu.Unlock()
	if out, ok := c.html[src]; ok {
		return out
	}
	out := convert(src)
	if c.html == nil || len(c.html) >= maxCached {
		c.html = map[string]template.HTML{}
	}
	c.html[src] = out
	return out
}

func convert(src string) template.HTML {
	var b bytes.Buffer
	src = strings.ToValidUTF8(src, "\uFFFD") // goldmark's East Asian line breaks index out of range on other bytes
	if err := converter.Convert([]byte(src), &b); err != nil {
		return template.HTML("<pre>" + template.HTMLEscapeString(src) + "</pre>")
	}
	return template.HTML(b.String())
}

// markdown renders blocks.
func (s *Site) markdown(src string) template.HTML { return s.cache.render(src) }

// inline renders a single line without the paragraph around it.
func (s *Site) inline(src string) template.HTML {
	out := strings.TrimSpace(string(s.cache.render(strings.TrimSpace(src))))
	if strings.HasPrefix(out, "<p>") && strings.HasSuffix(out, "</p>") && strings.Count(out, "<p>") == 1 {
		return template.HTML(out[len("<p>") : len(out)-len("</p>")])
	}
	return template.HTML(template.HTMLEscapeString(src))
}

// plainText is a line of Markdown without its marks, for titles.
func plainText(src string) string {
	source := []byte(src)
	var b strings.Builder
	doc := converter.Parser().Parse(text.NewReader(source))
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(source))
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

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

// codeRenderer highlights fenced code.
type codeRenderer struct{}

func (codeRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, renderFence)
}

func renderFence(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.FencedCodeBlock)
	var code strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		code.Write(line.Value(source))
	}
	w.WriteString("<pre><code>" + string(highlight(strings.TrimRight(code.String(), "\n"), string(n.Language(source)))) + "</code></pre>\n")
	return ast.WalkSkipChildren, nil
}
