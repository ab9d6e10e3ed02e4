package page

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"gputour/lessons/lesson"
	"gputour/server/export"
	"gputour/server/markup"
	"gputour/server/prose"
	"gputour/web/boot"
	"gputour/web/text"
)

// This file renders a lesson: its text through goldmark, its cells as static code
// in the shape that the client draws them in, so that nothing moves when it does.

// lessonView is what the lesson template gets.
type lessonView struct {
	Title  markup.HTML
	Number int
	Of     int
	Lead   string
	Needs  []entryView // what should have been read before
	Blocks []blockView
	Prev   *entryView
	Next   *entryView
}

// Exercises reports whether there is something to check.
func (v lessonView) Exercises() bool {
	return slices.ContainsFunc(v.Blocks, func(b blockView) bool { return b.Cell != nil && b.Cell.Checked })
}

// blockView is one child of the notebook: text, or a cell.
type blockView struct {
	Key  string
	ID   string      // of a section's heading, for links
	HTML markup.HTML // text
	Cell *cellView
}

type cellView struct {
	boot.Cell
	Code    markup.HTML // highlighted
	Options []markup.HTML
}

// Predict, Quiz, Exercise say what stands around the code.
func (c cellView) Predict() bool  { return c.Kind == string(lesson.Predict) }
func (c cellView) Quiz() bool     { return c.Kind == string(lesson.Quiz) }
func (c cellView) Exercise() bool { return c.Checked || len(c.Hints) > 0 }

// Lesson answers /{lang}/lessons/{id}.
func (s *Site) Lesson(w http.ResponseWriter, r *http.Request) {
	lang, ok := langOf(r)
	id := r.PathValue("id")
	if name, ok := strings.CutSuffix(id, ".ipynb"); ok {
		s.notebook(w, r, name)
		return
	}
	entry := s.opts.Course().Entry(id)
	if !ok || entry == nil {
		s.Missing(w, r)
		return
	}
	l, p := s.layoutFor(r, lang, boot.Lesson, func(to text.Lang) string { return s.at.lesson(to, id) })
	s.lessonPage(entry, &l, &p)
	p.Watch, p.Spare = watched(r, p), s.spare("/"+LessonFiles(id))
	s.write(w, r, "lesson.html", http.StatusOK, l, p)
}

func (s *Site) lessonPage(entry *lesson.Entry, l *layout, p *boot.Page) {
	les, id := entry.Lang(string(l.Lang)), entry.ID
	view := lessonView{Title: s.prose.Inline(les.Title), Of: len(l.Entries)}
	for i := range l.Entries {
		e := &l.Entries[i]
		if slices.Contains(les.Needs, e.ID) {
			view.Needs = append(view.Needs, *e)
		}
		if e.ID != id {
			continue
		}
		e.Current, view.Number = true, e.Number
		if i > 0 {
			view.Prev = &l.Entries[i-1]
			p.Prev = view.Prev.URL
		}
		if i+1 < len(l.Entries) {
			view.Next = &l.Entries[i+1]
			p.Next = view.Next.URL
		}
	}
	view.Blocks = s.blocks(les, entry)
	for _, b := range view.Blocks {
		block := boot.Block{Key: b.Key}
		if b.Cell != nil {
			block.Cell = &b.Cell.Cell
		}
		p.Blocks = append(p.Blocks, block)
	}
	l.Title = s.prose.Plain(les.Title)
	p.Lesson, p.Title, p.Hash, p.Devices, p.Jupyter = id, l.Title, codeHash(les), les.Devices, s.at.jupyter(l.Lang, id)
	l.Body = view
}

// notebook answers /{lang}/lessons/{id}.ipynb: the lesson as Jupyter reads it, which the
// client fills with what the learner has made of it.
func (s *Site) notebook(w http.ResponseWriter, r *http.Request, id string) {
	lang, ok := langOf(r)
	if s.opts.Course().Entry(id) == nil || !ok {
		s.Missing(w, r)
		return
	}
	file, err := export.Notebook(s.opts.Course(), string(lang), id)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/x-ipynb+json")
	w.Header().Set("Content-Disposition", `attachment; filename="`+file.Name+`"`)
	w.Write(file.Data) // a client that went away is not an error of ours
}

