package bus

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// network carries frames between two links, as badly as it is told to.
type network struct {
	a, b *link
	lost func() bool          // a frame
	late func() time.Duration // how long it is on its way
}

// join makes two links; what is dialed on the first is served.
func join(t *testing.T, n *network, serve func(hello []byte, p *Pipe)) *link {
	t.Helper()
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	carry := func(to **link) func([]byte) error {
		queue := make(chan []byte, 1<<16)
		go func() {
			for {
				select {
				case data := <-queue:
					if f, err := decode(data); err == nil {
						(*to).take(f, len(data))
					}
				case <-over:
					return
				}
			}
		}()
		return func(data []byte) error {
			switch {
			case n.lost != nil && n.lost():
			case n.late != nil:
				time.AfterFunc(n.late(), func() { queue <- data })
			default:
				queue <- data
			}
			return nil
		}
	}
	n.a, n.b = newLink(linkID{1}, "b", carry(&n.b)), newLink(linkID{1}, "a", carry(&n.a))
	n.b.accept = func(string) func([]byte, *Pipe) { return serve }
	for _, l := range []*link{n.a, n.b} {
		l.gone = func(*link) {}
		go l.watch()
	}
	t.Cleanup(func() { n.a.cut(ErrShut); n.b.cut(ErrShut) })
	return n.a
}

func open(l *link) *Pipe {
	p := l.dial()
	l.send(frame{kind: kindOpen, pipe: p.id, text: "t", data: []byte("hello")})
	return p
}

// TestBadNetwork: whatever is lost, late or doubled, each message arrives once, whole and in order.
func TestBadNetwork(t *testing.T) {
	for name, make := range map[string]func(*rand.Rand) *network{
		"good": func(*rand.Rand) *network { return &network{} },
		"lost": func(r *rand.Rand) *network { return &network{lost: func() bool { return r.IntN(5) == 0 }} },
		"late": func(r *rand.Rand) *network {
			return &network{late: func() time.Duration { return time.Duration(r.IntN(200)) * time.Millisecond }}
		},
		"both": func(r *rand.Rand) *network {
			return &network{
				lost: func() bool { return r.IntN(10) == 0 },
				late: func() time.Duration { return time.Duration(r.IntN(50)) * time.Millisecond },
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := make(rand.New(locked{new(sync.Mutex), rand.NewPCG(1, 2)}))
				l := join(t, n, func(hello []byte, p *Pipe) {
					for {
						m, err := p.Receive()
						if err != nil {
							return
						}
						p.Send(m)
					}
				})
				const messages = 150
				p := open(l)
				go func() {
					for i := range messages {
						p.Send(numbered(i))
					}
				}()
				for i := range messages {
					m, err := p.Receive()
					if err != nil {
						t.Fatal(i, err)
					}
					if !bytes.Equal(m, numbered(i)) {
						t.Fatalf("message %d is one of %d bytes that begins with %x", i, len(m), m[:4])
					}
				}
				p.Close(7, "enough")
			})
		})
	}
}

// locked is a source for several goroutines.
type locked struct {
	mu *sync.Mutex
	*rand.PCG
}

func (l locked) Uint64() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.PCG.Uint64()
}

// numbered is the i-th message of a test, some of them of several parts.
func numbered(i int) []byte {
	m := bytes.Repeat([]byte{byte(i)}, 4+i*i%(3*chunk))
	binary.BigEndian.PutUint32(m, uint32(i))
	return m
}

// TestWindow: who is not read from waits, and only he does.
func TestWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		served := make(chan *Pipe, 2)
		l := join(t, &network{}, func(_ []byte, p *Pipe) { served <- p })
		p, other := open(l), open(l)
		far, alive := <-served, <-served
		if far.id != p.id {
			far, alive = alive, far
		}
		sent := 0
		go func() {
			for p.Send(make([]byte, 1000)) == nil {
				sent++
			}
		}()
		synctest.Wait()
		if most := window / 1000; sent == 0 || sent > most {
			t.Fatalf("%d messages were sent to nobody, and the window is of %d", sent, most)
		}
		other.Send([]byte("through"))
		if m, err := alive.Receive(); string(m) != "through" || err != nil {
			t.Fatal(string(m), err)
		}
		before := sent
		for range 2 * before {
			if _, err := far.Receive(); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		if sent < 2*before {
			t.Fatalf("%d were read, and %d sent", 2*before, sent)
		}
		far.Close(9, "no more")
		synctest.Wait()
		var closed *Closed
		if err := p.Send(nil); !errors.As(err, &closed) || *closed != (Closed{9, "no more"}) {
			t.Fatal(err)
		}
	})
}

