package worker

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"time"

	"gputour/engine/wire"
	"gputour/server/worker/jail"
)

// This file has workers on other machines. There a process of this program starts them and carries bytes (Lend); here they are
// like any other, but that their process is far away. What is between is somebody else's (package far).

// Away knows other machines for workers.
type Away interface {
	// Start starts a worker elsewhere. It is nil, without an error, when the worker is to be on this machine, where there are
	// so many.
	Start(ask Ask, here int) (*Far, error)
}

// Ask is what a hub wants of a worker elsewhere; the rest is for that machine to say.
type Ask struct {
	Limits   wire.Limits `json:"limits"`
	Sessions int         `json:"sessions"` // that will share it
	Warm     bool        `json:"warm,omitempty"`
}

// Far is a worker that has been started elsewhere.
type Far struct {
	Where  string        // the machine's name, for people
	Conn   net.Conn      // of its frames
	Report jail.Report   // how it is sealed
	Data   int64         // bytes that it may hold; 0 is no bound
	Kill   func()        // it, at once
	Wait   func() []byte // for its end: what Lent.Wait said, or nil when its machine is gone
}

// startAway starts a worker elsewhere; it is nil when it is to be here.
func (p *Pool) startAway(warm bool) (*process, error) {
	if p.Away == nil {
		return nil, nil
	}
	far, err := p.Away.Start(Ask{Limits: p.Limits, Sessions: max(1, p.Sessions), Warm: warm}, len(p.PIDs()))
	if far == nil || err != nil {
		return nil, err
	}
	silent := &said{done: make(chan struct{})}
	close(silent.done)
	w := &process{
		body: away{far}, conn: far.Conn, said: silent, gone: make(chan struct{}), report: far.Report, data: far.Data,
		in:  reader{from: bufio.NewReaderSize(far.Conn, 4<<10), fromWorker: true},
		all: map[uint32]*Remote{}, asks: map[uint64]chan json.RawMessage{},
	}
	go w.reap()
	return w, nil
}

// away is a process on another machine.
type away struct{ far *Far }

func (a away) kill()         { a.far.Kill() }
func (a away) pid() int      { return 0 }
func (a away) where() string { return "machine " + a.far.Where }

func (a away) end(p *process) *end {
	e := readEnd(a.far.Wait())
	p.mu.Lock()
	defer p.mu.Unlock()
	e.cause = cmp.Or(p.why, e.cause)
	e.said += p.said.text()
	return e
}

// Placed is how many sessions are in workers on other machines, by their names.
func (p *Pool) Placed() map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	count := map[string]int{}
	for w := range p.live {
		if a, is := w.body.(away); is {
			w.mu.Lock()
			count[a.far.Where] += len(w.all)
			w.mu.Unlock()
		}
	}
	return count
}

func (p *process) isAway() bool {
	_, is := p.body.(away)
	return is
}

// part ends the workers on other machines.
func (p *Pool) part() {
	p.mu.Lock()
	var all []*process
	for w := range p.live {
		if w.isAway() {
			all = append(all, w)
		}
	}
	p.mu.Unlock()
	for _, w := range all {
		w.kill(causeMachine)
	}
	for _, w := range all {
		<-w.gone
	}
}

// ended is an end as it travels.
type ended struct {
	Cause  cause  `json:"cause"`
	Status string `json:"status"`
	Limit  int64  `json:"limit,omitempty"`
	Peak   int64  `json:"peak,omitempty"`
	Said   string `json:"said,omitempty"`
}

// readEnd is what another machine says of a worker's end, as far as it makes sense.
func readEnd(data []byte) *end {
	var e ended
	if data == nil || json.Unmarshal(data, &e) != nil {
		return &end{cause: causeMachine, status: "its machine does not say"}
	}
	switch e.Cause {
	case causeMemory, causeSystem, causeCrash, causeDeaf, causeMachine:
	default:
		e.Cause = causeCrash
	}
	return &end{e.Cause, e.Status[:min(len(e.Status), 200)], max(0, e.Limit), max(0, e.Peak), e.Said[:min(len(e.Said), saidMost)]}
}

// Lent is a worker that this process has started for a hub on another machine. What it says is read, and what it is told
// written, as it is: hub and worker check each other.
type Lent struct{ worker *process }

// Lend starts a worker for somebody else.
func (o Options) Lend(warm bool) (*Lent, error) {
	w, err := o.start(warm)
	if err != nil {
		return nil, err
	}
	return &Lent{w}, nil
}

// Report is how it is sealed, and Data how many bytes it may hold.
func (l *Lent) Report() jail.Report { return l.worker.report }
func (l *Lent) Data() int64         { return l.worker.data }

// Read implements io.Reader. It ends when the worker has.
func (l *Lent) Read(b []byte) (int, error) { return l.worker.in.from.Read(b) }

// Write implements io.Writer. A worker that does not listen is ended.
func (l *Lent) Write(b []byte) (int, error) {
	l.worker.conn.SetWriteDeadline(time.Now().Add(listenWait))
	n, err := l.worker.conn.Write(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		l.worker.kill(causeDeaf)
	}
	return n, err
}

// Kill ends it, because this machine or its hub leaves.
func (l *Lent) Kill() { l.worker.kill(causeMachine) }

// Wait waits for the end of a worker that has hung up, and says how it was in a form that Far.Wait takes.
func (l *Lent) Wait() []byte {
	late := time.AfterFunc(endWait, func() { l.worker.kill(causeProtocol) })
	defer late.Stop()
	<-l.worker.gone
	e := l.worker.end
	data, _ := json.Marshal(ended{e.cause, e.status, e.limit, e.peak, e.said}) // it has no other types
	return data
}

var _ io.ReadWriter = (*Lent)(nil)
