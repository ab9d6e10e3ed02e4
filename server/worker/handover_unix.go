//go:build unix

package worker

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// KeepOpen returns a copy of a descriptor that lasts as long as the process does, whatever becomes of f. It closes when the
// process runs another program, unless somebody sees to it.
func KeepOpen(f syscall.Conn) (fd int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	control := raw.Control(func(from uintptr) { fd, err = unix.FcntlInt(from, unix.F_DUPFD_CLOEXEC, 3) })
	return fd, errors.Join(control, err)
}

// shut keeps a descriptor that was inherited from children.
func shut(f *os.File) {
	if raw, err := f.SyscallConn(); err == nil {
		raw.Control(func(fd uintptr) { unix.CloseOnExec(int(fd)) })
	}
}
