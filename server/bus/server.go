package bus

import (
	"errors"
	"fmt"

	"github.com/nats-io/nats-server/v2/server"
)

// Server is a NATS server in this process. It listens nowhere and keeps nothing.
type Server struct{ nats *server.Server }

// Embed starts one.
func Embed() (*Server, error) {
	s, err := server.NewServer(&server.Options{DontListen: true, NoLog: true, NoSigs: true})
	if err != nil {
		return nil, fmt.Errorf("the server of the bus: %w", err)
	}
	s.Start()
	if !s.ReadyForConnections(connectWait) {
		s.Shutdown()
		return nil, errors.New("the server of the bus did not start")
	}
	return &Server{s}, nil
}

// Close ends it.
func (s *Server) Close() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}
