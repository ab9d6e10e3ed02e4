package session

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gputour/engine/wire"
)

// This file keeps the sessions of a server.

// ErrToken is the error of a resume with another session's token; ErrShut of a server that ends;
// ErrNoSession of a session that a Keeper does not have; ErrMoved of one that another server has.
var (
	ErrMoved     = errors.New("another server goes on with the session")
	ErrToken     = errors.New("this session belongs to someone else")
	ErrShut      = errors.New("the server is about to end")
	ErrNoSession = errors.New("no such session is kept")
)

// Keeper has the journals of sessions. Its methods may be called from any goroutine.
type Keeper interface {
	// Begin returns the journal of a new session.
	Begin(id, token, owner, spec string) Journal
	// Take returns a session that was kept, and the journal with which it goes on. The error is ErrNoSession, ErrToken,
	// also for a session that is not owner's, or says why nobody can tell. An owner of "" is anybody.
	Take(id, token, owner string) (Kept, Journal, error)
}

// Registry holds sessions by id. Sessions cannot see each other: whoever does not
// bring a session's token does not reach it.
//
// A session has a place as long as it has an evaluator. Places are bounded; who needs one
// when there is none takes it from the session that nobody has watched for longest and
// that runs nothing. That session keeps its cells and their outputs, and asks for a
// place again at its next run. No lock is held while an evaluator opens.
type Registry struct {
	Config  Config
	Max     int // places; 0 is no bound
	Visitor int // places of one visitor; 0 is no bound
	// Elsewhere says which places other servers have that count towards Max and Visitor, too; nil is none. It is asked before a place is
	// taken, without a lock.
	Elsewhere func(visitor string) Elsewhere
	Idle      time.Duration // a session that nobody watches and that runs nothing ends after this; 0 never
	// Owned is said when a session is for the visitor alone who opened it, whatever token another one has.
	Owned bool
	// Room reports whether there is memory for one place beside n; nil is always. It is
	// called with a lock held.
	Room func(n int) bool
	// Keep is how many bytes sessions without a place may hold together; the oldest end
	// first. 0 is KeepBytes.
	Keep int
	// Keeper keeps the sessions beyond their end; nil keeps none.
	Keeper Keeper
	// Tap is told what happens in all sessions; nil is nobody.
	Tap Tap

	mu         sync.Mutex
	all        map[string]*entry
	reviving   map[[3]string]*revival // by id, token and owner
	ending     map[string]*Session    // closed, with something to keep yet
	places     int
	visitors   map[string]int // places of each
	departures int64
	shut       bool
}

// entry is a session and what the registry knows of it. Registry.mu guards it.
type entry struct {
	*Session
	visitor string
	lesson  atomic.Pointer[string] // that Enter has told; nil before
	placed  bool
	left    func() // stops the idle timer; nil while watched
	since   int64  // when the last watcher left; grows from entry to entry
	kept    int    // bytes that it holds without a place
}

// KeepBytes is Registry.Keep's default.
const KeepBytes = 256 << 20

// Open returns the session that id and token name, and true; or a new one of a visitor on
// the devices of spec, and false, when there is none such (any more). The error is
// ErrToken, ErrShut, a *Full, or that of the devices or the keeper.
func (r *Registry) Open(visitor, id, token, spec string) (*Session, bool, error) {
	if s, err := r.find(visitor, id, token); s != nil || err != nil {
		return s, s != nil, err
	}
	if r.Keeper != nil && id != "" {
		s, err := r.revive(visitor, id, token)
		if !errors.Is(err, ErrNoSession) {
			return s, err == nil, err
		}
	}
	s, err := r.add(visitor, func(config Config) (*Session, error) {
		id, token := secret(), secret()
		var journal Journal
		if r.Keeper != nil {
			journal = r.Keeper.Begin(id, token, visitor, spec)
		}
		return Open(id, token, spec, config, journal)
	})
	return s, false, err
}

