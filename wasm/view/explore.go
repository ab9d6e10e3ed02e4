package view

import (
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// explore draws a slider for each number of a cell that may be dragged.
func explore(s *app.State, c *app.Cell) *Node {
	if c.Lesson == nil || len(c.Lesson.Explore) == 0 {
		return nil
	}
	var rows []*Node
	var note *Node
	for i, e := range c.Lesson.Explore {
		at := c.Chosen(e)
		shown := s.T("explore.own")
		if at >= 0 {
			shown = e.Values[at]
		}
		most := s.Within(e)
		if most < len(e.Values) {
			note = El("p", Class("explore-note"), s.T("explore.gpus", piece.Itoa(s.Device.GPUs()), e.Values[len(e.Values)-1]))
		}
		rows = append(rows, El("label", Class("explore-row"), El("code", e.Name),
			El("input", A("type", "range"), A("min", "0"), A("max", piece.Itoa(max(most, 1)-1)), A("value", piece.Itoa(max(at, 0))), A("aria-valuetext", shown), piece.Disabled(!s.MayRun() || most == 0),
				A("data-input", "explore "+c.ID+" "+piece.Itoa(i))),
			El("output", shown)))
	}
	return El("div", Class("explore"), El("p", s.T("explore.hint")), rows, note)
}
