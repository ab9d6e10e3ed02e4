//go:build js

package main

import (
	"errors"
	"log/slog"

	"gputour/engine/session"
)

// This file goes on where what the browser kept is damaged: on a server somebody would look into it, here nobody would, and
// the lesson would never open again.

// salvaging is a keeper that has a session begin anew which cannot be read.
type salvaging struct {
	session.Keeper
	damaged func() // tells the reader
	log     *slog.Logger
}

// Take implements session.Keeper.
func (k salvaging) Take(id, token, owner string) (session.Kept, session.Journal, error) {
	kept, journal, err := k.Keeper.Take(id, token, owner)
	switch {
	case err == nil, errors.Is(err, session.ErrNoSession), errors.Is(err, session.ErrToken), errors.Is(err, session.ErrMoved):
		return kept, journal, err
	}
	k.log.Error("what was kept cannot be read", "error", err)
	k.damaged()
	return session.Kept{}, nil, session.ErrNoSession
}
