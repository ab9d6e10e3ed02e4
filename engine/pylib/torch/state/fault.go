package state

import (
	"errors"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file turns errors of tensors and devices into Python's.

// OutOfMemoryError is torch.cuda.OutOfMemoryError.
var OutOfMemoryError = object.NewBuiltin("torch.cuda.OutOfMemoryError")

// LinAlgError is torch.linalg.LinAlgError.
var LinAlgError = object.NewBuiltin("torch._C._LinAlgError")

func init() {
	OutOfMemoryError.Define(object.Spec{Doc: "Exception raised when CUDA is out of memory", Bases: []*object.Class{object.RuntimeError}})
	LinAlgError.Define(object.Spec{Doc: "Error raised by torch.linalg function when the cause of error is a numerical inconsistency in the data.", Bases: []*object.Class{object.RuntimeError}})
}

// kinds are the classes of tensor errors.
var kinds = map[tensor.Kind]*object.Class{
	tensor.RuntimeError: object.RuntimeError, tensor.IndexError: object.IndexError,
	tensor.ValueError: object.ValueError, tensor.TypeError: object.TypeError,
	tensor.NotImplementedError: object.NotImplementedError,
	tensor.OutOfMemoryError:    OutOfMemoryError, tensor.LinAlgError: LinAlgError,
}

// Raise turns an error of the tensor library into an exception and remembers the
// operands at fault. Exceptions pass unchanged.
func (s *Session) Raise(err error) error {
	var python *object.Exception
	var stopped *object.Stopped
	if errors.As(err, &python) || errors.As(err, &stopped) {
		return err
	}
	var te *tensor.Error
	if errors.As(err, &te) {
		s.failed(&Fault{Text: te.Text, Tensors: te.Tensors, Reason: te.Reason, At: te.At})
		return object.Raise(kinds[te.Kind], "%s", te.Text)
	}
	var de *device.Error
	if errors.As(err, &de) && de.Code == device.OutOfMemory && de.Device != "cpu" {
		s.failed(&Fault{Text: de.Error(), Device: de})
		return object.Raise(OutOfMemoryError, "%s", de.Error())
	}
	if de != nil && de.Code == device.Unsupported && de.Device == "meta" {
		return object.Raise(object.NotImplementedError, "%s", de.Error())
	}
	if de != nil && de.Code == device.NoHostMemory {
		s.failed(&Fault{Text: de.Error(), Device: de})
		return object.Raise(object.MemoryError, "%s", de.Error())
	}
	return object.Raise(object.RuntimeError, "%s", err.Error())
}

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

func (s *Session) failed(f *Fault) {
	s.Last = f
	if s.watch != nil {
		s.watch(f)
	}
}

// LastFault returns the failed tensor operation whose message is text, or nil.
func LastFault(s *object.Session, text string) *Fault {
	st := stateKey.Get(s)
	if st == nil || st.Last == nil || st.Last.Text != text {
		return nil
	}
	return st.Last
}

// Raised is raise where there may be no error.
func (s *Session) Raised(err error) error {
	if err == nil {
		return nil
	}
	return s.Raise(err)
}
