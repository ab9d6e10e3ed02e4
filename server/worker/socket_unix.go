//go:build unix

package worker

import (
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// socketpair returns the hub's and the worker's end of a connection.
func socketpair() (net.Conn, *os.File, error) {
	syscall.ForkLock.RLock()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(fds[0])
		unix.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	ours, theirs := os.NewFile(uintptr(fds[0]), "hub"), os.NewFile(uintptr(fds[1]), "worker")
	defer ours.Close() // FileConn has a copy
	conn, err := net.FileConn(ours)
	if err != nil {
		theirs.Close()
		return nil, nil, err
	}
	return conn, theirs, nil
}
