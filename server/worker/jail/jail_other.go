//go:build !linux

package jail

import (
	"errors"
	"os"
	"os/exec"
)

// Start starts cmd; this system has nothing to confine it with.
func (c Cage) Start(cmd *exec.Cmd) (Report, error) {
	return Report{Missing: []string{"landlock and seccomp: only Linux has them"}}, cmd.Start()
}

// Self is a path to the running program.
func Self() (string, error) { return os.Executable() }

// Groups and Group are control groups, which this system does not have.
type (
	Groups struct{}
	Group  struct{}
)

// Delegated says that there are none.
func Delegated() (*Groups, error) {
	return nil, errors.New("control groups: only Linux has them")
}

// New says so too.
func (*Groups) New(Limits) (*Group, error) { return nil, errors.ErrUnsupported }

// Exhausted is false.
func (*Group) Exhausted() bool { return false }

// Close does nothing.
func (*Group) Close() {}

// Path is nowhere.
func (*Group) Path() string { return "" }

// Reopen says that there are none.
func Reopen(string) (*Group, error) { return nil, errors.ErrUnsupported }
