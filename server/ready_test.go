package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gputour/server/flags"
	"gputour/server/health"
)

func TestReady(t *testing.T) {
	up := health.New(nil, health.Part{Name: "postgres", Needed: true, Ask: func(context.Context) error { return nil }})
	down := health.New(nil, health.Part{Name: "postgres", Needed: true, Ask: func(context.Context) error { return errors.New("no route") }})
	ending := health.New(nil)
	ending.Drain()
	closed := httptest.NewServer(nil)
	closed.Close()
	text := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("hello")) })
	for name, c := range map[string]struct{ address, out, err string }{
		"up":          {readyAt(t, up.Handler(false)), "ready\n", ""},
		"with TLS":    {readyTLS(t, up.Handler(false)), "ready\n", ""},
		"down":        {readyAt(t, down.Handler(false)), "", "not ready: postgres (it does not answer)"},
		"why":         {readyAt(t, down.Handler(true)), "", "not ready: postgres (no route)"},
		"ending":      {readyAt(t, ending.Handler(false)), "", "not ready: the server is about to end"},
		"nobody":      {closed.URL, "", "connect"},
		"another":     {readyAt(t, http.NotFoundHandler()), "", "404 Not Found: is it gputour?"},
		"other words": {readyAt(t, text), "", "answered what gputour does not say"},
		"no address":  {"127.0.0.1:8080", "", "is no address of a server"},
	} {
		var out bytes.Buffer
		err := readyCommand{Address: c.address}.Run(flags.Terminal{Out: &out})
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) || out.String() != c.out {
			t.Errorf("%s: printed %q, error %v; want %q, %q", name, out.String(), err, c.out, c.err)
		}
	}
}

func readyAt(t *testing.T, h http.Handler) string {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func readyTLS(t *testing.T, h http.Handler) string {
	s := httptest.NewTLSServer(h)
	t.Cleanup(s.Close)
	return s.URL
}
