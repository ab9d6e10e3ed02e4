package view

import (
	"encoding/json"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
)

// This file draws the profile of a kernel: cards with its measures, and which
// memory the threads of one warp touched.

// Profile is the shape of application/vnd.gputour.profile+json.
type Profile struct {
	Kernel  string    `json:"kernel"`
	Metrics []Metric  `json:"metrics"`
	Access  *Access   `json:"access,omitempty"`
	Finding []Finding `json:"findings,omitempty"`
}

// Metric is one card. Mood is "good", "bad" or empty.
type Metric struct {
	Label string `json:"label"`
	Value string `json:"value"`
	Mood  string `json:"mood,omitempty"`
}

// Access is which sector (of 32 bytes) each thread of a warp touched.
type Access struct {
	Label   string `json:"label"`
	Sectors []int  `json:"sectors"` // by thread
	Note    string `json:"note,omitempty"`
}

// Finding is something that a detector found, at a line of the cell.
type Finding struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
	Line int    `json:"line"`
}

func profile(s *app.State, _ *app.Cell, _ *wire.DisplayBody, data string) *Node {
	var p Profile
	if json.Unmarshal([]byte(data), &p) != nil {
		return nil
	}
	var cards []*Node
	for _, m := range p.Metrics {
		cards = append(cards, El("div", Flag("data-bad", m.Mood == "bad"), Flag("data-good", m.Mood == "good"), El("dd", m.Value), El("dt", m.Label)))
	}
	var findings []*Node
	for _, f := range p.Finding {
		findings = append(findings, El("li", A("data-status", "fail"), El("span", Class("mark"), A("aria-hidden", "true"), "✗"), El("div", s.T("finding", itoa(f.Line), f.Text))))
	}
	parts := []Part{Class("output"), El("dl", Class("profile"), cards)}
	if len(findings) > 0 {
		parts = append(parts, El("ul", Class("checks"), findings))
	}
	if p.Access != nil {
		parts = append(parts, access(p.Access))
	}
	return El("div", parts...)
}

const (
	accessThreads = 16
	accessCells   = 26
	accessWidth   = 660
)

// access draws lines from threads to the sectors that they touch.
func access(a *Access) *Node {
	kids := []Part{Class("access"), A("viewBox", "0 0 660 150"), A("role", "img"), A("aria-label", a.Label+" "+a.Note)}
	n := min(len(a.Sectors), accessThreads)
	first, last := bounds(a.Sectors[:n])
	span := max(last-first+1, accessCells)
	cell := float64(accessWidth) / accessCells
	touched := map[int]bool{}
	for t := range n {
		x := float64(t)*float64(accessWidth)/accessThreads + 18
		at := (a.Sectors[t] - first) * accessCells / span
		touched[at] = true
		kids = append(kids, El("line", A("x1", coord(x)), A("y1", "30"), A("x2", coord(float64(at)*cell+cell/2)), A("y2", "98")),
			El("rect", Class("thread"), A("x", coord(x-17)), A("y", "4"), A("width", "34"), A("height", "26"), A("rx", "5")),
			El("text", A("x", coord(x)), A("y", "21"), A("text-anchor", "middle"), "t"+itoa(t)))
	}
	for i := range accessCells {
		kids = append(kids, El("rect", Class("sector"), Flag("data-touched", touched[i]), A("x", coord(float64(i)*cell+1)), A("y", "98"), A("width", coord(cell-3)), A("height", "24"), A("rx", "4")))
	}
	kids = append(kids, El("text", A("x", "2"), A("y", "144"), a.Note))
	return El("figure", Class("access-figure"), El("figcaption", a.Label), El("svg", kids...))
}

func bounds(xs []int) (lo, hi int) {
	for i, x := range xs {
		if i == 0 || x < lo {
			lo = x
		}
		if i == 0 || x > hi {
			hi = x
		}
	}
	return lo, hi
}
