package app

import (
	"strconv"
	"strings"

	"gputour/engine/wire"
	"gputour/engine/wire/fields"
	"gputour/wasm/class"
	"gputour/wasm/steps"
)

// This file applies what the server says.

// received applies one message.
func (s *State) received(op Received) {
	m := op.Message
	if m.Seq > 0 && !s.inOrder(m) {
		return
	}
	s.answered(m.RID)
	switch b := op.Body.(type) {
	case *wire.WelcomeBody:
		s.welcome(m, b)
	case *wire.ResumedBody:
		s.Conn.Seq = b.From
		s.up()
	case *wire.ResetBody:
		s.reset(b)
		s.up()
	case *wire.StatusBody:
		s.status(b)
	case *wire.KeepingBody:
		s.keeping(b)
	case *wire.GPUBody:
		s.gpuTold(m.RID, *b)
	case *wire.PenBody:
		s.Pen = *b
		s.touch(Top, Notebook)
	case *wire.RefusedBody:
		s.refused(m, b)
	case *wire.DraftsReplyBody:
		s.keptListed(m.RID, b)
	case *wire.AssignedBody:
		s.assigned(b)
	case *wire.GradeBody:
		s.graded(b)
	case *wire.ReceiptBody:
		s.receipt(b)
	case *wire.DraftedBody:
		s.drafted(m, b)
	case *wire.StaleBody:
		s.otherText(m, b)
	case *wire.VersionsReplyBody:
		s.versionsCame(m.RID, b)
	case *wire.PlacementBody:
		s.placed(b)
	case *wire.CompleteReplyBody:
		s.completed(m.RID, b)
	case *wire.InspectReplyBody:
		s.inspected(m.RID, b)
	case *wire.DiagnoseReplyBody:
		s.diagnosed(m.RID, b)
	case *wire.SolutionReplyBody:
		s.solved(m, b)
	default:
		s.cellEvent(m, op.Body)
	}
}

// keeping says when the server begins or ceases to write down what happens.
func (s *State) keeping(b *wire.KeepingBody) {
	s.Conn.Unkept = !b.Kept
	s.touch(Top)
	if s.Conn.Unkept {
		s.toast(s.T("session.unkept"))
	} else {
		s.toast(s.T("session.kept"))
	}
}

// cellEvent applies an event of a run.
func (s *State) cellEvent(m wire.Message, body any) {
	c := s.cellOf(m)
	if c == nil {
		return
	}
	if done, ok := body.(*wire.ControlDoneBody); ok {
		s.touchDone(c, m.RID, done)
		return
	}
	if late := c.RID != "" && c.RID != m.RID; late && m.Type != wire.Input && m.Type != wire.Queued && m.Type != wire.CheckResult {
		return // the cell has been run anew, here or on a shared GPU
	}
	if check, ok := body.(*wire.CheckResultBody); ok {
		s.checked(c, m.RID, check)
		return
	}
	switch b := body.(type) {
	case *wire.QueueBody:
		s.queued(c, m.RID, b)
	case *wire.InputBody:
		s.began(c, m, b)
	case *wire.ReplyBody:
		s.ended(c, m.RID, b)
		s.exploreOn(c)
	default:
		s.output(c, m, body)
	}
	s.changed(c)
}

// cellOf finds the cell of a message. A cell that another tab made is added at the end.
func (s *State) cellOf(m wire.Message) *Cell {
	if c := s.cell(m.Cell); c != nil || m.Cell == "" {
		return c
	}
	if m.Type != wire.Input && m.Type != wire.Queued {
		return nil
	}
	c := newCell(m.Cell, "")
	s.insertAt(len(s.Doc), c)
	return c
}

func (s *State) queued(c *Cell, rid string, b *wire.QueueBody) {
	if c.State == wire.RunBusy && c.RID == rid {
		return
	}
	c.RID, c.State, c.Position, c.Sent = rid, wire.RunQueued, b.Position, false
}

