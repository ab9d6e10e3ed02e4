package cert

import (
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
	"github.com/miekg/dns"
	"golang.org/x/crypto/acme"
)

// here answers that every name is this machine, and returns its address.
func here(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &dns.Server{Listener: l, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, q *dns.Msg) {
		a := new(dns.Msg).SetReply(q)
		if q.Question[0].Qtype == dns.TypeA {
			a.Answer = []dns.RR{&dns.A{Hdr: dns.RR_Header{Name: q.Question[0].Name, Rrtype: dns.TypeA, Class: dns.ClassINET}, A: net.IPv4(127, 0, 0, 1)}}
		}
		w.WriteMsg(a)
	})}
	done := make(chan error, 1)
	go func() { done <- s.ActivateAndServe() }()
	t.Cleanup(func() { l.Close(); <-done })
	return l.Addr().String()
}

// TestACME has a real authority's program give a certificate: it connects to us to see that the name is ours.
func TestACME(t *testing.T) {
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	t.Setenv("PEBBLE_WFE_NONCEREJECT", "0")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	quiet, kept := log.New(io.Discard, "", 0), db.NewMemoryStore()
	authority := ca.New(quiet, kept, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {}})
	validator := va.New(quiet, 0, l.Addr().(*net.TCPAddr).Port, false, here(t), kept)
	front := wfe.New(quiet, kept, validator, authority, []string{"pebble.example"}, false, false, 1, 1)
	directory := httptest.NewTLSServer(front.Handler())
	t.Cleanup(directory.Close)

	dir := t.TempDir()
	config := ACME("gpu.example", dir, &acme.Client{DirectoryURL: directory.URL + wfe.DirectoryPath, HTTPClient: directory.Client()})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() { tls.Server(c, config).Handshake(); c.Close() }() // the client tells what went wrong
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })

	leaf, err := greet(t, config, authority.GetRootCert(0).PEM(), "gpu.example", time.Now().Add(time.Hour)) // it is good from when it is made, a moment from now
	if err != nil {
		t.Fatal(err)
	}
	if err := leaf.VerifyHostname("gpu.example"); err != nil {
		t.Error(err)
	}
	if _, err := greet(t, config, authority.GetRootCert(0).PEM(), "evil.example", time.Now()); err == nil {
		t.Error("a certificate for any name that somebody asks for")
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) == 0 {
		t.Errorf("nothing is kept: %v, %v", files, err)
	}
}
