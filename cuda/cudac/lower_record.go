// This file lowers a kernel that is recorded: with a mark before each statement.

package cudac

import (
	"slices"
	"strings"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
)

// recorded compiles a source once more, with marks, for the kernel of a name.
func recorded(c *source.Text, text, kernel string) (*Kernel, error) {
	program, err := translate(&source.Text{File: c.File, Lines: c.Lines, Shift: c.Shift, Generated: c.Generated, Recorded: true}, text)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(program.Kernels, func(k *Kernel) bool { return k.Name == kernel })
	return program.Kernels[i], nil
}

// marked lowers a statement with a mark before it.
func (l *lowering) marked(s *syntax.Stmt) action {
	if !l.recorded() || slices.Contains(unmarked, s.Op) || l.belongs(s.Tok) || s.Op == "for" && s.Cond != nil {
		return l.lowered(s)
	}
	line, visible, barrier := l.c.Outer(s.Tok.Pos.Line), l.visible(), isBarrier(s)
	a := l.lowered(s)
	if a == nil {
		return nil
	}
	return func(w *warp, m uint32) uint32 { w.mark(line, m, barrier, visible); return a(w, m) }
}

// unmarked statements are no steps: the conditions of loops are, see markedStep.
var unmarked = []string{"block", "empty", "label", "while", "do"}

// markedStep is marked for the condition of a loop, which is asked again before each turn.
func (l *lowering) markedStep(at lex.Token, f step) step {
	if !l.recorded() || l.belongs(at) {
		return f
	}
	line, visible := l.c.Outer(at.Pos.Line), l.visible()
	return func(w *warp, m uint32) {
		w.mark(line, m, false, visible)
		if f != nil {
			f(w, m)
		}
	}
}

// recorded reports that the code which is lowered is the learner's and is recorded.
func (l *lowering) recorded() bool {
	return l.c.Recorded && !l.host && l.call != nil && l.call.via == nil && l.routine == nil
}

// belongs reports that code is part of what stands before it: so are the indented lines of a translated source.
func (l *lowering) belongs(at lex.Token) bool { return l.c.Generated != "" && at.Pos.Col > 0 }

func isBarrier(s *syntax.Stmt) bool {
	return s.Op == "expr" && s.Cond != nil && s.Cond.Op == "call" && len(s.Cond.Kids) > 0 && s.Cond.Kids[0] != nil && s.Cond.Kids[0].Name == "__syncthreads"
}

// visible numbers the variables that can be seen here, inner ones last.
func (l *lowering) visible() (list []int) {
	for _, s := range l.scopes {
		var names []string
		for name := range s.names {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			sym := s.names[name]
			if sym.place == nil || sym.place.reg < 0 || strings.HasPrefix(name, "#") || sym.decl == nil || l.c.Generated != "" && strings.HasPrefix(name, "__") || !sym.place.typ.IsScalar() {
				continue
			}
			list = append(list, l.variable(name, sym.place))
		}
	}
	return list
}

func (l *lowering) variable(name string, p *place) int {
	i := slices.IndexFunc(l.variables, func(v variable) bool { return v.reg == p.reg })
	if i < 0 {
		i = len(l.variables)
		l.variables = append(l.variables, variable{name, p.typ, p.reg, p.unset})
	}
	return i
}

// requested has a load or a store recorded, with what it moved between the addresses in
// register a and register v.
func (l *lowering) requested(f step, a, v int, t *syntax.Type, at *site, store bool) step {
	if !l.c.Recorded {
		return f
	}
	n := t.Size()
	return func(w *warp, m uint32) {
		x := *w.in(a)
		q := w.request(&x, m, n, at, store)
		if q == nil {
			f(w, m)
			return
		}
		if store {
			q.Values = w.written32(w.in(v), m, t)
		}
		f(w, m)
		if !store {
			q.Values = w.written32(w.in(v), m, t)
		}
		w.run.record.room -= 6 * len(q.Values)
	}
}

// moved is requested for structs, whose values are not shown.
func (l *lowering) moved(f step, to, from, n int, at *site) step {
	if !l.c.Recorded {
		return f
	}
	return func(w *warp, m uint32) {
		x, y := *w.in(from), *w.in(to)
		w.request(&x, m, n, at, false)
		w.request(&y, m, n, at, true)
		f(w, m)
	}
}
