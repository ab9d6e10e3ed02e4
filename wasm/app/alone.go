package app

// This file is how a page goes on without the server that sent it.

// fetchSpare has what is needed for that fetched, once, while there is a server.
func (s *State) fetchSpare() {
	if s.Page.Spare != nil && !s.fetching && !s.Watched() {
		s.fetching = true
		s.do(FetchSpare{})
	}
}

// alone goes on with an engine in this tab. The session stays with the server, and what the cells show stays on the page.
func (s *State) alone() {
	if !s.Spare || s.Page.Tab != nil || s.Conn.Live() {
		return
	}
	s.Page.Tab = s.Page.Spare
	s.Keep.State, s.Keep.cell, s.Keep.asked = KeepsNone, "", "" // what the server has of the texts is for when it is there again
	s.outliveRuns()
	s.Conn = Conn{State: Connecting, pace: s.Conn.pace}
	s.touch(Top, Notebook, Panel)
	s.do(Alone{})
	s.dial()
	s.do(After{backEvery, "back"})
}

// backEvery is how often a page that goes on alone looks for its server, ms.
const backEvery = 15_000

// Alone reports whether the page goes on without its server.
func (s *State) Alone() bool { return s.Page.Spare != nil && s.Page.Tab != nil }

// seen takes the answer of HTTP while the page goes on alone. It goes back when the learner says so: names are lost by it.
func (s *State) seen(status int) {
	if s.Back = status > 0 && status < 500; s.Back {
		s.touch(Notebook)
		return
	}
	s.do(After{backEvery, "back"})
}
