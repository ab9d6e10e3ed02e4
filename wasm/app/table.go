package app

import (
	"cmp"

	"gputour/engine/wire"
)

// This file defines values that are laid out as tables: a cell's, and the tensor that the panel looks at.

// Grid is a value that the learner has asked to see as a table.
type Grid struct {
	Open bool
	Data string // of wire.TableType, once it is there
	Why  string // it is not there: wire.ValueGone, wire.ValueUnfit, "late"

	asked string // the question whose answer is waited for
}

// Shown reports a value that stands there as a table, in the place of its text.
func (g *Grid) Shown() bool { return g.Open && g.Data != "" }

// openGrid shows a value as a table, or no longer: of what an output names, or, with "", of the tensor
// that is looked at.
func (s *State) openGrid(c *Cell, name string) {
	g := &s.Device.Grid
	if name != "" {
		if g = c.gridOf(name); g == nil {
			return
		}
		s.changed(c)
	}
	s.touch(Panel)
	if g.Open {
		*g = Grid{}
		return
	}
	if s.Busy() || !s.Conn.Live() {
		s.toast(s.T("values.busy"))
		return
	}
	g.Open = true
	s.askGrid(g, c, name)
}

// gridOf is that of the output which is asked for by name.
func (c *Cell) gridOf(name string) *Grid {
	if c == nil {
		return nil
	}
	for _, o := range c.Outputs {
		if o.Display != nil && o.Display.Table == name {
			return &o.Grid
		}
	}
	return nil
}

func (s *State) askGrid(g *Grid, c *Cell, name string) {
	if name == "" {
		name = s.Device.Open
	}
	m := wire.Request(wire.Inspect, &wire.InspectBody{Code: name, Detail: wire.InspectTable})
	m.RID = s.newRID()
	g.asked = m.RID
	s.asked[m.RID] = ask{kind: "grid", grid: g, cell: c, rid: m.RID}
	s.send(m)
}

// gridTold takes in the answer to the last question about a table that is still open.
func (s *State) gridTold(a ask, b *wire.InspectReplyBody) {
	if a.grid.asked != a.rid {
		return
	}
	a.grid.Data, a.grid.Why, a.grid.asked = b.Data[wire.TableType], "", ""
	if !b.Found {
		a.grid.Why = cmp.Or(b.Why, "late")
	}
	if a.cell != nil {
		s.changed(a.cell)
	}
	s.touch(Panel)
}
