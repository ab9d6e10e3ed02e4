package app

import "gputour/engine/wire"

// This file defines the tensor that the panel looks at: what it holds, who has its memory,
// and what was done with it.

// openTensor looks at a tensor, or, once more, no longer.
func (s *State) openTensor(name string) {
	d := &s.Device
	if name == d.Open {
		name = ""
	}
	d.Open, d.Value, d.Grid = name, "", Grid{}
	s.touch(Panel)
	if name != "" {
		s.askTensor()
		s.do(FocusNode{"tensor"})
	}
}

// askTensor asks what the tensor holds. While a cell runs its values are its own.
func (s *State) askTensor() {
	if !s.Conn.Live() || s.Busy() {
		return
	}
	m := wire.Request(wire.Inspect, &wire.InspectBody{Code: s.Device.Open, Cursor: 0, Detail: wire.InspectTensor})
	m.RID = s.newRID()
	s.asked[m.RID] = ask{kind: "value"}
	s.send(m)
	if d := &s.Device; d.Grid.Open {
		s.askGrid(&d.Grid, nil, "")
	}
}

func (s *State) tensorValue(b *wire.InspectReplyBody) {
	s.Device.Value = b.Data["text/plain"]
	s.touch(Panel)
}

// OpenBlock is the memory of the tensor that is looked at, and its device; false where it is gone.
func (s *State) OpenBlock() (device string, b wire.Block, ok bool) {
	for _, d := range s.Device.Memory {
		for _, b := range d.Blocks {
			if s.Device.Open != "" && Holds(b, s.Device.Open) {
				return d.Device, b, true
			}
		}
	}
	return "", wire.Block{}, false
}

// BlockEvents are the numbers of the shown run's events that used a device's block.
func (s *State) BlockEvents(device string, addr uint64) (list []int) {
	if c := s.cell(s.Device.Shown); c != nil {
		for n, e := range c.Events {
			if uses(e, device, addr) {
				list = append(list, n)
			}
		}
	}
	return list
}

// Fresh reports that the shown run goes on, or has ended a moment ago.
func (s *State) Fresh() bool {
	c := s.cell(s.Device.Shown)
	if c == nil || c.Past {
		return false
	}
	took := int64(0)
	if c.Cost != nil {
		took = int64(c.Cost.HostMS)
	}
	return c.Active() || s.Now-c.Started-took < 1500
}

// ShownCount is the number of the shown run.
func (s *State) ShownCount() int {
	if c := s.cell(s.Device.Shown); c != nil {
		return c.Count
	}
	return 0
}
