package main

import (
	"context"
	"encoding/json"
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

// reviewEvery is how often rights are looked up anew while no other server can be heard.
const reviewEvery = 3 * time.Second

// peers tells the other servers what they have to know of the door and of what is handed in, and hears them, until stop is called.
func (room *classroom) peers() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	room.class.Tell(func(n door.News) { room.broadcast(doorNews, n) })
	room.grading.desk.Tell = func(n handin.News) { room.broadcast(handinNews, n) }
	stops := []func(){
		cancel,
		hearNews(room, doorNews, func(n door.News) {
			if err := room.class.Hear(ctx, n); err != nil {
				room.log.Error("the class cannot be read", "error", err)
			}
		}),
		hearNews(room, handinNews, room.grading.desk.Hear),
		room.bus.Reconnected(func() {
			room.review(ctx)
			room.grading.desk.Hear(handin.News{Waits: true})
		}),
	}
	go room.reviews(ctx)
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

// reviews looks up rights while nobody can be told of their end.
func (room *classroom) reviews(ctx context.Context) {
	t := time.NewTicker(reviewEvery)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			if !room.bus.Connected() {
				room.review(ctx)
			}
		case <-ctx.Done():
			return
		}
	}
}

func (room *classroom) review(ctx context.Context) {
	if err := room.class.Review(ctx); err != nil && ctx.Err() == nil {
		room.log.Error("the class cannot be read", "error", err)
	}
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
