// This file lowers what leaves a block by another way than its end: goto, throw and try.

package lower

import (
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// label is where goto leads; the mask holds the lanes that are on their way.
type label struct {
	mask   int
	passed bool
	from   [][]*scope // of each goto
	at     []lex.Token
}

func (l *lowering) labelNamed(name string) *label {
	if l.call.labels == nil {
		l.call.labels = map[string]*label{}
	}
	b := l.call.labels[name]
	if b == nil {
		b = &label{mask: l.mask()}
		l.call.labels[name] = b
	}
	return b
}

// gotoStatement takes lanes to a label that is still to come.
func (l *lowering) gotoStatement(s *syntax.Stmt) simt.Action {
	b := l.labelNamed(s.Tok.Text)
	if b.passed {
		l.fail(s.Tok, "write a loop", "goto leads back to '%s': only jumps forward are supported", s.Tok.Text)
	}
	b.from = append(b.from, append([]*scope(nil), l.scopes...))
	b.at = append(b.at, s.Tok)
	return func(w *simt.Warp, m uint32) uint32 { w.Masks[b.mask] |= m; return 0 }
}

// labelStatement is where the lanes of goto come in.
func (l *lowering) labelStatement(s *syntax.Stmt) simt.Action {
	b := l.labelNamed(s.Tok.Text)
	if b.passed {
		l.fail(s.Tok, "", "redefinition of label '%s'", s.Tok.Text)
	}
	b.passed = true
	depth := len(l.scopes)
	for i, from := range b.from {
		if len(from) < depth || from[depth-1] != l.top() {
			l.fail(b.at[i], "", "goto cannot lead into a block")
		}
	}
	return func(w *simt.Warp, m uint32) uint32 {
		m |= w.Masks[b.mask]
		w.Masks[b.mask] = 0
		return m
	}
}

// checkLabels fails for a goto whose label does not come.
func (l *lowering) checkLabels(in *inlined) {
	for name, b := range in.labels {
		if !b.passed && len(b.at) > 0 {
			l.c.Report(b.at[0].Pos, len(name), "use of undeclared label '"+name+"'", "")
		}
	}
}

// throwStatement lowers throw.
func (l *lowering) throwStatement(s *syntax.Stmt) simt.Action {
	if !l.host {
		l.fail(s.Tok, "write an error code to memory, or assert", "exceptions are not supported in device code")
	}
	at := l.site(s.Tok, "")
	if s.Cond == nil {
		return func(w *simt.Warp, m uint32) uint32 { panic(w.Handling) }
	}
	v := l.rvalue(s.Cond)
	keep := l.reg()
	run := seq(v.run, l.move(v.slot, keep))
	what := l.whatOf(value{typ: v.typ, slot: keep}, s.Tok)
	t := &simt.Thrown{Type: syntax.Plain(v.typ), Slot: keep, At: at}
	return func(w *simt.Warp, m uint32) uint32 {
		w.Core.Spend(1)
		run(w, m)
		now := *t
		if what.run != nil {
			what.run(w, m)
			now.What = w.CString(w.In(what.slot)[0], 0, at)
		}
		panic(&now)
	}
}

// whatOf is the text of an exception that has one.
func (l *lowering) whatOf(v value, at lex.Token) value {
	if v.typ.Kind == word.Pointer && v.typ.Elem.Kind == word.I8 {
		return v
	}
	for _, f := range v.typ.Methods("what") {
		this := value{typ: syntax.PointerTo(v.typ), slot: v.slot}
		return l.call1(f, &this, nil, binding{}, at)
	}
	return value{}
}

// handler is a catch.
type handler struct {
	typ  *syntax.Type // nil for catch (...)
	slot int          // of the object that it names
	body simt.Action
}

// tryStatement lowers try with its handlers.
func (l *lowering) tryStatement(s *syntax.Stmt) simt.Action {
	if !l.host {
		l.fail(s.Tok, "", "exceptions are not supported in device code")
	}
	body := l.block(s.Body[0].Body)
	var list []handler
	for _, c := range s.Body[1:] {
		list = append(list, l.catchBlock(c))
	}
	return func(w *simt.Warp, m uint32) (out uint32) {
		out = m
		t := w.Attempt(func() {
			if body != nil {
				out = body(w, m)
			}
		})
		if t == nil {
			return out
		}
		for _, h := range list {
			if h.typ != nil && !catches(t.Type, h.typ) {
				continue
			}
			if h.slot > 0 {
				w.Out(h.slot)[0] = w.In(t.Slot)[0]
			}
			outer := w.Handling
			w.Handling = t
			defer func() { w.Handling = outer }()
			if h.body == nil {
				return m
			}
			return h.body(w, m)
		}
		panic(t)
	}
}

func catches(have, want *syntax.Type) bool {
	return syntax.Same(have, want) || derives(have, want) || have.Kind == word.Pointer && want.Kind == word.Pointer && syntax.Same(have.Elem, want.Elem)
}

// catchBlock lowers a handler.
func (l *lowering) catchBlock(c *syntax.Stmt) handler {
	l.push()
	defer l.pop()
	var h handler
	if len(c.Decls) > 0 {
		d := c.Decls[0]
		h.typ, h.slot = syntax.Plain(l.resolve(d.Type, d.Tok)), l.reg()
		s := &symbol{decl: d, typ: h.typ, used: true}
		if h.typ.InMemory() {
			s.place = &place{typ: h.typ, reg: -1, addr: value{typ: syntax.PointerTo(h.typ), slot: h.slot}, at: l.site(d.Tok, d.Name)}
		} else {
			s.place = &place{typ: h.typ, reg: h.slot, at: l.site(d.Tok, d.Name)}
		}
		l.bind(d.Name, s)
	}
	h.body = l.block(c.Body[0].Body)
	return h
}
