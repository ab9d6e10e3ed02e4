package main

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

	"gputour/server/auth"
	"gputour/server/door"
	"gputour/server/roster"
	"gputour/server/store"
)

// This file is how gputour class talks to the gputour classroom that runs: over a socket in the class's folder, which only the
// user can reach who owns the folder. The answers are text, to be printed as they are.

// controlFile is the socket's name.
const controlFile = "class.sock"

// control listens for gputour class, until the function that it returns is called.
func (room *classroom) control(dir string) (stop func(), err error) {
	path := filepath.Join(dir, controlFile)
	os.Remove(path) // of a program that was killed: the folder is ours alone
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, err
	}
	mux := http.NewServeMux()
	for pattern, f := range room.controls() {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			text, err := f(r)
			if err != nil {
				http.Error(w, err.Error(), http.StatusUnprocessableEntity)
				return
			}
			io.WriteString(w, text)
		})
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(l)
	return func() { server.Close() }, nil
}

// controls are what gputour class may ask for.
func (room *classroom) controls() map[string]func(*http.Request) (string, error) {
	return map[string]func(*http.Request) (string, error){
		"GET /status":  room.status,
		"POST /code":   room.rotate,
		"POST /roster": room.importList,
		"POST /rejoin": room.rejoin,
		"POST /passwd": room.password,
		"POST /owner":  room.owner,
	}
}

// status says how the class stands.
func (room *classroom) status(r *http.Request) (string, error) {
	row := room.class.Row()
	waiting, in, err := room.class.Waiting(r.Context())
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, joined by %s, code %s\n", titleOf(row), row.State, row.Join, auth.Spaced(row.Code))
	fmt.Fprintf(&b, "%d students, %d waiting, %d sessions\n", in, waiting, room.sessions.Len())
	for _, a := range room.reach.Addresses() {
		fmt.Fprintf(&b, "%s/join\n", a)
	}
	return b.String(), nil
}

func (room *classroom) rotate(r *http.Request) (string, error) {
	code, err := room.class.Rotate(r.Context(), door.Program, r.FormValue("code"))
	return auth.Spaced(code) + "\n", err
}

// importList imports a list or, when it is only to be looked at, says what it would change.
func (room *classroom) importList(r *http.Request) (string, error) {
	data, err := io.ReadAll(io.LimitReader(r.Body, roster.MostBytes+1))
	if err != nil {
		return "", err
	}
	list, err := door.ReadList(data)
	if err != nil {
		return "", listError(err)
	}
	var plan roster.Plan
	if r.URL.Query().Get("dry") != "" {
		plan, err = room.class.Preview(r.Context(), list)
	} else {
		plan, err = room.class.Import(r.Context(), door.Program, list)
	}
	return planText(plan), err
}

// listError says all that is wrong with a list, each on a line.
func listError(err error) error {
	var problems roster.Problems
	if !errors.As(err, &problems) {
		return err
	}
	return errors.New("nothing was imported:\n  " + strings.ReplaceAll(problems.Error(), "; ", "\n  "))
}

func planText(p roster.Plan) string {
	text := fmt.Sprintf("%d new, %d changed, %d as they are\n", len(p.New), len(p.Changed), p.Same)
	for _, of := range []struct {
		n    int
		says string
	}{
		{len(p.Missing), "not in the list; they stay in the class"}, {len(p.Gone), "removed from the class before; they stay so"},
		{len(p.Unclear), "could be more than one person and are left alone: give their numbers"},
	} {
		if of.n > 0 {
			text += fmt.Sprintf("%d %s\n", of.n, of.says)
		}
	}
	return text
}

