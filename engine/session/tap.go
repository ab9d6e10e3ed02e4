package session

import "gputour/engine/wire"

// This file lets others than a session's own pages see what happens in it: a class, which wants to know how far everybody
// is, and somebody who looks at a learner's notebook.

// Tap is told what happens in the sessions of a Registry. Its methods are called on the sessions' goroutines: they must
// not wait.
type Tap interface {
	// Happened is told events in order, before anybody else sees them.
	Happened(in Place, events []wire.Message)
	// Found is told how the last run of each cell ended when a session goes on that was kept: what was kept last may not
	// have got as far as to whoever listens.
	Found(in Place, cells []wire.CellSnapshot)
}

// Place says where something happens.
type Place struct{ Session, Visitor, Lesson string }

// tapped returns a session's config with which r.Tap is told what happens in it.
func (r *Registry) tapped(e *entry, config Config) Config {
	if r.Tap != nil {
		config.tap = func(s *Session, events []wire.Message) { r.Tap.Happened(e.place(s), events) }
	}
	return config
}

func (e *entry) place(s *Session) Place {
	in := Place{Session: s.ID, Visitor: e.visitor}
	if lesson := e.lesson.Load(); lesson != nil {
		in.Lesson = *lesson
	}
	return in
}

// Enter notes which lesson a session is about. It is called before the session's first request.
func (r *Registry) Enter(s *Session, lesson string) {
	r.mu.Lock()
	e := r.all[s.ID]
	r.mu.Unlock()
	if e == nil || !e.lesson.CompareAndSwap(nil, &lesson) || r.Tap == nil {
		return
	}
	r.found(e, s)
}

func (r *Registry) found(e *entry, s *Session) {
	s.Look(func(st *State) {
		if cells := st.Snapshot().Snapshot.Cells; len(cells) > 0 {
			r.Tap.Found(e.place(s), cells)
		}
	})
}

// Retell tells the Tap of every session how the last run of each cell ended: it may have missed that.
func (r *Registry) Retell() {
	r.mu.Lock()
	var all []*entry
	for _, e := range r.all {
		if e.lesson.Load() != nil {
			all = append(all, e)
		}
	}
	r.mu.Unlock()
	for _, e := range all {
		r.found(e, e.Session)
	}
}

// Find returns the session of a visitor about a lesson that was watched last; nil when there is none.
func (r *Registry) Find(visitor, lesson string) *Session {
	r.mu.Lock()
	defer r.mu.Unlock()
	var found *entry
	for _, e := range r.all {
		if e.visitor == visitor && e.place(e.Session).Lesson == lesson && (found == nil || e.later(found)) {
			found = e
		}
	}
	if found == nil {
		return nil
	}
	return found.Session
}

// later reports whether e was watched later than o.
func (e *entry) later(o *entry) bool {
	if watched, other := e.left == nil, o.left == nil; watched != other {
		return watched
	}
	return e.since > o.since
}

// Observe adds a client that only looks: it is no tab of the session's owner, and gets the pen only by TakePen. Leave
// ends it.
func (s *Session) Observe(seq uint64) *Client {
	c := s.client(seq)
	c.observes = true
	s.clients.mu.Lock()
	s.clients.all = append(s.clients.all, c)
	s.clients.mu.Unlock()
	return c
}

// tabs is how many clients are the owner's. The lock of c is held.
func (c *clients) tabs() (n int) {
	for _, client := range c.all {
		if !client.observes {
			n++
		}
	}
	return n
}
