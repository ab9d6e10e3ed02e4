package wire

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// This file defines the bodies of the class's requests.

// Sizes that the class's requests keep to.
const (
	MaxNote     = 512      // bytes of the note with a hand
	MaxPushed   = 64 << 10 // bytes of a pushed cell or text
	MaxTo       = 1000     // members that one push names
	MaxQuestion = 2 << 10  // bytes of a poll's question
	MaxOptions  = 8        // options of a poll
	MaxOption   = 256      // bytes of one
	MaxShown    = 16 << 10 // bytes of the code that a presenter shows while it is typed
	MaxTop      = 10_000   // see WhereBody.Top
)

// WhereBody says what a member looks at. Of a presenter the class is told.
type WhereBody struct {
	Lesson string `json:"lesson"`
	Cell   string `json:"cell,omitempty"`
	Top    int    `json:"top,omitempty"` // where Cell begins in the window, in thousandths of its height; from -MaxTop to MaxTop
	Typing bool   `json:"typing,omitempty"`
	Code   string `json:"code,omitempty"` // of Cell as the presenter has it now; a student sends none
}

func (b *WhereBody) check() error {
	if b.Top < -MaxTop || b.Top > MaxTop {
		return &Error{BadField, "top " + strconv.Itoa(b.Top) + " is out of range"}
	}
	return firstError(ids("lesson", b.Lesson, "cell", b.Cell), text("code", b.Code, MaxShown))
}

// RaiseBody raises a hand, with a note that those who teach see, or takes it down. Raising it
// again changes the note and the cell, not the place in the queue.
type RaiseBody struct {
	Up     bool   `json:"up"`
	Lesson string `json:"lesson,omitempty"`
	Cell   string `json:"cell,omitempty"`
	Note   string `json:"note,omitempty"`
}

func (b *RaiseBody) check() error {
	return firstError(ids("lesson", b.Lesson, "cell", b.Cell), text("note", b.Note, MaxNote))
}

// VoteBody chooses an option of a poll, the first is 0. Until the poll closes a later vote
// replaces the one before. As an event it tells all pages of the member.
type VoteBody struct {
	Poll   string `json:"poll"`
	Choice int    `json:"choice"`
}

func (b *VoteBody) check() error {
	if b.Choice < 0 || b.Choice >= MaxOptions {
		return &Error{BadField, "choice " + strconv.Itoa(b.Choice) + " is no option"}
	}
	return need("poll", b.Poll)
}

// AllowBody says whether those who look at the member's notebook may write in it. It holds as
// long as somebody looks.
type AllowBody struct {
	Pen bool `json:"pen"`
}

func (b *AllowBody) check() error { return nil }

// PresentBody makes the sender the presenter, or ends that. With Follow pages follow unless their
// reader leaves; without they offer to.
type PresentBody struct {
	On     bool `json:"on"`
	Follow bool `json:"follow,omitempty"`
}

func (b *PresentBody) check() error { return nil }

// Kinds of PushBody.
const (
	PushCell = "cell" // Body is code, to be inserted with one key; it never overwrites and never runs by itself
	PushText = "text" // Body is a message, plain text
	PushGoto = "goto" // a link to Cell of Lesson
)

// PushBody sends a card.
type PushBody struct {
	Kind   string   `json:"kind"`
	To     []string `json:"to,omitempty"` // members; empty is all
	Lesson string   `json:"lesson,omitempty"`
	Cell   string   `json:"cell,omitempty"` // a pushed cell belongs after this one
	Body   string   `json:"body,omitempty"`
}

func (b *PushBody) check() error {
	switch {
	case b.Kind != PushCell && b.Kind != PushText && b.Kind != PushGoto:
		return &Error{BadField, "unknown kind " + short(b.Kind)}
	case b.Kind == PushGoto && b.Lesson == "":
		return missing("lesson")
	case b.Kind != PushGoto && strings.TrimSpace(b.Body) == "":
		return missing("body")
	case len(b.To) > MaxTo:
		return &Error{BadField, "to " + strconv.Itoa(len(b.To)) + " members, at most " + strconv.Itoa(MaxTo)}
	}
	for _, id := range b.To {
		if err := need("to", id); err != nil {
			return err
		}
	}
	return firstError(ids("lesson", b.Lesson, "cell", b.Cell), text("body", b.Body, MaxPushed))
}

