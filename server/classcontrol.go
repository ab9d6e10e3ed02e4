package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gputour/server/auth"
	"gputour/server/door"
	"gputour/server/manage"
	"gputour/server/roster"
	"gputour/server/store"
)

// This file is how gputour class talks to the gputour classroom that runs: over a socket in the class's folder, which only the
// user can reach who owns the folder. The answers are text, to be printed as they are.

// control listens for gputour class, until the function that it returns is called.
func (room *classroom) control(dir string) (stop func(), err error) {
	path := filepath.Join(dir, manage.ControlFile)
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
