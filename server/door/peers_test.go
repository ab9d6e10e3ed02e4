package door

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gputour/server/auth"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

// pair are two servers of one class, with a store each on the same rows. What they tell each other goes over hears, which may be cut.
type pair struct {
	a, b *Class
	cut  bool
}

func newPair(t *testing.T) *pair {
	t.Helper()
	path := filepath.Join(t.TempDir(), "db")
	x := &room{at: timeZero}
	open := func() *Class {
		kept, err := sqlite.Open(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { kept.Close() })
		c, err := Open(ctx, kept, x.now, Wish{})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	p := &pair{a: open(), b: open()}
	to := func(other *Class) func(News) {
		return func(n News) {
			if p.cut {
				return
			}
			if !other.Hear(n) {
				return
			}
			if err := other.Review(ctx); err != nil {
				t.Error(err)
			}
		}
	}
	p.a.Tell(to(p.b))
	p.b.Tell(to(p.a))
	return p
}

// visit is a request of a browser that lasts.
func visit(t *testing.T, c *Class, cookie string) context.Context {
	t.Helper()
	ctx, leave, who, err := c.guests.enter(ctx, func() (*guest, error) {
		p, err := c.visitor(ctx, auth.Digest(cookie))
		if p.ID == "" {
			return nil, err
		}
		return &guest{member: p.ID, login: auth.Digest(cookie), role: string(p.Role)}, err
	})
	if who == nil || err != nil {
		t.Fatal("nobody came in", err)
	}
	t.Cleanup(leave)
	return ctx
}

func (p *pair) join(t *testing.T, c *Class, name string) (store.Member, string) {
	t.Helper()
	m, cookie, err := c.Join(ctx, c.Row().Code, Joiner{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return m, cookie
}

// TestRightsEndOnAllServers: what one server decides ends what leans on it at the other, at once, or when the server can be heard
// again that could tell nobody.
func TestRightsEndOnAllServers(t *testing.T) {
	owner := auth.Person{Role: auth.Owner}
	for _, c := range []struct {
		name string
		do   func(x *Class, ann store.Member, cookie string) error
		why  error // that ann's request at the other server ends; nil: it goes on
	}{
		{"removed", func(x *Class, ann store.Member, _ string) error { _, err := x.Remove(ctx, owner, ann.ID); return err }, auth.ErrOut},
		{"another role", func(x *Class, ann store.Member, _ string) error {
			_, err := x.SetRole(ctx, owner, ann.ID, auth.Assistant)
			return err
		}, auth.ErrChanged},
		{"signed out everywhere", func(x *Class, ann store.Member, _ string) error { return x.SignOut(ctx, owner, ann.ID, nil) }, auth.ErrOut},
		{"signed out elsewhere", func(x *Class, ann store.Member, cookie string) error { return x.KeepOnly(ctx, ann.ID, cookie) }, nil},
		{"a password, of another browser", func(x *Class, ann store.Member, _ string) error {
			return x.SetPassword(ctx, owner, ann.ID, "long enough to be one", "")
		}, auth.ErrOut},
		{"closed", func(x *Class, _ store.Member, _ string) error {
			return x.Change(ctx, owner, "settings", "", func(row *store.Class) { row.State = store.ClassClosed })
		}, auth.ErrOut},
		{"renamed", func(x *Class, ann store.Member, _ string) error {
			_, err := x.Rename(ctx, owner, ann.ID, "Anne")
			return err
		}, nil},
	} {
		for _, cut := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, " ", cut), func(t *testing.T) {
				p := newPair(t)
				ann, cookie := p.join(t, p.a, "Ann")
				_, bobs := p.join(t, p.b, "Bob")
				request, bob := visit(t, p.b, cookie), visit(t, p.b, bobs)
				p.cut = cut
				if err := c.do(p.a, ann, cookie); err != nil {
					t.Fatal(err)
				}
				if cut {
					if request.Err() != nil {
						t.Fatal("it was told")
					}
					p.cut = false
					p.a.tell(News{All: true})
				}
				got := context.Cause(request)
				if cut && c.name == "closed" && errors.Is(got, auth.ErrChanged) { // a review may see the role first
					got = auth.ErrOut
				}
				if !errors.Is(got, c.why) || (got == nil) != (c.why == nil) {
					t.Errorf("ended with %v, want %v", got, c.why)
				}
				if c.name != "closed" && bob.Err() != nil {
					t.Errorf("a neighbour ended: %v", context.Cause(bob))
				}
			})
		}
	}
}

