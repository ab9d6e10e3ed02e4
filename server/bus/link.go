package bus

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// This file is a link: all pipes that one node has dialed on another. NATS may lose what is sent while a connection is made
// again, so a link numbers its frames, keeps those that were not taken yet, and sends them again when it is asked.

// Times of a link.
const (
	beatEvery  = time.Second
	silentMost = 5 * time.Second        // without a frame; then all its pipes are cut
	askEvery   = 100 * time.Millisecond // for the same frame
	idleMost   = time.Minute            // without a pipe
)

// Bounds of a link: what waits to be taken by the other side, after which data waits, and after how much the other side
// says that it has taken it.
const (
	waitingMost = 16 << 20
	takenMost   = 256 << 10
)

// link is one end of one. The bus calls take on one goroutine.
type link struct {
	id      linkID
	peer    string // name of the other node
	publish func([]byte) error
	accept  func(topic string) func(hello []byte, p *Pipe) // nil at the end that dialed
	gone    func(*link)                                    // called once when it is over

	begun      time.Time
	silentMost time.Duration
	heard      atomic.Int64 // when the last frame came, ns since begun

	taken atomic.Uint64 // frames of the other side

	out struct { // what is sent
		sync.Mutex
		number  uint64   // of the last frame
		waiting [][]byte // frames that the other side has not taken, as far as is known, in order
		bytes   int      // of them
	}

	in struct { // belongs to the goroutine of take
		unsaid int // bytes taken that the other side has not been told of
		asked  uint64
		at     time.Time // when that was asked for
	}

	mu    sync.Mutex // guards what follows and all that is in pipes
	pipes map[uint64]*Pipe
	next  uint64 // pipe that is dialed
	empty time.Time
	err   error // why it is over
	over  chan struct{}
	full  atomic.Bool // waitingMost is reached
}

func newLink(id linkID, peer string, publish func([]byte) error) *link {
	l := &link{id: id, peer: peer, publish: publish, pipes: map[uint64]*Pipe{}, empty: time.Now(), begun: time.Now(), silentMost: silentMost, over: make(chan struct{})}
	return l
}

// silent is how long nothing has been heard. It does not go by the time of day, which steps.
func (l *link) silent() time.Duration { return time.Since(l.begun) - time.Duration(l.heard.Load()) }

// watch beats until the link is over, and cuts it when the other side is silent.
func (l *link) watch() {
	t := time.NewTicker(beatEvery)
	defer t.Stop()
	for {
		select {
		case <-l.over:
			return
		case now := <-t.C:
			switch {
			case l.silent() > l.silentMost:
				l.cut(ErrSilent)
			case l.accept == nil && l.cutIf(ErrShut, func() bool { return len(l.pipes) == 0 && now.Sub(l.empty) > idleMost }):
				l.say(kindLeave)
			default:
				l.beat()
			}
		}
	}
}

// beat says that this side is here, what it has sent and what it has taken.
func (l *link) beat() { l.say(kindBeat) }

func (l *link) say(k kind) {
	l.out.Lock()
	defer l.out.Unlock()
	f := frame{link: l.id, kind: k, number: l.out.number, taken: l.taken.Load()}
	l.publish(f.append(nil)) // the next one will come
}

// send numbers a frame of a pipe and sends it, until it is taken.
func (l *link) send(f frame) {
	l.out.Lock()
	defer l.out.Unlock()
	l.out.number++
	f.link, f.number, f.taken = l.id, l.out.number, l.taken.Load()
	b := f.append(make([]byte, 0, len(f.data)+len(f.text)+48))
	l.out.waiting = append(l.out.waiting, b)
	l.out.bytes += len(b)
	if l.out.bytes > waitingMost {
		l.full.Store(true)
	}
	l.publish(b) // if it fails, the other side asks
}