// began starts a run's life on the page. The old outputs stay until there is
// something new, so that nothing jumps.
func (s *State) began(c *Cell, m wire.Message, b *wire.InputBody) {
	if c.Code == "" && c.Ran == "" && c.Lesson == nil || s.Watched() {
		s.setCode(c, b.Code) // made in another tab, or by who is looked at
	}
	c.RID, c.State, c.Count, c.Ran, c.Sent = m.RID, wire.RunBusy, b.Count, b.Code, false
	c.Started, c.Clearing = s.Now, len(c.Outputs) > 0
	c.Cost, c.Asking, c.Events, c.Memory, c.Lost, c.Failure = nil, nil, nil, nil, 0, nil
	c.Near, c.Past, c.names = nil, false, nil
	if c.GPU = b.GPU; !c.GPU {
		s.again = nil
		s.dropAct("run-again")
	}
	c.basis = s.grounds(c)
	c.Folded = false
	s.do(Marks{Cell: c.ID})
	s.Device.Bar = -1
	s.show(c)
	s.tick()
	s.touch(Top, Panel)
}

func (s *State) ended(c *Cell, rid string, b *wire.ReplyBody) {
	if c.RID != rid && c.RID != "" {
		return
	}
	c.Sent, c.Asking, c.Position, c.Near = false, nil, 0, nil
	defer s.swept(c, b.State)
	if b.State == wire.RunAborted {
		c.State, c.RID = "", ""
		if c.Count > 0 {
			c.State = wire.RunDone
		}
		return
	}
	c.fresh()
	c.State, c.Cost = b.State, &b.Cost
	s.credit(c)
	s.askPlacement()
	s.touch(Top, Panel)
	for _, other := range s.Order() { // they may name a cell that has to run first, or the exercise that comes next
		if other.Failure != nil || other.Check != nil {
			other.Rev++
		}
	}
}

// output applies what a run gives between its beginning and its end.
func (s *State) output(c *Cell, m wire.Message, body any) {
	switch b := body.(type) {
	case *wire.StreamBody:
		c.print(b)
	case *wire.DisplayBody:
		s.display(c, m.Type, b)
	case *wire.ClearBody:
		if b.Wait {
			c.Clearing = true
		} else {
			c.Outputs, c.Clearing = nil, false
		}
	case *wire.ErrorBody:
		c.add(&Output{Kind: FailureOutput, Failure: b})
		c.Failure = b
		s.markFailure(c, b)
	case *wire.LimitBody:
		if m.Type == wire.LimitNear {
			c.Near = b
			return
		}
		c.add(&Output{Kind: LimitOutput, Limit: b})
	case *wire.NamesBody:
		c.names = b
	case *wire.ProgressBody:
		c.advance(b)
	case *wire.InputRequestBody:
		c.fresh()
		c.Asking = b
		s.do(FocusNode{"ask-" + c.ID})
	case *wire.DeviceBody:
		s.deviceEvents(c, b)
	}
}

func (s *State) display(c *Cell, typ string, b *wire.DisplayBody) {
	if typ == wire.UpdateDisplay {
		for _, other := range s.Cells {
			if other.update(b) && other != c {
				s.changed(other)
			}
		}
		return
	}
	c.add(&Output{Kind: DisplayOutput, Display: b, Result: typ == wire.Result, Replay: steps.Read(b.Data)})
	s.markFindings(c, b.Data[ProfileType])
}

// ProfileType is the MIME type of a kernel's profile; the view draws it.
const ProfileType = "application/vnd.gputour.profile+json"

// findings is what of a profile the editors show.
type findings struct {
	File     string    `json:"file"` // "Cell In[2]"
	Findings []finding `json:"findings"`
}

type finding struct {
	Kind string   `json:"kind"`
	Code string   `json:"code"`
	Args []string `json:"args"`
	Text string   `json:"text"`
	Line int      `json:"line"`
}

