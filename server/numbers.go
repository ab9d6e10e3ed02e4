package main

import (
	"context"
	"fmt"
	"math"
	"net"
	"time"

	"gputour/server/health"
	"gputour/server/httpd"
	"gputour/server/metrics"
)

// This file is what those who run a node see of it: numbers, and whether it is ready.

// numbering are the flags.
type numbering struct {
	Metrics      string `help:"Serve numbers for Prometheus under /metrics, and /healthz and /readyz, on an address: one of this machine's own, unless there is a token." placeholder:"[HOST]:PORT"`
	MetricsToken string `help:"A file with the token that Prometheus has to show; otherwise GPUTOUR_METRICS_TOKEN." name:"metrics-token-file" placeholder:"FILE"`
}

// count has runs and commits counted and returns what serves the numbers; it does nothing when they are not asked for.
func (n *numbering) count(h *host) (serve func(context.Context) error, err error) {
	if n.Metrics == "" {
		return func(context.Context) error { return nil }, nil
	}
	token, _, err := metricsToken.read("", n.MetricsToken)
	if err != nil {
		return nil, err
	}
	where, _, err := net.SplitHostPort(n.Metrics)
	switch {
	case err != nil:
		return nil, &usageError{fmt.Errorf("--metrics %s: %w", n.Metrics, httpd.ErrAddress)}
	case !httpd.Loopback(where) && token == "":
		return nil, &usageError{fmt.Errorf("--metrics %s: numbers that other machines can reach need --metrics-token-file; or use 127.0.0.1:PORT", n.Metrics)}
	}
	l, err := net.Listen("tcp", n.Metrics)
	if err != nil {
		return nil, fmt.Errorf("--metrics %s: %w", n.Metrics, err)
	}
	m := metrics.New(h.sessions.Len)
	h.metrics = m
	h.sessions.Config.Open = m.Opener(h.sessions.Config.Open)
	if h.data != nil {
		h.data.Store = m.Store(h.data.Store)
	}
	h.collect(m)
	return func(ctx context.Context) error {
		return m.Serve(ctx, l, metrics.Serving{Health: h.health.Handler(true), Token: token})
	}, nil
}

// collectWait is how long numbers wait for the store.
const collectWait = 2 * time.Second

// number is 1 for what holds.
func number(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// collect has the state of the node collected.
func (h *host) collect(m *metrics.Metrics) {
	report := func() health.Report { return h.health.Report(context.Background()) }
	m.Gauge("gputour_ready", "1 when the node may be given work.", nil, func() float64 { return number(report().Ready) })
	m.Gauge("gputour_draining", "1 when the node is about to end.", nil, func() float64 { return number(report().Draining) })
	for i, part := range report().Parts {
		m.Gauge("gputour_dependency_up", "1 for what the node works with and that answers.", map[string]string{"name": part.Name},
			func() float64 { return number(report().Parts[i].Up) })
	}
	if h.data == nil {
		return
	}
	m.Gauge("gputour_queue_length", "What waits, by where.", map[string]string{"queue": "grading"}, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), collectWait)
		defer cancel()
		n, err := h.data.Waiting(ctx)
		if err != nil {
			return math.NaN() // nobody knows
		}
		return float64(n)
	})
	m.Gauge("gputour_queue_length", "What waits, by where.", map[string]string{"queue": "gpu"}, func() float64 {
		if h.turns == nil {
			return 0
		}
		return float64(len(h.turns.View().Waiting))
	})
}
