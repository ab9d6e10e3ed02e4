package class

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"gputour/engine/wire"
	"gputour/web/boot"
)

// This file is the board: a row for each student, how each cell goes, who needs help first.

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

// urgency orders reasons; a raised hand is told apart.
func urgency(r *Row) int {
	if r.State == wire.RowAway {
		return 0
	}
	most := 0
	for _, why := range r.Stuck {
		most = max(most, map[string]int{wire.StuckSlow: 1, wire.StuckError: 2, wire.StuckKilled: 3}[why])
	}
	return most
}

// Urgent reports whether a student is stuck, whether or not the hand is up.
func Urgent(r *Row) bool { return urgency(r) > 0 }

// Needs reports whether somebody should go to a student.
func (b *Board) Needs(r *Row) bool { return urgency(r) > 0 || b.Raised(r.ID) != nil }

// byNeed puts who needs help first: raised hands in their order, hands that somebody has taken
// after them, then those who are stuck, the gravest first and the longest of them.
func (b *Board) byNeed(x, y *Row) int {
	hx, hy := b.Raised(x.ID), b.Raised(y.ID)
	rank := func(h *wire.HandBody, r *Row) int {
		switch {
		case h != nil && h.TakenBy == nil:
			return 9
		case h != nil:
			return 8
		}
		return urgency(r)
	}
	at := func(h *wire.HandBody, r *Row) int64 {
		switch {
		case h != nil:
			return h.At
		case urgency(r) > 0:
			return r.Here // the longest at their cell
		}
		return 0
	}
	return cmp.Or(cmp.Compare(rank(hy, y), rank(hx, x)), cmp.Compare(at(hx, x), at(hy, y)))
}

func away(r *Row) int {
	if r.State == wire.RowAway {
		return 1
	}
	return 0
}

// byName does not tell names apart while they are masked.
func (b *Board) byName(x, y *Row) int {
	if b.Masked {
		return cmp.Compare(x.No, y.No)
	}
	return cmp.Or(strings.Compare(x.Name, y.Name), strings.Compare(x.ID, y.ID))
}

func (b *Board) byPlace(x, y *Row) int {
	lx, cx := b.Place(x.Lesson, x.Cell)
	ly, cy := b.Place(y.Lesson, y.Cell)
	return cmp.Or(cmp.Compare(lx, ly), cmp.Compare(cx, cy))
}

// List is the rows that the board shows, in order.
func (b *Board) List() []*Row {
	if b.list != nil {
		return b.list
	}
	b.list = make([]*Row, 0, len(b.Rows))
	query := strings.ToLower(strings.TrimSpace(b.Query))
	for _, r := range b.Rows {
		if b.shows(r, query) {
			b.list = append(b.list, r)
		}
	}
	sort.Slice(b.list, func(i, j int) bool {
		x, y := b.list[i], b.list[j]
		order := 0
		switch b.Sort {
		case ByNeed:
			order = cmp.Or(b.byNeed(x, y), cmp.Compare(away(x), away(y)))
		case ByProgress:
			order = cmp.Or(cmp.Compare(y.Done*max(x.All, 1), x.Done*max(y.All, 1)), b.byPlace(y, x))
		case ByPlace:
			order = cmp.Or(cmp.Compare(away(x), away(y)), b.byPlace(x, y))
		}
		return cmp.Or(order, b.byName(x, y)) < 0
	})
	return b.list
}

func (b *Board) shows(r *Row, query string) bool {
	switch {
	case b.Lesson != "" && r.Lesson != b.Lesson,
		b.Only == NeedHelp && !b.Needs(r),
		b.Only == Present && r.State == wire.RowAway,
		b.Only == Absent && r.State != wire.RowAway:
		return false
	}
	return query == "" || !b.Masked && strings.Contains(strings.ToLower(r.Name), query) ||
		strings.Contains(strings.ToLower(r.Error), query) || b.Masked && query == strconv.Itoa(r.No)
}

// Queue is who needs help, first first.
func (b *Board) Queue() []*Row {
	var list []*Row
	for _, r := range b.Rows {
		if b.Needs(r) {
			list = append(list, r)
		}
	}
	sort.Slice(list, func(i, j int) bool { return cmp.Or(b.byNeed(list[i], list[j]), b.byName(list[i], list[j])) < 0 })
	return list
}

// after is who of the queue comes behind a student, or before; from both ends one goes round.
func (b *Board) after(id string, by int) *Row {
	queue := b.Queue()
	if len(queue) == 0 {
		return nil
	}
	at := slices.IndexFunc(queue, func(r *Row) bool { return r.ID == id })
	if at < 0 && by < 0 {
		at = 0
	}
	return queue[(at+by+len(queue))%len(queue)]
}

// Worst are the cells at which most are stuck.
func (b *Board) Worst(most int) []wire.HeatCell {
	var list []wire.HeatCell
	for _, h := range b.Heat {
		if h.Stuck > 0 || h.Errors > 1 {
			list = append(list, h)
		}
	}
	sort.Slice(list, func(i, j int) bool {
		x, y := list[i], list[j]
		return cmp.Or(cmp.Compare(y.Stuck, x.Stuck), cmp.Compare(y.Errors, x.Errors), strings.Compare(x.Lesson+x.Cell, y.Lesson+y.Cell)) < 0
	})
	return list[:min(most, len(list))]
}

