package storetest

import (
	"fmt"
	"testing"

	"gputour/server/store"
)

// This file tests what a store keeps of a class that meets.

var meeting = []part{
	{"what holds for the class", live},
	{"pushes", pushes},
	{"polls and votes", polls},
	{"hands", hands},
	{"progress", progress},
}

func live(t *testing.T, s store.Store) {
	_, err := s.Live(ctx)
	is(t, err, store.ErrNone)
	v := store.Live{Log: 3, Lock: "exec", Presenter: "ann", Follow: true}
	commit(t, s, store.SaveLive{Live: v})
	got, err := s.Live(ctx)
	is(t, err, nil)
	same(t, "live", got, v)
	v = store.Live{Log: 4, Lock: "off"}
	commit(t, s, store.SaveLive{Live: v})
	got, _ = s.Live(ctx)
	same(t, "again", got, v)
}

func pushes(t *testing.T, s store.Store) {
	var all []store.Push
	for i := range 5 {
		p := store.Push{ID: fmt.Sprint("p", 5-i), By: "ann", At: int64(100 + i), Kind: "cell", Lesson: "devices", Cell: "c1", Body: "x = '张'\n"}
		if i > 0 {
			p.To = []string{"bob", `"'`}
		}
		all = append(all, p)
		commit(t, s, store.SavePush{Push: p})
	}
	again := all[4]
	again.Body = "a card that was sent is not changed"
	commit(t, s, store.SavePush{Push: again})
	got, err := s.Pushes(ctx, 9)
	is(t, err, nil)
	same(t, "pushes", got, all)
	got, _ = s.Pushes(ctx, 2)
	same(t, "the newest", got, all[3:])
}

func polls(t *testing.T, s store.Store) {
	p := store.Poll{ID: "p1", By: "ann", At: 7, Kind: "prediction", Question: "What's next?\n", Options: []string{"a", "乙"}, Answer: 1, Hidden: true, Lesson: "l", Cell: "c"}
	older := store.Poll{ID: "p0", By: "ann", At: 5, Kind: "choice", Question: "?", Options: []string{"a", "b"}, Answer: -1, Closed: 6}
	commit(t, s, store.SavePoll{Poll: p}, store.SavePoll{Poll: older})
	commit(t, s, store.SavePoll{Poll: store.Poll{ID: "open", At: 1, Options: []string{"a", "b"}}})
	got, err := s.Polls(ctx, 2)
	is(t, err, nil)
	same(t, "the open ones first", []string{got[0].ID, got[1].ID}, []string{"open", "p1"})
	p.Closed = 9
	commit(t, s, store.SavePoll{Poll: p}, store.SavePoll{Poll: store.Poll{ID: "open", Closed: 2}})
	got, err = s.Polls(ctx, 9)
	is(t, err, nil)
	same(t, "polls", got[1:], []store.Poll{older, p})
	got, _ = s.Polls(ctx, 1)
	same(t, "the newest", got, []store.Poll{p})

	v := store.Vote{Poll: "p1", Member: "bob", Choice: 1, At: 8}
	other := store.Vote{Poll: "p1", Member: "ann", At: 9}
	commit(t, s, store.SaveVote{Vote: v}, store.SaveVote{Vote: other}, store.SaveVote{Vote: store.Vote{Poll: "p0", Member: "bob"}})
	v.Choice, v.At = 0, 11
	commit(t, s, store.SaveVote{Vote: v})
	votes, err := s.Votes(ctx, "p1")
	is(t, err, nil)
	same(t, "votes", votes, []store.Vote{other, v})
}

func hands(t *testing.T, s store.Store) {
	h := store.Hand{ID: "h2", Member: "ann", Lesson: "l", Cell: "c", Note: "why? 为什么", At: 5}
	later := store.Hand{ID: "h1", Member: "bob", At: 6}
	commit(t, s, store.SaveHand{Hand: later}, store.SaveHand{Hand: h})
	h.TakenBy, h.Note = "eve", "never mind"
	commit(t, s, store.SaveHand{Hand: h})
	got, err := s.Hands(ctx)
	is(t, err, nil)
	same(t, "hands", got, []store.Hand{h, later})
	h.Ended = 9
	commit(t, s, store.SaveHand{Hand: h})
	got, _ = s.Hands(ctx)
	same(t, "that are up", got, []store.Hand{later})
}

func progress(t *testing.T, s store.Store) {
	p := store.Progress{Member: "ann", Lesson: "l", Cell: "c2", Attempts: 3, Hints: 2, First: 5, Last: 9, Done: 8, Spent: 3, Error: "KeyError", Fails: 2, Killed: true}
	other := store.Progress{Member: "ann", Lesson: "l", Cell: "c1", Attempts: 1}
	bob := store.Progress{Member: "bob", Lesson: "k", Cell: "c1", Attempts: 1}
	commit(t, s, store.SaveProgress{Progress: bob}, store.SaveProgress{Progress: p}, store.SaveProgress{Progress: other})
	p = store.Progress{Member: "ann", Lesson: "l", Cell: "c2", Attempts: 4, First: 6, Last: 10}
	commit(t, s, store.SaveProgress{Progress: p})
	got, err := s.Progress(ctx, "ann")
	is(t, err, nil)
	same(t, "of one", got, []store.Progress{other, p})
	got, err = s.AllProgress(ctx)
	is(t, err, nil)
	same(t, "of all", got, []store.Progress{other, p, bob})
}
