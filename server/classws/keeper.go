package classws

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gputour/engine/wire"
	"gputour/server/class"
	"gputour/server/store"
)

// This file keeps what lasts of a class, and tells it when it is kept.

const (
	keepWait  = 10 * time.Second // how long the store has for an answer before it counts as failing
	keepRetry = time.Second      // how long a store that fails is left alone
)

// entry is what came of an op.
type entry struct {
	writes []store.Write
	tells  []class.Tell
	answer func(id string)
	id     string
}

// keeper brings rows to the store, all that came while the last ones were written together. The room's lock guards it.
type keeper struct {
	room    *Room
	waiting []entry
	wake    chan struct{} // capacity 1
	busy    bool          // rows are on their way, or have to be written again
	failing bool
	fenced  bool // another server has the class
	stop    context.CancelFunc
	done    sync.WaitGroup
}

func (k *keeper) begin(r *Room) {
	ctx, stop := context.WithCancel(context.Background())
	k.room, k.stop, k.wake = r, stop, make(chan struct{}, 1)
	k.done.Go(func() { k.work(ctx) })
}

// end keeps what is there and returns.
func (k *keeper) end() {
	k.stop()
	k.done.Wait()
}

// errUnkept is the error of a store that fails.
var errUnkept = errors.New("the class cannot be kept now")

// Settle returns when all that the room was told is kept, or with the reason why it cannot be.
func (r *Room) Settle() error {
	done := make(chan struct{})
	r.mu.Lock()
	failing := r.keeper.failing
	r.keeper.put(entry{answer: func(string) { close(done) }})
	r.mu.Unlock()
	if failing {
		return errUnkept
	}
	select {
	case <-done:
		return nil
	case <-time.After(keepWait):
		return errUnkept
	}
}

// put takes an entry. What has nothing to be kept is told at once; only answers wait for what came before them, since
// whoever repeats a request must not hear that it is kept before it is.
func (k *keeper) put(e entry) {
	if k.fenced {
		return
	}
	if len(e.writes) == 0 && (e.answer == nil || !k.busy) {
		k.tell(e)
		return
	}
	k.waiting = append(k.waiting, e)
	k.busy = true
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// tell puts what came of an op into mailboxes, and answers.
func (k *keeper) tell(e entry) {
	for _, t := range e.tells {
		k.room.post(t)
	}
	if e.answer != nil {
		e.answer(e.id)
	}
}

func (k *keeper) work(ctx context.Context) {
	for {
		select {
		case <-k.wake:
		case <-ctx.Done():
			k.commit()
			return
		}
		for !k.commit() {
			again := make(chan struct{})
			cancel := k.room.opts.Clock.AfterFunc(keepRetry, func() { close(again) })
			select {
			case <-again:
			case <-ctx.Done():
				cancel()
				k.commit()
				return
			}
		}
	}
}

// commit keeps all that waits and tells it; it reports whether it could.
func (k *keeper) commit() bool {
	k.room.mu.Lock()
	batch := k.waiting
	k.room.mu.Unlock()
	err := k.write(batch)
	k.room.mu.Lock()
	defer k.room.mu.Unlock()
	if errors.Is(err, store.ErrFenced) {
		k.lost()
		return true
	}
	k.report(err)
	if err != nil {
		// What nobody waits for may have grown old meanwhile: of each row the newest is written.
		k.waiting = []entry{{writes: newest(k.waiting), tells: tells(k.waiting), answer: answers(k.waiting)}}
		return false
	}
	k.waiting = k.waiting[len(batch):]
	k.busy = len(k.waiting) > 0
	for _, e := range batch {
		k.tell(e)
	}
	if k.busy {
		select {
		case k.wake <- struct{}{}:
		default:
		}
	}
	return true
}

// lost ends the room: another server has the class, and whoever asked something here is not answered.
func (k *keeper) lost() {
	r := k.room
	k.waiting, k.busy, k.fenced = nil, true, true
	if !r.closed {
		r.opts.Log.Warn("another server has the class now")
		r.shut()
	}
	if r.opts.Lost != nil {
		go r.opts.Lost()
	}
}

func (k *keeper) write(batch []entry) error {
	writes := newest(batch)
	if len(writes) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), keepWait)
	defer cancel()
	return k.room.opts.Store.Commit(ctx, writes...)
}

// report says when the store begins to fail and when it has ended that.
func (k *keeper) report(err error) {
	if (err != nil) == k.failing {
		return
	}
	k.failing = err != nil
	if k.failing {
		k.room.opts.Log.Error("the class cannot be kept", "error", err)
	}
	m := k.room.message(wire.Keeping, wire.KeepingBody{Kept: !k.failing})
	for c := range k.room.sockets {
		c.newest(wire.Keeping, m)
	}
}

// newest are the writes of some entries, of each row the last.
func newest(all []entry) []store.Write {
	var writes []store.Write
	at := map[string]int{}
	for _, e := range all {
		for _, w := range e.writes {
			key := rowOf(w)
			if i, known := at[key]; known && key != "" {
				writes[i] = w
				continue
			}
			at[key] = len(writes)
			writes = append(writes, w)
		}
	}
	return writes
}

// rowOf names the row that a write replaces; "" is one that adds.
func rowOf(w store.Write) string {
	switch w := w.(type) {
	case store.SaveLive:
		return "live"
	case store.SavePush:
		return "push " + w.ID
	case store.SavePoll:
		return "poll " + w.ID
	case store.SaveVote:
		return fmt.Sprint("vote ", w.Poll, " ", w.Member)
	case store.SaveHand:
		return "hand " + w.ID
	case store.SaveProgress:
		return fmt.Sprint("progress ", w.Member, " ", w.Lesson, " ", w.Cell)
	}
	return ""
}

func tells(all []entry) (out []class.Tell) {
	for _, e := range all {
		out = append(out, e.tells...)
	}
	return out
}

// answers answers all entries.
func answers(all []entry) func(string) {
	var waiting []func()
	for _, e := range all {
		if e.answer != nil {
			waiting = append(waiting, func() { e.answer(e.id) })
		}
	}
	return func(string) {
		for _, f := range waiting {
			f()
		}
	}
}
