package app

import (
	"slices"

	"gputour/engine/wire"
)

// This file defines what can be done with the timeline: which run it shows, which part of
// it, and the bar that is picked, with its line and its tensors.

// show has the panel follow a cell.
func (s *State) show(c *Cell) {
	if d := &s.Device; d.Shown != c.ID {
		d.Shown, d.Zoom, d.Pan, d.Bar = c.ID, 0, 0, -1
	}
	s.touch(Panel)
}

// zoom of the timeline: "in", "out", "left", "right", or "all" of it.
func (s *State) zoom(how string) {
	d := &s.Device
	switch how {
	case "in":
		d.Zoom = min(d.Zoom+1, 12)
		d.Pan *= 2
	case "out":
		d.Zoom = max(d.Zoom-1, 0)
		d.Pan /= 2
	case "left":
		d.Pan -= 2
	case "right":
		d.Pan += 2
	case "all":
		d.Zoom = 0
	}
	d.Pan = max(0, min(d.Pan, 8*(1<<d.Zoom-1)))
	s.touch(Panel)
}

// timelineKeys are the keys while the timeline has the keyboard.
var timelineKeys = map[string]func(*State){
	"+": func(s *State) { s.zoom("in") }, "=": func(s *State) { s.zoom("in") },
	"-": func(s *State) { s.zoom("out") }, "0": func(s *State) { s.zoom("all") },
	"ArrowLeft": func(s *State) { s.zoom("left") }, "ArrowRight": func(s *State) { s.zoom("right") },
	"ArrowUp": func(s *State) { s.stepBar(-1) }, "ArrowDown": func(s *State) { s.stepBar(1) },
}

// pick chooses a bar of the timeline: its line is lit in the editor and the tensors that
// it used in the panel. -1 chooses none.
func (s *State) pick(n int) {
	d := &s.Device
	c := s.cell(d.Shown)
	if c == nil || n >= len(c.Events) {
		n = -1
	}
	if d.Bar == n {
		return
	}
	d.Bar = n
	s.touch(Panel)
	if n < 0 {
		s.do(LightLine{})
		return
	}
	at := c
	if other := s.cell(c.Events[n].Cell); other != nil {
		at = other
	}
	if at.Code == at.Ran {
		s.do(LightLine{at.ID, c.Events[n].Line})
	}
}

// stepBar picks the event that was called next, or before, on any lane.
func (s *State) stepBar(by int) {
	c := s.cell(s.Device.Shown)
	if c == nil || len(c.Events) == 0 {
		return
	}
	n := s.Device.Bar + by
	if s.Device.Bar < 0 && by < 0 {
		n = len(c.Events) - 1
	}
	s.pick(max(0, min(n, len(c.Events)-1)))
}

// pickLine picks the first event that a line of code caused, if the shown run has one.
func (s *State) pickLine(cell string, line int) {
	c := s.cell(s.Device.Shown)
	if c == nil {
		return
	}
	for n, e := range c.Events {
		if e.Line == line && (e.Cell == cell || e.Cell == "" && c.ID == cell) {
			s.pick(n)
			return
		}
	}
	s.pick(-1)
}

// LitEvents are the numbers of a run's events to be lit: the picked one with those of the
// same line, and those that used the tensor that is pointed at.
func (s *State) LitEvents(c *Cell) map[int]bool {
	lit := map[int]bool{}
	d := &s.Device
	if d.Bar >= 0 && d.Bar < len(c.Events) {
		p := c.Events[d.Bar]
		for n, e := range c.Events {
			lit[n] = n == d.Bar || p.Line > 0 && e.Line == p.Line && e.Cell == p.Cell
		}
	}
	if d.Lit == "" {
		return lit
	}
	for _, m := range d.Memory {
		for _, b := range m.Blocks {
			if !Holds(b, d.Lit) {
				continue
			}
			for n, e := range c.Events {
				lit[n] = lit[n] || uses(e, m.Device, b.Addr)
			}
		}
	}
	return lit
}

// uses reports whether an event used a device's block. Numbers of blocks are one device's:
// a copy between two names that on either.
func uses(e wire.DeviceEvent, device string, addr uint64) bool {
	if e.Kind == "copy" && e.From != "cpu" && e.Device != "cpu" && e.From != e.Device {
		return len(e.Uses) > 0 && e.Device == device && e.Uses[0] == addr || len(e.Uses) > 1 && e.From == device && e.Uses[1] == addr
	}
	return (e.Device == device || e.From == device) && slices.Contains(e.Uses, addr)
}

// Picked is the event of the shown run that is picked, or nil.
func (s *State) Picked() *wire.DeviceEvent {
	c := s.cell(s.Device.Shown)
	if c == nil || s.Device.Bar < 0 || s.Device.Bar >= len(c.Events) {
		return nil
	}
	return &c.Events[s.Device.Bar]
}

// UsesBlock reports whether the picked event used a block.
func (s *State) UsesBlock(device string, addr uint64) bool {
	e := s.Picked()
	return e != nil && uses(*e, device, addr)
}

// Made is the name of the tensor whose memory a copy wrote, "" for none that is still there.
func (s *State) Made(e wire.DeviceEvent) string {
	for _, m := range s.Device.Memory {
		for _, b := range m.Blocks {
			if m.Device == e.Device && len(e.Uses) > 0 && e.Uses[0] == b.Addr && len(b.Tensors) > 0 {
				return b.Tensors[0].Name
			}
		}
	}
	return ""
}

// UsedNames are the names of the tensors that an event used and that are still there.
func (s *State) UsedNames(e wire.DeviceEvent) (names []string) {
	for _, m := range s.Device.Memory {
		for _, b := range m.Blocks {
			if uses(e, m.Device, b.Addr) && len(b.Tensors) > 0 && b.Tensors[0].Name != "" {
				names = append(names, b.Tensors[0].Name)
			}
		}
	}
	return names
}