// markFindings puts what a kernel's detectors found into the margin of the kernel's
// cell, which may be another one than the cell that shows the profile.
func (s *State) markFindings(c *Cell, profile string) {
	var p findings
	if profile == "" || fields.Read(profile, &p, false) != nil {
		return
	}
	if c = s.cellNamed(p.File, c); c.Code != c.Ran {
		return
	}
	var marks []Mark
	for _, f := range p.Findings {
		marks = append(marks, Mark{Line: f.Line, Text: s.Kernel(f.Code, f.Args, f.Text), Severity: Severity(f.Kind)})
	}
	if len(marks) > 0 {
		s.do(Marks{c.ID, marks})
	}
}

// advice are the findings that say how a kernel could be faster; all others say
// that it is wrong.
var advice = map[string]bool{"coalescing": true, "bank conflicts": true}

// Severity is how a finding of a kind is marked.
func Severity(kind string) string {
	if advice[kind] {
		return "warning"
	}
	return "error"
}

// cellNamed is the cell that tracebacks call by name, or other when none is.
func (s *State) cellNamed(name string, other *Cell) *Cell {
	count, ok := strings.CutPrefix(name, "Cell In[")
	for _, c := range s.Cells {
		if ok && count == strconv.Itoa(c.Count)+"]" {
			return c
		}
	}
	return other
}

// markFailure points at the line of each of the learner's frames, in its editor.
func (s *State) markFailure(c *Cell, b *wire.ErrorBody) {
	marks := map[string][]Mark{}
	for _, f := range b.Frames {
		target := s.cell(f.Cell)
		if target == nil || target.Code != target.Ran || f.Line < 1 {
			continue
		}
		marks[f.Cell] = append(marks[f.Cell], Mark{Line: f.Line, Col: f.Col, EndLine: f.EndLine, EndCol: f.EndCol, Text: b.Name + ": " + b.Value})
	}
	for cell, list := range marks {
		s.do(Marks{cell, list})
	}
}

func (s *State) status(b *wire.StatusBody) {
	switch {
	case b.State != wire.Restarting:
	case b.Reason == "worker", b.Reason == "neighbour", b.Reason == "gpu", b.Reason == "gpu-over":
		s.forgetNames()
	default:
		s.forgetRuns()
	}
	if b.State == wire.Restarting || b.Reason != "" {
		s.tellRestart(b.Reason, b.Again)
	}
	if b.State == wire.Busy {
		return // what follows says what there is to see
	}
	if len(b.Devices) > 0 {
		s.Device.Infos = b.Devices
		for _, c := range s.Cells {
			if c.Lesson != nil && len(c.Lesson.Explore) > 0 { // how far it can be dragged
				s.changed(c)
			}
		}
	}
	s.askPlacement()
	if b.State != wire.Idle || b.Reason != "" || len(b.Devices) > 0 {
		s.touch(Top, Panel, Notebook)
	}
}

func (s *State) refused(m wire.Message, b *wire.RefusedBody) {
	switch b.Request {
	case wire.Draft, wire.Drafts:
		s.keepRefused(m, b)
		return
	case wire.Versions:
		s.versionsRefused(m.RID, b.Code)
		return
	}
	if c := s.cell(m.Cell); c != nil {
		if c.Sent {
			c.Sent, c.RID = false, ""
		}
		if c.touching == m.RID {
			c.touching, c.touches = "", nil
		}
		if c.Checking == m.RID {
			c.Checking = ""
		}
		if c.Solving == m.RID {
			c.Solving, c.Parts = "", max(c.Parts-1, 0)
		}
		s.changed(c)
	}
	if b.Request == wire.GPURequest {
		s.gpuRefused()
	}
	delete(s.asked, m.RID)
	s.unsent(m.RID)
	if c := s.cell(m.Cell); c != nil && c.recalling == m.RID && m.RID != "" {
		c.Parts = 0 // a new session, which has seen nothing
		return
	}
	if b.Request == wire.Place || b.Request == wire.Complete || b.Request == wire.Inspect || b.Request == wire.Diagnose {
		return // asked by the page, not by the learner
	}
	s.toast(s.T("refused." + b.Code))
}

