package httpd

import (
	"context"
	"net"
	"net/http"
	"strings"

	"gputour/server/auth"
)

// This file decides who may come in: what every route but the open ones goes through.

// Door knows who comes in.
type Door interface {
	// Enter returns the context of a request with the auth.Person who sends it, or without one when nobody knows them.
	// It ends when that person may come in no longer; leave is called when the request has been answered.
	Enter(r *http.Request) (ctx context.Context, leave func(), err error)
	// Refuse answers somebody who may not go where they want to.
	Refuse(w http.ResponseWriter, r *http.Request)
	// Routes are those by which one comes in.
	Routes() []Route
}

// gate lets requests through to routes.
type gate struct {
	opts Options
	port string
	door Door
}

// route is a handler behind the gate.
func (g *gate) route(to Route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if auth.Forged(r) && !g.opts.Foreign[to.Pattern] {
			http.Error(w, "this request does not come from a page of this server", http.StatusForbidden)
			return
		}
		ctx, leave, err := g.door.Enter(r)
		if err != nil {
			g.opts.Log.Error("login not read", "error", err)
			g.opts.Pages.Problem(w, r, http.StatusServiceUnavailable, "problem.store")
			return
		}
		defer leave()
		r = r.WithContext(ctx)
		if !auth.From(ctx).Role.May(to.Action) {
			g.door.Refuse(w, r)
			return
		}
		to.Handler.ServeHTTP(w, r)
	})
}

// hosts refuses requests for another name, as a page gets through DNS rebinding.
func (g *gate) hosts(next http.Handler) http.Handler {
	answers := g.opts.Hosts
	if answers == nil {
		answers = func(host, port string) bool { return port == g.port && Loopback(host) }
	}
	standard := "80"
	if g.opts.TLS != nil {
		standard = "443"
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, port, err := net.SplitHostPort(r.Host)
		if err != nil {
			host, port = strings.TrimSuffix(strings.TrimPrefix(r.Host, "["), "]"), standard // an IPv6 address has brackets there, too
		}
		if !answers(host, port) {
			http.Error(w, "this server has no such name", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
