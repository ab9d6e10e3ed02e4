package metrics

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
)

// quiet is an Output that nobody reads.
type quiet struct{}

func (quiet) Stream(name, text string)                                             {}
func (quiet) Emit(typ string, body any)                                            {}
func (quiet) Input(ctx context.Context, req wire.InputRequestBody) (string, error) { return "", io.EOF }

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

	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- m.Serve(ctx, l) }()
	res, err := http.Get("http://" + l.Addr().String() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(res.Body)
	res.Body.Close()
	for _, want := range []string{
		"gputour_sessions 3", `gputour_runs_total{state="done"} 1`, `gputour_runs_total{state="error"} 1`,
		"gputour_run_seconds_count 2", `gputour_limits_total{kind="time"} 1`, `gputour_evaluators_total{result="opened"} 1`, "go_goroutines",
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
