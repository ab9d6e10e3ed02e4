//go:build unix

package folder

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestOneAtATime(t *testing.T) {
	dir := t.TempDir()
	l, err := Take(dir)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 500)
	for _, address := range []string{long, "short"} { // the second is shorter than what it replaces
		if err := l.Tell(func(s *State) { s.Version, s.Address, s.Upgrade = "v1", address, &Upgrade{Number: 2, To: "v1"} }); err != nil {
			t.Fatal(err)
		}
	}
	if s, err := Read(dir); err != nil || s.PID != os.Getpid() || s.Address != "short" || s.Upgrade.Number != 2 {
		t.Errorf("read %+v, %v", s, err)
	}
	if _, err := Take(dir); !errors.Is(err, ErrTaken) || !strings.Contains(err.Error(), "process ") {
		t.Errorf("a second server: %v", err)
	}
	if used, err := Used(dir); !used || err != nil {
		t.Errorf("used %v, %v", used, err)
	}
	fd, err := unix.Dup(int(l.File().Fd()))
	if err != nil {
		t.Fatal(err)
	}
	l.Close() // as by exec: a copy of the descriptor stays open
	if _, err := Take(dir); !errors.Is(err, ErrTaken) {
		t.Errorf("after the hand-over: %v", err)
	}
	next, err := Adopt(fd)
	if err != nil || next.State().Upgrade.Number != 2 {
		t.Fatalf("adopted %+v, %v", next.State(), err)
	}
	next.Close()
	if used, err := Used(dir); used || err != nil {
		t.Errorf("at the end: used %v, %v", used, err)
	}
	if used, err := Used(dir + "/nowhere"); used || err != nil {
		t.Errorf("no folder: used %v, %v", used, err)
	}
}

// TestLockOfTheDead: what outlives a killed server for a moment is waited for, and a server that runs is not.
func TestLockOfTheDead(t *testing.T) {
	defer func() { sleep = time.Sleep }()
	dir := t.TempDir()
	held, err := Take(dir)
	if err != nil {
		t.Fatal(err)
	}
	sleep = func(time.Duration) { t.Error("a server that runs is waited for") }
	held.Tell(func(s *State) {})
	if _, err := Take(dir); !errors.Is(err, ErrTaken) {
		t.Errorf("a second server: %v", err)
	}
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	held.Tell(func(s *State) { s.PID = dead.Process.Pid })
	waits := 0
	sleep = func(time.Duration) { waits++ }
	if _, err := Take(dir); !errors.Is(err, ErrTaken) || waits != int(patience/pause) {
		t.Errorf("what keeps the lock: %v after %d waits", err, waits)
	}
	sleep = func(time.Duration) { held.Close() }
	l, err := Take(dir)
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
}

func TestWish(t *testing.T) {
	dir := t.TempDir()
	if got := Wished(dir); got != "" {
		t.Errorf("nobody wished for %q", got)
	}
	if err := Wish(dir, "/new/gputour"); err != nil {
		t.Fatal(err)
	}
	if got := Wished(dir) + " " + Wished(dir); got != "/new/gputour " {
		t.Errorf("wished for %q", got)
	}
}