// TestSilent: both sides end a pipe when nothing comes, and what has come is read first.
func TestSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		served := make(chan *Pipe, 1)
		var cut atomic.Bool
		p := open(join(t, &network{lost: cut.Load}, func(_ []byte, p *Pipe) { served <- p }))
		far := <-served
		far.Send([]byte("last words"))
		synctest.Wait()
		time.Sleep(time.Hour) // quiet is not silent
		if p.Err() != nil || far.Err() != nil {
			t.Fatal(p.Err(), far.Err())
		}
		cut.Store(true)
		began := time.Now()
		<-p.Done()
		<-far.Done()
		if d := time.Since(began); d < silentMost-beatEvery || d > silentMost+2*beatEvery {
			t.Fatalf("it took %v", d)
		}
		if m, err := p.Receive(); string(m) != "last words" || err != nil {
			t.Fatal(string(m), err)
		}
		if _, err := p.Receive(); !errors.Is(err, ErrSilent) {
			t.Fatal(err)
		}
		if err := far.Send(nil); !errors.Is(err, ErrSilent) {
			t.Fatal(err)
		}
	})
}

// TestForged: what no honest side says ends the pipe and nothing else.
func TestForged(t *testing.T) {
	for name, say := range map[string]func(l *link, pipe uint64){
		"more than the window": func(l *link, pipe uint64) {
			for range 2 * window / chunk {
				l.send(frame{kind: kindLast, pipe: pipe, data: make([]byte, chunk)})
			}
		},
		"credit for nothing": func(l *link, pipe uint64) { l.send(frame{kind: kindCredit, pipe: pipe, amount: 1}) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				served := make(chan *Pipe, 2)
				l := join(t, &network{}, func(_ []byte, p *Pipe) { served <- p })
				p, other := open(l), open(l)
				first, second := <-served, <-served
				say(l, p.id)
				synctest.Wait()
				if first.id != p.id {
					first, second = second, first
				}
				for _, end := range []*Pipe{p, first} {
					var closed *Closed
					if !errors.As(end.Err(), &closed) || closed.Code != CodeProtocol {
						t.Fatal(end.Err())
					}
				}
				if err := errors.Join(other.Err(), second.Err()); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// TestTooLong: a message that has no end is not gathered.
func TestTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		l := join(t, &network{}, func(_ []byte, p *Pipe) {
			_, err := p.Receive()
			ended <- err
		})
		p := open(l)
		if err := p.Send(make([]byte, MessageMost+1)); !errors.Is(err, ErrTooLarge) {
			t.Fatal(err)
		}
		for p.spend(chunk) == nil {
			l.send(frame{kind: kindMore, pipe: p.id, data: make([]byte, chunk)})
		}
		if err := <-ended; !errors.Is(err, errLong) {
			t.Fatal(err)
		}
	})
}

// TestIdle: a link without pipes ends, and one with a pipe does not.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := join(t, &network{}, func(_ []byte, p *Pipe) {})
		p := open(l)
		time.Sleep(2 * idleMost)
		if p.Err() != nil {
			t.Fatal(p.Err())
		}
		p.Close(1, "")
		time.Sleep(idleMost + 3*beatEvery)
		if l.dial() != nil {
			t.Fatal("an idle link takes another pipe")
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []frame{
		{kind: kindBeat, number: 300, taken: 2},
		{kind: kindOpen, number: 1, pipe: 1, text: "ws", data: []byte("{}")},
		{kind: kindMore, number: 7, pipe: 1 << 40, data: []byte("part")},
		{kind: kindCredit, number: 9, pipe: 3, amount: 1 << 20},
		{kind: kindClose, number: 10, pipe: 3, amount: 4003, text: "because"},
	} {
		f.Add(seed.append(nil))
	}
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte{255}, 64))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := decode(data)
		if err != nil {
			if !errors.Is(err, errFrame) {
				t.Fatal(err)
			}
			return
		}
		again, err := decode(first.append(nil))
		if err != nil || fmt.Sprintf("%+v", first) != fmt.Sprintf("%+v", again) {
			t.Fatalf("%+v becomes %+v: %v", first, again, err)
		}
		n := &network{}
		n.a, n.b = newLink(first.link, "b", func([]byte) error { return nil }), nil
		n.a.gone = func(*link) {}
		n.a.accept = func(string) func([]byte, *Pipe) { return func(_ []byte, p *Pipe) {} }
		n.a.take(first, len(data)) // it does not panic
		n.a.take(again, len(data))
	})
}
