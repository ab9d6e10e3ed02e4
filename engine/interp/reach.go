package interp

import (
	"sync"

	"gputour/engine/object"
)

// This file walks what a session's program can reach, so that whoever owns something
// that programs hold, such as the memory of a GPU, need not ask Go's collector, which
// looks at all sessions of the process.

// Reach is one walk: from the frames that run, then the names of the program's modules,
// on to what these lead to. What leads to whole libraries comes last.
type Reach struct {
	s      *state
	seen   object.Visited
	near   []object.Value
	far    []object.Value // modules, classes and functions: they come last
	weak   []object.Value // what weak references refer to
	hidden bool
}

// Weak is an object that refers to another without keeping it alive.
type Weak interface {
	object.Object
	// Target is the other object; ok is false if it is known to be dead.
	Target() (v object.Value, ok bool)
}

// reaches holds the rooms of past walks, which are large.
var reaches = sync.Pool{New: func() any { return new(Reach) }}

// NewReach readies a walk through what a session's program can reach now. Close ends it.
func NewReach(s *object.Session) *Reach {
	r := reaches.Get().(*Reach)
	r.s, r.hidden = stateOf(s), false
	return r
}

// Close forgets all that was seen.
func (r *Reach) Close() {
	r.seen.Clear()
	clear(r.near) // what lies beyond was cleared when it was taken
	clear(r.far)
	clear(r.weak)
	r.s, r.near, r.far, r.weak = nil, r.near[:0], r.far[:0], r.weak[:0]
	reaches.Put(r)
}

// mostReached bounds the objects of one walk.
const mostReached = 100_000

// Run calls visit with each object, until that wants no more; known says that visit has
// seen to all that a Go object of its own leads to. Run reports whether those were all,
// but for what was made at Now: not when the walk was ended, met something that may hide
// references, or was made while Go code that may hold older ones is at work, which is code
// that calls back or has done so.
func (r *Reach) Run(visit func(v object.Value) (known, more bool)) (all bool) {
	for m := r.s.current; m != nil; m = m.outer {
		if m.top != nil && !m.idle() {
			r.frames(m)
			r.hidden = r.hidden || m.nested > 1 || m != r.s.current || m.calledBack == m.top.at()
		}
	}
	for _, m := range r.s.suspended {
		r.frames(m)
		r.hidden = true
	}
	for _, ns := range []*object.Namespace{r.s.main, r.s.session.Builtins, r.s.session.Sys} {
		r.namespace(ns)
	}
	r.Add(r.s.session.Modules.Value())
	for len(r.near)+len(r.far) > 0 {
		from := &r.near
		if len(*from) == 0 {
			from = &r.far
		}
		v := (*from)[len(*from)-1]
		(*from)[len(*from)-1] = object.Value{}
		*from = (*from)[:len(*from)-1]
		known, more := visit(v)
		if !more || r.seen.Len() > mostReached {
			return false
		}
		r.hidden = r.hidden || !known && object.Vague(v)
		if w, ok := v.Object().(Weak); ok {
			r.refer(w.Target())
		}
		for i := 0; ; i++ {
			x, ok := object.Referent(v, i)
			if !ok {
				break
			}
			r.Add(x)
		}
	}
	return !r.hidden && !r.resurrects()
}

// refer notes what may be reached again although nothing keeps it alive.
func (r *Reach) refer(v object.Value, ok bool) {
	if b, builtin := objectOf(v).(*object.Builtin); ok && !(builtin && b.Plain()) {
		r.weak = append(r.weak, v)
	}
}

// resurrects reports whether a weak reference, or a last method that is to run, may bring
// back what the walk has not found.
func (r *Reach) resurrects() bool {
	for _, w := range r.s.watch.list {
		r.refer(w.Target())
	}
	for _, v := range r.weak {
		if objectOf(v) != nil && !r.seen.Has(v) {
			return true
		}
	}
	return false
}

// Now tells instructions apart that the session's program executes: two numbers, which
// stay the same while Go code does what an instruction asks for, unless it calls back.
func Now(s *object.Session) (step, place uint64) {
	m := stateOf(s).current
	if m == nil || m.top == nil {
		return 0, 0
	}
	return m.t.Steps, uint64(m.top.level)<<32 | uint64(m.top.pc)
}

// Hide says that something may be reached on ways that the walk does not know.
func (r *Reach) Hide() { r.hidden = true }

// Add leads the walk on to a value.
func (r *Reach) Add(v object.Value) {
	o := objectOf(v)
	if o == nil {
		return
	}
	if _, plain := o.(*object.Str); plain {
		return
	}
	if b, ok := o.(*object.Builtin); ok && b.Plain() {
		r.plain(b)
		return
	}
	if !r.seen.Add(v) {
		return
	}
	switch o.(type) {
	case *object.Class, *object.Module, *Function, *object.Builtin:
		r.far = append(r.far, v)
	default:
		r.near = append(r.near, v)
	}
}

// plain leads on from a function of Go's that refers to nothing else. A library has thousands of them, so none is noted.
func (r *Reach) plain(b *object.Builtin) {
	r.Add(b.Class().Value())
	if b.Owner != nil {
		r.Add(b.Owner.Value())
	}
}

func (r *Reach) namespace(ns *object.Namespace) {
	if ns == nil {
		return
	}
	for _, b := range ns.Boxes() {
		r.Add(b.Value)
	}
}

// frames adds what a machine's frames refer to.
func (r *Reach) frames(m *machine) {
	for f := m.top; f != nil && f.code != sentinel; f = f.back {
		for _, v := range f.regs[:m.liveOf(f)] {
			r.Add(v)
		}
		r.Add(f.locals)
		r.Add(f.self)
		r.namespace(f.code.module)
		if f.fn != nil {
			r.Add(object.Of(f.fn))
		}
		if f.gen != nil {
			r.Add(object.Of(f.gen))
		}
		if f.object != nil {
			r.Add(object.Of(f.object)) // it keeps what exec put among the variables
		}
		if f.handling != nil {
			r.Add(f.handling.Value())
		}
	}
	if e := m.t.Handling; e != nil {
		r.Add(e.Value())
	}
}
