package app

import (
	"slices"
	"strconv"

	"gputour/engine/wire"
)

// This file finds the cells that a changed one has made stale: a cell above gives a name that they read, and it has run
// with other code since they ran, or is itself stale. What a cell reads and writes is what its text says: a list that a
// function fills behind the scenes is not seen.

// Staleness is why what a cell shows may be out of date.
type Staleness struct {
	Names []string // that it reads; empty where they are not known
	From  *Cell    // the first cell that gives them
	// Chain says that From is only stale itself and has not run anew.
	Chain bool
}

// ground is what one cell above had run when another began.
type ground struct {
	code   string
	writes []string
}

// grounds are those of a cell.
func (s *State) grounds(c *Cell) map[string]ground {
	all := map[string]ground{}
	for _, d := range s.Order() {
		if d == c {
			break
		}
		if d.Count > 0 {
			all[d.ID] = ground{d.Ran, d.writes()}
		}
	}
	return all
}

func (c *Cell) writes() []string {
	if c.names == nil {
		return nil
	}
	return c.names.Writes
}

// Stale says why a cell is stale, nil if it is not.
func (s *State) Stale(c *Cell) *Staleness { return s.Stales()[c.ID] }

// Stales are the cells that are stale, by id. They are found anew when a cell has run or moved.
func (s *State) Stales() map[string]*Staleness {
	order := s.Order()
	marks := make([]staleMark, len(order))
	for i, c := range order {
		marks[i] = staleMark{c, c.Count, c.Active(), c.names, c.RID}
	}
	if !slices.Equal(marks, s.staleMarks) || s.stale == nil {
		s.staleMarks, s.stale = marks, findStale(order)
	}
	return s.stale
}

// staleMark is what of a cell decides who is stale.
type staleMark struct {
	cell   *Cell
	count  int
	active bool
	names  *wire.NamesBody
	rid    string
}

func findStale(order []*Cell) map[string]*Staleness {
	found := map[string]*Staleness{}
	for i, c := range order {
		if c.Count == 0 || c.Active() || c.basis == nil || c.State == wire.RunAborted {
			continue
		}
		for j, above := range order[:i] {
			if why := because(above, c, found[above.ID] != nil, order[j+1:i]); why != nil {
				found[c.ID] = why
				break
			}
		}
	}
	return found
}

// because says why above makes c stale; between are the cells that stand between them.
func because(above, c *Cell, chain bool, between []*Cell) *Staleness {
	if above.Count == 0 || above.Active() || above.GPU != c.GPU {
		return nil
	}
	old, ran := c.basis[above.ID]
	anew := !ran || old.code != above.Ran
	switch {
	case !anew && !chain:
		return nil
	case above.names == nil || c.names == nil:
		if !anew || !ran {
			return nil
		}
		return &Staleness{From: above}
	}
	var names []string
	for _, name := range c.names.Reads {
		gives := slices.Contains(above.names.Writes, name) || anew && slices.Contains(old.writes, name)
		if gives && !hidden(name, between) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return &Staleness{names, above, !anew}
}

// hidden reports whether a cell between gives the name by itself.
func hidden(name string, between []*Cell) bool {
	for _, b := range between {
		if b.Count > 0 && b.names != nil && slices.Contains(b.names.Writes, name) && !slices.Contains(b.names.Reads, name) {
			return true
		}
	}
	return false
}

// StaleCells are the cells that are stale, in the notebook's order.
func (s *State) StaleCells() []*Cell {
	var list []*Cell
	found := s.Stales()
	for _, c := range s.Order() {
		if found[c.ID] != nil {
			list = append(list, c)
		}
	}
	return list
}

// runStale runs them.
func (s *State) runStale() {
	cells := s.StaleCells()
	s.sweep = nil
	for _, c := range cells {
		if c.Runs() {
			s.sweep = append(s.sweep, c.ID)
			s.execute(c, c.Lesson != nil && c.Lesson.Raises)
		}
	}
}

// Called is how the page calls a cell: by its run, or its place.
func (s *State) Called(c *Cell) string {
	if c.Count > 0 {
		return "[" + strconv.Itoa(c.Count) + "]"
	}
	for i, other := range s.Order() {
		if other == c {
			return s.T("cell.place", strconv.Itoa(i+1))
		}
	}
	return ""
}
