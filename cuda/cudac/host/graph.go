// This file keeps CUDA graphs: work that is recorded instead of done, and done when the graph
// is launched, in the order in which it was recorded, which is one that its nodes allow.

package host

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
	kind     nodeKind
	do       func()
	fn, data uint64
}

// nodeKind is what a node does; one of another kind does not take its place.
type nodeKind uint8

const (
	kernelNode nodeKind = iota
	memcpyNode
	memsetNode
	hostNode
)

// recorded puts work into the graph that is being made; false says that there is none.
func (h *host) recorded(kind nodeKind, do func()) bool {
	if h.recording == nil {
		return false
	}
	h.recording.work = append(h.recording.work, graphWork{kind: kind, do: do})
	return true
}

// holdWork charges the program with what recorded does next, where work is recorded.
func (h *host) holdWork(w *simt.Warp, at *simt.Site) {
	if h.recording != nil {
		h.mustHold(w, workBytes, "a graph", at)
	}
}

// deferred is a native whose work graphs record; what it is given is kept.
func deferred(kind nodeKind, f func(c *Call) uint64) func(c *Call) uint64 {
	return func(c *Call) uint64 {
		kept := *c
		c.H.holdWork(c.W, c.At)
		if c.H.recorded(kind, func() { f(&kept) }) {
			return 0
		}
		return f(c)
	}
}

func (c *Call) graph() *graph {
	if i := c.A[0]; i >= 1 && i <= uint64(len(c.H.graphs)) {
		return c.H.graphs[i-1]
	}
	c.W.Fail("memcheck", c.At, 0, "this is no graph")
	return nil
}

// node is the work that the second argument counts.
func (c *Call) node() graphWork {
	work, i := c.graph().work, c.A[1]
	if i >= uint64(len(work)) {
		c.W.Fail("memcheck", c.At, 0, "this is no node of the graph")
	}
	return work[i]
}

// graphNatives are what the header makes graphs of.
var graphNatives = map[string]func(c *Call) uint64{
	"__graphNew": func(c *Call) uint64 {
		c.hold(nodeBytes, "a graph")
		c.H.graphs = append(c.H.graphs, &graph{})
		return uint64(len(c.H.graphs))
	},
	"__graphInto": func(c *Call) uint64 {
		c.H.recording = nil
		if c.A[0] != 0 {
			c.H.recording = c.graph()
		}
		return 0
	},
	"__graphCopy": func(c *Call) uint64 {
		work := c.graph().work
		c.hold(nodeBytes*(len(work)+1), "a graph")
		c.H.graphs = append(c.H.graphs, &graph{work: append([]graphWork(nil), work...)})
		return uint64(len(c.H.graphs))
	},
	// __graphReplace puts the work of another graph in the place of node i, or of all where i is negative. It answers with a
	// cudaGraphExecUpdateResult; where that is no success nothing changed.
	"__graphReplace": func(c *Call) uint64 {
		to, from, i := c.graph(), *c, int(int32(c.A[1]))
		from.A[0] = c.A[2]
		work, place := from.graph().work, to.work
		if i >= 0 {
			place = place[min(i, len(place)):min(i+1, len(place))]
		}
		const success, topologyChanged, nodeTypeChanged = 0, 2, 3
		if len(work) != len(place) {
			return topologyChanged
		}
		for n := range work {
			if work[n].kind != place[n].kind {
				return nodeTypeChanged
			}
		}
		copy(place, work)
		return success
	},
	"__graphAppend": func(c *Call) uint64 {
		work := c.graph().work
		c.hold(nodeBytes*len(work), "a graph")
		c.H.recording.work = append(c.H.recording.work, work...)
		return 0
	},
	"__graphSize": func(c *Call) uint64 { return uint64(len(c.graph().work)) },
	"__graphAddHost": func(c *Call) uint64 {
		if c.H.recording == nil {
			return 0
		}
		c.hold(nodeBytes, "a graph")
		c.H.recording.work = append(c.H.recording.work, graphWork{kind: hostNode, fn: c.A[0], data: c.A[1]})
		return 1
	},
	"__graphHost": func(c *Call) uint64 {
		w := c.node()
		word.Store(c.bytes(2, 8, true), word.U64, w.fn)
		word.Store(c.bytes(3, 8, true), word.U64, w.data)
		return word.Bit(w.do == nil)
	},
	"__graphRun": func(c *Call) uint64 { c.node().do(); return 0 },
}
