package socket_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"gputour/server/socket"
)

// TestReason: whatever a socket is closed for, the browser hears the code, and as much of the reason as a frame holds.
func TestReason(t *testing.T) {
	var reason string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := socket.Upgrade(w, r, "v1")
		if err != nil {
			t.Error(err)
			return
		}
		conn.Close(socket.Because(4000, reason))
	}))
	defer server.Close()
	for _, c := range []struct{ reason, heard string }{
		{"", ""}, {"full", "full"},
		{strings.Repeat("x", 200), strings.Repeat("x", 123)},
		{"x" + strings.Repeat("张", 99), "x" + strings.Repeat("张", 40)},
		{"no\xfftext", "notext"},
	} {
		reason = c.reason
		ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(server.URL, "http"), http.Header{"Origin": {server.URL}})
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = ws.ReadMessage()
		var closed *websocket.CloseError
		if !errors.As(err, &closed) || closed.Code != 4000 || closed.Text != c.heard {
			t.Errorf("%q: heard %v", c.reason, err)
		}
		ws.Close()
	}
}
