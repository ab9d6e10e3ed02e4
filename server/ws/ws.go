// Package ws carries the visits of package desk over websockets: one reader and one writer per
// socket, both bounded, and a close code with a reason for whatever should not be; and it adds what
// a class means for them.
//
// Its one idea: a socket holds nothing of a session. The reader gives messages to the
// visit, the writer asks session.Client for the next batch of events; when
// either fails the socket closes and the session, and what it runs, go on.
package ws

import (
	"context"
	"net/http"
	"sync"
	"time"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/desk"
	"gputour/server/handin"
	"gputour/server/relay"
	"gputour/server/socket"
)

// Bounds of one socket's requests. A page asks for many at once when all cells are run, and when it is back with what nobody has
// answered; one that asks for more is closed, and goes on with the rest when it is back.
const (
	perSecond = 50
	burst     = 400
)

// Handler upgrades requests. Whoever serves it has already checked that the
// request may reach a session at all (cookie, Host), and says in its context whose it is
// (auth.With). A socket ends with that context.
type Handler struct {
	desk.Desk
	// Share is how many sessions a visitor is thought to use at once, which bounds sockets and
	// requests too; 0 is no bound.
	Share int
	// Author names whose texts a person's are, where several visitors are one; nil: his own.
	Author func(auth.Person) string
	// Class is the title of the class whose members the visitors are; nil where there is none.
	Class func() string
	// Room is what goes on in that class; nil where nobody meets. With it GET /ws?watch=MEMBER&lesson=ID looks at a member's notebook.
	Room Room
	// Turns gives GPUs to sessions by turns; nil: there are none.
	Turns Turns
	// Handin takes what is handed in; nil where nothing is.
	Handin *handin.Desk
	// Relay brings sockets to the nodes that have their sessions; nil where there is one.
	Relay *relay.Relay

	open     sync.WaitGroup // sockets
	visitors visitors
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
	c := newConn(h, conn, auth.From(r.Context()))
	c.whose, c.lesson, c.relay = r.URL.Query().Get("watch"), r.URL.Query().Get("lesson"), h.Relay
	err = h.serve(r.Context(), c)
	h.Log.Debug("websocket closed", "remote", r.RemoteAddr, "reason", err)
}

// Topic is that of sockets that other nodes bring.
const Topic = "session"

// ServeBrought serves a socket that another node has brought; relay.Listen calls it.
func (h *Handler) ServeBrought(ctx context.Context, letter relay.Letter, conn *socket.Conn) {
	c := newConn(h, conn, letter.Person)
	c.whose, c.lesson = letter.Watch, letter.Lesson
	err := h.serve(ctx, c)
	h.Log.Debug("socket of another node closed", "reason", err)
}

// serve serves a socket to its end.
func (h *Handler) serve(ctx context.Context, c *conn) (err error) {
	h.open.Add(1)
	defer h.open.Done()
	c.socket.Explain = explain
	if err = c.visitor.enter(); err == nil {
		err = c.serve(ctx)
		c.visitor.leave()
	}
	c.socket.Close(err)
	return err
}

// explain says with which code and reason an error of a visit closes a socket.
func explain(err error) error {
	if code, reason := desk.Ending(err); code != 0 {
		return socket.Because(code, reason)
	}
	return err
}
