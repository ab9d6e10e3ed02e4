package worker

import (
	"fmt"
	"log/slog"
	"maps"
	"os/exec"
	"slices"
	"sync"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/worker/jail"
)

// burnWait is how long a run may go on that its session has given up, in a worker that
// others share.
const burnWait = 30 * time.Second

// Options say how workers are made.
type Options struct {
	Command  []string     // starts a worker
	Env      []string     // all of its environment
	Limits   wire.Limits  // of each session
	Jail     *jail.Limits // of each worker, which seals itself; nil: it does not
	Cage     jail.Cage
	Groups   *jail.Groups  // each worker gets one of them; nil is none
	Least    jail.Level    // workers that are sealed less well are refused
	Sessions int           // that share a worker; 0 is 1
	Warm     int           // workers kept ready
	Devices  string        // of sessions that are opened on ""; "" is up to the worker
	Clock    session.Clock // nil: the real one
	Away     Away          // where else workers can be; nil is nowhere
	Log      *slog.Logger
}

// Pool opens sessions in workers. Its zero value with Options is ready to use.
type Pool struct {
	Options

	mu      sync.Mutex
	seats   []*seats
	warm    []*process
	live    map[*process]bool
	buried  sync.WaitGroup
	heating bool
	shut    bool

	starting sync.RWMutex // held for reading while a worker starts
}

// seats is a worker with the places in it. It is there before the worker is, for others to wait for the same start.
type seats struct {
	ready  chan struct{} // closed when worker or err is set
	worker *process
	err    error

	// guarded by Pool.mu:
	taken     int
	condemned bool // takes no new sessions
}

func (o *Options) log() *slog.Logger {
	if o.Log == nil {
		return slog.Default()
	}
	return o.Log
}

// Open is a session.Opener: it seats a session in a worker that has room, or in a new one.
// Opening one session never waits for another, except for the start of a worker they share.
func (p *Pool) Open(spec string) (session.Evaluator, error) {
	for range 3 { // a worker can end in the meantime
		s, fresh, err := p.seat()
		if err != nil {
			return nil, err
		}
		if fresh {
			p.occupy(s)
		}
		<-s.ready
		if s.err != nil {
			p.leave(s)
			return nil, s.err
		}
		r := s.worker.attach(p, spec)
		err = r.open()
		if err == nil {
			return r, nil
		}
		s.worker.detach(r)
		p.leave(s)
		if !s.worker.dead() {
			return nil, err
		}
	}
	return nil, fmt.Errorf("workers end as soon as they start")
}

// seat reserves a place; fresh is a worker that the caller is to start.
func (p *Pool) seat() (s *seats, fresh bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shut {
		return nil, false, session.ErrClosed
	}
	p.seats = slices.DeleteFunc(p.seats, func(s *seats) bool { return s.worker != nil && s.worker.dead() })
	for _, s := range p.seats {
		if s.taken < max(1, p.Sessions) && !s.condemned {
			s.taken++
			return s, false, nil
		}
	}
	s = &seats{ready: make(chan struct{}), taken: 1}
	p.seats = append(p.seats, s)
	return s, true, nil
}

// occupy finds the worker for new seats.
func (p *Pool) occupy(s *seats) {
	w, err := p.take()
	p.mu.Lock()
	defer p.mu.Unlock()
	s.worker, s.err, s.condemned = w, err, err != nil
	close(s.ready)
}

// leave gives a place back; a worker without sessions ends.
func (p *Pool) leave(s *seats) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.taken--; s.taken > 0 {
		return
	}
	p.seats = slices.DeleteFunc(p.seats, func(x *seats) bool { return x == s })
	if s.worker != nil {
		go s.worker.kill(causeClosed)
	}
}

// close ends a session. Alone in its worker, it ends with that; else the worker is asked,
// and condemned when the session's run does not end.
func (p *Pool) close(r *Remote) {
	s := p.find(r.worker)
	if s == nil { // a check's worker
		r.worker.kill(causeClosed)
		return
	}
	p.mu.Lock()
	alone := s.taken == 1
	if alone {
		s.condemned = true // nobody comes now
	}
	p.mu.Unlock()
	if alone {
		p.leave(s)
		return
	}
	r.worker.send(r.id, &stopFrame{"", true})
	r.worker.send(r.id, &closeFrame{})
	go p.see(r, s)
}

// see sees to it that a session ends in a worker that others share.
func (p *Pool) see(r *Remote, s *seats) {
	defer p.leave(s)
	if p.over(r, session.KillDelay) {
		return
	}
	p.mu.Lock()
	s.condemned = true
	p.mu.Unlock()
	p.log().Warn("a cell cannot be stopped; its worker takes no new sessions", "where", r.worker.body.where())
	if !p.over(r, burnWait) {
		r.worker.kill(causeNeighbour)
	}
}

