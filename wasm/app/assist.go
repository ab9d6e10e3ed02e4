package app

import (
	"strings"
	"unicode/utf8"

	"gputour/engine/wire"
	"gputour/wasm/terminal"
)

// This file asks the server for completions, help and mistakes on behalf of the editors.

// ask is a question in flight.
type ask struct {
	ticket int
	kind   string
	shift  int // code points of other cells that were put before the cursor's own
	grid   *Grid
	cell   *Cell // whose output the grid is of, nil for the panel's
	rid    string
}

// details are what the kinds of questions about a name ask for.
var details = map[string]int{"inspect": wire.InspectHelp, "call": wire.InspectCall, "name": wire.InspectName}

// askServer sends a question. Without a connection the answer is empty at once.
func (s *State) askServer(op Asked) {
	c := s.cell(op.Cell)
	if !s.Conn.Live() || c == nil {
		s.do(Answer{Ticket: op.Ticket})
		return
	}
	a := ask{ticket: op.Ticket, kind: op.Kind}
	var m wire.Message
	detail, name := details[op.Kind]
	if op.Kind != "diagnose" {
		before := s.unrun(c)
		a.shift = utf8.RuneCountInString(before)
		op.Code, op.Cursor = before+op.Code, op.Cursor+a.shift
	}
	switch {
	case name:
		m = wire.Request(wire.Inspect, &wire.InspectBody{Code: op.Code, Cursor: op.Cursor, Detail: detail})
	case op.Kind == "diagnose":
		m = wire.Request(wire.Diagnose, &wire.DiagnoseBody{Code: op.Code})
	default:
		m = wire.Request(wire.Complete, &wire.CompleteBody{Code: op.Code, Cursor: op.Cursor})
	}
	m.RID, m.Cell = s.newRID(), op.Cell
	s.asked[m.RID] = a
	s.send(m)
}

// maxUnrun bounds what is sent along of other cells, in bytes.
const maxUnrun = 16 << 10

// unrun is the text of the cells above c that have not run as they stand: the engine knows from it what they will bind.
func (s *State) unrun(c *Cell) string {
	var b strings.Builder
	for _, other := range s.Order() {
		if other == c {
			break
		}
		fresh := other.Count > 0 && other.Ran == other.Code
		if !fresh && other.Runs() && !strings.HasPrefix(strings.TrimSpace(other.Code), "%%") && b.Len()+len(other.Code) < maxUnrun {
			b.WriteString(other.Code + "\n" + wire.CellBreak)
		}
	}
	return b.String()
}

func (s *State) completed(rid string, b *wire.CompleteReplyBody) {
	if a, ok := s.asked[rid]; ok {
		delete(s.asked, rid)
		s.do(Answer{Ticket: a.ticket, Start: max(b.Start-a.shift, 0), End: max(b.End-a.shift, 0), Matches: b.Matches, Found: len(b.Matches) > 0})
	}
}

func (s *State) inspected(rid string, b *wire.InspectReplyBody) {
	if a, ok := s.asked[rid]; ok {
		delete(s.asked, rid)
		if a.kind == "value" {
			s.tensorValue(b)
			return
		}
		if a.kind == "grid" {
			s.gridTold(a, b)
			return
		}
		s.do(Answer{Ticket: a.ticket, Help: terminal.Strip(b.Data["text/plain"]), Brief: b.Brief, Found: b.Found})
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
