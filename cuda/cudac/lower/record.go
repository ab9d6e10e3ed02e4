// This file lowers a kernel that is recorded: with a mark before each statement.

package lower

import (
	"slices"
	"strings"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
)

// recorded compiles a source once more, with marks, for the kernel of a name.
func recorded(c *source.Text, text, kernel string) (*simt.Kernel, error) {
	program, err := Program(&source.Text{File: c.File, Lines: c.Lines, Shift: c.Shift, Generated: c.Generated, Recorded: true}, text)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(program.Kernels, func(k *simt.Kernel) bool { return k.Name == kernel })
	return program.Kernels[i], nil
}

// marked lowers a statement with a mark before it.
func (l *lowering) marked(s *syntax.Stmt) simt.Action {
	if !l.recorded() || slices.Contains(unmarked, s.Op) || l.belongs(s.Tok) || s.Op == "for" && s.Cond != nil {
		return l.lowered(s)
	}
	line, visible, barrier := l.c.Outer(s.Tok.Pos.Line), l.visible(), isBarrier(s)
	a := l.lowered(s)
	if a == nil {
		return nil
	}
	return func(w *simt.Warp, m uint32) uint32 { w.Mark(line, m, barrier, visible); return a(w, m) }
}

// unmarked statements are no steps: the conditions of loops are, see markedStep.
var unmarked = []string{"block", "empty", "label", "while", "do"}

// markedStep is marked for the condition of a loop, which is asked again before each turn.
func (l *lowering) markedStep(at lex.Token, f simt.Op) simt.Op {
	if !l.recorded() || l.belongs(at) {
		return f
	}
	line, visible := l.c.Outer(at.Pos.Line), l.visible()
	return func(w *simt.Warp, m uint32) {
		w.Mark(line, m, false, visible)
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
	i := slices.IndexFunc(l.variables, func(v simt.Variable) bool { return v.Reg == p.reg })
	if i < 0 {
		i = len(l.variables)
		l.variables = append(l.variables, simt.Variable{Name: name, Kind: p.typ, Reg: p.reg, Mask: p.unset})
	}
	return i
}

// requested has a load or a store recorded, with what it moved between the addresses in
// register a and register v.
func (l *lowering) requested(f simt.Op, a, v int, t *syntax.Type, at *simt.Site, store bool) simt.Op {
	if !l.c.Recorded {
		return f
	}
	n := t.Size()
	return func(w *simt.Warp, m uint32) {
		x := *w.In(a)
		q := w.Request(&x, m, n, at, store)
		if q == nil {
			f(w, m)
			return
		}
		if store {
			q.Values = w.Written32(w.In(v), m, t)
		}
		f(w, m)
		if !store {
			q.Values = w.Written32(w.In(v), m, t)
		}
		w.Core.Record.Room -= 6 * len(q.Values)
	}
}

// moved is requested for structs, whose values are not shown.
func (l *lowering) moved(f simt.Op, to, from, n int, at *simt.Site) simt.Op {
	if !l.c.Recorded {
		return f
	}
	return func(w *simt.Warp, m uint32) {
		x, y := *w.In(from), *w.In(to)
		w.Request(&x, m, n, at, false)
		w.Request(&y, m, n, at, true)
		f(w, m)
	}
}