// takenTo is told up to which number the other side has taken frames; with again it wants those that follow once more.
func (l *link) takenTo(number uint64, again bool) {
	l.out.Lock()
	first := l.out.number - uint64(len(l.out.waiting)) // number of the last one that was taken
	if number > l.out.number || number < first {
		l.out.Unlock()
		return // of frames that were never sent, or an old one
	}
	for range number - first {
		l.out.bytes -= len(l.out.waiting[0])
		l.out.waiting[0] = nil
		l.out.waiting = l.out.waiting[1:]
	}
	if len(l.out.waiting) == 0 {
		l.out.waiting = nil
	}
	if again {
		for _, b := range l.out.waiting {
			l.publish(b)
		}
	}
	room := l.out.bytes <= waitingMost && l.full.CompareAndSwap(true, false)
	l.out.Unlock()
	if room {
		l.wake()
	}
}

// wake lets writers look again.
func (l *link) wake() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.pipes {
		p.changed.Broadcast()
	}
}

// take is what a frame of the other side does.
func (l *link) take(f frame, size int) {
	l.heard.Store(int64(time.Since(l.begun)))
	l.takenTo(f.taken, f.kind == kindAgain)
	switch taken := l.taken.Load(); {
	case f.kind == kindLeave:
		l.cut(fmt.Errorf("%w: node %s has left", ErrUnreachable, l.peer))
		return
	case !f.kind.numbered():
		if f.number > taken {
			l.ask(taken)
		}
		return
	case f.number > taken+1:
		l.ask(taken)
		return
	case f.number <= taken:
		return // once more
	}
	l.taken.Add(1)
	l.deliver(f)
	if l.in.unsaid += size; l.in.unsaid > takenMost {
		l.in.unsaid = 0
		l.beat()
	}
}

// ask wants what follows a frame once more, and not too often.
func (l *link) ask(taken uint64) {
	if now := time.Now(); l.in.asked != taken || now.Sub(l.in.at) >= askEvery {
		l.in.asked, l.in.at = taken, now
		l.say(kindAgain)
	}
}

// deliver hands a frame to its pipe. A frame of a pipe that is over means nothing.
func (l *link) deliver(f frame) {
	if f.kind == kindOpen {
		l.opened(f)
		return
	}
	l.mu.Lock()
	p := l.pipes[f.pipe]
	if p == nil {
		l.mu.Unlock()
		return
	}
	err := p.take(f)
	l.mu.Unlock()
	if err != nil {
		p.Close(CodeProtocol, err.Error())
	}
}

// opened is a pipe that the other side has dialed.
func (l *link) opened(f frame) {
	l.mu.Lock()
	if l.accept == nil || l.pipes[f.pipe] != nil || l.err != nil {
		l.mu.Unlock()
		return
	}
	p := l.pipe(f.pipe)
	l.mu.Unlock()
	serve := l.accept(f.text)
	if serve == nil {
		p.Close(CodeNobody, "nobody listens to "+f.text)
		return
	}
	go serve(f.data, p)
}

// pipe adds one. l.mu is held.
func (l *link) pipe(id uint64) *Pipe {
	p := &Pipe{link: l, id: id, credit: window, done: make(chan struct{})}
	p.changed.L = &l.mu
	l.pipes[id] = p
	return p
}

// drop forgets a pipe that is over. l.mu is held.
func (l *link) drop(p *Pipe) {
	delete(l.pipes, p.id)
	if len(l.pipes) == 0 {
		l.empty = time.Now()
	}
}

// leave tells the other side that the link ends, and ends it.
func (l *link) leave(err error) {
	l.say(kindLeave)
	l.cut(err)
}

// cut ends the link and all its pipes.
func (l *link) cut(err error) { l.cutIf(err, func() bool { return true }) }

// cutIf does so, if when holds, which is asked while no pipe can be added.
func (l *link) cutIf(err error, when func() bool) bool {
	l.mu.Lock()
	if l.err != nil || !when() {
		l.mu.Unlock()
		return false
	}
	l.err = err
	for _, p := range l.pipes {
		p.end(err)
	}
	l.mu.Unlock()
	l.gone(l)
	close(l.over)
	return true
}

