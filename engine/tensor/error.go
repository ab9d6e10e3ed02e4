package tensor

import "fmt"

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

func typeErr(format string, args ...any) error {
	return &Error{Kind: TypeError, Text: fmt.Sprintf(format, args...)}
}

func notImplemented(op string, d DType) error {
	return runtimeErr("%q not implemented for '%s'", op, d.Scalar())
}
