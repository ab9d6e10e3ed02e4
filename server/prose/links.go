package prose

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// links is a goldmark transformer of what links and images lead to.
type links struct{ link, image func(string) string }

// Transform rewrites links and images, and gives headings the ids of the targets
// `(id)=` that stand before them. A link to nowhere is its text.
func (l links) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var targets, nowhere []ast.Node
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			n.Destination = []byte(l.link(string(n.Destination)))
			if len(n.Destination) == 0 {
				nowhere = append(nowhere, n)
			}
		case *ast.Image:
			n.Destination = []byte(l.image(string(n.Destination)))
		case *ast.Heading:
			if p, ok := n.PreviousSibling().(*ast.Paragraph); ok {
				if id := targetOf(p, reader.Source()); id != "" {
					n.SetAttributeString("id", []byte("s-"+id))
					targets = append(targets, p)
				}
			}
		}
		return ast.WalkContinue, nil
	})
	for _, t := range targets {
		t.Parent().RemoveChild(t.Parent(), t)
	}
	for _, n := range nowhere {
		for child := n.FirstChild(); child != nil; child = n.FirstChild() {
			n.Parent().InsertBefore(n.Parent(), n, child)
		}
		n.Parent().RemoveChild(n.Parent(), n)
	}
}

var target = regexp.MustCompile(`^\(([a-z0-9][a-z0-9-]*)\)=$`)

func targetOf(p *ast.Paragraph, source []byte) string {
	if p.Lines().Len() != 1 {
		return ""
	}
	line := p.Lines().At(0)
	if m := target.FindStringSubmatch(strings.TrimSpace(string(line.Value(source)))); m != nil {
		return m[1]
	}
	return ""
}
