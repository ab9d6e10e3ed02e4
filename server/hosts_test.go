//go:build linux

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"gputour/server/bus"
	"gputour/server/worker/far"
	"gputour/server/ws"
)

// TestHostsUser gives a host that lends workers the user of NATS that we ship for it: it does its work, and can neither open a session
// nor hear what nodes say.
func TestHostsUser(t *testing.T) {
	dir := t.TempDir()
	config, err := os.ReadFile("deploy/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"nats.conf": string(config), "nats-passwords": "NODE_PASSWORD: \"nn\"\nHOST_PASSWORD: \"hh\"\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	address := serveNATS(t, "-c", filepath.Join(dir, "nats.conf"))
	as := func(user string) string { return strings.Replace(address, "//", "//"+user+"@", 1) }
	connect := func(user, space, node string) *bus.Bus {
		b, err := bus.Connect(bus.Options{URL: as(user), Space: space, Node: node})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		return b
	}
	const class = "c1a55"
	node, host := connect("node:nn", far.Space, "n-1"), connect("host:hh", far.Space, "h-1")

	asked, here := make(chan string, 1), make(chan string, 1)
	host.Hear("worker.ask", func(from string, _ []byte) { asked <- from })
	node.Hear("worker.here", func(from string, _ []byte) { here <- from })
	host.Listen("worker.open", func(hello []byte, p *bus.Pipe) {
		for data, err := p.Receive(); err == nil; data, err = p.Receive() {
			p.Send(append([]byte("heard "), data...))
		}
	})
	node.Broadcast("worker.ask", nil)
	host.Broadcast("worker.here", nil)
	for name, c := range map[string]chan string{"n-1": asked, "h-1": here} {
		select {
		case from := <-c:
			if from != name {
				t.Errorf("%s was heard and not %s", from, name)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("not heard:", name)
		}
	}
	p, err := node.Dial(t.Context(), "h-1", "worker.open", nil)
	if err != nil {
		t.Fatal("no worker:", err)
	}
	p.Send([]byte("x"))
	if data, err := p.Receive(); err != nil || string(data) != "heard x" {
		t.Errorf("%q, %v", data, err)
	}

	opened := make(chan bool, 1)
	connect("node:nn", class, "n-1").Listen(ws.Topic, func([]byte, *bus.Pipe) { opened <- true })
	if b, err := bus.Connect(bus.Options{URL: as("host:hh"), Space: class, Node: "h-1"}); err == nil {
		defer b.Close()
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := b.Dial(short, "n-1", ws.Topic, nil); err == nil {
			t.Error("a host opens a session")
		}
	}
	select {
	case <-opened:
		t.Error("a host reaches a node of a class")
	default:
	}
	refused := make(chan error, 8)
	raw, err := nats.Connect(as("host:hh"), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	for _, subject := range []string{">", "gputour.>", "gputour.1." + class + ".all.>", "gputour.1." + class + ".boot.*", "_INBOX.>", "gputour.1.workers.node.*.ask.>"} {
		if _, err := raw.Subscribe(subject, func(*nats.Msg) {}); err != nil {
			t.Fatal(err)
		}
		raw.Flush()
		select {
		case err := <-refused:
			if !strings.Contains(err.Error(), "Permissions Violation") {
				t.Errorf("%s: %v", subject, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("a host hears %s", subject)
		}
	}
}
