package export

import (
	"bytes"
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"gputour/lessons/lesson"
	"gputour/lessons/lines"
	"gputour/server/markup"
	"gputour/server/prose"
)

// This file writes the handout: a page per lesson that holds all it needs.

//go:embed handout.html
var handoutSource string

//go:embed handout.css
var handoutStyle string

// page reads one of this package's templates. It panics when that is broken, which every test excludes.
func page(name, source string) *markup.Template {
	s := markup.New(nil)
	if err := s.Parse(name, source); err != nil {
		panic(err)
	}
	return s.Lookup(name)
}

var handoutTemplate = page("handout", handoutSource)

// Handout writes index.LANG.html, every lesson as NAME.LANG.html, and the pages
// that lessons lead to.
func Handout(c *lesson.Course, lang string) ([]File, error) {
	h := newHandout(c, lang, ".html")
	var files []File
	add := func(name string, p *handoutPage) error {
		data, err := h.render(p)
		files = append(files, File{h.fileName(name, lang), data})
		return err
	}
	for i, e := range c.Entries {
		if err := add(e.ID, h.lesson(i, e.Lang(lang))); err != nil {
			return nil, err
		}
	}
	for _, name := range h.linked() {
		if err := add(name, h.page(c.Page(name, lang))); err != nil {
			return nil, err
		}
	}
	return files, add("index", h.index())
}

func newHandout(c *lesson.Course, lang, ending string) *handout {
	h := &handout{book: newBook(c, lang, ending), words: texts[lang], template: handoutTemplate}
	h.prose = prose.New(func(target string) string { return h.link(target, sectionAnchor) }, figureName)
	return h
}

func sectionAnchor(l lesson.Link) string { return "s-" + l.Section }

type handout struct {
	*book
	words    words
	prose    *prose.Renderer
	template *markup.Template
}

// handoutPage is what the template gets.
type handoutPage struct {
	Lang       string
	Title      markup.HTML
	Plain      string
	Eyebrow    string
	Lead       string
	Words      words
	Style      markup.CSS
	Index      string
	Prev, Next *entry
	Parts      []part
	Blocks     []piece
}

type entry struct {
	Number int
	URL    string
	Title  markup.HTML
	Lead   string
}

type part struct {
	Title   string
	Entries []entry
}

// piece is one block of a page: text, or a cell.
type piece struct {
	Text    markup.HTML
	Cell    bool
	Ask     string // "Predict", "Question", "Order the lines"; empty for other cells
	Code    markup.HTML
	Output  string
	Options []markup.HTML // or the lines to be put in order
	Answers string
	Why     markup.HTML
	Hints   []hint
	Tests   markup.HTML
}

type hint struct {
	Level int
	Text  markup.HTML
}

func (h *handout) newPage(title string) *handoutPage {
	lang := h.lang
	if lang == "zh" {
		lang = "zh-CN"
	}
	return &handoutPage{
		Lang: lang, Title: h.prose.Inline(title), Plain: h.prose.Plain(title), Words: h.words,
		Style: markup.CSS(handoutStyle), Index: h.fileName("index", h.lang),
	}
}

func (h *handout) lesson(i int, l *lesson.Lesson) *handoutPage {
	p := h.newPage(l.Title)
	p.Eyebrow, p.Lead = fmt.Sprintf("%d / %d", i+1, len(h.course.Entries)), l.Summary
	if i > 0 {
		p.Prev = h.entry(i - 1)
	}
	if i+1 < len(h.course.Entries) {
		p.Next = h.entry(i + 1)
	}
	for _, s := range l.Sections {
		if s.Title != "" {
			p.Blocks = append(p.Blocks, piece{Text: markup.HTML(fmt.Sprintf("<h2 id=%q>%s</h2>", "s-"+s.ID, h.prose.Inline(s.Title)))})
		}
		for _, b := range s.Blocks {
			switch {
			case b.Directive != nil:
				p.Blocks = append(p.Blocks, piece{Text: h.prose.Directive(b.Directive)})
			case b.Cell == nil:
				p.Blocks = append(p.Blocks, piece{Text: h.prose.Block(b.Text)})
			case b.Cell.Kind != lesson.Tests:
				p.Blocks = append(p.Blocks, h.cell(l, b.Cell))
			}
		}
	}
	return p
}

