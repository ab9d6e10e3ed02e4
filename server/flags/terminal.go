// Package flags has what gputour's commands share: the flags that several of them have, where secrets come from, a terminal,
// and exit statuses.
package flags

import (
	"errors"
	"fmt"
	"io"
)

// Exit statuses.
const (
	Failure = 1 // what was asked for went wrong
	Misuse  = 2 // the command line makes no sense

	Interrupted = 130 // by Ctrl-C, as shells count it
)

// Terminal is where a command reads and writes.
type Terminal struct {
	In       io.Reader
	Out, Err io.Writer
}

// Status is an error that only sets the exit status; whoever returns it has said why.
type Status int

// Error implements error.
func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// ExitStatus reports an error and returns the status that it calls for.
func ExitStatus(err error, term Terminal) int {
	var s Status
	var senseless *UsageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &s):
		return int(s)
	case errors.As(err, &senseless):
		fmt.Fprintf(term.Err, "gputour: %v\n", err)
		return Misuse
	}
	fmt.Fprintf(term.Err, "gputour: %v\n", err)
	return Failure
}

// UsageError is the error of a command line that parses but makes no sense.
type UsageError struct{ error }

// Usage is the error of a command line that makes no sense.
func Usage(err error) error { return &UsageError{err} }

// Unwrap returns what is wrong.
func (u *UsageError) Unwrap() error { return u.error }

// Wrap puts what an error is about before it.
func Wrap(about string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", about, err)
}
