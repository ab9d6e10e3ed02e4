// Package grader judges what students hand in.
//
// Its one idea: the queue is the rows. A submission that waits is claimed, judged in a process that nothing else ever ran in,
// and its row is ended together with its points in one commit; whatever happens before that commit, to the judge or to this
// server, the row is claimed again. Nothing is kept here that a crash could lose.
package grader

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"gputour/engine/session"
	"gputour/server/assign"
	"gputour/server/store"
)

const (
	// triesMost is how often one submission is begun, by servers that end, and one cell judged, by judges that die.
	triesMost = 3
	// claimTime is how long a claim lasts beyond the time that one cell may take; it is renewed after each.
	claimTime = 5 * time.Minute
	// pollEvery is how often the queue is looked at for what another server has put there, or left there.
	pollEvery = 10 * time.Second
	// judgeTime is how long one cell may be judged, beyond the time of its own that the judge is to see to.
	judgeTime = 30 * time.Second
	// storeWait is how long the store has for an answer.
	storeWait = 10 * time.Second
)

// Store is what a grader needs of one.
type Store interface {
	store.Assignments
	Commit(ctx context.Context, writes ...store.Write) error
}

// Options say what a Grader works with.
type Options struct {
	Store  Store
	Open   session.Opener // a judge, whose process nobody else has or gets
	Node   string         // this server's name
	Engine string         // the program's version, for the record
	Judges int            // that work at a time; 0 is 1
	CellMS int64          // of a judge's budget for one cell; 0 is none
	Clock  session.Clock  // nil: the real one
	Log    *slog.Logger   // nil: the default
	// Told hears of each submission when its grading has ended. It must not wait.
	Told func(store.Submission)
}

// Grader takes submissions from the queue.
type Grader struct {
	Options
	wake chan struct{}
	pins pins
}

// New returns a grader, which begins with Run.
func New(o Options) *Grader {
	o.Judges = max(1, o.Judges)
	if o.Clock == nil {
		o.Clock = session.WallClock
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Grader{Options: o, wake: make(chan struct{}, o.Judges)}
}

// Wake says that something waits.
func (g *Grader) Wake() {
	select {
	case g.wake <- struct{}{}:
	default: // as many are told as there are
	}
}

// Run judges what waits until ctx ends; what is being judged then is given back.
func (g *Grader) Run(ctx context.Context) {
	for ctx.Err() == nil {
		err := g.commit(ctx, store.Unclaim{Node: g.Node}) // what this server was grading when it ended
		if err == nil {
			break
		}
		g.wait(ctx, err)
	}
	var wg sync.WaitGroup
	for range g.Judges {
		wg.Go(func() { g.work(ctx) })
	}
	wg.Wait()
}

// commit makes a write, for which the store has only so long.
func (g *Grader) commit(ctx context.Context, w store.Write) error {
	ctx, cancel := context.WithTimeout(ctx, storeWait)
	defer cancel()
	return g.Store.Commit(ctx, w)
}

// wait says why grading waits, and lets some time go by.
func (g *Grader) wait(ctx context.Context, err error) {
	if ctx.Err() == nil {
		g.Log.Error("grading waits", "error", err)
		g.pause(ctx, nil) // however much there is to do: it would fail again
	}
}

// work judges one submission after the other.
func (g *Grader) work(ctx context.Context) {
	for ctx.Err() == nil {
		s, token, err := g.claim(ctx)
		if err == nil {
			g.Wake() // another may have something to do, too
			err = g.one(ctx, s, token)
		}
		switch {
		case err == nil:
		case errors.Is(err, store.ErrNone):
			g.pause(ctx, g.wake)
		default:
			g.wait(ctx, err)
		}
	}
}

// pause waits until there may be something to do: for wake, or for the next look at the queue.
func (g *Grader) pause(ctx context.Context, wake <-chan struct{}) {
	late := make(chan struct{})
	defer g.Clock.AfterFunc(pollEvery, func() { close(late) })()
	select {
	case <-ctx.Done():
	case <-wake:
	case <-late:
	}
}

func (g *Grader) now() int64 { return g.Clock.Now().UnixMilli() }

func (g *Grader) claim(ctx context.Context) (store.Submission, string, error) {
	token := rand.Text()
	ctx, cancel := context.WithTimeout(ctx, storeWait)
	defer cancel()
	s, err := g.Store.Claim(ctx, store.Claim{Node: g.Node, Token: token, For: g.lasts()})
	return s, token, err
}

// lasts is how long a claim does, in ms.
func (g *Grader) lasts() int64 {
	return claimTime.Milliseconds() + triesMost*(g.CellMS+judgeTime.Milliseconds())
}

// end makes the write that ends a claim. Nobody else takes the submission as long as the claim lasts, so it is tried again while the
// store does not answer; a server that ends tries once.
func (g *Grader) end(ctx context.Context, w store.Write) (err error) {
	for range claimTime / pollEvery {
		err = g.commit(context.WithoutCancel(ctx), w)
		if err == nil || errors.Is(err, store.ErrFenced) || ctx.Err() != nil {
			return err
		}
		g.wait(ctx, err)
	}
	return err
}

// one judges a submission and ends its claim. An error is a matter of this server, and the submission waits again.
func (g *Grader) one(ctx context.Context, s store.Submission, token string) error {
	end := store.EndGrading{Submission: s.ID, Token: token, State: store.Failed}
	var err error
	if s.Tries > triesMost {
		end.Why = assign.Failure{Code: assign.ServerEnded, About: []string{strconv.Itoa(s.Tries - 1)}}.String()
	} else {
		err = g.judge(ctx, s, &end)
	}
	if errors.Is(err, store.ErrFenced) {
		g.Log.Warn("a claim ran out before its grading ended", "submission", s.ID)
		return nil
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return errors.Join(err, g.end(ctx, store.Requeue{Submission: s.ID, Token: token}))
	}
	end.At = g.now()
	err = g.end(ctx, end)
	if errors.Is(err, store.ErrFenced) {
		g.Log.Warn("a claim ran out before its grading ended", "submission", s.ID)
		return nil
	}
	if err != nil {
		return err
	}
	if end.State == store.Failed {
		g.Log.Error("a submission could not be graded", "submission", s.ID, "why", end.Why)
	}
	if g.Told != nil {
		s.State, s.Why, s.GradedAt = end.State, end.Why, end.At
		g.Told(s)
	}
	return nil
}
