package journal_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/server/journal"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

func keeper(t *testing.T) *journal.Keeper {
	t.Helper()
	s, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &journal.Keeper{Store: s, Now: func() time.Time { return time.UnixMilli(5) }}
}

func entry(epoch int, seqs ...uint64) session.Entry {
	e := session.Entry{Epoch: epoch, Spec: "sim:2"}
	for _, seq := range seqs {
		m := wire.New(wire.Status, wire.StatusBody{State: wire.Idle, Epoch: epoch})
		m.Seq = seq
		e.Events, e.Seq = append(e.Events, m), seq
	}
	return e
}

func keep(t *testing.T, j session.Journal, e session.Entry) {
	t.Helper()
	if err := j.Keep(e); err != nil {
		t.Fatal(err)
	}
}

func TestKeepAndTake(t *testing.T) {
	k := keeper(t)
	j := k.Begin("s", "secret", "ann", "sim:2")
	if _, _, err := k.Take("s", "secret", ""); !errors.Is(err, session.ErrNoSession) {
		t.Errorf("a session in which nothing happened: %v", err)
	}
	keep(t, j, entry(1, 1, 2))
	again := entry(1, 2, 3)
	again.Files = []session.File{{Path: "/a", Data: []byte("x")}, {Path: "/b", Gone: true}}
	keep(t, j, again)
	if files, err := j.Files(); err != nil || len(files) != 1 || files[0].Path != "/a" || string(files[0].Data) != "x" {
		t.Errorf("files %+v, %v", files, err)
	}
	if _, _, err := k.Take("s", "guess", ""); !errors.Is(err, session.ErrToken) {
		t.Errorf("another token: %v", err)
	}
	kept, second, err := k.Take("s", "secret", "")
	if err != nil || kept.Log != 1 || kept.Seq != 0 || len(kept.Events) != 3 || kept.Spec != "sim:2" {
		t.Fatalf("kept %+v, %v", kept, err)
	}
	if err := j.Keep(entry(1, 4)); !errors.Is(err, store.ErrFenced) {
		t.Errorf("the owner before: %v", err)
	}
	digest := session.Entry{Epoch: 2, Spec: "cpu", Seq: 9, Digest: []byte("all")}
	keep(t, second, digest)
	keep(t, second, entry(2, 10))
	kept, _, err = k.Take("s", "secret", "")
	if err != nil || kept.Log != 2 || kept.Seq != 9 || string(kept.Digest) != "all" || len(kept.Events) != 1 || kept.Events[0].Seq != 10 {
		t.Errorf("after a digest %+v, %v", kept, err)
	}
}

// failing is a store that says why it cannot write.
type failing struct {
	store.Store
	why error
}

func (f *failing) Commit(context.Context, ...store.Write) error { return f.why }

// TestWhyNothingIsKept: each cause is told once a minute, however many entries and sessions it meets; who has lost a session is no cause.
func TestWhyNothingIsKept(t *testing.T) {
	var out strings.Builder
	now := time.UnixMilli(0)
	f := &failing{}
	k := &journal.Keeper{Store: f, Now: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(&out, nil))}
	a, b := k.Begin("a", "", "ann", ""), k.Begin("b", "", "bob", "")
	refused := &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{Port: 1}, Err: &os.SyscallError{Syscall: "connect", Err: syscall.ECONNREFUSED}}
	for i := range 90 { // seconds
		now = time.UnixMilli(int64(i+1) * 1000)
		refused.Addr = &net.TCPAddr{Port: i}
		for _, why := range []error{fmt.Errorf("commit %d: %w", i, refused), fmt.Errorf("commit: %w", context.DeadlineExceeded), fmt.Errorf("commit: %w", store.ErrFenced)} {
			f.why = why
			a.Keep(entry(1, uint64(i)))
			b.Keep(entry(1, uint64(i)))
		}
	}
	var told []string
	for line := range strings.Lines(out.String()) {
		_, line, _ = strings.Cut(line, "cause=")
		line, _, _ = strings.Cut(line, " session=")
		told = append(told, line)
	}
	want := `["\"connection refused\" entries=1" "\"no answer in time\" entries=1" "\"connection refused\" entries=120" "\"no answer in time\" entries=120"]`
	if got := fmt.Sprintf("%q", told); got != want {
		t.Errorf("told\n%s\nwant\n%s", got, want)
	}
}

