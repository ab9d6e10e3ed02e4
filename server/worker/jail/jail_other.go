//go:build !linux

package jail

import (
	"os"
	"os/exec"
)

// Start starts cmd; this system has nothing to confine it with.
func (c Cage) Start(cmd *exec.Cmd) (Report, error) {
	return Report{Missing: []string{"landlock and seccomp: only Linux has them"}}, cmd.Start()
}

// Self is a path to the running program.
func Self() (string, error) { return os.Executable() }

// Group is a control group, which this system does not have.
type Group struct{}
