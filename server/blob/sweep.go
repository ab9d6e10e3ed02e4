package blob

import (
	"context"
	"log/slog"
	"time"

	"gputour/server/store"
)

// Grace is how long contents that no row names stay where they are, and then again aside: longer than any commit takes.
const Grace = 24 * time.Hour

// between is how long lies between two sweeps.
const between = 6 * time.Hour

// Named is what knows the names in use.
type Named interface {
	Blobs(ctx context.Context, after string, most int) ([]string, error)
}

var _ Named = store.Store(nil)

// Run sweeps until ctx ends.
func (b *Blobs) Run(ctx context.Context, rows Named, log *slog.Logger) {
	every := time.NewTicker(between)
	defer every.Stop()
	for {
		if n, err := b.Sweep(ctx, rows, time.Now()); err != nil && ctx.Err() == nil {
			log.Warn("files that nothing names cannot be removed", "where", b.String(), "error", err)
		} else if n > 0 {
			log.Info("files are removed that nothing names", "where", b.String(), "files", n)
		}
		select {
		case <-every.C:
		case <-ctx.Done():
			return
		}
	}
}

// Sweep removes what no row names and nobody has named for two days, puts aside what no row names, and brings back what a row
// names after all. Nodes may sweep at the same time.
func (b *Blobs) Sweep(ctx context.Context, rows Named, now time.Time) (removed int, err error) {
	old := func(at time.Time) bool { return now.Sub(at) >= Grace }
	names := &namesInUse{rows: rows}
	err = b.list(ctx, aside, func(name string, at time.Time) error {
		used, err := names.has(ctx, name)
		switch path := aside + "/" + name; {
		case err != nil:
			return err
		case used:
			return b.move(ctx, path, name)
		case old(at):
			removed++
			return b.remove(ctx, path)
		}
		return nil
	})
	if err != nil {
		return removed, err
	}
	names = &namesInUse{rows: rows}
	return removed, b.list(ctx, "", func(name string, at time.Time) error {
		if !old(at) {
			return nil
		}
		used, err := names.has(ctx, name)
		if err != nil || used {
			return err
		}
		return b.move(ctx, name, aside+"/"+name)
	})
}

// page is how many names are asked for at once.
const page = 1000

// namesInUse answers for names that come in order, with one question for many of them.
type namesInUse struct {
	rows  Named
	after string   // what was passed last
	known []string // those behind it
	all   bool     // there are no more
}

func (n *namesInUse) has(ctx context.Context, name string) (bool, error) {
	for {
		for len(n.known) > 0 && n.known[0] < name {
			n.after, n.known = n.known[0], n.known[1:]
		}
		if len(n.known) > 0 || n.all {
			return len(n.known) > 0 && n.known[0] == name, nil
		}
		more, err := n.rows.Blobs(ctx, n.after, page)
		if err != nil {
			return false, err
		}
		n.known, n.all = more, len(more) < page
	}
}
