package session

import (
	"encoding/json"
	"slices"

	"gputour/engine/wire"
)

// This file keeps the compact form of a session: what each cell shows.
//
// It is a fold of the log: see is given every event, when it happens and again when a session
// is rebuilt from events that were kept, so that both lead to the same state.

// see takes an event into the state. body is one of wire's bodies, by value.
func (s *State) see(m wire.Message, body any) {
	switch b := body.(type) {
	case wire.QueueBody:
		s.runs.add(m.RID)
		c := s.freshCell(m.Cell)
		c.RID, c.State = m.RID, wire.RunQueued
	case wire.InputBody:
		if !b.GPU {
			s.Count, s.again = b.Count, nil
		}
		if c := s.cell(m.RID); c != nil {
			c.State, c.Count, c.Started, c.check, c.GPU = wire.RunBusy, b.Count, m.TS, b.Check, b.GPU
			s.bytes, c.bytes, c.Code = s.bytes+len(b.Code)-len(c.Code), c.bytes+len(b.Code)-len(c.Code), b.Code
		}
	case wire.ReplyBody:
		if c := s.cell(m.RID); c != nil {
			c.State, c.Reply = b.State, &b
			s.remember(c)
		}
	case wire.StatusBody:
		if b.Epoch > s.Epoch {
			s.Count, s.ran, s.again = 0, nil, b.Again
		}
		s.Status, s.Epoch, s.reason = b.State, b.Epoch, b.Reason
	case wire.GPUBody:
		s.gpu = &wire.GPUState{RID: m.RID, GPUBody: b}
	default:
		s.show(m, body)
	}
}

// remember keeps the cells that could be run again, should the evaluator be lost.
func (s *State) remember(c *cell) {
	if c.State == wire.RunDone && !c.check && !c.GPU && !slices.Contains(s.ran, c.Cell) {
		s.ran = append(s.ran[:len(s.ran):len(s.ran)], c.Cell)
	}
}

// freshCell clears a cell and moves it to the end; the cells that ran longest ago
// are forgotten beyond MaxCells.
func (s *State) freshCell(id string) *cell {
	kept := make([]*cell, 0, len(s.cells)+1)
	for _, c := range s.cells {
		if c.Cell == id {
			s.bytes -= c.bytes
		} else {
			kept = append(kept, c)
		}
	}
	if len(kept) == MaxCells {
		s.bytes -= kept[0].bytes
		kept = kept[1:]
	}
	c := &cell{CellSnapshot: wire.CellSnapshot{Cell: id}}
	s.cells = append(kept, c)
	return c
}

// cell returns the cell whose last run is rid, or nil.
func (s *State) cell(rid string) *cell {
	for i := len(s.cells) - 1; i >= 0; i-- {
		if s.cells[i].RID == rid {
			return s.cells[i]
		}
	}
	return nil
}

// show keeps an output of a run.
func (s *State) show(m wire.Message, body any) {
	if b, ok := body.(wire.DisplayBody); ok && m.Type == wire.UpdateDisplay {
		s.update(m, b)
		return
	}
	c := s.cell(m.RID)
	if c == nil {
		return
	}
	m.Seq = 0
	s.bytes -= c.bytes
	c.keep(m, body)
	s.bytes += c.bytes
	s.forget(c)
}

// update replaces a display wherever it is shown.
func (s *State) update(m wire.Message, b wire.DisplayBody) {
	m.Seq = 0
	for _, c := range s.cells {
		s.bytes -= c.bytes
		c.update(m, b)
		s.bytes += c.bytes
	}
	s.forget(s.cell(m.RID))
}

// forget empties the cells that ran longest ago until the outputs fit.
func (s *State) forget(but *cell) {
	for _, c := range s.cells {
		if s.bytes <= OutputBytes {
			return
		}
		if c != but {
			s.bytes -= c.bytes
			c.Outputs, c.Code, c.bytes = nil, "", 0
		}
	}
}

// keep adds an output to the cell: streams join, a cleared output goes, an updated
// display replaces the earlier one, and the last of a progress bar stays.
func (c *cell) keep(m wire.Message, body any) {
	switch b := body.(type) {
	case wire.ClearBody:
		c.clear = true
		if !b.Wait {
			c.wipe()
		}
		return
	case wire.InputRequestBody:
		return // answered, or asked again by the event log
	case wire.StreamBody:
		c.wipe()
		if c.join(b) {
			return
		}
	case wire.DisplayBody:
		c.wipe()
	case wire.ProgressBody:
		if c.replace(m, func(old wire.ProgressBody) bool { return old.ID == b.ID }) {
			return
		}
	}
	c.Outputs = append(c.Outputs, m)
	c.bytes += size(m)
}

// wipe carries out a pending clear.
func (c *cell) wipe() {
	if c.clear {
		c.Outputs, c.bytes, c.clear = nil, len(c.Code), false
	}
}

// join appends a stream to the last output, when that is the same stream.
func (c *cell) join(b wire.StreamBody) bool {
	n := len(c.Outputs)
	if n == 0 || c.Outputs[n-1].Type != wire.Stream || b.Dropped > 0 {
		return false
	}
	var last wire.StreamBody
	if json.Unmarshal(c.Outputs[n-1].Body, &last) != nil || last.Name != b.Name || len(last.Text) > frameBytes {
		return false
	}
	last.Text = collapse(last.Text + b.Text)
	c.set(n-1, wire.New(wire.Stream, last))
	return true
}

func (c *cell) update(m wire.Message, b wire.DisplayBody) {
	m.Type = wire.Display
	for i, old := range c.Outputs {
		var d wire.DisplayBody
		if old.Type == wire.Display || old.Type == wire.Result {
			if json.Unmarshal(old.Body, &d) == nil && d.ID == b.ID && b.ID != "" {
				c.set(i, m)
			}
		}
	}
}

// replace puts m where an output of its type satisfies same.
func (c *cell) replace(m wire.Message, same func(wire.ProgressBody) bool) bool {
	for i, old := range c.Outputs {
		var p wire.ProgressBody
		if old.Type == m.Type && json.Unmarshal(old.Body, &p) == nil && same(p) {
			c.set(i, m)
			return true
		}
	}
	return false
}

func (c *cell) set(i int, m wire.Message) {
	c.bytes += size(m) - size(c.Outputs[i])
	outputs := append([]wire.Message(nil), c.Outputs...) // a snapshot may share the old one
	outputs[i] = m
	c.Outputs = outputs
}

// Snapshot returns the session as a client sees it that has lost everything.
func (s *State) Snapshot() wire.ResetBody {
	snap := wire.Snapshot{Epoch: s.Epoch, Status: s.Status, Reason: s.reason, GPU: s.gpu, Cells: []wire.CellSnapshot{}, Again: s.again}
	for _, c := range s.cells {
		snap.Cells = append(snap.Cells, c.CellSnapshot)
	}
	return wire.ResetBody{Seq: s.log.last(), Snapshot: snap}
}

// Bytes is what log and outputs hold together.
func (s *State) Bytes() int { return s.log.bytes + s.bytes }

// Last is the number of the newest event.
func (s *State) Last() uint64 { return s.log.last() }

// Holds reports whether every event after seq is still in the log.
func (s *State) Holds(seq uint64) bool {
	_, ok := s.log.since(seq)
	return ok
}
