package page

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"gputour/lessons/lesson"
)

// This file turns links between the course's files, which work where the files are
// read as they are, into links between the site's pages.

// links is a goldmark transformer.
type links struct{}

// Transform rewrites links and images, and gives headings the ids of the targets
// `(id)=` that stand before them.
func (links) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var targets []ast.Node
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			n.Destination = []byte(siteURL(string(n.Destination)))
		case *ast.Image:
			n.Destination = []byte(imageURL(string(n.Destination)))
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
}

var (
	target     = regexp.MustCompile(`^\(([a-z0-9][a-z0-9-]*)\)=$`)
	courseLink = regexp.MustCompile(`^(?:\.\./)?(pages/)?([a-z0-9][a-z0-9-]*)\.(zh|en)\.md(?:#([a-z0-9-]+))?$`)
)

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

// siteURL is the address of what a link in the course means.
func siteURL(link string) string {
	m := courseLink.FindStringSubmatch(link)
	if m == nil {
		return link
	}
	folder := "/lessons/"
	if m[1] != "" {
		folder = "/pages/"
	}
	url := "/" + m[3] + folder + m[2]
	if m[4] != "" {
		url += "#s-" + m[4]
	}
	return url
}

// imageURL is the address of a figure; only data and the course's own figures get through.
func imageURL(url string) string {
	if strings.HasPrefix(url, "data:image/") {
		return url
	}
	if name, ok := strings.CutPrefix(strings.TrimPrefix(url, "../"), lesson.FiguresFolder+"/"); ok && !strings.ContainsAny(name, "/:\\") {
		return "/lessons/" + lesson.FiguresFolder + "/" + name
	}
	return ""
}
