//go:build unix

package main

import (
	"os"
	"syscall"
)

// pause and resume keep a peer from taking time while it is not its turn.
func pause(p *os.Process) error  { return p.Signal(syscall.SIGSTOP) }
func resume(p *os.Process) error { return p.Signal(syscall.SIGCONT) }
