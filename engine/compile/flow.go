package compile

import "gputour/engine/syntax"

// This file tracks which locals are certainly bound at each point, so that only
// doubtful reads carry a CheckLocal. It errs towards "doubtful": a variable that
// the block deletes anywhere never counts as bound.

// flow is the set of locals that are bound; where code cannot be reached
// (after a return), everything is.
type flow struct {
	bound   []bool         // by register of the local
	dead    bool           // nothing leads here
	deleted map[int32]bool // locals that some `del` or `except … as` unbinds
}

func newFlow(locals int) flow {
	return flow{bound: make([]bool, locals), deleted: map[int32]bool{}}
}

func (f *flow) isBound(local int) bool { return f.dead || f.bound[local] }

func (f *flow) bind(local int) {
	if local < len(f.bound) && !f.deleted[int32(local)] {
		f.bound[local] = true
	}
}

// save returns a copy, to be given to restore or join.
func (f *flow) save() flow {
	return flow{bound: append([]bool(nil), f.bound...), dead: f.dead, deleted: f.deleted}
}

func (f *flow) restore(g flow) {
	copy(f.bound, g.bound)
	f.dead = g.dead
}

// join keeps what is bound both here and in g.
func (f *flow) join(g flow) {
	if g.dead {
		return
	}
	if f.dead {
		f.restore(g)
		return
	}
	for i := range f.bound {
		f.bound[i] = f.bound[i] && g.bound[i]
	}
}

// findDeleted records the locals that statements of this block unbind.
func (f *flow) findDeleted(body []syntax.Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *syntax.Delete:
			for _, t := range s.Targets {
				f.deleteTarget(t)
			}
		case *syntax.Try:
			for _, h := range s.Handlers {
				if h.Name != nil {
					f.deleteTarget(h.Name)
				}
			}
		}
		for _, b := range syntax.Bodies(s) {
			f.findDeleted(b)
		}
	}
}

func (f *flow) deleteTarget(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		if e.Binding.Scope == syntax.LocalScope {
			f.deleted[e.Binding.Index] = true
			f.bound[e.Binding.Index] = false
		}
	case *syntax.Tuple:
		for _, x := range e.Elts {
			f.deleteTarget(x)
		}
	case *syntax.List:
		for _, x := range e.Elts {
			f.deleteTarget(x)
		}
	}
}
