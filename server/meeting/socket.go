package meeting

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/bus"
	"gputour/server/classws"
	"gputour/server/socket"
)

// This file brings the sockets of members to the lead.

// sockets is the topic of pipes that are members' sockets.
const sockets = "class.sockets"

// visit says whose socket comes over a pipe. Whoever has the browser has looked up that, and ends the pipe with the right.
type visit struct {
	Lead        Lead        `json:"lead"`
	Person      auth.Person `json:"person"`
	Subprotocol string      `json:"subprotocol"`
}

// errLeaderless has a browser come back soon.
var errLeaderless = socket.Because(websocket.CloseServiceRestart, "the class goes on in a moment")

// ServeHTTP implements http.Handler for GET /ws/class. Whoever serves it has checked that the request may come at all, and
// says in its context who sends it; the socket ends with that context.
func (m *Meeting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := socket.Upgrade(w, r, wire.ClassSubprotocol)
	if err != nil {
		m.Log.Info("websocket refused", "remote", r.RemoteAddr, "reason", err)
		return // Upgrade has answered
	}
	person := auth.From(r.Context())
	room, lead, err := m.reach(r.Context())
	switch {
	case room != nil:
		room.Serve(r.Context(), conn, person)
		return
	case err == nil:
		err = m.relay(r.Context(), lead, conn, person)
	}
	conn.Close(err)
	m.Log.Debug("relayed websocket closed", "remote", r.RemoteAddr, "reason", err)
}

// leadWait is how long a socket waits for a lead.
const leadWait = 3 * time.Second

// reach returns the room, if it is here, or where it is, as soon as there is one.
func (m *Meeting) reach(ctx context.Context) (*classws.Room, Lead, error) {
	late := make(chan struct{})
	defer m.Clock.AfterFunc(leadWait, func() { close(late) })()
	for {
		lead, changed := m.Lead.Now()
		m.mu.Lock()
		room, stirred := m.room, m.stirred
		m.mu.Unlock()
		if room != nil || lead.Node != "" && lead.Node != m.Bus.Node() {
			return room, lead, nil
		}
		select {
		case <-stirred:
		case <-changed:
		case <-late:
			return nil, lead, errLeaderless
		case <-ctx.Done():
			return nil, lead, context.Cause(ctx)
		}
	}
}

// relay carries a socket to the lead until it ends.
func (m *Meeting) relay(ctx context.Context, lead Lead, conn *socket.Conn, person auth.Person) error {
	now, changed := m.Lead.Now()
	if now != lead {
		return errLeaderless
	}
	hello, _ := json.Marshal(visit{lead, person, conn.Subprotocol()})
	p, err := m.Bus.Dial(ctx, lead.Node, sockets, hello)
	if err != nil {
		return errLeaderless
	}
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-changed: // the browser comes back, and is brought to the next lead
			p.Close(websocket.CloseServiceRestart, "the class goes on elsewhere")
		case <-over:
		}
	}()
	return conn.Relay(ctx, p)
}

// visited serves a socket that another server brings.
func (m *Meeting) visited(hello []byte, p *bus.Pipe) {
	room := m.here()
	lead, _ := m.Lead.Now()
	var v visit
	if err := json.Unmarshal(hello, &v); err != nil {
		p.Close(bus.CodeProtocol, err.Error())
		return
	}
	conn := socket.Over(p, v.Subprotocol)
	if room == nil || v.Lead != lead {
		conn.Close(errLeaderless)
		return
	}
	room.Serve(context.Background(), conn, v.Person) // the room ends it
}
