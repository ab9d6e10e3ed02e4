package state

import (
	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// local is what torch keeps for each thread of a program. A new thread has what a program begins with.
type local struct {
	modes    autograd.Modes
	current  int
	streams  []device.Stream // of the visible GPUs
	defaults []*values.Device
	gpu, cpu tensor.DType
	plain    int
}

// threads keeps them apart.
func (s *Session) threads() object.Local {
	return object.Local{Leave: s.leaveThread, Enter: s.enterThread}
}

func (s *Session) leaveThread() any {
	l := &local{modes: s.Tape.Modes, current: s.Current, defaults: s.DefaultDevices, gpu: s.AutocastGPU, cpu: s.AutocastCPU, plain: s.Plain}
	for _, d := range s.Visible {
		l.streams = append(l.streams, d.Stream())
	}
	return l
}

func (s *Session) enterThread(kept any) {
	l, _ := kept.(*local)
	if l == nil {
		l = &local{}
	}
	s.Tape.Modes, s.Current, s.DefaultDevices = l.modes, l.current, l.defaults
	s.AutocastGPU, s.AutocastCPU, s.Plain = l.gpu, l.cpu, l.plain
	for i, d := range s.Visible { // none was visible when the thread was left, or all were
		if i < len(l.streams) {
			d.SetStream(l.streams[i])
		} else {
			d.SetStream(device.DefaultStream(d))
		}
	}
}
