package classws

import (
	"context"
	"net/http"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/socket"
)

// ServeHTTP implements http.Handler for GET /ws/class. Whoever serves it has checked that the request may come at all, and
// says in its context who sends it; the socket ends with that context.
func (r *Room) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	conn, err := socket.Upgrade(w, req, wire.ClassSubprotocol)
	if err != nil {
		r.opts.Log.Info("websocket refused", "remote", req.RemoteAddr, "reason", err)
		return // Upgrade has answered
	}
	r.Serve(req.Context(), conn, auth.From(req.Context()))
}

// Serve speaks with somebody over a socket until that ends, or its context.
func (r *Room) Serve(ctx context.Context, conn *socket.Conn, person auth.Person) {
	r.open.Add(1)
	defer r.open.Done()
	err := newConn(r, conn, person).serve(ctx)
	conn.Close(err)
	r.opts.Log.Debug("websocket closed", "member", person.ID, "reason", err)
}
