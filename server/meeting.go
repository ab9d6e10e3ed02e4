package main

import (
	"context"
	"errors"
	"time"

	"gputour/engine/wire"
	"gputour/lessons/lesson"
	"gputour/server/classws"
	"gputour/server/door"
	"gputour/server/promise"
	"gputour/server/prose"
	"gputour/server/store"
	"gputour/server/version"
)

// This file is the class live: who is there, the board, what those who teach do.

// observed is the store of a class, of which the room hears what others write.
type observed struct {
	store.Watched
	room *classws.Room // nil until there is one
}

func newObserved(kept store.Store) *observed {
	o := &observed{}
	o.Watched = store.Watched{Store: kept, Committed: func(writes []store.Write) {
		if o.room != nil {
			o.room.Committed(writes)
		}
	}}
	return o
}

// meet opens the room of a class, before anybody comes.
func (room *classroom) meet(o *observed) error {
	live, err := classws.Open(context.Background(), classws.Options{
		Store: room.kept, Members: members{room.class}, Outline: func(lang string) []wire.OutlineLesson { return outline(room.lessons.Load(), lang) },
		Build: version.Short(), Log: room.log,
	})
	if err != nil {
		return err
	}
	room.live, o.room = live, live
	room.sessions.Tap = live
	room.sockets.Room = live
	room.lessons.Changed = live.Lessons
	room.settle = live.Settle
	return nil
}

// close ends sessions, which may have something to tell, and then the class.
func (room *classroom) close() {
	room.host.close()
	room.live.Close()
	room.live.Wait(2 * time.Second) // sockets say goodbye
}

// members is the class as the room asks for it.
type members struct{ *door.Class }

// Refusal implements classws.Members.
func (members) Refusal(err error) string {
	switch {
	case errors.Is(err, door.ErrRank), errors.Is(err, door.ErrLast):
		return wire.RefusedRole
	case errors.Is(err, door.ErrNobody):
		return wire.RefusedMember
	}
	return ""
}

// titles makes plain text of a lesson's title.
var titles = prose.New(func(s string) string { return s }, func(s string) string { return s })

// outline is the cells of all lessons that can be done.
func outline(c *lesson.Course, lang string) (all []wire.OutlineLesson) {
	for _, e := range c.Entries {
		l := e.Lang(lang)
		one := wire.OutlineLesson{ID: e.ID, Title: titles.Plain(l.Title)}
		for _, cell := range l.Cells() {
			if cell.Kind == lesson.Quiz || cell.Kind == lesson.Tests {
				continue
			}
			one.Cells = append(one.Cells, wire.OutlineCell{ID: cell.ID, Exercise: promise.Exercise(e, l, cell, nil) != nil, Raises: cell.Raises()})
		}
		all = append(all, one)
	}
	return all
}
