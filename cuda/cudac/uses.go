// This file finds out what a kernel does with the memory behind its parameters, as far as
// its text shows, so that nobody looks for races where none can be.

package cudac

import (
	"gputour/cuda/cudac/word"
	"strings"
)

// use is what happens to memory.
type use uint8

const (
	isRead use = 1 << iota
	isWritten
	isChanged // by atomics
	isUnknown // the address goes elsewhere
)

// racy reports that threads may race for memory that is used so.
func (u use) racy() bool {
	return u&(isWritten|isUnknown) != 0 || u&isChanged != 0 && u&isRead != 0
}

// shows reports that threads may see what others write, and when: atomics have an order.
func (u use) shows() bool {
	return u&isUnknown != 0 || u&isWritten != 0 && u&(isRead|isChanged) != 0
}

// usesOf is the use of each parameter of a kernel.
func usesOf(f *function, u *unit) []use {
	found := scan{unit: u, uses: map[string]use{}}
	found.statement(f.body)
	list := make([]use, len(f.params))
	for i, d := range f.params {
		list[i] = found.uses[d.name]
		if d.typ.Kind == word.Pointer && d.typ.Elem.Const {
			list[i] = isRead
		}
	}
	return list
}

// changes reports that a function of the source may write to a device variable.
func (u *unit) changes() bool {
	found := scan{unit: u, uses: map[string]use{}}
	for _, f := range u.order {
		if f.body != nil {
			found.statement(f.body)
		}
	}
	for _, d := range u.globals {
		if !d.constant && !d.typ.Const && !d.constexpr && found.uses[d.name] & ^isRead != 0 {
			return true
		}
	}
	return false
}

// scan collects the uses of names.
type scan struct {
	unit *unit
	uses map[string]use
}

func (s *scan) statement(st *stmt) {
	if st == nil {
		return
	}
	s.expr(st.cond, isUnknown)
	s.expr(st.post, isUnknown)
	for _, d := range st.decls {
		how := isUnknown
		if d.ref && d.init != nil && d.init.op != "name" {
			s.place(d.init, isUnknown)
			continue
		}
		s.expr(d.init, how)
	}
	s.statement(st.init)
	s.statement(st.other)
	for _, b := range st.body {
		s.statement(b)
	}
}

// expr visits an expression; a bare name in it is used as how says.
func (s *scan) expr(e *expr, how use) {
	if e == nil {
		return
	}
	switch {
	case e.op == "name":
		s.uses[e.name] |= how
	case e.op == "index" || e.op == "member" || e.op == "arrow" || e.op == "unary" && e.name == "*":
		s.place(e, isRead)
	case assignments[e.op] || e.op == "=":
		u := isWritten
		if e.op != "=" {
			u |= isRead
		}
		s.place(e.kids[0], u)
		s.expr(e.kids[1], isUnknown)
	case e.op == "pre" || e.op == "post":
		s.place(e.kids[0], isRead|isWritten)
	case e.op == "unary" && e.name == "&":
		s.place(e.kids[0], how)
	case e.op == "call" && e.kids[0].op == "name":
		s.call(e)
	default:
		for _, k := range e.kids {
			s.expr(k, isUnknown)
		}
	}
}

// call visits a call: atomics change what their first argument points to, and functions of
// the source may do anything.
func (s *scan) call(e *expr) {
	for i, a := range e.kids[1:] {
		switch {
		case len(s.unit.functions[e.kids[0].name]) > 0: // also one whose name begins with atomic
			s.place(a, isUnknown)
		case strings.HasPrefix(e.kids[0].name, "atomic") && i == 0:
			s.address(a, isChanged)
		case e.kids[0].name == "__ldg":
			s.address(a, isRead)
		default:
			s.expr(a, isUnknown)
		}
	}
}

// address visits an expression whose value is an address that is used.
func (s *scan) address(e *expr, how use) {
	if (e.op == "+" || e.op == "-") && len(e.kids) == 2 {
		s.address(e.kids[0], how)
		s.expr(e.kids[1], isUnknown)
		return
	}
	s.expr(e, how)
}

// place visits what is used as memory.
func (s *scan) place(e *expr, how use) {
	switch {
	case e.op == "name":
		s.uses[e.name] |= how
	case e.op == "index":
		s.place(e.kids[0], how)
		s.expr(e.kids[1], isUnknown)
	case e.op == "member" || e.op == "arrow":
		s.place(e.kids[0], how)
	case e.op == "unary" && e.name == "*":
		s.address(e.kids[0], how)
	default:
		s.expr(e, isUnknown)
	}
}
