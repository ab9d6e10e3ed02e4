package prose

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"gputour/server/markup"
)

// Heading is one of a document.
type Heading struct {
	ID    string // of its element
	Title string // without marks
	Level int    // 1 to 6
}

// Document renders a whole text and lists its headings, which get ids made of their words, as links in Markdown know them
// (https://docs.github.com/en/get-started/writing-on-github: "section links").
func (r *Renderer) Document(src string) (markup.HTML, []Heading) {
	source := []byte(strings.ToValidUTF8(src, "\uFFFD"))
	doc := r.markdown.Parser().Parse(text.NewReader(source))
	var headings []Heading
	taken := map[string]int{}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok {
			continue
		}
		title := textOf(h, source)
		id := slug(title)
		taken[id]++
		if again := taken[id] - 1; again > 0 {
			id = fmt.Sprintf("%s-%d", id, again)
		}
		h.SetAttributeString("id", []byte(id))
		headings = append(headings, Heading{id, title, h.Level})
	}
	var b bytes.Buffer
	r.markdown.Renderer().Render(&b, source, doc) // a buffer takes all
	return markup.HTML(b.String()), headings
}

// slug is the id of a heading: small letters, digits, hyphens and underscores, with hyphens for spaces.
func slug(title string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == ' ':
			return '-'
		case c == '-' || c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c):
			return unicode.ToLower(c)
		}
		return -1
	}, title)
}
