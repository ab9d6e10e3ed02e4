package bus

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// This file is the bus of a node that is alone: a server of NATS's protocol for clients
// (https://docs.nats.io/reference/reference-protocols/nats-protocol) in this process. It listens nowhere, knows no accounts and
// keeps nothing, which is all that one node asks of a bus; several have nats-server.

// Bounds of a server: of a message, of a line before it, and of what waits for a client that does not read.
const (
	payloadMost = 1 << 20
	lineMost    = 4 << 10
	unreadMost  = 64 << 20
)

// Server carries messages between clients of NATS in this process.
type Server struct {
	mu    sync.Mutex
	conns map[*conn]bool         // nil after Close
	exact map[string][]*interest // by subject
	wild  map[*interest]struct{} // those whose subject has wildcards
	over  sync.WaitGroup
}

// interest is what a client has subscribed to.
type interest struct {
	to      *conn
	id      string
	subject string
	left    int // messages until it ends by itself; 0 is never
}

// conn is one client.
type conn struct {
	net.Conn
	server *Server
	wants  map[string]*interest // by id; guarded by the server

	mu     sync.Mutex
	unread []byte // what it has to be sent
	more   *sync.Cond
	last   bool // nothing follows that
	shut   bool
}

// Embed starts a server.
func Embed() *Server {
	return &Server{conns: map[*conn]bool{}, exact: map[string][]*interest{}, wild: map[*interest]struct{}{}}
}

// InProcessConn implements nats.InProcessConnProvider.
func (s *Server) InProcessConn() (net.Conn, error) {
	near, far := net.Pipe()
	c := &conn{Conn: far, server: s, wants: map[string]*interest{}}
	c.more = sync.NewCond(&c.mu)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conns == nil {
		return nil, net.ErrClosed
	}
	s.conns[c] = true
	c.send(fmt.Sprintf("INFO {\"server_id\":\"here\",\"version\":\"2.10.0\",\"proto\":1,\"headers\":true,\"max_payload\":%d}\r\n", payloadMost))
	s.over.Go(c.write)
	s.over.Go(func() {
		c.read()
		s.leave(c)
	})
	return near, nil
}

// Close ends it and all connections.
func (s *Server) Close() {
	s.mu.Lock()
	all := s.conns
	s.conns = nil
	s.mu.Unlock()
	for c := range all {
		c.end()
	}
	s.over.Wait()
}

// leave forgets a client.
func (s *Server) leave(c *conn) {
	c.end()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
	for _, i := range c.wants {
		s.drop(i)
	}
}

// send has the client sent what parts say. One that has long not read is cut off, as nats-server does.
func (c *conn) send(parts ...string) {
	c.mu.Lock()
	for _, p := range parts {
		c.unread = append(c.unread, p...)
	}
	full := len(c.unread) > unreadMost
	c.mu.Unlock()
	c.more.Signal()
	if full {
		c.end()
	}
}

// finish cuts the client off when it has read what it has to be sent.
func (c *conn) finish() {
	c.mu.Lock()
	c.last = true
	c.mu.Unlock()
	c.more.Signal()
}

// end cuts the client off.
func (c *conn) end() {
	c.mu.Lock()
	c.shut = true
	c.mu.Unlock()
	c.more.Signal()
	c.Close()
}

// write writes until the client is cut off.
func (c *conn) write() {
	var spare []byte
	for {
		c.mu.Lock()
		for len(c.unread) == 0 && !c.shut && !c.last {
			c.more.Wait()
		}
		data, shut := c.unread, c.shut
		c.unread = spare[:0]
		c.mu.Unlock()
		if shut || len(data) == 0 {
			c.end()
			return
		}
		if _, err := c.Write(data); err != nil {
			return
		}
		spare = data
	}
}

// The errors that NATS has names for; after one the client is cut off.
var (
	errUnknown = errors.New("Unknown Protocol Operation")
	errPayload = errors.New("Maximum Payload Violation")
	errLine    = errors.New("Maximum Control Line Exceeded")
)

// read does what the client says until it ends or says what makes no sense.
func (c *conn) read() {
	r := bufio.NewReaderSize(c, lineMost)
	for {
		line, err := r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			err = errLine
		}
		if err == nil {
			err = c.do(strings.TrimRight(string(line), "\r\n"), r)
		}
		if err == nil {
			continue
		}
		for _, known := range []error{errUnknown, errPayload, errLine} {
			if errors.Is(err, known) {
				c.send("-ERR '", known.Error(), "'\r\n")
				c.finish()
				io.Copy(io.Discard, c) // it may still speak, and reads after that
			}
		}
		return
	}
}

