//go:build !unix

package handover

import (
	"errors"
	"io"
)

// Command is unused: this system cannot replace the program of a process.
const Command = "handover-check"

// Check says that this system cannot.
func Check(string, []byte) error { return errors.ErrUnsupported }

// Accept says that this system cannot.
func Accept(io.Reader, io.Writer) error { return errors.ErrUnsupported }

// Exec says that this system cannot.
func Exec(string, []string, Table) error { return errors.ErrUnsupported }

// Received is nil.
func Received() (*Table, error) { return nil, nil }

// Drop does nothing.
func Drop(Table) {}
