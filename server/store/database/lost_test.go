package database_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gputour/server/store"
	"gputour/server/store/database"
	"gputour/server/store/postgres"
	"gputour/server/store/postgres/postgrestest"
)

// What a wire does with the next commit.
const (
	carries  = iota
	swallows // what is said, all of it, from then on, and says nothing
	breaks   // before the server hears of it
	mutes    // breaks when the server has heard it, before its answer
)

// wire is the way to a server.
type wire struct {
	t    *testing.T
	to   string
	dir  string
	does atomic.Int32
	then func() // when it has broken

	mu   sync.Mutex
	hole []net.Conn // connections that are swallowed
}

const socketName = ".s.PGSQL.5432"

func newWire(t *testing.T, server string) *wire {
	t.Helper()
	u, _ := url.Parse(server)
	w := &wire{t: t, to: filepath.Join(u.Query().Get("host"), socketName)}
	var err error
	if w.dir, err = os.MkdirTemp("", "wire"); err != nil { // a path of t.TempDir is too long for a socket
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(w.dir, socketName))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close(); w.heal(); os.RemoveAll(w.dir) })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			go w.carry(in)
		}
	}()
	return w
}

func (w *wire) address() string {
	return (&url.URL{Scheme: "postgres", User: url.User("gputour"), Path: "/postgres", RawQuery: url.Values{"host": {w.dir}}.Encode()}).String()
}

// heal lets all through again; who was swallowed finds their connection broken.
func (w *wire) heal() {
	w.does.Store(carries)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.hole {
		c.Close()
	}
	w.hole = nil
}

func (w *wire) swallow(in net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hole = append(w.hole, in)
}

func (w *wire) carry(in net.Conn) {
	if w.does.Load() == swallows {
		w.swallow(in)
		return
	}
	out, err := net.Dial("unix", w.to)
	if err != nil {
		in.Close()
		return
	}
	defer out.Close()
	var mute atomic.Bool
	answered := make(chan bool)
	go func() {
		defer close(answered)
		buf := make([]byte, 64<<10)
		for {
			n, err := out.Read(buf)
			if n > 0 && mute.Load() {
				return
			}
			if _, wrong := in.Write(buf[:n]); err != nil || wrong != nil {
				in.Close()
				return
			}
		}
	}()
	buf := make([]byte, 64<<10)
	for {
		n, err := in.Read(buf)
		if err != nil {
			in.Close()
			return
		}
		does := w.does.Load()
		if does == swallows {
			w.swallow(in)
			return
		}
		if does != carries && bytes.Contains(buf[:n], []byte("commit\x00")) && w.does.CompareAndSwap(does, carries) {
			if does == mutes {
				mute.Store(true)
				out.Write(buf[:n])
				<-answered
			}
			if w.then != nil {
				w.then()
			}
			in.Close()
			return
		}
		out.Write(buf[:n])
	}
}

func draftOf(cell string, rev int64) store.Write {
	return store.SaveDraft{Draft: store.Draft{Owner: "ann", Lesson: "l", Cell: cell, Rev: rev, Code: "x"}}
}

// TestLost has one server behind a wire that fails in several ways.
func TestLost(t *testing.T) {
	server := postgrestest.New(t)
	for _, c := range []struct {
		name string
		f    func(t *testing.T, server *postgrestest.Server, w *wire, s *database.Store)
	}{
		{"the answer", answerLost},
		{"the network", networkLost},
		{"the server", serverLost},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWire(t, server.Address)
			s, err := postgres.Open(t.Context(), w.address())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			c.f(t, server, w, s)
		})
	}
}

// answerLost breaks the connection at a commit, of one and of several at once: who was told that it is kept finds it, who was told
// that it is not does not, and nothing is made twice.
func answerLost(t *testing.T, _ *postgrestest.Server, w *wire, s *database.Store) {
	for i, c := range []struct {
		does int32
		kept bool
	}{{mutes, true}, {breaks, false}} {
		for _, several := range []int{1, 8} {
			t.Run(fmt.Sprint(c.kept, several), func(t *testing.T) {
				before, err := s.Audits(t.Context(), 0, 1000)
				if err != nil {
					t.Fatal(err)
				}
				cell := func(n int) string { return fmt.Sprint(i, several, n) }
				together := make([][]store.Write, several)
				for n := range together {
					together[n] = []store.Write{draftOf(cell(n), 1), store.AddAudit{Audit: store.Audit{Actor: "ann", Action: "x"}}}
				}
				w.does.Store(c.does)
				errs := database.Together(s, together)
				noted := len(before)
				for n, err := range errs {
					if (err == nil) != c.kept || errors.Is(err, store.ErrUnknown) || errors.Is(err, store.ErrStale) {
						t.Errorf("%d of %d: %v", n, several, err)
					}
					_, err = s.Draft(t.Context(), "ann", "l", cell(n))
					if (err == nil) != c.kept {
						t.Errorf("%d of %d is kept: %v", n, several, err)
					}
					if c.kept {
						noted++
					}
				}
				after, err := s.Audits(t.Context(), 0, 1000)
				if err != nil || len(after) != noted {
					t.Errorf("%d notes, want %d: %v", len(after), noted, err)
				}
			})
		}
	}
}

// serverLost: a server that began anew cannot say what became of a commit, since another one may have taken its place.
func serverLost(t *testing.T, server *postgrestest.Server, w *wire, s *database.Store) {
	w.then = func() {
		server.Kill()
		server.Go()
	}
	w.does.Store(mutes)
	if err := s.Commit(t.Context(), draftOf("moved", 1)); !errors.Is(err, store.ErrUnknown) {
		t.Error(err)
	}
}

// networkLost: commits and queries that nobody bounds fail when nothing comes back, and go on when the network is whole.
func networkLost(t *testing.T, _ *postgrestest.Server, w *wire, s *database.Store) {
	database.Waits(s, 500*time.Millisecond)
	none := context.Background()
	if err := s.Commit(none, draftOf("c", 1)); err != nil {
		t.Fatal(err)
	}
	w.does.Store(swallows)
	for name, ask := range map[string]func() error{
		"commit": func() error { return s.Commit(none, draftOf("c", 2)) },
		"row":    func() error { _, err := s.Holder(none, "s"); return err },
		"rows":   func() error { _, err := s.Nodes(none); return err },
		"claim":  func() error { _, err := s.Claim(none, store.Claim{}); return err },
		"ready":  func() error { return s.Ready(none) },
	} {
		if err := ask(); err == nil || errors.Is(err, store.ErrNone) {
			t.Errorf("%s: %v", name, err)
		}
	}
	w.heal()
	for tries := 0; ; tries++ {
		if err := s.Commit(none, draftOf("c", 3)); err == nil {
			break
		} else if tries == 100 {
			t.Fatal(err)
		}
	}
}
