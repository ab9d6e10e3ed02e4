// Package postgrestest starts a PostgreSQL server for tests: the machine's own, on a socket in a folder of the test.
package postgrestest

import (
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver
)

// Start starts a server that ends with the test and returns the URL of an empty database in it. Where no server is
// installed the test is skipped, unless CI is set: there one that was not installed would go unnoticed.
func Start(t testing.TB) string {
	t.Helper()
	return New(t).Address
}

// New is Start for tests that end the server themselves.
func New(t testing.TB) *Server {
	t.Helper()
	s, err := find()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if s.dir, err = os.MkdirTemp("", "postgres"); err != nil { // a path of t.TempDir is too long for a socket
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(s.dir) })
	if err := s.owned(); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(s.dir, "data")
	if out, err := s.command("initdb", "-D", data, "-U", "gputour", "-A", "trust", "--no-sync", "--locale=C.UTF-8", "-E", "UTF8").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	address := url.URL{Scheme: "postgres", User: url.User("gputour"), Path: "/postgres", RawQuery: url.Values{"host": {s.dir}}.Encode()}
	s.t, s.data, s.Address = t, data, address.String()
	t.Cleanup(s.Kill)
	s.Go()
	return s
}

// Server is an installed PostgreSQL.
type Server struct {
	Address string // URL of an empty database

	t          testing.TB
	data       string
	running    *exec.Cmd // nil: it does not
	bin        string
	dir        string
	credential *syscall.Credential // PostgreSQL refuses to run as root
}

func find() (*Server, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // where Debian has it
	slices.Sort(found)
	if path, err := exec.LookPath("initdb"); err == nil {
		found = append(found, path)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no PostgreSQL server is installed: apt-get install postgresql")
	}
	s := &Server{bin: filepath.Dir(found[len(found)-1])}
	if os.Geteuid() != 0 {
		return s, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("root cannot run PostgreSQL: %w", err)
	}
	uid, _ := strconv.ParseUint(u.Uid, 10, 32)
	gid, _ := strconv.ParseUint(u.Gid, 10, 32)
	s.credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return s, nil
}

func (s *Server) owned() error {
	if s.credential == nil {
		return nil
	}
	return os.Chown(s.dir, int(s.credential.Uid), int(s.credential.Gid))
}

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.credential}
	return cmd
}

// Kill ends the server at once, as a crash does.
func (s *Server) Kill() {
	if s.running == nil {
		return
	}
	s.running.Process.Signal(syscall.SIGQUIT)
	s.running.Wait()
	s.running = nil
}

// Go starts the server and waits until it takes connections. fsync stays on: the suite asks whether a commit lasts.
func (s *Server) Go() {
	s.t.Helper()
	cmd := s.command("postgres", "-D", s.data, "-k", s.dir, "-c", "listen_addresses=", "-c", "shared_buffers=16MB")
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.running = cmd
	db, err := sql.Open("pgx", s.Address)
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	for range 400 {
		if db.Ping() == nil {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	s.Kill()
	s.t.Fatalf("PostgreSQL did not start:\n%s", said.String())
}
