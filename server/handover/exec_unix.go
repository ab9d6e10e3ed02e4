//go:build unix

package handover

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// variable names the descriptor of the table to the next program.
const variable = "GPUTOUR_HANDOVER"

// Command is the argument with which a program reads a table from its standard input and says by its exit status whether it could
// take over.
const Command = "handover-check"

// checkWait is how long a program may take to say that.
const checkWait = 10 * time.Second

// Check runs a program on a table: the error says why it could not take over.
func Check(program string, table []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), checkWait)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, Command)
	cmd.Stdin = bytes.NewReader(table)
	out, err := cmd.CombinedOutput()
	if err == nil && strings.TrimSpace(string(out)) != accepts {
		err = errors.New("it is another program")
	}
	if err != nil {
		said := strings.TrimSpace(string(out[:min(len(out), 400)]))
		return fmt.Errorf("%s cannot take over: %w: %s", program, err, said)
	}
	return nil
}

// accepts is what a program says that could take over.
const accepts = "gputour can take over"

// Accept is the new program's side of Check.
func Accept(in io.Reader, out io.Writer) error {
	data, err := io.ReadAll(io.LimitReader(in, tableMost))
	if err != nil {
		return err
	}
	if _, err := Decode(data); err != nil {
		return err
	}
	fmt.Fprintln(out, accepts)
	return nil
}

// Exec replaces the running program. It only returns with an error, and then nothing has changed.
func Exec(program string, args []string, t Table) error {
	data, err := Encode(t)
	if err != nil {
		return err
	}
	if err := Check(program, data); err != nil {
		return err
	}
	f, err := tempTable(data)
	if err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	defer f.Close()
	table := int(f.Fd())
	environ := append(os.Environ(), variable+"="+strconv.Itoa(table))
	signal.Ignore(syscall.SIGHUP) // until the next program listens to it: ignored stays ignored
	syscall.ForkLock.Lock()       // no child is to have what is now opened
	defer syscall.ForkLock.Unlock()
	all := append(t.descriptors(), table)
	for _, fd := range all {
		if err := inherited(fd, true); err != nil {
			return fmt.Errorf("descriptor %d: %w", fd, err)
		}
	}
	err = syscall.Exec(program, append([]string{program}, args...), environ)
	for _, fd := range all {
		inherited(fd, false)
	}
	return fmt.Errorf("start %s: %w", program, err)
}

// tempTable writes a table to a file that has no name.
func tempTable(data []byte) (*os.File, error) {
	f, err := os.CreateTemp("", "gputour-handover-")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name())
	if _, err := f.Write(data); err != nil {
		f.Close()
		return nil, err
	}
	_, err = f.Seek(0, io.SeekStart)
	return f, err
}

func inherited(fd int, yes bool) error {
	flags := unix.FD_CLOEXEC
	if yes {
		flags = 0
	}
	_, err := unix.FcntlInt(uintptr(fd), unix.F_SETFD, flags)
	return err
}

// Received returns the table of the program before, nil when there was none. Its descriptors are this program's alone from
// then on.
func Received() (*Table, error) {
	text, ok := os.LookupEnv(variable)
	if !ok {
		return nil, nil
	}
	os.Unsetenv(variable)
	fd, err := strconv.Atoi(text)
	if err != nil || fd < 3 {
		return nil, fmt.Errorf("%s=%.20q is no descriptor", variable, text)
	}
	f := os.NewFile(uintptr(fd), "table")
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, tableMost))
	if err != nil {
		return nil, fmt.Errorf("read the table: %w", err)
	}
	t, err := Decode(data)
	if err != nil {
		return nil, err
	}
	for _, fd := range t.descriptors() {
		if err := inherited(fd, false); err != nil {
			return nil, fmt.Errorf("descriptor %d of the table: %w", fd, err)
		}
	}
	return t, nil
}

// Drop closes the copies of descriptors that a table was made with, when there was no exec.
func Drop(t Table) {
	for _, fd := range t.descriptors() {
		if fd > 2 {
			unix.Close(fd)
		}
	}
}
