package worker

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/worker/jail"
)

// This file hands workers, and what runs in them, from one hub to the next, which is the same process with another program in
// it: the workers stay its children, and what they say meanwhile waits in their sockets.
//
//	Freeze     no worker starts; nothing is read or written, in the middle of a frame or between two; what was read is heard
//	Carry      what the next hub has to know, with the descriptors that it finds open
//	Adopt      the next hub's pool, and Seat, its evaluators
//	Thaw       the next hub, or the old one when there was none after all, goes on

// FrameVersion is of the frames that hubs and workers speak, and of Carried.
const FrameVersion = version

// freezeWait is how long workers that are starting, and sessions that are hearing what was read, may take.
const freezeWait = 15 * time.Second

// Carried are the workers of a pool.
type Carried struct {
	Workers []CarriedWorker `json:"workers"`
}

// CarriedWorker is one of them.
type CarriedWorker struct {
	PID       int              `json:"pid"`
	Socket    int              `json:"socket"` // descriptors
	Stderr    int              `json:"stderr"`
	Report    jail.Report      `json:"report"`
	Data      int64            `json:"data,omitempty"`
	Group     string           `json:"group,omitempty"`
	Unread    []byte           `json:"unread,omitempty"`
	Unwritten []byte           `json:"unwritten,omitempty"`
	Said      []byte           `json:"said,omitempty"`
	Why       cause            `json:"why,omitempty"`
	Last      uint32           `json:"last,omitempty"`
	Asked     uint64           `json:"asked,omitempty"`
	Place     place            `json:"place"`
	Taken     int              `json:"taken,omitempty"` // seats
	Condemned bool             `json:"condemned,omitempty"`
	Sessions  []CarriedSession `json:"sessions,omitempty"`
}

// place is what a worker is there for.
type place string

const (
	placeSeats place = "seats" // sessions sit in it
	placeWarm  place = "warm"  // nobody does yet
	placeAlone place = "alone" // it checks an exercise
)

// CarriedSession is a session in a worker.
type CarriedSession struct {
	ID      uint32            `json:"id"`
	Spec    string            `json:"spec"`
	Closing bool              `json:"closing,omitempty"`
	Devices []wire.DeviceInfo `json:"devices,omitempty"`
	Current string            `json:"current,omitempty"`
	Over    string            `json:"over,omitempty"`
	Outcome *session.Outcome  `json:"outcome,omitempty"` // of Over
	Files   []session.File    `json:"files,omitempty"`
	Asking  *inputFrame       `json:"asking,omitempty"`
	Used    int               `json:"used,omitempty"` // of the window
	Owed    int               `json:"owed,omitempty"`
	Check   *Seat             `json:"check,omitempty"`
}

// Seat is where an evaluator is.
type Seat struct {
	PID int    `json:"pid"`
	ID  uint32 `json:"id"`
}

// hold makes a worker's reader and writer stand still.
type hold struct {
	mu      sync.Mutex
	on      bool // the writer's: guarded by process.mu
	reading chan struct{}
	stopped chan struct{}
}

// readerStops is called by the reader when its deadline has passed; it waits for the thaw, and reports whether there was a hold.
func (h *hold) readerStops() bool {
	h.mu.Lock()
	reading, stopped := h.reading, h.stopped
	h.mu.Unlock()
	if reading == nil {
		return false
	}
	select {
	case stopped <- struct{}{}:
	default:
	}
	<-reading
	return true
}

// freeze makes reader and writer stand still; false is a worker that has ended.
func (p *process) freeze() bool {
	p.held.mu.Lock()
	p.held.reading, p.held.stopped = make(chan struct{}), make(chan struct{}, 1)
	stopped := p.held.stopped
	p.held.mu.Unlock()
	p.mu.Lock()
	p.held.on = true
	p.mu.Unlock()
	p.conn.SetReadDeadline(time.Unix(1, 0))
	select {
	case <-stopped:
	case <-p.gone:
		return false
	}
	for p.isWriting() {
		p.conn.SetWriteDeadline(time.Unix(1, 0))
		time.Sleep(time.Millisecond)
	}
	return true
}

func (p *process) isWriting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.writing
}

