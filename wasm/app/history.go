package app

import (
	"slices"

	"gputour/engine/wire"
)

// This file shows what a cell's text was before, as the server has kept it.

// History is the earlier texts of a cell.
type History struct {
	Cell   string
	Texts  []wire.KeptText // the newest first
	More   bool            // there are older ones
	Asking string          // the rid of the question for them; "" when it was answered
	Failed string          // why they cannot be had, as wire.RefusedBody.Code
}

func (s *State) openHistory(c *Cell) {
	s.open(HistoryDialog)
	s.History = History{Cell: c.ID}
	s.askHistory(0)
}

func (s *State) moreHistory() {
	if h := &s.History; h.More && h.Asking == "" && len(h.Texts) > 0 {
		s.askHistory(h.Texts[len(h.Texts)-1].Rev)
	}
}

func (s *State) askHistory(before int64) {
	h := &s.History
	h.Failed = ""
	if !s.Conn.Live() {
		h.Failed = "offline"
		return
	}
	m := wire.Request(wire.Versions, &wire.VersionsBody{Lesson: s.place(), Before: before})
	m.RID, m.Cell = s.newRID(), h.Cell
	h.Asking = m.RID
	s.send(m)
}

func (s *State) versionsCame(rid string, b *wire.VersionsReplyBody) {
	if h := &s.History; rid == h.Asking {
		h.Texts, h.More, h.Asking = slices.Concat(h.Texts, b.Versions), b.More, ""
		s.touch(Layer)
	}
}

func (s *State) versionsRefused(rid, code string) {
	if h := &s.History; rid == h.Asking {
		h.Failed, h.Asking = code, ""
		s.touch(Layer)
	}
}

// takeBack puts the chosen earlier text into the cell. The present one is kept before that.
func (s *State) takeBack() {
	c, at := s.cell(s.History.Cell), s.Dialog.At
	if s.Dialog.Kind != HistoryDialog || c == nil || at >= len(s.History.Texts) {
		return
	}
	if s.ahead(c.ID) {
		s.kept(c.ID).owe(c.Code)
	}
	s.remember(c)
	s.setCode(c, s.History.Texts[at].Code)
	s.keepSoon(0)
	s.closeDialog()
	s.toastWith(s.T("history.taken"), "undo", s.T("undo"))
}
