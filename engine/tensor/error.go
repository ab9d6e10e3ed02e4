package tensor

import (
	"fmt"
	"slices"
)

// Kind is the Python exception a failed operation becomes.
type Kind uint8

// The exceptions tensor operations raise.
const (
	RuntimeError Kind = iota
	IndexError
	ValueError
	TypeError
	NotImplementedError
	OutOfMemoryError
	LinAlgError
)

// Error is a learner's error, with PyTorch's words for it.
type Error struct {
	Kind Kind
	Text string
	// Tensors are the operands at fault, so that an explanation can name the
	// variables that hold them.
	Tensors []*Tensor
	// Reason is what was wrong, where an explanation knows more to say than Text.
	Reason Reason
	// At is the dimension at fault, or the position of the operand, as Reason has it.
	At int
}

// Reason classes failed operations by what a learner can do about them.
type Reason uint8

// The reasons that are told apart.
const (
	NoReason       Reason = iota
	OtherDevice           // operands on different devices
	OtherDType            // operands of types that do not go together
	InnerSizes            // a matrix product whose inner sizes differ
	Broadcasting          // sizes that do not broadcast, at dimension At of the result
	JoinedSizes           // tensors to be joined along dimension At differ in another one
	ElementCount          // a shape for another number of elements
	NotViewable           // a view of memory that does not lie so
	OnGPU                 // NumPy cannot reach a GPU's memory
	TracksGrad            // NumPy would lose the gradient
	ChangedLeaf           // in place, a leaf that requires grad
	ChangedSaved          // in place, what backward needs
	BackwardTwice         // through a graph that was given up
	NoGrad                // backward from what requires none
	NotScalar             // backward from more than one element
	OutsideIndex          // a subscript outside dimension At
	TooManyIndices        // more subscripts than dimensions
	NoElements            // a subscript of a tensor that is one number
	OutsideRows           // an index tensor, the second operand, chooses outside dimension At of the first
	NoDimension           // a dimension that a tensor of At dimensions has not
)

// Because gives an error of this package its reason and, where it names none, its operands.
func Because(err error, r Reason, at int, operands ...*Tensor) error {
	if e, ok := err.(*Error); ok {
		e.Reason, e.At = r, at
		if e.Tensors == nil {
			e.Tensors = slices.Clone(operands)
		}
	}
	return err
}

func (e *Error) Error() string { return e.Text }

func runtimeErr(format string, args ...any) error {
	return &Error{Kind: RuntimeError, Text: fmt.Sprintf(format, args...)}
}

func indexErr(format string, args ...any) error {
	return &Error{Kind: IndexError, Text: fmt.Sprintf(format, args...)}
}

func valueErr(format string, args ...any) error {
	return &Error{Kind: ValueError, Text: fmt.Sprintf(format, args...)}
}

func notImplemented(op string, d DType) error {
	return runtimeErr("%q not implemented for '%s'", op, d.Scalar())
}