// reset replaces all runs by those of a snapshot.
func (s *State) reset(b *wire.ResetBody) {
	for _, c := range s.Cells {
		c.GPU = false
	}
	s.forgetRuns()
	if s.GPU.Turn, s.GPU.Asking = nil, false; b.Snapshot.GPU != nil {
		s.gpuTold(b.Snapshot.GPU.RID, b.Snapshot.GPU.GPUBody)
	}
	for _, snap := range b.Snapshot.Cells {
		c := s.cell(snap.Cell)
		if c == nil && s.Watched() { // a cell of who is looked at
			c = newCell(snap.Cell, snap.Code)
			s.insertAt(len(s.Doc), c)
		}
		if c == nil {
			continue
		}
		if s.Watched() && snap.Code != "" {
			s.setCode(c, snap.Code)
		}
		c.RID, c.State, c.Count, c.Ran = snap.RID, snap.State, snap.Count, snap.Code
		if c.Ran == "" { // of a run long ago, whose code is not kept, or of one that waits
			c.Ran = c.Code
		}
		c.Started, c.GPU = s.Now, snap.GPU
		for _, m := range snap.Outputs {
			if body, err := wire.DecodeBody(m); err == nil {
				s.output(c, m, body)
			}
		}
		if snap.Reply != nil {
			c.Cost = &snap.Reply.Cost
			s.credit(c)
		}
		if snap.State == wire.RunBusy {
			s.tick()
		}
		s.changed(c)
	}
	for _, c := range s.Cells { // what ran before what is not told: nothing is called stale
		if c.Count > 0 {
			c.basis = s.grounds(c)
		}
	}
	s.Conn.Seq = b.Seq
	if b.Snapshot.Reason != "" || len(b.Snapshot.Again) > 0 {
		s.tellRestart(b.Snapshot.Reason, b.Snapshot.Again)
	}
}

// tellRestart says why names are gone, and offers to run the cells again that had run when
// nobody gave them up.
func (s *State) tellRestart(reason string, again []string) {
	s.again = again
	if len(again) == 0 {
		s.toast(s.T("restart." + reason))
		return
	}
	s.toastWith(s.T("restart."+reason), "run-again", s.T("cmd.run-again"))
	s.stay()
}

// stay has the last toast stay longer.
func (s *State) stay() {
	s.Toasts[len(s.Toasts)-1].Until = s.Now + stayTime
	s.do(After{stayTime, "toast"})
}

// tick keeps the timers of running cells moving.
func (s *State) tick() {
	if !s.ticking {
		s.ticking = true
		s.do(After{100, "tick"})
	}
}

// ticked draws the running cells anew while there are any.
func (s *State) ticked() {
	s.ticking = false
	for _, c := range s.Cells {
		if c.State == wire.RunBusy {
			s.tick()
			s.changed(c)
		}
	}
}

// due carries out what an After was set for.
func (s *State) due(what string) {
	if of, ok := strings.CutPrefix(what, "class."); ok {
		s.class(class.Due{What: of})
		return
	}
	switch what {
	case "dial":
		if s.Now+20 >= s.Conn.RetryAt { // a later close has set its own timer; one of a browser may go off a little early
			s.redial()
		}
	case "back":
		s.do(Probe{})
	case "countdown":
		s.Conn.retryTick = false
		s.touch(Top)
		s.tickRetry()
	case "assigned-next":
		s.askAssigned()
	case "assigned":
		s.assignedTick = false
		s.touch(Work)
		s.tickAssigned()
	case "ack":
		s.Conn.ackTimer = false
		s.ack()
	case "touch":
		s.touch(Top)
	case "tick":
		s.ticked()
	case "save":
		s.saveDraft()
	case "keep":
		s.keepDue()
	case "keep-late":
		s.keepIsLate()
	case "gpu":
		s.gpuDue()
	case "toast":
		s.dropToasts()
	case "place":
		s.placeDue()
	}
}
