package store

import "context"

// This file is what the store keeps of other systems: sign-ins that have begun, who somebody is elsewhere, the learning systems
// that know us, and the points that go to them. Times are ms since 1970, and 0 where there is none.

// Federation is the part of a Store that keeps it.
type Federation interface {
	// Handshake returns what was begun with a state, or ErrNone.
	Handshake(ctx context.Context, state [32]byte) (Handshake, error)

	// Identity returns whom an issuer knows as subject, or ErrNone; Identities those of a member (of all where it is "").
	Identity(ctx context.Context, issuer, subject string) (Identity, error)
	Identities(ctx context.Context, member string) ([]Identity, error)

	// Platforms returns the learning systems, Courses those of their courses that have sent somebody, SigningKeys our keys; the oldest first.
	Platforms(ctx context.Context) ([]Platform, error)
	Courses(ctx context.Context) ([]Course, error)
	SigningKeys(ctx context.Context) ([]SigningKey, error)
	// GradeColumns returns where points of an assignment go (of all where it is "").
	GradeColumns(ctx context.Context, assignment string) ([]GradeColumn, error)

	// Deliveries returns the points of an assignment on their way (of all where it is ""), and DueDeliveries those that are to be
	// sent by a time, the longest due first.
	Deliveries(ctx context.Context, assignment string) ([]Delivery, error)
	DueDeliveries(ctx context.Context, by int64, most int) ([]Delivery, error)
}

// Handshake is something that began here, goes on elsewhere, and may end here once.
type Handshake struct {
	State    [32]byte // SHA-256 of what goes round
	Kind     string   // what it is for; the area's word
	Browser  [32]byte // SHA-256 of what the browser holds
	Platform string   // "" or a platform's ID
	Nonce    string
	Verifier string // of PKCE
	Next     string // where to go then
	Data     []byte // whatever else is needed
	Expires  int64
}

// Identity is who somebody is elsewhere.
type Identity struct {
	Issuer, Subject string
	Member          string
	Course          string // from which they came last, "" from none
	Made            int64
}

// Platform is a learning system that knows us.
type Platform struct {
	ID, Name, Issuer, Client    string
	Auth, Token, Audience, JWKS string
	Deployments, Origins        []string // nil where there are none
	Emails                      bool     // it checks that e-mail addresses are people's own
	Made                        int64
}

// Course is a course of a platform that has sent somebody.
type Course struct {
	ID, Platform        string
	Deployment, Context string // as the platform names them
	Title               string
	Admitted            bool   // its people are of this class
	Members             string // address of the list of its people, or ""
	Columns             string // address of the columns of its grade book, or ""
	Score               bool   // it takes points
	Make                bool   // it lets us make columns
	Seen                int64
}

// SigningKey is a key of ours, of which others know the public half.
type SigningKey struct {
	ID   string
	DER  []byte // PKCS #8
	Made int64
}

// GradeColumn is where points of an assignment go in a course.
type GradeColumn struct{ Course, Assignment, URL string }

// Delivery is somebody's points on their way to a course.
type Delivery struct {
	Assignment, Member, Course string
	Title                      string // of the assignment
	Subject                    string // as the platform names the member
	Points, Max                Points
	At                         int64  // when the points were given: later ones replace earlier ones
	State                      string // DeliveryWaiting, …
	Tries                      int
	Next                       int64  // when to try (again)
	Why                        string // the last try failed
	Sent                       int64
}

// States of a delivery.
const (
	DeliveryWaiting = "waiting"
	DeliverySent    = "sent"
	DeliveryFailed  = "failed" // the platform refuses it, or has for long not answered
)

type (
	// AddHandshake keeps a handshake, and forgets those that have expired by Now. TakeHandshake takes one away, and is ErrNone when it
	// is not there (any more).
	AddHandshake struct {
		Handshake
		Now int64
	}
	TakeHandshake struct{ State [32]byte }
	// AddIdentity says who somebody is; it is ErrTaken when that is somebody else. SeeIdentity notes from which course they come.
	AddIdentity struct{ Identity }
	SeeIdentity struct{ Issuer, Subject, Course string }
	// DropIdentity forgets that they are.
	DropIdentity struct{ Issuer, Subject string }
	// SavePlatform keeps a platform, new or again; it is ErrTaken when another has the same issuer and client. DropPlatform forgets it with
	// its courses and the points on their way there.
	SavePlatform struct{ Platform }
	DropPlatform struct{ ID string }
	// SaveCourse keeps a course, new or again, and then leaves Admitted as it is, which AdmitCourse changes.
	SaveCourse  struct{ Course }
	AdmitCourse struct {
		ID       string
		Admitted bool
	}
	// AddSigningKey and DropSigningKey change our keys.
	AddSigningKey  struct{ SigningKey }
	DropSigningKey struct{ ID string }
	// SaveGradeColumn keeps where points go.
	SaveGradeColumn struct{ GradeColumn }
	// SaveDelivery keeps points on their way, new or again. What is kept already and was given later stays as it is, without
	// an error: SaveDelivery may be repeated, and a slow sender overwrites nothing.
	SaveDelivery struct{ Delivery }
)

func (AddHandshake) write()    {}
func (TakeHandshake) write()   {}
func (AddIdentity) write()     {}
func (SeeIdentity) write()     {}
func (DropIdentity) write()    {}
func (SavePlatform) write()    {}
func (DropPlatform) write()    {}
func (SaveCourse) write()      {}
func (AdmitCourse) write()     {}
func (AddSigningKey) write()   {}
func (DropSigningKey) write()  {}
func (SaveGradeColumn) write() {}
func (SaveDelivery) write()    {}
