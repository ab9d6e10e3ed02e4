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
	s.outliveRuns()
	s.Conn = Conn{State: Connecting, pace: s.Conn.pace}
	s.touch(Top, Notebook, Panel)
	s.do(Alone{})
	s.dial()
}
