package app

import (
	"gputour/engine/wire"
	"gputour/web/boot"
)

// This file runs, stops and restarts.

// execute asks for a run of c.
func (s *State) execute(c *Cell, keepGoing bool) {
	if !c.Runs() || c.Active() {
		return
	}
	if !s.Pen.Mine && s.Pen.Tabs > 1 { // the tab that runs is the one that writes
		s.send(wire.Request(wire.Pen, &wire.PenBody{}))
	}
	m := wire.Request(wire.Execute, &wire.ExecuteBody{Code: c.Code, KeepGoing: keepGoing, Step: s.stepping, Lang: string(s.Lang)})
	m.RID, m.Cell = s.newRID(), c.ID
	c.Sent, c.RID = true, m.RID
	s.changed(c)
	s.post(m)
	if s.Conn.State == Waiting {
		s.redial()
	}
}

// run is the Run button: of a note it shows the text.
func (s *State) run(c *Cell) {
	if c.Note {
		c.Shown = true
		s.changed(c)
		return
	}
	s.execute(c, false)
}

func (s *State) runAll(from, to int) {
	s.sweep = nil
	for i, b := range s.Doc {
		if c := s.Cells[b.Cell]; c != nil && i >= from && i <= to && !c.Note && c.Runs() {
			s.sweep = append(s.sweep, c.ID)
			s.execute(c, c.Lesson != nil && c.Lesson.Raises)
		}
	}
}

// runAgain runs what had run when names were lost, in the order it had.
func (s *State) runAgain() {
	again := s.again
	s.again, s.sweep = nil, nil
	s.dropAct("run-again")
	for _, id := range again {
		if c := s.Cells[id]; c != nil && !c.Note && c.Runs() {
			s.sweep = append(s.sweep, c.ID)
			s.execute(c, c.Lesson != nil && c.Lesson.Raises)
		}
	}
}

// swept follows "Run all": when one of its cells ends, it says where and why the others
// were not run, or that all were.
func (s *State) swept(c *Cell, state wire.RunState) {
	at := -1
	for i, id := range s.sweep {
		if id == c.ID {
			at = i
		}
	}
	if at < 0 || state == wire.RunAborted {
		return
	}
	raises := c.Lesson != nil && c.Lesson.Raises
	left := len(s.sweep) - at - 1
	switch {
	case state == wire.RunDone || state == wire.RunFailed && raises:
		if left == 0 {
			s.toast(s.T("sweep.done", itoa(len(s.sweep))))
			s.sweep = nil
		}
		return
	case left > 0:
		s.sweepStopped(c, state, left)
	}
	s.sweep = nil
}

func (s *State) sweepStopped(c *Cell, state wire.RunState, left int) {
	why := "sweep.failed"
	switch {
	case state == wire.RunStopped:
		why = "sweep.stopped"
	case c.Exercise() && !s.Progress.Lessons[s.Page.Lesson][c.ID]:
		why = "sweep.unsolved"
	}
	s.toastWith(s.T(why, itoa(c.Count), itoa(left)), "go c-"+c.ID, s.T("name.show"))
	s.stay()
}

// stop interrupts the session's run and takes what waits out of the queue.
func (s *State) stop(c *Cell) {
	rid := ""
	if c != nil && c.Active() {
		rid = c.RID
	} else if there := s.busyThere(); there != nil {
		rid = there.RID
		for _, other := range s.Cells {
			if other.Active() && !other.GPU {
				rid = "" // the session's own run comes first
			}
		}
	}
	if c != nil && c.Sent && !s.Conn.Live() { // never left this page
		s.answered(c.RID)
		c.Sent = false
		s.changed(c)
		return
	}
	m := wire.Request(wire.Interrupt, nil)
	m.RID = rid
	s.send(m)
}

func (s *State) restart() {
	if !s.Conn.Live() {
		s.toast(s.T("conn.needed"))
		return
	}
	s.Conn.outbox = nil
	s.send(wire.Request(wire.Restart, nil))
}

// switchDevices asks for other devices, and leaves the reader's own GPU on if it is; the server restarts the session.
func (s *State) switchDevices(spec string) {
	if !s.Conn.Live() {
		s.toast(s.T("conn.needed"))
		return
	}
	if s.Device.WebGPU() {
		spec += readers
	}
	s.send(wire.Request(wire.Devices, &wire.DevicesBody{Spec: spec}))
}