// find is the member whom somebody means by ID, number, email or name.
func (room *classroom) find(ctx context.Context, named string) (store.Member, error) {
	all, err := room.class.Members(ctx)
	if err != nil {
		return store.Member{}, err
	}
	var found []store.Member
	for _, m := range all {
		if m.ID == named || named != "" && m.Status != store.Removed && (m.Number == named || m.Email == named || strings.EqualFold(m.Name, named)) {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 0:
		return store.Member{}, fmt.Errorf("%s: %w", named, door.ErrNobody)
	case 1:
		return found[0], nil
	}
	return store.Member{}, fmt.Errorf("%d members are called %s: give the number", len(found), named)
}

func (room *classroom) rejoin(r *http.Request) (string, error) {
	m, err := room.find(r.Context(), r.FormValue("member"))
	if err != nil {
		return "", err
	}
	pass, _, err := room.class.Rejoin(r.Context(), door.Program, m.ID)
	return fmt.Sprintf("%s types %s at %s/rejoin within a day; it works once\n", m.Name, auth.Spaced(pass), room.reach.Addresses()[0]), err
}

func (room *classroom) password(r *http.Request) (string, error) {
	m, err := room.find(r.Context(), r.FormValue("member"))
	if err != nil {
		return "", err
	}
	if !auth.Role(m.Role).May(auth.Watch) {
		return "", fmt.Errorf("%s is a %s: only those who lead have passwords; gputour class rejoin lets a student come back", m.Name, m.Role)
	}
	return m.Name + " signs in with the new password; all other browsers are signed out\n",
		room.class.SetPassword(r.Context(), door.Program, m.ID, r.FormValue("password"), "")
}

// owner makes a new address for the owner.
func (room *classroom) owner(r *http.Request) (string, error) {
	token, err := room.class.OwnerTicket(r.Context())
	return room.reach.Addresses()[0] + "/login?token=" + token + "\n", err
}

func titleOf(row store.Class) string {
	if row.Title == "" {
		return "a new class"
	}
	return row.Title
}

// classCommand are the commands for a class that is being served.
type classCommand struct {
	Data    string         `help:"Folder in which the class is kept, as of gputour classroom." placeholder:"DIR"`
	Status  classStatus    `cmd:"" help:"Say how the class stands."`
	Code    classCode      `cmd:"" help:"Give the class a new join code."`
	Roster  classRoster    `cmd:"" help:"Import a list of students (CSV)."`
	Rejoin  classRejoin    `cmd:"" help:"Make a code with which a member comes back, once."`
	Passwd  classPasswd    `cmd:"" help:"Set the password of somebody who leads the class."`
	Owner   classOwner     `cmd:"" help:"Make a new one-use address for the owner."`
	Backup  backupCommand  `cmd:"" help:"Write all that is kept to a new file, while the class goes on."`
	Restore restoreCommand `cmd:"" help:"Make a backup the class, where there is none yet."`
	Export  exportAll      `cmd:"" help:"Write tables, notebooks and files of the class to a zip."`
	Upgrade upgradeCommand `cmd:"" help:"Put this program into the place of the one that serves, while cells run on."`
	Doctor  doctorCommand  `cmd:"" help:"Say how well cells are sealed on this machine, and what is missing."`
}

// hub is the program that serves a class.
type hub struct{ data string }

// dir is the folder of the class.
func (h hub) dir() (string, error) {
	if h.data != "" {
		return h.data, nil
	}
	return classData()
}

// ask sends a request to it and prints the answer.
func (h hub) ask(out io.Writer, method, path string, body io.Reader, kind string) error {
	dir, err := h.dir()
	if err != nil {
		return &usageError{dataError(h.data, err)}
	}
	client := http.Client{Timeout: time.Minute, Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", filepath.Join(dir, controlFile))
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

func (h hub) post(out io.Writer, path string, fields url.Values) error {
	return h.ask(out, http.MethodPost, path, strings.NewReader(fields.Encode()), "application/x-www-form-urlencoded")
}

type classStatus struct{}

// Run implements gputour class status.
func (classStatus) Run(t terminal, h hub) error {
	return h.ask(t.out, http.MethodGet, "/status", nil, "")
}

type classCode struct {
	Word string `arg:"" optional:"" help:"A word of your own; otherwise one is made."`
}

// Run implements gputour class code.
func (c classCode) Run(t terminal, h hub) error {
	return h.post(t.out, "/code", url.Values{"code": {c.Word}})
}

type classRoster struct {
	File string `arg:"" help:"The list; - is standard input."`
	Dry  bool   `help:"Only say what would change." name:"dry-run"`
}

// Run implements gputour class roster.
func (c classRoster) Run(t terminal, h hub) error {
	data, err := readList(c.File, t.in)
	if err != nil {
		return err
	}
	path := "/roster"
	if c.Dry {
		path += "?dry=1"
	}
	return h.ask(t.out, http.MethodPost, path, bytes.NewReader(data), "text/csv")
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
func (c classRejoin) Run(t terminal, h hub) error {
	return h.post(t.out, "/rejoin", url.Values{"member": {c.Member}})
}

type classPasswd struct {
	Member string `arg:"" help:"Name, number or email."`
}

// Run implements gputour class passwd.
func (c classPasswd) Run(t terminal, h hub) error {
	password, err := askPassword(t)
	if err != nil {
		return err
	}
	return h.post(t.out, "/passwd", url.Values{"member": {c.Member}, "password": {password}})
}

// askPassword reads a password, without showing it where it is typed.
func askPassword(t terminal) (string, error) {
	if f, ok := t.in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprint(t.err, "Password: ")
		defer fmt.Fprintln(t.err)
		typed, err := term.ReadPassword(int(f.Fd()))
		return string(typed), err
	}
	typed, err := io.ReadAll(io.LimitReader(t.in, 1<<10))
	return strings.TrimRight(string(typed), "\r\n"), err
}

type classOwner struct{}

// Run implements gputour class owner.
func (classOwner) Run(t terminal, h hub) error { return h.post(t.out, "/owner", nil) }
