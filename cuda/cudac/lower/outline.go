// This file tells a plan what it asks of a kernel that was lowered.

package lower

import (
	"gputour/cuda/cudac/plan"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
)

// outlineOf is the outline of a kernel; nil where its blocks wait for each other, or are watched.
func (l *lowering) outlineOf(f *syntax.Function) *simt.Outline {
	if !f.Global || l.polls || l.host || l.c.Recorded || len(l.routines) > 0 {
		return nil
	}
	return plan.Outline(l, l.unit, f)
}

// Element implements plan.Lowering.
func (l *lowering) Element(e *syntax.Expr) (*simt.Site, bool) {
	a, ok := l.elements[e]
	return a.at, ok
}

// Part implements plan.Lowering.
func (l *lowering) Part(s *syntax.Stmt) *simt.Part { return l.parts[s] }

// Global implements plan.Lowering.
func (l *lowering) Global(name string, inner bool) (g plan.Global, ok bool) {
	s := l.globals[name]
	if inner {
		s = l.peek(name)
	}
	switch {
	case s == nil || s.broken:
		return g, false
	case s.konst != nil:
		return plan.Global{Type: syntax.Plain(s.typ), Constant: s.konst}, true
	}
	p := s.place
	if p == nil || p.reg >= 0 || p.addr.konst == nil || p.addr.run != nil || p.typ.Volatile {
		return g, false
	}
	return plan.Global{Type: p.typ, Address: *p.addr.konst, At: p.at}, true
}
