package desk

import (
	"runtime"
	"sync"
	"weak"

	"gputour/engine/session"
)

// gate counts what each session has been shown of solutions: a solution opens once the
// exercise has been checked, and then line by line, whatever a client asks for.
type gate struct {
	mu       sync.Mutex
	sessions map[weak.Pointer[session.Session]]map[task]*progress
}

// task is a cell of a lesson.
type task struct{ lesson, cell string }

// progress is how far a session is with an exercise.
type progress struct {
	tried bool // it has been checked
	parts int  // of the solution, shown
}

// of returns how far s is with an exercise. The caller holds g.mu.
func (g *gate) of(s *session.Session, e task) *progress {
	key := weak.Make(s)
	if g.sessions == nil {
		g.sessions = map[weak.Pointer[session.Session]]map[task]*progress{}
	}
	if g.sessions[key] == nil {
		g.sessions[key] = map[task]*progress{}
		runtime.AddCleanup(s, g.forget, key)
	}
	p := g.sessions[key][e]
	if p == nil {
		p = &progress{}
		g.sessions[key][e] = p
	}
	return p
}

func (g *gate) forget(key weak.Pointer[session.Session]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.sessions, key)
}

// tried notes that s has checked an exercise.
func (g *gate) tried(s *session.Session, e task) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.of(s, e).tried = true
}

// open returns how many parts s may see who asks for so many of total: those that it has
// seen and the next. ok is false for who asks for the first without having tried.
func (g *gate) open(s *session.Session, e task, parts, total int) (allowed int, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	p := g.of(s, e)
	if parts > 0 && !p.tried {
		return 0, false
	}
	parts = min(parts, p.parts+1, total)
	p.parts = max(p.parts, parts)
	return parts, true
}