func (s *State) reply(c *Cell, value string) {
	if c.Asking == nil {
		return
	}
	m := wire.Request(wire.InputReply, &wire.InputReplyBody{Value: value})
	m.RID, m.Cell = c.RID, c.ID
	c.Asking = nil
	s.send(m)
	s.changed(c)
}

// check asks the server to run an exercise's tests.
func (s *State) check(c *Cell) {
	if c.Lesson == nil || c.Checking != "" {
		return
	}
	m := wire.Request(wire.Check, &wire.CheckBody{Lesson: s.Page.Lesson, Code: c.Code, Lang: string(s.Lang)})
	m.RID, m.Cell = s.newRID(), c.ID
	c.Checking, c.Check, c.tried = m.RID, nil, c.Code
	s.changed(c)
	s.post(m)
}

func (s *State) checked(c *Cell, rid string, b *wire.CheckResultBody) {
	c.Checking, c.Check = "", b
	if b.Status == "pass" {
		s.credited(c)
	}
	s.changed(c)
}

// guess notes a prediction or an answer to a quiz.
func (s *State) guess(c *Cell, option int) {
	if c.Lesson == nil || option < 1 || option > len(c.Lesson.Options) {
		return
	}
	c.Guess = option
	if c.Kind() == "quiz" && c.Right() {
		s.credited(c)
	}
	s.changed(c)
	s.saveSoon()
}

// Right reports whether the chosen option is right.
func (c *Cell) Right() bool {
	if c.Lesson == nil {
		return false
	}
	for _, a := range c.Lesson.Answers {
		if a == c.Guess {
			return true
		}
	}
	return false
}

// Judged reports whether the guess may be judged: a quiz at once, a prediction
// when the cell has run.
func (c *Cell) Judged() bool {
	return c.Guess > 0 && (c.Kind() == "quiz" || c.Count > 0 && !c.Active())
}

const dayMS = 24 * 60 * 60 * 1000

// Progress is which cells of which lessons are done, by id.
type Progress struct {
	Lessons map[string]map[string]bool `json:"lessons"`
	Days    []int64                    `json:"days,omitempty"` // on which something was done, since 1970, in order
}

// credit counts a run towards progress, where a run is all that is asked.
func (s *State) credit(c *Cell) {
	raises := c.Lesson != nil && c.Lesson.Raises
	switch c.Kind() {
	case "demo", "predict":
		if c.State == wire.RunDone || c.State == wire.RunFailed && raises {
			s.credited(c)
		}
	case "exercise", "kernel", "order":
		if c.Lesson != nil && !c.Lesson.Checked && c.State == wire.RunDone {
			s.credited(c)
		}
	}
}

func (s *State) credited(c *Cell) {
	if s.Page.Kind != boot.Lesson || c.Lesson == nil || s.Watched() {
		return
	}
	done := s.Progress.Lessons[s.Page.Lesson]
	if done[c.ID] {
		return
	}
	if done == nil {
		done = map[string]bool{}
		s.Progress.Lessons[s.Page.Lesson] = done
	}
	done[c.ID] = true
	if today := s.Now / dayMS; len(s.Progress.Days) == 0 || s.Progress.Days[len(s.Progress.Days)-1] < today {
		s.Progress.Days = append(s.Progress.Days, today)
	}
	s.storeProgress()
	s.touch(Course, Top)
}

// NextBlock is the key of the block after a cell's, "" behind the last.
func (s *State) NextBlock(c *Cell) string {
	if i := s.cellIndex(c.ID); i >= 0 && i+1 < len(s.Doc) {
		return s.Doc[i+1].Key
	}
	return ""
}

// NextExercise is the next exercise below a cell that is not done, or nil.
func (s *State) NextExercise(c *Cell) *Cell {
	below := false
	for _, d := range s.Order() {
		if below && d.Lesson != nil && d.Lesson.Checked && !s.Progress.Lessons[s.Page.Lesson][d.ID] {
			return d
		}
		below = below || d == c
	}
	return nil
}

// Last is the lesson that was visited last, "" for none.
func (s *State) Last() string { return s.last }

// Done counts the cells of a lesson that are done, of those that count.
func (s *State) Done(e boot.Entry) (done, all int) {
	for _, id := range e.Cells {
		if s.Progress.Lessons[e.ID][id] {
			done++
		}
	}
	return done, len(e.Cells)
}