func (p *process) thaw() {
	p.conn.SetReadDeadline(time.Time{})
	p.held.mu.Lock()
	if p.held.reading != nil {
		close(p.held.reading)
		p.held.reading = nil
	}
	p.held.mu.Unlock()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held.on = false
	p.startWriting()
}

// Freeze has the workers stand still, and returns when all that they have said is with the sessions. Sessions must go on
// meanwhile. Workers on other machines end: the bus that leads there ends with the program. The error is of a pool that could not be frozen, and is none the worse.
func (p *Pool) Freeze() error {
	late := time.Now().Add(freezeWait)
	for !p.starting.TryLock() {
		if time.Now().After(late) {
			return errors.New("a worker is starting and takes too long")
		}
		time.Sleep(time.Millisecond)
	}
	p.part()
	for _, w := range p.workers() {
		w.freeze()
	}
	for _, w := range p.workers() {
		for !w.heard() {
			if time.Now().After(late) {
				p.Thaw()
				return errors.New("a session does not take what its worker says")
			}
			time.Sleep(time.Millisecond)
		}
	}
	return nil
}

// Thaw has them go on.
func (p *Pool) Thaw() {
	for _, w := range p.workers() {
		w.thaw()
	}
	p.starting.Unlock()
}

// workers are those of this machine.
func (p *Pool) workers() []*process {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []*process
	for w := range p.live {
		if !w.isAway() {
			all = append(all, w)
		}
	}
	slices.SortFunc(all, func(a, b *process) int { return a.body.pid() - b.body.pid() })
	return all
}

// heard reports whether all that was read of a worker is with its sessions.
func (p *process) heard() bool {
	if p.dead() {
		return true
	}
	for _, r := range p.remotes() {
		empty, idle := r.events.still()
		r.mu.Lock()
		running := r.running
		r.mu.Unlock()
		if running && !(empty && idle) {
			return false
		}
	}
	return true
}

func (p *process) remotes() []*Remote {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Values(p.all))
}

// Carry returns what the next hub has to know of a pool that is frozen. Its descriptors are copies that stay open.
func (p *Pool) Carry() (Carried, error) {
	var all Carried
	p.mu.Lock()
	warm, seats := slices.Clone(p.warm), slices.Clone(p.seats)
	p.mu.Unlock()
	for _, w := range p.workers() {
		if w.dead() {
			continue
		}
		c, err := w.carry()
		if err != nil {
			return all, err
		}
		c.Place = placeAlone
		if slices.Contains(warm, w) {
			c.Place = placeWarm
		}
		for _, s := range seats {
			if s.worker == w {
				p.mu.Lock()
				c.Place, c.Taken, c.Condemned = placeSeats, s.taken, s.condemned
				p.mu.Unlock()
			}
		}
		all.Workers = append(all.Workers, c)
	}
	return all, nil
}

