package page

import (
	"net/http"

	"gputour/lessons/lesson"
	"gputour/server/markup"
	"gputour/web/boot"
	"gputour/web/text"
)

// This file renders the map of the course and the scratchpad.

// entryView is a lesson in the map and in the sidebar.
type entryView struct {
	ID      string
	Number  int
	Title   markup.HTML
	Plain   string
	Summary markup.HTML
	Minutes int
	Part    string
	URL     string
	Cells   []string
	Current bool
}

// entries lists the lessons that can be read in a language.
func (s *Site) entries(lang text.Lang) []entryView {
	var list []entryView
	for i, e := range s.opts.Course().Entries {
		l := e.Lang(string(lang))
		if l == nil {
			continue
		}
		list = append(list, entryView{
			ID: e.ID, Number: i + 1, Title: s.prose.Inline(l.Title), Plain: s.prose.Plain(l.Title),
			Summary: s.prose.Inline(l.Summary), Minutes: l.Minutes, Part: l.Part, URL: s.at.lesson(lang, e.ID), Cells: counted(l),
		})
	}
	return list
}

// part is a stretch of the course under one heading.
type part struct {
	Title   string
	Entries []entryView
}

// Parts groups the lessons by the headings of their front matter.
func (l layout) Parts() []part {
	var parts []part
	for _, e := range l.Entries {
		title := e.Part
		if title == "" {
			title = l.T("course")
		}
		if n := len(parts); n == 0 || parts[n-1].Title != title {
			parts = append(parts, part{Title: title})
		}
		last := &parts[len(parts)-1]
		last.Entries = append(last.Entries, e)
	}
	return parts
}

// counted are the cells that count towards progress.
func counted(l *lesson.Lesson) []string {
	var ids []string
	for _, c := range l.Cells() {
		if c.Kind != lesson.Tests && c.Kind != lesson.Solution {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// Home answers /{lang}/ with the map of the course.
func (s *Site) Home(w http.ResponseWriter, r *http.Request) {
	lang, ok := langOf(r)
	if !ok {
		s.Missing(w, r)
		return
	}
	l, p := s.layoutFor(r, lang, boot.Home, s.at.home)
	s.homePage(&l)
	s.write(w, r, "home.html", http.StatusOK, l, p)
}

func (s *Site) homePage(l *layout) {
	l.Title = l.T("home.title")
}

// Scratch answers /{lang}/scratch with an empty notebook of the learner's own.
func (s *Site) Scratch(w http.ResponseWriter, r *http.Request) {
	lang, ok := langOf(r)
	if !ok {
		s.Missing(w, r)
		return
	}
	l, p := s.layoutFor(r, lang, boot.Scratch, s.at.scratch)
	s.scratchPage(&l, &p)
	p.Spare = s.spare("")
	s.write(w, r, "lesson.html", http.StatusOK, l, p)
}

func (s *Site) scratchPage(l *layout, p *boot.Page) {
	l.Title = l.T("scratch.title")
	p.Title, p.Hash = l.Title, "1"
	p.Devices = []string{"sim:2"}
	l.Body = lessonView{Title: markup.HTML(markup.Escape(l.Title)), Lead: l.T("scratch.lead")}
}
