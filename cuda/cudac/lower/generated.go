// This file lowers what translations of other languages need.

package lower

import (
	"strconv"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// generatedIntrinsics are what a translator needs and C++ cannot say.
func generatedIntrinsics() map[string]intrinsic {
	return map[string]intrinsic{"__within": {3, true, within}}
}

// within lowers __within(i, n, "array"): i, after a look that it is an index of an axis of n elements.
func within(l *lowering, c *call) value {
	i := l.convert(l.rvalue(c.args[0]), syntax.Basic[word.I64], c.at)
	n := l.convert(l.rvalue(c.args[1]), syntax.Basic[word.I64], c.at)
	what, _ := strconv.Unquote(c.args[2].Tok.Text)
	at := l.site(c.at, "")
	look := func(w *simt.Warp, m uint32) {
		length := int64(w.In(n.slot)[simt.First(m)])
		if f := &w.Rules[i.slot]; m&^f.Where == 0 && f.Small() {
			if lo, hi := w.Core.Rows.Extent(f); lo >= 0 && hi < length {
				return
			}
		}
		q := w.In(i.slot)
		if length <= 0 || !lane.Inside(q, 0, uint64(length)-1, 0) {
			bad := m
			if length > 0 {
				bad = lane.Outside(q, 0, uint64(length)-1, 0) & m
			}
			if bad != 0 {
				k := int64(q[simt.First(bad)])
				w.FailAt(&report.Place{Array: what, Index: k, Length: length, Does: ""}, "memcheck", at, simt.First(bad), "index %d is out of bounds of array '%s' of %d elements", k, what, length)
			}
		}
	}
	return value{typ: i.typ, slot: i.slot, run: seq(seq(i.run, n.run), look)}
}
