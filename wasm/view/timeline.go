package view

import (
	"sort"
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
)

// This file draws what ran when: a lane for each device and stream, and one for copies.

const (
	timelineWidth = 332 // of the drawing's own units
	laneLeft      = 52
	laneHeight    = 24
	minBar        = 1.5 // bars nearer than this are drawn as one
)

// Bar is a drawn piece of a lane: one event, or several that would lie on each other.
type Bar struct {
	X, W  float64
	Label string
	Count int
}

// Lane is one line of the timeline.
type Lane struct {
	Name, Device string
	Events       []wire.DeviceEvent
}

// Lanes sorts a run's events into lanes: each device's streams, then the copies.
func Lanes(events []wire.DeviceEvent) (lanes []Lane, from, to int64) {
	index := map[string]int{}
	from, to = -1, 0
	for _, e := range events {
		if e.Kind != "launch" && e.Kind != "copy" || e.Nanos <= 0 {
			continue
		}
		name, device := e.Device, e.Device
		if e.Stream > 0 {
			name += " s" + itoa(e.Stream)
		}
		if e.Kind == "copy" && e.From != "" && e.From != e.Device {
			name, device = "copy", "move"
		}
		i, ok := index[name]
		if !ok {
			i = len(lanes)
			index[name] = i
			lanes = append(lanes, Lane{Name: name, Device: device})
		}
		lanes[i].Events = append(lanes[i].Events, e)
		if from < 0 || e.Start < from {
			from = e.Start
		}
		to = max(to, e.Start+e.Nanos)
	}
	sort.SliceStable(lanes, func(i, j int) bool { return laneOrder(lanes[i]) < laneOrder(lanes[j]) })
	return lanes, max(from, 0), to
}

// laneOrder puts copies below the devices.
func laneOrder(l Lane) string {
	if l.Device == "move" {
		return "~"
	}
	return l.Name
}

// Bars places the events of a lane between from and to over width units, joining
// those that would be drawn on one another.
func Bars(events []wire.DeviceEvent, from, to int64, width float64) []Bar {
	span := float64(max(to-from, 1))
	var bars []Bar
	sorted := append([]wire.DeviceEvent(nil), events...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].Start < sorted[j].Start })
	for _, e := range sorted {
		x0 := float64(e.Start-from) / span * width
		x1 := float64(e.Start+e.Nanos-from) / span * width
		if x1 < 0 || x0 > width {
			continue
		}
		x0, x1 = max(x0, 0), min(max(x1, x0+minBar), width)
		if n := len(bars); n > 0 && x0 < bars[n-1].X+bars[n-1].W+0.2 && (x1-x0 < 3*minBar || x0 < bars[n-1].X+bars[n-1].W-0.5) {
			last := &bars[n-1]
			last.W = max(last.W, x1-last.X)
			last.Count += max(e.Count, 1)
			last.Label = ""
			continue
		}
		bars = append(bars, Bar{x0, x1 - x0, eventWords(e), max(e.Count, 1)})
	}
	return bars
}

func eventWords(e wire.DeviceEvent) string {
	if e.Kind == "copy" {
		return strings.TrimPrefix(e.From, "cuda:") + "→" + strings.TrimPrefix(e.Device, "cuda:") + " " + Bytes(e.Bytes)
	}
	return e.Kernel
}

func timelineSection(s *app.State) *Node {
	c := s.Cells[s.Device.Shown]
	title := s.T("timeline")
	if c != nil && c.Count > 0 {
		title = s.T("timeline.of", itoa(c.Count))
	}
	aside := ""
	if simulated(s) {
		aside = s.T("timeline.simulated")
	}
	head := El("div", Class("panel-head"), El("h2", title), El("span", Class("aside"), aside))
	if c == nil {
		return El("section", head, El("p", Class("empty"), s.T("timeline.empty")))
	}
	lanes, from, to := Lanes(c.Events)
	if len(lanes) == 0 {
		return El("section", head, El("p", Class("empty"), s.T("timeline.empty")))
	}
	from, to = zoomed(s.Device, from, to)
	parts := []Part{head, drawing(s, lanes, from, to), zoomButtons(s)}
	if c.Lost > 0 {
		parts = append(parts, El("p", Class("empty"), s.T("timeline.lost", itoa(int(c.Lost)))))
	}
	return El("section", parts...)
}