// codeHash names the lesson's code: drafts are kept per version of the code, so
// that they outlive a change of the prose and a switch of language.
func codeHash(les *lesson.Lesson) string {
	h := sha256.New()
	for _, c := range les.Cells() {
		fmt.Fprintf(h, "%s %d %s\n", c.ID, len(c.Code), c.Code)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// blocks lists the lesson's text and cells in order. Text between two cells is one block.
func (s *Site) blocks(les *lesson.Lesson, entry *lesson.Entry) []blockView {
	b := blockBuilder{site: s, tests: map[string]string{}, secret: entry.Secret}
	for _, c := range les.Cells() {
		if c.Kind == lesson.Tests {
			b.tests[c.For] = strings.TrimLeft(b.tests[c.For]+"\n\n"+c.Code, "\n")
		}
	}
	for _, section := range les.Sections {
		if section.Title != "" {
			fmt.Fprintf(&b.text, "<h2 id=%q>%s</h2>\n", "s-"+section.ID, s.prose.Inline(section.Title))
		}
		for _, block := range section.Blocks {
			b.add(block)
		}
	}
	b.flush()
	return b.blocks
}

// blockBuilder gathers the blocks of a lesson.
type blockBuilder struct {
	site   *Site
	blocks []blockView
	text   strings.Builder
	tests  map[string]string // visible tests by exercise
	secret lesson.Secret
}

func (b *blockBuilder) add(block lesson.Block) {
	switch {
	case block.Cell != nil && block.Cell.Kind == lesson.Tests:
		// shown with its exercise
	case block.Cell != nil:
		b.flush()
		b.blocks = append(b.blocks, blockView{Key: "c-" + block.Cell.ID, Cell: b.cell(block.Cell)})
	case block.Directive != nil:
		b.text.WriteString(string(b.site.prose.Directive(block.Directive)))
	default:
		b.text.WriteString(string(b.site.prose.Block(block.Text)))
	}
}

// flush ends the block of text in hand.
func (b *blockBuilder) flush() {
	if strings.TrimSpace(b.text.String()) != "" {
		b.blocks = append(b.blocks, blockView{Key: fmt.Sprintf("t-%d", len(b.blocks)), HTML: markup.HTML(b.text.String())})
	}
	b.text.Reset()
}

func (b *blockBuilder) cell(c *lesson.Cell) *cellView {
	view := &cellView{Cell: boot.Cell{
		ID: c.ID, Kind: string(c.Kind), Code: c.Code, Raises: c.Raises(), Points: c.Points, Answers: c.Answers,
		Tests: b.tests[c.ID], Checked: b.tests[c.ID] != "" || len(b.secret.Tests[c.ID]) > 0,
		Solved: b.secret.Solutions[c.ID] != nil,
	}}
	for _, e := range c.Explore {
		view.Cell.Explore = append(view.Cell.Explore, boot.Choice(e))
	}
	view.Code = prose.Highlight(c.Code, prose.LanguageOf(c.Code))
	if c.Why != "" {
		view.Cell.Why = string(b.site.prose.Block(c.Why))
	}
	for _, reason := range c.Reasons {
		view.Cell.Reasons = append(view.Cell.Reasons, string(b.site.prose.Inline(reason)))
	}
	view.Cell.Learned = string(b.site.prose.Inline(c.Learned))
	for _, o := range c.Options {
		html := b.site.prose.Inline(o)
		view.Options = append(view.Options, html)
		view.Cell.Options = append(view.Cell.Options, string(html))
	}
	for _, h := range c.Hints {
		view.Cell.Hints = append(view.Cell.Hints, string(b.site.prose.Block(h.Text)))
	}
	return view
}
