package main

import (
	"fmt"
	"time"

	"gputour/server/gpuq"
)

// queue measures what a request and an end take when so many wait already.
func queue(cards, waiting int) (ask, end time.Duration) {
	s := gpuq.New(gpuq.Config{Cards: cards, Slot: 3 * time.Minute})
	now := int64(0)
	do := func(op gpuq.Op) time.Duration {
		begin := time.Now()
		s, _, _ = gpuq.Apply(s, op, now)
		return time.Since(begin)
	}
	for i := range waiting + cards {
		now++
		do(gpuq.Ask{ID: fmt.Sprint("r", i), Member: fmt.Sprint("m", i), Kind: gpuq.Job, Cards: 1})
	}
	const times = 20
	for i := range times {
		now += 500
		ask += do(gpuq.Ask{ID: fmt.Sprint("late", i), Member: fmt.Sprint("late", i), Kind: gpuq.Job, Cards: 1})
		has := s.Leases[0].ID
		do(gpuq.Started{ID: has})
		end += do(gpuq.Exited{ID: has})
	}
	return ask / times, end / times
}
