// Package postgres keeps the store in a PostgreSQL server.
package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"gputour/server/store/database"
)

// connections are the queries that may run at once, the writer's included.
const connections = 8

const (
	connectWait = 5 * time.Second // unless the address has a connect_timeout
	// silence is after how long a server that answers nothing is gone: a machine that is lost does not say so.
	silence = 10 * time.Second
)

// dialer finds out in that time.
func dialer() *net.Dialer {
	return &net.Dialer{
		Timeout: connectWait, Control: unanswered,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: silence / 2, Interval: silence / 6, Count: 3},
	}
}

// Open opens the store at a URL (postgres://user:password@host/name) and brings its schema up to date. The password is
// never part of an error.
func Open(ctx context.Context, url string) (*database.Store, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("the address of the database: %w", err) // pgx leaves the password out
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWait
	}
	config.DialFunc = dialer().DialContext
	db := sql.OpenDB(stdlib.GetConnector(*config))
	db.SetMaxOpenConns(connections)
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("the database at %s: %w", config.Host, err)
	}
	s, err := database.Open(ctx, db, db, database.Postgres)
	if err != nil {
		return nil, fmt.Errorf("the database at %s: %w", config.Host, err)
	}
	return s, nil
}