// step moves along the rows.
func (s *State) step(by int) {
	list := s.Board.List()
	if len(list) == 0 {
		return
	}
	at := slices.IndexFunc(list, func(r *Row) bool { return r.ID == s.Board.At })
	if at < 0 && by < 0 {
		at = 0
	}
	s.goTo(list[(at+by+len(list))%len(list)])
}

func (s *State) goTo(r *Row) {
	if r == nil {
		return
	}
	for _, id := range []string{s.Board.At, r.ID} {
		if row := s.Board.Rows[id]; row != nil {
			row.Rev++
		}
	}
	s.Board.At = r.ID
	if slices.Index(s.Board.List(), r) >= s.Board.Drawn {
		s.Board.Drawn = len(s.Board.Rows)
	}
	s.touch(Rows | Aside)
	s.do(Focus{"row-" + r.ID})
}

// walk goes to the next who needs help: on the board to the row, in a notebook that is looked
// at to the next notebook.
func (s *State) walk(by int) {
	if s.Watching {
		if next := s.Board.after(s.Board.At, by); next != nil {
			s.watch(next.ID)
		}
		return
	}
	if s.Board.Only != Everybody || s.Board.Lesson != "" || s.Board.Query != "" || s.Board.View != ByStudent {
		s.Board.Only, s.Board.Lesson, s.Board.Query, s.Board.View, s.Board.list = Everybody, "", "", ByStudent, nil
	}
	next := s.Board.after(s.Board.At, by)
	if next == nil {
		s.do(Say{Key: "board.nobody"})
	}
	s.goTo(next)
}

// watch opens the notebook of a student.
func (s *State) watch(id string) {
	r := s.Board.Rows[s.row(id)]
	switch {
	case r == nil:
	case r.Lesson == "":
		s.do(Say{Key: "board.nowhere", Args: []string{s.Board.Called(r)}})
	default:
		s.do(Watch{r.ID, r.Lesson})
	}
}

// row is the id in hand: the one that is named, else that of the row of the keyboard.
func (s *State) row(id string) string {
	if id == "" {
		return s.Board.At
	}
	return id
}

// Called is what the board calls a student.
func (b *Board) Called(r *Row) string {
	if b.Masked {
		return "№ " + strconv.Itoa(r.No)
	}
	return r.Name
}

func (s *State) pick(id string) {
	id = s.row(id)
	if r := s.Board.Rows[id]; r != nil {
		if s.Board.Picked[id] {
			delete(s.Board.Picked, id)
		} else {
			s.Board.Picked[id] = true
		}
		r.Rev++
		s.touch(Rows | Aside)
	}
}

// pickAll picks what is shown, or nobody when all of it is picked.
func (s *State) pickAll() {
	all := true
	for _, r := range s.Board.List() {
		all = all && s.Board.Picked[r.ID]
	}
	picked := map[string]bool{}
	for _, r := range s.Board.Rows {
		r.Rev++
	}
	if !all {
		for _, r := range s.Board.List() {
			picked[r.ID] = true
		}
	}
	s.Board.Picked = picked
	s.touch(Rows | Aside)
}

// arrange changes how the board is shown.
func (s *State) arrange(change func(b *Board)) {
	change(&s.Board)
	s.Board.list = nil
	for _, r := range s.Board.Rows {
		r.Rev++
	}
	s.touch(Rows | Aside | Bar)
}

func (s *State) boardTyped(op Typed) {
	switch op.Field {
	case "board-query":
		s.arrange(func(b *Board) { b.Query = op.Value })
	case "board-lesson":
		s.arrange(func(b *Board) { b.Lesson = strings.TrimSpace(op.Value) })
	case "board-sort":
		s.arrange(func(b *Board) { b.Sort = Sort(op.Value) })
	}
}

var boardActs = map[string]func(s *State, value string){
	"row":       func(s *State, id string) { s.goTo(s.Board.Rows[id]) },
	"row-next":  func(s *State, _ string) { s.step(1) },
	"row-prev":  func(s *State, _ string) { s.step(-1) },
	"need-next": func(s *State, _ string) { s.walk(1) },
	"need-prev": func(s *State, _ string) { s.walk(-1) },
	"look":      (*State).watch,
	"over": func(s *State, id string) {
		if s.Board.Over != id {
			s.Board.Over = id
			s.touch(Rows)
		}
	},
	"pick":     (*State).pick,
	"pick-all": func(s *State, _ string) { s.pickAll() },
	"mask":     func(s *State, _ string) { s.arrange(func(b *Board) { b.Masked = !b.Masked }) },
	"only":     func(s *State, only string) { s.arrange(func(b *Board) { b.Only = Only(only) }) },
	"by-student": func(s *State, _ string) {
		s.arrange(func(b *Board) { b.View = ByStudent })
	},
	"by-cell": func(s *State, _ string) { s.arrange(func(b *Board) { b.View = ByCell }) },
	"flip": func(s *State, _ string) {
		s.arrange(func(b *Board) { b.View = map[View]View{ByStudent: ByCell, ByCell: ByStudent}[b.View] })
	},
	"board-search": func(s *State, _ string) { s.do(Focus{"board-query"}) },
	"spot": func(s *State, lesson string) {
		s.arrange(func(b *Board) { b.View, b.Lesson, b.Sort = ByStudent, lesson, ByPlace })
	},
}
