package class

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gputour/engine/wire"
	"gputour/server/store"
)

// This file is where students are, what their runs do, and who is stuck.

// where moves a member to a cell. Of the presenter the class is told.
func (a *applier) where(op At) {
	m := a.members[op.Member]
	if m == nil || m.status != store.Active {
		return
	}
	if a.presenter == m.ID {
		a.shown = wire.PresenterBody{Lesson: op.Lesson, Cell: op.Cell, Top: op.Top, Typing: op.Typing, Code: op.Code}
		a.touch(&a.shownAt)
	}
	a.elsewhere(m, place{op.Lesson, op.Cell})
}

// elsewhere moves a member to another place.
func (a *applier) elsewhere(m *member, at place) {
	if m.at == at {
		return
	}
	a.depart(m)
	m.at, m.slow, m.aside = at, false, progress{}
	if m.pages > 0 {
		a.arrive(m)
	}
	a.row(m)
}

// arrive begins a member's visit to the cell where they are.
func (a *applier) arrive(m *member) {
	if !m.student() {
		return
	}
	m.here = a.now
	if p := m.tried[m.at]; p != nil {
		m.here -= p.Spent
	}
	if c := a.cells[m.at]; c != nil {
		c.here[m.ID], c.dirty = true, true
	}
}

// depart ends it, and adds its time to that of the visits before.
func (a *applier) depart(m *member) {
	if c := a.cells[m.at]; c != nil && c.here[m.ID] {
		delete(c.here, m.ID)
		c.dirty = true
	}
	if p := m.tried[m.at]; p != nil && p.Done == 0 && m.here > 0 {
		a.worked(m, m.at, func(p *progress) { p.Spent = max(p.Spent, a.now-m.here) })
	}
	m.here = 0
}

// worked changes a member's progress with a cell, and keeps it if it is one of the course; otherwise it is the one
// where they are.
func (a *applier) worked(m *member, at place, change func(*progress)) {
	c := a.cells[at]
	if c == nil {
		change(&m.aside)
		return
	}
	p := m.tried[at]
	if p == nil {
		p = &progress{store.Progress{Member: m.ID, Lesson: at.lesson, Cell: at.cell, First: a.now}}
		m.tried[at], c.tried[m.ID] = p, p
	}
	done := p.Done > 0
	change(p)
	if p.Done > 0 && !done {
		m.done[at.lesson]++
	}
	c.dirty = true
	a.keep(store.SaveProgress{Progress: p.Progress})
}

// now returns a member's progress with the cell where they are.
func (s *State) current(m *member) store.Progress {
	if p := m.tried[m.at]; p != nil {
		return p.Progress
	}
	return m.aside.Progress
}

func (a *applier) ran(op Ran) {
	m := a.members[op.Member]
	if m == nil || !m.student() || op.State == wire.RowWaiting && m.run.state == wire.RowRunning && m.run.session != op.Session {
		return
	}
	if op.State == wire.RowRunning {
		a.elsewhere(m, place{op.Lesson, op.Cell})
	}
	m.run = run{op.Session, op.State, a.now}
	a.row(m)
}

func (a *applier) ended(op Ended) {
	m := a.members[op.Member]
	if m == nil || !m.student() {
		return
	}
	op.Error = clean(op.Error)
	if op.At == 0 {
		op.At = a.now
	}
	switch {
	case op.Found:
		a.found(m, op)
	case op.State == wire.RunAborted:
		if m.run.session == op.Session && m.run.state == wire.RowWaiting {
			m.run = run{op.Session, wire.RowIdle, a.now}
			a.row(m)
		}
	default:
		a.elsewhere(m, place{op.Lesson, op.Cell})
		if p := m.tried[m.at]; !op.Again || p == nil || p.Last < op.At {
			a.outcome(m, op)
		}
		m.run = run{op.Session, wire.RowIdle, a.now}
		if a.failed(op) {
			m.run.state = wire.RowFailed
		}
		a.row(m)
	}
}

// found counts a run of which nobody knows yet.
func (a *applier) found(m *member, op Ended) {
	at := place{op.Lesson, op.Cell}
	if p := m.tried[at]; op.State == wire.RunAborted || a.cells[at] == nil || p != nil && p.Last >= op.At {
		return
	}
	a.outcome(m, op)
	a.row(m)
}

