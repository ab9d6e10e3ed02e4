package httpd

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"
	"time"

	"gputour/server/store"
)

// Logins knows the browsers that have used a token. A cookie itself is nowhere: its digest is, so that neither a copy
// of what is kept nor the time that a look-up takes says anything of a cookie.
type Logins interface {
	// Add lets the bearer of a cookie come back as owner.
	Add(ctx context.Context, hash [sha256.Size]byte, owner, agent string) error
	// Owner is whose cookie it is, "" when it is nobody's.
	Owner(ctx context.Context, hash [sha256.Size]byte) (string, error)
}

// memoryLogins are forgotten with the process.
type memoryLogins struct {
	mu     sync.Mutex
	owners map[[sha256.Size]byte]string
}

func (l *memoryLogins) Add(_ context.Context, hash [sha256.Size]byte, owner, _ string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.owners == nil {
		l.owners = map[[sha256.Size]byte]string{}
	}
	l.owners[hash] = owner
	return nil
}

func (l *memoryLogins) Owner(_ context.Context, hash [sha256.Size]byte) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.owners[hash], nil
}

// StoredLogins are in a store.
type StoredLogins struct{ Store store.Store }

// Add implements Logins.
func (l StoredLogins) Add(ctx context.Context, hash [sha256.Size]byte, owner, agent string) error {
	return l.Store.Commit(ctx, store.AddLogin{Login: store.Login{
		Hash: hash, Owner: owner, Agent: store.AgentOf(agent), Created: time.Now().UnixMilli(),
	}})
}

// Owner implements Logins.
func (l StoredLogins) Owner(ctx context.Context, hash [sha256.Size]byte) (string, error) {
	login, err := l.Store.Login(ctx, hash)
	if errors.Is(err, store.ErrNone) {
		return "", nil
	}
	return login.Owner, err
}
