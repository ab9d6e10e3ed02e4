package app

import "gputour/engine/wire"

// This file is about several cells at a time: those from the one that was selected first to the selected one.

// SelectedCells are the cells that commands are about: those of the range, or the selected one alone.
func (s *State) SelectedCells() []*Cell {
	lo, hi := s.span()
	var list []*Cell
	for _, b := range s.Doc[lo:hi] {
		if c := s.Cells[b.Cell]; c != nil {
			list = append(list, c)
		}
	}
	return list
}

// Several reports whether more than one cell is selected, and whether key is among them.
func (s *State) Several(key string) bool {
	if s.anchor == "" || s.anchor == s.Selected {
		return false
	}
	lo, hi := s.span()
	i := s.index(key)
	return lo <= i && i < hi
}

// span are the blocks of the range: from lo up to hi, the latter not included.
func (s *State) span() (lo, hi int) {
	at, from := s.index(s.Selected), s.index(s.anchor)
	if at < 0 {
		return 0, 0
	}
	if from < 0 {
		from = at
	}
	return min(at, from), max(at, from) + 1
}

// several are the picked cells when there are more than one.
func (s *State) several() []*Cell {
	if list := s.SelectedCells(); len(list) > 1 {
		return list
	}
	return nil
}

// extend selects the next cell in a direction, beside those that are.
func (s *State) extend(by int) {
	from := s.anchor
	if from == "" {
		from = s.Selected
	}
	s.step(by)
	s.pickFrom(from)
}

// pickTo selects the cells from the selected one to another.
func (s *State) pickTo(cell string) {
	i := s.cellIndex(cell)
	if i < 0 {
		return
	}
	from := s.anchor
	if from == "" {
		from = s.Selected
	}
	s.selectBlock(s.Doc[i].Key)
	s.pickFrom(from)
	s.setMode(Command)
	s.do(FocusBlock{s.Selected})
}

func (s *State) pickAll() {
	s.selectEnd(false)
	from := s.Selected
	s.selectEnd(true)
	s.pickFrom(from)
}

// pickFrom makes the range begin at a block.
func (s *State) pickFrom(key string) {
	s.unpick()
	if s.index(key) < 0 || key == s.Selected {
		return
	}
	s.anchor = key
	for _, c := range s.SelectedCells() {
		s.changed(c)
	}
	s.touch(Top)
}

// unpick leaves only the selected cell selected.
func (s *State) unpick() {
	if s.anchor == "" {
		return
	}
	for _, c := range s.SelectedCells() {
		s.changed(c)
	}
	s.anchor = ""
	s.touch(Top)
}

// runPicked runs the picked cells in order.
func (s *State) runPicked() {
	s.sweep = nil
	for _, c := range s.SelectedCells() {
		if c.Note || !c.Runs() {
			continue
		}
		s.sweep = append(s.sweep, c.ID)
		s.execute(c, c.Lesson != nil && c.Lesson.Raises)
	}
}

// copyPicked keeps copies of the picked cells for paste.
func (s *State) copyPicked() {
	s.clip = nil
	for _, c := range s.SelectedCells() {
		s.clip = append(s.clip, s.copyCell(c))
	}
}

// paste puts copies of what was copied behind the selected cell.
func (s *State) paste() {
	if len(s.clip) == 0 {
		return
	}
	s.unpick()
	s.remember()
	at := s.index(s.Selected)
	if at < 0 {
		at = len(s.Doc) - 1
	}
	for i, c := range s.clip {
		s.insertAt(at+1+i, s.copyCell(c))
	}
	s.selectBlock(s.Doc[at+len(s.clip)].Key)
	s.do(FocusBlock{s.Selected})
}

// busyOrDone names how far a cell is, for an outline.
func (c *Cell) busyOrDone() string {
	switch {
	case c.State == wire.RunBusy:
		return "running"
	case c.Active():
		return "queued"
	case c.Count > 0:
		return string(c.State)
	}
	return ""
}
