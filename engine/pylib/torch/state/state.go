// Package state holds what torch keeps for one session: its tape, the GPUs that it sees, where new tensors live, what it has been
// warned of, and the last operation that failed.
package state

import (
	"weak"

	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/device/meta"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/profiler"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Session is what torch keeps for one session.
type Session struct {
	Tape    *autograd.Tape
	Visible []device.Device // the GPUs the session sees; nil until CUDA is first used
	Current int             // the current GPU
	meta    *meta.Device    // of tensors without elements; nil where none was asked for

	// DefaultCUDA: new tensors live on the current GPU (set_default_tensor_type).
	DefaultCUDA bool
	// DefaultDevices are where new tensors live unless they are told, the innermost last (set_default_device, with torch.device).
	DefaultDevices []*values.Device
	// AutocastGPU and AutocastCPU are the dtypes that autocast casts to; NoDType when it is off.
	AutocastGPU, AutocastCPU tensor.DType

	Arrays  Arrays
	Profile *profiler.Recorder     // of torch.profiler, while one is under way
	Linked  map[device.Device]bool // the GPUs that it has brought to a collective
	Waits   func() error           // asked before the host waits for a GPU

	Overriding bool // some class of tensors has a __torch_function__
	Plain      int  // calls in progress that ask no __torch_function__

	Deterministic, WarnOnly bool // asked for; every algorithm here is
	WarnAlways              bool // what is warned of once is warned of each time
	warned                  map[string]bool

	Last  *Fault
	watch func(*Fault)
	leave []func()

	apart  map[weak.Pointer[tensor.Tensor]]weak.Pointer[tensor.Tensor] // not nil where another session shares graphs; see Reached
	caller *Session                                                    // of the session that calls into this one; see Settled
	Peaks  map[device.Device]device.Memory                             // as they were before a session that this one calls reset them
}

// Arrays connects torch to numpy. ToArray makes an array that shares the memory of a
// CPU tensor (its layout is tensor.Shape, Strides and Offset over Storage().Host);
// FromArray makes a tensor that shares an array's memory, by way of
// tensor.Env.FromMemory, and reports whether v is an array at all.
type Arrays struct {
	ToArray   func(t *object.Thread, x *tensor.Tensor) (object.Value, error)
	Float64   *object.Class // numpy.float64, which is a float
	FromArray func(t *object.Thread, v object.Value) (x *tensor.Tensor, ok bool, err error)
}

var stateKey = object.NewKey(func(*object.Session) *Session { return nil })

// New gives a session its devices, before it imports torch.
func New(s *object.Session, env *tensor.Env) *Session {
	st := &Session{Tape: autograd.New(env), warned: map[string]bool{}}
	stateKey.Set(s, st)
	env.Turns = &s.Turns
	s.Locals = append(s.Locals, st.threads())
	return st
}

// AtLeave has f called when the session ends its use of its devices.
func (s *Session) AtLeave(f func()) { s.leave = append(s.leave, f) }

// Leave ends a session's use of its devices, which others use too. Its tensors are no longer counted.
func Leave(s *object.Session) {
	for _, leave := range stateKey.Get(s).leave {
		leave()
	}
}

// UseArrays connects a session's torch to its numpy.
func UseArrays(s *object.Session, a Arrays) { stateKey.Get(s).Arrays = a }

// TapeOf returns the tape of a session that has torch.
func TapeOf(s *object.Session) *autograd.Tape { return stateKey.Get(s).Tape }

// Of returns the state of the session that t runs in.
func Of(t *object.Thread) *Session { return stateKey.Get(t.Session) }
