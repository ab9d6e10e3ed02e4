package wire

// This file defines how controls that a cell shows (ipywidgets) work: what the learner does to one comes as a request,
// runs the control's callbacks between the runs of cells, as a small run, and what these print and display belongs to the
// cell that shows the control.

// ControlType is the MIME type of a control: its state as JSON, with that of the controls in it.
const ControlType = "application/vnd.gputour.widget+json"

// What is done to a control.
const (
	ControlSet    = "set"    // it has another value
	ControlClick  = "click"  // a button was pressed
	ControlSubmit = "submit" // Enter was pressed in a line of text, whose value comes along
)

// ControlBody says what the learner did to a control of the cell in the envelope, whose RID is the client's id of the
// small run. ControlDone ends it.
type ControlBody struct {
	ID    string `json:"id"`
	Event string `json:"event"`
	Value string `json:"value,omitempty"` // as JSON
	Lang  string `json:"lang,omitempty"`  // language of explanations
}

func (b *ControlBody) check() error {
	if b.ID == "" {
		return missing("id")
	}
	if b.Event != ControlSet && b.Event != ControlClick && b.Event != ControlSubmit {
		return &Error{BadField, "event " + short(b.Event) + " is not one of set, click, submit"}
	}
	return firstError(ids("id", b.ID, "lang", b.Lang), atMost("value", b.Value, MaxInput))
}

// ControlDoneBody ends a small run. Gone says that there is no such control any more: names were lost since its cell ran.
type ControlDoneBody struct {
	State RunState `json:"state"` // done, error, stopped or aborted
	Gone  bool     `json:"gone,omitempty"`
	Cut   int64    `json:"cut,omitempty"` // see Bound
}
