package interp

import (
	"math"
	"runtime"
	"runtime/metrics"
	"slices"

	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file runs what Python runs when an object dies: __del__, the callbacks of
// weak references, the finally clauses of a suspended generator. RATIONALE.md
// tells how a death is noticed without counting references.

// Watched is an object whose end matters.
type Watched struct {
	ref object.WeakRef
	// held is a generator that has been found alive at every look so far; only
	// when that fails is there a weak reference in its place.
	held *Generator
	// shell becomes the object again when it has died, for its __del__.
	shell object.Value
	// generator is likewise the shell of a suspended generator.
	generator *Generator
	// callback is called when the object has died; nil for none.
	callback Callback

	proof  []step // that it is alive, empty if none is known
	home   int64  // what its last proof found it in, and
	place  int    // where: this orders the ends of objects that die together
	wait   int    // how many looks to skip: it is alive in a way that no proof shows
	waited int    // how many were skipped last time
	dead   bool
}

// watchList is what a session watches.
type watchList struct {
	on   bool
	list []*Watched // in the order of birth
	skip int        // stops to go by without a look
	idle int        // stops that found the list empty
	// marked is the bytes that collections for this list found alive, each anew; next is the step before which there is no
	// further one.
	marked int64
	next   uint64
	// trails are the latest ways on which objects were found alive; the oldest is at turn.
	trails [8][]step
	turn   int
}

// A collection takes as long as what is alive is large. The first are free: a thousand in a session without
// much. After that there is one in so many steps of the program, so that a loop that makes and drops watched
// objects spends at most about half of its time on them.
const (
	freeMarking        = 8 << 30
	stepsPerCollection = 50_000
	markedPerStep      = 100 // bytes that the collector looks at while the program takes a step
)

func (s *state) watchFor(w *Watched) {
	s.watch.list = append(s.watch.list, w)
	s.setWatching(true)
}

// born watches a new instance of a class that has __del__.
func (s *state) born(v object.Value) {
	s.watchFor(&Watched{ref: object.NewWeakRef(v), shell: object.Shell(v)})
}

// A Callback is told of a death. It also gives what is to blame for its error.
type Callback func(t *object.Thread) (blamed object.Value, err error)

// Watch tells callback, if it is not nil, of v's death. Without a callback the
// death is looked for only when Get asks.
func Watch(t *object.Thread, v object.Value, callback Callback) *Watched {
	w := &Watched{ref: object.NewWeakRef(v), callback: callback}
	if callback != nil {
		machineOf(t).state.watchFor(w)
	}
	return w
}

// Get gives the object, if it is alive.
func (w *Watched) Get(t *object.Thread) (object.Value, bool) {
	if w.dead {
		return object.Value{}, false
	}
	m := machineOf(t)
	if !m.idle() && !m.proven(w) && m.prove([]*Watched{w}, maxSearch) > 0 && w.look() {
		m.collect([]*Watched{w})
	}
	v, ok := w.ref.Get()
	w.dead = !ok
	return v, ok
}

// Target gives the object unless it is known to be dead, without looking.
func (w *Watched) Target() (object.Value, bool) {
	switch {
	case w.dead:
		return object.Value{}, false
	case w.held != nil:
		return object.Of(w.held), true
	}
	return w.ref.Get()
}

// look reports whether it is time to ask the collector about an object without a
// proof: after each time that it was found alive, twice as many looks are skipped.
func (w *Watched) look() bool {
	if w.wait > 0 {
		w.wait--
		return false
	}
	w.waited = min(2*w.waited+1, 1<<12)
	w.wait = w.waited
	return true
}

// watchGenerator watches a generator that is suspended inside a try or with
// statement, and keeps its shell up to date. What awaits something is held by what it
// waits for; a coroutine that somebody lets die in the middle is let go without a word.
func (m *machine) watchGenerator(g *Generator) {
	switch w := g.watch; {
	case w == nil && g.fn.code.Flags&bytecode.Coroutine != 0:
	case w == nil && g.fn.code.Flags&bytecode.AsyncGenerator != 0 && !g.delegate().IsNil():
	case w == nil:
		if !g.owned && g.fn.code.HandlerAt(g.pc-1) != nil {
			g.watch = &Watched{held: g}
			m.state.watchFor(g.watch)
		}
	case w.held == nil:
		w.generator.follow(g)
	}
}

// weaken lets go of a generator of which no look may say any more that it is alive.
func (w *Watched) weaken() {
	g := w.held
	if g == nil {
		return
	}
	w.held, w.ref = nil, object.NewWeakRef(object.Of(g))
	w.generator = newSuspended(g.fn.code.Flags)
	w.generator.fn, w.generator.names = g.fn, g.names
	w.generator.follow(g)
	if a, ok := object.Of(g).Object().(*AsyncGenerator); ok {
		shell := object.Of(w.generator).Object().(*AsyncGenerator)
		shell.hooked, shell.finalizer = a.hooked, a.finalizer
	}
}

// follow makes the shell s suspended as g is.
func (s *Generator) follow(g *Generator) {
	s.saved, s.pc, s.state, s.handling = g.saved, g.pc, g.state, g.handling
}

// embody puts the object itself in the place of its shell, if it is still there.
func (w *Watched) embody() {
	v, ok := w.get()
	if !ok {
		return
	}
	if g := generatorOf(v); g != nil {
		w.held, w.generator = nil, g
	} else {
		w.shell = v
	}
}

// get gives the object, if it is alive.
func (w *Watched) get() (object.Value, bool) {
	if w.held != nil {
		return object.Of(w.held), true
	}
	return w.ref.Get()
}

// over reports that there is nothing left to do at w's end.
func (w *Watched) over() bool {
	switch {
	case w.held != nil:
		return w.held.state == genDone
	case w.generator == nil || w.dead:
		return w.dead
	}
	v, ok := w.ref.Get()
	return ok && generatorOf(v).state == genDone
}

// reap finds the watched objects that have died and runs what they left to run.
// force asks the collector whatever it costs.
func (m *machine) reap(force bool) error {
	for {
		dead := m.dead(force)
		if len(dead) == 0 {
			return nil
		}
		for _, w := range dead {
			if err := m.end(w); err != nil {
				return err
			}
		}
	}
}

// dead returns the objects found dead, in the order in which they end, and takes
// them off the list.
func (m *machine) dead(force bool) []*Watched {
	l := &m.state.watch
	l.list = slices.DeleteFunc(l.list, (*Watched).over)
	suspects := m.suspects(force)
	if len(suspects) == 0 {
		return nil
	}
	if !force {
		if m.spent() {
			for _, w := range suspects {
				w.weaken()
			}
			return nil
		}
		defer l.charge(m.t)
	}
	return m.collect(suspects)
}

// spent reports that no collection for the list may be made yet.
func (m *machine) spent() bool {
	l := &m.state.watch
	return l.marked > freeMarking && m.t.Steps < l.next
}

// charge notes what the collection that has just been made took.
func (l *watchList) charge(t *object.Thread) {
	alive := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(alive)
	n := alive[0].Value.Uint64()
	l.marked += int64(n)
	l.next = t.Steps + max(stepsPerCollection, n/markedPerStep)
}

// suspects returns the watched objects for whose life there is no proof.
func (m *machine) suspects(force bool) []*Watched {
	var list []*Watched
	for _, w := range m.state.watch.list {
		if m.proven(w) || m.retrace(w) {
			continue
		}
		w.remember()
		list = append(list, w)
	}
	if len(list) == 0 || m.prove(list, m.reach(list, force)) == 0 {
		return nil
	}
	return slices.DeleteFunc(list, func(w *Watched) bool {
		if len(w.proof) > 0 {
			w.wait, w.waited = 0, 0
			return true
		}
		return !force && !w.look()
	})
}

// reach is how many objects a search for those in list looks at. While all of them are ones that no proof has shown, and
// that the collector is not asked about, it is not worth more than a look at what is near: one object in a cycle of garbage
// would make every statement after it search the whole session.
func (m *machine) reach(list []*Watched, force bool) int {
	for _, w := range list {
		if force || w.wait == 0 && !m.spent() {
			return maxSearch
		}
	}
	return maxNear
}

// remember notes where w's last proof found it. Lists and tuples end from their end.
func (w *Watched) remember() {
	if len(w.proof) == 0 {
		return
	}
	last := w.proof[len(w.proof)-1]
	switch {
	case last.frame != nil:
		w.home, w.place = -1-int64(last.frame.level), last.at
	case last.root == nil:
		w.home, w.place = object.ID(last.holder), last.at
		switch last.holder.Object().(type) {
		case *object.List, *object.Tuple:
			w.place = -last.at
		}
	}
}

// collect asks Go's collector which of the suspects are dead. What they refer to
// is kept meanwhile, so that an object in a cycle stays until gc.collect(), and an
// owner ends before what it owns.
func (m *machine) collect(suspects []*Watched) (dead []*Watched) {
	shells := make([]object.Value, len(suspects))
	for i, w := range suspects {
		w.weaken()
		shells[i] = w.refresh()
	}
	m.ClearDead()
	runtime.GC()
	runtime.KeepAlive(shells)
	return m.buried(suspects)
}

// refresh brings w's shell up to date, or returns one for the time of a collection.
func (w *Watched) refresh() object.Value {
	v, ok := w.ref.Get()
	if !ok || w.generator != nil || w.shell.IsNil() && v.Object() == nil {
		return object.Value{}
	}
	if _, plain := v.Object().(*object.Instance); plain && !w.shell.IsNil() {
		return object.Value{}
	}
	if s := object.Shell(v); w.shell.IsNil() {
		return s
	} else {
		w.shell = s
	}
	return object.Value{}
}

// buried takes the dead among the suspects off the list and returns them in the
// order in which they end: as their last place in a list, a dict or a frame says.
func (m *machine) buried(suspects []*Watched) (dead []*Watched) {
	for _, w := range suspects {
		if _, ok := w.ref.Get(); !ok {
			dead = append(dead, w)
		}
	}
	if len(dead) == 0 {
		return nil
	}
	for _, w := range suspects {
		w.wait, w.waited = 0, 0 // what is dead may have been all that held the others
	}
	dead = m.bury(dead)
	slices.SortStableFunc(dead, func(a, b *Watched) int {
		if a.home != b.home || a.home == 0 {
			return 0
		}
		return a.place - b.place
	})
	return dead
}

// end runs what w left to run. What that raises is written to stderr; the error is
// a *object.Stopped.
func (m *machine) end(w *Watched) (err error) {
	var what object.Value
	handling, live := m.t.Handling, m.live
	m.live = unknownLive // of the frames that run now
	defer func() { m.live = live }()
	switch {
	case w.callback != nil:
		what, err = w.callback(m.t)
	case w.generator != nil:
		what = object.Of(w.generator)
		err = m.finalize(w.generator)
	case !w.shell.IsNil():
		what, _ = w.shell.Class().Lookup("__del__")
		_, _, err = object.CallMethod(m.t, w.shell, "__del__")
	}
	m.t.Handling = handling
	if e, ok := err.(*object.Exception); ok {
		if m.t.Defer(e) {
			return nil
		}
		return m.ignore(e, what)
	}
	return err
}

// finalize ends a generator that died while it was suspended. An asynchronous one can do so
// by itself only where nothing has to be awaited; else its event loop sees to it.
func (m *machine) finalize(g *Generator) error {
	a, ok := object.Of(g).Object().(*AsyncGenerator)
	if !ok || a.finalizer.IsNil() {
		return m.closeGenerator(g)
	}
	_, err := object.Call(m.t, a.finalizer, object.Of(g))
	return err
}

// Collect is gc.collect(): it also ends objects that only refer to each other.
func Collect(t *object.Thread) error {
	m := machineOf(t)
	if m.idle() {
		return nil
	}
	if err := m.reap(true); err != nil {
		return err
	}
	ClearDead(t)
	runtime.GC()
	for _, w := range m.unreachable() {
		if err := m.end(w); err != nil {
			return err
		}
	}
	return m.reap(true)
}

// unreachable takes those watched objects off the list that nothing but each other
// can lead to. It finds none while Go code that may refer to them is running.
func (m *machine) unreachable() (dead []*Watched) {
	l := &m.state.watch
	if len(l.list) == 0 || m.nested > 1 {
		return nil
	}
	s := &search{m: m, seen: map[object.Object]bool{}, wanted: map[object.Value]*Watched{}}
	for _, w := range l.list {
		if v, ok := w.get(); ok && w.callback == nil {
			s.wanted[v] = w
		}
	}
	if !s.run(math.MaxInt) || s.opaque {
		return nil
	}
	for _, w := range s.wanted {
		w.embody()
		dead = append(dead, w)
	}
	return m.bury(dead)
}

// bury takes the dead off the list and gives them back in the order of birth.
func (m *machine) bury(dead []*Watched) []*Watched {
	for _, w := range dead {
		w.dead = true
	}
	l := &m.state.watch
	ordered := make([]*Watched, 0, len(dead))
	for _, w := range l.list {
		if w.dead && slices.Contains(dead, w) {
			ordered = append(ordered, w)
		}
	}
	l.list = slices.DeleteFunc(l.list, func(w *Watched) bool { return w.dead })
	return ordered
}

// Finish ends a program: its threads are waited for, what atexit registered is called,
// then every object that is still watched ends, in the order of birth.
func Finish(t *object.Thread) error {
	for _, last := range [][2]string{{"threading", "_shutdown"}, {"atexit", "_run_exitfuncs"}} {
		if v, ok := t.Session.Modules.GetStr(last[0]); ok {
			if _, err := object.CallAttr(t, v, last[1]); err != nil {
				return err
			}
		}
	}
	if err := machineOf(t).lastUnawaited(); err != nil {
		return err
	}
	l := &stateOf(t.Session).watch
	for len(l.list) > 0 {
		w := l.list[0]
		l.list = l.list[1:]
		if w.callback == nil && !w.over() {
			w.embody()
			w.dead = true
			if err := machineOf(t).end(w); err != nil {
				return err
			}
		}
	}
	if m := machineOf(t); m.idle() {
		m.release()
	}
	return nil
}

// OnIgnored has fn told of each exception that has nobody to go to, and of what raised it where that is known.
func OnIgnored(s *object.Session, fn func(t *object.Thread, e *object.Exception, in object.Value) error) {
	stateOf(s).ignored = fn
}

// ignore tells of an exception that has nobody to go to.
func (m *machine) ignore(e *object.Exception, in object.Value) error {
	if m.state.ignored == nil {
		return nil
	}
	return m.state.ignored(m.t, e, in)
}
