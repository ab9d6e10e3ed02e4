package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
	"time"

	"gputour/engine/wire"
)

// This file keeps a session where it outlasts the process: how its events get there, when clients
// may see them, and how a session is rebuilt.
//
// Two kinds of events. A hard one says what a learner relies on: that a run was taken, began, ended,
// failed, passed. Clients see it, and what follows it, when the journal has it. A soft one is output: clients
// see it at once and the journal gets it with the next entry; one that was lost with the process is lost
// together with the run that made it. So nothing that was seen to end is ever seen undone.
//
//	apply ─→ log ──────────┬──→ Journal.Keep, one at a time, of all that came meanwhile
//	                       └──→ view of the clients: up to the first hard event that is not kept

// Journal keeps the log of one session. Calls come one at a time.
type Journal interface {
	// Keep returns when the entry is where it lasts, or with the reason why it cannot be; the next entry
	// then holds its events once more. ErrMoved ends the session.
	Keep(Entry) error
	// Files returns the files that were kept.
	Files() ([]File, error)
}

// Entry is what there is to keep.
type Entry struct {
	Epoch  int
	Spec   string
	Events []wire.Message // following those of the last entry, without a gap
	Seq    uint64         // number of the last of them
	// Digest, when it is not nil, tells all that the events up to Seq did: none of them need be kept any longer.
	Digest []byte
	Files  []File // that changed
}

// Releaser is a Journal that says who has its session.
type Releaser interface {
	// Release lets others have it. It is called once, after the last Keep.
	Release()
}

// Kept is a session as a journal has it.
type Kept struct {
	Why    string // nobody went on with it, as in wire.StatusBody; "" is "server"
	Spec   string
	Log    int    // generation that the log has from now on: more than any before
	Seq    uint64 // number of the event up to which Digest tells
	Digest []byte // nil when Seq is 0
	Events []wire.Message
}

// keepRetry is how long a journal that fails is left alone.
const keepRetry = time.Second

// hard are the types of the hard events.
var hard = map[string]bool{
	wire.Queued: true, wire.Status: true, wire.Input: true, wire.Reply: true, wire.Failed: true, wire.CheckResult: true, wire.Limit: true,
	wire.GPU: true,
}

// keeper brings a session's events to its journal. It belongs to the session's goroutine.
type keeper struct {
	journal Journal
	kept    uint64          // events up to this one are in the journal
	base    uint64          // of the log at the last digest
	files   map[string]File // that are not kept yet, by path
	open    []uint64        // numbers of hard events that are not kept yet
	busy    bool            // an entry is on its way, or a retry is due
	flight  sync.WaitGroup  // of the entry that is on its way
	failing bool            // the last entry could not be kept
}

// added takes note of events that are new in the log.
func (k *keeper) added(events []wire.Message) {
	for _, m := range events {
		if hard[m.Type] {
			k.open = append(k.open, m.Seq)
		}
	}
}

// changed takes note of files that a run has changed.
func (k *keeper) changed(files []File) {
	if k.files == nil && len(files) > 0 {
		k.files = map[string]File{}
	}
	for _, f := range files {
		k.files[f.Path] = f
	}
}

// restore puts the files that are kept, and those that are about to be, into a new evaluator. It may be called on any
// goroutine with what changed returned then.
func restore(ev Evaluator, j Journal, pending map[string]File) error {
	kept, err := j.Files()
	if err != nil {
		return fmt.Errorf("files of the session: %w", err)
	}
	for _, f := range kept {
		if _, newer := pending[f.Path]; !newer {
			ev.Put(f)
		}
	}
	for _, f := range pending {
		if !f.Gone {
			ev.Put(f)
		}
	}
	return nil
}

// visible is the number of the last event that clients may see. While the journal fails they see all, and are told
// that it is not kept.
func (k *keeper) visible(last uint64) uint64 {
	if k.failing || len(k.open) == 0 {
		return last
	}
	return k.open[0] - 1
}

// entry is what is to be kept of a state, and false when there is nothing.
func (k *keeper) entry(s *State) (Entry, bool) {
	e := Entry{Epoch: s.Epoch, Spec: s.Spec, Seq: s.log.last(), Files: slices.Collect(maps.Values(k.files))}
	events, whole := s.log.since(k.kept)
	switch {
	case whole && len(events) == 0 && len(e.Files) == 0:
		return e, false
	case !whole || s.log.base() > k.base: // the log was trimmed: so may what is kept of it
		e.Digest = s.digest()
		k.base = s.log.base()
	default:
		e.Events = events
	}
	return e, true
}

// done takes note of how an entry ended.
func (k *keeper) done(e Entry, err error) {
	k.failing = err != nil
	if k.failing {
		k.base = 0 // a digest that may be missing is made again
		return
	}
	k.kept = max(k.kept, e.Seq)
	for _, f := range e.Files {
		if now := k.files[f.Path]; now.Gone == f.Gone && bytes.Equal(now.Data, f.Data) {
			delete(k.files, f.Path) // else it has changed again
		}
	}
	n := 0
	for n < len(k.open) && k.open[n] <= e.Seq {
		n++
	}
	k.open = append(k.open[:0], k.open[n:]...)
}

