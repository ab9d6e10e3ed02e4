//go:build unix

package folder

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock takes the lock of a file, which lasts as long as the file is open, over an exec too.
func lock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrTaken
	}
	return err
}

// gone reports whether there is no process of a number.
func gone(pid int) bool { return errors.Is(unix.Kill(pid, 0), unix.ESRCH) }
