package app

import (
	"encoding/json"
	"strings"

	"gputour/web/boot"
)

// This file keeps the learner's work in this browser: edits per version of a
// lesson, progress, settings; and brings it back.

// Draft is the learner's work on one version of a lesson.
type Draft struct {
	Codes map[string]string `json:"codes,omitempty"` // lesson cells that were edited
	Own   []OwnCell         `json:"own,omitempty"`
	Doc   []string          `json:"doc,omitempty"` // keys in order, when it is not the lesson's
	Guess map[string]int    `json:"guess,omitempty"`
	Hints map[string]int    `json:"hints,omitempty"`
	Parts map[string]int    `json:"parts,omitempty"` // lines shown of the solution
}

// OwnCell is a cell that the learner made.
type OwnCell struct {
	ID   string `json:"id"`
	Code string `json:"code"`
	Note bool   `json:"note,omitempty"`
}

// OldDrafts is work on an earlier version of this lesson, until the learner has chosen.
type OldDrafts struct {
	Key   string
	Draft Draft
}

const saveAfter = 400 // ms from the last change to the save

func (s *State) draftKey() string { return "draft." + s.place() + "." + s.Page.Hash }

// saveSoon saves the draft once the learner pauses.
func (s *State) saveSoon() {
	if s.Saved != SavingNow {
		s.Saved = SavingNow
		s.touch(Top)
		s.do(After{saveAfter, "save"})
	}
}

func (s *State) saveDraft() {
	if s.Saved != SavingNow {
		return
	}
	data, err := json.Marshal(s.draft())
	if err != nil {
		s.Saved = SaveFailed
		return
	}
	s.do(Store{s.draftKey(), string(data)})
}

// stored notes how a save went.
func (s *State) stored(op StoreDone) {
	if op.Key != s.draftKey() {
		return
	}
	s.Saved = SavedAll
	if !op.OK {
		s.Saved = SaveFailed
		s.toast(s.T("save.full"))
	}
	s.touch(Top)
}

// draft collects the learner's work.
func (s *State) draft() Draft {
	d := Draft{Codes: map[string]string{}, Guess: map[string]int{}, Hints: map[string]int{}, Parts: map[string]int{}}
	for _, c := range s.Cells {
		if c.Edited() {
			d.Codes[c.ID] = c.Code
		}
		if c.Guess > 0 {
			d.Guess[c.ID] = c.Guess
		}
		if c.Hints > 0 {
			d.Hints[c.ID] = c.Hints
		}
		if c.Parts > 0 {
			d.Parts[c.ID] = c.Parts
		}
	}
	for _, c := range s.Order() {
		if c.Lesson == nil {
			d.Own = append(d.Own, OwnCell{c.ID, c.Code, c.Note})
		}
	}
	if s.rearranged() {
		for _, b := range s.Doc {
			d.Doc = append(d.Doc, b.Key)
		}
	}
	return d
}

// rearranged reports whether the notebook's blocks differ from those served.
func (s *State) rearranged() bool {
	if len(s.Doc) != len(s.Page.Blocks) {
		return true
	}
	for i, b := range s.Page.Blocks {
		if s.Doc[i].Key != b.Key {
			return true
		}
	}
	return false
}

// restore brings a draft back. Cells that the lesson no longer has are left out.
func (s *State) restore(d Draft) {
	for id, code := range d.Codes {
		if c := s.cell(id); c != nil && c.Lesson != nil {
			s.setCode(c, code)
		}
	}
	for _, own := range d.Own {
		c := s.cell(own.ID)
		if c == nil {
			c = newCell(own.ID, "")
			s.Cells[own.ID] = c
		}
		c.Note, c.Shown = own.Note, own.Note && own.Code != ""
		s.setCode(c, own.Code)
	}
	for id, n := range d.Guess {
		if c := s.cell(id); c != nil && c.Lesson != nil && n <= len(c.Lesson.Options) {
			c.Guess = n
		}
	}
	for id, n := range d.Hints {
		if c := s.cell(id); c != nil && c.Lesson != nil {
			c.Hints = min(n, len(c.Lesson.Hints))
		}
	}
	for id, n := range d.Parts {
		if c := s.cell(id); c != nil && c.Lesson != nil && c.Lesson.Solved {
			c.Parts = max(n, 0)
		}
	}
	s.arrange(d)
	s.touch(Notebook)
}

