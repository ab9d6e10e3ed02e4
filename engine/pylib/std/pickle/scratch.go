package pickle

import "gputour/engine/object"

// pickleScratch is memory that dumps and loads use one after another: a pickle is mostly
// small, and its buffers would cost more than what is written into them.
type pickleScratch struct {
	out     []byte
	entries []memoEntry
	index   []int32
	values  []object.Value // of a pickler the items being written, of an unpickler its stack
	marks   []int
	dense   []object.Value
}

// What is larger than this is not kept.
const (
	mostScratchBytes = 64 << 10
	mostScratchItems = 1 << 10
)

var pickleScratchKey = object.NewKey(func(*object.Session) *pickleScratch { return &pickleScratch{} })

// takeScratch is the session's scratch, or a new one while a pickle inside a pickle is made.
func takeScratch(t *object.Thread) (s pickleScratch) {
	kept := pickleScratchKey.Get(t.Session)
	s, *kept = *kept, pickleScratch{}
	return s
}

// giveScratch keeps what is left for the next pickle, without any objects.
func giveScratch(t *object.Thread, s pickleScratch) {
	if cap(s.out) > mostScratchBytes {
		s.out = nil
	}
	if len(s.index) > mostScratchItems {
		s.index = nil
	}
	clear(s.index)
	s.entries, s.values, s.dense = emptied(s.entries), emptied(s.values), emptied(s.dense)
	if cap(s.marks) > mostScratchItems {
		s.marks = nil
	}
	*pickleScratchKey.Get(t.Session) = s
}

// emptied is a slice of no items, with room for as many as it had if that is not much. What
// lies beyond its length is empty already.
func emptied[T any](s []T) []T {
	if cap(s) > mostScratchItems {
		return nil
	}
	clear(s)
	return s[:0]
}
