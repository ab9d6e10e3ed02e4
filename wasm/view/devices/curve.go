package devices

import (
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws how much of each GPU's memory the shown run took over time, and what made
// the most of it.

const curveHeight = 74

// curveOf are one device's points.
type curveOf struct {
	device string
	points []wire.MemoryPoint
	peak   wire.MemoryPoint
}

// curves sorts a run's points by device; from and to are when the first and the last were.
func curves(points []wire.MemoryPoint) (list []*curveOf, most, from, to int64) {
	at := map[string]*curveOf{}
	for i, p := range points {
		c := at[p.Device]
		if c == nil {
			c = &curveOf{device: p.Device, peak: p}
			at[p.Device] = c
			list = append(list, c)
		}
		if c.points = append(c.points, p); p.Used > c.peak.Used {
			c.peak = p
		}
		if i == 0 {
			from, to = p.At, p.At
		}
		most, from, to = max(most, p.Used), min(from, p.At), max(to, p.At)
	}
	return list, most, from, to
}

func curveSection(s *app.State) *Node {
	c := s.Cells[s.Device.Shown]
	if c == nil || len(c.Memory) == 0 {
		return nil
	}
	list, most, from, to := curves(c.Memory)
	if n := len(c.Events); n > 0 && c.Events[0].Called > 0 { // the axis of the timeline
		from = c.Events[0].Called
	}
	x := func(at int64) float64 {
		return laneLeft + float64(max(at-from, 0))*(timelineWidth-laneLeft-4)/float64(max(to-from, 1))
	}
	y := func(used int64) float64 { return 8 + float64(curveHeight-16)*(1-float64(used)/float64(max(most, 1))) }
	var kids []Part
	var words []string
	var rows []*Node
	for _, one := range list {
		kids = append(kids, El("g", A("data-device", one.device), El("path", Class("curve"), A("d", stairs(one.points, x, y))),
			El("circle", A("cx", piece.Coord(x(one.peak.At))), A("cy", piece.Coord(y(one.peak.Used))), A("r", "2.6"))))
		said := s.T("curve.peak", piece.Whole(piece.Bytes(one.peak.Used)))
		if one.peak.Line > 0 {
			said += " · " + s.T("curve.made", piece.Itoa(one.peak.Line), piece.Whole(piece.Bytes(one.peak.Bytes)))
		}
		words = append(words, one.device+": "+said)
		cell := one.peak.Cell
		if cell == "" {
			cell = c.ID
		}
		rows = append(rows, El("li", A("data-cell", cell), El("button", A("type", "button"), Class("tensor-event"), Act("line", piece.Itoa(one.peak.Line)), piece.Chip(one.device), El("span", said))))
	}
	kids = append(kids, El("line", Class("lane"), A("x1", piece.Coord(laneLeft)), A("x2", piece.Itoa(timelineWidth)), A("y1", piece.Itoa(curveHeight-8)), A("y2", piece.Itoa(curveHeight-8))),
		El("text", A("x", "0"), A("y", "14"), piece.Bytes(most)), El("text", A("x", "0"), A("y", piece.Itoa(curveHeight-5)), "0"))
	parts := append([]Part{Class("timeline curve-drawing"), A("viewBox", "0 0 "+piece.Itoa(timelineWidth)+" "+piece.Itoa(curveHeight)), A("role", "img"), A("aria-label", strings.Join(words, "; "))}, kids...)
	return El("section", El("div", Class("panel-head"), El("h2", s.T("curve", piece.Itoa(c.Count)))), El("svg", parts...), El("ul", Class("curve-peaks"), rows))
}

// stairs is the path of what was in use: it changes at once and then stays.
func stairs(points []wire.MemoryPoint, x func(int64) float64, y func(int64) float64) string {
	var b strings.Builder
	for i, p := range points {
		if i == 0 {
			b.WriteString("M" + piece.Coord(x(p.At)) + " " + piece.Coord(y(p.Used)))
			continue
		}
		b.WriteString("H" + piece.Coord(x(p.At)) + "V" + piece.Coord(y(p.Used)))
	}
	return b.String() + "H" + piece.Itoa(timelineWidth-4)
}