// add takes in the session that begin makes.
func (r *Registry) add(visitor string, begin func(Config) (*Session, error)) (*Session, error) {
	e := &entry{visitor: visitor}
	s, err := begin(r.config(e))
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err != nil:
		r.give(e)
		return nil, err
	case r.shut:
		s.Close()
		return nil, ErrShut
	}
	e.Session = s
	if r.all == nil {
		r.all = map[string]*entry{}
	}
	r.all[s.ID] = e
	return s, nil
}

// config is that of a session's.
func (r *Registry) config(e *entry) Config {
	config := r.tapped(e, r.Config)
	config.Open = func(spec string) (Evaluator, error) { return r.open(e, spec) }
	config.moved = func() { r.Lose(e.Session) }
	return config
}

// Lose ends a session that another server goes on with: what happened here and is not kept yet is nobody's.
func (r *Registry) Lose(s *Session) {
	s.moved.Store(true)
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.all[s.ID]; e != nil && e.Session == s {
		r.remove(e)
	}
}

// Review loses all sessions that another server has: has is asked for each.
func (r *Registry) Review(has func(id string) bool) {
	r.mu.Lock()
	var all []*Session
	for _, e := range r.all {
		all = append(all, e.Session)
	}
	r.mu.Unlock()
	for _, s := range all {
		if has(s.ID) {
			r.Lose(s)
		}
	}
}

// At returns a session that is here, or nil.
func (r *Registry) At(id string) *Session {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.all[id]; e != nil {
		return e.Session
	}
	return nil
}

// revival is a session that is being revived; who comes meanwhile waits for it.
type revival struct {
	done chan struct{}
	s    *Session
	err  error
}

// revive goes on with a session that was kept.
func (r *Registry) revive(visitor, id, token string) (*Session, error) {
	owner := ""
	if r.Owned {
		owner = visitor
	}
	key := [3]string{id, token, owner}
	r.mu.Lock()
	if r.all[id] != nil { // somebody was quicker
		r.mu.Unlock()
		return r.find(visitor, id, token)
	}
	v, underway := r.reviving[key], true
	if v == nil {
		v, underway = &revival{done: make(chan struct{})}, false
		if r.reviving == nil {
			r.reviving = map[[3]string]*revival{}
		}
		r.reviving[key] = v
	}
	ending := r.ending[id]
	r.mu.Unlock()
	if underway {
		<-v.done
		return v.s, v.err
	}
	if ending != nil {
		<-ending.Ended() // it may have something to keep yet
	}
	v.s, v.err = r.add(visitor, func(config Config) (*Session, error) {
		if r.ends() {
			return nil, ErrShut // whoever has it next must not find it taken
		}
		kept, journal, err := r.Keeper.Take(id, token, owner)
		if err != nil {
			return nil, err
		}
		s, err := Revive(id, token, kept, config, journal)
		if release, ok := journal.(Releaser); ok && err != nil {
			release.Release()
		}
		return s, err
	})
	if v.err == nil {
		r.weigh(v.s)
	}
	r.mu.Lock()
	delete(r.reviving, key)
	r.mu.Unlock()
	close(v.done)
	return v.s, v.err
}

// ends reports whether new sessions are refused.
func (r *Registry) ends() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.shut
}

// weigh counts what a session holds that has no place.
func (r *Registry) weigh(s *Session) {
	r.mu.Lock()
	e := r.all[s.ID]
	without := e != nil && !e.placed
	r.mu.Unlock()
	if without {
		r.keep(e)
	}
}

// find returns the session that id and token name, or nil when there is none.
func (r *Registry) find(visitor, id, token string) (*Session, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.all[id]
	switch {
	case e == nil:
		return nil, nil
	case subtle.ConstantTimeCompare([]byte(e.Token), []byte(token)) != 1, r.Owned && e.visitor != visitor:
		return nil, ErrToken
	}
	return e.Session, nil
}

// open is the Opener of a session: it takes a place, unless the session has one.
func (r *Registry) open(e *entry, spec string) (Evaluator, error) {
	taken, err := r.take(e)
	if err != nil {
		return nil, err
	}
	ev, err := r.Config.Open(spec)
	if err != nil && taken {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.give(e)
	}
	return ev, err
}

