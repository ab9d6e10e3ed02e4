package main

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"testing"

	"gputour/engine/session/sessiontest"
)

// TestReviews: where there are others rights are looked up again and again, whether they can be heard or not and whether the last
// time has failed; a server alone does it when it is asked to.
func TestReviews(t *testing.T) {
	for _, often := range []bool{true, false} {
		clock, looked := sessiontest.NewClock(), make(chan struct{})
		r := &reviewer{often: often, clock: clock, log: slog.New(slog.DiscardHandler), asked: make(chan struct{}, 1), review: func(ctx context.Context) error {
			if _, bounded := ctx.Deadline(); !bounded {
				t.Error("it may take for ever")
			}
			looked <- struct{}{}
			return errors.New("the store is out")
		}}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			r.run(ctx)
		}()
		for range 3 {
			if often {
				for clock.Waiting() == 0 {
					runtime.Gosched()
				}
				clock.Advance(reviewEvery)
			} else {
				r.ask()
			}
			<-looked
		}
		if !often && clock.Waiting() > 0 {
			t.Error("a server alone looks by itself")
		}
		stop()
		<-ended
	}
}
