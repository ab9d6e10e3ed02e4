package httpd

import (
	"net"
	"net/http/httptest"
	"testing"
	"time"
)

// Whose socket ends in a pause comes back at once. The program that pauses does not take the connection any more: it would drop
// it when another takes its place.
func TestWhoComesBackWaitsForTheNextProgram(t *testing.T) {
	s, _ := serve(t)
	r := httptest.NewRequest("GET", "/ws", nil)
	var back net.Conn
	s.pausing.begin(r, func(error) {
		var err error
		if back, err = net.Dial("tcp", s.Listener().Addr().String()); err != nil {
			t.Error(err)
		}
		go s.pausing.end(r)
	})
	if err := s.Pause(time.Minute); err != nil {
		t.Fatal(err)
	}
	defer s.Resume()
	defer back.Close()
	f, err := s.Listener().(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	program, err := net.FileListener(f)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	program.(deadlines).SetDeadline(time.Now().Add(5 * time.Second))
	next, err := program.Accept()
	if err != nil {
		t.Fatalf("nothing is left for the next program: %v", err)
	}
	defer next.Close()
	if next.RemoteAddr().String() != back.LocalAddr().String() {
		t.Errorf("%v waited, not %v", next.RemoteAddr(), back.LocalAddr())
	}
}
