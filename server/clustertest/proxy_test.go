package clustertest

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// Directions of a proxy.
const (
	there = iota // to the address
	back
)

// proxy carries TCP connections to an address, or to the socket of a path, as long as it is not cut.
type proxy struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	holes [2]chan struct{} // of a direction; closed when bytes flow; not closed: they are swallowed by the wait
	slow  time.Duration    // that each piece takes
	conns map[net.Conn]bool
	shut  bool
}

func newProxy(t testing.TB, to string) *proxy {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, to: to, conns: map[net.Conn]bool{}, holes: [2]chan struct{}{open(), open()}}
	go p.accept()
	t.Cleanup(func() { l.Close(); p.heal(); p.drop() })
	return p
}

func open() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

func (p *proxy) address() string { return p.listener.Addr().String() }

func (p *proxy) accept() {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.carry(in)
	}
}

func (p *proxy) carry(in net.Conn) {
	defer in.Close()
	p.flow(there)
	p.mu.Lock()
	shut := p.shut
	p.mu.Unlock()
	if shut {
		return
	}
	network := "tcp"
	if strings.HasPrefix(p.to, "/") {
		network = "unix"
	}
	out, err := net.Dial(network, p.to)
	if err != nil {
		return
	}
	defer out.Close()
	p.keep(in, out, true)
	defer p.keep(in, out, false)
	done := make(chan bool, 2)
	go func() { p.copy(out, in, there); done <- true }()
	go func() { p.copy(in, out, back); done <- true }()
	<-done
}

func (p *proxy) keep(in, out net.Conn, on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range []net.Conn{in, out} {
		if on {
			p.conns[c] = true
		} else {
			delete(p.conns, c)
		}
	}
}

// flow waits until bytes may pass.
func (p *proxy) flow(direction int) {
	p.mu.Lock()
	hole, slow := p.holes[direction], p.slow
	p.mu.Unlock()
	<-hole
	time.Sleep(slow)
}

func (p *proxy) copy(to io.Writer, from io.Reader, direction int) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		p.flow(direction)
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// swallow lets nothing pass any more in some directions, as a network does that is cut: nobody is told.
func (p *proxy) swallow(directions ...int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, d := range directions {
		p.holes[d] = make(chan struct{})
	}
}

// delay has each piece take some time.
func (p *proxy) delay(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.slow = d
}

// cut ends all connections and takes no more.
func (p *proxy) cut() {
	p.mu.Lock()
	p.shut = true
	p.mu.Unlock()
	p.drop()
}

func (p *proxy) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		c.Close()
	}
}

// heal lets all pass again.
func (p *proxy) heal() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shut, p.slow = false, 0
	for _, hole := range p.holes {
		select {
		case <-hole:
		default:
			close(hole)
		}
	}
}
