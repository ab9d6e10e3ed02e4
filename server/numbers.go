package main

import (
	"context"
	"fmt"
	"math"
	"net"
	"sync/atomic"
	"time"

	"gputour/server/flags"
	"gputour/server/health"
	"gputour/server/httpd"
	"gputour/server/journal"
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
	token, _, err := flags.MetricsToken.Read("", n.MetricsToken)
	if err != nil {
		return nil, err
	}
	where, _, err := net.SplitHostPort(n.Metrics)
	switch {
	case err != nil:
		return nil, flags.Usage(fmt.Errorf("--metrics %s: %w", n.Metrics, httpd.ErrAddress))
	case !httpd.Loopback(where) && token == "":
		return nil, flags.Usage(fmt.Errorf("--metrics %s: numbers that other machines can reach need --metrics-token-file; or use 127.0.0.1:PORT", n.Metrics))
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
	return func(ctx context.Context) error {
		h.collect(m)
		return m.Serve(ctx, l, metrics.Serving{Health: h.health.Handler(true), Token: token})
	}, nil
}

// collectWait is how long numbers wait for the store.
const collectWait = 2 * time.Second

// collect has the state of the node collected. It is called when all parts are there.
func (h *host) collect(m *metrics.Metrics) {
	m.Gauge("gputour_seats", "Sessions that the node can have.", nil, func() float64 { return float64(h.sessions.Max) })
	h.collectCluster(m)
	h.collectHosts(m)
	report := func() health.Report { return h.health.Report(context.Background()) }
	m.Holds("gputour_ready", "1 when the node may be given work.", nil, func() bool { return report().Ready })
	m.Holds("gputour_draining", "1 when the node is about to end.", nil, func() bool { return report().Draining })
	for i, part := range report().Parts {
		m.Holds("gputour_dependency_up", "1 for what the node works with and that answers.", map[string]string{"name": part.Name},
			func() bool { return report().Parts[i].Up })
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

// collectCluster has what the node does with others collected. A server that is alone has the same numbers.
func (h *host) collectCluster(m *metrics.Metrics) {
	for _, state := range []string{"live", "draining", "lost"} {
		m.Gauge("gputour_nodes", "Nodes of the class as this one knows them.", map[string]string{"state": state},
			func() float64 { return float64(h.cluster.states()[state]) })
	}
	m.Holds("gputour_leads", "1 when this node has the class: the board, the queue of GPUs, background work.", nil, func() bool { return h.cluster.leading() })
	for i, way := range []string{"out", "in"} {
		m.Gauge("gputour_relayed_sockets", "Streams to other nodes, most of them sockets: out is to whoever has their session or class, in is from where their page is.",
			map[string]string{"way": way}, func() float64 { return float64(h.cluster.pipes()[i]) })
	}
	m.Count("gputour_takeovers_total", "Sessions that were taken from other nodes, which had not given them up.", nil, func() float64 {
		if k, ok := h.sessions.Keeper.(*journal.Keeper); ok {
			return float64(k.Takeovers())
		}
		return 0
	})
	var again atomic.Int64
	if h.cluster != nil {
		h.cluster.bus.Reconnected(func() { again.Add(1) })
	}
	m.Count("gputour_bus_reconnects_total", "Connections to NATS that were lost and made again.", nil, func() float64 { return float64(again.Load()) })
}

// states counts nodes, by how they are.
func (all *cluster) states() map[string]int {
	if all == nil || all.node == nil {
		return map[string]int{"live": 1}
	}
	count := map[string]int{}
	for _, n := range all.node.Nodes() {
		switch {
		case n.Left < 0:
			count["lost"]++
		case n.Drains:
			count["draining"]++
		default:
			count["live"]++
		}
	}
	return count
}

// leading reports whether this node has the class.
func (all *cluster) leading() bool {
	if all == nil || all.node == nil {
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), collectWait)
	defer cancel()
	name, _, err := all.node.Leader(ctx, classLead)
	return err == nil && name == all.node.Name()
}

// pipes are those to other nodes and those from them.
func (all *cluster) pipes() [2]int {
	if all == nil {
		return [2]int{}
	}
	out, in := all.bus.Pipes()
	return [2]int{out, in}
}

// collectHosts has the machines for workers collected, as this node knows them.
func (h *host) collectHosts(m *metrics.Metrics) {
	var known metrics.Lenders
	placed := func() map[string]int { return nil }
	if h.cluster != nil && h.cluster.lent != nil {
		known = h.cluster.lent
	}
	if h.crew != nil && h.crew.Sealed != nil {
		placed = h.crew.Sealed.Placed
	}
	m.Hosts(known, placed)
}
