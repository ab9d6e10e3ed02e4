package lease

import (
	"context"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/gpuq"
)

// This file is what sessions of this server ask of the queue, and how one that comes back finds its turn.

// Offer says what there is to ask for; nil is nothing.
func (m *Manager) Offer() *wire.GPUOffer {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.offered
}

// Request asks for a turn for a session of a member, under the client's name rid. The error is a *session.Refusal.
func (m *Manager) Request(member string, s *session.Session, rid string, body *wire.GPURequestBody) error {
	t := m.turn(Turn{ID: newID(), RID: rid, Member: member, Session: s.ID, Body: *body}, s)
	m.mu.Lock()
	d := m.desk
	if m.halted {
		d = nil
	}
	if d != nil {
		m.turns[t.ID], t.desk = t, d
	}
	m.mu.Unlock()
	if d == nil {
		return errNowhere
	}
	err := d.ask(t.Turn)
	if err != nil && !cutOff(err) { // else nobody knows whether it was kept: the next queue will be asked
		m.forget(t)
		return err
	}
	m.follow(t, s)
	return nil
}

func (m *Manager) turn(t Turn, s *session.Session) *turn {
	return &turn{Turn: t, m: m, session: s, over: make(chan struct{})}
}

// forget is that a turn is over.
func (m *Manager) forget(t *turn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.turns[t.ID] == t {
		delete(m.turns, t.ID)
		close(t.over)
	}
}

// Release gives a session's turn or place up; save writes what a job has in memory into a file first.
func (m *Manager) Release(s *session.Session, save bool) error {
	t := m.of(s.ID)
	if t == nil {
		return &session.Refusal{Code: gpuq.Unknown}
	}
	m.mu.Lock()
	d := m.desk
	t.save = save
	m.mu.Unlock()
	if d == nil {
		return errNowhere
	}
	return d.cancel(t.ID)
}

// Interrupt stops a run of a job, and reports whether there is such a one.
func (m *Manager) Interrupt(s *session.Session, rid string) bool {
	t := m.of(s.ID)
	return t != nil && t.interrupt(rid)
}

// Attend says that a member watches a session about a lesson. A place from before is its, also when the session that asked
// for it is gone.
func (m *Manager) Attend(member, lesson string, s *session.Session) {
	t := m.of(s.ID)
	if t == nil {
		t = m.turn(Turn{Member: member, Session: s.ID, Body: wire.GPURequestBody{Lesson: lesson}}, s)
	}
	m.mu.Lock()
	d := m.desk
	if d == nil && m.turns[t.ID] == nil { // those that there are will be told anyway
		m.missed[s.ID] = t
	}
	m.mu.Unlock()
	if d != nil {
		m.announce(d, t, s)
	}
}

// announce tells the queue that somebody watches a session, which has a turn or may have one.
func (m *Manager) announce(d desk, t *turn, s *session.Session) {
	m.mu.Lock()
	m.coming[s.ID] = s
	told := t.Turn
	told.Runs = t.serving
	m.mu.Unlock()
	found, ok, err := d.here(told)
	m.mu.Lock()
	delete(m.coming, s.ID)
	known := m.turns[t.ID]
	over := stale(err)
	t.stale = over
	if err != nil && !over && known == nil {
		m.missed[s.ID] = t
	}
	m.mu.Unlock()
	switch {
	case ok:
		if t := m.known(found, s); t != nil {
			t.heard(d)
		}
	case over: // it waits for a card again, or somebody else has its own
		t.close()
		t.heard(d)
	case err != nil: // another queue will be asked
	case known != nil: // it ended, and that could not be told
		t.close()
		t.say(wire.GPUBody{State: wire.GPUEnded, Kind: t.Body.Kind, Why: m.why(t.ID)})
		m.forget(t)
	}
}

// why is for what a turn ended of which no queue knows any more.
func (m *Manager) why(id string) string {
	const recent = 256
	ctx, cancel := context.WithTimeout(context.Background(), commitWait)
	defer cancel()
	rows, err := m.Store.EndedLeases(ctx, recent)
	if err != nil {
		m.Log.Error("turns are not read", "error", err)
	}
	for _, row := range rows {
		if row.ID == id && row.Why != "" {
			return row.Why
		}
	}
	return "server"
}

// known returns the turn of that the queue speaks, which may have come from elsewhere; nil when its session is not here.
func (m *Manager) known(t Turn, s *session.Session) *turn {
	m.mu.Lock()
	have := m.turns[t.ID]
	if s == nil {
		s = m.coming[t.Session]
	}
	if have != nil && (s == nil || have.session == s) || s == nil {
		m.mu.Unlock()
		return have
	}
	if have == nil {
		have = m.turn(t, s)
		have.desk = m.desk // from which it came
		m.turns[t.ID] = have
	}
	have.session, have.Session = s, s.ID
	m.mu.Unlock()
	m.follow(have, s)
	return have
}

// follow notes when a session is no longer there.
func (m *Manager) follow(t *turn, s *session.Session) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	m.ends.Go(func() {
		select {
		case <-s.Ended():
			m.left(t, s)
		case <-t.over:
		case <-m.done:
		}
	})
}

// left notes that a session is no longer there, unless another one has taken its place.
func (m *Manager) left(t *turn, s *session.Session) {
	m.mu.Lock()
	gone := t.session == s
	d := m.desk
	m.mu.Unlock()
	if gone && d != nil {
		d.left(t.ID, s.ID)
	}
}

// of returns a session's turn, or nil.
func (m *Manager) of(session string) *turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, t := range m.turns {
		if t.Session == session {
			return t
		}
	}
	return nil
}
