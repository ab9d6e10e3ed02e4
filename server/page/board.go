package page

import (
	"net/http"

	"gputour/server/auth"
	"gputour/web/boot"
	"gputour/web/text"
)

// This file renders the page of a class's board, and says whose notebook a lesson's page is for.

// Board answers /class/board: a frame that the client fills with what the class's socket tells.
func (s *Site) Board(w http.ResponseWriter, r *http.Request) {
	l, p := s.layoutFor(r, LangOf(r), boot.Board, func(to text.Lang) string { return inLang(r, to) })
	if p.Class == nil || !l.Person.Role.May(auth.Watch) {
		s.Missing(w, r)
		return
	}
	l.Title = l.T("board.title")
	for i := range l.Nav {
		l.Nav[i].Current = l.Nav[i].URL == r.URL.Path
	}
	s.write(w, r, "board.html", http.StatusOK, l, p)
}

// watched is the member whose notebook a lesson's page is asked to show: ?watch=, for who may look.
func watched(r *http.Request, p boot.Page) string {
	if who := r.URL.Query().Get("watch"); p.Class != nil && auth.From(r.Context()).Role.May(auth.Watch) {
		return who
	}
	return ""
}
