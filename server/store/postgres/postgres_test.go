package postgres_test

import (
	"context"
	"database/sql"
	"net/url"
	"strings"
	"testing"

	"gputour/server/store"
	"gputour/server/store/postgres"
	"gputour/server/store/postgres/postgrestest"
	"gputour/server/store/storetest"
)

func TestStore(t *testing.T) {
	server := postgrestest.Start(t)
	storetest.Run(t, func(t *testing.T) func() store.Store {
		address := schema(t, server)
		return func() store.Store {
			s, err := postgres.Open(context.Background(), address)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	})
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
