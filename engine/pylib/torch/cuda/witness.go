package cuda

import (
	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/grad"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file tells a GPU which of its buffers the program can still reach, so that a
// question about memory costs a walk over one session and not a collection of all.

// witnessed is a device that asks before it collects.
type witnessed interface {
	AddWitness(device.Witness) (remove func())
}

// BearWitness has the session's GPUs ask the session.
func BearWitness(s *state.Session, session *object.Session) {
	for _, d := range s.Tape.Accelerators() {
		if w, ok := d.(witnessed); ok {
			s.AtLeave(w.AddWitness(witness{s, session}))
		}
	}
}

// witness is the session's device.Witness.
type witness struct {
	*state.Session
	session *object.Session
}

// Now implements device.Witness.
func (s witness) Now() device.Moment {
	step, place := interp.Now(s.session)
	return device.Moment{Step: step, Place: place}
}

// testimony is one walk over what the program can reach.
type testimony struct {
	*interp.Reach
	alive   func(*device.Buffer) bool
	more    bool
	tensors map[*tensor.Tensor]struct{}
	nodes   map[*autograd.Node]struct{}
	later   []*autograd.Node // nodes to go on from: chains of them are long
}

// Reach implements device.Witness.
func (s witness) Reach(alive func(*device.Buffer) bool) (all bool) {
	w := &testimony{Reach: interp.NewReach(s.session), alive: alive, more: true,
		tensors: map[*tensor.Tensor]struct{}{}, nodes: map[*autograd.Node]struct{}{}}
	defer w.Close()
	if s.Last != nil {
		for _, x := range s.Last.Tensors {
			w.tensor(x)
		}
	}
	return w.Run(w.visit)
}

// visit looks into torch's own objects.
func (w *testimony) visit(v object.Value) (known, more bool) {
	known = true
	switch o := v.Object().(type) {
	case *values.Tensor:
		w.tensor(o.T)
	case *values.Storage:
		w.tensor(o.T)
	case *grad.Node:
		w.node(o.N)
		for _, x := range o.Dirty {
			w.tensor(x)
		}
	case *streamObject, *eventObject, *values.Generator, *graphObject:
	default:
		known = false
	}
	for len(w.later) > 0 && w.more {
		n := w.later[len(w.later)-1]
		w.later = w.later[:len(w.later)-1]
		if !n.Referents(autograd.Reached{Tensor: w.tensor, Node: w.node}) {
			w.Hide()
		}
	}
	return known, w.more
}

func (w *testimony) tensor(x *tensor.Tensor) {
	if _, ok := w.tensors[x]; ok || x == nil || x.Storage() == nil {
		return
	}
	w.tensors[x] = struct{}{}
	w.more = w.alive(&x.Storage().Buffer) && w.more
	if o, ok := x.Handle.(*values.Tensor); ok {
		w.Add(object.Of(o))
	}
	autograd.Referents(x, autograd.Reached{Tensor: w.tensor, Node: w.node})
}

func (w *testimony) node(n *autograd.Node) {
	if _, ok := w.nodes[n]; ok || n == nil {
		return
	}
	w.nodes[n] = struct{}{}
	w.later = append(w.later, n)
	if o, ok := n.Handle.(*grad.Node); ok {
		w.Add(object.Of(o))
	}
}
