// This file runs the blocks of a cooperative launch: all of them are there at once, and take
// turns between the places where the whole grid meets (grid.sync()).

package simt

import (
	"errors"
	"iter"
)

var errHalted = errors.New("the launch was ended")

// MaxTogether bounds the blocks of a cooperative launch.
const MaxTogether = 4096

// together runs the blocks on one core, each up to the next meeting.
func (g *Grid) together() []*Core {
	runs := make([]*Core, g.Blocks)
	next := make([]func() (struct{}, bool), g.Blocks)
	errs := make([]error, g.Blocks)
	for i := range runs {
		r := g.newRun()
		r.number, r.block, r.InTurn, r.Steps = int64(i), g.blockOf(int64(i)), true, g.Launch.Steps
		runs[i] = r
		var stop func()
		next[i], stop = iter.Pull(func(yield func(struct{}) bool) {
			defer r.end()
			r.meet = func() {
				if !yield(struct{}{}) {
					panic(Stopped{})
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
			g.Mu.Lock()
			g.retired = int64(i)
			g.settle(Ending{err: errs[i], log: r.log, findings: r.findings, children: r.children})
			r.log, r.findings, r.children, errs[i] = nil, nil, nil, nil
			g.Mu.Unlock()
			if g.halt.Load() {
				break
			}
		}
		g.history = history{expanded: g.history.expanded} // what was before the meeting is behind all
	}
	return runs
}
