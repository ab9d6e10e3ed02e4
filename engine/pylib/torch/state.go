package torch

import (
	"weak"

	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/device/meta"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// state is what torch keeps for one session.
type state struct {
	tape    *autograd.Tape
	visible *visible // the GPUs the session sees; nil until CUDA is first used
	current int      // the current GPU
	// defaultCUDA: new tensors live on the current GPU (set_default_tensor_type).
	defaultCUDA bool
	// defaultDevices are where new tensors live unless they are told, the innermost last (set_default_device, with torch.device).
	defaultDevices []*Device
	// autocast is the dtype that autocast casts to on a device; NoDType when it is off.
	autocastGPU, autocastCPU tensor.DType
	arrays                   Arrays
	calls                    []*call                // free ones
	profile                  *recorder              // of torch.profiler, while one is under way
	linked                   map[device.Device]bool // the GPUs that it has brought to a collective
	history                  *history               // of the GPUs' memory, while it is recorded
	warned                   map[string]bool
	last                     *Fault
	watch                    func(*Fault)
	leave                    []func()
	overriding               bool                                                        // some class of tensors has a __torch_function__
	meta                     *meta.Device                                                // of tensors without elements; nil where none was asked for
	duals                    duals                                                       // of an open level of forward-mode gradients
	warnAlways               bool                                                        // what is warned of once is warned of each time
	deterministic, warnOnly  bool                                                        // asked for; every algorithm here is
	plain                    int                                                         // calls in progress that ask no __torch_function__
	apart                    map[weak.Pointer[tensor.Tensor]]weak.Pointer[tensor.Tensor] // not nil where another session shares graphs; see reached
	waits                    func() error                                                // asked before the host waits for a GPU
	caller                   *state                                                      // of the session that calls into this one; see Settled
	peaks                    map[device.Device]device.Memory                             // as they were before a session that this one calls reset them
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

var stateKey = object.NewKey(func(*object.Session) *state { return nil })

// Use gives a session its devices. It is called once, before the session imports torch.
func Use(s *object.Session, env *tensor.Env) {
	st := &state{tape: autograd.New(env), warned: map[string]bool{}}
	stateKey.Set(s, st)
	st.bearWitness(s)
}

// Leave ends a session's use of its devices, which others use too. Its tensors are no longer counted.
func Leave(s *object.Session) {
	for _, leave := range stateKey.Get(s).leave {
		leave()
	}
}

// UseArrays connects a session's torch to its numpy.
func UseArrays(s *object.Session, a Arrays) { stateKey.Get(s).arrays = a }

// TapeOf returns the tape of a session that has torch.
func TapeOf(s *object.Session) *autograd.Tape { return stateKey.Get(s).tape }

// stateOf returns the state of the session that t runs in.
func stateOf(t *object.Thread) *state { return stateKey.Get(t.Session) }

// Fault is the last failed operation of a session: which operands did not fit
// together. An explanation names the variables that hold them.
type Fault struct {
	Text    string
	Tensors []*tensor.Tensor
	Reason  tensor.Reason // and At, see tensor.Error
	At      int
	Device  *device.Error // what a device refused, or nil
}

// OnFault has f told of each failed operation of a session as it fails, while the frames
// of the program and their variables are still there.
func OnFault(s *object.Session, f func(*Fault)) { stateKey.Get(s).watch = f }

func (s *state) failed(f *Fault) {
	s.last = f
	if s.watch != nil {
		s.watch(f)
	}
}

// LastFault returns the failed tensor operation whose message is text, or nil.
func LastFault(s *object.Session, text string) *Fault {
	st := stateKey.Get(s)
	if st == nil || st.last == nil || st.last.Text != text {
		return nil
	}
	return st.last
}
