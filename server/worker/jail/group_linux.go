package jail

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// This file bounds processes by control groups of version 2, where this process has been
// given a group to divide: systemd's Delegate=yes, or a container with its own.

// Groups is a group that is divided among processes.
type Groups struct {
	dir         string
	controllers []string
	made        atomic.Int64
}

// Group is the control group of one process.
type Group struct {
	path string
	dir  *os.File
}

// ownGroup is the group below of the process that divides its group.
const ownGroup = "server"

// wanted are the controllers that a group of ours uses. Without memory it is of no use.
var wanted = []string{"memory", "cpu", "pids"}

// Delegated returns the group of this process for dividing, or why it cannot be. It moves
// this process into a group below, since processes and divided groups exclude each other.
func Delegated() (*Groups, error) {
	const mount = "/sys/fs/cgroup"
	var s unix.Statfs_t
	if err := unix.Statfs(mount, &s); err != nil || s.Type != unix.CGROUP2_SUPER_MAGIC {
		return nil, errors.New("control group: version 2 is not mounted on " + mount)
	}
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, fmt.Errorf("control group: %w", err)
	}
	for line := range bytes.Lines(text) {
		if path, ok := bytes.CutPrefix(line, []byte("0::")); ok {
			return divide(filepath.Join(mount, strings.TrimSpace(string(path))), os.Getpid())
		}
	}
	return nil, errors.New("control group: this process is in none of version 2")
}

// divide prepares the group in dir, in which process pid is alone.
func divide(dir string, pid int) (*Groups, error) {
	has, err := words(filepath.Join(dir, "cgroup.controllers"))
	if err != nil {
		return nil, fmt.Errorf("control group: %w", err)
	}
	if above := filepath.Dir(dir); filepath.Base(dir) == ownGroup {
		if shared, err := words(filepath.Join(above, "cgroup.subtree_control")); err == nil && slices.Contains(shared, "memory") {
			g := &Groups{dir: above} // this process has divided it, with another program in it
			for _, c := range shared {
				g.controllers = append(g.controllers, "+"+c)
			}
			return g, nil
		}
	}
	g := &Groups{dir: dir}
	for _, c := range wanted {
		if slices.Contains(has, c) {
			g.controllers = append(g.controllers, "+"+c)
		}
	}
	if !slices.Contains(g.controllers, "+memory") {
		return nil, errors.New("control group: it may not bound memory")
	}
	inside, err := words(filepath.Join(dir, "cgroup.procs"))
	switch {
	case err != nil:
		return nil, fmt.Errorf("control group: %w", err)
	case len(inside) != 1 || inside[0] != strconv.Itoa(pid):
		return nil, errors.New("control group: it is shared with other processes")
	}
	own := filepath.Join(dir, ownGroup)
	if err := os.Mkdir(own, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("control group: %w", err)
	}
	if err := put(own, "cgroup.procs", strconv.Itoa(pid)); err != nil {
		return nil, err
	}
	return g, put(dir, "cgroup.subtree_control", strings.Join(g.controllers, " "))
}

// New makes a group for a process of so many bytes.
func (g *Groups) New(l Limits) (*Group, error) {
	var path string
	for {
		path = filepath.Join(g.dir, fmt.Sprintf("worker-%d", g.made.Add(1)))
		err := os.Mkdir(path, 0o755)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) { // of a worker that another program of this process has started
			return nil, fmt.Errorf("control group: %w", err)
		}
	}
	settings := []struct{ controller, file, value string }{
		{"memory", "memory.max", bound(l.Data)},
		{"memory", "memory.oom.group", "1"},
		{"pids", "pids.max", bound(l.Threads)},
		{"cpu", "cpu.weight", "100"},
	}
	for _, s := range settings {
		if !slices.Contains(g.controllers, "+"+s.controller) {
			continue
		}
		if err := put(path, s.file, s.value); err != nil {
			os.Remove(path)
			return nil, err
		}
	}
	dir, err := os.Open(path)
	if err != nil {
		os.Remove(path)
		return nil, fmt.Errorf("control group: %w", err)
	}
	return &Group{path, dir}, nil
}

func bound(n int64) string {
	if n <= 0 {
		return "max"
	}
	return strconv.FormatInt(n, 10)
}

// Exhausted reports whether the kernel ended the process because it reached its memory.
func (g *Group) Exhausted() bool {
	fields, _ := words(filepath.Join(g.path, "memory.events"))
	at := slices.Index(fields, "oom_kill")
	return at >= 0 && at+1 < len(fields) && fields[at+1] != "0"
}

// Close removes the group of a process that has ended.
func (g *Group) Close() {
	g.dir.Close()
	os.Remove(g.path)
}

func (g *Group) fd() int { return int(g.dir.Fd()) }

func put(dir, name, value string) error {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("control group: %w", err)
	}
	defer f.Close()
	if _, err := f.WriteString(value); err != nil {
		return fmt.Errorf("control group: %w", err)
	}
	return nil
}

func words(name string) ([]string, error) {
	text, err := os.ReadFile(name)
	return strings.Fields(string(text)), err
}

// Path is where the group is, for Reopen.
func (g *Group) Path() string { return g.path }

// Reopen returns the group of a process that another program of this process has made.
func Reopen(path string) (*Group, error) {
	dir, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("control group: %w", err)
	}
	return &Group{path, dir}, nil
}
