package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// screen is a pseudo-terminal with a program on it.
type screen struct {
	t      *testing.T
	master *os.File
	output chan string
	seen   string
}

// openScreen starts gputour on a terminal of its own.
func openScreen(t *testing.T, env []string, args ...string) (*screen, *exec.Cmd) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here:", err)
	}
	t.Cleanup(func() { master.Close() })
	slave, err := openSlave(int(master.Fd()))
	if err != nil {
		t.Skip("no pseudo-terminals here:", err)
	}
	defer slave.Close()
	cmd := exec.Command("gputour", args...)
	cmd.Env = append(append(os.Environ(), "TERM=xterm"), env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	s := &screen{t: t, master: master, output: make(chan string, 1000)}
	go s.read()
	return s, cmd
}

// openSlave opens the side of a pseudo-terminal that the program sees.
func openSlave(master int) (*os.File, error) {
	number, err := unix.IoctlGetInt(master, unix.TIOCGPTN)
	if err != nil {
		return nil, err
	}
	if err := unix.IoctlSetPointerInt(master, unix.TIOCSPTLCK, 0); err != nil {
		return nil, err
	}
	if err := unix.IoctlSetWinsize(master, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 120}); err != nil {
		return nil, err
	}
	return os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|syscall.O_NOCTTY, 0)
}

func (s *screen) read() {
	defer close(s.output)
	buf := make([]byte, 4096)
	for {
		n, err := s.master.Read(buf)
		if err != nil {
			return
		}
		s.output <- string(buf[:n])
	}
}

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// wants waits for text to appear after what it has waited for before.
func (s *screen) wants(text string) {
	s.t.Helper()
	late := time.After(patience)
	for !strings.Contains(s.seen, text) {
		select {
		case more, ok := <-s.output:
			if !ok {
				s.t.Fatalf("the program ended; no %q in\n%s", text, s.seen)
			}
			s.seen += more
		case <-late:
			s.t.Fatalf("no %q in\n%q", text, s.seen)
		}
	}
	_, s.seen, _ = strings.Cut(s.seen, text)
}

func (s *screen) types(text string) { io.WriteString(s.master, text) }

// TestTerminal types into a session as a person would.
func TestTerminal(t *testing.T) {
	config := t.TempDir()
	s, cmd := openScreen(t, []string{"XDG_CONFIG_HOME=" + config}, "repl", "--devices", "cpu")
	for _, step := range []struct{ typed, shown string }{
		{"", "Python on cpu"},
		{"unlikely_name = 41\r", "In [2]: "},
		{"unlik\t + 1\r", "Out[2]: 42"},
		{"def twice(n):\rreturn n * 2\r\r", "In [4]: "}, // the second line indents itself
		{"tw\tunlikely_name)", ""},
		{"\x01\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C(\r", "Out[4]: 82"}, // to the beginning, five to the right
		{"answer = input('your name? ')\r", "your name? "},
		{"Ada\r", "In [6]: "},
		{"answer\r", "Out[6]: 'Ada'"},
		{"half = (1,\r", "...: "},
		{"\x03", "KeyboardInterrupt"},
		{"while True: print('spin' 'ning')\r\r", "spinning"},
		{"\x03", "KeyboardInterrupt"},
		{"len?\r", "Signature: len(obj, /)"},
		{"\x04", ""},
	} {
		s.types(step.typed)
		s.wants(step.shown)
	}
	if err := cmd.Wait(); err != nil {
		t.Error("after Ctrl-D:", err)
	}
	history, err := os.ReadFile(config + "/gputour/history")
	if err != nil || !strings.Contains(string(history), "unlikely_name = 41\n") {
		t.Errorf("history %q, %v", history, err)
	}
}

// TestTypedAhead types Ctrl-C behind lines that nobody has read yet.
func TestTypedAhead(t *testing.T) {
	s, cmd := openScreen(t, []string{"XDG_CONFIG_HOME=" + t.TempDir()}, "repl", "--devices", "cpu")
	s.wants("In [1]: ")
	for range 30 {
		s.types("half = (1,\r\x03")
		s.wants("KeyboardInterrupt")
	}
	s.types("6 * 7\r")
	s.wants("Out[1]: 42")
	s.types("\x04")
	if err := cmd.Wait(); err != nil {
		t.Error("after Ctrl-D:", err)
	}
}