// arrange puts the blocks into the draft's order. Served text that the draft does
// not know keeps its place in the lesson; own cells unknown to Doc go to the end.
func (s *State) arrange(d Draft) {
	if len(d.Doc) == 0 {
		return
	}
	have := map[string]Block{}
	for _, b := range s.Page.Blocks {
		block := Block{Key: b.Key}
		if b.Cell != nil {
			block.Cell = b.Cell.ID
		}
		have[b.Key] = block
	}
	for _, own := range d.Own {
		have["c-"+own.ID] = Block{Key: "c-" + own.ID, Cell: own.ID}
	}
	var doc []Block
	for _, key := range d.Doc {
		if b, ok := have[key]; ok {
			doc = append(doc, b)
			delete(have, key)
		}
	}
	for i, b := range s.Page.Blocks {
		if block, left := have[b.Key]; left && b.Cell == nil {
			at := min(i, len(doc))
			doc = append(doc[:at:at], append([]Block{block}, doc[at:]...)...)
		}
	}
	s.Doc = doc
}

// boot restores what this browser has stored and begins the connection.
func (s *State) boot(op Boot) {
	s.Touch, s.Ready = op.Touch, true
	if theme := op.Stored["theme"]; theme == "light" || theme == "dark" {
		s.Theme = theme
	}
	s.OneKeys = op.Stored["onekeys"] != "off"
	s.readProgress(op.Stored["progress"])
	if s.last = op.Stored["last"]; s.Page.Kind == boot.Lesson && s.last != s.Page.Lesson {
		s.last = s.Page.Lesson
		s.do(Store{"last", s.last})
	}
	s.touch(Top, Notebook, Panel, Layer, Course)
	if len(s.Doc) == 0 {
		return
	}
	s.restoreFrom(op.Stored)
	s.connect(op.Stored[s.sessionKey()])
}

func (s *State) restoreFrom(stored map[string]string) {
	if text, ok := stored[s.draftKey()]; ok {
		var d Draft
		if json.Unmarshal([]byte(text), &d) == nil {
			s.restore(d)
		}
		s.Saved = SavedAll
		return
	}
	prefix := "draft." + s.place() + "."
	for key, text := range stored {
		var d Draft
		if strings.HasPrefix(key, prefix) && json.Unmarshal([]byte(text), &d) == nil && len(d.Codes)+len(d.Own) > 0 {
			s.Drafts = &OldDrafts{key, d}
		}
	}
}

// useOld answers whether work on an earlier version is to be brought over.
func (s *State) useOld(yes bool) {
	if s.Drafts == nil {
		return
	}
	if yes {
		d := s.Drafts.Draft
		d.Doc = nil
		s.restore(d)
		for _, own := range d.Own {
			if s.cellIndex(own.ID) < 0 {
				s.insertAt(len(s.Doc), s.cell(own.ID))
			}
		}
		s.saveSoon()
	}
	s.do(Store{s.Drafts.Key, ""})
	s.Drafts = nil
	s.touch(Notebook)
}

func (s *State) storeProgress() {
	if data, err := json.Marshal(s.Progress); err == nil {
		s.do(Store{"progress", string(data)})
	}
}

func (s *State) readProgress(text string) {
	var p Progress
	if text == "" || json.Unmarshal([]byte(text), &p) != nil || p.Lessons == nil {
		return
	}
	s.Progress = p
	s.touch(Course)
}

// storedElsewhere takes over what another tab has stored.
func (s *State) storedElsewhere(op StoreElsewhere) {
	switch op.Key {
	case "progress":
		s.readProgress(op.Value)
	case "theme":
		s.setTheme(op.Value)
	case s.draftKey():
		var d Draft
		if json.Unmarshal([]byte(op.Value), &d) != nil || s.Saved == SavingNow {
			return // our own unsaved edits are newer
		}
		for _, c := range s.Cells {
			if _, kept := d.Codes[c.ID]; c.Lesson != nil && !kept {
				s.setCode(c, c.Lesson.Code)
			}
		}
		s.restore(d)
		s.Saved = SavedAll
	}
}

func (s *State) setTheme(theme string) {
	if theme != "light" && theme != "dark" {
		theme = "system"
	}
	s.Theme = theme
	value := theme
	if theme == "system" {
		value = ""
	}
	s.do(Root{"data-theme", value})
	s.touch(Top)
}
