package app

import "gputour/engine/wire"

// This file asks the server for completions, help and mistakes on behalf of the editors.

// ask is a question in flight.
type ask struct {
	ticket int
	kind   string
}

// askServer sends a question. Without a connection the answer is empty at once.
func (s *State) askServer(op Asked) {
	if !s.Conn.Live() || s.cell(op.Cell) == nil {
		s.do(Answer{Ticket: op.Ticket})
		return
	}
	m := wire.New(wire.Complete, wire.CompleteBody{Code: op.Code, Cursor: op.Cursor})
	switch op.Kind {
	case "inspect":
		m = wire.New(wire.Inspect, wire.InspectBody{Code: op.Code, Cursor: op.Cursor})
	case "diagnose":
		m = wire.New(wire.Diagnose, wire.DiagnoseBody{Code: op.Code})
	}
	m.RID, m.Cell = s.newRID(), op.Cell
	s.asked[m.RID] = ask{op.Ticket, op.Kind}
	s.send(m)
}

func (s *State) completed(rid string, b *wire.CompleteReplyBody) {
	if a, ok := s.asked[rid]; ok {
		delete(s.asked, rid)
		s.do(Answer{Ticket: a.ticket, Start: b.Start, End: b.End, Matches: b.Matches, Found: len(b.Matches) > 0})
	}
}

func (s *State) inspected(rid string, b *wire.InspectReplyBody) {
	if a, ok := s.asked[rid]; ok {
		delete(s.asked, rid)
		s.do(Answer{Ticket: a.ticket, Help: StripANSI(b.Data["text/plain"]), Found: b.Found})
	}
}

// diagnosed answers with what is wrong in a source, as marks.
func (s *State) diagnosed(rid string, b *wire.DiagnoseReplyBody) {
	a, ok := s.asked[rid]
	if !ok {
		return
	}
	delete(s.asked, rid)
	answer := Answer{Ticket: a.ticket, Found: true}
	for _, p := range b.Problems {
		text := p.Text
		if p.Code != "" {
			text = p.Code + ": " + text
		}
		answer.Problems = append(answer.Problems, Mark{p.Line, p.Col, p.EndLine, p.EndCol, text, p.Severity})
	}
	s.do(answer)
}
