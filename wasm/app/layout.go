package app

import (
	"gputour/engine/wire"
	"gputour/engine/wire/fields"
)

// This file keeps how the notebook is laid out as a text like any other.

// layout is what wire.LayoutCell holds.
type layout struct {
	Own  []OwnCell  `json:"own,omitempty"`  // without their texts
	Doc  []string   `json:"doc,omitempty"`  // keys in order
	Meta fields.Raw `json:"meta,omitempty"` // of the notebook file that was opened
}

// maxLayout bounds the metadata in a layout, in bytes: what is more stays in this browser.
const maxLayout = 128 << 10

// layout returns the lay-out as a text; "" is that of the lesson.
func (s *State) layout() string {
	if !s.rearranged() {
		return ""
	}
	var l layout
	for _, b := range s.Doc {
		l.Doc = append(l.Doc, b.Key)
		if c := s.Cells[b.Cell]; c != nil && c.Lesson == nil {
			l.Own = append(l.Own, OwnCell{ID: c.ID, Note: c.Note})
		}
	}
	s.layoutMeta(&l)
	return fields.Text(&l)
}

// layoutMeta adds the metadata of the file that was opened, as far as there is room.
func (s *State) layoutMeta(l *layout) {
	room := maxLayout
	take := func(meta fields.Raw) fields.Raw {
		if meta = keptMeta(meta); len(meta) > room {
			return nil
		}
		room -= len(meta)
		return meta
	}
	l.Meta = take(s.fileMeta)
	for i := range l.Own {
		own := &l.Own[i]
		c := s.cell(own.ID)
		own.Raw, own.Meta = c.raw, take(c.meta)
	}
}

// takeLayout lays the notebook out as a text says. Cells whose text is not kept yet stay.
func (s *State) takeLayout(text string) {
	before := s.Order()
	if !s.arrangeBy(text) {
		return
	}
	for _, c := range before {
		if c.Lesson == nil && s.cellIndex(c.ID) < 0 && c.Code != "" && fingerprint(c.Code) != s.kept(c.ID).Base {
			s.insertAt(len(s.Doc), c)
		}
	}
	s.docChanged()
}

// mergeLayout lays the notebook out as a text says, with all cells that it has here.
func (s *State) mergeLayout(text string) {
	before := s.Order()
	if !s.arrangeBy(text) {
		return
	}
	for _, c := range before {
		if c.Lesson == nil && s.cellIndex(c.ID) < 0 {
			s.insertAt(len(s.Doc), c)
		}
	}
	s.docChanged()
}

// arrangeBy lays the notebook out as a text says, and reports whether it says anything.
func (s *State) arrangeBy(text string) bool {
	var l layout
	if text != "" && fields.Read(text, &l, false) != nil {
		return false
	}
	if text == "" {
		s.Doc = nil
		for _, b := range s.Page.Blocks {
			s.placeBlock(b)
		}
		return true
	}
	for _, own := range l.Own {
		c := s.cell(own.ID)
		if own.ID == "" || own.ID == wire.LayoutCell || c != nil && c.Lesson != nil {
			continue
		}
		if c == nil {
			c = newCell(own.ID, "")
			s.Cells[own.ID] = c
		}
		c.Note, c.raw = own.Note, own.Raw
		if own.Meta != nil {
			c.meta = own.Meta
		}
		s.changed(c)
	}
	if l.Meta != nil {
		s.fileMeta = l.Meta
	}
	s.arrange(Draft{Own: l.Own, Doc: l.Doc})
	return true
}
