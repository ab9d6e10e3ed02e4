package object

import (
	"io"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/spf13/afero"
)

// Session is everything that the runs of one notebook share and can change:
// modules, files, environment, streams, limits. Nothing mutable lives outside a
// Session. One goroutine at a time runs code in it.
type Session struct {
	// Stdout and Stderr receive what Python prints; writes are small, so they should buffer.
	Stdout, Stderr io.Writer
	// Input answers input() after the prompt was written; io.EOF becomes EOFError.
	// nil: there is nobody to ask.
	Input func(t *Thread, prompt string) (string, error)
	// Flush is called by print(flush=True) and sys.stdout.flush(); it may be nil.
	Flush func()
	// FS is the file system that open() and os see; Cwd the current directory, absolute.
	FS  afero.Fs
	Cwd string
	// Env is os.environ.
	Env map[string]string
	// Modules is sys.modules.
	Modules *Dict
	// Builtins is the namespace of module builtins of this session.
	Builtins *Namespace
	// Sys is the namespace of module sys; package file puts "stdout", "stderr" and "stdin" into it.
	Sys *Namespace
	// RecursionLimit bounds nested calls, in Python and in builtins.
	RecursionLimit int
	Limits         Limits
	// Turns counts how often a thread made way for another.
	Turns uint64
	// Locals are told which of the session's threads runs; see Local.
	Locals []Local
	// Born is told of each new object that has a __del__. The evaluator sets it.
	Born func(v Value)
	// Near is told when the session has used NearShare of a budget. The evaluator sets it.
	Near func(limit string, value, used int64)
	// MaxStrDigits bounds conversions between int and decimal text; 0 means the default, 4300, below 0 no bound.
	MaxStrDigits int

	closers []func()
	locals  []any // a pointer to the value of each Key, by its number; nil where it is not made yet
	memory  account
	derived map[*Class][]weak.Pointer[Class] // direct subclasses of built-in classes
	slots   map[string]*Slots                // of the classes made by cells; see setUserSlots
	slotsOf map[derivation]*Slots
}

// NewSession returns a session with an empty in-memory file system and no output.
func NewSession() *Session {
	s := &Session{
		Stdout: io.Discard, Stderr: io.Discard,
		FS: afero.NewMemMapFs(), Cwd: "/home/student",
		Env:            map[string]string{"HOME": "/home/student", "USER": "student", "PATH": "/usr/local/bin:/usr/bin:/bin"},
		Modules:        newDict(DictClass),
		Builtins:       NewNamespace(),
		Sys:            NewNamespace(),
		RecursionLimit: 1000,
		Limits:         DefaultLimits,
		slots:          map[string]*Slots{},
		slotsOf:        map[derivation]*Slots{},
		memory:         account{heap: heapBytes(), all: allCharges.Load()},
	}
	for _, folder := range []string{s.Cwd, "/tmp"} {
		if err := s.FS.MkdirAll(folder, 0o755); err != nil {
			panic(err) // a fresh in-memory file system takes any directory
		}
	}
	for name, v := range builtinNames().All() {
		s.Builtins.Set(name, v)
	}
	s.Modules.SetStr("builtins", NewModuleOf("builtins", s.Builtins))
	return s
}

// builtinNames is what every session's builtins begins with; filled once at start-up.
var builtinNames = sync.OnceValue(makeBuiltins)

// Key names a value that each session has its own of, such as the state of a module:
//
//	var rngKey = object.NewKey(func(*object.Session) *rng { return newRNG() })
//	r := rngKey.Get(t.Session)
type Key[T any] struct {
	make   func(*Session) T
	number int // of the value in Session.locals
}

// keys counts the keys of the process.
var keys atomic.Int64

// NewKey returns a key whose value is made on first use in a session.
func NewKey[T any](make func(*Session) T) *Key[T] { return &Key[T]{make, int(keys.Add(1)) - 1} }

// Get returns s's value.
func (k *Key[T]) Get(s *Session) T {
	if k.number < len(s.locals) {
		if v := s.locals[k.number]; v != nil {
			return *v.(*T)
		}
	}
	v := k.make(s)
	k.Set(s, v)
	return v
}

// Set replaces s's value.
func (k *Key[T]) Set(s *Session, v T) {
	for len(s.locals) <= k.number {
		s.locals = append(s.locals, nil)
	}
	s.locals[k.number] = &v
}

// AtClose has f called when the session is closed.
func (s *Session) AtClose(f func()) { s.closers = append(s.closers, f) }

// Close ends what would outlast the session: goroutines that wait in it. No code of the
// session may be running.
func (s *Session) Close() {
	for _, f := range s.closers {
		f()
	}
	s.closers = nil
}
