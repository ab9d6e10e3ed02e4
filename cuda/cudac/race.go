// This file finds races in shared memory: two threads of a block that touch the same
// byte between barriers, at least one of them writing.

package cudac

const (
	watchRead = iota
	watchWrite
	watchSame // a write of what is there already: threads may agree on a value
	watchAtomic
)

// shadow is what is known of one byte of shared memory.
type shadow struct {
	writer, reader   int32 // thread + 1
	wEpoch, rEpoch   int32 // barriers of the block by then
	wWarp, rWarp     int32 // synchronisations of the thread's warp by then
	wAt, rAt         *site
	atomic, severely bool
}

// watch looks at one access of a lane.
func (r *run) watch(w *warp, a uint64, n, lane int, at *site, how int, volatile bool) {
	if spaceOf(a) != sharedSpace {
		return
	}
	thread := int32(w.index*lanes+lane) + 1
	s := &r.shadow[offsetOf(a)]
	if s.writer != 0 && s.writer != thread && s.wEpoch == r.epoch && !(how == watchAtomic && s.atomic) && how != watchSame &&
		!w.ordered(s.writer, s.wWarp, volatile, s.wAt == at) {
		r.race(w, lane, at, how, "wrote", s.writer, s.wAt)
	}
	if how != watchRead && s.reader != 0 && s.reader != thread && s.rEpoch == r.epoch && how != watchSame && !w.ordered(s.reader, s.rWarp, volatile, s.rAt == at) {
		r.race(w, lane, at, how, "read", s.reader, s.rAt)
	}
	if how == watchRead {
		// A reader of another warp is kept: it is the one that conflicts.
		if s.rEpoch != r.epoch || s.reader == 0 || (s.reader-1)/lanes == int32(w.index) {
			s.reader, s.rEpoch, s.rWarp, s.rAt = thread, r.epoch, w.epoch, at
		}
		return
	}
	s.writer, s.wEpoch, s.wWarp, s.wAt, s.atomic = thread, r.epoch, w.epoch, at, how == watchAtomic
}

// ordered reports that an access of another thread of this warp is known to come before:
// the warp synchronised since, or runs in step on a volatile.
func (w *warp) ordered(thread, epoch int32, volatile, sameInstruction bool) bool {
	if int((thread-1)/lanes) != w.index {
		return false
	}
	return epoch != w.epoch || volatile && !sameInstruction
}

func (r *run) race(w *warp, lane int, at *site, how int, did string, other int32, where *site) {
	doing := "reads"
	if how != watchRead {
		doing = "writes"
	}
	o := r.threadOf(int(other - 1))
	w.fail("race", at, lane, "race in shared memory: this thread %s what thread (%d,%d,%d) %s in line %d, and no __syncthreads() stands between",
		doing, o[0], o[1], o[2], did, where.pos.Line+r.kernel.program.c.shift)
}
