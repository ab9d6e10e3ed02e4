package interp

import (
	"slices"

	"gputour/engine/object"
)

// This file looks for proofs that a watched object is alive: a path of references
// to it from a frame or a module. Checking an old proof costs a few comparisons,
// so a session that merely has a watched object runs at nearly full speed; only
// when a proof has broken and none takes its place is the collector asked.

// step is one reference on the way to an object. The first step of a proof starts
// at a root: a register of a frame, or the box of a name. Each other one is
// referent at of its holder.
type step struct {
	root   *object.Value
	frame  *frame // of a register
	holder object.Value
	at     int
}

// target returns what the step leads to now, zero if nowhere.
func (s *step) target(m *machine) object.Value {
	if s.root != nil {
		if f := s.frame; f != nil && (f.level > m.top.level || s.at >= m.liveOf(f)) {
			return object.Value{}
		}
		return *s.root
	}
	v, _ := object.Referent(s.holder, s.at)
	return v
}

// proven reports whether w's last proof still holds.
func (m *machine) proven(w *Watched) bool {
	v, ok := w.get()
	if !ok {
		return false
	}
	if g := generatorOf(v); g != nil && g.state == genRunning {
		return true
	}
	if len(w.proof) == 0 {
		return false
	}
	for i := range w.proof {
		next := v
		if i+1 < len(w.proof) {
			next = w.proof[i+1].holder
		}
		if w.proof[i].target(m) != next {
			return false
		}
	}
	return true
}

// leave notes the way of a proof for objects to come: a loop that enters a context
// manager makes a new generator each time and keeps it in the same place.
func (l *watchList) leave(proof []step) {
	trail := slices.Clone(proof)
	for i := range trail {
		trail[i].holder = object.Value{}
	}
	l.trails[l.turn] = trail
	l.turn = (l.turn + 1) % len(l.trails)
}

// retrace looks for a proof of w along the trails of others.
func (m *machine) retrace(w *Watched) bool {
	v, ok := w.get()
	for i := 0; ok && i < len(m.state.watch.trails); i++ {
		trail := m.state.watch.trails[i]
		if len(trail) == 0 || !m.leads(trail, v) {
			continue
		}
		w.proof = slices.Clone(trail)
		holder := object.Value{}
		for i := range w.proof {
			w.proof[i].holder = holder
			holder = w.proof[i].target(m)
		}
		return true
	}
	return false
}

// leads reports whether a trail leads to v now.
func (m *machine) leads(trail []step, v object.Value) bool {
	at := object.Value{}
	for _, st := range trail {
		st.holder = at
		if at = st.target(m); objectOf(at) == nil {
			return false
		}
	}
	return at == v
}

// liveOf is the first dead register of a frame on the stack.
func (m *machine) liveOf(f *frame) int {
	if f == m.top && m.live != unknownLive {
		return m.live
	}
	return f.liveTop()
}

// unknownLive as machine.live says that the running instruction tells what is live.
const unknownLive = -1

// search is a walk over what the program can reach: first what lies near the
// frames, where most objects are found, then what the modules' names lead to.
type search struct {
	m      *machine
	seen   map[object.Object]bool
	nodes  []node
	later  []int32 // nodes that the walk near the frames did not expand
	wanted map[object.Value]*Watched
	opaque bool // met an object that may hide references
}

// node is an object that the search has reached: from node parent, or from a root.
type node struct {
	v      object.Value
	parent int32
	step   step
}

// maxNear and maxSearch bound the objects that one search looks at near the frames
// and in all.
const (
	maxNear   = 300
	maxSearch = 20_000
)

// prove looks for new proofs of those in list, at limit objects, and returns how many have none.
func (m *machine) prove(list []*Watched, limit int) int {
	s := &search{m: m, seen: map[object.Object]bool{}, wanted: map[object.Value]*Watched{}}
	for _, w := range list {
		w.proof = nil
		if v, ok := w.get(); ok {
			s.wanted[v] = w
		}
	}
	s.run(limit)
	missing := 0
	for _, w := range list {
		if len(w.proof) == 0 {
			missing++
		}
	}
	return missing
}

