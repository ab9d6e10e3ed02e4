package main

import (
	"context"
	"errors"

	"gputour/engine/wire"
	"gputour/lessons/lesson"
	"gputour/server/classws"
	"gputour/server/door"
	"gputour/server/follow"
	"gputour/server/meeting"
	"gputour/server/promise"
	"gputour/server/prose"
	"gputour/server/store"
	"gputour/server/version"
)

// This file is the class live: who is there, the board, what those who teach do.

// observed is the store of a class, of which the room hears what others write.
type observed struct {
	store.Watched
	room *meeting.Meeting // nil until there is one
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

// meet has the class meet, before anybody comes.
func (room *classroom) meet(o *observed) {
	room.lead = follow.New()
	live := meeting.New(meeting.Options{
		Bus: room.bus, Lead: room.lead, Store: room.kept, Log: room.log, Retell: room.sessions.Retell,
		Open: func(ctx context.Context, fence int64, lost func()) (*classws.Room, error) {
			return classws.Open(ctx, classws.Options{
				Store: room.cluster.fenced(room.kept, fence), Members: members{room.class}, Lost: lost, Build: version.Short(), Log: room.log,
				Outline: func(lang string) []wire.OutlineLesson { return outline(room.lessons.Load(), lang) },
			})
		},
	})
	room.live, o.room = live, live
	room.sessions.Tap = live
	room.sockets.Room = live
	room.lessons.Changed = live.Lessons
	room.settle = live.Settle
	room.unlead = room.cluster.leads(room.lead)
}

// close ends sessions, which may have something to tell, and then the class.
func (room *classroom) close() {
	room.host.close()
	room.unlead()
	room.live.Close()
	room.cluster.close()
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
