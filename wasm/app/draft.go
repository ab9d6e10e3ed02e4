package app

import (
	"strings"

	"gputour/engine/wire"
	"gputour/engine/wire/fields"
	"gputour/web/boot"
)

// This file keeps the learner's work in this browser: edits per version of a
// lesson, progress, settings; and brings it back.

// Draft is the learner's work on one version of a lesson.
type Draft struct {
	Codes map[string]string    `json:"codes,omitempty"` // lesson cells that were edited
	Own   []OwnCell            `json:"own,omitempty"`
	Doc   []string             `json:"doc,omitempty"` // keys in order, when it is not the lesson's
	Guess map[string]int       `json:"guess,omitempty"`
	Hints map[string]int       `json:"hints,omitempty"`
	Parts map[string]int       `json:"parts,omitempty"` // lines shown of the solution
	Kept  map[string]Kept      `json:"kept,omitempty"`  // what is known of the server's copies
	Other map[string]OtherText `json:"other,omitempty"` // texts from elsewhere that wait for a decision
	Meta  fields.Raw           `json:"meta,omitempty"`  // of the file that was opened
}

// OwnCell is a cell that the learner made.
type OwnCell struct {
	ID   string `json:"id"`
	Code string `json:"code"`
	Note bool   `json:"note,omitempty"`
	Raw  bool   `json:"raw,omitempty"`
	// Meta is what the file that was opened has for it, as JSON.
	Meta fields.Raw `json:"meta,omitempty"`
}

// maxMeta bounds the metadata of a file, and of each cell in it, that a draft keeps, in bytes.
const maxMeta = 64 << 10

// keptMeta is metadata as a draft has it: nothing where there is too much.
func keptMeta(meta fields.Raw) fields.Raw {
	if len(meta) > maxMeta || !fields.Valid(string(meta)) {
		return nil
	}
	return meta
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
	if s.Saved != SavingNow && !s.Watched() {
		s.Saved = SavingNow
		s.touch(Top)
		s.do(After{saveAfter, "save"})
	}
}

func (s *State) saveDraft() {
	if s.Saved == SavingNow {
		s.storeDraft()
		s.keepSoon(keepAfter)
	}
}

