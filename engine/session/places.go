package session

import (
	"cmp"
	"errors"
)

// This file says which sessions have a place.

// ErrFull is what every *Full is.
var ErrFull = errors.New("the server is full")

// Full is the error of a session for which there is no place.
type Full struct {
	Of   Bound
	Most int // that there may be; 0 where that is no number
}

// Bound is what stands against one place more.
type Bound string

const (
	OfPlaces  Bound = "places"  // Registry.Max
	OfVisitor Bound = "visitor" // Registry.Visitor
	OfMemory  Bound = "memory"  // Registry.Room

	OfMachines Bound = "machines" // an Opener that has evaluators on other machines, and finds none with room
)

// Error implements error.
func (e *Full) Error() string { return "no place for one session more: " + string(e.Of) }

// Unwrap returns ErrFull.
func (e *Full) Unwrap() error { return ErrFull }

// take gives e a place, if need be that of another session, and reports whether it had none.
func (r *Registry) take(e *entry) (taken bool, err error) {
	busy := map[*entry]bool{}
	var others Elsewhere
	if r.Elsewhere != nil && !r.hasPlace(e) {
		others = r.Elsewhere(e.visitor)
	}
	for {
		taken, from, err := r.claim(e, busy, others)
		if err != nil || from == nil {
			return taken, err
		}
		if from.Do(Suspend{}) == nil {
			r.keep(from)
			return true, nil
		}
		busy[from] = true
		r.restore(e, from)
	}
}

// Elsewhere are the places on other servers that count towards the bounds: all, and those of one visitor.
type Elsewhere struct{ All, Theirs int }

func (r *Registry) hasPlace(e *entry) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return e.placed
}

// Places are those of a visitor here, and all.
func (r *Registry) Places(visitor string) Elsewhere {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Elsewhere{r.places, r.visitors[visitor]}
}

// claim gives e a place and names the session that has to give its own up for that, if any.
// Those in busy have refused to.
func (r *Registry) claim(e *entry, busy map[*entry]bool, others Elsewhere) (taken bool, from *entry, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case e.placed:
		return false, nil, nil
	case r.shut:
		return false, nil, ErrShut
	}
	if full := r.full(e.visitor, others); full != nil {
		from = r.oldest(func(o *entry) bool {
			return o.placed && !busy[o] && (full.Of != OfVisitor || o.visitor == e.visitor)
		})
		if from == nil {
			return false, nil, full
		}
		r.give(from)
	}
	r.place(e)
	return true, from, nil
}

// full says what stands against one place more for a visitor. r.mu is held.
func (r *Registry) full(visitor string, others Elsewhere) *Full {
	switch {
	case r.Visitor > 0 && r.visitors[visitor]+others.Theirs >= r.Visitor:
		return &Full{OfVisitor, r.Visitor}
	case r.Max > 0 && r.places+others.All >= r.Max:
		return &Full{OfPlaces, r.Max}
	case r.Room != nil && r.places > 0 && !r.Room(r.places):
		return &Full{Of: OfMemory}
	}
	return nil
}

// oldest is the session that has been unwatched for longest among those that fit. r.mu is held.
func (r *Registry) oldest(fits func(*entry) bool) (found *entry) {
	for _, e := range r.all {
		if e.left != nil && fits(e) && (found == nil || e.since < found.since) {
			found = e
		}
	}
	return found
}

// restore gives a place back to a session that would not do without it.
func (r *Registry) restore(e, from *entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.give(e)
	if r.all[from.ID] == from {
		r.place(from)
	}
}

// keep remembers what a session holds that has given its place up, and ends the oldest
// such sessions when they hold too much together.
func (r *Registry) keep(e *entry) {
	const least = 64 << 10 // an empty session costs something, too
	kept := least
	e.Look(func(st *State) { kept += st.Bytes() })
	r.mu.Lock()
	defer r.mu.Unlock()
	e.kept = kept
	without := func(e *entry) bool { return !e.placed }
	for r.keptBytes() > cmp.Or(r.Keep, KeepBytes) {
		oldest := r.oldest(without)
		if oldest == nil {
			return
		}
		r.remove(oldest)
	}
}

// keptBytes is what the sessions without a place hold. r.mu is held.
func (r *Registry) keptBytes() (n int) {
	for _, e := range r.all {
		if !e.placed {
			n += e.kept
		}
	}
	return n
}

// place counts a place for e, once. r.mu is held.
func (r *Registry) place(e *entry) {
	if e.placed {
		return
	}
	e.placed = true
	r.places++
	if r.visitors == nil {
		r.visitors = map[string]int{}
	}
	r.visitors[e.visitor]++
}

// give takes the place of e back, if it has one. r.mu is held.
func (r *Registry) give(e *entry) {
	if !e.placed {
		return
	}
	e.placed = false
	r.places--
	if r.visitors[e.visitor]--; r.visitors[e.visitor] == 0 {
		delete(r.visitors, e.visitor)
	}
}
