package federate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gputour/server/assign"
	"gputour/server/lti"
	"gputour/server/store"
)

// This file sends points to the grade books of learning systems. They wait in the store, so that neither our end nor theirs loses
// any: what a platform takes is sent, what it refuses has failed, and what it does not answer is tried again, less and less often.

const (
	firstPause = time.Minute
	mostPause  = 6 * time.Hour
	triesMost  = 20 // with these pauses about three days
	batch      = 50
)

// Settle looks which released points have not been sent as they are now, and has them sent. It may be called at any time, and misses
// nothing that happened while nobody called it. Members who come from no learning system, or have no points, have none sent.
func (s *Service) Settle(ctx context.Context) error {
	where, err := s.destinations(ctx)
	if err != nil || len(where) == 0 {
		return err
	}
	all, err := s.opts.Store.Assignments(ctx)
	if err != nil {
		return err
	}
	for _, a := range all {
		if a.State != store.AssignmentReleased {
			continue
		}
		if err := s.settle(ctx, a.ID, where); err != nil {
			return err
		}
	}
	return nil
}

// settle is Settle for one assignment.
func (s *Service) settle(ctx context.Context, id string, where map[string][]store.Identity) error {
	book, err := s.book(ctx, id)
	if err != nil {
		return err
	}
	kept, err := s.opts.Store.Deliveries(ctx, id)
	if err != nil {
		return err
	}
	before := map[[2]string]store.Delivery{}
	for _, d := range kept {
		before[[2]string{d.Member, d.Course}] = d
	}
	var writes []store.Write
	for member, identities := range where {
		has := book.Standing(member)
		if !has.Has() || has.Max == 0 {
			continue
		}
		for _, to := range identities {
			old, sent := before[[2]string{member, to.Course}]
			if sent && old.Points == has.Points && old.Max == has.Max && old.Subject == to.Subject {
				continue
			}
			at := max(s.ms(), old.At+1)
			writes = append(writes, store.SaveDelivery{Delivery: store.Delivery{
				Assignment: id, Title: book.Assignment.Title, Member: member, Course: to.Course, Subject: to.Subject, Points: has.Points, Max: has.Max,
				At: at, State: store.DeliveryWaiting, Next: s.ms(),
			}})
		}
	}
	return s.commit(ctx, writes...)
}

// book reads what members have in an assignment.
func (s *Service) book(ctx context.Context, id string) (*assign.Book, error) {
	var r assign.Rows
	var errs [6]error
	r.Assignment, errs[0] = s.opts.Store.Assignment(ctx, id)
	r.Groups, errs[1] = s.opts.Store.Groups(ctx, id)
	r.Overrides, errs[2] = s.opts.Store.Overrides(ctx, id)
	r.Submissions, errs[3] = s.opts.Store.Submissions(ctx, id)
	r.Scores, errs[4] = s.opts.Store.Scores(ctx, id)
	r.Marks, errs[5] = s.opts.Store.Marks(ctx, id)
	extensions, err := s.opts.Store.Extensions(ctx, id)
	r.Extensions = extensions
	return assign.Open(&r), errors.Join(append(errs[:], err)...)
}

// poke has the sender look at once.
func (s *Service) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// destinations are, by member, the identities that come from courses which take points.
func (s *Service) destinations(ctx context.Context) (map[string][]store.Identity, error) {
	courses, err := s.opts.Store.Courses(ctx)
	if err != nil {
		return nil, err
	}
	takes := map[string]bool{}
	for _, c := range courses {
		takes[c.ID] = c.Admitted && c.Score
	}
	identities, err := s.opts.Store.Identities(ctx, "")
	where := map[string][]store.Identity{}
	for _, i := range identities {
		if takes[i.Course] {
			where[i.Member] = append(where[i.Member], i)
		}
	}
	return where, err
}