// Watch attaches a client to a session, which does not end while it is attached.
func (r *Registry) Watch(s *Session, seq uint64) *Client {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.all[s.ID]; e != nil && e.left != nil {
		e.left()
		e.left = nil
	}
	return s.Attach(seq)
}

// Leave detaches a client. Losing the last one starts the idle timer; it never stops a run.
func (r *Registry) Leave(c *Client) {
	c.session.Detach(c)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire(c.session)
}

// expire starts the idle timer of a session that nobody watches. r.mu is held.
func (r *Registry) expire(s *Session) {
	e := r.all[s.ID]
	if e == nil || s.Clients() > 0 || e.left != nil {
		return
	}
	r.departures++
	e.since, e.left = r.departures, func() {}
	if r.Idle > 0 {
		e.left = s.config.Clock.AfterFunc(r.Idle, func() { r.end(s) })
	}
}

// end closes a session whose idle time is over, unless it is watched or busy again.
func (r *Registry) end(s *Session) {
	idle := true
	s.Look(func(st *State) { idle = st.idle() })
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.all[s.ID]
	if e == nil || e.left == nil {
		return
	}
	if !idle {
		e.left = nil
		r.expire(s)
		return
	}
	r.remove(e)
}

// remove ends a session for good. r.mu is held.
func (r *Registry) remove(e *entry) {
	delete(r.all, e.ID)
	r.give(e)
	e.Close()
	if r.ending == nil {
		r.ending = map[string]*Session{}
	}
	r.ending[e.ID] = e.Session
	go func() {
		<-e.Ended()
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.ending[e.ID] == e.Session {
			delete(r.ending, e.ID)
		}
	}()
}

// Has reports whether a session is here, or about to be, or has something to keep yet.
func (r *Registry) Has(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all[id] != nil || r.ending[id] != nil {
		return true
	}
	for key := range r.reviving {
		if key[0] == id {
			return true
		}
	}
	return false
}

// Len is the number of sessions that have a place.
func (r *Registry) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.places
}

// Close ends all sessions and refuses new ones. It returns when their last events are kept.
func (r *Registry) Close() {
	r.mu.Lock()
	r.shut = true
	for _, e := range r.all {
		r.remove(e)
	}
	ending := slices.Collect(maps.Values(r.ending))
	r.mu.Unlock()
	for _, s := range ending {
		<-s.Ended()
	}
}

// Drain is Close with some time for what runs: each session ends as soon as nothing runs in it, and all do when ctx ends. Who watches
// what runs is told that this will be after patience.
func (r *Registry) Drain(ctx context.Context, patience time.Duration) {
	r.mu.Lock()
	r.shut = true
	entries := slices.Collect(maps.Values(r.all))
	r.mu.Unlock()
	var quiet sync.WaitGroup
	for _, e := range entries {
		quiet.Go(func() {
			e.Do(Leaving{patience.Milliseconds()})
			if !e.quiet(ctx) {
				e.Do(Cut{})
			}
			r.mu.Lock()
			defer r.mu.Unlock()
			if r.all[e.ID] == e {
				r.remove(e)
			}
		})
	}
	quiet.Wait()
	r.Close()
}

// quiet returns when nothing runs in a session, or waits to, and it has no turn on a GPU, or when ctx or the session ends. false is
// that something runs still.
func (s *Session) quiet(ctx context.Context) bool {
	for {
		changed, idle := s.log.Load().next, false
		s.Look(func(st *State) { idle = st.idle() && !st.hasGPU() })
		if idle {
			return true
		}
		select {
		case <-changed:
		case <-s.done:
			return true
		case <-ctx.Done():
			return false
		}
	}
}

// idle reports whether nothing runs, or waits to.
func (s *State) idle() bool { return s.Current == nil && s.guest == nil && len(s.Queue) == 0 }

// hasGPU reports whether the session has a turn on one: between two of its cells nothing runs.
func (s *State) hasGPU() bool {
	return s.gpu != nil && (s.gpu.State == wire.GPUGranted || s.gpu.State == wire.GPUEnding)
}

// secret returns 128 random bits as text.
func secret() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
