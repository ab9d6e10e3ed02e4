package page

import (
	"maps"
	"net/http"
	"slices"

	"gputour/lessons/lesson"
	"gputour/server/docs"
	"gputour/server/markup"
	"gputour/web/boot"
	"gputour/web/text"
)

// This file serves what is read beside the lessons: pages and figures.

// Reading answers /{lang}/pages/{name}: the glossary and the guides.
func (s *Site) Reading(w http.ResponseWriter, r *http.Request) {
	lang, ok := langOf(r)
	name := r.PathValue("name")
	found := s.opts.Course().Page(name, string(lang))
	if !ok || found == nil && name != apiName {
		s.Missing(w, r)
		return
	}
	l, p := s.layoutFor(r, lang, boot.Reading, func(to text.Lang) string { return s.at.page(to, name) })
	if found != nil {
		s.readingPage(found, &l, &p)
	} else if err := s.apiPage(lang, &l, &p); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	s.write(w, r, "reading.html", http.StatusOK, l, p)
}

func (s *Site) readingPage(found *lesson.Page, l *layout, p *boot.Page) {
	l.Title = s.prose.Plain(found.Title)
	p.Title = l.Title
	l.mark(found.Name)
	l.Body = readingView{s.prose.Inline(found.Title), s.prose.Block(found.Text)}
}

// mark says which of the pages in the side bar this is.
func (l *layout) mark(name string) {
	for i := range l.Pages {
		l.Pages[i].Current = l.Pages[i].Name == name
	}
}

// pageLink is a page in the side bar.
type pageLink struct {
	Name    string
	Title   string
	URL     string
	Current bool
}

// pages lists the pages by name, then the list of torch and numpy unless the course has a page of that name, and the first of the
// project's documents.
func (s *Site) pages(lang text.Lang) []pageLink {
	course := s.opts.Course()
	var list []pageLink
	for _, name := range slices.Sorted(maps.Keys(course.Pages)) {
		list = append(list, pageLink{Name: name, Title: s.prose.Plain(course.Page(name, string(lang)).Title), URL: s.at.page(lang, name)})
	}
	if course.Pages[apiName] == nil {
		list = append(list, pageLink{Name: apiName, Title: lang.T("api.title"), URL: s.at.page(lang, apiName)})
	}
	return append(list, pageLink{Title: lang.T("docs.title"), URL: s.at.doc(lang, docs.First)})
}

// readingView is what the reading template gets.
type readingView struct {
	Title markup.HTML
	Text  markup.HTML
}

// Figure answers /lessons/figures/{name}. A drawing opened by itself can do nothing.
func (s *Site) Figure(w http.ResponseWriter, r *http.Request) {
	f, ok := s.opts.Course().Figures[r.PathValue("name")]
	if !ok {
		s.Missing(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.Type)
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, max-age=300")
	w.Write(f.Data) // a client that went away is not an error of ours
}
