package app

import (
	"strconv"

	"gputour/engine/wire"
	"gputour/engine/wire/fields"
	"gputour/web/boot"
)

// This file defines a cell as the learner sees it.

// Cell is one cell of the notebook with its last run.
type Cell struct {
	ID     string
	Lesson *boot.Cell // nil for a cell of the learner's own
	Note   bool       // Markdown instead of code
	Shown  bool       // a Note that is rendered, not edited
	Code   string     // as it stands in the editor

	// The last run.
	RID      string
	State    wire.RunState // "" never run
	Count    int
	Ran      string // the code that ran
	Sent     bool   // asked for, and the server has not said a word of it yet
	Position int    // in the queue
	GPU      bool   // it was part of a job on a GPU that the class shares
	Started  int64  // ms since 1970, page clock
	Outputs  []*Output
	Clearing bool // the outputs are of the run before; the next output clears them
	Cost     *wire.Cost
	Asking   *wire.InputRequestBody
	Near     *wire.LimitBody // a limit that the run under way comes near to
	Failure  *wire.ErrorBody
	Events   []wire.DeviceEvent
	Memory   []wire.MemoryPoint
	Past     bool            // what it shows is of a session that has ended
	Lost     int64           // device events that were left out
	names    *wire.NamesBody // what Ran reads of other cells and gives them, once it is known
	basis    map[string]ground
	again    bool // run once more when this run has ended: see explore

	meta fields.Raw // of the file that it came from
	raw  bool       // it was neither code nor Markdown there

	touching  string // rid of what was last done to a control
	touchedAt int64
	touches   []gesture // what was done since

	// What the learner did with it.
	Hidden  bool // code collapsed
	Folded  bool // outputs collapsed
	Full    bool // outputs shown whole
	Numbers bool // line numbers
	Told    bool // a quiz answered wrongly whose answer was asked for
	Guess   int  // chosen option, from 1; 0 none
	Hints   int  // shown so far
	Line    int  // of Lines: the chosen one
	Said    bool // what was done last has moved it
	dragged bool // and that was a drag, which may go on
	Check   *wire.CheckResultBody
	tried   string // the code that Check is about
	// Checking and Solving are the rids of a check and of a question for the solution.
	Checking string
	Solving  string
	// recalling is the rid of a question that the page asked by itself, for what it had shown before.
	recalling string
	Parts     int // lines of the solution that were asked for
	Other     *OtherText
	OtherOpen bool // Other is shown
	Solution  *wire.SolutionReplyBody
	// Rev grows with every change, so that the view can tell an old drawing.
	Rev int
}

func newCell(id, code string) *Cell { return &Cell{ID: id, Code: code} }

func lessonCell(b *boot.Cell) *Cell { return &Cell{ID: b.ID, Lesson: b, Code: b.Code} }

// Original is the code that Reset puts back.
func (c *Cell) Original() string {
	if c.Lesson == nil {
		return ""
	}
	return c.Lesson.Code
}

// Kind is the lesson's kind of the cell; a cell of one's own is a demo.
func (c *Cell) Kind() string {
	if c.Lesson == nil {
		return "demo"
	}
	return c.Lesson.Kind
}

// Exercise reports whether the cell is an exercise of the lesson.
func (c *Cell) Exercise() bool {
	k := c.Kind()
	return k == "exercise" || k == "kernel" || k == "order"
}

// Edited reports whether the code differs from the lesson's.
func (c *Cell) Edited() bool { return c.Lesson != nil && c.Code != c.Lesson.Code }

// Tried reports whether the last check is about the code as it stands.
func (c *Cell) Tried() bool { return c.tried == c.Code }

// Active reports whether a run waits or is under way.
func (c *Cell) Active() bool {
	return c.Sent || c.State == wire.RunQueued || c.State == wire.RunBusy
}

// Runs reports whether the cell can be run at all.
func (c *Cell) Runs() bool { return !c.Note && c.Kind() != "quiz" }

// Changed reports whether the code is no longer what gave the outputs.
func (c *Cell) Changed() bool { return c.Count > 0 && !c.Active() && c.Ran != c.Code }

// Prompt is [ ] never run, [*] running, [-] waiting, [n] done.
func (c *Cell) Prompt() string {
	switch {
	case c.State == wire.RunBusy:
		return "[*]"
	case c.Sent || c.State == wire.RunQueued:
		return "[-]"
	case c.Count > 0:
		return "[" + strconv.Itoa(c.Count) + "]"
	}
	return "[ ]"
}

// changed notes that c is to be drawn anew.
func (s *State) changed(c *Cell) {
	c.Rev++
	s.touch(Notebook)
}

// outlive ends a run whose session has ended, and keeps what it has shown.
func (c *Cell) outlive() {
	outputs, cost, past := c.Outputs, c.Cost, c.Past || c.Count > 0
	c.forget()
	c.Outputs, c.Cost, c.Past = outputs, cost, past
}

// forget drops what a run left, for a session that begins anew.
func (c *Cell) forget() {
	c.RID, c.State, c.Count, c.Ran, c.Sent, c.Position = "", "", 0, "", false, 0
	c.Outputs, c.Clearing, c.Cost, c.Asking, c.Failure, c.Events, c.Memory, c.Lost = nil, false, nil, nil, nil, nil, nil, 0
	c.Check, c.Checking, c.Past, c.names, c.basis = nil, "", false, nil, nil
	c.Rev++
}
