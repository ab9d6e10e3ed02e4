package devices

import (
	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws the tensor that is looked at: its values, who holds its memory, and what
// the shown run did with it.

// shownHistory bounds the events that are listed.
const shownHistory = 8

// tensorName is a tensor's name in the table, which opens it.
func tensorName(s *app.State, name, words string) *Node {
	if name == "" {
		return El("code", words)
	}
	return El("button", A("type", "button"), Class("tensor-name"), Act("tensor", name), A("aria-expanded", piece.Word(name == s.Device.Open)), El("code", piece.Breakable(words)))
}

func tensorSection(s *app.State) *Node {
	device, b, ok := s.OpenBlock()
	if !ok {
		return nil
	}
	open := s.Device.Open
	var t wire.Tensor
	var holders []*Node
	for _, x := range b.Tensors {
		if x.Name == open {
			t = x
		} else if x.Name != "" {
			holders = append(holders, El("li", El("code", piece.Breakable(x.Name)), " "+piece.Shape(x.Shape)))
		}
	}
	parts := []Part{Class("tensor-card"), A("id", "tensor"), A("tabindex", "-1"), A("data-device", device), A("aria-live", "polite"),
		El("div", Class("panel-head"), El("h2", El("code", piece.Breakable(open))), piece.IconButton("close", s.T("close"), Act("tensor", open))),
		El("p", piece.Chip(device), " ", piece.Breakable(piece.Shape(t.Shape)), " "+piece.DType(t.DType)+" · "+piece.Bytes(b.Bytes))}
	switch {
	case s.Device.Value != "":
		if !s.Device.Grid.Shown() {
			parts = append(parts, El("pre", A("tabindex", "0"), A("aria-label", s.T("tensor.values")), s.Device.Value))
		}
		if len(t.Shape) > 0 {
			parts = append(parts, El("div", piece.Grid(s, &s.Device.Grid, "")))
		}
	case s.Busy():
		parts = append(parts, El("p", Class("empty"), s.T("tensor.busy")))
	}
	if len(holders) > 0 {
		parts = append(parts, El("p", Class("tensor-title"), s.T("tensor.shared")), El("ul", holders))
	}
	if device != "cpu" { // which memory of the host was used is not told
		parts = append(parts, tensorHistory(s, device, b.Addr))
	}
	return El("section", parts...)
}

// tensorHistory lists what the shown run did with the memory; a click picks the bar.
func tensorHistory(s *app.State, device string, addr uint64) *Node {
	list := s.BlockEvents(device, addr)
	c := s.Cells[s.Device.Shown]
	if c == nil || len(list) == 0 {
		return El("p", Class("empty"), s.T("tensor.unused"))
	}
	var rows []*Node
	deeds := deedsOf(s, c.Events, list)
	for _, d := range deeds[:min(len(deeds), shownHistory)] {
		what, line := d.what, ""
		if d.times > 1 {
			what += " ×" + piece.Itoa(d.times)
		}
		if d.line > 0 {
			line = s.T("bar.line", piece.Itoa(d.line))
		}
		rows = append(rows, El("li", El("button", A("type", "button"), Class("tensor-event"), Act("bar", piece.Itoa(d.event)), Flag("data-lit", d.event == s.Device.Bar), El("span", what), El("span", Class("aside"), line))))
	}
	if more := len(deeds) - shownHistory; more > 0 {
		rows = append(rows, El("li", Class("empty"), s.T("tensor.more", piece.Itoa(more))))
	}
	return El("div", El("p", Class("tensor-title"), s.T("tensor.history", piece.Itoa(c.Count))), El("ol", rows))
}

// deed is what events in a row of one line did alike.
type deed struct {
	event, line, times int
	what               string
}

func deedsOf(s *app.State, events []wire.DeviceEvent, list []int) (deeds []deed) {
	for _, n := range list {
		e := events[n]
		d := deed{event: n, line: e.Line, times: max(e.Count, 1), what: callWords(e)}
		if e.Kind == "copy" {
			d.what = s.T("bar.copy", e.From, e.Device, piece.Bytes(e.Bytes))
		}
		if last := len(deeds) - 1; last >= 0 && deeds[last].what == d.what && deeds[last].line == d.line {
			deeds[last].times += d.times
			continue
		}
		deeds = append(deeds, d)
	}
	return deeds
}
