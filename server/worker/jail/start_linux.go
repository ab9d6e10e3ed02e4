package jail

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// namespaces are those of a caged process. A mount namespace is not among them: it would
// hold the same files, and landlock shows none.
const namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS

// Start starts cmd in the cage, with what the system has of it; the report says what that
// was. cmd needs its three standard streams set, and no files but the program's own can be
// opened for it. It must not ask for a signal at its parent's death: the thread that forks
// ends at once.
func (c Cage) Start(cmd *exec.Cmd) (Report, error) {
	type started struct {
		report Report
		err    error
	}
	done := make(chan started)
	go func() {
		// What holds for a thread holds for the processes it forks. The goroutine never
		// unlocks, so its thread ends with it and runs nothing else of this program.
		runtime.LockOSThread()
		r, err := c.start(cmd)
		done <- started{r, err}
	}()
	s := <-done
	return s.report, s.err
}

func (c Cage) start(cmd *exec.Cmd) (r Report, err error) {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return r, fmt.Errorf("no_new_privs: %w", err)
	}
	if !c.Open {
		if r.Landlock, err = confine(slices.Concat(program(), c.Files)); err != nil {
			r.Missing = append(r.Missing, err.Error())
		}
	}
	attr := &syscall.SysProcAttr{Setsid: true} // a session is a share of the CPU: see autogroups in sched(7)
	if c.Namespaces {
		attr.Cloneflags = namespaces
	}
	if c.Group != nil {
		attr.UseCgroupFD, attr.CgroupFD = true, c.Group.fd()
	}
	template := *cmd
	for {
		*cmd = template
		cmd.SysProcAttr = attr
		err := cmd.Start()
		switch {
		case err == nil:
			r.Namespaces, r.Group = attr.Cloneflags != 0, attr.UseCgroupFD
			return r, nil
		case attr.Cloneflags != 0 && refused(err):
			r.Missing = append(r.Missing, "namespaces: "+reason(err))
			attr.Cloneflags = 0
		case attr.UseCgroupFD && refused(err):
			r.Missing = append(r.Missing, "control group: "+reason(err))
			attr.UseCgroupFD = false
		default:
			return r, err
		}
	}
}

// refused are the errors of a system that does not give what an extra asks for.
func refused(err error) bool {
	for _, e := range []error{unix.EPERM, unix.EACCES, unix.EINVAL, unix.ENOSYS, unix.ENOSPC, unix.EUSERS, unix.EOPNOTSUPP, unix.EBUSY} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

func reason(err error) string {
	var e unix.Errno
	if errors.As(err, &e) {
		return e.Error()
	}
	return err.Error()
}

// Self opens the running program's file, so that an upgrade on disk never mixes versions,
// and returns a path to it for exec.Cmd. The descriptor is above those that a child is given.
func Self() (path string, err error) {
	f, err := os.Open("/proc/self/exe")
	if err != nil {
		return "", err
	}
	defer f.Close()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 64)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("/proc/self/fd/%d", fd), nil
}
