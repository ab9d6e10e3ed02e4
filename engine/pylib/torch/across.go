package torch

import (
	"bytes"
	"weak"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file takes tensors from one session to another that uses the same devices.

// Across is the tensor behind v for the session of to, as an instance of class: it
// shares memory and gradients with v, and nothing that Python said of v.
func Across(to *object.Thread, v object.Value, class *object.Class) object.Value {
	s := stateOf(to)
	s.noteClass(class)
	return wrapAs(s.tape.Across(v.Object().(*Tensor).T), class)
}

// Apart says that session s shares graphs of tensors with another: then no object of the
// one is reached from the other by way of a graph.
func Apart(s *object.Session) {
	stateKey.Get(s).apart = map[weak.Pointer[tensor.Tensor]]weak.Pointer[tensor.Tensor]{}
}

// reached is the object of a tensor that a graph leads to, None for none. Where another
// session shares the graph it is that of a tensor of the session's own, since Python may
// have said things of the other's.
func (s *state) reached(x *tensor.Tensor) object.Value {
	if s.apart == nil || x == nil {
		return wrapOpt(x)
	}
	of := weak.Make(x)
	if y := s.apart[of].Value(); y != nil {
		return wrap(y)
	}
	y := s.tape.Across(x)
	s.apart[of] = weak.Make(y)
	return wrap(y)
}

func (s *state) reachedAll(list []*tensor.Tensor) []object.Value {
	items := make([]object.Value, len(list))
	for i, x := range list {
		items[i] = s.reached(x)
	}
	return items
}

// given is a tensor that Python code puts into a graph.
func (s *state) given(x *tensor.Tensor) *tensor.Tensor {
	if s.apart == nil {
		return x
	}
	return s.tape.Across(x)
}

// Resume takes over what an operation depends on besides its operands from a session that
// control passes from: whether gradients are recorded, the current GPU, autocast.
func Resume(to, from *object.Session) {
	a, b := stateKey.Get(to), stateKey.Get(from)
	a.tape.Resume(b.tape)
	a.autocastCPU, a.autocastGPU = b.autocastCPU, b.autocastGPU
	if b.visible != nil {
		a.current = b.current
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
	tape := s.tape
	s.caller = stateKey.Get(k.session)
	s.heedWaits()
	k.news(func(d tensor.DType) { tape.DefaultDType = d }, func(g *tensor.Generator, state []byte) {
		_ = tape.Generator(g.Device).SetState(state) // it is of the same kind of device
	})
}

// heedWaits has both the session and who calls it from another asked before a wait.
func (s *state) heedWaits() {
	s.tape.Env.Waits = s.waits
	if s.caller == nil || s.caller.waits == nil {
		return
	}
	own, caller := s.waits, s.caller.waits
	s.tape.Env.Waits = func() error {
		if err := caller(); err != nil || own == nil {
			return err
		}
		return own()
	}
}

// keepPeak tells who calls the session of the most memory in use, which it is about to reset.
func (s *state) keepPeak(d device.Device, u device.Memory) {
	if s.caller == nil {
		return
	}
	if s.caller.peaks == nil {
		s.caller.peaks = map[device.Device]device.Memory{}
	}
	s.caller.peaks[d] = s.caller.withPeak(d, u)
}

// withPeak is u with the most memory that was in use since this session last reset it.
func (s *state) withPeak(d device.Device, u device.Memory) device.Memory {
	kept := s.peaks[d]
	u.MaxAllocated, u.MaxReserved = max(u.MaxAllocated, kept.MaxAllocated), max(u.MaxReserved, kept.MaxReserved)
	return u
}

func (k *Settled) news(dtype func(tensor.DType), dice func(*tensor.Generator, []byte)) {
	tape := stateKey.Get(k.session).tape
	if tape.DefaultDType != k.dtype {
		k.dtype = tape.DefaultDType
		dtype(k.dtype)
	}
	for _, g := range tape.Generators() {
		if state := g.State(); !bytes.Equal(k.dice[g], state) {
			k.dice[g] = state
			dice(g, state)
		}
	}
}