// Kinds of OpenPollBody.
const (
	PollChoice     = "choice"     // an opinion
	PollPrediction = "prediction" // what will Cell do? One option is right
)

// OpenPollBody asks the class.
type OpenPollBody struct {
	Kind     string   `json:"kind"`
	Question string   `json:"question"`
	Options  []string `json:"options"`          // 2 to MaxOptions
	Answer   *int     `json:"answer,omitempty"` // the option that is right; told when the poll closes
	Hidden   bool     `json:"hidden,omitempty"` // students see the tally when it closes, not before
	Lesson   string   `json:"lesson,omitempty"` // it belongs to
	Cell     string   `json:"cell,omitempty"`
}

func (b *OpenPollBody) check() error {
	switch {
	case b.Kind != PollChoice && b.Kind != PollPrediction:
		return &Error{BadField, "unknown kind " + short(b.Kind)}
	case strings.TrimSpace(b.Question) == "":
		return missing("question")
	case len(b.Options) < 2 || len(b.Options) > MaxOptions:
		return &Error{BadField, strconv.Itoa(len(b.Options)) + " options, 2 to " + strconv.Itoa(MaxOptions) + " are possible"}
	case slices.ContainsFunc(b.Options, func(o string) bool { return strings.TrimSpace(o) == "" }):
		return &Error{BadField, "an option is empty"}
	case b.Answer != nil && (*b.Answer < 0 || *b.Answer >= len(b.Options)):
		return &Error{BadField, "answer " + strconv.Itoa(*b.Answer) + " is no option"}
	}
	for _, o := range b.Options {
		if err := text("option", o, MaxOption); err != nil {
			return err
		}
	}
	return firstError(text("question", b.Question, MaxQuestion), ids("lesson", b.Lesson, "cell", b.Cell))
}

// ClosePollBody ends a poll and shows its tally to all who could vote.
type ClosePollBody struct {
	Poll string `json:"poll"`
}

func (b *ClosePollBody) check() error { return need("poll", b.Poll) }

// Modes of LockBody and ClassBody.
const (
	LockOff  = "off"
	LockExec = "exec" // students cannot run cells or check answers, nor see solutions
	LockEdit = "edit" // nor change their text
)

// LockBody closes the notebooks of the students, as in an exam, or opens them again.
type LockBody struct {
	Mode string `json:"mode"`
}

func (b *LockBody) check() error {
	if b.Mode != LockOff && b.Mode != LockExec && b.Mode != LockEdit {
		return &Error{BadField, "unknown mode " + short(b.Mode)}
	}
	return nil
}

// HandRefBody names a hand.
type HandRefBody struct {
	Hand string `json:"hand"`
}

func (b *HandRefBody) check() error { return need("hand", b.Hand) }

// MemberBody names a member.
type MemberBody struct {
	Member string `json:"member"`
}

func (b *MemberBody) check() error { return need("member", b.Member) }

// CodeBody asks for the join code; with Rotate for another one, after which the old one is worth nothing.
type CodeBody struct {
	Rotate bool `json:"rotate,omitempty"`
}

func (b *CodeBody) check() error { return nil }

// ObserveBody says whether this socket is to be told the board, whole and then what changes.
type ObserveBody struct {
	Board bool   `json:"board"`
	Lang  string `json:"lang,omitempty"` // of the titles in OutlineBody
}

func (b *ObserveBody) check() error { return ids("lang", b.Lang) }

// need checks an id that must be there.
func need(name, id string) error {
	if id == "" {
		return missing(name)
	}
	return ids(name, id)
}

// text checks what others will read: its length, and that no sign in it is a control character.
func text(name, v string, max int) error {
	if i := strings.IndexFunc(v, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }); i >= 0 {
		return &Error{BadField, name + " holds a control character"}
	}
	return atMost(name, v, max)
}