// Run sends points until ctx ends.
func (s *Service) Run(ctx context.Context) {
	for {
		err := s.Settle(ctx)
		var next time.Time
		if err == nil {
			next, err = s.Deliver(ctx)
		}
		if err != nil && ctx.Err() == nil {
			s.opts.Log.Error("points could not be sent", "error", err)
			next = s.opts.Now().Add(firstPause)
		}
		timer := time.NewTimer(max(time.Second, next.Sub(s.opts.Now())))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-s.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// Deliver sends all points that are due, and says when to look again.
func (s *Service) Deliver(ctx context.Context) (time.Time, error) {
	away := map[string]string{} // courses whose platform does not answer, with the reason: the others wait without a try each
	for {
		due, err := s.opts.Store.DueDeliveries(ctx, s.ms(), batch)
		if err != nil {
			return time.Time{}, err
		}
		if len(due) == 0 {
			return s.opts.Now().Add(firstPause), nil
		}
		for _, d := range due {
			if err := s.deliver(ctx, d, away); err != nil {
				return time.Time{}, err
			}
		}
	}
}

// deliver tries one, and keeps what became of it. The error is one of the store, or ctx's.
func (s *Service) deliver(ctx context.Context, d store.Delivery, away map[string]string) error {
	if why := away[d.Course]; why != "" {
		d.Why, d.Next = why, s.opts.Now().Add(firstPause).UnixMilli()
		return s.commit(ctx, store.SaveDelivery{Delivery: d})
	}
	err := s.send(ctx, d)
	if ctx.Err() != nil {
		return ctx.Err() // it is still due
	}
	d.Tries++
	var refused *lti.ServiceError
	switch {
	case err == nil:
		d.State, d.Sent, d.Why = store.DeliverySent, s.ms(), ""
	case errors.As(err, &refused) && !refused.Passing(), errors.Is(err, errNowhere), d.Tries >= triesMost:
		d.State, d.Why = store.DeliveryFailed, bounded(err.Error())
	default:
		d.Why = bounded(err.Error())
		if refused != nil && refused.Status == 0 {
			away[d.Course] = d.Why
		}
		d.Next = s.opts.Now().Add(pauseAfter(d.Tries, refused)).UnixMilli()
	}
	if err != nil {
		s.opts.Log.Warn("points not taken", "assignment", d.Assignment, "member", d.Member, "tries", d.Tries, "why", d.Why)
	}
	return s.commit(ctx, store.SaveDelivery{Delivery: d})
}

// pauseAfter is how long to wait after a number of tries: twice as long each time, or what the platform asks for.
func pauseAfter(tries int, refused *lti.ServiceError) time.Duration {
	pause := mostPause
	if tries < 10 {
		pause = min(mostPause, firstPause<<(tries-1))
	}
	if refused != nil {
		pause = max(pause, refused.After)
	}
	return pause
}

// errNowhere is the error of points that nothing takes.
var errNowhere = errors.New("the course is no longer connected, or takes no points")

// send writes points into the column of their course, which it makes when there is none.
func (s *Service) send(ctx context.Context, d store.Delivery) error {
	p, c, err := s.destination(ctx, d.Course)
	if err != nil {
		return err
	}
	column, err := s.column(ctx, p, c, d)
	if err != nil {
		return err
	}
	return s.services.SendScore(ctx, p, column, lti.Score{Subject: d.Subject, Given: number(d.Points), Max: number(d.Max), At: time.UnixMilli(d.At)})
}

// destination finds a course and its platform.
func (s *Service) destination(ctx context.Context, id string) (lti.Platform, store.Course, error) {
	courses, err := s.opts.Store.Courses(ctx)
	if err != nil {
		return lti.Platform{}, store.Course{}, err
	}
	_, byID, err := s.platforms(ctx)
	if err != nil {
		return lti.Platform{}, store.Course{}, err
	}
	for _, c := range courses {
		if p, known := byID[c.Platform]; c.ID == id && known && c.Admitted && c.Score {
			return platformOf(p), c, nil
		}
	}
	return lti.Platform{}, store.Course{}, fmt.Errorf("course %s: %w", id, errNowhere)
}

// column is where an assignment's points go in a course.
func (s *Service) column(ctx context.Context, p lti.Platform, c store.Course, d store.Delivery) (string, error) {
	kept, err := s.opts.Store.GradeColumns(ctx, d.Assignment)
	if err != nil {
		return "", err
	}
	for _, k := range kept {
		if k.Course == c.ID {
			return k.URL, nil
		}
	}
	if !c.Make {
		return "", errNowhere
	}
	made, err := s.services.Column(ctx, p, c.Columns, lti.LineItem{Label: d.Title, Maximum: number(d.Max), Resource: d.Assignment})
	if err != nil {
		return "", err
	}
	return made.ID, s.commit(ctx, store.SaveGradeColumn{GradeColumn: store.GradeColumn{Course: c.ID, Assignment: d.Assignment, URL: made.ID}})
}

// number is points as grade books write them.
func number(p store.Points) float64 { return float64(p) / 100 }

// Retry has points tried again that have failed; of all assignments where the id is "".
func (s *Service) Retry(ctx context.Context, assignment string) error {
	all, err := s.opts.Store.Deliveries(ctx, assignment)
	if err != nil {
		return err
	}
	var writes []store.Write
	for _, d := range all {
		if d.State == store.DeliveryFailed {
			d.State, d.Tries, d.Next = store.DeliveryWaiting, 0, s.ms()
			writes = append(writes, store.SaveDelivery{Delivery: d})
		}
	}
	if len(writes) == 0 {
		return nil
	}
	if err := s.commit(ctx, writes...); err != nil {
		return err
	}
	s.poke()
	return nil
}