// keep sends what is new to the journal, unless an entry is on its way already.
func (s *Session) keep() {
	if s.keeper == nil || s.keeper.busy {
		return
	}
	e, some := s.keeper.entry(&s.state)
	if !some {
		return
	}
	s.keeper.busy = true
	s.keeper.flight.Add(1)
	go func() {
		err := s.keeper.journal.Keep(e)
		s.keeper.flight.Done()
		s.put(s.ops, request{look: func(*State) { s.hasKept(e, err) }})
	}()
}

func (s *Session) hasKept(e Entry, err error) {
	if errors.Is(err, ErrMoved) {
		if s.moved.Store(true); s.config.moved != nil {
			go s.config.moved()
		}
		s.Close()
		return
	}
	was := s.keeper.failing
	s.keeper.done(e, err)
	if s.keeper.failing != was {
		s.keeping.Store(!s.keeper.failing)
		s.tell(wire.New(wire.Keeping, wire.KeepingBody{Kept: !s.keeper.failing}))
	}
	s.publish()
	if err != nil {
		s.config.Clock.AfterFunc(keepRetry, func() { s.put(s.ops, request{look: func(*State) { s.resumeKeeping() }}) })
		return
	}
	s.resumeKeeping()
}

func (s *Session) resumeKeeping() {
	s.keeper.busy = false
	s.keep()
}

// keepLast keeps what is not kept yet when the session closes.
func (s *Session) keepLast() {
	if s.keeper == nil {
		return
	}
	s.keeper.flight.Wait()
	if s.moved.Load() {
		return
	}
	if e, some := s.keeper.entry(&s.state); some {
		s.keeper.journal.Keep(e) // whoever had to know has been told that it fails
	}
	if r, ok := s.keeper.journal.(Releaser); ok {
		r.Release()
	}
}

// digest is a state as Kept.Digest tells it: what the events did, without what goes on.
type digest struct {
	wire.Snapshot
	Count int      `json:"count"`
	Ran   []string `json:"ran,omitempty"`
	Runs  []string `json:"runs"`
	// Marks are the cells of the snapshot that wait for a clear, and those whose run checks an exercise.
	Clear []string `json:"clear,omitempty"`
	Check []string `json:"check,omitempty"`
}

func (s *State) digest() []byte {
	d := digest{Snapshot: s.Snapshot().Snapshot, Count: s.Count, Ran: s.ran, Runs: s.runs.order}
	for _, c := range s.cells {
		if c.clear {
			d.Clear = append(d.Clear, c.Cell)
		}
		if c.check {
			d.Check = append(d.Check, c.Cell)
		}
	}
	data, err := json.Marshal(d)
	if err != nil {
		panic(fmt.Sprintf("session: digest: %v", err)) // strings and numbers
	}
	return data
}

// rebuild returns the state that a log was in.
func rebuild(k Kept) (State, error) {
	s := New(k.Spec)
	if k.Digest != nil {
		if err := s.take(k.Digest); err != nil {
			return s, fmt.Errorf("the digest of the log: %w", err)
		}
	}
	for i, m := range k.Events {
		if m.Seq != k.Seq+uint64(i)+1 {
			return s, fmt.Errorf("the log has event %d where %d should be", m.Seq, k.Seq+uint64(i)+1)
		}
		body, err := wire.DecodeBody(m)
		if err != nil {
			return s, fmt.Errorf("event %d of the log: %w", m.Seq, err)
		}
		if v := reflect.ValueOf(body); v.Kind() == reflect.Pointer {
			body = v.Elem().Interface()
		}
		s.see(m, body)
	}
	s.log = eventLog{first: k.Seq + uint64(len(k.Events)) + 1}
	return s, nil
}

// take takes over a digest.
func (s *State) take(data []byte) error {
	var d digest
	if err := json.Unmarshal(data, &d); err != nil {
		return err
	}
	if len(d.Cells) > MaxCells {
		return errors.New("too many cells")
	}
	s.Epoch, s.Status, s.reason, s.Count, s.ran, s.again, s.gpu = d.Epoch, d.Status, d.Reason, d.Count, d.Ran, d.Again, d.GPU
	for _, rid := range d.Runs {
		s.runs.add(rid)
	}
	marked := func(cells []string) map[string]bool {
		m := map[string]bool{}
		for _, id := range cells {
			m[id] = true
		}
		return m
	}
	clear, check := marked(d.Clear), marked(d.Check)
	for _, snap := range d.Cells {
		c := &cell{CellSnapshot: snap, clear: clear[snap.Cell], check: check[snap.Cell], bytes: len(snap.Code)}
		for _, m := range c.Outputs {
			c.bytes += size(m)
		}
		s.bytes += c.bytes
		s.cells = append(s.cells, c)
	}
	return nil
}
