package export

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"gputour/lessons/lesson"
	"gputour/server/markup"
)

// This file writes slides: what a class looks at while somebody talks. A slide has a figure, a list or a cell, and the sentence that leads
// to it; the rest of the text is the speaker's notes. What a cell prints, and the answer to a question, come with the next key. A browser
// prints a page per slide, which is how they become a PDF.

//go:embed slides.html
var slidesSource string

//go:embed slides.css
var slidesStyle string

var slidesTemplate = page("slides", slidesSource)

// Slides writes every lesson as NAME.LANG.slides.html, and index.LANG.slides.html.
func Slides(c *lesson.Course, lang string) ([]File, error) {
	h := newHandout(c, lang, ".slides.html")
	h.template = slidesTemplate
	var files []File
	for i, e := range c.Entries {
		data, err := h.render(&slidesPage{h.newPage(e.Lang(lang).Title).styled(slidesStyle), h.deck(i, e.Lang(lang))})
		if err != nil {
			return nil, err
		}
		files = append(files, File{h.fileName(e.ID, lang), data})
	}
	h.template = handoutTemplate
	data, err := h.render(h.contents())
	return append(files, File{h.fileName("index", lang), data}), err
}

// slidesPage is what the template gets.
type slidesPage struct {
	*handoutPage
	Slides []slide
}

// slide is one of a deck.
type slide struct {
	First bool // of the deck: its title, with Eyebrow and Lead
	Title markup.HTML
	Say   markup.HTML // the sentence on the slide
	Body  markup.HTML // a figure, list, table or box; or
	Cell  *piece
	Notes []markup.HTML

	Eyebrow, Lead string
}

// deck cuts a lesson into slides.
func (h *handout) deck(i int, l *lesson.Lesson) []slide {
	d := &deck{handout: h, slides: []slide{{
		First: true, Title: h.prose.Inline(l.Title), Lead: l.Summary, Eyebrow: fmt.Sprintf("%d / %d", i+1, len(h.course.Entries)),
	}}}
	for _, s := range l.Sections {
		title := s.Title
		if title == "" {
			title = l.Title
		}
		d.begin(h.prose.Inline(title))
		before := len(d.slides)
		for _, b := range s.Blocks {
			switch {
			case b.Directive != nil:
				d.show(slide{Body: h.prose.Directive(b.Directive)})
			case b.Cell == nil:
				d.text(b.Text)
			case b.Cell.Kind != lesson.Tests:
				p := h.cell(l, b.Cell)
				p.Tests, p.Hints = "", nil
				d.show(slide{Cell: &p})
			}
		}
		d.end(len(d.slides) - before)
	}
	return d.slides
}

// deck is one being made. What is said goes with what is shown next in its section, else with what was shown last.
type deck struct {
	*handout
	slides []slide
	next   slide // what has been said since
}

func (d *deck) begin(title markup.HTML) { d.next = slide{Title: title} }

// show makes a slide.
func (d *deck) show(s slide) {
	s.Title, s.Say, s.Notes = d.next.Title, d.next.Say, d.next.Notes
	d.slides = append(d.slides, s)
	d.begin(s.Title)
}

// end ends a section that has so many slides; one in which nothing is shown has a slide all the same.
func (d *deck) end(slides int) {
	last := &d.slides[len(d.slides)-1]
	switch {
	case len(d.next.Notes) == 0:
	case slides == 0:
		d.slides = append(d.slides, d.next)
	default:
		last.Notes = append(last.Notes, d.next.Notes...)
	}
}

// shown is how paragraphs begin that are looked at: lists, tables, figures, code. Others are said.
var shown = regexp.MustCompile("^(?:[-*] |\\d+\\. |\\||!\\[|```|#)")

// text puts paragraphs on slides or into notes. The sentence on a slide is the last that leads to what it shows.
func (d *deck) text(text string) {
	for _, p := range paragraphs(text) {
		if shown.MatchString(p) {
			d.show(slide{Body: d.prose.Block(p)})
			continue
		}
		d.next.Notes = append(d.next.Notes, d.prose.Block(p))
		if d.next.Say == "" || strings.HasSuffix(p, ":") || strings.HasSuffix(p, "：") {
			d.next.Say = d.prose.Inline(sentence(p))
		}
	}
}

// paragraphs splits Markdown at empty lines outside of fences.
func paragraphs(text string) []string {
	var all []string
	fenced := false
	for _, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		p = strings.Trim(p, "\n")
		if fenced {
			all[len(all)-1] += "\n\n" + p
		} else if p != "" {
			all = append(all, p)
		}
		if strings.Count(p, "```")%2 == 1 {
			fenced = !fenced
		}
	}
	return all
}

// sentence is the first of a paragraph, or of one that leads to something, the last.
func sentence(p string) string {
	all := sentences(strings.ReplaceAll(p, "\n", " "))
	if strings.HasSuffix(p, ":") || strings.HasSuffix(p, "：") {
		return all[len(all)-1]
	}
	return all[0]
}

// sentences cuts at what ends one, outside of code.
func sentences(p string) []string {
	var all []string
	code, start := false, 0
	for i, r := range p {
		end := i + utf8.RuneLen(r)
		switch {
		case r == '`':
			code = !code
		case code:
		case strings.ContainsRune("。！？", r), strings.ContainsRune(".!?", r) && strings.HasPrefix(p[end:], " "):
			all = append(all, strings.TrimSpace(p[start:end]))
			start = end
		}
	}
	if rest := strings.TrimSpace(p[start:]); rest != "" {
		all = append(all, rest)
	}
	return all
}

// styled adds to a page's style.
func (p *handoutPage) styled(more string) *handoutPage {
	p.Style += markup.CSS(more)
	return p
}
