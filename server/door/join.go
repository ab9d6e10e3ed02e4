package door

import (
	"context"
	"errors"
	"strings"
	"time"

	"gputour/server/auth"
	"gputour/server/store"
)

// This file is how somebody comes in.

// Joiner is somebody who wants to come in.
type Joiner struct {
	Name, Lang, Agent string
	// Pick is the member of the list as whom they come, or Number what the school knows them by.
	Pick, Number string
	// Besieged is said when too many codes have been guessed: who comes has to be let in.
	Besieged bool
}

// open says whether somebody with a code may come to the class now.
func (c *Class) open(row store.Class, code string) error {
	switch {
	case row.State == store.ClassClosed:
		return ErrClosed
	case row.State == store.ClassLocked:
		return ErrLocked
	case !auth.Same(auth.CleanCode(code), row.Code):
		return ErrCode
	}
	return nil
}

// Join lets somebody in who has the code, and returns the secret of their cookie. Whether they are in or wait, the member's Status says.
func (c *Class) Join(ctx context.Context, code string, who Joiner) (store.Member, string, error) {
	row := c.Row()
	if err := c.open(row, code); err != nil {
		return store.Member{}, "", err
	}
	status := store.Active
	if row.Join == store.JoinApprove || who.Besieged {
		status = store.Waiting
	}
	switch row.Join {
	case store.JoinRoster:
		return c.claim(ctx, who, status)
	case store.JoinOIDC:
		return store.Member{}, "", ErrWay
	}
	return c.enlist(ctx, who, status)
}

