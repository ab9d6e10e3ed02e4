package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"gputour/server/flags"
	"gputour/server/health"
	"gputour/server/httpd"
)

// readyCommand asks a server as what looks after containers would: an image has no other program to ask with.
type readyCommand struct {
	Address string `arg:"" optional:"" help:"Address of the server." default:"http://127.0.0.1:8080" env:"GPUTOUR_READY" placeholder:"http[s]://HOST:PORT"`
}

// readyWait is longer than a server waits for what it needs.
const readyWait = 4 * time.Second

// Run implements gputour ready: it fails when the server does not answer, or is not to be given work.
func (c readyCommand) Run(term flags.Terminal) error {
	report, err := askReady(c.Address)
	if err != nil {
		return err
	}
	if !report.Ready {
		return errors.New(unready(report))
	}
	fmt.Fprintln(term.Out, "ready")
	return nil
}

// unready says what keeps a server from being ready.
func unready(r health.Report) string {
	var down []string
	for _, part := range r.Parts {
		if part.Needed && !part.Up {
			down = append(down, part.Name+" ("+cmp.Or(part.Why, "it does not answer")+")")
		}
	}
	switch {
	case len(down) > 0:
		return "not ready: " + strings.Join(down, ", ")
	case r.Draining:
		return "not ready: the server is about to end"
	}
	return "not ready"
}

func askReady(address string) (r health.Report, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return r, flags.Usage(fmt.Errorf("%q is no address of a server: http://HOST:PORT or https://HOST:PORT", address))
	}
	ctx, cancel := context.WithTimeout(context.Background(), readyWait)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, u.JoinPath("/readyz").String(), nil)
	if err != nil {
		return r, err
	}
	transport := &http.Transport{Proxy: nil}
	if httpd.Loopback(u.Hostname()) { // whose certificate names another host, and whom nobody can put himself before
		transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	}
	answer, err := (&http.Client{Transport: transport}).Do(q)
	if err != nil {
		return r, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusServiceUnavailable {
		return r, fmt.Errorf("%s answered %s: is it gputour?", address, answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(&r); err != nil {
		return r, fmt.Errorf("%s answered what gputour does not say: %w", address, err)
	}
	return r, nil
}
