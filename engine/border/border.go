// Package border lets two sessions use each other's values without seeing each other:
// that of a judge, who tests, and that of its subject, who is tested.
//
// Values cross it: numbers, text, None and what is like them as they are; containers as
// copies, which are brought up to date when a call returns; tensors and arrays as others
// over the same memory. Every other object stays where it is, and the other session gets a
// proxy for it: an object of its own that passes calls, attributes and items on. Code of a
// session runs on the thread of that session alone, so that no frame, module, class or
// global is common.
//
// The judge believes no object of the subject: a proxy compares and prints as the judge
// sees fit. The subject learns nothing of the judge: it cannot look into its proxies.
package border

import (
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
)

// World is a session that takes part, and what runs its code.
type World struct {
	Thread *object.Thread
	// Main holds the names of its cells.
	Main *object.Namespace
}

// Border stands between a judge and its subject. One goroutine at a time uses it.
type Border struct {
	judge, subject *side
	loans          []*loan // of the calls that go on, outermost first
	settings       *state.Settled
}

// side is one of the two sessions.
type side struct {
	World
	*Border
	far *side
	// proxies are those of the far side's objects, where there is to be one of each.
	proxies map[object.Value]object.Value
	// classes are this side's for classes of the far side, and mirrors the way back from
	// those that were made for them.
	classes map[*object.Class]*object.Class
	mirrors map[*object.Class]*object.Class
	// shells are the classes of proxies, by the class on the far side.
	shells map[*object.Class]*object.Class
	// raised are the far side's exceptions by those that stand for them here, and stands the way back.
	raised, stands map[*object.Exception]*object.Exception
}

// New returns the border between two sessions whose set-up has run: a class of the one is
// taken for the class of the same name of the other.
func New(judge, subject World) *Border {
	b := &Border{settings: state.Settle(judge.Thread.Session)}
	state.Apart(judge.Thread.Session)
	state.Apart(subject.Thread.Session)
	b.judge, b.subject = b.side(judge), b.side(subject)
	b.judge.far, b.subject.far = b.subject, b.judge
	for name, v := range subject.Main.All() {
		w, ok := judge.Main.Get(name)
		if !ok {
			continue
		}
		theirs, mine := asClass(v, nil), asClass(w, nil)
		if theirs != nil && mine != nil && !theirs.Builtin && !mine.Builtin {
			b.judge.classes[theirs], b.subject.classes[mine] = mine, theirs
		}
	}
	return b
}

func (b *Border) side(w World) *side {
	return &side{World: w, Border: b, proxies: map[object.Value]object.Value{}, classes: map[*object.Class]*object.Class{},
		mirrors: map[*object.Class]*object.Class{}, shells: map[*object.Class]*object.Class{},
		raised: map[*object.Exception]*object.Exception{}, stands: map[*object.Exception]*object.Exception{}}
}

// Import returns what stands for a value of the subject in the judge's session.
func (b *Border) Import(v object.Value) (object.Value, error) {
	state.Resume(b.judge.Thread.Session, b.subject.Thread.Session)
	return newCrossing(b.subject, b.judge).carry(v)
}

// Raised returns the subject's exception that e of the judge's session stands for, or nil.
func (b *Border) Raised(e *object.Exception) *object.Exception { return b.judge.raised[e] }

// trusted reports the judge.
func (s *side) trusted() bool { return s == s.judge }

// across runs f on the far side with what stands there for values of this side, and
// returns what stands here for its result. t is the thread of this side that waits.
func (s *side) across(t *object.Thread, values []object.Value, f func(t *object.Thread, values []object.Value) (object.Value, error)) (object.Value, error) {
	if err := t.Enter(""); err != nil {
		return object.Value{}, err
	}
	defer t.Leave()
	out := newCrossing(s, s.far)
	out.lends = true
	first := len(s.loans)
	defer func() { s.Border.loans = s.loans[:first] }()
	crossed, err := out.carryAll(values)
	if err != nil {
		return object.Value{}, err
	}
	if err := s.pass(s.far); err != nil {
		return object.Value{}, err
	}
	v, err := f(s.far.Thread, crossed)
	if failed := s.far.pass(s); failed != nil {
		return object.Value{}, failed
	}
	back := out.reversed()
	if err != nil {
		return object.Value{}, back.fault(err)
	}
	return back.carry(v)
}

// pass gives control to side to: what the code there depends on, and what has been changed
// in containers that both sides hold.
func (s *side) pass(to *side) error {
	here, there := s.Thread.Session, to.Thread.Session
	state.Resume(there, here)
	if s.trusted() {
		s.settings.Tell(there)
	}
	for _, l := range s.loans {
		if err := l.settle(s); err != nil {
			return err
		}
	}
	return nil
}