func (h *handout) cell(l *lesson.Lesson, c *lesson.Cell) piece {
	p := piece{Cell: true, Code: prose.Highlight(c.Code, prose.LanguageOf(c.Code)), Why: h.prose.Block(c.Why)}
	switch c.Kind {
	case lesson.Predict:
		p.Ask = h.words.Predict
	case lesson.Quiz:
		p.Ask = h.words.Quiz
	case lesson.Order:
		p.Ask, p.Code, p.Options = h.words.Order, "", linesOf(c.Code)
	}
	for _, o := range c.Options {
		p.Options = append(p.Options, h.prose.Inline(o))
	}
	for i, n := range c.Answers {
		if i > 0 {
			p.Answers += ", "
		}
		p.Answers += fmt.Sprint(n)
	}
	for _, step := range c.Hints {
		p.Hints = append(p.Hints, hint{step.Level, h.prose.Block(step.Text)})
	}
	if tests := visibleTests(l, c.ID); tests != "" {
		p.Tests = prose.Highlight(tests, "python")
	}
	p.Output = promised(c.Expect)
	return p
}

// linesOf are the lines to be put in order, as a list whose numbers can be written down in another order.
func linesOf(code string) []markup.HTML {
	var list []markup.HTML
	for _, l := range lines.Read(code).Lines {
		list = append(list, markup.HTML("<code>"+markup.Escape(l.Text)+"</code>"))
	}
	return list
}

// promised is what a cell is known to print; empty where that is not told in full.
func promised(e lesson.Expect) string {
	switch {
	case e.Error != "":
		return e.Error
	case e.Output != nil:
		return *e.Output
	}
	return ""
}

func (h *handout) page(p *lesson.Page) *handoutPage {
	out := h.newPage(p.Title)
	out.Blocks = []piece{{Text: h.prose.Block(p.Text)}}
	return out
}

func (h *handout) entry(i int) *entry {
	e := h.course.Entries[i]
	l := e.Lang(h.lang)
	return &entry{i + 1, h.fileName(e.ID, h.lang), h.prose.Inline(l.Title), l.Summary}
}

// index lists the lessons by part, and the pages that they lead to.
func (h *handout) index() *handoutPage {
	p := h.contents()
	more := part{Title: h.words.More}
	for _, name := range h.linked() {
		more.Entries = append(more.Entries, entry{URL: h.fileName(name, h.lang), Title: h.prose.Inline(h.course.Page(name, h.lang).Title)})
	}
	if len(more.Entries) > 0 {
		p.Parts = append(p.Parts, more)
	}
	return p
}

// contents lists the lessons by part.
func (h *handout) contents() *handoutPage {
	p := h.newPage(h.words.Course)
	for i, e := range h.course.Entries {
		title := e.Lang(h.lang).Part
		if n := len(p.Parts); n == 0 || p.Parts[n-1].Title != title {
			p.Parts = append(p.Parts, part{Title: title})
		}
		last := &p.Parts[len(p.Parts)-1]
		last.Entries = append(last.Entries, *h.entry(i))
	}
	return p
}

// render executes the template with a page and puts the figures in.
func (h *handout) render(page any) ([]byte, error) {
	var b bytes.Buffer
	if err := h.template.Execute(&b, page); err != nil {
		return nil, fmt.Errorf("handout: %w", err)
	}
	return figureSource.ReplaceAllFunc(b.Bytes(), func(src []byte) []byte {
		name := string(figureSource.FindSubmatch(src)[1])
		return []byte(`src="` + h.image(lesson.FiguresFolder+"/"+name) + `"`)
	}), nil
}

// figureSource finds the figures of a rendered page. They are put in after rendering,
// since Markdown's renderer lets no data URL of an SVG through.
var figureSource = regexp.MustCompile(`src="figure-([^"/]+)"`)

// figureName stands for a figure until then; other images are left out.
func figureName(target string) string {
	name, ok := strings.CutPrefix(strings.TrimPrefix(target, "../"), lesson.FiguresFolder+"/")
	if !ok {
		return ""
	}
	return "figure-" + name
}
