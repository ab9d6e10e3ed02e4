package interp

import (
	"gputour/engine/object"
)

// state is what the evaluator keeps for a session between runs.
type state struct {
	session *object.Session
	main    *object.Namespace
	strings map[string]object.Value // short string constants
	modules map[string]*Module      // what import can find, by dotted name
	bottom  *frame                  // the frames and their stack, while no run uses them
	sources map[string][]string     // lines of the cells, for tracebacks
	watch   watchList               // objects whose end matters
	current *machine                // of the run that goes on
	// suspended are the machines of threads that wait while another one runs.
	suspended []*machine
	step      func(Call, int)                                             // see OnStep
	ignored   func(*object.Thread, *object.Exception, object.Value) error // see OnIgnored
	// unawaited are coroutines that nothing had awaited yet when it was last looked.
	unawaited []*Generator
	// firstIter and finalizer are those of sys.set_asyncgen_hooks.
	firstIter, finalizer object.Value
	epoch                uint32     // changes when watching begins or ends
	neverEnds            bool       // see NeverEnd
	naming               bool       // whether a name has held an object: see temporary.go
	told                 int        // how many threads have a profiler
	profiling            *profiling // that of the main thread, from run to run
}

var stateKey = object.NewKey(func(s *object.Session) *state {
	return &state{session: s, epoch: 1, strings: map[string]object.Value{}, modules: map[string]*Module{}, sources: map[string][]string{}}
})

func stateOf(s *object.Session) *state { return stateKey.Get(s) }
