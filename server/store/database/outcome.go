package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"gputour/server/store"
)

// This file tells the failures of a connection from those of a write, and finds out how a commit has ended whose answer was lost.

// lost reports whether an error is the connection's, or the server's that ends: no write is to blame.
func lost(err error) bool {
	var broken net.Error                       // deadlines, too
	var unsent interface{ SafeToRetry() bool } // what the driver says of a connection that is none any more
	for _, of := range lostErrors {
		if errors.Is(err, of) {
			return true
		}
	}
	return errors.As(err, &broken) || errors.As(err, &unsent) || ends(err)
}

// errAborted is the error of a commit that was not made, as the server says.
var errAborted = errors.New("it was not kept")

var lostErrors = []error{
	store.ErrUnknown, errAborted, driver.ErrBadConn, sql.ErrConnDone, sql.ErrTxDone, io.EOF, io.ErrUnexpectedEOF, context.Canceled,
}

// ends reports whether the server says that it, or the connection, ends.
func ends(err error) bool {
	class := state(err)
	return strings.HasPrefix(class, "08") || strings.HasPrefix(class, "57")
}

// mark is a transaction as one can ask for it later.
type mark struct {
	number int64
	server string // the run of it: another one may count anew, as a copy does that takes a lost server's place
}

// mark names the transaction. What the dialect cannot lose has no name.
func (w *writer) mark() (m mark, err error) {
	if w.dialect.Mark != "" {
		err = w.tx.QueryRowContext(w.ctx, w.dialect.Mark).Scan(&m.number, &m.server)
	}
	return m, err
}

// askAgain is how often is asked whether a transaction has ended that has not.
const askAgain = 50 * time.Millisecond

// outcome is nil when a commit that failed was made, and otherwise why it was not, or ErrUnknown.
func (s *Store) outcome(m mark, why error) error {
	if s.dialect.Marked == "" || state(why) != "" && !ends(why) { // the server has refused it
		return why
	}
	ctx, cancel := s.dialect.bounded(context.Background())
	defer cancel()
	for ctx.Err() == nil {
		var status, server string
		err := s.write.QueryRowContext(ctx, s.dialect.bind(s.dialect.Marked), m.number).Scan(&status, &server)
		switch {
		case err == nil && server != m.server:
			return unknown(why)
		case err == nil && status == "committed":
			return nil
		case err == nil && status == "aborted":
			return fmt.Errorf("%w: %w", errAborted, why)
		}
		select {
		case <-time.After(askAgain):
		case <-ctx.Done():
		}
	}
	return unknown(why)
}

func unknown(why error) error { return fmt.Errorf("%w: %w", store.ErrUnknown, why) }
