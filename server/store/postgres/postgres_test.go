package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"gputour/server/store"
	"gputour/server/store/postgres"
	"gputour/server/store/postgres/postgrestest"
	"gputour/server/store/storetest"
)

func TestStore(t *testing.T) {
	server := postgrestest.Start(t)
	open := func(t *testing.T) func() store.Store {
		address := schema(t, server)
		return func() store.Store {
			s, err := postgres.Open(context.Background(), address)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	storetest.Run(t, open)
	storetest.Several(t, open)
}

// schema returns the address of an empty schema of a server.
func schema(t *testing.T, server string) string {
	t.Helper()
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, strings.ToLower(t.Name()))
	name = name[max(0, len(name)-60):]
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("CREATE SCHEMA " + name); err != nil {
		t.Fatal(err)
	}
	u, _ := url.Parse(server)
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String()
}

func TestAddress(t *testing.T) {
	for _, address := range []string{"postgres://ann:secret@127.0.0.1:1/class", "postgres://ann:secret@:x/", "postgres://ann:secret@127.0.0.1:1/class?sslmode=perhaps"} {
		_, err := postgres.Open(context.Background(), address)
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestOpenedAtOnce: programs that start at the same time do not bring the schema up to date on top of each other.
func TestOpenedAtOnce(t *testing.T) {
	address := schema(t, postgrestest.Start(t))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			s, err := postgres.Open(context.Background(), address)
			if err != nil {
				t.Error(err)
				return
			}
			s.Close()
		})
	}
	all.Wait()
}

// TestServerLost kills the database while a class writes to it: writes fail with an error, and go on when it is back; what
// was acknowledged is there.
func TestServerLost(t *testing.T) {
	server := postgrestest.New(t)
	s, err := postgres.Open(context.Background(), server.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const writers = 8
	acknowledged := make([]int64, writers)
	failed := make(chan bool, writers)
	back, killed := make(chan bool), make(chan bool)
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() {
			save := func(rev int64) error {
				return s.Commit(context.Background(), store.SaveDraft{Draft: store.Draft{Owner: "ann", Lesson: "l", Cell: fmt.Sprint("c", i), Rev: rev, Code: "x"}})
			}
			rev := int64(1)
			for ; save(rev) == nil; rev++ {
				acknowledged[i] = rev
				if rev == 20 && i == 0 {
					go func() { server.Kill(); close(killed) }()
				}
			}
			failed <- true
			<-back
			for tries := 0; ; tries++ { // the first may meet a connection of before
				err := save(rev)
				if err == nil || errors.Is(err, store.ErrStale) { // it was made, and its answer lost
					break
				}
				if tries == 20 {
					t.Error(err)
					return
				}
			}
			acknowledged[i] = rev
		})
	}
	for range writers {
		<-failed
	}
	<-killed
	server.Go()
	close(back)
	all.Wait()
	for i, want := range acknowledged {
		d, err := s.Draft(context.Background(), "ann", "l", fmt.Sprint("c", i))
		if err != nil || d.Rev != want {
			t.Errorf("writer %d: revision %d is kept of %d acknowledged, %v", i, d.Rev, want, err)
		}
	}
}