func (p *process) carry() (c CarriedWorker, err error) {
	c = CarriedWorker{
		PID: p.body.pid(), Report: p.report, Data: p.data, Unread: p.in.unread(), Said: []byte(p.said.text()), Asked: p.asked.Load(),
	}
	if p.group != nil {
		c.Group = p.group.Path()
	}
	if c.Socket, err = KeepOpen(p.conn.(syscall.Conn)); err != nil {
		return c, err
	}
	if c.Stderr, err = KeepOpen(p.said.from); err != nil {
		return c, err
	}
	remotes := p.remotes()
	for _, r := range remotes {
		r.mu.Lock()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	c.Last, c.Why, c.Unwritten = p.last, p.why, bytes.Clone(p.outbox)
	for _, r := range remotes {
		s := r.carry()
		if r.state == opening { // whoever waits for it is not carried
			data, _ := encode(r.id, &closeFrame{}) // it is empty
			c.Unwritten, s.Closing = append(c.Unwritten, data...), true
		}
		c.Sessions = append(c.Sessions, s)
		r.mu.Unlock()
	}
	return c, nil
}

// carry is what the next hub has to know of a session. r.mu is held.
func (r *Remote) carry() CarriedSession {
	s := CarriedSession{ID: r.id, Spec: r.spec, Closing: r.state != open, Devices: r.devices, Current: r.current, Over: r.over, Files: r.files.all, Asking: r.asking}
	if r.over != "" {
		outcome := r.outcome
		s.Outcome = &outcome
	}
	if r.check != nil {
		s.Check = &Seat{r.check.worker.body.pid(), r.check.id}
	}
	r.events.mu.Lock()
	s.Used, s.Owed = r.events.used, r.events.owed
	r.events.mu.Unlock()
	return s
}

// SeatOf returns where an evaluator of a pool is, and nil for another one.
func SeatOf(ev session.Evaluator) json.RawMessage {
	r, ok := ev.(*Remote)
	if !ok || r.worker.dead() || r.worker.isAway() {
		return nil
	}
	data, _ := json.Marshal(Seat{r.worker.body.pid(), r.id}) // two numbers
	return data
}

// Check says what of carried workers makes no sense, without touching anything.
func (c Carried) Check() error {
	pids, fds := map[int]bool{}, map[int]bool{}
	seats := map[Seat]bool{}
	for _, w := range c.Workers {
		switch {
		case w.PID < 2 || pids[w.PID]:
			return fmt.Errorf("a worker with the process %d", w.PID)
		case w.Socket < 3 || w.Stderr < 3 || w.Socket == w.Stderr || fds[w.Socket] || fds[w.Stderr]:
			return fmt.Errorf("worker %d with the descriptors %d and %d", w.PID, w.Socket, w.Stderr)
		case w.Place != placeSeats && w.Place != placeWarm && w.Place != placeAlone:
			return fmt.Errorf("worker %d at the place %.20q", w.PID, w.Place)
		case w.Taken < 0 || len(w.Unread) > maxFrame+readStep || len(w.Unwritten) > outboxMost+maxFrame:
			return fmt.Errorf("worker %d with numbers out of range", w.PID)
		}
		pids[w.PID], fds[w.Socket], fds[w.Stderr] = true, true, true
		for _, s := range w.Sessions {
			if s.ID == 0 || s.ID > w.Last || seats[Seat{w.PID, s.ID}] || s.Used < 0 || s.Used > windowBytes || s.Owed < 0 || s.Owed > s.Used {
				return fmt.Errorf("session %d of worker %d with numbers out of range", s.ID, w.PID)
			}
			seats[Seat{w.PID, s.ID}] = true
		}
	}
	for _, w := range c.Workers {
		for _, s := range w.Sessions {
			if s.Check != nil && !seats[*s.Check] {
				return fmt.Errorf("session %d of worker %d has a check that is nowhere", s.ID, w.PID)
			}
		}
	}
	return nil
}

// Adopt takes over the workers of the hub before. They stand still until Thaw, after which the pool is like any other.
func (p *Pool) Adopt(c Carried) error {
	p.starting.Lock() // as Freeze leaves it
	if err := c.Check(); err != nil {
		return err
	}
	remotes := map[Seat]*Remote{}
	for _, w := range c.Workers {
		if err := p.adopt(w, remotes); err != nil {
			return err
		}
	}
	for _, w := range c.Workers {
		for _, s := range w.Sessions {
			if s.Check != nil {
				remotes[Seat{w.PID, s.ID}].check = remotes[*s.Check]
			}
		}
	}
	return nil
}

func (p *Pool) adopt(c CarriedWorker, remotes map[Seat]*Remote) error {
	socket := os.NewFile(uintptr(c.Socket), "hub")
	conn, err := net.FileConn(socket)
	if err != nil {
		return fmt.Errorf("worker %d: %w", c.PID, err)
	}
	socket.Close() // FileConn has a copy
	proc, err := os.FindProcess(c.PID)
	if err != nil {
		return fmt.Errorf("worker %d: %w", c.PID, err)
	}
	stderr := os.NewFile(uintptr(c.Stderr), "stderr")
	shut(stderr)
	w := &process{
		body: child{proc}, conn: conn, said: listen(stderr), gone: make(chan struct{}), report: c.Report, data: c.Data,
		in:  reader{from: bufio.NewReaderSize(io.MultiReader(bytes.NewReader(c.Unread), conn), 4<<10), fromWorker: true},
		all: map[uint32]*Remote{}, asks: map[uint64]chan json.RawMessage{}, last: c.Last, outbox: c.Unwritten, why: c.Why,
	}
	w.said.Write(c.Said)
	w.asked.Store(c.Asked)
	for id := c.Asked; id > 0 && id+4*asksMost*uint64(len(c.Sessions)+1) > c.Asked; id-- {
		w.asks[id] = nil // whoever asked has gone
	}
	if c.Group != "" {
		if w.group, err = jail.Reopen(c.Group); err != nil {
			p.log().Warn("a worker's control group is gone", "error", err)
		}
	}
	w.held.on, w.held.reading, w.held.stopped = true, make(chan struct{}), make(chan struct{}, 1)
	for _, s := range c.Sessions {
		remotes[Seat{c.PID, s.ID}] = w.take(p, s)
	}
	p.lives(w)
	p.settle(c, w)
	reading := w.held.reading
	go w.reap()
	go func() {
		<-reading
		w.read()
	}()
	return nil
}

// settle puts a worker where it was.
func (p *Pool) settle(c CarriedWorker, w *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch c.Place {
	case placeWarm: // of the version before
		w.kill(causeClosed)
	case placeSeats: // whoever comes now gets one of this version
		s := &seats{ready: make(chan struct{}), worker: w, taken: c.Taken, condemned: true}
		close(s.ready)
		p.seats = append(p.seats, s)
		for _, r := range w.all {
			if r.state == closing {
				go p.see(r, s)
			}
		}
	}
}

// take makes a session as the hub before had it.
func (p *process) take(pool *Pool, c CarriedSession) *Remote {
	r := &Remote{
		pool: pool, worker: p, id: c.ID, spec: c.Spec, opened: make(chan openedFrame, 1), events: newQueue(), devices: c.Devices,
		lost: make(chan session.Loss, 1), closed: make(chan struct{}), state: open, adopted: true, current: c.Current, over: c.Over, asking: c.Asking,
	}
	if c.Closing {
		r.state = closing
	}
	for _, f := range c.Files {
		r.files.add(f) // it was one before
	}
	if c.Outcome != nil {
		r.outcome = *c.Outcome
	}
	r.events.used, r.events.owed = c.Used, c.Owed
	p.all[r.id] = r
	return r
}

// At returns the evaluator at a seat; nil when there is none.
func (p *Pool) At(seat json.RawMessage) session.Evaluator {
	var at Seat
	if json.Unmarshal(seat, &at) != nil {
		return nil
	}
	for _, w := range p.workers() {
		if w.body.pid() == at.PID {
			w.mu.Lock()
			defer w.mu.Unlock()
			if r := w.all[at.ID]; r != nil && r.state == open {
				r.claimed = true
				return r
			}
		}
	}
	return nil
}

// Leave closes the sessions that nobody has asked for with At, once the pool goes on.
func (p *Pool) Leave() {
	checks := map[*Remote]bool{}
	var all []*Remote
	for _, w := range p.workers() {
		for _, r := range w.remotes() {
			all = append(all, r)
			if r.check != nil && r.claimed {
				checks[r.check] = true
			}
		}
	}
	for _, r := range all {
		if r.adopted && !r.claimed && !checks[r] && r.state == open {
			go r.Close()
		}
	}
}

// Resume implements session.Resumer.
func (r *Remote) Resume(run session.Run, out session.Output) session.Outcome {
	r.mu.Lock()
	check, over, outcome, current, asking := r.check, r.over, r.outcome, r.current, r.asking
	if check == nil && current == run.RID {
		r.running = true
	}
	r.mu.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	switch {
	case over == run.RID:
		return outcome
	case check != nil && current == run.RID:
		return r.examined(run, r.attend(run, out, check.Resume))
	case current != run.RID: // it had not begun
		return r.Run(run, out)
	}
	if again, ok := out.(interface {
		Await(context.Context) (string, error)
	}); ok && asking != nil {
		go r.input(ctx, asking, func(ctx context.Context, _ wire.InputRequestBody) (string, error) { return again.Await(ctx) }, asking.Request)
	}
	return r.follow(run, out)
}

var _ session.Resumer = (*Remote)(nil)
