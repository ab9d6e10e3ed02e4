package devices

import (
	"slices"
	"sort"
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws what ran when: what the host called, what each device's streams and copy
// engines did, and the links between devices.

const (
	timelineWidth = 332 // of the drawing's own units
	laneLeft      = 62
	laneHeight    = 24
	minBar        = 1.5 // bars nearer than this are drawn as one
)

// Bar is a drawn piece of a lane: one event, or several that would lie on each other.
type Bar struct {
	X, W   float64
	Label  string
	Count  int
	Events []int // numbers of the run's events
	Sparse bool  // told as one, with gaps between
}

// Lane is one line of the timeline.
type Lane struct {
	Name, Device string // Device gives the colour
	Spans        []Span
	order        string
}

// Span is when something in a lane went on.
type Span struct {
	Event    int // number of the run's event
	From, To int64
	Busy     int64
	Label    string
	Count    int
}

// Lanes sorts a run's events into lanes: the host, each device with its copy engines, the links.
func Lanes(events []wire.DeviceEvent) (lanes []Lane, from, to int64) {
	index := map[string]int{}
	from = -1
	add := func(l Lane, s Span) {
		i, ok := index[l.Name]
		if !ok {
			i = len(lanes)
			index[l.Name] = i
			lanes = append(lanes, l)
		}
		lanes[i].Spans = append(lanes[i].Spans, s)
		if from < 0 || s.From < from {
			from = s.From
		}
		to = max(to, s.To)
	}
	for n, e := range events {
		count := max(e.Count, 1)
		if e.Held > 0 {
			add(Lane{Name: "host", Device: "cpu"}, Span{n, e.Called, e.Called + max(e.Held, e.HostSpan), e.Held, callWords(e), count})
		}
		if e.Nanos > 0 && (e.Start > 0 || e.Called > 0) {
			add(laneOf(e), Span{n, e.Start, e.Start + max(e.Nanos, e.Span), e.Nanos, eventWords(e), count})
		}
	}
	sort.SliceStable(lanes, func(i, j int) bool { return lanes[i].order < lanes[j].order })
	return lanes, max(from, 0), to
}

// laneOf is where an event ran: a stream, a copy engine, or a link.
func laneOf(e wire.DeviceEvent) Lane {
	short := func(device string) string { return strings.TrimSuffix(strings.TrimPrefix(device, "cuda:"), "gpu:0") }
	switch {
	case e.Kind == "copy" && e.From == "cpu" && e.Device != "cpu":
		return Lane{Name: "copy →" + short(e.Device), Device: "move", order: e.Device + "~1"}
	case e.Kind == "copy" && e.Device == "cpu" && e.From != "":
		return Lane{Name: "copy " + short(e.From) + "→", Device: "move", order: e.From + "~2"}
	case e.Kind == "copy" && e.From != "" && e.From != e.Device:
		return Lane{Name: "link " + short(e.From) + "→" + short(e.Device), Device: "move", order: "~" + e.From + e.Device}
	case e.Stream > 0:
		return Lane{Name: e.Device + " s" + piece.Itoa(e.Stream), Device: e.Device, order: e.Device + " " + piece.Itoa(e.Stream)}
	}
	return Lane{Name: e.Device, Device: e.Device, order: e.Device}
}

// Bars places the spans of a lane between from and to over width units, joining
// those that would be drawn on one another.
func Bars(spans []Span, from, to int64, width float64) []Bar {
	scale := width / float64(max(to-from, 1))
	var bars []Bar
	sorted := append([]Span(nil), spans...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].From < sorted[j].From })
	for _, s := range sorted {
		x0, x1 := float64(s.From-from)*scale, float64(s.To-from)*scale
		if x1 < 0 || x0 > width {
			continue
		}
		x0, x1 = max(x0, 0), min(max(x1, x0+minBar), width)
		if n := len(bars); n > 0 && x0 < bars[n-1].X+bars[n-1].W+0.2 && (x1-x0 < 3*minBar || x0 < bars[n-1].X+bars[n-1].W-0.5) {
			last := &bars[n-1]
			last.W = max(last.W, x1-last.X)
			last.Count += s.Count
			last.Events = append(last.Events, s.Event)
			if last.Label != s.Label {
				last.Label = ""
			}
			continue
		}
		bars = append(bars, Bar{x0, x1 - x0, s.Label, s.Count, []int{s.Event}, s.To-s.From > s.Busy})
	}
	return bars
}

