package metrics

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/server/store"
)

// quiet is an Output that nobody reads.
type quiet struct{}

func (quiet) Stream(name, text string)                                             {}
func (quiet) Emit(typ string, body any)                                            {}
func (quiet) Input(ctx context.Context, req wire.InputRequestBody) (string, error) { return "", io.EOF }

// commits is a store whose commits end with an error of the context.
type commits struct{ store.Store }

func (commits) Commit(ctx context.Context, _ ...store.Write) error {
	err, _ := ctx.Value(commits{}).(error)
	return err
}

// TestToken: numbers that others may reach are for who has the token; whether a node is ready is not.
func TestToken(t *testing.T) {
	health := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.URL.Path) })
	handler := New(func() int { return 0 }).Handler(Serving{Health: health, Token: "hidden-word"})
	for _, test := range []struct {
		path, shown string
		status      int
	}{
		{"/metrics", "", http.StatusUnauthorized},
		{"/metrics", "Bearer another", http.StatusUnauthorized},
		{"/metrics", "hidden-word", http.StatusUnauthorized},
		{"/metrics", "Bearer hidden-word", http.StatusOK},
		{"/healthz", "", http.StatusOK},
		{"/readyz", "", http.StatusOK},
	} {
		r := httptest.NewRequest("GET", test.path, nil)
		if test.shown != "" {
			r.Header.Set("Authorization", test.shown)
		}
		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, r); w.Code != test.status || strings.Contains(w.Body.String(), "hidden-word") {
			t.Errorf("%s with %q: %d, %s", test.path, test.shown, w.Code, w.Body)
		}
	}
}

func TestMetrics(t *testing.T) {
	m := New(func() int { return 3 })
	ev, err := m.Opener(sessiontest.Open)("cpu")
	if err != nil {
		t.Fatal(err)
	}
	ev.Run(session.Run{RID: "a", Code: "print hi"}, quiet{})
	ev.Run(session.Run{RID: "b", Code: "raise no"}, quiet{})
	(&watched{quiet{}, m}).Emit(wire.Limit, wire.LimitBody{Kind: "time"})
	(&watched{quiet{}, m}).Emit(wire.LimitNear, wire.LimitBody{Kind: "time"})

	m.Gauge("gputour_nodes", "Nodes.", map[string]string{"state": "live"}, func() float64 { return 2 })
	m.Count("gputour_takeovers_total", "Takeovers.", nil, func() float64 { return 5 })
	m.Gauges("gputour_host_cards", "Cards.", "host", func() map[string]float64 { return map[string]float64{"lab": 4, "\xff": 1} })
	kept := m.Store(commits{})
	for _, err := range []error{nil, store.ErrFenced, store.ErrStale, io.EOF, io.EOF} {
		kept.Commit(context.WithValue(context.Background(), commits{}, err))
	}

	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- m.Serve(ctx, l, Serving{Health: http.NotFoundHandler()}) }()
	res, err := http.Get("http://" + l.Addr().String() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(res.Body)
	res.Body.Close()
	for _, want := range []string{
		"gputour_sessions 3", `gputour_runs_total{state="done"} 1`, `gputour_runs_total{state="error"} 1`,
		"gputour_run_seconds_count 2", `gputour_limits_total{kind="time"} 1`, `gputour_evaluators_total{result="opened"} 1`, "go_goroutines",
		`gputour_host_cards{host="lab"} 4`, `gputour_host_cards{host="?"} 1`, `gputour_nodes{state="live"} 2`, "gputour_takeovers_total 5", `gputour_commit_seconds_count{result="kept"} 1`,
		`gputour_commit_seconds_count{result="fenced"} 1`, `gputour_commit_seconds_count{result="stale"} 1`, `gputour_commit_seconds_count{result="failed"} 2`,
	} {
		if !strings.Contains(string(text), want+"\n") && !strings.Contains(string(text), want+" ") {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if res, err := http.Get("http://" + l.Addr().String() + "/"); err != nil || res.StatusCode != http.StatusNotFound {
		t.Errorf("another path: %v, %v", res, err)
	}
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
}
