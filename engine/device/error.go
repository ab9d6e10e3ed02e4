package device

import "fmt"

// Code classes device failures.
type Code uint8

// The failures a device can report.
const (
	Failed       Code = iota // the device said no; Err has its words
	OutOfMemory              // no room, even after reaping
	Unsupported              // no kernel for the operation or the types
	Invalid                  // a request that makes no sense: a bug of the caller
	Lost                     // the device is unusable from now on
	Stopped                  // the launch's Stop ended it
	NoHostMemory             // a simulated device has room that the host behind it has not
)

// Error is a failure of one operation on one device.
type Error struct {
	Op     string // "alloc", "copy", "launch add", …
	Code   Code
	Device string // "cuda:0"
	Bytes  int    // size asked for, when that matters
	Free   int64  // bytes that were left for it, and
	Total  int64  // of how many; 0 where that is not known
	Err    error  // cause, may be nil
	Text   string // the learner's words where PyTorch has some, may be empty
}

func (e *Error) Error() string {
	if e.Text != "" {
		return e.Text
	}
	words := [...]string{"failed", "out of memory", "not supported", "invalid request", "device lost", "stopped", "no host memory"}
	s := fmt.Sprintf("%s on %s: %s", e.Op, e.Device, words[e.Code])
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// Unavailable says why a device cannot be used at all.
type Unavailable struct {
	Device string
	Reason string
}

func (e *Unavailable) Error() string { return e.Device + " is unavailable: " + e.Reason }

// OutOfRange is the cause of a failed launch: an index operand named a place that
// does not exist.
type OutOfRange struct {
	Index, Size int
	Operand     int // which of the index operands, from 0
}

func (e *OutOfRange) Error() string {
	return fmt.Sprintf("index %d is out of bounds for size %d", e.Index, e.Size)
}
