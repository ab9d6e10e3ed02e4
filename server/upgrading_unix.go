//go:build unix

package main

import (
	"os"
	"syscall"
)

func askForUpgrade(server *os.Process) error { return server.Signal(syscall.SIGHUP) }
