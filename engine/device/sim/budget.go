package sim

import "sync/atomic"

// Budget bounds the host memory behind simulated devices: those of one session, or of
// all sessions that share it. Device memory costs nothing until it is first used. A nil
// Budget has no bound.
type Budget struct {
	limit int64
	used  atomic.Int64
}

// NewBudget makes a budget of so many bytes.
func NewBudget(bytes int64) *Budget { return &Budget{limit: bytes} }

// Used is the host memory now behind simulated devices, in bytes.
func (b *Budget) Used() int64 { return b.used.Load() }

// take claims bytes and reports whether the budget allows it.
func (b *Budget) take(bytes int64) bool {
	if b == nil {
		return true
	}
	if b.used.Add(bytes) <= b.limit {
		return true
	}
	b.used.Add(-bytes)
	return false
}

func (b *Budget) give(bytes int64) {
	if b != nil {
		b.used.Add(-bytes)
	}
}
