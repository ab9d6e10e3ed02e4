package main

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/server/bus"
	"gputour/server/keep"
	"gputour/server/store"
)

// clustered is a node of that name with a store of its own.
func clustered(t *testing.T, name string) (*cluster, *keep.Data) {
	t.Helper()
	kept, err := keep.Open(t.TempDir(), nil, keep.ClassData)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	all := &cluster{log: slog.New(slog.DiscardHandler)}
	if all.bus, err = bus.Embedded(name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(all.bus.Close)
	if err := all.enter(kept, name, false); err != nil {
		t.Fatal(err)
	}
	return all, kept
}

// TestNames: a node is one whatever it is called.
func TestNames(t *testing.T) {
	if all, _ := clustered(t, aloneName); !all.shared() || all.claims() != aloneName {
		t.Error("a node with that name is alone")
	}
}

// TestForgetsWhatACrashLeft: a session of a node that lives is forgotten when it is old, for the node may have crashed since.
func TestForgetsWhatACrashLeft(t *testing.T) {
	all, kept := clustered(t, "a")
	ctx := context.Background()
	if err := kept.Commit(ctx, store.SaveSession{Session: store.Session{ID: "old", Node: all.node.Name(), Fence: 1, Updated: 5}}); err != nil {
		t.Fatal(err)
	}
	h := &host{sessions: &session.Registry{}, cluster: all, log: all.log}
	old, forgotten := h.forgetting(kept, time.Hour), 0
	for _, ran := range []time.Duration{0, 2 * time.Hour} {
		n, err := old.Look(ctx, time.Now(), ran)
		if err != nil {
			t.Fatal(err)
		}
		forgotten += n
	}
	if forgotten != 1 {
		t.Errorf("%d sessions are forgotten", forgotten)
	}
}
