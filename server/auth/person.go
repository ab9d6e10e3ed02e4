package auth

import (
	"context"
	"errors"
)

// Person is who sends a request. The zero Person is somebody unknown, who may do what Nobody may.
type Person struct {
	ID   string // of the member, or of the browser where there are no members; no secret
	Name string // as it is shown; "" where there are no members
	Role Role
}

type personKey struct{}

// With returns a context that knows who sends a request.
func With(ctx context.Context, p Person) context.Context {
	return context.WithValue(ctx, personKey{}, p)
}

// From returns who sends the request of a context. The server's gate has put it there.
func From(ctx context.Context) Person {
	p, _ := ctx.Value(personKey{}).(Person)
	return p
}

// The causes with which the context of somebody's request ends before its time; a socket lasts no longer.
var (
	ErrOut     = errors.New("you have signed out, or are no longer in this class")
	ErrChanged = errors.New("your role in this class is another now")
	ErrRestart = errors.New("the server goes on in a moment, as another version")
)
