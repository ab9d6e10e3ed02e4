// This file finds out what a kernel does with the memory behind its parameters, as far as
// its text shows, so that nobody looks for races where none can be.

package lower

import (
	"strings"

	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// usesOf is the use of each parameter of a kernel.
func usesOf(f *syntax.Function, u *syntax.Unit) []simt.Use {
	found := scan{unit: u, uses: map[string]simt.Use{}}
	found.statement(f.Body)
	list := make([]simt.Use, len(f.Params))
	for i, d := range f.Params {
		list[i] = found.uses[d.Name]
		if d.Type.Kind == word.Pointer && d.Type.Elem.Const {
			list[i] = simt.UseRead
		}
	}
	return list
}

// changesVariables reports that a function of the source may write to a device variable.
func changesVariables(u *syntax.Unit) bool {
	found := scan{unit: u, uses: map[string]simt.Use{}}
	for _, f := range u.Order {
		if f.Body != nil {
			found.statement(f.Body)
		}
	}
	for _, d := range u.Globals {
		if !d.Constant && !d.Type.Const && !d.Constexpr && found.uses[d.Name] & ^simt.UseRead != 0 {
			return true
		}
	}
	return false
}

// scan collects the uses of names.
type scan struct {
	unit *syntax.Unit
	uses map[string]simt.Use
}

func (s *scan) statement(st *syntax.Stmt) {
	if st == nil {
		return
	}
	s.expr(st.Cond, simt.UseUnknown)
	s.expr(st.Post, simt.UseUnknown)
	for _, d := range st.Decls {
		how := simt.UseUnknown
		if d.Ref && d.Init != nil && d.Init.Op != "name" {
			s.place(d.Init, simt.UseUnknown)
			continue
		}
		s.expr(d.Init, how)
	}
	s.statement(st.Init)
	s.statement(st.Other)
	for _, b := range st.Body {
		s.statement(b)
	}
}

// expr visits an expression; a bare name in it is used as how says.
func (s *scan) expr(e *syntax.Expr, how simt.Use) {
	if e == nil {
		return
	}
	switch {
	case e.Op == "name":
		s.uses[e.Name] |= how
	case e.Op == "index" || e.Op == "member" || e.Op == "arrow" || e.Op == "unary" && e.Name == "*":
		s.place(e, simt.UseRead)
	case syntax.Assignments[e.Op] || e.Op == "=":
		u := simt.UseWritten
		if e.Op != "=" {
			u |= simt.UseRead
		}
		s.place(e.Kids[0], u)
		s.expr(e.Kids[1], simt.UseUnknown)
	case e.Op == "pre" || e.Op == "post":
		s.place(e.Kids[0], simt.UseRead|simt.UseWritten)
	case e.Op == "unary" && e.Name == "&":
		s.place(e.Kids[0], how)
	case e.Op == "call" && e.Kids[0].Op == "name":
		s.call(e)
	default:
		for _, k := range e.Kids {
			s.expr(k, simt.UseUnknown)
		}
	}
}

// call visits a call: atomics change what their first argument points to, and functions of
// the source may do anything.
func (s *scan) call(e *syntax.Expr) {
	for i, a := range e.Kids[1:] {
		switch {
		case len(s.unit.Functions[e.Kids[0].Name]) > 0: // also one whose name begins with atomic
			s.place(a, simt.UseUnknown)
		case strings.HasPrefix(e.Kids[0].Name, "atomic") && i == 0:
			s.address(a, simt.UseChanged)
		case e.Kids[0].Name == "__ldg":
			s.address(a, simt.UseRead)
		default:
			s.expr(a, simt.UseUnknown)
		}
	}
}

// address visits an expression whose value is an address that is used.
func (s *scan) address(e *syntax.Expr, how simt.Use) {
	if (e.Op == "+" || e.Op == "-") && len(e.Kids) == 2 {
		s.address(e.Kids[0], how)
		s.expr(e.Kids[1], simt.UseUnknown)
		return
	}
	s.expr(e, how)
}

// place visits what is used as memory.
func (s *scan) place(e *syntax.Expr, how simt.Use) {
	switch {
	case e.Op == "name":
		s.uses[e.Name] |= how
	case e.Op == "index":
		s.place(e.Kids[0], how)
		s.expr(e.Kids[1], simt.UseUnknown)
	case e.Op == "member" || e.Op == "arrow":
		s.place(e.Kids[0], how)
	case e.Op == "unary" && e.Name == "*":
		s.address(e.Kids[0], how)
	default:
		s.expr(e, simt.UseUnknown)
	}
}
