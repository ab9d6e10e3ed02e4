package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"gputour/engine/session"
	"gputour/server/door"
	"gputour/server/follow"
	"gputour/server/handin"
)

// This file is what the servers of one class tell each other beside what the class's meeting does.

// The topics of their broadcasts.
const (
	doorNews   = "class.door"
	handinNews = "class.handin"
)

const (
	// reviewEvery is how often rights are looked up anew that another server may have ended unheard.
	reviewEvery = 3 * time.Second
	// reviewWait is how long that may take.
	reviewWait = 10 * time.Second
)

// peers tells the other servers what they have to know of the door and of what is handed in, and hears them, until stop is called.
func (room *classroom) peers() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	rights := &reviewer{review: room.review, often: room.cluster.shared(), clock: session.WallClock, log: room.log, asked: make(chan struct{}, 1)}
	room.class.Tell(func(n door.News) { room.broadcast(doorNews, n) })
	room.grading.desk.Tell = func(n handin.News) { room.broadcast(handinNews, n) }
	stops := []func(){
		cancel,
		hearNews(room, doorNews, func(n door.News) {
			if room.class.Hear(n) {
				rights.ask()
			}
		}),
		hearNews(room, handinNews, room.grading.desk.Hear),
		room.bus.Reconnected(func() {
			rights.ask()
			room.broadcast(doorNews, door.News{All: true}) // what this server could not tell
			room.grading.desk.Hear(handin.News{Waits: true})
		}),
	}
	go rights.run(ctx)
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}

// broadcast tells the others. Who does not hear it looks at the rows when it is back.
func (room *classroom) broadcast(topic string, news any) {
	data, _ := json.Marshal(news) // texts and numbers
	if err := room.bus.Broadcast(topic, data); err != nil {
		room.log.Debug("the other servers are not told", "topic", topic, "error", err)
	}
}

// hearNews has f called with what others broadcast.
func hearNews[T any](room *classroom, topic string, f func(T)) (stop func()) {
	return room.bus.Hear(topic, func(from string, data []byte) {
		var news T
		if from == room.bus.Node() {
			return
		}
		if err := json.Unmarshal(data, &news); err != nil {
			room.log.Warn("another server's news cannot be read", "topic", topic, "node", from, "error", err)
			return
		}
		f(news)
	})
}

// reviewer looks up anew what leans on rows that other servers write: every few seconds, since neither who tells nor who is told
// can know that nothing was lost on the way, and whenever it is asked to.
type reviewer struct {
	review func(context.Context) error
	often  bool // not only when it is asked to: there are others
	clock  session.Clock
	log    *slog.Logger
	asked  chan struct{}
}

// ask has it look soon.
func (r *reviewer) ask() {
	select {
	case r.asked <- struct{}{}:
	default: // it will
	}
}

func (r *reviewer) run(ctx context.Context) {
	for ctx.Err() == nil {
		stop := func() {}
		if r.often {
			stop = r.clock.AfterFunc(reviewEvery, r.ask)
		}
		select {
		case <-r.asked:
			bounded, cancel := context.WithTimeout(ctx, reviewWait)
			if err := r.review(bounded); err != nil && ctx.Err() == nil {
				r.log.Error("the class cannot be read", "error", err)
			}
			cancel()
		case <-ctx.Done():
		}
		stop()
	}
}

// review looks up who may be here, and who is in the class that meets.
func (room *classroom) review(ctx context.Context) error {
	return errors.Join(room.class.Review(ctx), room.live.Refresh(ctx))
}

// asLead is what one of the servers does for all: it begins when this one has the class, and its context ends with that.
func (room *classroom) asLead(f func(context.Context)) func(context.Context) {
	return func(ctx context.Context) {
		room.lead.Run(ctx, room.bus.Node(), follow.Deeds{
			Preside: func(ctx context.Context, _ follow.Lead) error {
				f(ctx)
				<-ctx.Done()
				return nil
			},
			Follow: func(ctx context.Context, _ follow.Lead) error {
				<-ctx.Done()
				return nil
			},
			Clock: session.WallClock, Log: room.log,
		})
	}
}