// failed reports whether a run did not do what it should.
func (s *State) failed(op Ended) bool {
	if c := s.cells[place{op.Lesson, op.Cell}]; c != nil && c.raises && op.State == wire.RunFailed {
		return false
	}
	return op.State != wire.RunDone || op.Check != "" && op.Check != "pass"
}

// outcome writes the end of a run into a member's progress.
func (a *applier) outcome(m *member, op Ended) {
	at := place{op.Lesson, op.Cell}
	c, failed := a.cells[at], a.failed(op)
	a.worked(m, at, func(p *progress) {
		p.Attempts++
		p.Last, p.Killed = op.At, op.Killed
		switch {
		case !failed:
			p.Error, p.Fails = "", 0
		case op.Error != "" && op.Error == p.Error:
			p.Fails++
		default:
			p.Error, p.Fails = op.Error, 1
		}
		if failed || p.Done > 0 || c == nil || c.exercise && op.Check == "" {
			return
		}
		p.Done = op.At
		if m.at == at && m.here > 0 {
			p.Spent = max(p.Spent, a.now-m.here)
		}
	})
}

func (a *applier) hinted(op Hinted) {
	m := a.members[op.Member]
	if m == nil || !m.student() {
		return
	}
	a.elsewhere(m, place{op.Lesson, op.Cell})
	if a.current(m).Hints < op.Parts {
		a.worked(m, m.at, func(p *progress) { p.Hints = op.Parts })
		a.row(m)
	}
}

// row says that a member's row has changed.
func (a *applier) row(m *member) {
	if !m.student() {
		return
	}
	if why := a.stuck(m); !slices.Equal(why, m.why) {
		m.why = why
		if c := a.cells[m.at]; c != nil {
			c.dirty = true
		}
	}
	a.touch(&m.inRow)
}

// stuck says why a member is.
func (s *State) stuck(m *member) (why []string) {
	p := s.current(m)
	if p.Killed {
		why = append(why, wire.StuckKilled)
	}
	if p.Fails >= stuckFails {
		why = append(why, wire.StuckError)
	}
	if m.slow {
		why = append(why, wire.StuckSlow)
	}
	if m.hand.up() {
		why = append(why, wire.StuckHand)
	}
	return why
}

// tick looks at what changes by itself: who takes long, and the cells over the class.
func (a *applier) tick() {
	for _, m := range a.members {
		c := a.cells[m.at]
		slow := c != nil && m.student() && m.here > 0 && a.current(m).Done == 0 && c.heat.Median > 0 &&
			a.now-m.here > stuckAfter && a.now-m.here >= stuckFactor*c.heat.Median
		if slow != m.slow {
			m.slow = slow
			a.row(m)
		}
	}
	for at, c := range a.cells {
		if !c.dirty {
			continue
		}
		c.dirty = false
		if heat := a.warm(at, c); heat != c.heat {
			c.heat = heat
			a.touch(&c.version)
		}
	}
}

// warm counts a cell over the class.
func (s *State) warm(at place, c *cell) wire.HeatCell {
	heat := wire.HeatCell{Lesson: at.lesson, Cell: at.cell, Here: len(c.here)}
	for id := range c.here {
		if len(s.members[id].why) > 0 {
			heat.Stuck++
		}
	}
	var took []int64
	errors := map[string]int{}
	for id, p := range c.tried {
		if !s.members[id].student() || p.Attempts == 0 {
			continue
		}
		heat.Tried++
		switch {
		case p.Done > 0:
			heat.Passed++
			if p.Spent > 0 {
				took = append(took, p.Spent)
			}
		case p.Error != "":
			errors[p.Error]++
		}
	}
	heat.Error, heat.Errors = most(errors)
	if len(took) >= stuckDone {
		slices.Sort(took)
		heat.Median = took[len(took)/2]
	}
	return heat
}

// most is the name that was counted most often, the first of equals.
func most(counts map[string]int) (name string, n int) {
	for k, v := range counts {
		if cmp.Or(cmp.Compare(v, n), cmp.Compare(name, k)) > 0 {
			name, n = k, v
		}
	}
	return name, n
}

// maxError bounds the name of an exception, which whoever defines its class chooses.
const maxError = 96

// clean returns the name of an exception as others may read it.
func clean(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, name)
	for len(name) > maxError {
		_, n := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-n]
	}
	return name
}
