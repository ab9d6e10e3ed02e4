package relay

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"gputour/server/bus"
)

// This file finds the node that has somebody's session about a lesson: which lesson a session is about, its node alone knows.

const (
	findTopic = "session.find"
	findWait  = 2 * time.Second
)

// wanted is what is looked for.
type wanted struct {
	Member string `json:"member"`
	Lesson string `json:"lesson"`
}

// Found says whether there is such a session.
type Found struct {
	Here    bool `json:"here"`
	Watched bool `json:"watched"` // by its owner
}

// Tell answers other nodes that look for sessions, until stop is called.
func Tell(b *bus.Bus, find func(member, lesson string) Found) (stop func()) {
	return b.Serve(findTopic, func(_ context.Context, _ string, data []byte) ([]byte, error) {
		var w wanted
		if err := json.Unmarshal(data, &w); err != nil {
			return nil, err
		}
		return json.Marshal(find(w.Member, w.Lesson))
	})
}

// Look brings a socket that is to look at a member's notebook to the node that has it open, and gives it first, which came from the
// page. nil is that there is none or, when the notebook is here, too, none that is watched.
func (r *Relay) Look(ctx context.Context, here bool, topic string, letter Letter, first []byte) (*Away, error) {
	name, found := r.Find(ctx, letter.Watch, letter.Lesson)
	if name == "" || here && !found.Watched {
		return nil, nil
	}
	return r.try(ctx, name, topic, letter, first)
}

// Find asks all other nodes that live for a member's session about a lesson. It returns the one where it is, rather one where it is
// watched, and what that has said; "" is nowhere.
func (r *Relay) Find(ctx context.Context, member, lesson string) (name string, found Found) {
	ctx, cancel := context.WithTimeout(ctx, findWait)
	defer cancel()
	question, _ := json.Marshal(wanted{member, lesson})
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, n := range r.Node.Nodes() {
		if n.Left < 0 || n.Name == r.Node.Name() {
			continue
		}
		all.Go(func() {
			data, err := r.Bus.Request(ctx, n.Name, findTopic, question)
			var f Found
			if err != nil || json.Unmarshal(data, &f) != nil || !f.Here {
				return // one that cannot be reached cannot be looked at, either
			}
			mu.Lock()
			defer mu.Unlock()
			if name == "" || f.Watched && !found.Watched {
				name, found = n.Name, f
			}
		})
	}
	all.Wait()
	return name, found
}
