// Package health says whether a node lives, and whether it should be given work.
//
// A node lives as long as it answers: what it needs may be gone, but a new process would not find it either. It is ready when
// all that it needs answers and it is not about to end; what it can do without for a while is reported and does not make it unready.
package health

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Part is something that a node works with.
type Part struct {
	Name   string
	Needed bool                        // without it the node does nobody any good, and another one may
	Ask    func(context.Context) error // nil: it answers
}

const (
	patience = 2 * time.Second // for an answer
	fresh    = time.Second     // an answer is used again for so long: many may ask
)

// Health is that of one node. Use New.
type Health struct {
	parts []Part
	now   func() time.Time

	mu       sync.Mutex // held while the parts are asked: who asks meanwhile gets the same answer
	draining bool
	last     Report
	asked    time.Time
}

// Report is what a node says of itself.
type Report struct {
	Ready    bool     `json:"ready"`
	Draining bool     `json:"draining"`
	Parts    []Answer `json:"parts"`
}

// Answer is what a part said.
type Answer struct {
	Name   string `json:"name"`
	Up     bool   `json:"up"`
	Needed bool   `json:"needed"`
	Why    string `json:"why,omitempty"` // it is not up
}

// New returns the health of a node with some parts. now is nil for the real clock.
func New(now func() time.Time, parts ...Part) *Health {
	if now == nil {
		now = time.Now
	}
	return &Health{parts: parts, now: now}
}

// Add adds a part, before anybody asks.
func (h *Health) Add(p Part) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.parts = append(h.parts, p)
}

// Drain says that the node is about to end: it is not ready any more.
func (h *Health) Drain() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.draining, h.asked = true, time.Time{}
}

// Report asks all parts at once.
func (h *Health) Report(ctx context.Context) Report {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := h.now(); !h.asked.IsZero() && now.Sub(h.asked) < fresh {
		return h.last
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience) // the answer is not for this caller alone
	defer cancel()
	r := Report{Ready: !h.draining, Draining: h.draining, Parts: make([]Answer, len(h.parts))}
	var all sync.WaitGroup
	for i, p := range h.parts {
		all.Go(func() { r.Parts[i] = p.answer(ctx) })
	}
	all.Wait()
	for _, a := range r.Parts {
		r.Ready = r.Ready && (a.Up || !a.Needed)
	}
	h.last, h.asked = r, h.now()
	return r
}

// answer waits no longer than ctx, even for a part that does.
func (p Part) answer(ctx context.Context) Answer {
	said := make(chan error, 1)
	go func() { said <- p.Ask(ctx) }()
	var err error
	select {
	case err = <-said:
	case <-ctx.Done():
		err = fmt.Errorf("no answer within %v", patience)
	}
	a := Answer{Name: p.Name, Up: err == nil, Needed: p.Needed}
	if err != nil {
		a.Why = err.Error()
	}
	return a
}

// Handler serves GET /healthz and GET /readyz, which is 503 when the node is not ready. Details say what is missing and why, which is
// for those who run the node.
func (h *Health) Handler(details bool) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintln(w, "ok")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		report := h.Report(r.Context())
		if !details {
			report.Parts = slices.Clone(report.Parts)
			for i := range report.Parts {
				report.Parts[i].Why = ""
			}
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		if !report.Ready {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		json.NewEncoder(w).Encode(report)
	})
	return mux
}
