package store

import (
	"context"
	"errors"
)

// This file has the rows of a class: a store holds one.

// ErrTaken is the error of a member whose number, or whose name at a provider of identities, another member has.
var ErrTaken = errors.New("another member has that number or identity")

// Classroom keeps a class and who is in it.
type Classroom interface {
	// Class returns the class, or ErrNone before there is one.
	Class(ctx context.Context) (Class, error)

	// Member returns a member, or ErrNone. Members returns all, the removed ones too, in the order in which they came.
	Member(ctx context.Context, id string) (Member, error)
	Members(ctx context.Context) ([]Member, error)
	// MemberAs returns the member whom a provider of identities knows as subject, or ErrNone.
	MemberAs(ctx context.Context, issuer, subject string) (Member, error)

	// Logins returns the browsers of a member that may come back, newest first.
	Logins(ctx context.Context, owner string) ([]Login, error)
	// Browsers returns for all members who have any how many browsers may come back, and when one of them came last.
	Browsers(ctx context.Context) ([]Browsers, error)
	// Ticket returns what a secret is good for, or ErrNone.
	Ticket(ctx context.Context, hash [32]byte) (Ticket, error)
	// Tickets returns those of a member, the one that lasts longest first.
	Tickets(ctx context.Context, member string) ([]Ticket, error)
	// Audits returns what was done, newest first; before is the Seq of one that was seen already, or 0.
	Audits(ctx context.Context, before int64, most int) ([]Audit, error)
}

// Class is the class.
type Class struct {
	Rev      int64 // as in Member
	Title    string
	Lang     string // of the class, for what is not asked in a language
	State    string // ClassOpen, ClassLocked, ClassClosed
	Join     string // how one comes in: JoinOpen, …
	Code     string // the join code
	CodeMade int64  // ms since 1970
	Settings []byte // JSON, of whoever wants to keep something about the class
	Created  int64  // ms since 1970
}

// States of a class.
const (
	ClassOpen   = "open"
	ClassLocked = "locked" // who is in stays; nobody new comes
	ClassClosed = "closed" // students may not come in
)

// Ways into a class.
const (
	JoinOpen    = "open"    // with the code, at once
	JoinApprove = "approve" // with the code, when somebody has let them in
	JoinRoster  = "roster"  // with the code, as somebody of the list
	JoinOIDC    = "oidc"    // as a provider of identities says
)

// Member is somebody of a class.
type Member struct {
	ID      string
	Rev     int64  // grows by one with each change: a writer who has not seen the last one gets ErrStale
	Role    string // as auth.Role
	Name    string
	Number  string // what the school knows them by; unique, or ""
	Group   string
	Email   string
	Status  string // Invited, …
	Pass    string // hash of a password, "" without
	Issuer  string // the provider of identities that knows them as Subject, or ""
	Subject string
	Lang    string
	Created int64 // ms since 1970
	Claimed int64 // when a browser first came as them, 0 before
}

// What a member can be.
const (
	Invited = "invited" // on the list, not here yet
	Waiting = "waiting" // wants to come in
	Active  = "active"
	Removed = "removed"
)

// Browsers are those that may come in as a member.
type Browsers struct {
	Owner string
	Count int
	Seen  int64 // ms since 1970, to some minutes
}

// Ticket lets one browser come in as a member, once.
type Ticket struct {
	Hash   [32]byte // SHA-256 of the secret
	Member string
	Made   int64 // ms since 1970
	Until  int64
}

// Audit is something that somebody did who leads the class, or that was done to them.
type Audit struct {
	Seq    int64  // the store counts
	At     int64  // ms since 1970
	Actor  string // a member's ID, "" is the program
	Name   string // of the actor, at that time
	Action string // a word of the area's
	Target string // what it was done to: a member's ID, an assignment's, …
	Detail string // for people to read
}

type (
	// SaveClass keeps the class. It is ErrStale unless Rev is one more than the kept one's; the first is 1.
	SaveClass struct{ Class }
	// SaveMember keeps a member. It is ErrStale unless Rev is one more than the kept one's, or 1 for somebody new, and
	// ErrTaken when another has the number or the identity.
	SaveMember struct{ Member }
	// SameMembers is ErrStale unless Rev is the sum of all members' Rev: then nobody has come or changed since whoever
	// writes has read them. Commits that have one are made one after the other, whichever server they come from.
	SameMembers struct{ Rev int64 }
	// RevokeLogins ends all logins of a member; SeeLogin notes that a browser was here.
	RevokeLogins struct {
		Owner string
		At    int64
	}
	SeeLogin struct {
		Hash [32]byte
		At   int64
	}
	// AddTicket keeps a ticket; UseTicket takes it away, and is ErrNone when it is not there (any more); DropTickets
	// takes away those of a member.
	AddTicket   struct{ Ticket }
	UseTicket   struct{ Hash [32]byte }
	DropTickets struct{ Member string }
	// AddAudit notes what was done; Seq is not looked at.
	AddAudit struct{ Audit }
)

func (SaveClass) write()    {}
func (SaveMember) write()   {}
func (SameMembers) write()  {}
func (RevokeLogins) write() {}
func (SeeLogin) write()     {}
func (AddTicket) write()    {}
func (UseTicket) write()    {}
func (DropTickets) write()  {}
func (AddAudit) write()     {}