// zoomed is the part of the run that is in view.
func zoomed(d app.Device, from, to int64) (int64, int64) {
	view := max((to-from)>>d.Zoom, 1)
	start := from + int64(d.Pan)*view/8
	return start, start + view
}

func drawing(s *app.State, lanes []Lane, from, to int64) *Node {
	height := len(lanes)*laneHeight + 22
	kids := []Part{Class("timeline"), A("viewBox", "0 0 "+itoa(timelineWidth)+" "+itoa(height)), A("role", "img"), A("aria-label", timelineWords(s, lanes, to-from))}
	for i, lane := range lanes {
		kids = append(kids, drawLane(lane, i*laneHeight, from, to))
	}
	axis := float64(len(lanes)*laneHeight + 15)
	for k := range 4 {
		x := laneLeft + float64(k)*(timelineWidth-laneLeft)/3
		anchor := []string{"start", "middle", "middle", "end"}[k]
		at := Millis(float64(to-from) / 1e6 * float64(k) / 3)
		if k == 0 {
			at = "0"
		}
		kids = append(kids, El("text", A("x", coord(x)), A("y", coord(axis)), A("text-anchor", anchor), at))
	}
	return El("svg", kids...)
}

func drawLane(lane Lane, y int, from, to int64) *Node {
	kids := []Part{A("data-device", lane.Device),
		El("line", Class("lane"), A("x1", "0"), A("x2", itoa(timelineWidth)), A("y1", itoa(y+laneHeight-2)), A("y2", itoa(y+laneHeight-2))),
		El("text", A("x", "0"), A("y", itoa(y+15)), lane.Name)}
	for _, b := range Bars(lane.Events, from, to, timelineWidth-laneLeft) {
		kids = append(kids, drawBar(b, y))
	}
	return El("g", kids...)
}

func drawBar(b Bar, y int) *Node {
	title := b.Label
	if b.Count > 1 {
		title = strings.TrimSpace(title + " ×" + itoa(b.Count))
	}
	var label *Node
	if b.Label != "" && float64(len(b.Label))*5.9+8 < b.W {
		label = El("text", Class("bar-text"), A("x", coord(laneLeft+b.X+4)), A("y", itoa(y+14)), b.Label)
	}
	return El("g", El("title", title),
		El("rect", A("x", coord(laneLeft+b.X)), A("y", itoa(y+4)), A("width", coord(b.W)), A("height", "14"), A("rx", "2.5")), label)
}

// timelineWords says for a screen reader what the drawing shows.
func timelineWords(s *app.State, lanes []Lane, span int64) string {
	var parts []string
	for _, l := range lanes {
		busy, n := int64(0), 0
		for _, e := range l.Events {
			busy += e.Nanos
			n += max(e.Count, 1)
		}
		parts = append(parts, s.T("timeline.lane", l.Name, itoa(n), Millis(float64(busy)/1e6)))
	}
	return s.T("timeline.words", Millis(float64(span)/1e6)) + " " + strings.Join(parts, "; ")
}

func zoomButtons(s *app.State) *Node {
	kids := []*Node{
		iconButton("minus", s.T("zoom.out"), Act("zoom", "out"), Flag("disabled", s.Device.Zoom == 0)),
		iconButton("plus", s.T("zoom.in"), Act("zoom", "in")),
	}
	if s.Device.Zoom > 0 {
		kids = append(kids, iconButton("left", s.T("zoom.left"), Act("zoom", "left")), iconButton("right", s.T("zoom.right"), Act("zoom", "right")))
	}
	return El("div", Class("zoom"), A("role", "group"), A("aria-label", s.T("zoom")), kids)
}

func coord(v float64) string { return number(v, true) }
