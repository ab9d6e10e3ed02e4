package class

import (
	"slices"
	"strconv"
	"strings"
)

// This file is what one does on the board: going from row to row, looking at a notebook, picking, arranging.

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