// TestRowOfAllServers: changes of the class by two servers do not undo each other.
func TestRowOfAllServers(t *testing.T) {
	p := newPair(t)
	for _, cut := range []bool{false, true} {
		p.cut = cut
		var all sync.WaitGroup
		for i, c := range []*Class{p.a, p.b} {
			all.Go(func() {
				for range 5 {
					err := c.Change(ctx, Program, "settings", "", func(row *store.Class) {
						if i == 0 {
							row.Title += "a"
						} else {
							row.Lang += "b"
						}
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
	}
	for _, c := range []*Class{p.a, p.b} {
		if err := c.Review(ctx); err != nil {
			t.Fatal(err)
		}
		if row := c.Row(); row.Title != "aaaaaaaaaa" || row.Lang != "bbbbbbbbbb" || row.Rev != 21 {
			t.Errorf("the class is %q, %q, revision %d", row.Title, row.Lang, row.Rev)
		}
	}
}

// TestOfManyServersOneDecides: what must be true of all members is so whichever server is asked.
func TestOfManyServersOneDecides(t *testing.T) {
	p := newPair(t)
	both := func(f func(c *Class) error) (done int, errs []error) {
		var mu sync.Mutex
		var all sync.WaitGroup
		for _, c := range []*Class{p.a, p.b} {
			all.Go(func() {
				err := f(c)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					done++
				} else {
					errs = append(errs, err)
				}
			})
		}
		all.Wait()
		return done, errs
	}
	if done, errs := both(func(c *Class) error {
		_, _, err := c.Join(ctx, c.Row().Code, Joiner{Name: "Ann"})
		return err
	}); done != 1 || !errors.Is(errs[0], ErrName) {
		t.Errorf("%d took the name, %v", done, errs)
	}
	var ids []string
	if done, errs := both(func(c *Class) error {
		m, _, err := c.Vouch(ctx, Vouched{Issuer: "i", Subject: "s", Name: "Bo", Sure: true})
		p.a.mu.Lock()
		defer p.a.mu.Unlock()
		ids = append(ids, m.ID)
		return err
	}); done != 2 || ids[0] != ids[1] {
		t.Errorf("%d came in as %v, %v", done, ids, errs)
	}
	// Of two owners, each of whom the other server makes a teacher, one stays.
	if _, err := p.a.SetRole(ctx, Program, ids[0], auth.Owner); err != nil {
		t.Fatal(err)
	}
	owned, _ := p.a.Members(ctx)
	left := owners(owned)
	if len(left) != 2 {
		t.Fatalf("%d owners", len(left))
	}
	if done, errs := both(func(c *Class) error {
		id := left[0].ID
		if c == p.b {
			id = left[1].ID
		}
		_, err := c.SetRole(ctx, Program, id, auth.Assistant)
		return err
	}); done != 1 || !errors.Is(errs[0], ErrLast) {
		t.Errorf("%d owners became something else, %v", done, errs)
	}
}

// TestWrongCodesCountOnAllServers: whoever guesses has no more tries because there are more servers.
func TestWrongCodesCountOnAllServers(t *testing.T) {
	p := newPair(t)
	x := &room{at: timeZero}
	throttles := map[*Class]*auth.Throttle{p.a: auth.NewThrottle(x.now), p.b: auth.NewThrottle(x.now)}
	doors := []*Door{}
	for c, th := range throttles {
		c.failed = th.Failed
		doors = append(doors, &Door{opts: Options{Class: c}, throttle: th})
	}
	tries := 0
	for tries < 100 && doors[tries%2].throttle.Try("192.0.2.7") != auth.Slow {
		doors[tries%2].failed(requestFrom("192.0.2.7:1"))
		tries++
	}
	if tries != 10 {
		t.Errorf("%d tries, want 10 as with one server", tries)
	}
}

var timeZero = time.UnixMilli(1_790_000_000_000)

func requestFrom(address string) *http.Request { return &http.Request{RemoteAddr: address} }
