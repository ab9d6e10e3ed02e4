package class

import (
	"slices"
	"sort"

	"gputour/engine/wire"
	"gputour/web/boot"
)

// This file is the board: a row for each student, how each cell goes.

// Board is what those who teach see of the class.
type Board struct {
	Loaded  bool // the server has told the board
	Lessons []wire.OutlineLesson
	Rows    map[string]*Row
	Heat    map[Spot]wire.HeatCell
	Hands   []wire.HandBody // that are up, first raised first
	Members map[string]wire.RosterMember
	Of      int // students in the class now

	// How it is shown.
	View   View
	Query  string
	Lesson string // "" all
	Only   Only
	Sort   Sort
	Masked bool   // names are numbers: for a projector
	At     string // the row of the keyboard
	Over   string // the row that is pointed at
	Drawn  int    // rows that are drawn: a large class comes in parts, so that nothing stands still
	Picked map[string]bool
	Big    bool // the join code fills the page

	index map[string]map[string]int // places of cells in lessons
	count int                       // rows seen so far, for numbers in place of names
	list  []*Row                    // what is shown, in order; nil when it has to be made anew
}

// Row is a student's row.
type Row struct {
	wire.BoardRow
	No  int // in place of the name
	Rev int // grows with every change
}

// Spot is a cell of a lesson.
type Spot struct{ Lesson, Cell string }

// View says what the board's rows are.
type View string

const (
	ByStudent View = ""
	ByCell    View = "cells"
)

// Only leaves out rows, Sort orders them.
type (
	Only string
	Sort string
)

const (
	Everybody Only = ""
	NeedHelp  Only = "need"
	Present   Only = "here"
	Absent    Only = "away"

	ByNeed     Sort = "need"
	ByName     Sort = "name"
	ByProgress Sort = "progress"
	ByPlace    Sort = "place"
)

// Filters and Sorts are the choices that the page offers, in order.
var (
	Filters = []Only{Everybody, NeedHelp, Present, Absent}
	Sorts   = []Sort{ByNeed, ByName, ByProgress, ByPlace}
)

func newBoard() Board {
	return Board{
		Rows: map[string]*Row{}, Heat: map[Spot]wire.HeatCell{}, Members: map[string]wire.RosterMember{}, Picked: map[string]bool{},
		index: map[string]map[string]int{}, Sort: ByNeed, Drawn: drawnAtOnce,
	}
}

const (
	drawnAtOnce = 40
	drawEvery   = 30 // ms
)

// drawMore draws the next rows, when there are some.
func (s *State) drawMore() {
	if b := &s.Board; b.Drawn < len(b.Rows) && !s.drawing {
		s.drawing = true
		s.do(After{drawEvery, "rows"})
	}
}

const clockTick = 1000 // ms between looks at times that pass

// ticked lets times pass on the board.
func (s *State) ticked() {
	s.do(After{clockTick, "clock"})
	if s.Board.Loaded && s.Link.Live() {
		s.touch(Rows | Aside)
	}
}

// watches reports whether this page needs the board: the board itself, and a notebook that is
// looked at, from which one goes on to the next who needs help.
func (s *State) watches() bool { return s.Kind == boot.Board || s.Watching }

func (b *Board) apply(d *wire.BoardBody) {
	b.list, b.Loaded = nil, true
	if d.Whole {
		b.Heat = map[Spot]wire.HeatCell{}
		old := b.Rows
		b.Rows = map[string]*Row{}
		for _, r := range d.Rows {
			if had := old[r.ID]; had != nil {
				b.Rows[r.ID] = had // its number stays
			}
		}
	}
	// Numbers follow the ids, which are random, so that they do not tell the order of names.
	rows := slices.Clone(d.Rows)
	sort.Slice(rows, func(i, j int) bool { return rows[i].ID < rows[j].ID })
	for _, r := range rows {
		if r.Gone {
			b.drop(r.ID)
			continue
		}
		row := b.Rows[r.ID]
		if row == nil {
			b.count++
			row = &Row{No: b.count}
			b.Rows[r.ID] = row
		}
		row.BoardRow = r
		row.Rev++
	}
	for _, h := range d.Heat {
		b.Heat[Spot{h.Lesson, h.Cell}] = h
	}
}

func (b *Board) handsChanged(d *wire.HandsBody) {
	b.list = nil
	if d.Whole {
		b.Hands = nil
	}
	for _, h := range d.Hands {
		b.Hands = slices.DeleteFunc(b.Hands, func(old wire.HandBody) bool { return old.Member.ID == h.Member.ID })
		if h.Ended == 0 {
			b.Hands = append(b.Hands, h)
		}
		if r := b.Rows[h.Member.ID]; r != nil {
			r.Rev++
		}
	}
	sort.SliceStable(b.Hands, func(i, j int) bool { return b.Hands[i].At < b.Hands[j].At })
}

func (b *Board) rosterChanged(d *wire.RosterBody) {
	if d.Whole {
		b.Members = map[string]wire.RosterMember{}
	}
	for _, m := range d.Members {
		if m.Status == "removed" {
			delete(b.Members, m.ID)
			b.drop(m.ID)
			continue
		}
		b.Members[m.ID] = m
	}
}

// drop takes somebody off the board.
func (b *Board) drop(id string) {
	delete(b.Rows, id)
	delete(b.Picked, id)
	b.list = nil
}

func (b *Board) outlined(d *wire.OutlineBody) {
	b.Lessons, b.index, b.list = d.Lessons, map[string]map[string]int{}, nil
	for _, l := range d.Lessons {
		places := map[string]int{}
		for i, c := range l.Cells {
			places[c.ID] = i
		}
		b.index[l.ID] = places
	}
	for _, r := range b.Rows {
		r.Rev++
	}
}

// Place is the number of a lesson and of a cell in it, from 1; 0 where it is not known.
func (b *Board) Place(lesson, cell string) (int, int) {
	for i, l := range b.Lessons {
		if l.ID == lesson {
			if at, ok := b.index[lesson][cell]; ok {
				return i + 1, at + 1
			}
			return i + 1, 0
		}
	}
	return 0, 0
}

// Outline is a lesson, or nil.
func (b *Board) Outline(id string) *wire.OutlineLesson {
	for i := range b.Lessons {
		if b.Lessons[i].ID == id {
			return &b.Lessons[i]
		}
	}
	return nil
}

// Raised is the hand of a student, or nil.
func (b *Board) Raised(member string) *wire.HandBody {
	for i := range b.Hands {
		if b.Hands[i].Member.ID == member {
			return &b.Hands[i]
		}
	}
	return nil
}

// Waiting are those who wait to be let in.
func (b *Board) Waiting() []wire.RosterMember {
	var list []wire.RosterMember
	for _, m := range b.Members {
		if m.Status == "waiting" {
			list = append(list, m)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name+list[i].ID < list[j].Name+list[j].ID })
	return list
}

// Counts are the board's figures.
type Counts struct{ Here, All, Stuck, Hands, Running int }

func (b *Board) Counts() Counts {
	n := Counts{All: len(b.Rows), Hands: len(b.Hands)}
	for _, r := range b.Rows {
		if r.State != wire.RowAway {
			n.Here++
		}
		if r.State == wire.RowRunning {
			n.Running++
		}
		if urgency(r) > 0 {
			n.Stuck++
		}
	}
	return n
}