// do does what a line says; r has what follows it.
func (c *conn) do(line string, r io.Reader) error {
	verb, rest, _ := strings.Cut(line, " ")
	words := strings.Fields(rest)
	n := len(words)
	switch strings.ToUpper(verb) {
	case "PING":
		c.send("PONG\r\n")
	case "PONG", "CONNECT":
	case "SUB":
		if n != 2 { // a queue is no use to a node that is alone
			return errUnknown
		}
		c.server.subscribe(&interest{to: c, subject: words[0], id: words[1]})
	case "UNSUB":
		most := 0
		if n == 2 {
			most, _ = strconv.Atoi(words[1])
		} else if n != 1 {
			return errUnknown
		}
		c.server.unsubscribe(c, words[0], most)
	case "PUB", "HPUB":
		return c.publish(words, verb[0]|0x20 == 'h', r)
	default:
		return errUnknown
	}
	return nil
}

// publish reads a message and carries it: SUBJECT [REPLY] [LENGTH OF THE HEADER] LENGTH.
func (c *conn) publish(words []string, header bool, r io.Reader) error {
	lengths := 1
	if header {
		lengths = 2
	}
	named := len(words) - lengths
	if named < 1 || named > 2 {
		return errUnknown
	}
	total := 0
	for _, word := range words[named:] {
		n, err := strconv.Atoi(word)
		if err != nil || n < total { // a header is no longer than all
			return errUnknown
		}
		if total = n; n > payloadMost {
			return errPayload
		}
	}
	data := make([]byte, total+2)
	if _, err := io.ReadFull(r, data); err != nil {
		return err
	}
	if string(data[total:]) != "\r\n" {
		return errUnknown
	}
	m := message{subject: words[0], verb: "MSG ", lengths: strings.Join(words[named:], " "), data: string(data)}
	if header {
		m.verb = "HMSG "
	}
	if named == 2 {
		m.reply = words[1]
	}
	c.server.carry(m)
	return nil
}

// message is one on its way.
type message struct {
	subject, reply string
	verb, lengths  string // of what a client is told
	data           string // header, payload, end of line
}

// carry sends a message to all who want it. Who waits for an answer is told when nobody does.
func (s *Server) carry(m message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.deliver(m) == 0 && m.reply != "" {
		const nobody = "NATS/1.0 503\r\n\r\n"
		s.deliver(message{subject: m.reply, verb: "HMSG ", lengths: fmt.Sprintf("%d %[1]d", len(nobody)), data: nobody + "\r\n"})
	}
}

func (s *Server) deliver(m message) (n int) {
	to := slices.Clone(s.exact[m.subject])
	for i := range maps.Keys(s.wild) {
		if matches(i.subject, m.subject) {
			to = append(to, i)
		}
	}
	for _, i := range to {
		reply := m.reply
		if reply != "" {
			reply += " "
		}
		i.to.send(m.verb, m.subject, " ", i.id, " ", reply, m.lengths, "\r\n", m.data)
		if i.left > 0 {
			if i.left--; i.left == 0 {
				s.drop(i)
			}
		}
	}
	return len(to)
}

func (s *Server) subscribe(i *interest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.to.wants[i.id] != nil {
		return
	}
	i.to.wants[i.id] = i
	if isWild(i.subject) {
		s.wild[i] = struct{}{}
	} else {
		s.exact[i.subject] = append(s.exact[i.subject], i)
	}
}

// unsubscribe ends a subscription, or has it end after most messages more.
func (s *Server) unsubscribe(c *conn, id string, most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := c.wants[id]
	switch {
	case i == nil:
	case most > 0:
		i.left = most
	default:
		s.drop(i)
	}
}

// drop forgets a subscription.
func (s *Server) drop(i *interest) {
	delete(i.to.wants, i.id)
	delete(s.wild, i)
	left := slices.DeleteFunc(s.exact[i.subject], func(other *interest) bool { return other == i })
	if s.exact[i.subject] = left; len(left) == 0 {
		delete(s.exact, i.subject)
	}
}

func isWild(subject string) bool {
	return slices.ContainsFunc(strings.Split(subject, "."), func(word string) bool { return word == "*" || word == ">" })
}

// matches reports whether a subject is one of those that a pattern means: * is any word, > all that follow.
func matches(pattern, subject string) bool {
	for {
		want, later, more := strings.Cut(pattern, ".")
		word, rest, longer := strings.Cut(subject, ".")
		switch {
		case want == ">":
			return true
		case want != "*" && want != word || more != longer:
			return false
		case !more:
			return true
		}
		pattern, subject = later, rest
	}
}
