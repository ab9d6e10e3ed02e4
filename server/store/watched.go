package store

import "context"

// Watched is a store that says what was committed.
type Watched struct {
	Store
	// Committed is called after each commit, in no order that one could rely on: who needs the newest row reads it.
	Committed func(writes []Write)
}

// Commit implements Store.
func (w Watched) Commit(ctx context.Context, writes ...Write) error {
	err := w.Store.Commit(ctx, writes...)
	if err == nil {
		w.Committed(writes)
	}
	return err
}