// dialing is a link to a node, or one that is being made; done is closed when it is there or not.
type dialing struct {
	done chan struct{}
	link *link
	err  error
}

// dial returns the link to a node; it may have ended meanwhile.
func (b *Bus) dial(ctx context.Context, node string) (*link, error) {
	if err := CheckNode(node); err != nil {
		return nil, err
	}
	b.mu.Lock()
	if b.shut {
		b.mu.Unlock()
		return nil, ErrShut
	}
	d := b.dialed[node]
	if d == nil {
		d = &dialing{done: make(chan struct{})}
		b.dialed[node] = d
		go b.connect(node, d)
	}
	b.mu.Unlock()
	select {
	case <-d.done:
		return d.link, d.err
	case <-ctx.Done():
		return nil, fmt.Errorf("node %s: %w", node, ErrSilent)
	}
}

// connect makes the link of a dialing.
func (b *Bus) connect(node string, d *dialing) {
	defer close(d.done)
	var id linkID
	rand.Read(id[:]) // never fails
	m := nats.NewMsg(b.to(node, "link"))
	m.Header.Set(fromHeader, b.node)
	m.Header.Set(bootHeader, b.boot)
	m.Data = id[:]
	var subject atomic.Pointer[string] // the other side may speak before this one knows where it is
	l := newLink(id, node, func(data []byte) error {
		if to := subject.Load(); to != nil {
			return b.nats.Publish(*to, data)
		}
		return ErrUnreachable
	})
	l.gone, l.silentMost = func(l *link) { b.forget(l, node, d) }, b.silentMost
	b.mu.Lock()
	b.links[id] = l
	b.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), dialWait)
	defer cancel()
	reply, err := b.ask(ctx, m)
	if err == nil && reply.Header.Get(bootHeader) == "" {
		err = ErrUnreachable
	}
	if err != nil {
		d.err = fmt.Errorf("node %s: %w", node, err)
		l.cut(d.err)
		return
	}
	to := b.prefix + "boot." + reply.Header.Get(bootHeader)
	subject.Store(&to)
	d.link = l
	go l.watch()
}

const (
	// bootHeader names a connection of a node.
	bootHeader = "Boot"
	// dialWait is how long the other node has to answer the first time.
	dialWait = 3 * time.Second
)

// linked answers another node that wants a link.
func (b *Bus) linked(m *nats.Msg) {
	boot, node := m.Header.Get(bootHeader), m.Header.Get(fromHeader)
	if len(m.Data) != len(linkID{}) || boot == "" || CheckNode(node) != nil {
		return
	}
	subject := b.prefix + "boot." + boot
	l := newLink(linkID(m.Data), node, func(data []byte) error { return b.nats.Publish(subject, data) })
	l.accept, l.gone, l.silentMost = b.listener, func(l *link) { b.forget(l, "", nil) }, b.silentMost
	b.mu.Lock()
	taken := b.shut || b.links[l.id] != nil
	if !taken {
		b.links[l.id] = l
	}
	b.mu.Unlock()
	if taken {
		return
	}
	go l.watch()
	reply := nats.NewMsg(m.Reply)
	reply.Header.Set(bootHeader, b.boot)
	m.RespondMsg(reply)
}

// forget a link that is over. If it was dialed, the next dial to the node makes another.
func (b *Bus) forget(l *link, node string, d *dialing) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.links, l.id)
	if d != nil && b.dialed[node] == d {
		delete(b.dialed, node)
	}
}

// heard gives a frame to its link. Frames that cannot be are dropped: what they would have said is asked for again.
func (b *Bus) heard(data []byte) {
	f, err := decode(data)
	if err != nil {
		return
	}
	b.mu.Lock()
	l := b.links[f.link]
	b.mu.Unlock()
	if l != nil {
		l.take(f, len(data))
	}
}
