// Package handin takes what students hand in, and tells them what they have.
//
// Its one idea: an answer is given after the commit. Whoever has a receipt finds what was handed in, and whoever asks again
// because the answer was lost gets the same receipt, since the same answers are never handed in twice.
package handin

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"time"

	"gputour/engine/wire"
	"gputour/server/assign"
	"gputour/server/auth"
	"gputour/server/store"
)

// waitMost is how many attempts of one holder may wait for the grader.
const waitMost = 3

// ErrWaiting is the error of an attempt more than may wait.
var ErrWaiting = errors.New("earlier attempts are still being graded")

// Store is what a desk needs of one.
type Store interface {
	store.Assignments
	Commit(ctx context.Context, writes ...store.Write) error
}

// Desk takes submissions. Its methods may be called from any goroutine.
type Desk struct {
	Store Store
	Now   func() time.Time // nil: time.Now
	Wake  func()           // called when something waits for the grader; nil: nobody is
	Tell  func(News)       // has the class's other servers Hear; nil: there are none

	mu       sync.Mutex
	watchers map[string]map[*func(string)]bool // by member
	key      []byte
}

func (d *Desk) now() int64 {
	if d.Now == nil {
		return time.Now().UnixMilli()
	}
	return d.Now().UnixMilli()
}

// Watch calls f with an assignment's id when something of a member's has changed, until the function it returns is called. f must not wait.
func (d *Desk) Watch(member string, f func(assignment string)) (stop func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.watchers == nil {
		d.watchers = map[string]map[*func(string)]bool{}
	}
	if d.watchers[member] == nil {
		d.watchers[member] = map[*func(string)]bool{}
	}
	d.watchers[member][&f] = true
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.watchers[member], &f)
		if len(d.watchers[member]) == 0 {
			delete(d.watchers, member)
		}
	}
}

// News is what a server tells the others of its class.
type News struct {
	Assignment string   `json:"assignment"`        // of which something has changed; "" is of all
	Members    []string `json:"members,omitempty"` // for these; none is for all
	Waits      bool     `json:"waits,omitempty"`   // something waits for a grader
}

// Hear takes note of what another server tells.
func (d *Desk) Hear(n News) {
	d.changed(n.Assignment, n.Members...)
	if n.Waits && d.Wake != nil {
		d.Wake()
	}
}

// Changed tells who watches that something of an assignment has changed: for all, or for some members.
func (d *Desk) Changed(assignment string, members ...string) {
	d.news(News{Assignment: assignment, Members: members})
}

func (d *Desk) news(n News) {
	d.Hear(n)
	if d.Tell != nil {
		d.Tell(n)
	}
}

func (d *Desk) changed(assignment string, members ...string) {
	d.mu.Lock()
	var all []func(string)
	tell := func(m string) {
		for f := range d.watchers[m] {
			all = append(all, *f)
		}
	}
	if len(members) == 0 {
		for m := range d.watchers {
			tell(m)
		}
	}
	for _, m := range members {
		tell(m)
	}
	d.mu.Unlock()
	for _, f := range all {
		f(assignment)
	}
}

// Graded tells those whose submission it is. It is what a grader tells, and does not wait.
func (d *Desk) Graded(s store.Submission) { d.news(about(s)) }

// about is the news of a submission.
func about(s store.Submission) News {
	if s.Holder == s.Member {
		return News{Assignment: s.Assignment, Members: []string{s.Member}}
	}
	return News{Assignment: s.Assignment} // a group's; who is in it may have changed
}

// Book has what concerns one member of an assignment.
func (d *Desk) Book(ctx context.Context, a store.Assignment, member string) (*assign.Book, error) {
	r := &assign.Rows{Assignment: a}
	var err error
	if r.Extensions, err = d.Store.Extensions(ctx, a.ID); err != nil {
		return nil, err
	}
	if r.Groups, err = d.Store.Groups(ctx, a.ID); err != nil {
		return nil, err
	}
	if r.Overrides, err = d.Store.Overrides(ctx, a.ID); err != nil {
		return nil, err
	}
	holders := []string{member}
	if h := assign.Open(r).Holder(member); h != member {
		holders = append(holders, h)
	}
	for _, h := range holders {
		handed, err := d.Store.HandedIn(ctx, a.ID, h)
		if err != nil {
			return nil, err
		}
		r.Submissions = append(r.Submissions, handed...)
	}
	for _, s := range r.Submissions {
		scores, marks, comments, err := d.Store.Work(ctx, s.ID)
		if err != nil {
			return nil, err
		}
		r.Scores, r.Marks, r.Comments = append(r.Scores, scores...), append(r.Marks, marks...), append(r.Comments, comments...)
	}
	return assign.Open(r), nil
}

