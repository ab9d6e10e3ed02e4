package app

import (
	"strings"

	"gputour/wasm/class"
	"gputour/web/boot"
)

// This file changes the notebook: cells inserted, deleted, moved, split, merged;
// undo and redo.

// change is one undoable step: the notebook before it.
type change struct {
	doc      []Block
	selected string
	codes    map[string]string // of the cells whose text it changed
}

// remember puts the present notebook on the undo stack.
func (s *State) remember(cells ...*Cell) {
	s.undo = append(s.undo, s.snapshot(cells))
	s.redo = nil
	if len(s.undo) > 100 {
		s.undo = s.undo[1:]
	}
}

func (s *State) snapshot(cells []*Cell) change {
	ch := change{doc: append([]Block(nil), s.Doc...), selected: s.Selected, codes: map[string]string{}}
	for _, c := range cells {
		ch.codes[c.ID] = c.Code
	}
	return ch
}

// swap moves one step between the undo and the redo stack.
func (s *State) swap(from, to *[]change) {
	if len(*from) == 0 {
		return
	}
	s.unpick()
	ch := (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	var cells []*Cell
	for id := range ch.codes {
		cells = append(cells, s.Cells[id])
	}
	*to = append(*to, s.snapshot(cells))
	s.Doc = ch.doc
	for id, code := range ch.codes {
		s.setCode(s.Cells[id], code)
	}
	s.selectBlock(ch.selected)
	s.docChanged()
}

func (s *State) docChanged() {
	for _, c := range s.Cells { // their places and stale marks may have changed
		c.Rev++
	}
	s.touch(Notebook)
	s.saveSoon()
}

// setCode changes a cell's text from outside its editor.
func (s *State) setCode(c *Cell, code string) {
	if c == nil || c.Code == code {
		return
	}
	c.Code = code
	s.do(SetCode{c.ID, code}, Marks{Cell: c.ID})
	s.changed(c)
	s.saveSoon()
}

// insertAt puts a cell into the notebook at a position.
func (s *State) insertAt(i int, c *Cell) {
	s.Cells[c.ID] = c
	block := Block{Key: "c-" + c.ID, Cell: c.ID}
	s.Doc = append(s.Doc[:i:i], append([]Block{block}, s.Doc[i:]...)...)
	s.docChanged()
}

// ownID makes an id for a cell of the learner's own.
func (s *State) ownID() string { return "own-" + s.newRID() }

// insert adds an empty cell after (or before) the selected block and selects it.
func (s *State) insert(c *Cell, after bool) *Cell {
	s.remember()
	i := s.index(s.Selected)
	switch {
	case i < 0:
		i = len(s.Doc)
	case after:
		i++
	}
	s.insertAt(i, c)
	s.selectBlock("c-" + c.ID)
	return c
}

// remove deletes the selected cells; served text stays.
func (s *State) remove() {
	i := s.index(s.Selected)
	if i < 0 || s.Doc[i].Cell == "" {
		return
	}
	s.remember()
	lo, hi := s.span()
	s.unpick()
	doc, n := append([]Block(nil), s.Doc[:lo]...), 0
	for _, b := range s.Doc[lo:hi] {
		if b.Cell == "" {
			doc = append(doc, b)
			continue
		}
		n++
	}
	next := len(doc)
	s.Doc = append(doc, s.Doc[hi:]...)
	if len(s.Doc) == 0 {
		s.insertAt(0, newCell(s.ownID(), ""))
	}
	next = min(next, len(s.Doc)-1)
	for j := next; j < len(s.Doc); j++ {
		if s.Doc[j].Cell != "" {
			next = j
			break
		}
	}
	s.selectBlock(s.Doc[next].Key)
	s.do(FocusBlock{s.Selected})
	s.docChanged()
	words := s.T("cell.deleted")
	if n > 1 {
		words = s.T("cells.deleted", itoa(n))
	}
	s.toastWith(words, "undo", s.T("undo"))
}

// move shifts the selected blocks by one place.
func (s *State) move(by int) {
	lo, hi := s.span()
	if lo == hi || lo+by < 0 || hi+by > len(s.Doc) {
		return
	}
	s.remember()
	doc := append([]Block(nil), s.Doc...)
	if by < 0 {
		copy(doc[lo-1:], s.Doc[lo:hi])
		doc[hi-1] = s.Doc[lo-1]
	} else {
		copy(doc[lo+1:], s.Doc[lo:hi])
		doc[lo] = s.Doc[hi]
	}
	s.Doc = doc
	s.docChanged()
	s.do(FocusBlock{s.Selected})
}

// step selects the next cell in a direction.
func (s *State) step(by int) {
	i := s.index(s.Selected)
	for i += by; i >= 0 && i < len(s.Doc); i += by {
		if s.Doc[i].Cell != "" {
			s.selectBlock(s.Doc[i].Key)
			s.do(FocusBlock{s.Selected})
			return
		}
	}
}

func (s *State) selectEnd(last bool) {
	s.Selected = ""
	if last {
		for i := len(s.Doc) - 1; i >= 0; i-- {
			if s.Doc[i].Cell != "" {
				s.selectBlock(s.Doc[i].Key)
				break
			}
		}
	} else {
		s.step(1)
	}
	s.do(FocusBlock{s.Selected})
}

// selectBlock selects a block by key.
func (s *State) selectBlock(key string) {
	if s.Selected == key {
		return
	}
	s.unpick()
	s.rev(s.Selected)
	s.Selected = key
	s.rev(key)
	if c := s.selectedCell(); c != nil && c.Count > 0 {
		s.show(c) // the panel follows the learner
	}
	s.touch(Panel)
	s.class(class.Moved{})
}

func (s *State) rev(key string) {
	if i := s.index(key); i >= 0 {
		if c := s.Cells[s.Doc[i].Cell]; c != nil {
			s.changed(c)
		}
	}
}

// setMode switches between command and edit mode.
func (s *State) setMode(m Mode) {
	if s.Mode != m {
		s.Mode = m
		s.rev(s.Selected)
	}
}

func (s *State) focused(id string) {
	if i := s.cellIndex(id); i >= 0 {
		s.selectBlock(s.Doc[i].Key)
	}
	s.unpick()
	s.setMode(Edit)
}

func (s *State) left(id string) {
	if c := s.selectedCell(); c != nil && c.ID == id {
		s.setMode(Command)
	}
}

func (s *State) edited(op Edited) {
	c := s.cell(op.Cell)
	if c == nil || c.Code == op.Code {
		return
	}
	was, wasEdited := c.Changed(), c.Edited()
	c.Code = op.Code
	if was != c.Changed() || wasEdited != c.Edited() {
		s.changed(c)
	}
	s.saveSoon()
	s.class(class.Edited{Cell: c.ID, Code: c.Code})
}

// selectedCell is the selected cell, or nil.
func (s *State) selectedCell() *Cell {
	if i := s.index(s.Selected); i >= 0 {
		return s.Cells[s.Doc[i].Cell]
	}
	return nil
}

// copyCell returns a new cell of the learner's own with c's text.
func (s *State) copyCell(c *Cell) *Cell {
	n := newCell(s.ownID(), c.Code)
	n.Note, n.Shown = c.Note, c.Shown
	return n
}

// merge joins the selected cell with the one below.
func (s *State) merge() {
	c := s.selectedCell()
	i := s.index(s.Selected)
	if c == nil || i+1 >= len(s.Doc) || s.Doc[i+1].Cell == "" {
		return
	}
	below := s.Cells[s.Doc[i+1].Cell]
	s.remember(c)
	s.Doc = append(s.Doc[:i+1:i+1], s.Doc[i+2:]...)
	s.setCode(c, strings.TrimRight(c.Code, "\n")+"\n"+below.Code)
	s.docChanged()
}

// split cuts a cell before the line with the given number, counted from 1.
func (s *State) split(c *Cell, line int) {
	lines := strings.Split(c.Code, "\n")
	if line < 2 || line > len(lines) {
		return
	}
	s.remember(c)
	below := newCell(s.ownID(), strings.Join(lines[line-1:], "\n"))
	below.Note = c.Note
	s.insertAt(s.cellIndex(c.ID)+1, below)
	s.setCode(c, strings.Join(lines[:line-1], "\n"))
}

// setNote turns a cell into a note, or back into code.
func (s *State) setNote(c *Cell, note bool) {
	if c.Lesson != nil || c.Note == note {
		return // a lesson's cell stays what it is
	}
	c.Note, c.Shown = note, false
	s.changed(c)
	s.saveSoon()
}

// applyFix puts the proposed line into the cell that failed.
func (s *State) applyFix(c *Cell) {
	if c.Failure == nil || c.Failure.Explain == nil || c.Failure.Explain.Fix == nil {
		return
	}
	fix := c.Failure.Explain.Fix
	if other := s.cell(fix.Cell); other != nil {
		c = other
	}
	lines := strings.Split(c.Code, "\n")
	if fix.Line < 1 || fix.Line > len(lines) {
		return
	}
	s.remember(c)
	s.selectBlock("c-" + c.ID)
	old := lines[fix.Line-1]
	indent := old[:len(old)-len(strings.TrimLeft(old, " \t"))]
	code := strings.Split(fix.Code, "\n")
	if !strings.HasPrefix(fix.Code, indent) {
		for i := range code {
			code[i] = indent + code[i]
		}
	}
	lines = append(lines[:fix.Line-1:fix.Line-1], append(code, lines[fix.Line:]...)...)
	s.setCode(c, strings.Join(lines, "\n"))
	s.do(FocusEditor{c.ID})
}

// isScratch reports whether the notebook is the learner's own.
func (s *State) isScratch() bool { return s.Page.Kind == boot.Scratch }
