package interp

import (
	"slices"

	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file follows objects with memory worth giving back from the instruction that makes
// them to the end of the one register that holds them: a temporary, which one instruction
// reads, or a local variable that owns (bytecode.Code.Owners). RATIONALE.md says how that is
// known.
//
// An object that is held is in no other place than registers: its holder, and copies that
// end before the holder does, which are arguments of calls under way. Whoever puts it
// elsewhere disowns it first.

// makes reports operands whose operators give a new object or one of the operands.
func makes(a, b object.Value) bool {
	switch {
	case a.Class().Makes:
		return b.Class().Makes || b.IsInt() || b.IsFloat()
	case b.Class().Makes:
		return a.IsInt() || a.IsFloat()
	}
	return false
}

// disownAll is object.Disown for the arguments of code that may do anything with them.
func (m *machine) disownAll(list []object.Value) {
	if m.following {
		for _, v := range list {
			object.Disown(v)
		}
	}
}

// disownKeywords is disownAll for arguments with names.
func (m *machine) disownKeywords(list []object.Keyword) {
	if m.following {
		for _, k := range list {
			object.Disown(k.Value)
		}
	}
}

// consume is called with the operands and the result of an instruction of which the code has
// hints, before the result goes to register dst.
func (m *machine) consume(fr *frame, ends, dst uint8, a, b, v object.Value) {
	returned := v == a || v == b
	if m.following {
		m.used(a, v)
		if b != a {
			m.used(b, v)
		}
	}
	if ends&bytecode.Binds != 0 && m.following {
		m.unbind(fr, dst, v)
	}
	if !returned {
		m.made(fr, ends, v)
		return
	}
	if o := object.TemporaryOf(v); o != nil {
		switch h := o.Hold(); {
		case ends&bytecode.EndsResult != 0:
			if h.By == object.ByTemporary {
				*h = object.Hold{}
				o.End()
			}
		case fr.regs[dst] == v && h.By == object.ByVariable && ends&bytecode.Binds != 0: // x += y
		case fr.regs[dst] == v && h.By == object.ByName && ends&bytecode.Passes != 0: // the same with a name, whose value waits in dst
		case h.By == object.ByTemporary && ends&bytecode.Passes != 0:
		case h.By == object.ByTemporary && ends&bytecode.Binds != 0:
			h.By = object.ByVariable
		default:
			*h = object.Hold{}
		}
	}
}

// used is called with an operand of an instruction that gave v.
func (m *machine) used(operand, v object.Value) {
	o := object.TemporaryOf(operand)
	if o == nil || operand == v {
		return
	}
	switch h := o.Hold(); {
	case h.By == object.Anything:
	case o.Kept(v):
		*h = object.Hold{}
	case h.By == object.ByTemporary:
		*h = object.Hold{}
		o.End()
	}
}

// made is called with a new object, or with what a function that Makes has returned: it may
// be new.
func (m *machine) made(fr *frame, ends uint8, v object.Value) {
	o := object.TemporaryOf(v)
	if o == nil {
		return
	}
	h := o.Hold()
	if !o.Fresh() {
		if ends&bytecode.EndsResult == 0 {
			*h = object.Hold{}
		}
		return
	}
	switch {
	case m.state.neverEnds:
	case ends&bytecode.EndsResult != 0:
		o.End()
	case ends&bytecode.Passes != 0:
		*h = object.Hold{By: object.ByTemporary, Level: fr.level}
		m.following = true
	case ends&bytecode.Binds != 0:
		*h = object.Hold{By: object.ByVariable, Level: fr.level}
		m.following = true
	}
}

// returned is made for what a function that Makes has returned when it was called with args,
// which are used up.
func (m *machine) returned(fr *frame, ends, dst uint8, args []object.Value, v object.Value) {
	if !m.following {
		m.made(fr, ends, v)
		return
	}
	given := false
	for _, a := range args {
		given = given || a == v
		if !a.IsNil() {
			m.used(a, v)
		}
	}
	if given {
		m.consume(fr, ends, dst, v, v, v)
		return
	}
	if ends&bytecode.Binds != 0 {
		m.unbind(fr, dst, v)
	}
	m.made(fr, ends, v)
}

// unbind is called before v is put into a variable that owns: what it held has no holder
// any more.
func (m *machine) unbind(fr *frame, r uint8, v object.Value) {
	old := fr.regs[r]
	if old == v {
		return
	}
	if o := object.TemporaryOf(old); o != nil {
		if h := o.Hold(); h.By == object.ByVariable && h.Level == fr.level {
			*h = object.Hold{}
			o.End()
		}
	}
}

// rebind is called before v becomes the value of a name of a module: what that held has no holder any more, unless
// something borrows it.
func (m *machine) rebind(bx *object.Box, v object.Value) {
	old := bx.Value
	if old == v {
		return
	}
	if o := object.TemporaryOf(v); o != nil {
		h := o.Hold()
		if h.By == object.ByTemporary && m.alone() {
			*h = object.Hold{By: object.ByName}
			m.state.naming = true
		} else {
			*h = object.Hold{}
		}
	}
	if o := object.TemporaryOf(old); o != nil && o.Hold().By == object.ByName {
		*o.Hold() = object.Hold{}
		if m.alone() && !m.borrowed(old) {
			o.End()
		}
	}
}

// alone reports that no thread but this one and no Go code between frames can have borrowed from names.
func (m *machine) alone() bool {
	return m.nested == 1 && m.outer == nil && m == m.state.current && len(m.state.suspended) == 0
}

// maxBorrowers bounds the frames that are asked for a borrower.
const maxBorrowers = 32

// borrowed reports whether a frame has v, or may have.
func (m *machine) borrowed(v object.Value) bool {
	n := 0
	for f := m.top; f != nil && f.code != sentinel; f = f.back {
		if n++; n > maxBorrowers || f.self == v || slices.Contains(f.regs[:m.liveOf(f)], v) {
			return true
		}
	}
	return false
}

// pass is called with the frame of a function whose arguments are bound, from fr: what a
// temporary held is its parameter's now, what a variable holds is lent.
func (m *machine) pass(fr, nf *frame, c *linked) {
	for i, v := range nf.regs[:c.locals] {
		o := object.TemporaryOf(v)
		if o == nil {
			continue
		}
		switch h := o.Hold(); {
		case h.By == object.Anything:
		case !c.Owns(i):
			*h = object.Hold{}
		case h.By == object.ByTemporary:
			*h = object.Hold{By: object.ByVariable, Level: nf.level}
		}
	}
}

// leaving is called before the frame fr returns v: its variables end, and v is a temporary
// of the frame below or whatever that makes of it.
func (m *machine) leaving(fr *frame, v object.Value) {
	for _, r := range fr.code.Owners {
		w := fr.regs[r]
		o := object.TemporaryOf(w)
		if o == nil {
			continue
		}
		if h := o.Hold(); h.By == object.ByVariable && h.Level == fr.level {
			if w == v {
				h.By = object.ByTemporary
			} else {
				*h = object.Hold{}
				o.End()
			}
			fr.regs[r] = object.Value{}
		}
	}
	o := object.TemporaryOf(v)
	if fr.kind != callFrame {
		if o != nil {
			*o.Hold() = object.Hold{}
		}
		return
	}
	back := fr.back
	ends := back.code.Hints[back.pc-1]
	if ends&bytecode.Binds != 0 {
		m.unbind(back, fr.dst, v)
	}
	if o == nil {
		return
	}
	switch h := o.Hold(); {
	case h.By == object.ByVariable && h.Level != fr.level && ends&bytecode.Binds != 0 && back.regs[fr.dst] == v: // x = same(x)
	case h.By != object.ByTemporary || h.Level != fr.level:
		*h = object.Hold{}
	case ends&bytecode.EndsResult != 0:
		*h = object.Hold{}
		o.End()
	case ends&bytecode.Passes != 0:
		h.Level = back.level
	case ends&bytecode.Binds != 0:
		*h = object.Hold{By: object.ByVariable, Level: back.level}
	default:
		*h = object.Hold{}
	}
}

// NeverEnd has objects of a session wait for the collector, but for results that nobody
// uses: for tests, which compare.
func NeverEnd(s *object.Session) { stateOf(s).neverEnds = true }