// HandIn keeps answers and returns the receipt. The error is an assign.Refusal, ErrWaiting, store.ErrNone for an assignment that the
// person does not see, or the store's.
func (d *Desk) HandIn(ctx context.Context, p auth.Person, id string, answers assign.Answers, lang string) (wire.ReceiptBody, error) {
	if p.Role != auth.Student {
		return wire.ReceiptBody{}, assign.NotMember
	}
	for {
		receipt, err := d.attempt(ctx, p, id, answers, lang)
		if !errors.Is(err, store.ErrStale) {
			return receipt, err
		} // the assignment was closed meanwhile, or another tab was quicker: look again
		if err := ctx.Err(); err != nil {
			return wire.ReceiptBody{}, err
		}
	}
}

func (d *Desk) attempt(ctx context.Context, p auth.Person, id string, answers assign.Answers, lang string) (wire.ReceiptBody, error) {
	var none wire.ReceiptBody
	a, err := d.Store.Assignment(ctx, id)
	now := d.now()
	if err == nil && !assign.Visible(&a, now) {
		err = store.ErrNone
	}
	if err != nil {
		return none, err
	}
	book, err := d.Book(ctx, a, p.ID)
	if err != nil {
		return none, err
	}
	answers = answers.Of(a.Items)
	s := store.Submission{ID: rand.Text(), Assignment: id, Holder: book.Holder(p.ID), Member: p.ID, N: 1, At: now, Lang: lang,
		Digest: answers.Digest(), Answers: answers.Encode()}
	waiting := 0
	attempts := book.Attempts(p.ID)
	for _, earlier := range attempts {
		s.N = max(s.N, earlier.N+1)
		if earlier.State == store.Queued || earlier.State == store.Grading {
			waiting++
		}
	}
	if n := len(attempts); n > 0 && attempts[n-1].Digest == s.Digest {
		r := Receipt(*attempts[n-1])
		r.Same = true
		return r, nil
	}
	switch err := assign.MayHandIn(&a, book.Extended(p.ID), len(attempts), now); {
	case err != nil:
		return none, err
	case len(answers) == 0:
		return none, assign.NoAnswers
	case waiting >= waitMost:
		return none, ErrWaiting
	}
	if err := d.Store.Commit(ctx, store.AddSubmission{Submission: s}); err != nil {
		return none, err
	}
	n := about(s)
	n.Waits = true
	d.news(n)
	return Receipt(s), nil
}

// Receipt is what a page is told of a submission, with its answers.
func Receipt(s store.Submission) wire.ReceiptBody {
	answers, _ := assign.ReadAnswers(s)
	return wire.ReceiptBody{Assignment: s.Assignment, ID: s.ID, N: s.N, At: s.At, Digest: hex.EncodeToString(s.Digest[:]), Cells: answers.Cells()}
}

// Key is what the class signs receipts with. It is made when it is first asked for.
func (d *Desk) Key(ctx context.Context) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.key != nil {
		return d.key, nil
	}
	const name = "receipts"
	key, err := d.Store.Secret(ctx, name)
	if errors.Is(err, store.ErrNone) {
		fresh := make([]byte, ed25519.SeedSize)
		rand.Read(fresh) // never fails
		if err := d.Store.Commit(ctx, store.AddSecret{Name: name, Data: fresh}); err != nil {
			return nil, fmt.Errorf("keep the key of receipts: %w", err)
		}
		key, err = d.Store.Secret(ctx, name) // another server may have been quicker
	}
	if err != nil || len(key) != ed25519.SeedSize {
		return nil, fmt.Errorf("the key of receipts: %w", err)
	}
	d.key = key
	return key, nil
}