// over waits for a session to be closed in its worker, or for d.
func (p *Pool) over(r *Remote, d time.Duration) bool {
	clock := p.Clock
	if clock == nil {
		clock = session.WallClock
	}
	late := make(chan struct{})
	defer clock.AfterFunc(d, func() { close(late) })()
	select {
	case <-r.closed:
		return true
	case <-r.worker.gone:
		return true
	case <-late:
		return false
	}
}

func (p *Pool) find(w *process) *seats {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.seats {
		if s.worker == w {
			return s
		}
	}
	return nil
}

// alone opens a session in a worker that nobody else will share.
func (p *Pool) alone(spec string) (*Remote, error) {
	w, err := p.take()
	if err != nil {
		return nil, err
	}
	r := w.attach(p, spec)
	if err := r.open(); err != nil {
		w.kill(causeClosed)
		return nil, err
	}
	return r, nil
}

// take returns a warm worker, or starts one.
func (p *Pool) take() (*process, error) {
	p.mu.Lock()
	var w *process
	for len(p.warm) > 0 && w == nil {
		if w, p.warm = p.warm[0], p.warm[1:]; w.dead() {
			w = nil
		}
	}
	p.mu.Unlock()
	p.Heat()
	if w != nil {
		return w, nil
	}
	return p.start(false)
}

// Heat starts workers until as many are warm as there should be, one after the other, aside.
func (p *Pool) Heat() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.heating && !p.shut && len(p.warm) < p.Warm {
		p.heating = true
		go p.heat()
	}
}

func (p *Pool) heat() {
	for {
		w, err := p.start(true)
		p.mu.Lock()
		if err == nil {
			p.warm = append(p.warm, w)
		}
		p.heating = err == nil && !p.shut && len(p.warm) < p.Warm
		again := p.heating
		p.mu.Unlock()
		if !again {
			return
		}
	}
}

// start starts a worker, here or elsewhere.
func (p *Pool) start(warm bool) (*process, error) {
	p.starting.RLock()
	defer p.starting.RUnlock()
	w, err := p.startAway(warm)
	if w == nil && err == nil {
		w, err = p.Options.start(warm)
	}
	if err != nil {
		return nil, err
	}
	if !p.lives(w) {
		w.kill(causeClosed)
		return nil, session.ErrClosed
	}
	go w.read()
	return w, nil
}

// start starts a worker on this machine, sealed as well as it has to be.
func (o *Options) start(warm bool) (*process, error) {
	cmd := exec.Command(o.Command[0], o.Command[1:]...)
	cmd.Env = append([]string{}, o.Env...)
	cage := o.Cage
	cmd.Args[0] = "gputour"
	if o.Groups != nil && o.Jail != nil {
		group, err := o.Groups.New(*o.Jail)
		if err != nil {
			o.log().Warn("a worker has no control group", "error", err)
		}
		cage.Group = group
	}
	w, err := launch(cmd, cage, &Setup{Limits: o.Limits, Jail: o.Jail, Warm: warm, Devices: o.Devices})
	if err != nil {
		if cage.Group != nil {
			cage.Group.Close()
		}
		return nil, err
	}
	if level := w.report.Level(); level < o.Least {
		w.kill(causeClosed)
		return nil, fmt.Errorf("a worker here is only at %s: %v", level, w.report.Missing)
	}
	return w, nil
}

// lives takes note of a worker that has started, unless the pool is closed.
func (p *Pool) lives(w *process) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shut {
		return false
	}
	if p.live == nil {
		p.live = map[*process]bool{}
	}
	p.live[w] = true
	p.buried.Go(func() { p.bury(w) })
	return true
}

// bury logs how a worker has ended, unless that was meant to be.
func (p *Pool) bury(w *process) {
	<-w.gone
	p.mu.Lock()
	delete(p.live, w)
	p.mu.Unlock()
	if w.end.cause != causeClosed {
		p.log().Error("a worker has ended", "where", w.body.where(), "how", w.end.String())
	}
}

// Try starts a worker to see how well workers are sealed here.
func (p *Pool) Try() (jail.Report, error) {
	p.starting.RLock()
	defer p.starting.RUnlock()
	w, err := p.Options.start(false)
	if err != nil {
		return jail.Report{}, err
	}
	report := w.report
	if !p.lives(w) {
		w.kill(causeClosed)
		return report, session.ErrClosed
	}
	go w.read()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.warm = append(p.warm, w)
	return report, nil
}

// PIDs are the processes of the workers on this machine, in the order they were started.
func (p *Pool) PIDs() []int {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []int
	for w := range p.live {
		if !w.isAway() {
			all = append(all, w.body.pid())
		}
	}
	slices.Sort(all)
	return all
}

// Close ends all workers.
func (p *Pool) Close() {
	p.mu.Lock()
	p.shut = true
	all := slices.Collect(maps.Keys(p.live))
	p.warm = nil
	p.mu.Unlock()
	for _, w := range all {
		w.kill(causeClosed)
	}
	p.buried.Wait()
}