// eventWords says what a device did, callWords what the host called for it.
func eventWords(e wire.DeviceEvent) string {
	if e.Kind == "copy" {
		return piece.Bytes(e.Bytes)
	}
	return e.Kernel
}

func callWords(e wire.DeviceEvent) string {
	switch e.Kind {
	case "launch":
		return e.Kernel
	case "fallback":
		return e.Kernel + " (fallback)"
	}
	return e.Kind
}

// webGPU is the reader's own GPU, which is timed by the host.
const webGPU = "webgpu:0"

func timelineSection(s *app.State) *Node {
	c := s.Cells[s.Device.Shown]
	title := s.T("timeline")
	if c != nil && c.Count > 0 {
		title = s.T("timeline.of", piece.Itoa(c.Count))
	}
	if c == nil {
		return El("section", El("div", Class("panel-head"), El("h2", title)), El("p", Class("empty"), s.T("timeline.empty")))
	}
	lanes, from, to := Lanes(c.Events)
	aside := ""
	if len(lanes) > 0 {
		aside = piece.Millis(float64(to-from) / 1e6)
		switch {
		case slices.ContainsFunc(c.Events, func(e wire.DeviceEvent) bool { return e.Device == webGPU || e.From == webGPU }):
			aside = s.T("timeline.host", aside)
		case piece.Simulated(s):
			aside = s.T("timeline.simulated", aside)
		}
	}
	head := El("div", Class("panel-head"), El("h2", title), El("span", Class("aside"), aside))
	if len(lanes) == 0 {
		words := s.T("timeline.unused")
		if c.Active() {
			words = s.T("timeline.waiting")
		}
		return El("section", head, El("p", Class("empty"), words))
	}
	from, to = zoomed(s.Device, from, to)
	parts := []Part{head, drawing(s, c, lanes, from, to), zoomButtons(s), barDetail(s, c)}
	if c.Lost > 0 {
		parts = append(parts, El("p", Class("empty"), s.T("timeline.lost", piece.Itoa(int(c.Lost)))))
	}
	return El("section", parts...)
}

// zoomed is the part of the run that is in view.
func zoomed(d app.Device, from, to int64) (int64, int64) {
	view := max((to-from)>>d.Zoom, 1)
	start := from + int64(d.Pan)*view/8
	return start, start + view
}

// drawing is the lanes over their axis; it takes the keyboard, see hooks.ts.
func drawing(s *app.State, c *app.Cell, lanes []Lane, from, to int64) *Node {
	height := len(lanes)*laneHeight + 22
	lit := s.LitEvents(c)
	kids := []Part{Class("timeline"), A("viewBox", "0 0 "+piece.Itoa(timelineWidth)+" "+piece.Itoa(height)), A("role", "group"), A("aria-label", timelineWords(s, lanes, to-from)),
		A("tabindex", "0"), A("data-keys", "timeline")}
	for i, lane := range lanes {
		kids = append(kids, drawLane(lane, i*laneHeight, from, to, lit))
	}
	axis := float64(len(lanes)*laneHeight + 15)
	begin, _ := spanOf(lanes)
	for k := range 4 {
		x := laneLeft + float64(k)*(timelineWidth-laneLeft)/3
		anchor := []string{"start", "middle", "middle", "end"}[k]
		at := "0"
		if nanos := from - begin + (to-from)*int64(k)/3; nanos > 0 {
			at = piece.Millis(float64(nanos) / 1e6)
		}
		kids = append(kids, El("text", A("x", piece.Coord(x)), A("y", piece.Coord(axis)), A("text-anchor", anchor), at))
	}
	return El("svg", kids...)
}

// spanOf is when all lanes began and ended.
func spanOf(lanes []Lane) (from, to int64) {
	from = lanes[0].Spans[0].From
	for _, l := range lanes {
		for _, s := range l.Spans {
			from, to = min(from, s.From), max(to, s.To)
		}
	}
	return from, to
}

func drawLane(lane Lane, y int, from, to int64, lit map[int]bool) *Node {
	kids := []Part{A("data-device", lane.Device),
		El("line", Class("lane"), A("x1", "0"), A("x2", piece.Itoa(timelineWidth)), A("y1", piece.Itoa(y+laneHeight-2)), A("y2", piece.Itoa(y+laneHeight-2))),
		El("text", A("x", "0"), A("y", piece.Itoa(y+15)), lane.Name)}
	for _, b := range Bars(lane.Spans, from, to, timelineWidth-laneLeft) {
		kids = append(kids, drawBar(b, y, lit))
	}
	return El("g", kids...)
}

