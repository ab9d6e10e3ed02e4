package wire

import "strconv"

// This file defines the bodies of requests, client to server. Every body has a
// check method that Decode calls: sizes and ranges that JSON cannot express.

// Sizes that requests keep to; a larger one is a *Error of kind BadField.
const (
	MaxCode  = 256 << 10 // bytes of one cell's source
	MaxID    = 128       // bytes of a session, run or cell id, a token, a name
	MaxInput = 64 << 10  // bytes of one answer to input()
)

// HelloBody is the first message on every socket. With SID and Token of an
// earlier Welcome it resumes that session after event LastSeq of the generation Log;
// without, it begins one.
type HelloBody struct {
	Token   string `json:"token,omitempty"`
	LastSeq uint64 `json:"last_seq,omitempty"`
	Log     int    `json:"log,omitempty"`
	Lesson  string `json:"lesson,omitempty"` // lesson id, for the session's device count
	Lang    string `json:"lang,omitempty"`   // "zh" or "en": the language of explanations
	Client  string `json:"client,omitempty"` // build of the page, for the log
}

func (b *HelloBody) check() error {
	return ids("token", b.Token, "lesson", b.Lesson, "lang", b.Lang, "client", b.Client)
}

// ExecuteBody asks for a run of the cell in the envelope; the envelope's RID is
// the client's id of the run. The same RID a second time is answered and not run again.
type ExecuteBody struct {
	Code string `json:"code"`
	// KeepGoing leaves the runs that wait behind this one in the queue when it fails.
	KeepGoing bool   `json:"keep_going,omitempty"`
	Step      bool   `json:"step,omitempty"` // show what the cell did, statement by statement
	Lang      string `json:"lang,omitempty"` // language of explanations, "zh" or "en"
}

func (b *ExecuteBody) check() error {
	return firstError(atMost("code", b.Code, MaxCode), ids("lang", b.Lang))
}

// InterruptBody is empty; the envelope's RID names the run, "" whatever runs.
type InterruptBody struct{}

func (b *InterruptBody) check() error { return nil }

// RestartBody asks for a fresh set of globals.
type RestartBody struct{}

func (b *RestartBody) check() error { return nil }

// CompleteBody asks what could stand at Cursor, counted in code points of Code.
type CompleteBody struct {
	Code   string `json:"code"`
	Cursor int    `json:"cursor"`
}

func (b *CompleteBody) check() error { return cursorIn(b.Code, b.Cursor) }

// CellBreak ends the text of each cell that stands before the own one in the Code of CompleteBody and InspectBody: what
// those bind counts, although they have not run.
const CellBreak = "\f\n"

// TableType is the MIME type of a value laid out as a table, JSON: how many rows and columns it has, the heads of the columns
// and the names of the rows that are told, from the first on, and their cells as text.
const TableType = "application/vnd.gputour.table+json"

// What InspectBody.Detail asks for.
const (
	InspectHelp   = iota // signature and docstring of the name at Cursor, as text
	InspectSource        // the source, too
	InspectCall          // a Brief of the function among whose arguments Cursor stands
	InspectName          // a Brief of the name at Cursor
	InspectTensor        // what the tensor holds whose name, as the placement gives it, Code is
	InspectTable         // the same as TableType, or the value of a cell whose DisplayBody.Table Code is
)

// InspectBody asks about the name at Cursor.
type InspectBody struct {
	Code   string `json:"code"`
	Cursor int    `json:"cursor"`
	Detail int    `json:"detail,omitempty"`
}

func (b *InspectBody) check() error { return cursorIn(b.Code, b.Cursor) }

// InputReplyBody answers an InputRequest of the run in the envelope's RID.
type InputReplyBody struct {
	Value string `json:"value"`
}

func (b *InputReplyBody) check() error { return atMost("value", b.Value, MaxInput) }

// AckBody says that the client has applied every event up to Seq.
type AckBody struct {
	Seq uint64 `json:"seq"`
}

func (b *AckBody) check() error { return nil }

// DevicesBody asks for the session to go on with other devices (a --devices
// SPEC); it restarts the session.
type DevicesBody struct {
	Spec string `json:"spec"`
}

func (b *DevicesBody) check() error {
	if b.Spec == "" {
		return missing("spec")
	}
	return ids("spec", b.Spec)
}

// CheckBody asks for the tests of exercise Cell (of Lesson) to be run on Code.
type CheckBody struct {
	Lesson string `json:"lesson"`
	Code   string `json:"code"`
	Lang   string `json:"lang,omitempty"`
}

func (b *CheckBody) check() error {
	return firstError(atMost("code", b.Code, MaxCode), ids("lesson", b.Lesson, "lang", b.Lang))
}

// PlaceBody is empty: what lives where now.
type PlaceBody struct{}

func (b *PlaceBody) check() error { return nil }

// PenBody takes the pen as a request; as an event it says who has it.
type PenBody struct {
	Mine bool `json:"mine"` // this socket writes
	Tabs int  `json:"tabs"` // sockets attached to the session
}

func (b *PenBody) check() error { return nil }

// DiagnoseBody asks what is wrong with a cell's source, without running it.
type DiagnoseBody struct {
	Code string `json:"code"`
}

func (b *DiagnoseBody) check() error { return atMost("code", b.Code, MaxCode) }

// SolutionBody asks for the first Parts parts of the solution of exercise Cell (of
// Lesson); 0 asks only how many there are. The answer has at most one part more than the
// session has been given, and none before the exercise has been checked.
type SolutionBody struct {
	Lesson string `json:"lesson"`
	Parts  int    `json:"parts"`
}

func (b *SolutionBody) check() error {
	if b.Parts < 0 {
		return &Error{Kind: BadField, Detail: "parts cannot be negative"}
	}
	return ids("lesson", b.Lesson)
}

// cursorIn checks a source and a position in it.
func cursorIn(code string, cursor int) error {
	if err := atMost("code", code, MaxCode); err != nil {
		return err
	}
	if cursor < 0 || cursor > len(code) {
		return &Error{Kind: BadField, Detail: "cursor " + strconv.Itoa(cursor) + " lies outside the code"}
	}
	return nil
}
