// Package ws carries sessions over websockets: one reader and one writer per
// socket, both bounded, and a close code with a reason for whatever should not be.
//
// Its one idea: a socket holds nothing of a session. The reader turns messages into
// session.Ops, the writer asks session.Client for the next batch of events; when
// either fails the socket closes and the session, and what it runs, go on.
package ws

import (
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/lessons/lesson"
	"gputour/server/auth"
	"gputour/server/draft"
	"gputour/server/handin"
	"gputour/server/socket"
)

// Bounds of one socket's requests.
const (
	perSecond = 50
	burst     = 400
	asideMost = 8 // completions and the like that are being answered
)

// Handler upgrades requests. Whoever serves it has already checked that the
// request may reach a session at all (cookie, Host), and says in its context whose it is
// (auth.With). A socket ends with that context.
type Handler struct {
	Sessions *session.Registry
	Course   func() *lesson.Course // for exercises and a lesson's devices; may change
	Devices  string                // device spec that overrides the lessons'; may be empty
	// Allow returns the devices that a client gets who asks for some that are not its
	// lesson's, or why it gets none; nil allows all.
	Allow func(spec string) (string, error)
	// Share is how many sessions a visitor is thought to use at once, which bounds sockets and
	// requests too; 0 is no bound.
	Share int
	// Drafts keeps what a visitor writes; nil keeps nothing.
	Drafts *draft.Keeper
	// Author names whose texts a person's are, where several visitors are one; nil: his own.
	Author func(auth.Person) string
	// Class is the title of the class whose members the visitors are; nil where there is none.
	Class func() string
	// Room is what goes on in that class; nil where nobody meets. With it GET /ws?watch=MEMBER&lesson=ID looks at a member's notebook.
	Room Room
	// Turns gives GPUs to sessions by turns; nil: there are none.
	Turns Turns
	// Desk takes what is handed in; nil where nothing is.
	Desk  *handin.Desk
	Build string
	Log   *slog.Logger

	open     sync.WaitGroup // sockets
	visitors visitors
	gate     gate
}

// Wait returns when all sockets have closed, or after d. Close the sessions first, and
// accept no more requests.
func (h *Handler) Wait(d time.Duration) {
	done := make(chan struct{})
	go func() {
		h.open.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(d):
	}
}

// ServeHTTP implements http.Handler; it returns when the socket is closed.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := socket.Upgrade(w, r, wire.Subprotocol)
	if err != nil {
		h.Log.Info("websocket refused", "remote", r.RemoteAddr, "reason", err)
		return // Upgrade has answered
	}
	h.open.Add(1)
	defer h.open.Done()
	conn.Explain = explain
	c := newConn(h, conn, auth.From(r.Context()))
	c.whose, c.lesson = r.URL.Query().Get("watch"), r.URL.Query().Get("lesson")
	if err = c.visitor.enter(); err == nil {
		err = c.serve(r.Context())
		c.visitor.leave()
	}
	conn.Close(err)
	h.Log.Debug("websocket closed", "remote", r.RemoteAddr, "reason", err)
}

// waits are when it is worth while to ask for a place again.
var waits = map[session.Bound]time.Duration{
	session.OfPlaces: 20 * time.Second, session.OfMemory: 30 * time.Second, session.OfVisitor: time.Minute,
}

// explain says with which code and reason an error of the registry closes a socket.
func explain(err error) error {
	var full *session.Full
	switch {
	case errors.Is(err, session.ErrToken):
		return socket.Because(wire.CloseAuth, err.Error())
	case errors.As(err, &full):
		return socket.Because(wire.CloseCapacity, wire.Capacity{Of: string(full.Of), Wait: waits[full.Of]}.Reason())
	case errors.Is(err, session.ErrClosed), errors.Is(err, session.ErrShut):
		return socket.Because(websocket.CloseServiceRestart, "the session has ended")
	}
	return err
}
