// Package blobtest is an object store for tests, which can be killed and comes back with what it had.
package blobtest

import (
	"net"
	"net/http"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Bucket is the only one.
const Bucket = "class"

// Server speaks S3.
type Server struct {
	Where string // the address of the bucket for blob.Open

	t       testing.TB
	address string
	handler http.Handler
	running *http.Server
}

// Start starts a server that ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	objects := s3mem.New()
	if err := objects.CreateBucket(Bucket); err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t, address: "127.0.0.1:0", handler: gofakes3.New(objects, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()}
	s.Go()
	s.Where = "s3://" + Bucket + "/files?endpoint=" + s.address + "&region=eu-1&path-style=on&tls=off"
	t.Cleanup(s.Kill)
	return s
}

// Go starts the server, again on the same address.
func (s *Server) Go() {
	s.t.Helper()
	l, err := net.Listen("tcp", s.address)
	if err != nil {
		s.t.Fatal(err)
	}
	s.address = l.Addr().String()
	s.running = &http.Server{Handler: s.handler}
	go s.running.Serve(l)
}

// Kill cuts all connections and takes no more.
func (s *Server) Kill() { s.running.Close() }
