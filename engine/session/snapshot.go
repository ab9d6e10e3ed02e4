package session

import (
	"encoding/json"

	"gputour/engine/wire"
)

// This file keeps the compact form of a session: what each cell shows.

// freshCell clears a cell and moves it to the end; the cells that ran longest ago
// are forgotten beyond MaxCells.
func (a *applier) freshCell(id string) *cell {
	kept := make([]*cell, 0, len(a.cells)+1)
	for _, c := range a.cells {
		if c.Cell == id {
			a.bytes -= c.bytes
		} else {
			kept = append(kept, c)
		}
	}
	if len(kept) == MaxCells {
		a.bytes -= kept[0].bytes
		kept = kept[1:]
	}
	c := &cell{CellSnapshot: wire.CellSnapshot{Cell: id}}
	a.cells = append(kept, c)
	return c
}

// cell returns the cell whose last run is rid, or nil.
func (a *applier) cell(rid string) *cell {
	for i := len(a.cells) - 1; i >= 0; i-- {
		if a.cells[i].RID == rid {
			return a.cells[i]
		}
	}
	return nil
}

// output logs an output of a run and keeps it for the snapshot.
func (a *applier) output(run Run, typ string, body any) {
	a.event(run.RID, run.Cell, typ, body)
	c := a.cell(run.RID)
	if c == nil {
		return
	}
	m := a.log.events[len(a.log.events)-1]
	m.Seq = 0
	a.bytes -= c.bytes
	c.keep(m, body)
	a.bytes += c.bytes
	a.forget(c)
}

// forget empties the cells that ran longest ago until the outputs fit.
func (a *applier) forget(but *cell) {
	for _, c := range a.cells {
		if a.bytes <= OutputBytes {
			return
		}
		if c != but {
			a.bytes -= c.bytes
			c.Outputs, c.bytes = nil, 0
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
		if m.Type == wire.UpdateDisplay {
			c.update(m, b)
			return
		}
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
		c.Outputs, c.bytes, c.clear = nil, 0, false
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
	snap := wire.Snapshot{Epoch: s.Epoch, Status: s.Status, Cells: []wire.CellSnapshot{}, Again: s.again}
	for _, c := range s.cells {
		snap.Cells = append(snap.Cells, c.CellSnapshot)
	}
	return wire.ResetBody{Seq: s.log.last(), Snapshot: snap}
}

// Last is the number of the newest event.
func (s *State) Last() uint64 { return s.log.last() }

// Holds reports whether every event after seq is still in the log.
func (s *State) Holds(seq uint64) bool {
	_, ok := s.log.since(seq)
	return ok
}