func (s *State) storeDraft() {
	d := s.draft()
	s.do(Store{s.draftKey(), fields.Text(&d)})
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
	d := Draft{
		Codes: map[string]string{}, Guess: map[string]int{}, Hints: map[string]int{}, Parts: map[string]int{},
		Kept: map[string]Kept{}, Other: map[string]OtherText{}, Meta: keptMeta(s.fileMeta),
	}
	for id, k := range s.Keep.texts {
		if k.Rev > 0 || len(k.Sent)+len(k.Owed) > 0 {
			d.Kept[id] = *k
		}
	}
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
		if c.Other != nil {
			d.Other[c.ID] = *c.Other
		}
	}
	for _, c := range s.Order() {
		if c.Lesson == nil {
			d.Own = append(d.Own, OwnCell{c.ID, c.Code, c.Note, c.raw, keptMeta(c.meta)})
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
		c.raw, c.meta = own.Raw, own.Meta
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
	s.fileMeta = d.Meta
	s.arrange(d)
	s.touch(Notebook)
}

// arrange puts the blocks into the draft's order. Served text that the draft does
// not know keeps its place in the lesson; cells that it does not name were deleted.
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
	s.Touch, s.hasGPU, s.Ready = op.Touch, op.WebGPU, true
	if theme := op.Stored["theme"]; theme == "light" || theme == "dark" {
		s.Theme = theme
	}
	s.OneKeys = op.Stored["onekeys"] != "off"
	s.startClass(op.Stored)
	if s.Watched() {
		s.touch(Top, Notebook, Panel, Layer)
		s.connect("")
		return
	}
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
		if fields.Read(text, &d, false) == nil {
			s.restore(d)
			s.restoreKept(d)
		}
		s.Saved = SavedAll
		return
	}
	prefix := "draft." + s.place() + "."
	for key, text := range stored {
		var d Draft
		if strings.HasPrefix(key, prefix) && fields.Read(text, &d, false) == nil && len(d.Codes)+len(d.Own) > 0 {
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
	s.do(Store{"progress", fields.Text(&s.Progress)})
}

func (s *State) readProgress(text string) {
	var p Progress
	if text == "" || fields.Read(text, &p, false) != nil || p.Lessons == nil {
		return
	}
	s.Progress = p
	s.touch(Course)
}

// storedElsewhere takes over what another tab has stored.
func (s *State) storedElsewhere(op StoreElsewhere) {
	if s.Watched() && op.Key != "theme" {
		return
	}
	switch op.Key {
	case "progress":
		s.readProgress(op.Value)
	case "theme":
		s.setTheme(op.Value)
	case s.draftKey():
		var d Draft
		if fields.Read(op.Value, &d, false) != nil {
			return
		}
		if s.Keep.State == KeepsNone {
			s.mirror(d)
		} else {
			s.join(d)
		}
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

// saveNow saves without waiting for a pause.
func (s *State) saveNow() {
	s.saveSoon()
	s.saveDraft()
	if s.Keep.State != KeepsTexts {
		s.toast(s.T("saved.here"))
		return
	}
	s.sendKept("")
	s.toast(s.T("saved.there"))
}

// mirror takes over all that another tab has stored, unless our own edits are newer: where no server keeps texts, the last
// tab that was written in has the say.
func (s *State) mirror(d Draft) {
	if s.Saved == SavingNow {
		return
	}
	for _, c := range s.Cells {
		if _, kept := d.Codes[c.ID]; c.Lesson != nil && !kept {
			s.setCode(c, c.Lesson.Code)
		}
	}
	s.restore(d)
	s.Saved = SavedAll
}

// restoreKept brings back what is known of the server's copies.
func (s *State) restoreKept(d Draft) {
	for id, k := range d.Kept {
		s.Keep.texts[id] = &k
	}
	for id, other := range d.Other {
		if c := s.cell(id); c != nil {
			c.Other = &other
		}
	}
}

// join takes from what another tab has stored the texts that are not ahead here. Of a text that is ahead in both tabs ours
// stays and theirs is shown beside it; one that is ahead here alone is stored once more, since they have just overwritten it.
func (s *State) join(d Draft) {
	again := s.Saved == SavingNow
	theirs := &State{Page: s.Page, Cells: map[string]*Cell{}, dirty: map[Region]bool{}, Keep: keeping{texts: map[string]*Kept{}}}
	for _, b := range s.Page.Blocks {
		theirs.addBlock(b)
	}
	theirs.restore(d)
	theirs.restoreKept(d)
	for _, id := range theirs.keepable() {
		if id == wire.LayoutCell || s.cell(id) != nil {
			again = s.joinText(id, theirs) || again
		}
	}
	for _, c := range s.Cells {
		there := theirs.cell(c.ID)
		if there == nil {
			continue
		}
		c.Guess, c.Hints, c.Parts = max(c.Guess, there.Guess), max(c.Hints, there.Hints), max(c.Parts, there.Parts)
		s.changed(c)
	}
	s.Saved = SavedAll
	if again {
		s.saveSoon()
	}
	s.keepSoon(keepAfter)
}

// joinText joins one text, and reports whether what is stored of it is not what is here.
func (s *State) joinText(id string, theirs *State) bool {
	code, _ := theirs.text(id)
	mine, here := s.text(id)
	ours, other := s.kept(id), theirs.kept(id)
	ahead, aheadThere := s.ahead(id), theirs.ahead(id)
	switch {
	case !here: // it was deleted; what the other tab has not sent, it sends
	case code == mine:
		if other.Rev > ours.Rev {
			ours.has(other.Rev, other.Base)
		}
	case !ahead:
		s.Keep.texts[id] = &Kept{Rev: other.Rev, Base: other.Base, Sent: other.Sent, Owed: ours.Owed, Has: other.Has} // what they owe they send
		s.take(id, code)
	case id == wire.LayoutCell && aheadThere:
		s.mergeLayout(code)
		return s.layout() != code
	case aheadThere:
		known := s.cell(id).Other
		s.meet(id, OtherText{0, code, s.Now})
		return known == nil || known.Code != code
	default:
		if other.Rev > ours.Rev {
			s.learn(wire.KeptText{Cell: id, Rev: other.Rev, Code: code, At: s.Now})
		}
		return true
	}
	return false
}
