// This file puts off looking at reads of shared memory. As long as no thread writes, there
// is nothing that they could race with: most phases of a kernel between two barriers only
// read, and forget their reads at the barrier.

package cudac

import "math/bits"

// quietRead is a read of a warp that has not been looked at yet: its addresses follow a
// rule, or stand in a list.
type quietRead struct {
	touch  touch // of lane 0
	mask   uint32
	rule   rule
	listed int // where the addresses stand, plus one; 0 where they follow the rule
}

// Bounds of the reads that are put off.
const (
	maxQuiet  = 1 << 11
	maxListed = 1 << 8
)

// quiet reports that no thread of the block has written to shared memory since the last
// barrier.
func (r *run) quiet() bool { return r.wrote != r.epoch }

// readQuietly notes a read of words whose addresses follow a rule; false says that it must
// be looked at now.
func (w *warp) readQuietly(f *rule, m uint32, at *site) bool {
	r := w.run
	if !r.quiet() || r.fresh > 0 && !r.allWritten(f) {
		return false
	}
	if f.uniform() {
		w.readOneWord(f.base, m, at)
		return true
	}
	if len(r.quietReads) == maxQuiet {
		r.settleReads()
	}
	r.quietReads = append(r.quietReads, quietRead{touch: w.stamp(at, false), mask: m, rule: *f})
	return true
}

// readOneWord notes that the lanes of m read one word: the first of them and the
// last.
func (w *warp) readOneWord(a uint64, m uint32, at *site) {
	p, t := &w.run.shadow.now[offsetOf(a)>>2], w.stamp(at, false)
	p.note(t.when, reader{t.site, uint8(first(m)), t.flags})
	if m&(m-1) != 0 {
		p.note(t.when, reader{t.site, uint8(bits.Len32(m) - 1), t.flags})
	}
}

// allWritten reports that threads of the block have written all words that a rule reaches.
func (r *run) allWritten(f *rule) bool {
	start := addressOf(sharedSpace, 0)
	for i := range lanes {
		word := (f.base + r.rows.x[i]*f.dx + r.rows.y[i]*f.dy - start) >> 2
		if r.shadow.now[word].written < r.started {
			return false
		}
		if f.uniform() {
			break
		}
	}
	return true
}

// readListed is readQuietly for words at any addresses, all in bounds.
func (w *warp) readListed(x *vec, m uint32, at *site) bool {
	r := w.run
	if !r.quiet() || r.fresh > 0 || r.launch.plain {
		return false
	}
	if len(r.quietReads) == maxQuiet || len(r.listed) == maxListed {
		r.settleReads()
	}
	r.listed = append(r.listed, *x)
	r.quietReads = append(r.quietReads, quietRead{touch: w.stamp(at, false), mask: m, listed: len(r.listed)})
	return true
}

// settleReads looks at the reads that were put off.
func (r *run) settleReads() {
	start := addressOf(sharedSpace, 0)
	for k := range r.quietReads {
		q := &r.quietReads[k]
		for m := q.mask; m != 0; m &= m - 1 {
			i := first(m)
			a := q.rule.base + r.rows.x[i]*q.rule.dx + r.rows.y[i]*q.rule.dy
			if q.listed > 0 {
				a = r.listed[q.listed-1][i]
			}
			r.shadow.now[(a-start)>>2].note(q.touch.when, reader{q.touch.site, uint8(i), q.touch.flags})
		}
	}
	r.forgetReads()
}

func (r *run) forgetReads() { r.quietReads, r.listed = r.quietReads[:0], r.listed[:0] }
