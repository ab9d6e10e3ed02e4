package wire

import "strconv"

// This file defines how a page hands in what a learner was asked for. None of it is part of the log: what was handed in is
// kept elsewhere, and a page that comes back is told anew.

// maxAnswers bounds the cells of one submission.
const maxAnswers = 128

// SubmitBody hands in answers, the texts of cells. Receipt answers once they are kept. The same answers as the last time
// are not handed in again; that receipt is given.
type SubmitBody struct {
	Assignment string            `json:"assignment"`
	Answers    map[string]string `json:"answers"`
	Lang       string            `json:"lang,omitempty"` // of what tests say
}

func (b *SubmitBody) check() error {
	if b.Assignment == "" {
		return missing("assignment")
	}
	if len(b.Answers) > maxAnswers {
		return &Error{Kind: BadField, Detail: "answers to " + strconv.Itoa(len(b.Answers)) + " cells, at most " + strconv.Itoa(maxAnswers)}
	}
	for cell, code := range b.Answers {
		if err := firstError(ids("answers", cell), keepable("answers", code)); err != nil {
			return err
		}
	}
	return ids("assignment", b.Assignment, "lang", b.Lang)
}

// ReceiptBody says that answers are kept.
type ReceiptBody struct {
	Assignment string   `json:"assignment"`
	ID         string   `json:"id"`
	N          int      `json:"n"`      // 1 for the first attempt
	At         int64    `json:"at"`     // ms since 1970, by the server
	Digest     string   `json:"digest"` // of the answers, SHA-256 in hexadecimal
	Cells      []string `json:"cells"`
	Same       bool     `json:"same,omitempty"` // these answers were handed in before
	Cut        int64    `json:"cut,omitempty"`  // see Bound
}

// AssignmentsBody asks to be told again; AssignedBody follows.
type AssignmentsBody struct{}

func (b *AssignmentsBody) check() error { return nil }

// AssignedBody says what a learner is asked for in the lesson of the page.
type AssignedBody struct {
	Now         int64        `json:"now"`            // ms since 1970, by the server
	Next        int64        `json:"next,omitempty"` // when the time alone will have changed something: ask again then
	Assignments []Assignment `json:"assignments"`
	Cut         int64        `json:"cut,omitempty"` // see Bound
}

// GradeBody is one of them when it has changed: it was graded, or given more time, …
type GradeBody struct {
	Now        int64      `json:"now"`
	Assignment Assignment `json:"assignment"`
	Cut        int64      `json:"cut,omitempty"` // see Bound
}

// Assignment is what one learner is asked for, and what they have.
type Assignment struct {
	ID       string       `json:"id"`
	Title    string       `json:"title"`
	State    string       `json:"state"`              // open, closed, released
	Cells    []string     `json:"cells"`              // that are asked for
	Due      int64        `json:"due,omitempty"`      // for this learner; 0 is never
	Closes   int64        `json:"closes,omitempty"`   // when no more is taken; 0 is never
	Late     string       `json:"late,omitempty"`     // what being late means: refuse, mark, deduct
	Percent  int          `json:"percent,omitempty"`  // deducted for each day
	Attempts int          `json:"attempts,omitempty"` // 0 is no bound
	Used     int          `json:"used,omitempty"`
	Refused  string       `json:"refused,omitempty"`  // why nothing can be handed in now
	Feedback string       `json:"feedback,omitempty"` // when points are told: now, due, release
	Group    string       `json:"group,omitempty"`    // that hands in together
	Last     *ReceiptBody `json:"last,omitempty"`     // of the last attempt
	LateBy   int64        `json:"late_by,omitempty"`  // ms that it was late
	Waits    bool         `json:"waits,omitempty"`    // it is not graded yet
	Points   string       `json:"points,omitempty"`   // of the attempt that counts; "" is not told
	Max      string       `json:"max"`
	Marking  bool         `json:"marking,omitempty"` // a person will give points, too
	Counted  int          `json:"counted,omitempty"` // number of the attempt that counts
	Grades   []CellGrade  `json:"grades,omitempty"`  // its cells
	Comment  string       `json:"comment,omitempty"`
}

// CellGrade is what one cell of an attempt has.
type CellGrade struct {
	Cell    string           `json:"cell"`
	Points  string           `json:"points"`
	Max     string           `json:"max"`
	Result  *CheckResultBody `json:"result,omitempty"`
	Comment string           `json:"comment,omitempty"`
}
