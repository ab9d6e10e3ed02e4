package app

//go:generate go run gputour/engine/wire/fields/gen

import (
	"strings"

	"gputour/engine/wire"
	"gputour/engine/wire/fields"
)

// This file sends what the learner does to the controls that a cell shows (ipywidgets), one thing of a cell at a time:
// while a slider is dragged, each answer asks for where it stands then.

// Control is a control as its display describes it.
type Control struct {
	ID          string          `json:"id"`
	Kind        string          `json:"kind"` // the class: "IntSlider"
	Value       fields.Raw      `json:"value"`
	Description string          `json:"description"`
	Tooltip     string          `json:"tooltip"`
	Placeholder string          `json:"placeholder"`
	Disabled    bool            `json:"disabled"`
	Hidden      bool            `json:"hidden"`
	Width       string          `json:"width"`
	Min         float64         `json:"min"`
	Max         float64         `json:"max"`
	Step        *float64        `json:"step"`
	Base        float64         `json:"base"`
	Readout     fields.Raw      `json:"readout"` // whether the value is shown; of Valid the words for false
	Format      string          `json:"readout_format"`
	Continuous  *bool           `json:"continuous_update"`
	Style       string          `json:"button_style"`
	BarStyle    string          `json:"bar_style"`
	Options     []string        `json:"options"`
	Index       *int            `json:"index"`
	Chosen      []int           `json:"chosen"`
	Rows        int             `json:"rows"`
	Titles      []string        `json:"titles"`
	Front       *int            `json:"selected_index"`
	Children    []*Control      `json:"children"`
	Outputs     []ControlOutput `json:"outputs"`
}

// ControlOutput is what an Output took, as nbformat has it.
type ControlOutput struct {
	Type      string            `json:"output_type"`
	Name      string            `json:"name"`
	Text      string            `json:"text"`
	Data      map[string]string `json:"data"`
	Traceback []string          `json:"traceback"`
}

// ReadControl reads a display of wire.ControlType; nil where it is none.
func ReadControl(data string) *Control {
	c := new(Control)
	if fields.Read(data, c, false) != nil || c.Kind == "" {
		return nil
	}
	return c
}

// gesture is what was done to a control, and has not been asked for yet.
type gesture struct{ id, event, value string }

// touched takes what the learner did; what is "id event value", the value as JSON.
func (s *State) touched(c *Cell, what string) {
	id, rest, _ := strings.Cut(what, " ")
	event, value, _ := strings.Cut(rest, " ")
	if id == "" || c.Past || !s.MayRun() {
		return
	}
	if !s.Conn.Live() {
		s.toast(s.T("conn.needed"))
		return
	}
	t := gesture{id, event, value}
	if n := len(c.touches); n > 0 && event == wire.ControlSet && c.touches[n-1].id == id && c.touches[n-1].event == event {
		c.touches[n-1] = t // only where it stands now matters
	} else {
		c.touches = append(c.touches, t)
	}
	s.touchNext(c)
}

// touchNext asks for the next of what was done.
func (s *State) touchNext(c *Cell) {
	if c.touching != "" || len(c.touches) == 0 {
		return
	}
	t := c.touches[0]
	c.touches = c.touches[1:]
	m := wire.Request(wire.Control, &wire.ControlBody{ID: t.id, Event: t.event, Value: t.value, Lang: string(s.Lang)})
	m.RID, m.Cell = s.newRID(), c.ID
	c.touching, c.touchedAt = m.RID, s.Now
	s.send(m)
	s.do(After{longTouch, "touch"})
}

// longTouch is how many ms callbacks may take before the page offers to stop them.
const longTouch = 600

// calling reports whether callbacks of a control take long.
func (s *State) calling() bool {
	for _, c := range s.Cells {
		if c.touching != "" && s.Now-c.touchedAt >= longTouch {
			return true
		}
	}
	return false
}

// touchDone goes on when the callbacks have run.
func (s *State) touchDone(c *Cell, rid string, b *wire.ControlDoneBody) {
	if c.touching != rid {
		return
	}
	c.touching = ""
	s.touch(Top)
	if b.Gone {
		c.touches, c.Past = nil, true
		s.toast(s.T("control.gone"))
	}
	if b.State == wire.RunStopped || b.State == wire.RunAborted {
		c.touches = nil
	}
	s.askPlacement()
	s.touchNext(c)
}

// dropTouches forgets what was under way on a line that is lost.
func (s *State) dropTouches() {
	for _, c := range s.Cells {
		c.touching, c.touches = "", nil
	}
}
