package classws

import (
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
	r.open.Add(1)
	defer r.open.Done()
	err = newConn(r, conn, auth.From(req.Context())).serve(req.Context())
	conn.Close(err)
	r.opts.Log.Debug("websocket closed", "remote", req.RemoteAddr, "reason", err)
}
