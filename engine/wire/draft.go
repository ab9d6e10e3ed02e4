package wire

import (
	"strings"
	"unicode/utf8"
)

// This file defines how a page keeps what a learner writes: the texts of cells and, as one text more, how the
// notebook is laid out. None of it is part of the log.
//
// A text has a revision. Whoever saves names the revision after the one that he has seen: who has not seen the
// last one gets it as StaleBody, and nothing is overwritten unseen. The same text at a revision that is kept
// already is kept, so that a save whose answer was lost may be repeated.

// LayoutCell is the cell of the draft that says how the notebook is laid out. No cell is called so.
const LayoutCell = "@layout"

// MaxRev bounds revisions.
const MaxRev = 1 << 53

// DraftBody asks for the text of the cell in the envelope to be kept; Drafted or Stale answers.
type DraftBody struct {
	Lesson string `json:"lesson"`
	Rev    int64  `json:"rev"` // one more than that of the last text seen; 1 for the first
	Code   string `json:"code"`
}

func (b *DraftBody) check() error {
	switch {
	case b.Lesson == "":
		return missing("lesson")
	case b.Rev < 1 || b.Rev > MaxRev:
		return &Error{Kind: BadField, Detail: "rev is out of range"}
	}
	return firstError(ids("lesson", b.Lesson), keepable("code", b.Code))
}

// Keepable reports whether a text can be kept as a draft: every store takes it, and it is not too long.
func Keepable(text string) bool { return keepable("code", text) == nil }

func keepable(name, text string) error {
	if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
		return &Error{Kind: BadField, Detail: name + " is not text"}
	}
	return atMost(name, text, MaxCode)
}

// DraftedBody says that a text is kept.
type DraftedBody struct {
	Rev int64 `json:"rev"`
	At  int64 `json:"at"` // ms since 1970, by the server
}

// StaleBody says that a text was not kept, because there is one that the page has not seen: this.
type StaleBody struct {
	Rev  int64  `json:"rev"`
	Code string `json:"code"`
	At   int64  `json:"at"`
	Cut  int64  `json:"cut,omitempty"` // see Bound
}

// DraftsBody asks for the texts of a lesson that are kept, in the order of their cells, after the cell After.
type DraftsBody struct {
	Lesson string `json:"lesson"`
	After  string `json:"after,omitempty"`
}

func (b *DraftsBody) check() error {
	if b.Lesson == "" {
		return missing("lesson")
	}
	return ids("lesson", b.Lesson, "after", b.After)
}

// DraftsReplyBody answers Drafts with as many texts as an event holds; More says that others follow.
type DraftsReplyBody struct {
	Drafts []KeptText `json:"drafts"`
	More   bool       `json:"more,omitempty"`
	Cut    int64      `json:"cut,omitempty"` // see Bound
}

// KeptText is a text that is kept.
type KeptText struct {
	Cell string `json:"cell,omitempty"`
	Rev  int64  `json:"rev"`
	Code string `json:"code"`
	At   int64  `json:"at"`
}

// VersionsBody asks for the earlier texts of the cell in the envelope, the newest first, of those before the
// revision Before; 0 is all.
type VersionsBody struct {
	Lesson string `json:"lesson"`
	Before int64  `json:"before,omitempty"`
}

func (b *VersionsBody) check() error {
	switch {
	case b.Lesson == "":
		return missing("lesson")
	case b.Before < 0 || b.Before > MaxRev:
		return &Error{Kind: BadField, Detail: "before is out of range"}
	}
	return ids("lesson", b.Lesson)
}

// VersionsReplyBody answers Versions, as DraftsReplyBody does.
type VersionsReplyBody struct {
	Versions []KeptText `json:"versions"`
	More     bool       `json:"more,omitempty"`
	Cut      int64      `json:"cut,omitempty"` // see Bound
}