// run walks until all that is wanted is found, or limit objects have been seen.
func (s *search) run(limit int) (complete bool) {
	s.frames()
	done := s.walkNear()
	if len(s.wanted) == 0 || limit <= maxNear {
		return false
	}
	for f := s.m.top; f != nil && f.code != sentinel; f = f.back {
		s.namespace(f.code.module)
	}
	s.namespace(Main(s.m.state.session))
	for _, n := range s.later {
		s.expand(n)
	}
	for _, roots := range []func(){func() {}, s.modules} {
		roots()
		for ; done < len(s.nodes); done++ {
			if len(s.wanted) == 0 || len(s.nodes) > limit {
				return len(s.nodes) <= limit
			}
			s.expand(int32(done))
		}
	}
	return true
}

// walkNear expands the first objects, but none that leads to whole modules.
func (s *search) walkNear() (done int) {
	for ; done < len(s.nodes) && len(s.nodes) < maxNear && len(s.wanted) > 0; done++ {
		switch s.nodes[done].v.Object().(type) {
		case *object.Class, *object.Module, *Function:
			s.later = append(s.later, int32(done))
		default:
			s.expand(int32(done))
		}
	}
	return done
}

func (s *search) expand(n int32) {
	v := s.nodes[n].v
	for i := 0; ; i++ {
		x, ok := object.Referent(v, i)
		if !ok {
			return
		}
		s.add(x, n, step{holder: v, at: i})
	}
}

// add notes that v is reached by st from a parent, -1 for a root.
func (s *search) add(v object.Value, parent int32, st step) {
	o := objectOf(v)
	if o == nil || s.seen[o] {
		return
	}
	s.seen[o] = true
	s.opaque = s.opaque || object.Opaque(v)
	s.nodes = append(s.nodes, node{v, parent, st})
	if w := s.wanted[v]; w != nil {
		delete(s.wanted, v)
		w.proof = s.path(int32(len(s.nodes) - 1))
		s.m.state.watch.leave(w.proof)
	}
}

// path lists the steps that lead to node n.
func (s *search) path(n int32) []step {
	var steps []step
	for ; n >= 0; n = s.nodes[n].parent {
		steps = append(steps, s.nodes[n].step)
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return steps
}

// frames adds what the frames on the stack refer to.
func (s *search) frames() {
	for f := s.m.top; f != nil && f.code != sentinel; f = f.back {
		for i := range f.regs[:s.m.liveOf(f)] {
			s.add(f.regs[i], -1, step{root: &f.regs[i], frame: f, at: i})
		}
		s.pinned(f.locals)
		s.pinned(f.self)
		if f.fn != nil {
			for _, c := range f.fn.closure {
				s.pinned(object.Of(c))
			}
		}
		if f.gen != nil {
			s.pinned(object.Of(f.gen))
		}
		if f.handling != nil {
			s.pinned(f.handling.Value())
		}
	}
	if e := s.m.t.Handling; e != nil {
		s.pinned(e.Value())
	}
}

// pinned adds a value that something other than a register or a name refers to.
// Its proof can only be found again, not checked.
func (s *search) pinned(v object.Value) {
	if !v.IsNil() {
		s.add(v, -1, step{root: new(object.Value)})
	}
}

// namespace adds the values of a module's names.
func (s *search) namespace(ns *object.Namespace) {
	if ns == nil {
		return
	}
	for _, b := range ns.Boxes() {
		s.add(b.Value, -1, step{root: &b.Value})
	}
}

// modules adds every module.
func (s *search) modules() {
	session := s.m.state.session
	s.namespace(session.Builtins)
	s.namespace(session.Sys)
	s.pinned(session.Modules.Value())
}
