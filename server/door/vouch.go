package door

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"gputour/server/auth"
	"gputour/server/store"
)

// This file is how somebody comes in for whom another system speaks.

// Vouched is somebody for whom another system speaks.
type Vouched struct {
	Issuer, Subject   string // who they are there; for ever, and nobody else
	Name, Lang, Agent string
	Email, Number     string    // "" unless that system checks that they are theirs
	Role              auth.Role // for somebody new; who is on the list already is what the list says
	Course            string    // from which they come, or ""
	Sure              bool      // they are of the class: the class does not ask whether it wants them
}

// ErrRemoved is the error of somebody who was in the class once.
var ErrRemoved = errors.New("you are no longer in this class")

// Known reports whether somebody comes again, or is on the list.
func (c *Class) Known(ctx context.Context, who Vouched) (bool, error) {
	_, err := c.store.Identity(ctx, who.Issuer, who.Subject)
	if !errors.Is(err, store.ErrNone) {
		return err == nil, err
	}
	m, err := c.expected(ctx, who)
	return m.ID != "", err
}

// Vouch lets somebody in and returns the secret of their cookie. They are the member whom their system has named before; else the one
// of the list with their number or address; else somebody new, who comes in or waits as the class's rule is.
func (c *Class) Vouch(ctx context.Context, who Vouched) (store.Member, string, error) {
	c.mu.Lock() // so that two tabs do not make two members
	defer c.mu.Unlock()
	m, secret, err := c.vouch(ctx, who)
	if errors.Is(err, store.ErrTaken) { // another server has just let them in
		return c.vouch(ctx, who)
	}
	return m, secret, err
}

// vouch is Vouch with c.mu held.
func (c *Class) vouch(ctx context.Context, who Vouched) (store.Member, string, error) {
	known, err := c.store.Identity(ctx, who.Issuer, who.Subject)
	switch {
	case err == nil:
		return c.arrive(ctx, known.Member, who)
	case !errors.Is(err, store.ErrNone):
		return store.Member{}, "", err
	}
	m, err := c.expected(ctx, who)
	switch {
	case err != nil:
		return m, "", err
	case m.ID != "":
		return c.arrive(ctx, m.ID, who)
	}
	return c.newcomer(ctx, who)
}

// arrive lets a member in. c.mu is held.
func (c *Class) arrive(ctx context.Context, id string, who Vouched) (store.Member, string, error) {
	secret, login := c.login(id, who.Agent)
	m, err := c.update(ctx, id, func(m *store.Member) ([]store.Write, error) {
		switch {
		case m.Status == store.Removed:
			return nil, ErrRemoved
		case c.row.State == store.ClassClosed && m.Role == string(auth.Student):
			return nil, ErrClosed
		case m.Status == store.Invited:
			m.Status = store.Active
		}
		if m.Claimed == 0 {
			m.Claimed, m.Lang = c.ms(), who.Lang
		}
		return []store.Write{login, c.identity(who, id), c.audit(personOf(*m), "signin", id, who.Issuer)}, nil
	})
	return m, secret, err
}

func (c *Class) identity(who Vouched, member string) store.Write {
	return store.AddIdentity{Identity: store.Identity{Issuer: who.Issuer, Subject: who.Subject, Member: member, Course: who.Course, Made: c.ms()}}
}

// expected finds who somebody is of those on the list whom their system has not named yet; the zero Member is nobody. A number or
// an address that stands there twice says nothing.
func (c *Class) expected(ctx context.Context, who Vouched) (store.Member, error) {
	all, err := c.store.Members(ctx)
	if err != nil {
		return store.Member{}, err
	}
	named, err := c.named(ctx, who.Issuer)
	if err != nil {
		return store.Member{}, err
	}
	return match(all, named, who), nil
}

// named are the members whom an issuer has named.
func (c *Class) named(ctx context.Context, issuer string) (map[string]bool, error) {
	identities, err := c.store.Identities(ctx, "")
	named := map[string]bool{}
	for _, i := range identities {
		if i.Issuer == issuer {
			named[i.Member] = true
		}
	}
	return named, err
}

func match(all []store.Member, named map[string]bool, who Vouched) store.Member {
	for _, same := range []func(store.Member) bool{
		func(m store.Member) bool { return who.Number != "" && strings.EqualFold(m.Number, who.Number) },
		func(m store.Member) bool { return who.Email != "" && strings.EqualFold(m.Email, who.Email) },
	} {
		var found []store.Member
		for _, m := range all {
			if m.Status != store.Removed && !named[m.ID] && same(m) {
				found = append(found, m)
			}
		}
		if len(found) == 1 {
			return found[0]
		}
	}
	return store.Member{}
}

// newcomer makes a member of somebody whom the list does not have. c.mu is held.
func (c *Class) newcomer(ctx context.Context, who Vouched) (store.Member, string, error) {
	switch c.row.State {
	case store.ClassClosed:
		return store.Member{}, "", ErrClosed
	case store.ClassLocked:
		return store.Member{}, "", ErrLocked
	}
	m, err := c.vouchedMember(who)
	if err != nil {
		return m, "", err
	}
	if m.Status = store.Waiting; who.Sure || c.row.Join == store.JoinOpen || c.row.Join == store.JoinOIDC {
		m.Status = store.Active
	}
	m.Claimed = m.Created
	secret, login := c.login(m.ID, who.Agent)
	return m, secret, c.store.Commit(ctx, store.SaveMember{Member: m}, login, c.identity(who, m.ID), c.audit(personOf(m), "join", m.ID, m.Status+", "+who.Issuer))
}

// vouchedMember is the row of somebody new. Two may have one name: their system tells them apart.
func (c *Class) vouchedMember(who Vouched) (store.Member, error) {
	name, err := auth.CleanName(who.Name)
	if err != nil {
		return store.Member{}, err
	}
	role := cmp.Or(who.Role, auth.Student)
	if role == auth.Owner {
		role = auth.Instructor // nobody becomes an owner from outside
	}
	return store.Member{ID: newID(), Rev: 1, Role: string(role), Name: name, Email: who.Email, Lang: who.Lang, Status: store.Invited, Created: c.ms()}, nil
}

// Invited counts what became of a list of people.
type Invited struct {
	New, Matched, Known int
	Nameless            int // whose system keeps their name to itself; they are asked when they come
}

// Invite puts people on the list for whom another system speaks, all of them of one issuer.
func (c *Class) Invite(ctx context.Context, by auth.Person, people []Vouched) (Invited, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var n Invited
	all, err := c.store.Members(ctx)
	if err != nil {
		return n, err
	}
	identities, err := c.store.Identities(ctx, "")
	if err != nil {
		return n, err
	}
	known, named := map[string]bool{}, map[string]bool{}
	for _, i := range identities {
		if len(people) > 0 && i.Issuer == people[0].Issuer {
			known[i.Subject], named[i.Member] = true, true
		}
	}
	var writes []store.Write
	for _, who := range people {
		switch m := match(all, named, who); {
		case known[who.Subject]:
			n.Known++
		case m.ID != "":
			n.Matched++
			named[m.ID] = true
			writes = append(writes, c.identity(who, m.ID))
		default:
			m, err := c.vouchedMember(who)
			if err != nil {
				n.Nameless++
				break
			}
			n.New++
			writes = append(writes, store.SaveMember{Member: m}, c.identity(who, m.ID), c.audit(by, "invite", m.ID, m.Name))
		}
		known[who.Subject] = true
	}
	return n, c.store.Commit(ctx, writes...)
}
