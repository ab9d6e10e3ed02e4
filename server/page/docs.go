package page

import (
	"net/http"

	"gputour/lessons/lesson"
	"gputour/server/docs"
	"gputour/server/markup"
	"gputour/server/prose"
	"gputour/web/boot"
	"gputour/web/text"
)

// This file shows the project's own documents. They are in English, around which the page speaks the reader's language.

// docView is what the template of a document gets.
type docView struct {
	Title    markup.HTML
	Text     markup.HTML
	Headings []prose.Heading // that divide it
}

// Doc answers /{lang}/docs/{name}.
func (s *Site) Doc(w http.ResponseWriter, r *http.Request) {
	lang, ok := langOf(r)
	d := docs.Find(r.PathValue("name"))
	if !ok || d == nil {
		s.Missing(w, r)
		return
	}
	l, p := s.layoutFor(r, lang, boot.Reading, func(to text.Lang) string { return s.at.doc(to, d.Name) })
	s.docPage(d, &l, &p)
	s.write(w, r, "doc.html", http.StatusOK, l, p)
}

func (s *Site) docPage(d *docs.Document, l *layout, p *boot.Page) {
	l.Title = s.prose.Plain(d.Title)
	p.Title = l.Title
	for _, other := range docs.All() {
		l.Docs = append(l.Docs, pageLink{other.Name, s.prose.Plain(other.Title), s.at.doc(l.Lang, other.Name), other.Name == d.Name})
	}
	key := docKey{l.Lang, d.Name}
	made, ok := s.made.Load(key)
	if !ok {
		made = s.doc(l.Lang, d)
		s.made.Store(key, made)
	}
	l.Body = made
}

// docKey is a document in a page of a language.
type docKey struct {
	lang text.Lang
	name string
}

// doc renders a document.
func (s *Site) doc(lang text.Lang, d *docs.Document) docView {
	p := prose.New(func(link string) string { return s.followed(lang, d.Follow(link)) }, func(string) string { return "" })
	html, headings := p.Document(d.Text)
	view := docView{Title: p.Inline(d.Title), Text: html}
	for _, h := range headings {
		if h.Level == 2 {
			view.Headings = append(view.Headings, h)
		}
	}
	return view
}

// followed is the address of what a link leads to, and "" for what the site does not show: the program's sources, and what
// another course lacks.
func (s *Site) followed(lang text.Lang, to docs.Target) string {
	switch {
	case to.Document != nil && to.Section != "":
		return s.at.doc(lang, to.Document.Name) + "#" + to.Section
	case to.Document != nil:
		return s.at.doc(lang, to.Document.Name)
	case to.Course != "":
		l, ok := lesson.ParseLink(to.Course)
		if course := s.opts.Course(); !ok || l.Page && course.Page(l.Name, l.Lang) == nil || !l.Page && course.Entry(l.Name) == nil {
			return ""
		}
		return s.at.link(to.Course)
	}
	return to.Outside
}