// TestNodes: a session is with the node that took it last, and each is told why its names are gone.
func TestNodes(t *testing.T) {
	a := keeper(t)
	a.Node = "a"
	b := &journal.Keeper{Store: a.Store, Node: "b", Now: a.Now}
	first := a.Begin("s", "secret", "ann", "sim:2")
	holder := func(want string) {
		t.Helper()
		if row, err := a.Store.Session(t.Context(), "s"); err != nil || row.Node != want {
			t.Errorf("%q has it: %v", row.Node, err)
		}
	}
	holder("a") // before anything has happened
	keep(t, first, entry(1, 1))
	kept, second, err := b.Take("s", "secret", "")
	if err != nil || kept.Why != "machine" || kept.Log != 1 || len(kept.Events) != 1 {
		t.Fatalf("%+v %v", kept, err)
	}
	holder("b")
	files := entry(1)
	files.Files = []session.File{{Path: "/late", Data: []byte("x")}}
	for _, e := range []session.Entry{entry(1, 2), files, {Epoch: 3, Spec: "cpu"}} {
		if err := first.Keep(e); !errors.Is(err, session.ErrMoved) {
			t.Errorf("%+v: %v", e, err)
		}
	}
	first.(session.Releaser).Release()
	holder("b")
	keep(t, second, entry(2, 2))
	second.(session.Releaser).Release()
	holder("")
	if kept, _, err = a.Take("s", "secret", ""); err != nil || kept.Why != "put-away" || len(kept.Events) != 2 {
		t.Errorf("%+v %v", kept, err)
	}
	if kept, _, err = a.Take("s", "secret", ""); err != nil || kept.Why != "server" {
		t.Errorf("%+v %v", kept, err)
	}
	if files, err := second.Files(); err != nil || len(files) != 0 {
		t.Errorf("%+v %v", files, err)
	}
}

// TestContinue hands a session to the next program on its node, while another node may take it: only who has it goes on with it.
func TestContinue(t *testing.T) {
	for _, c := range []struct {
		name      string
		meanwhile func(b *journal.Keeper, id, token string) session.Journal
		want      error
	}{
		{"nobody takes it", nil, nil},
		{"another node takes it", func(b *journal.Keeper, id, token string) session.Journal {
			_, j, _ := b.Take(id, token, "")
			return j
		}, session.ErrMoved},
		{"another node takes it and gives it up", func(b *journal.Keeper, id, token string) session.Journal {
			_, j, _ := b.Take(id, token, "")
			j.(session.Releaser).Release()
			return nil
		}, session.ErrMoved},
		{"it is taken and comes back", func(b *journal.Keeper, id, token string) session.Journal {
			b.Take(id, token, "")
			(&journal.Keeper{Store: b.Store, Node: "a", Now: b.Now}).Take(id, token, "")
			return nil
		}, session.ErrMoved},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := keeper(t)
			a.Node = "a"
			config := session.Config{Open: sessiontest.Open}
			before, after := &session.Registry{Config: config, Keeper: a}, &session.Registry{Config: config, Keeper: a}
			s, _, err := before.Open("ann", "", "", "sim:1")
			if err != nil {
				t.Fatal(err)
			}
			carried, release, err := before.HandOver(func(session.Evaluator) json.RawMessage { return nil })
			if err != nil || len(carried) != 1 {
				t.Fatal(carried, err)
			}
			var other session.Journal
			if c.meanwhile != nil {
				other = c.meanwhile(&journal.Keeper{Store: a.Store, Node: "b", Now: a.Now}, s.ID, s.Token)
			}
			if err := after.Adopt(carried[0], nil); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if other != nil {
				keep(t, other, entry(2, 1))
			}
			if after.Has(s.ID) != (c.want == nil) {
				t.Error("the next program has it:", after.Has(s.ID))
			}
			release()
			after.Close()
			before.Close()
		})
	}
}