func drawBar(b Bar, y int, lit map[int]bool) *Node {
	title := b.Label
	if b.Count > 1 {
		title = strings.TrimSpace(title + " ×" + piece.Itoa(b.Count))
	}
	var label *Node
	if title != "" && float64(len([]rune(title)))*5.9+8 < b.W {
		label = El("text", Class("bar-text"), A("x", piece.Coord(laneLeft+b.X+4)), A("y", piece.Itoa(y+14)), title)
	}
	first := piece.Itoa(b.Events[0])
	return El("g", Class("bar"), Act("bar", first), A("data-point", "#"+first), Flag("data-sparse", b.Sparse),
		Flag("data-lit", slices.ContainsFunc(b.Events, func(n int) bool { return lit[n] })), El("title", title),
		El("rect", A("x", piece.Coord(laneLeft+b.X)), A("y", piece.Itoa(y+4)), A("width", piece.Coord(b.W)), A("height", "14"), A("rx", "2.5")), label)
}

// barDetail says of the bar that is picked what it did, for which line, and how long it
// waited for what was before it.
func barDetail(s *app.State, c *app.Cell) *Node {
	n := s.Device.Bar
	if n < 0 || n >= len(c.Events) {
		return El("p", Class("bar-detail empty"), s.T("bar.hint"))
	}
	e := c.Events[n]
	what := callWords(e)
	if e.Kind == "copy" {
		what = s.T("bar.copy", e.From, e.Device, piece.Bytes(e.Bytes))
	}
	if e.Count > 1 {
		what += " ×" + piece.Itoa(e.Count)
	}
	var said []string
	if len(e.Shape) > 0 {
		said = append(said, piece.Shape(e.Shape))
	}
	if e.Line > 0 {
		said = append(said, s.T("bar.line", piece.Itoa(e.Line)))
	}
	ms := func(nanos int64) string { return piece.Millis(float64(nanos) / 1e6) }
	if wait := e.Start - e.Called; e.Nanos > 0 && e.Count <= 1 && wait > 0 {
		said = append(said, s.T("bar.waits", ms(wait)))
	}
	if e.Nanos > 0 {
		said = append(said, s.T("bar.runs", ms(e.Nanos)))
	}
	if e.Held > 0 {
		said = append(said, s.T("bar.held", ms(e.Held)))
	}
	if names := s.UsedNames(e); len(names) > 0 {
		said = append(said, s.T("bar.uses", strings.Join(names, ", ")))
	}
	lane := laneOf(e)
	var step *Node
	if e.Kind == "launch" && s.HasKernel(e.Kernel) {
		step = piece.Button("link", s.T("cmd.step-through"), Act("step-kernel", e.Kernel))
	}
	return El("p", Class("bar-detail"), A("aria-live", "polite"), A("data-device", lane.Device), El("b", lane.Name+" "+what), " "+strings.Join(said, " · ")+" ", step)
}

// timelineWords says for a screen reader what the drawing shows.
func timelineWords(s *app.State, lanes []Lane, span int64) string {
	var parts []string
	for _, l := range lanes {
		busy, n := int64(0), 0
		for _, e := range l.Spans {
			busy += e.Busy
			n += e.Count
		}
		parts = append(parts, s.T("timeline.lane", l.Name, piece.Itoa(n), piece.Millis(float64(busy)/1e6)))
	}
	return s.T("timeline.words", piece.Millis(float64(span)/1e6)) + " " + strings.Join(parts, "; ") + " " + s.T("timeline.keys")
}

func zoomButtons(s *app.State) *Node {
	kids := []*Node{
		piece.IconButton("minus", s.T("zoom.out"), Act("zoom", "out"), Flag("disabled", s.Device.Zoom == 0)),
		piece.IconButton("plus", s.T("zoom.in"), Act("zoom", "in")),
	}
	if s.Device.Zoom > 0 {
		kids = append(kids, piece.IconButton("left", s.T("zoom.left"), Act("zoom", "left")), piece.IconButton("right", s.T("zoom.right"), Act("zoom", "right")))
	}
	return El("div", Class("zoom"), A("role", "group"), A("aria-label", s.T("zoom")), kids)
}
