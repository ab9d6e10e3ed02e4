// Package prose renders the Markdown of lessons and pages as HTML: CommonMark with
// tables, without raw HTML, with emphasis that works beside Chinese text.
package prose

import (
	"bytes"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"gputour/server/markup"
)

// Renderer renders Markdown. It may be used by several goroutines.
type Renderer struct {
	markdown goldmark.Markdown
	image    func(string) string
	mu       sync.Mutex
	html     map[string]markup.HTML // by source: lessons are asked for more often than they change
}

// New returns a Renderer that turns the targets of links and images into what the
// given functions return.
func New(link, image func(string) string) *Renderer {
	return &Renderer{image: image, markdown: goldmark.New(
		goldmark.WithExtensions(
			extension.Table, extension.Strikethrough,
		),
		goldmark.WithParserOptions(
			parser.WithInlineParsers(util.Prioritized(emphasis{}, 450)),
			parser.WithASTTransformers(util.Prioritized(links{link, image}, 500), util.Prioritized(breaks{}, 510)),
		),
		goldmark.WithRendererOptions(
			renderer.WithNodeRenderers(util.Prioritized(codeRenderer{}, 100)),
		),
	)}
}

// maxCached bounds the cache of a site that reloads its lessons many times.
const maxCached = 4096

// Block renders blocks.
func (r *Renderer) Block(src string) markup.HTML {
	r.mu.Lock()
	defer r.mu.Unlock()
	if out, ok := r.html[src]; ok {
		return out
	}
	out := r.convert(src)
	if r.html == nil || len(r.html) >= maxCached {
		r.html = map[string]markup.HTML{}
	}
	r.html[src] = out
	return out
}

func (r *Renderer) convert(src string) markup.HTML {
	var b bytes.Buffer
	src = strings.ToValidUTF8(src, "\uFFFD") // what is shown is text
	if err := r.markdown.Convert([]byte(src), &b); err != nil {
		return markup.HTML("<pre>" + markup.Escape(src) + "</pre>")
	}
	return markup.HTML(b.String())
}

// Inline renders a single line without the paragraph around it.
func (r *Renderer) Inline(src string) markup.HTML {
	out := strings.TrimSpace(string(r.Block(strings.TrimSpace(src))))
	if strings.HasPrefix(out, "<p>") && strings.HasSuffix(out, "</p>") && strings.Count(out, "<p>") == 1 {
		return markup.HTML(out[len("<p>") : len(out)-len("</p>")])
	}
	return markup.HTML(markup.Escape(src))
}

// Plain is a line of Markdown without its marks, for titles.
func (r *Renderer) Plain(src string) string {
	source := []byte(src)
	return textOf(r.markdown.Parser().Parse(text.NewReader(source)), source)
}

// textOf is the text below a node.
func textOf(n ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
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

// codeRenderer highlights fenced code, and lets keys reach what of code has to be scrolled.
type codeRenderer struct{}

func (codeRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, renderCode)
	r.Register(ast.KindCodeBlock, renderCode)
}

func renderCode(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	language := ""
	if fence, ok := node.(*ast.FencedCodeBlock); ok {
		language = string(fence.Language(source))
	}
	var code strings.Builder
	for i := range node.Lines().Len() {
		line := node.Lines().At(i)
		code.Write(line.Value(source))
	}
	w.WriteString(`<pre tabindex="0"><code>` + string(Highlight(strings.TrimRight(code.String(), "\n"), language)) + "</code></pre>\n")
	return ast.WalkSkipChildren, nil
}
