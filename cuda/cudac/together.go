// This file runs the blocks of a cooperative launch: all of them are there at once, and take
// turns between the places where the whole grid meets (grid.sync()).

package cudac

import (
	"errors"
	"iter"
)

var errHalted = errors.New("the launch was ended")

// maxTogether bounds the blocks of a cooperative launch.
const maxTogether = 4096

// together runs the blocks on one core, each up to the next meeting.
func (g *grid) together() []*run {
	runs := make([]*run, g.blocks)
	next := make([]func() (struct{}, bool), g.blocks)
	errs := make([]error, g.blocks)
	for i := range runs {
		r := g.newRun()
		r.number, r.block, r.inTurn, r.steps = int64(i), g.blockOf(int64(i)), true, g.launch.Steps
		runs[i] = r
		var stop func()
		next[i], stop = iter.Pull(func(yield func(struct{}) bool) {
			defer r.end()
			r.meet = func() {
				if !yield(struct{}{}) {
					panic(stopped{})
				}
			}
			errs[i] = r.guarded(r.runBlock)
		})
		defer stop()
	}
	for alive := true; alive && !g.halt.Load(); {
		alive = false
		for i, r := range runs {
			if next[i] == nil {
				continue
			}
			if _, ok := next[i](); ok {
				alive = true
			} else {
				next[i] = nil
			}
			g.mu.Lock()
			g.retired = int64(i)
			g.settle(ending{err: errs[i], log: r.log, findings: r.findings, children: r.children})
			r.log, r.findings, r.children, errs[i] = nil, nil, nil, nil
			g.mu.Unlock()
			if g.halt.Load() {
				break
			}
		}
		g.history = history{expanded: g.history.expanded} // what was before the meeting is behind all
	}
	return runs
}
