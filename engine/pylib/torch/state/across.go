package state

import (
	"bytes"
	"weak"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file takes tensors from one session to another that uses the same devices.

// Across is the tensor behind v for the session of to, as an instance of class: it
// shares memory and gradients with v, and nothing that Python said of v.
func Across(to *object.Thread, v object.Value, class *object.Class) object.Value {
	s := Of(to)
	s.NoteClass(class)
	return values.WrapAs(s.Tape.Across(v.Object().(*values.Tensor).T), class)
}

// Apart says that session s shares graphs of tensors with another: then no object of the
// one is reached from the other by way of a graph.
func Apart(s *object.Session) {
	stateKey.Get(s).apart = map[weak.Pointer[tensor.Tensor]]weak.Pointer[tensor.Tensor]{}
}

// SharesGraphs reports whether another session may hold parts of this one's graphs.
func (s *Session) SharesGraphs() bool { return s.apart != nil }

// Reached is the object of a tensor that a graph leads to, None for none. Where another
// session shares the graph it is that of a tensor of the session's own, since Python may
// have said things of the other's.
func (s *Session) Reached(x *tensor.Tensor) object.Value {
	if x == nil {
		return object.None
	}
	if s.apart == nil {
		return values.WrapShared(x)
	}
	of := weak.Make(x)
	if y := s.apart[of].Value(); y != nil {
		return values.Wrap(y)
	}
	y := s.Tape.Across(x)
	s.apart[of] = weak.Make(y)
	return values.Wrap(y)
}

// ReachedAll are the objects of tensors that a graph leads to.
func (s *Session) ReachedAll(list []*tensor.Tensor) []object.Value {
	items := make([]object.Value, len(list))
	for i, x := range list {
		items[i] = s.Reached(x)
	}
	return items
}

// Given is a tensor that Python code puts into a graph.
func (s *Session) Given(x *tensor.Tensor) *tensor.Tensor {
	if s.apart == nil {
		return x
	}
	return s.Tape.Across(x)
}

// Resume takes over what an operation depends on besides its operands from a session that
// control passes from: whether gradients are recorded, the current GPU, autocast.
func Resume(to, from *object.Session) {
	a, b := stateKey.Get(to), stateKey.Get(from)
	a.Tape.Resume(b.Tape)
	a.AutocastCPU, a.AutocastGPU = b.AutocastCPU, b.AutocastGPU
	if b.Visible != nil {
		a.Current = b.Current
	}
}

// Settled is what the code of a session has settled for the code that it calls: the default
// dtype and the random numbers, as they were last told.
type Settled struct {
	session *object.Session
	dtype   tensor.DType
	dice    map[*tensor.Generator][]byte
}

// Settle looks at what is settled now.
func Settle(s *object.Session) *Settled {
	known := &Settled{session: s, dice: map[*tensor.Generator][]byte{}}
	known.news(func(tensor.DType) {}, func(*tensor.Generator, []byte) {})
	return known
}

// Tell gives another session on the same devices what is settled otherwise than before.
func (k *Settled) Tell(to *object.Session) {
	s := stateKey.Get(to)
	tape := s.Tape
	s.caller = stateKey.Get(k.session)
	s.HeedWaits()
	k.news(func(d tensor.DType) { tape.DefaultDType = d }, func(g *tensor.Generator, dice []byte) {
		_ = tape.Generator(g.Device).SetState(dice) // it is of the same kind of device
	})
}

// HeedWaits has both the session and who calls it from another asked before a wait.
func (s *Session) HeedWaits() {
	s.Tape.Env.Waits = s.Waits
	if s.caller == nil || s.caller.Waits == nil {
		return
	}
	own, caller := s.Waits, s.caller.Waits
	s.Tape.Env.Waits = func() error {
		if err := caller(); err != nil || own == nil {
			return err
		}
		return own()
	}
}

// KeepPeak tells who calls the session of the most memory in use, which it is about to reset.
func (s *Session) KeepPeak(d device.Device, u device.Memory) {
	if s.caller == nil {
		return
	}
	if s.caller.Peaks == nil {
		s.caller.Peaks = map[device.Device]device.Memory{}
	}
	s.caller.Peaks[d] = s.caller.WithPeak(d, u)
}

// WithPeak is u with the most memory that was in use since this session last reset it.
func (s *Session) WithPeak(d device.Device, u device.Memory) device.Memory {
	kept := s.Peaks[d]
	u.MaxAllocated, u.MaxReserved = max(u.MaxAllocated, kept.MaxAllocated), max(u.MaxReserved, kept.MaxReserved)
	return u
}

func (k *Settled) news(dtype func(tensor.DType), dice func(*tensor.Generator, []byte)) {
	tape := stateKey.Get(k.session).Tape
	if tape.DefaultDType != k.dtype {
		k.dtype = tape.DefaultDType
		dtype(k.dtype)
	}
	for _, g := range tape.Generators() {
		if now := g.State(); !bytes.Equal(k.dice[g], now) {
			k.dice[g] = now
			dice(g, now)
		}
	}
}
