package session

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"sync"
	"time"
)

// This file keeps the sessions of a server.

// ErrToken is the error of a resume with another session's token; ErrFull of one session too many.
var (
	ErrToken = errors.New("this session belongs to someone else")
	ErrFull  = errors.New("the server is full")
)

// Registry holds sessions by id. Sessions cannot see each other: whoever does not
// bring a session's token does not reach it.
type Registry struct {
	Config Config
	Max    int           // sessions at once; 0 is no bound
	Idle   time.Duration // a session that nobody watches and that runs nothing ends after this; 0 never

	mu   sync.Mutex
	all  map[string]*entry
	shut bool
}

type entry struct {
	*Session
	left func() // stops the idle timer; nil while watched
}

// Open returns the session that id and token name, and true; or a new one on the
// devices of spec, and false, when there is none such (any more).
func (r *Registry) Open(id, token, spec string) (*Session, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.all[id]; e != nil && id != "" {
		if subtle.ConstantTimeCompare([]byte(e.Token), []byte(token)) != 1 {
			return nil, false, ErrToken
		}
		return e.Session, true, nil
	}
	if r.shut || r.Max > 0 && len(r.all) >= r.Max {
		return nil, false, ErrFull
	}
	s, err := Open(secret(), secret(), spec, r.Config, nil)
	if err != nil {
		return nil, false, err
	}
	if r.all == nil {
		r.all = map[string]*entry{}
	}
	r.all[s.ID] = &entry{Session: s}
	return s, false, nil
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
	if e == nil || r.Idle == 0 || s.Clients() > 0 || e.left != nil {
		return
	}
	e.left = s.config.Clock.AfterFunc(r.Idle, func() { r.end(s) })
}

// end closes a session whose idle time is over, unless it is watched or busy again.
func (r *Registry) end(s *Session) {
	idle := true
	s.Look(func(st *State) { idle = st.Current == nil && len(st.Queue) == 0 })
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.all[s.ID]
	if e == nil || e.left == nil {
		return
	}
	e.left = nil
	if !idle {
		r.expire(s)
		return
	}
	delete(r.all, s.ID)
	s.Close()
}

// Len is the number of sessions.
func (r *Registry) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.all)
}

// Close ends all sessions and refuses new ones.
func (r *Registry) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shut = true
	for _, e := range r.all {
		e.Session.Close()
	}
	r.all = nil
}

// secret returns 128 random bits as text.
func secret() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
