// This file lowers what threads do together: barriers, shuffles, votes.

package lower

import (
	"math/bits"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// blockIntrinsics are functions of warps and blocks.
func blockIntrinsics() map[string]intrinsic {
	list := map[string]intrinsic{
		"__gridSync": {0, true, func(l *lowering, c *call) value {
			at := l.barrier(c.at)
			at.Grid = true
			return value{typ: syntax.Basic[word.Void], run: func(w *simt.Warp, m uint32) { w.Barrier(m, at) }}
		}},
		"__syncthreads": {0, true, func(l *lowering, c *call) value {
			at := l.barrier(c.at)
			return value{typ: syntax.Basic[word.Void], run: func(w *simt.Warp, m uint32) { w.Barrier(m, at) }}
		}},
		"__syncwarp": {-1, true, func(l *lowering, c *call) value {
			var run simt.Op
			for _, v := range l.numbers(c, word.U32) {
				run = seq(run, v.run)
			}
			return value{typ: syntax.Basic[word.Void], run: seq(run, func(w *simt.Warp, m uint32) { w.Synced() })}
		}},
		"__activemask": {0, true, func(l *lowering, c *call) value {
			return l.warpWide(word.U32, nil, func(_ *simt.Warp, m uint32) uint64 { return uint64(m) })
		}},
		"__syncthreads_count": {1, true, blockVote}, "__syncthreads_and": {1, true, blockVote}, "__syncthreads_or": {1, true, blockVote},
		"__ballot_sync": {2, true, vote}, "__any_sync": {2, true, vote}, "__all_sync": {2, true, vote},
		"__match_any_sync": {2, true, match}, "__match_all_sync": {3, true, match},
		"__lane_id": {0, true, func(*lowering, *call) value { return value{typ: syntax.Basic[word.U32], slot: simt.RegLane} }},
		"__trap": {0, true, func(l *lowering, c *call) value {
			at := l.site(c.at, "")
			return value{typ: syntax.Basic[word.Void], run: func(w *simt.Warp, m uint32) { w.Fail("assert", at, simt.First(m), "__trap() ends the kernel") }}
		}},
	}
	for _, name := range []string{"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"} {
		list[name] = intrinsic{-1, true, func(l *lowering, c *call) value {
			return l.shuffle(c.name, &syntax.Expr{Op: "call", Tok: c.at, Kids: append([]*syntax.Expr{nil}, c.args...)})
		}}
	}
	for name, f := range map[string]func(a, b uint64) uint64{
		"__reduce_add_sync": func(a, b uint64) uint64 { return a + b }, "__reduce_and_sync": func(a, b uint64) uint64 { return a & b },
		"__reduce_or_sync": func(a, b uint64) uint64 { return a | b }, "__reduce_xor_sync": func(a, b uint64) uint64 { return a ^ b },
		"__reduce_min_sync": func(a, b uint64) uint64 { return uint64(min(int64(a), int64(b))) }, "__reduce_max_sync": func(a, b uint64) uint64 { return uint64(max(int64(a), int64(b))) },
	} {
		list[name] = intrinsic{2, true, func(l *lowering, c *call) value {
			v := l.rvalue(c.args[1])
			t := syntax.Promoted(v.typ)
			if !t.IsInt() {
				l.fail(c.at, "", "'%s' needs an integer", name)
			}
			v = l.convert(v, t, c.at)
			return l.warpWide(t.Kind, v.run, func(w *simt.Warp, m uint32) uint64 {
				acc := w.In(v.slot)[simt.First(m)]
				for rest := m & (m - 1); rest != 0; rest &= rest - 1 {
					acc = f(acc, w.In(v.slot)[simt.First(rest)])
				}
				return word.Wrap(t.Kind, acc)
			})
		}}
	}
	return list
}

// warpWide gives every lane what f makes of the warp, which synchronises.
func (l *lowering) warpWide(k word.Kind, run simt.Op, f func(w *simt.Warp, m uint32) uint64) value {
	d := l.reg()
	return value{typ: syntax.Basic[k], slot: d, run: seq(run, func(w *simt.Warp, m uint32) {
		w.Synced()
		v := f(w, m)
		for i := range simt.Lanes {
			if m>>i&1 != 0 {
				w.Out(d)[i] = v
			}
		}
	})}
}

func vote(l *lowering, c *call) value {
	mask := l.convert(l.rvalue(c.args[0]), syntax.Basic[word.U32], c.at)
	v := l.truth(c.args[1])
	k := word.I32
	if c.name == "__ballot_sync" {
		k = word.U32
	}
	return l.warpWide(k, seq(mask.run, v.run), func(w *simt.Warp, m uint32) uint64 {
		yes := w.Truth(v.slot, m)
		switch c.name {
		case "__any_sync":
			return word.Bit(yes != 0)
		case "__all_sync":
			return word.Bit(yes == m)
		}
		return uint64(yes)
	})
}

// match lowers __match_any_sync and __match_all_sync.
func match(l *lowering, c *call) value {
	v := l.rvalue(c.args[1])
	if !v.typ.IsNumber() {
		l.fail(c.at, "", "'%s' needs a number", c.name)
	}
	d := l.reg()
	run := seq(v.run, func(w *simt.Warp, m uint32) {
		w.Synced()
		for i := range simt.Lanes {
			if m>>i&1 == 0 {
				continue
			}
			var same uint32
			for k := range simt.Lanes {
				if m>>k&1 != 0 && w.In(v.slot)[k] == w.In(v.slot)[i] {
					same |= 1 << k
				}
			}
			if c.name == "__match_all_sync" && same != m {
				same = 0
			}
			w.Out(d)[i] = uint64(same)
		}
	})
	result := value{typ: syntax.Basic[word.U32], slot: d, run: run}
	if c.name == "__match_all_sync" {
		p := l.convert(l.rvalue(c.args[2]), syntax.PointerTo(syntax.Basic[word.I32]), c.at)
		all := l.cast(value{typ: syntax.Basic[word.U32], slot: d}, syntax.Basic[word.Bool])
		result.run = seq(run, seq(p.run, seq(all.run, l.store(p.slot, all.slot, syntax.Basic[word.I32], l.site(c.at, "")))))
	}
	return result
}

// barrier is the site of a barrier.
func (l *lowering) barrier(t lex.Token) *simt.Site {
	at := l.site(t, "")
	l.barriers, l.barrierAt, l.waits = true, at, l.waits+1
	return at
}

// blockVote lowers the barriers that count. Three tallies take turns: while one is
// read, another is added to and the third is emptied.
func blockVote(l *lowering, c *call) value {
	v := l.truth(c.args[0])
	d, at := l.reg(), l.barrier(c.at)
	return value{typ: syntax.Basic[word.I32], slot: d, run: seq(v.run, func(w *simt.Warp, m uint32) {
		turn := w.Votes % 3
		w.Votes++
		w.Core.Tally[(turn+1)%3] = [2]int{}
		w.Core.Tally[turn][0] += bits.OnesCount32(w.Truth(v.slot, m))
		w.Core.Tally[turn][1] += bits.OnesCount32(m)
		w.Barrier(m, at)
		n := w.Core.Tally[turn]
		result := uint64(n[0])
		switch c.name {
		case "__syncthreads_and":
			result = word.Bit(n[0] == n[1])
		case "__syncthreads_or":
			result = word.Bit(n[0] > 0)
		}
		for i := range simt.Lanes {
			w.Out(d)[i] = result
		}
	})}
}

// shuffled is what a shuffle passes on. A variable need be set in the lanes that are read,
// not in those that read.
func (l *lowering) shuffled(e *syntax.Expr) (value, place) {
	if p := l.place(e); p != nil && p.reg >= 0 {
		return value{typ: syntax.Plain(p.typ), slot: p.reg, run: p.before}, *p
	}
	return l.rvalue(e), place{}
}

// shuffle lowers __shfl_*_sync(mask, value, lane[, width]).
func (l *lowering) shuffle(name string, e *syntax.Expr) value {
	args := e.Kids[1:]
	if len(args) != 3 && len(args) != 4 {
		l.fail(e.Tok, "", "'%s' takes 3 or 4 arguments, %s given", name, isOrAre(len(args)))
	}
	mask, k := l.rvalue(args[0]), l.convert(l.rvalue(args[2]), syntax.Basic[word.I32], args[2].Tok)
	v, unset := l.shuffled(args[1])
	width := l.constant(simt.Lanes, syntax.Basic[word.I32])
	if len(args) == 4 {
		width = l.convert(l.rvalue(args[3]), syntax.Basic[word.I32], args[3].Tok)
	}
	d, at := l.reg(), l.site(e.Tok, "")
	run := seq(seq(mask.run, v.run), seq(k.run, width.run))
	return value{typ: v.typ, slot: d, run: seq(run, func(w *simt.Warp, m uint32) {
		w.Synced()
		from := *w.In(v.slot)
		for i := range simt.Lanes {
			if m>>i&1 == 0 {
				continue
			}
			n := int(int32(w.In(width.slot)[i]))
			if n < 1 || n > simt.Lanes || n&(n-1) != 0 {
				w.Fail("memcheck", at, i, "the width of a shuffle must be a power of two up to 32, not %d", n)
			}
			if w.In(mask.slot)[i]>>i&1 == 0 {
				w.Fail("memcheck", at, i, "this thread is not in the mask of the shuffle it takes part in")
			}
			if absent := uint32(w.In(mask.slot)[i]) & w.Live &^ w.Left &^ m; absent != 0 {
				w.Fail("barrier", at, simt.First(absent), "the mask of the shuffle names this thread, which does not take part in it")
			}
			j := simt.Shuffled(name, i, int(int32(w.In(k.slot)[i])), n)
			if unset.unset > 0 && w.Masks[unset.unset-1]>>j&1 != 0 {
				w.UnwrittenRead(nil, at, i, "read of uninitialised memory: the thread of lane %d, which this shuffle reads, has not set %s yet", j, simt.Named(unset.at, "this variable"))
			}
			w.Out(d)[i] = from[j]
		}
	})}
}
