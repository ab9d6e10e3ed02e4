package app

import (
	"hash/fnv"
	"slices"
	"sort"
	"strconv"

	"gputour/engine/wire"
)

// This file keeps the learner's texts on the server, beside what this browser stores.
//
// A text is ahead when it is not the last one of it that was seen on the server. What is ahead is sent, one text at a
// time, as the revision after the one that was seen. If the server has another one meanwhile, from another browser, then
// that becomes the one before: ours follows it, both are kept, and the learner is shown the other one. An answer that was
// lost is no such case: what the server has then is what we sent.

// KeepState says what the server does with texts.
type KeepState string

const (
	KeepUnknown KeepState = ""     // it has not said yet
	KeepsTexts  KeepState = "on"   // it keeps them
	KeepsNone   KeepState = "off"  // it keeps nothing at all
	KeepFails   KeepState = "down" // it cannot, for now
)

// Kept is what is known of the server's copy of one text.
type Kept struct {
	Rev  int64    `json:"rev,omitempty"`  // of the last text that was seen
	Base string   `json:"base,omitempty"` // the print of that text
	Sent []string `json:"sent,omitempty"` // the prints of those that were sent after it without an answer
	Owed []string `json:"owed,omitempty"` // texts to be kept before the present one
	Has  []string `json:"has,omitempty"`  // the prints of texts that the server is known to have had
}

// has notes that the server has a text.
func (k *Kept) has(rev int64, print string) {
	k.Rev, k.Base, k.Sent = rev, print, nil
	k.Has = recent(k.Has, print)
}

// owe has a text kept before the present one, unless that was done.
func (k *Kept) owe(text string) {
	if print := fingerprint(text); !slices.Contains(k.Has, print) && !slices.Contains(k.Owed, text) {
		k.Owed = append(k.Owed, text)
	}
}

// recent is a list with a print at its end, of a bounded length.
func recent(list []string, print string) []string {
	list = append(slices.DeleteFunc(slices.Clone(list), func(p string) bool { return p == print }), print)
	return list[max(0, len(list)-sentMost):]
}

// OtherText is a text of a cell from elsewhere, which the learner has not decided on.
type OtherText struct {
	Rev  int64  `json:"rev,omitempty"` // on the server; 0: it comes from another tab
	Code string `json:"code"`
	At   int64  `json:"at"` // ms since 1970
}

// keeping is the state of it all.
type keeping struct {
	State  KeepState
	texts  map[string]*Kept
	barred map[string]string // prints of texts that the server will not take, by cell
	waits  bool              // a timer is set for the next send
	listed []wire.KeptText   // of the answer that comes in parts
	asked  string            // the rid of the question for it
	cell   string            // of the text that is on its way; "" none
	rid    string
	print  string
	late   int64 // when its answer is late
}

const (
	keepAfter = 2000   // ms from a change to the send
	keepRetry = 5000   // ms from a failure to the next try
	keepLate  = 10_000 // ms that an answer may take
	sentMost  = 16     // prints remembered of a text without an answer
)

// fingerprint tells texts apart.
func fingerprint(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	return strconv.FormatUint(h.Sum64(), 36)
}

// kept returns what is known of a text; of one that the server has never had, that it was as the lesson has it.
func (s *State) kept(id string) *Kept {
	k := s.Keep.texts[id]
	if k == nil {
		k = &Kept{Base: fingerprint(s.original(id))}
		s.Keep.texts[id] = k
	}
	return k
}

func (s *State) original(id string) string {
	if c := s.cell(id); c != nil {
		return c.Original()
	}
	return ""
}

// text is a text as it is here, and whether there is such a text.
func (s *State) text(id string) (string, bool) {
	if id == wire.LayoutCell {
		return s.layout(), true
	}
	c := s.cell(id)
	if c == nil || s.cellIndex(id) < 0 || c.Kind() == "quiz" {
		return "", false
	}
	return c.Code, true
}

// ahead reports whether the server has yet to be told of a text.
func (s *State) ahead(id string) bool {
	k := s.kept(id)
	text, ok := s.text(id)
	return len(k.Owed) > 0 || ok && fingerprint(text) != k.Base
}

