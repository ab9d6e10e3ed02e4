// Package metrics counts what the server does, for Prometheus to collect.
//
// It is off unless an address is given, and that is one of its own: who may see the
// lessons need not see the numbers, and the other way round.
package metrics

import (
	"context"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/exposition"
	"gputour/server/store"
)

// Metrics are the counters of one server.
type Metrics struct {
	registry *exposition.Registry
	runs     *exposition.Counters
	seconds  *exposition.Histogram
	limits   *exposition.Counters
	opened   *exposition.Counters
	commits  map[string]*exposition.Histogram // by how they ended
}

// New returns counters beside which stands the number of sessions. Series whose labels are known are there from the start, so
// that rates have a beginning.
func New(sessions func() int) *Metrics {
	r := exposition.New()
	m := &Metrics{
		registry: r,
		runs: r.Counters("gputour_runs_total", "Runs of cells, by how they ended.", "state",
			string(wire.RunDone), string(wire.RunFailed), string(wire.RunStopped), string(wire.RunAborted)),
		seconds: r.Histogram("gputour_run_seconds", "How long runs took.", nil, .001, .01, .1, 1, 10, 60, 600),
		limits: r.Counters("gputour_limits_total", "Budgets that runs reached, by which.", "kind",
			"time", "memory", "device-memory", "output", "steps", "recursion", "killed", "server"),
		opened:  r.Counters("gputour_evaluators_total", "Evaluators opened for sessions and restarts.", "result", "opened", "failed"),
		commits: map[string]*exposition.Histogram{},
	}
	for _, result := range []string{"kept", "failed", "fenced", "stale"} {
		m.commits[result] = r.Histogram("gputour_commit_seconds", "How long the store took to acknowledge writes, by how that ended.",
			exposition.Labels{"result": result}, .001, .003, .01, .03, .1, .3, 1, 3, 10)
	}
	r.Gauge("gputour_sessions", "Sessions alive.", nil, func() float64 { return float64(sessions()) })
	r.Process()
	return m
}

// Gauge has what f returns collected as it is then.
func (m *Metrics) Gauge(name, help string, labels map[string]string, f func() float64) {
	m.registry.Gauge(name, help, labels, f)
}

// Holds has something told as 1 while it holds, else as 0.
func (m *Metrics) Holds(name, help string, labels map[string]string, f func() bool) {
	m.Gauge(name, help, labels, func() float64 { return number(f()) })
}

func number(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// Count is Gauge for what only grows.
func (m *Metrics) Count(name, help string, labels map[string]string, f func() float64) {
	m.registry.Count(name, help, labels, f)
}

// Gauges is Gauge for what has one label, whose values f knows then: they come and go.
func (m *Metrics) Gauges(name, help, label string, f func() map[string]float64) {
	m.registry.Gauges(name, help, label, f)
}

// Store returns a store whose commits are measured.
func (m *Metrics) Store(s store.Store) store.Store { return &measured{s, m} }

type measured struct {
	store.Store
	metrics *Metrics
}

// Commit implements store.Store.
func (s *measured) Commit(ctx context.Context, writes ...store.Write) error {
	start := time.Now()
	err := s.Store.Commit(ctx, writes...)
	result := "kept"
	switch {
	case errors.Is(err, store.ErrFenced), errors.Is(err, store.ErrHeld):
		result = "fenced"
	case errors.Is(err, store.ErrStale):
		result = "stale"
	case err != nil:
		result = "failed"
	}
	s.metrics.commits[result].Observe(time.Since(start).Seconds())
	return err
}

// Opener returns open with every run counted.
func (m *Metrics) Opener(open session.Opener) session.Opener {
	return func(spec string) (session.Evaluator, error) {
		ev, err := open(spec)
		if err != nil {
			m.opened.Inc("failed")
			return nil, err
		}
		m.opened.Inc("opened")
		return &counted{ev, m}, nil
	}
}

// counted is an evaluator whose runs are counted.
type counted struct {
	session.Evaluator
	metrics *Metrics
}

// Unwrap returns the evaluator itself.
func (c *counted) Unwrap() session.Evaluator { return c.Evaluator }

// Wrap returns an evaluator with its runs counted.
func (m *Metrics) Wrap(ev session.Evaluator) session.Evaluator { return &counted{ev, m} }

// Run implements session.Evaluator.
func (c *counted) Run(run session.Run, out session.Output) session.Outcome {
	start := time.Now()
	outcome := c.Evaluator.Run(run, &watched{out, c.metrics})
	c.metrics.seconds.Observe(time.Since(start).Seconds())
	c.metrics.runs.Inc(string(outcome.State))
	return outcome
}

// watched is an output that counts limits.
type watched struct {
	session.Output
	metrics *Metrics
}

// Emit implements session.Output.
func (w *watched) Emit(typ string, body any) {
	if b, ok := body.(wire.LimitBody); ok && typ == wire.Limit {
		w.metrics.limits.Inc(b.Kind)
	}
	w.Output.Emit(typ, body)
}

// Serving is what is served beside the numbers, and to whom.
type Serving struct {
	Health http.Handler // /healthz and /readyz; nil: there are none
	Token  string       // who asks for numbers has to show it; "" lets everybody have them
}

// Handler serves GET /metrics.
func (m *Metrics) Handler(s Serving) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		if shown := r.Header.Get("Authorization"); s.Token != "" && subtle.ConstantTimeCompare([]byte(shown), []byte("Bearer "+s.Token)) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "the numbers want the token of --metrics-token-file", http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", exposition.ContentType)
		m.registry.Write(w) // who asked may be gone
	})
	if s.Health != nil {
		mux.Handle("GET /healthz", s.Health)
		mux.Handle("GET /readyz", s.Health)
	}
	return mux
}

// Serve answers on l until ctx ends; it returns when the last request is done.
func (m *Metrics) Serve(ctx context.Context, l net.Listener, with Serving) error {
	server := &http.Server{Handler: m.Handler(with), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10}
	var closing sync.WaitGroup
	closing.Add(1)
	stop := context.AfterFunc(ctx, func() {
		defer closing.Done()
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		server.Shutdown(ctx)
	})
	err := server.Serve(l)
	if stop() {
		closing.Done() // ctx goes on; the listener failed
	}
	closing.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
