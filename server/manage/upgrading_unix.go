//go:build unix

package manage

import (
	"os"
	"syscall"
)

func askForUpgrade(server *os.Process) error { return server.Signal(syscall.SIGHUP) }
