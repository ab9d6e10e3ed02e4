//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// endAll gives a program a process group of its own, and has the whole group killed in its place.
func endAll(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