// enlist makes a new member of somebody.
func (c *Class) enlist(ctx context.Context, who Joiner, status string) (store.Member, string, error) {
	name, err := auth.CleanName(who.Name)
	if err != nil {
		return store.Member{}, "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.ms()
	m := store.Member{ID: newID(), Rev: 1, Role: string(auth.Student), Name: name, Status: status, Lang: who.Lang, Created: at, Claimed: at}
	secret, login := c.login(m.ID, who.Agent)
	return m, secret, c.together(ctx, func(all []store.Member) ([]store.Write, error) { // so that two do not take one name
		for _, m := range all {
			if m.Status != store.Removed && strings.EqualFold(m.Name, name) {
				return nil, ErrName
			}
		}
		return []store.Write{store.SaveMember{Member: m}, login, c.audit(personOf(m), arrival(status), m.ID, "")}, nil
	})
}

// arrival is what is noted of who comes with a status.
func arrival(status string) string {
	if status == store.Waiting {
		return "knock"
	}
	return "join"
}

// claim makes somebody the member of the list whom they name. The first to do so binds the browser.
func (c *Class) claim(ctx context.Context, who Joiner, status string) (store.Member, string, error) {
	id, err := c.listed(ctx, who)
	if err != nil {
		return store.Member{}, "", err
	}
	secret, login := c.login(id, who.Agent)
	m, err := c.update(ctx, id, func(m *store.Member) ([]store.Write, error) {
		switch {
		case m.Claimed != 0:
			return nil, ErrClaimed
		case m.Status != store.Invited:
			return nil, ErrNobody
		}
		m.Status, m.Claimed, m.Lang = status, c.ms(), who.Lang
		return []store.Write{login, c.audit(personOf(*m), arrival(status), m.ID, "")}, nil
	})
	return m, secret, err
}

// listed finds the member whom somebody picks, or whose number they type.
func (c *Class) listed(ctx context.Context, who Joiner) (string, error) {
	if who.Pick != "" {
		return who.Pick, nil
	}
	all, err := c.store.Members(ctx)
	if err != nil {
		return "", err
	}
	number := strings.TrimSpace(who.Number)
	for _, m := range all {
		if number != "" && strings.EqualFold(m.Number, number) {
			return m.ID, nil
		}
	}
	return "", ErrNobody
}

// login makes a login for a member: the secret for the cookie, and what is kept of it.
func (c *Class) login(member, agent string) (secret string, write store.Write) {
	secret = auth.NewSecret()
	return secret, store.AddLogin{Login: store.Login{Hash: auth.Digest(secret), Owner: member, Agent: store.AgentOf(agent), Created: c.ms()}}
}

// ownerAddressLasts is how long the address works that the program prints for the owner.
const ownerAddressLasts = 7 * 24 * time.Hour

// OwnerTicket returns a secret with which a browser comes in as the owner, once. Earlier ones end.
func (c *Class) OwnerTicket(ctx context.Context) (string, error) {
	owner, err := c.owner(ctx)
	if err != nil {
		return "", err
	}
	secret, writes := c.ownerTicket(owner.ID)
	return secret, c.store.Commit(ctx, writes...)
}

// FirstOwnerTicket is OwnerTicket for a class that has none and whose owner has never come in. Otherwise the secret is "", and until is
// when the one that was given out ends, in ms since 1970, 0 when it has been used. Of several programs that start at once one gets it.
func (c *Class) FirstOwnerTicket(ctx context.Context) (secret string, until int64, err error) {
	owner, err := c.owner(ctx)
	if err != nil {
		return "", 0, err
	}
	_, err = c.update(ctx, owner.ID, func(m *store.Member) ([]store.Write, error) {
		all, err := c.store.Tickets(ctx, m.ID)
		if err != nil {
			return nil, err
		}
		until = 0
		if len(all) > 0 && all[0].Until > c.ms() {
			until = all[0].Until
		}
		if until > 0 || m.Claimed != 0 {
			return nil, errGivenOut
		}
		var writes []store.Write
		secret, writes = c.ownerTicket(m.ID)
		return writes, nil
	})
	if errors.Is(err, errGivenOut) {
		return "", until, nil
	}
	return secret, 0, err
}

// errGivenOut is the error of a first ticket when there is one.
var errGivenOut = errors.New("the owner's address has been given out")

// owner is the first of those who own the class.
func (c *Class) owner(ctx context.Context) (store.Member, error) {
	all, err := c.store.Members(ctx)
	if err != nil {
		return store.Member{}, err
	}
	owner := owners(all)
	if len(owner) == 0 {
		return store.Member{}, ErrLast
	}
	return owner[0], nil
}

func (c *Class) ownerTicket(owner string) (secret string, writes []store.Write) {
	secret, at := auth.NewSecret(), c.ms()
	return secret, []store.Write{store.DropTickets{Member: owner}, store.AddTicket{Ticket: store.Ticket{
		Hash: auth.Digest(secret), Member: owner, Made: at, Until: at + ownerAddressLasts.Milliseconds(),
	}}}
}

// passLasts is how long a code lets somebody come back.
const passLasts = 24 * time.Hour

// Rejoin returns a code with which a browser comes in as a member, once.
func (c *Class) Rejoin(ctx context.Context, by auth.Person, id string) (string, store.Member, error) {
	m, err := c.member(ctx, id)
	switch {
	case err != nil:
		return "", m, err
	case !by.Role.Above(auth.Role(m.Role)):
		return "", m, ErrRank
	case m.Status == store.Removed:
		return "", m, ErrNobody
	}
	pass, at := auth.NewPass(), c.ms()
	return pass, m, c.store.Commit(ctx, store.DropTickets{Member: id}, store.AddTicket{Ticket: store.Ticket{
		Hash: auth.Digest(pass), Member: id, Made: at, Until: at + passLasts.Milliseconds(),
	}}, c.audit(by, "rejoin", id, m.Name))
}

// Redeem lets a browser in that has the secret of a ticket, as it was given out.
func (c *Class) Redeem(ctx context.Context, secret, agent string) (store.Member, string, error) {
	hash := auth.Digest(secret)
	ticket, err := c.store.Ticket(ctx, hash)
	if err != nil {
		return store.Member{}, "", ticketError(err)
	}
	if ticket.Until <= c.ms() {
		return store.Member{}, "", ErrTicket
	}
	cookie, login := c.login(ticket.Member, agent)
	m, err := c.update(ctx, ticket.Member, func(m *store.Member) ([]store.Write, error) {
		switch m.Status {
		case store.Removed:
			return nil, ErrTicket
		case store.Invited:
			m.Status = store.Active
		}
		if m.Claimed == 0 {
			m.Claimed = c.ms()
		}
		return []store.Write{store.UseTicket{Hash: hash}, login, c.audit(personOf(*m), "return", m.ID, "")}, nil
	})
	return m, cookie, ticketError(err)
}

// SignIn lets in somebody who has a password. Whoever has none, and nobody at all, take as long to refuse.
func (c *Class) SignIn(ctx context.Context, name, password, agent string) (store.Member, string, error) {
	all, err := c.store.Members(ctx)
	if err != nil {
		return store.Member{}, "", err
	}
	name = strings.TrimSpace(name)
	found := store.Member{Pass: nobodysPassword()}
	for _, m := range all {
		if m.Pass != "" && m.Status == store.Active && name != "" && (strings.EqualFold(m.Name, name) || strings.EqualFold(m.Email, name)) {
			found = m
		}
	}
	c.hashing <- struct{}{} // a try takes 64 MiB
	right := auth.PasswordIs(found.Pass, password)
	<-c.hashing
	if !right || found.ID == "" {
		return store.Member{}, "", ErrPassword
	}
	secret, login := c.login(found.ID, agent)
	return found, secret, c.store.Commit(ctx, login, c.audit(personOf(found), "signin", found.ID, ""))
}

// SetPassword gives a member a password; "" takes it away. All their other browsers have to sign in anew; keep is the cookie of the one that stays.
func (c *Class) SetPassword(ctx context.Context, by auth.Person, id, password, keep string) error {
	hash := ""
	if password != "" {
		var err error
		if hash, err = auth.HashPassword(password); err != nil {
			return err
		}
	}
	return c.only(ctx, id, keep, func(m *store.Member) store.Write {
		m.Pass = hash
		return c.audit(by, "password", id, "")
	})
}

// KeepOnly ends all logins of a member but that of one cookie.
func (c *Class) KeepOnly(ctx context.Context, id, keep string) error {
	return c.only(ctx, id, keep, func(m *store.Member) store.Write { return c.audit(personOf(*m), "signout", id, "") })
}

// only changes a member and ends all their logins but one, or with keep "" all.
func (c *Class) only(ctx context.Context, id, keep string, f func(*store.Member) store.Write) error {
	writes := []store.Write{store.RevokeLogins{Owner: id, At: c.ms()}}
	if keep != "" {
		login, err := c.store.Login(ctx, auth.Digest(keep))
		if err != nil {
			return err
		}
		writes = append(writes, store.DropLogin{Hash: login.Hash}, store.AddLogin{Login: login}) // what is new is not revoked
	}
	_, err := c.update(ctx, id, func(m *store.Member) ([]store.Write, error) {
		return append([]store.Write{f(m)}, writes...), nil
	})
	if err == nil {
		kept := auth.Digest(keep)
		c.ended(Ending{Member: id, But: &kept})
	}
	return err
}