// keepable are the ids of all texts, in order.
func (s *State) keepable() []string {
	ids := []string{wire.LayoutCell}
	for _, c := range s.Order() {
		ids = append(ids, c.ID)
	}
	for id, k := range s.Keep.texts {
		if len(k.Owed) > 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Behind reports whether some text is not on the server as it is here.
func (s *State) Behind() bool { return slices.ContainsFunc(s.keepable(), s.ahead) }

// Safe says where the learner's texts are, as a key of the catalogue after "save.".
func (s *State) Safe() string {
	switch on := s.Keep.State == KeepsTexts; {
	case on && !s.Behind():
		return "kept"
	case s.Saved == SaveFailed:
		return "failed"
	case s.Saved == SavingNow, on && s.Conn.Live() && len(s.Keep.barred) == 0:
		return "saving"
	case s.Keep.State == KeepsNone:
		return "saved"
	}
	return "here"
}

// askKept asks for the texts that the server has, when the connection is up.
func (s *State) askKept() {
	if s.Alone() {
		return
	}
	k := &s.Keep
	k.cell, k.listed, k.barred = "", nil, map[string]string{}
	s.askKeptAfter("")
}

func (s *State) askKeptAfter(cell string) {
	m := wire.Request(wire.Drafts, &wire.DraftsBody{Lesson: s.place(), After: cell})
	m.RID = s.newRID()
	s.Keep.asked, s.Keep.late = m.RID, s.Now+keepLate
	s.send(m)
	s.do(After{keepLate, "keep-late"})
}

// keptListed takes the answer, in parts: the lay-out first, since it says what cells there are.
func (s *State) keptListed(rid string, b *wire.DraftsReplyBody) {
	k := &s.Keep
	if rid != k.asked {
		return
	}
	k.listed = append(k.listed, b.Drafts...)
	if b.More && len(b.Drafts) > 0 {
		s.askKeptAfter(b.Drafts[len(b.Drafts)-1].Cell)
		return
	}
	all, there := k.listed, map[string]bool{}
	k.State, k.asked, k.listed = KeepsTexts, "", nil
	sort.SliceStable(all, func(i, j int) bool { return order(all[i].Cell) > order(all[j].Cell) })
	for _, d := range all {
		there[d.Cell] = true
		s.learn(d)
	}
	for id, kept := range k.texts {
		if !there[id] && kept.Rev > 0 { // a server that has forgotten
			*kept = Kept{Base: fingerprint(s.original(id)), Owed: kept.Owed}
		}
	}
	s.touch(Top)
	s.sendKept("")
}

func order(cell string) int {
	if cell == wire.LayoutCell {
		return 1
	}
	return 0
}

// learn takes note of a text that the server has.
func (s *State) learn(d wire.KeptText) {
	mine, have := s.text(d.Cell)
	if !have {
		return // of a cell that was deleted
	}
	k, print := s.kept(d.Cell), fingerprint(d.Code)
	ahead := s.ahead(d.Cell)
	ours := print == k.Base || slices.Contains(k.Sent, print)
	k.has(d.Rev, print)
	switch {
	case d.Code == mine, ours:
	case d.Cell == wire.LayoutCell && ahead:
		s.mergeLayout(d.Code)
	case !ahead:
		s.take(d.Cell, d.Code)
	default:
		s.meet(d.Cell, OtherText{d.Rev, d.Code, d.At})
	}
}

// take replaces a text by one from elsewhere.
func (s *State) take(id, code string) {
	if id == wire.LayoutCell {
		s.takeLayout(code)
		return
	}
	s.setCode(s.cell(id), code)
}

// meet shows the learner a text of a cell from elsewhere. Ours stays in its place, and both are kept.
func (s *State) meet(id string, other OtherText) {
	c := s.cell(id)
	if c == nil || c.Code == other.Code || c.Other != nil && c.Other.Code == other.Code {
		return
	}
	if old := c.Other; old != nil && old.Rev == 0 {
		s.kept(id).owe(old.Code) // it is nowhere else
	}
	c.Other = &other
	s.changed(c)
	s.saveSoon()
}

// keepSoon sends what is ahead once the learner pauses.
func (s *State) keepSoon(ms int64) {
	if k := &s.Keep; !k.waits && k.State != KeepsNone && k.State != KeepUnknown {
		k.waits = true
		s.do(After{ms, "keep"})
	}
}

// sendKept sends the next text that is ahead, of another cell than one if there is such; one at a time.
func (s *State) sendKept(but string) {
	k := &s.Keep
	if k.State != KeepsTexts || k.cell != "" || k.asked != "" || !s.Conn.Live() {
		return
	}
	for _, id := range s.keepable() {
		if id == but || !s.ahead(id) {
			continue
		}
		kept := s.kept(id)
		code, _ := s.text(id)
		if len(kept.Owed) > 0 {
			code = kept.Owed[0]
		}
		print := fingerprint(code)
		if k.barred[id] == print {
			continue
		}
		if !wire.Keepable(code) {
			k.barred[id] = print
			continue
		}
		s.sendText(id, code, print)
		return
	}
	if but != "" && s.ahead(but) {
		s.keepSoon(keepAfter)
	}
	s.touch(Top)
}

func (s *State) sendText(id, code, print string) {
	k, kept := &s.Keep, s.kept(id)
	kept.Sent = recent(kept.Sent, print)
	m := wire.Request(wire.Draft, &wire.DraftBody{Lesson: s.place(), Rev: kept.Rev + 1, Code: code})
	m.RID, m.Cell = s.newRID(), id
	k.cell, k.rid, k.print, k.late = id, m.RID, print, s.Now+keepLate
	s.storeDraft() // what was sent, before it is
	s.send(m)
	s.do(After{keepLate, "keep-late"})
}

// drafted takes the answer that a text is kept.
func (s *State) drafted(m wire.Message, b *wire.DraftedBody) {
	k := &s.Keep
	if m.RID != k.rid || k.cell == "" {
		return
	}
	id, kept := k.cell, s.kept(k.cell)
	kept.has(b.Rev, k.print)
	if len(kept.Owed) > 0 && fingerprint(kept.Owed[0]) == k.print {
		kept.Owed = kept.Owed[1:]
	}
	k.cell = ""
	s.storeDraft()
	s.touch(Top)
	if len(kept.Owed) > 0 {
		id = ""
	}
	s.sendKept(id)
}

// otherText takes the answer that there is another text.
func (s *State) otherText(m wire.Message, b *wire.StaleBody) {
	if k := &s.Keep; m.RID == k.rid && k.cell != "" {
		id := k.cell
		k.cell = ""
		s.learn(wire.KeptText{Cell: id, Rev: b.Rev, Code: b.Code, At: b.At})
		s.storeDraft()
		s.sendKept("")
	}
}

// keepRefused takes the answer that nothing is kept, or not now.
func (s *State) keepRefused(m wire.Message, b *wire.RefusedBody) {
	k := &s.Keep
	if m.RID != k.rid && m.RID != k.asked {
		return
	}
	listing := m.RID == k.asked
	switch b.Code {
	case "no-store":
		k.State = KeepsNone
	case "quota", "unknown-cell":
		if !listing {
			k.barred[k.cell] = k.print
		}
	default:
		k.State = KeepFails
		s.keepSoon(keepRetry)
	}
	k.cell, k.asked = "", ""
	s.touch(Top)
	if !listing {
		s.sendKept("")
	}
}

// keepDue is the timer of keepSoon.
func (s *State) keepDue() {
	k := &s.Keep
	k.waits = false
	if k.State == KeepFails && s.Conn.Live() {
		s.askKept()
		return
	}
	s.sendKept("")
}

// keepIsLate asks once more when an answer has not come.
func (s *State) keepIsLate() {
	if k := &s.Keep; (k.cell != "" || k.asked != "") && s.Now >= k.late && s.Conn.Live() {
		s.askKept()
	}
}

// useOther answers what is to become of a text from elsewhere; either way both stay among the earlier ones.
func (s *State) useOther(c *Cell, take bool) {
	other := c.Other
	if other == nil {
		return
	}
	c.Other, c.OtherOpen = nil, false
	k := s.kept(c.ID)
	switch {
	case take:
		k.owe(c.Code)
		s.remember(c)
		s.setCode(c, other.Code)
	case other.Rev == 0:
		k.owe(other.Code)
	}
	s.changed(c)
	s.saveSoon()
	s.keepSoon(0)
}
