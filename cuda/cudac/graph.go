// This file keeps CUDA graphs: work that is recorded instead of done, and done when the graph
// is launched, in the order in which it was recorded, which is one that its nodes allow.

package cudac

import (
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/word"
)

// graph is a list of work.
type graph struct{ work []graphWork }

// What the program's memory is charged with: a node, and beside it a launch or a copy with its arguments.
const nodeBytes, workBytes = 64, 512

// graphWork is a node: do, or a function of the host's that the header calls.
type graphWork struct {
	do       func()
	fn, data uint64
}

// recorded puts work into the graph that is being made; false says that there is none.
func (h *host) recorded(do func()) bool {
	if h.recording == nil {
		return false
	}
	h.recording.work = append(h.recording.work, graphWork{do: do})
	return true
}

// holdWork charges the program with what recorded does next, where work is recorded.
func (h *host) holdWork(w *simt.Warp, at *simt.Site) {
	if h.recording != nil {
		h.mustHold(w, workBytes, "a graph", at)
	}
}

// deferred is a native whose work graphs record; what it is given is kept.
func deferred(f func(c *nativeCall) uint64) func(c *nativeCall) uint64 {
	return func(c *nativeCall) uint64 {
		kept := *c
		c.h.holdWork(c.w, c.at)
		if c.h.recorded(func() { f(&kept) }) {
			return 0
		}
		return f(c)
	}
}

func (c *nativeCall) graph() *graph {
	if i := c.a[0]; i >= 1 && i <= uint64(len(c.h.graphs)) {
		return c.h.graphs[i-1]
	}
	c.w.Fail("memcheck", c.at, 0, "this is no graph")
	return nil
}

// node is the work that the second argument counts.
func (c *nativeCall) node() graphWork {
	work, i := c.graph().work, c.a[1]
	if i >= uint64(len(work)) {
		c.w.Fail("memcheck", c.at, 0, "this is no node of the graph")
	}
	return work[i]
}

// graphNatives are what the header makes graphs of.
var graphNatives = map[string]func(c *nativeCall) uint64{
	"__graphNew": func(c *nativeCall) uint64 {
		c.hold(nodeBytes, "a graph")
		c.h.graphs = append(c.h.graphs, &graph{})
		return uint64(len(c.h.graphs))
	},
	"__graphInto": func(c *nativeCall) uint64 {
		c.h.recording = nil
		if c.a[0] != 0 {
			c.h.recording = c.graph()
		}
		return 0
	},
	"__graphCopy": func(c *nativeCall) uint64 {
		work := c.graph().work
		c.hold(nodeBytes*(len(work)+1), "a graph")
		c.h.graphs = append(c.h.graphs, &graph{work: append([]graphWork(nil), work...)})
		return uint64(len(c.h.graphs))
	},
	// __graphReplace puts the work of another graph in the place of node i, or of all where i is negative;
	// 0 says that there are not as many.
	"__graphReplace": func(c *nativeCall) uint64 {
		to, from, i := c.graph(), *c, int(int32(c.a[1]))
		from.a[0] = c.a[2]
		work := from.graph().work
		switch {
		case i < 0 && len(work) == len(to.work):
			copy(to.work, work)
		case i >= 0 && i < len(to.work) && len(work) == 1:
			to.work[i] = work[0]
		default:
			return 0
		}
		return 1
	},
	"__graphAppend": func(c *nativeCall) uint64 {
		work := c.graph().work
		c.hold(nodeBytes*len(work), "a graph")
		c.h.recording.work = append(c.h.recording.work, work...)
		return 0
	},
	"__graphSize": func(c *nativeCall) uint64 { return uint64(len(c.graph().work)) },
	"__graphAddHost": func(c *nativeCall) uint64 {
		if c.h.recording == nil {
			return 0
		}
		c.hold(nodeBytes, "a graph")
		c.h.recording.work = append(c.h.recording.work, graphWork{fn: c.a[0], data: c.a[1]})
		return 1
	},
	"__graphHost": func(c *nativeCall) uint64 {
		w := c.node()
		word.Store(c.Bytes(2, 8, true), word.U64, w.fn)
		word.Store(c.Bytes(3, 8, true), word.U64, w.data)
		return word.Bit(w.do == nil)
	},
	"__graphRun": func(c *nativeCall) uint64 { c.node().do(); return 0 },
}
