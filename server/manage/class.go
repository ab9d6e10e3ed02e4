// Package manage has gputour class, with which a class is looked after while it is served.
package manage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"gputour/server/flags"
	"gputour/server/keep"
	"gputour/server/roster"
)

// ControlFile is the name of the socket of the program that serves, in the class's folder.
const ControlFile = "class.sock"

// Command are the commands for a class that is being served.
type Command struct {
	Data    string              `help:"Folder in which the class is kept, as of gputour classroom." placeholder:"DIR"`
	Status  classStatus         `cmd:"" help:"Say how the class stands."`
	Code    classCode           `cmd:"" help:"Give the class a new join code."`
	Roster  classRoster         `cmd:"" help:"Import a list of students (CSV)."`
	Rejoin  classRejoin         `cmd:"" help:"Make a code with which a member comes back, once."`
	Passwd  classPasswd         `cmd:"" help:"Set the password of somebody who leads the class."`
	Owner   classOwner          `cmd:"" help:"Make a new one-use address for the owner."`
	Backup  backupCommand       `cmd:"" help:"Write all that is kept to a new file, while the class goes on."`
	Restore restoreCommand      `cmd:"" help:"Make a backup the class, where there is none yet."`
	Export  exportAll           `cmd:"" help:"Write tables, notebooks and files of the class to a zip."`
	Upgrade upgradeCommand      `cmd:"" help:"Put this program into the place of the one that serves, while cells run on."`
	Doctor  flags.DoctorCommand `cmd:"" help:"Say how well cells are sealed on this machine, and what is missing."`
}

// Hub is the program that serves a class.
type Hub struct{ Data string }

// dir is the folder of the class.
func (h Hub) dir() (string, error) {
	if h.Data != "" {
		return h.Data, nil
	}
	return keep.ClassData()
}

// ask sends a request to it and prints the answer.
func (h Hub) ask(out io.Writer, method, path string, body io.Reader, kind string) error {
	dir, err := h.dir()
	if err != nil {
		return flags.Usage(keep.DataError(h.Data, err))
	}
	client := http.Client{Timeout: time.Minute, Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", filepath.Join(dir, ControlFile))
	}}}
	r, err := http.NewRequest(method, "http://class"+path, body)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", kind)
	answer, err := client.Do(r)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		return fmt.Errorf("no class is being served from %s: start gputour classroom --data %s", dir, dir)
	}
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		return errors.New(strings.TrimSpace(string(text)))
	}
	if err == nil {
		_, err = out.Write(text)
	}
	return err
}

func (h Hub) post(out io.Writer, path string, fields url.Values) error {
	return h.ask(out, http.MethodPost, path, strings.NewReader(fields.Encode()), "application/x-www-form-urlencoded")
}

type classStatus struct{}

// Run implements gputour class status.
func (classStatus) Run(t flags.Terminal, h Hub) error {
	return h.ask(t.Out, http.MethodGet, "/status", nil, "")
}

type classCode struct {
	Word string `arg:"" optional:"" help:"A word of your own; otherwise one is made."`
}

// Run implements gputour class code.
func (c classCode) Run(t flags.Terminal, h Hub) error {
	return h.post(t.Out, "/code", url.Values{"code": {c.Word}})
}

type classRoster struct {
	File string `arg:"" help:"The list; - is standard input."`
	Dry  bool   `help:"Only say what would change." name:"dry-run"`
}

// Run implements gputour class roster.
func (c classRoster) Run(t flags.Terminal, h Hub) error {
	data, err := readList(c.File, t.In)
	if err != nil {
		return err
	}
	path := "/roster"
	if c.Dry {
		path += "?dry=1"
	}
	return h.ask(t.Out, http.MethodPost, path, bytes.NewReader(data), "text/csv")
}

func readList(file string, in io.Reader) ([]byte, error) {
	if file != "-" {
		return os.ReadFile(file)
	}
	return io.ReadAll(io.LimitReader(in, roster.MostBytes+1))
}

type classRejoin struct {
	Member string `arg:"" help:"Name, number or email."`
}

// Run implements gputour class rejoin.
func (c classRejoin) Run(t flags.Terminal, h Hub) error {
	return h.post(t.Out, "/rejoin", url.Values{"member": {c.Member}})
}

type classPasswd struct {
	Member string `arg:"" help:"Name, number or email."`
}

// Run implements gputour class passwd.
func (c classPasswd) Run(t flags.Terminal, h Hub) error {
	password, err := askPassword(t)
	if err != nil {
		return err
	}
	return h.post(t.Out, "/passwd", url.Values{"member": {c.Member}, "password": {password}})
}

// askPassword reads a password, without showing it where it is typed.
func askPassword(t flags.Terminal) (string, error) {
	if f, ok := t.In.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprint(t.Err, "Password: ")
		defer fmt.Fprintln(t.Err)
		typed, err := term.ReadPassword(int(f.Fd()))
		return string(typed), err
	}
	typed, err := io.ReadAll(io.LimitReader(t.In, 1<<10))
	return strings.TrimRight(string(typed), "\r\n"), err
}

type classOwner struct{}

// Run implements gputour class owner.
func (classOwner) Run(t flags.Terminal, h Hub) error { return h.post(t.Out, "/owner", nil) }
